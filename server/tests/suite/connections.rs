//! Connections of HTTP/1 to a server that runs: persistence, limits, timeouts, and how a server starts and stops.

#[cfg(feature = "tls")]
mod address_limits;
mod descriptors;
pub(crate) mod inheriting;
pub(crate) mod limits;
mod persistence;
mod pipelines;
mod response_cache;
pub(crate) mod sockets;
mod stalled_output;
mod stopping;
mod unix_sockets;
mod wire;
