//! A listening socket, TCP or Unix, and its purpose.

use std::net::{SocketAddr, TcpListener};
use std::os::unix::net::UnixListener;

/// A socket that accepts connections.
#[derive(Debug)]
pub(in crate::http) enum Listener {
    Tcp(TcpListener),
    Unix(UnixListener),
}

impl Listener {
    /// The address that the socket is bound to; a Unix socket has none.
    pub(in crate::http) fn address(&self) -> Option<SocketAddr> {
        match self {
            Listener::Tcp(listener) => listener.local_addr().ok(),
            Listener::Unix(_) => None,
        }
    }
}

/// The purpose of a listening socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::http) enum ListenerPurpose {
    Site,
    PlainSite,
    Redirect,
    Metrics,
}

impl ListenerPurpose {
    /// The purpose of an inherited socket with this name.
    pub(super) fn named(name: &str) -> ListenerPurpose {
        match name {
            "redirect" => ListenerPurpose::Redirect,
            "metrics" => ListenerPurpose::Metrics,
            "http" => ListenerPurpose::PlainSite,
            _ => ListenerPurpose::Site,
        }
    }
}
