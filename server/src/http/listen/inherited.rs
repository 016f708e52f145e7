//! Listening sockets that the parent process opened, as systemd does (`LISTEN_FDS`, `LISTEN_PID`, `LISTEN_FDNAMES`).
//!
//! Out: listeners with their purpose, which follows from their name (`FileDescriptorName=`): `redirect` and `metrics`
//! replace the flags of these names, `http` serves the site over plain HTTP even if there is a certificate, and any other
//! name serves the site.

use super::error::ServeError;
use super::listener::{Listener, ListenerPurpose};
use listenfd::ListenFd;

/// Takes the sockets that the process was started with. Must be called once, before other threads start.
pub(in crate::http) fn take_inherited() -> Result<Vec<(ListenerPurpose, Listener)>, ServeError> {
    let names = std::env::var("LISTEN_FDNAMES").unwrap_or_default();
    let names: Vec<&str> = names.split(':').collect();
    let mut sockets = ListenFd::from_env();
    let mut taken = Vec::new();
    for index in 0..sockets.len() {
        let listener = take_one(&mut sockets, index).ok_or_else(|| {
            let name = names.get(index).copied().unwrap_or_default();
            ServeError::Inherit(format!(
                "socket {index} (`{name}`) that this was started with does not accept connections; use `ListenStream=` in its unit"
            ))
        })?;
        let purpose = ListenerPurpose::named(names.get(index).copied().unwrap_or_default());
        taken.push((purpose, listener));
    }
    Ok(taken)
}

fn take_one(sockets: &mut ListenFd, index: usize) -> Option<Listener> {
    if let Ok(Some(listener)) = sockets.take_tcp_listener(index) {
        return Some(Listener::Tcp(listener));
    }
    let listener = sockets.take_unix_listener(index).ok()??;
    Some(Listener::Unix(listener))
}
