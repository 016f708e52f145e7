//! Sockets that were opened by somebody else, as systemd does (`LISTEN_FDS`, `LISTEN_PID`, `LISTEN_FDNAMES`).
//!
//! Out: listeners by their purpose, which is the name they were given (`FileDescriptorName=`): `redirect` and `metrics`
//! are what the flags of these names are, `http` speaks HTTP even where there is a certificate, any other name is a place
//! to serve the site at.

use crate::http::listen::{Listener, ServeError};
use listenfd::ListenFd;

/// What a socket is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::http) enum Purpose {
    Site,
    PlainSite,
    Redirect,
    Metrics,
}

impl Purpose {
    fn named(name: &str) -> Purpose {
        match name {
            "redirect" => Purpose::Redirect,
            "metrics" => Purpose::Metrics,
            "http" => Purpose::PlainSite,
            _ => Purpose::Site,
        }
    }
}

/// Takes the sockets that the process was started with. To be called once, before there are other threads.
pub(in crate::http) fn take() -> Result<Vec<(Purpose, Listener)>, ServeError> {
    let names = std::env::var("LISTEN_FDNAMES").unwrap_or_default();
    let names: Vec<&str> = names.split(':').collect();
    let mut sockets = ListenFd::from_env();
    let mut taken = Vec::new();
    for at in 0..sockets.len() {
        let listener = take_one(&mut sockets, at).ok_or_else(|| {
            let name = names.get(at).copied().unwrap_or_default();
            ServeError::Inherit(format!(
                "socket {at} (`{name}`) that this was started with is none that accepts connections; use `ListenStream=` in its unit"
            ))
        })?;
        let purpose = Purpose::named(names.get(at).copied().unwrap_or_default());
        taken.push((purpose, listener));
    }
    Ok(taken)
}

fn take_one(sockets: &mut ListenFd, at: usize) -> Option<Listener> {
    if let Ok(Some(listener)) = sockets.take_tcp_listener(at) {
        return Some(Listener::Tcp(listener));
    }
    let listener = sockets.take_unix_listener(at).ok()??;
    Some(Listener::Unix(listener))
}
