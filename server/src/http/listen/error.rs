//! The errors that keep a server from starting, with help in each message.

use crate::config::ListenAddress;
use std::fmt;
use std::io::{self, ErrorKind};

/// The reason why a server did not start, or ended.
#[derive(Debug)]
pub enum ServeError {
    /// The server cannot listen on this address.
    Listen {
        /// As configured.
        listen: ListenAddress,
        /// The error of the system.
        source: io::Error,
    },
    /// The settings name this address, or one that contains it, a second time.
    Duplicate(ListenAddress),
    /// An inherited socket cannot be used.
    Inherit(String),
    /// The certificate or its key cannot be used.
    Tls(String),
    /// The running server failed.
    Run(io::Error),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (host, port, source) = match self {
            ServeError::Run(source) => return write!(f, "the server failed: {source}"),
            ServeError::Inherit(message) | ServeError::Tls(message) => return f.write_str(message),
            ServeError::Duplicate(listen) => {
                return write!(
                    f,
                    "`{listen}` is listened on twice; give each of `--bind` or `--port`, `--redirect-http` and `--metrics` an address of its own"
                );
            }
            ServeError::Listen {
                listen: ListenAddress::Unix(path),
                source,
            } => {
                let path = path.display();
                return match source.kind() {
                    ErrorKind::AddrInUse => {
                        write!(f, "another program listens on the socket {path}")
                    }
                    _ => write!(f, "cannot listen on the socket {path}: {source}"),
                };
            }
            ServeError::Listen {
                listen: ListenAddress::Tcp { host, port },
                source,
            } => (host, port, source),
        };
        match source.kind() {
            ErrorKind::AddrInUse => write!(
                f,
                "port {port} of {host} is taken by another program; choose another one with `--port {}`, or `--port 0` for any free one",
                next_port(*port)
            ),
            ErrorKind::PermissionDenied => write!(
                f,
                "listening on port {port} of {host} is not permitted; ports below 1024 need privileges, choose a higher one with `--port 8080`"
            ),
            ErrorKind::AddrNotAvailable => write!(
                f,
                "{host} is not an address of this machine; listen on all of its addresses with `--host 0.0.0.0`"
            ),
            _ => write!(
                f,
                "cannot listen on port {port} of {host}: {source}; name an address of this machine with `--host`"
            ),
        }
    }
}

impl std::error::Error for ServeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ServeError::Listen { source, .. } | ServeError::Run(source) => Some(source),
            ServeError::Duplicate(_) | ServeError::Inherit(_) | ServeError::Tls(_) => None,
        }
    }
}

fn next_port(port: u16) -> u16 {
    port.checked_add(1).unwrap_or(8080)
}
