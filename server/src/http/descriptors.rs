//! How many connections the limit of open file descriptors allows.

use rustix::process::{Resource, getrlimit, setrlimit};

/// Descriptors that are not admitted connections: those of the process itself, and of connections that are being refused.
const RESERVED_DESCRIPTORS: u64 = 128;

/// Descriptors of the process itself: listeners, event queues, files.
const OWN_DESCRIPTORS: usize = 64;

/// How many connections the process may have, after raising its limit of descriptors as far as the system allows. Refusing
/// one more connection needs a descriptor, too, so the accept loop must never reach the system's limit.
pub(super) fn max_connections() -> usize {
    let limit = getrlimit(Resource::Nofile);
    let requested = rustix::process::Rlimit {
        current: limit.maximum,
        maximum: limit.maximum,
    };
    let granted = match setrlimit(Resource::Nofile, requested) {
        Ok(()) => limit.maximum,
        Err(_) => limit.current,
    };
    let max = granted.map_or(u64::MAX, |granted| {
        granted.saturating_sub(RESERVED_DESCRIPTORS)
    });
    usize::try_from(max.max(1)).unwrap_or(usize::MAX)
}

/// How many sockets all workers together may have for connections, including those that are being refused. There are
/// descriptors for all of them.
pub(super) fn max_sockets(connections: usize) -> usize {
    let granted = getrlimit(Resource::Nofile).current;
    let granted = granted.map_or(usize::MAX, |granted| {
        usize::try_from(granted).unwrap_or(usize::MAX)
    });
    let spare = granted
        .saturating_sub(connections)
        .saturating_sub(OWN_DESCRIPTORS);
    connections.saturating_add(spare.clamp(1, connections.max(64)))
}
