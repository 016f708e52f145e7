//! How many connections the limit of open file descriptors allows.

use rustix::process::{Resource, getrlimit, setrlimit};

/// Descriptors that are not admitted connections: those of the process itself, and of connections that are being refused. Half of
/// them if the system grants fewer than twice as many.
const RESERVED_DESCRIPTORS: u64 = 128;

/// The operator may not have meant a server of fewer connections.
const FEW_CONNECTIONS: usize = 1_000;

/// Descriptors of the process itself: listeners, event queues, files.
const OWN_DESCRIPTORS: usize = 64;

/// How many connections the process may have, after raising its limit of descriptors as far as the system allows. Refusing
/// one more connection needs a descriptor, too, so the accept loop must never reach the system's limit.
fn max_connections() -> usize {
    let limit = getrlimit(Resource::Nofile);
    let requested = rustix::process::Rlimit {
        current: limit.maximum,
        maximum: limit.maximum,
    };
    let granted = match setrlimit(Resource::Nofile, requested) {
        Ok(()) => limit.maximum,
        Err(_) => limit.current,
    };
    granted.map_or(usize::MAX, connections_within)
}

/// How many connections a number of descriptors allows.
fn connections_within(descriptors: u64) -> usize {
    let reserved = RESERVED_DESCRIPTORS.min(descriptors / 2);
    usize::try_from((descriptors - reserved).max(1)).unwrap_or(usize::MAX)
}

/// Limits the connections to what the system allows. Warns if these are few, or fewer than the operator asked for.
pub(super) fn limit_connections(requested: usize, default: usize) -> usize {
    let max = max_connections();
    if max < requested && (requested != default || max < FEW_CONNECTIONS) {
        tracing::warn!(
            "the limit of open files allows {max} connections, not {requested}; raise it with `ulimit -n` or `LimitNOFILE`, or set `--max-connections`"
        );
    }
    requested.min(max)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_descriptors_still_allow_connections() {
        for (descriptors, connections) in [
            (0, 1),
            (64, 32),
            (200, 100),
            (256, 128),
            (1024, 896),
            (65_536, 65_408),
        ] {
            assert_eq!(connections_within(descriptors), connections);
        }
    }
}
