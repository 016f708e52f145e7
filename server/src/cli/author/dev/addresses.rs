//! The addresses under which the preview can be opened, and the browser that opens one.

use super::editor;
use crate::cli::output::{print, print_note};
use crate::config::local_url;
use std::net::{IpAddr, SocketAddr};
use std::process::Command;

/// Prints the addresses: of this machine, and those of its networks if the server listens on all of them.
pub(super) fn print_addresses(listening: SocketAddr, base_path: &str) {
    let url = local_url(listening, base_path);
    print(format!("Serving {url} as it is written; Ctrl-C ends it\n").as_bytes());
    if !listening.ip().is_unspecified() {
        return;
    }
    for ip in network_addresses() {
        let is_same_family = ip.is_ipv4() || listening.is_ipv6();
        if is_same_family {
            let url = local_url(SocketAddr::new(ip, listening.port()), base_path);
            print(format!("  in the network: {url}\n").as_bytes());
        }
    }
}

/// The addresses of this machine that others can reach, each once.
fn network_addresses() -> Vec<IpAddr> {
    let interfaces = nix::ifaddrs::getifaddrs().into_iter().flatten();
    let addresses = interfaces.filter_map(|interface| {
        let address = interface.address?;
        let v4 = address.as_sockaddr_in().map(|one| IpAddr::V4(one.ip()));
        v4.or_else(|| address.as_sockaddr_in6().map(|one| IpAddr::V6(one.ip())))
    });
    let mut addresses: Vec<IpAddr> = addresses.filter(|&ip| is_reachable(ip)).collect();
    addresses.sort_unstable();
    addresses.dedup();
    addresses
}

/// A link-local address of IPv6 needs the name of an interface, which URLs do not have.
fn is_reachable(ip: IpAddr) -> bool {
    let is_link_local = matches!(ip, IpAddr::V6(ip) if ip.is_unicast_link_local());
    !ip.is_loopback() && !ip.is_unspecified() && !is_link_local
}

/// Opens an address in the browser that `BROWSER` names, else in that of the system.
pub(super) fn open_browser(url: &str) {
    let system = if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    let program = std::env::var("BROWSER").unwrap_or_else(|_| system.to_owned());
    if let Err(error) = editor::start(Command::new(&program).arg(url)) {
        print_note(&format!(
            "cannot open a browser: `{program}`: {error}; open {url} yourself, or set BROWSER"
        ));
    }
}
