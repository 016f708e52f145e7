//! Parses addresses to listen on, and formats the local URL of an address.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;

/// An address to listen on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListenAddress {
    /// An IP address or host name, and a port; port 0 means any free one.
    Tcp {
        /// The host, without the brackets of an IPv6 address.
        host: String,
        /// The port.
        port: u16,
    },
    /// A Unix socket at this path.
    Unix(PathBuf),
}

impl ListenAddress {
    /// A TCP address. `host` may be an IPv6 address in brackets, as URLs write it.
    #[must_use]
    pub fn on(host: &str, port: u16) -> ListenAddress {
        ListenAddress::Tcp {
            host: host.trim_matches(['[', ']']).to_owned(),
            port,
        }
    }
}

impl fmt::Display for ListenAddress {
    /// As it can be parsed again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ListenAddress::Tcp { host, port } if host.contains(':') => write!(f, "[{host}]:{port}"),
            ListenAddress::Tcp { host, port } => write!(f, "{host}:{port}"),
            ListenAddress::Unix(path) => write!(f, "unix:{}", path.display()),
        }
    }
}

impl FromStr for ListenAddress {
    type Err = String;

    /// `HOST:PORT`, `[IPV6]:PORT` or `unix:PATH`.
    fn from_str(text: &str) -> Result<ListenAddress, String> {
        if let Some(path) = text.strip_prefix("unix:") {
            return match path {
                "" => Err("`unix:` needs the path of a socket".to_owned()),
                path => Ok(ListenAddress::Unix(PathBuf::from(path))),
            };
        }
        let parts = text.rsplit_once(':');
        let listen = parts.and_then(|(host, port)| {
            let is_host = !host.is_empty() && (!host.contains(':') || host.starts_with('['));
            is_host.then_some(ListenAddress::on(host, port.parse().ok()?))
        });
        listen.ok_or_else(|| {
            format!("`{text}` is not an address to listen on; write `127.0.0.1:8080`, `[::]:8080` or `unix:/run/bindery.sock`")
        })
    }
}

/// The URL by which the same machine reaches a server that listens on `address`.
#[must_use]
pub fn local_url(address: SocketAddr, base_path: &str) -> String {
    local_url_of("http", address, base_path)
}

/// Like [`local_url`], for another scheme.
#[must_use]
pub fn local_url_of(scheme: &str, address: SocketAddr, base_path: &str) -> String {
    let host = match address.ip() {
        ip if ip.is_unspecified() => "localhost".to_owned(),
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    };
    format!("{scheme}://{host}:{}{base_path}", address.port())
}
