//! Finds an address that the settings name twice: the server could not listen on the second one.

use crate::config::ListenAddress;
use std::net::{SocketAddr, ToSocketAddrs};

/// The first address that those before it leave no part of. A host name that has no address is skipped, and so is port 0, which
/// is a free one each time.
pub(super) fn first_duplicate<'a>(
    targets: impl Iterator<Item = &'a ListenAddress>,
) -> Option<&'a ListenAddress> {
    let (mut taken, mut paths) = (Vec::<SocketAddr>::new(), Vec::new());
    for target in targets {
        match target {
            ListenAddress::Unix(path) if paths.contains(&path) => return Some(target),
            ListenAddress::Unix(path) => paths.push(path),
            ListenAddress::Tcp { port: 0, .. } => {}
            ListenAddress::Tcp { host, port } => {
                let Ok(own) = (host.as_str(), *port).to_socket_addrs() else {
                    continue;
                };
                let own: Vec<SocketAddr> = own.collect();
                let is_taken = |own: &SocketAddr| taken.iter().any(|other| overlap(own, other));
                if !own.is_empty() && own.iter().all(is_taken) {
                    return Some(target);
                }
                taken.extend(own);
            }
        }
    }
    None
}

/// Whether two addresses cannot both be listened on. The system decides whether all addresses of IPv6 include those of IPv4, so
/// that they are not compared.
fn overlap(a: &SocketAddr, b: &SocketAddr) -> bool {
    let is_any = a.ip().is_unspecified() || b.ip().is_unspecified();
    a.port() == b.port() && (a.ip() == b.ip() || is_any && a.is_ipv4() == b.is_ipv4())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_duplicate_if_those_before_it_contain_it() {
        for (addresses, expected) in [
            (&["127.0.0.1:80", "127.0.0.1:80"][..], Some("127.0.0.1:80")),
            (&["0.0.0.0:80", "127.0.0.1:80"], Some("127.0.0.1:80")),
            (&["[::1]:80", "[::]:80"], Some("[::]:80")),
            (&["unix:/a", "[::1]:1", "unix:/a"], Some("unix:/a")),
            (&["127.0.0.1:80", "127.0.0.2:80", "127.0.0.1:81"], None),
            (&["127.0.0.1:0", "127.0.0.1:0"], None),
            (&["0.0.0.0:80", "[::]:80", "unix:/a", "unix:/b"], None),
        ] {
            let targets = addresses.iter().map(|text| text.parse().unwrap());
            let targets: Vec<ListenAddress> = targets.collect();
            let found = first_duplicate(targets.iter()).map(ToString::to_string);
            assert_eq!(found.as_deref(), expected, "{addresses:?}");
        }
    }
}
