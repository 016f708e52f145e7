//! Limits for clients: bytes, seconds and connections.
//!
//! Plain numbers; [`crate::http`] enforces them. The defaults suit a server without a proxy in front of it.

use std::num::NonZeroU32;
use std::time::Duration;

/// The longest request target that is looked up. The longest path of a library is far below, and browsers agree on
/// some 2,000 characters.
pub const MAX_TARGET: usize = 8 << 10;

/// The limits of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a request's head: request line and header fields.
    pub head: usize,
    /// Connections at once; one more is answered with 503.
    pub connections: usize,
    /// Connections of one address at once; one more is answered with 503, or closed where it speaks TLS. Trusted proxies are not limited.
    pub connections_per_address: Option<NonZeroU32>,
    /// Requests a second of one client, four seconds' worth of them at once; one more is answered with 429.
    pub requests_per_second_per_address: Option<NonZeroU32>,
    /// For a head, from its first byte to its end; for the body of a request, too.
    pub request: Duration,
    /// For a connection on which nothing was ever sent: browsers open some in advance. They are closed without a response.
    pub silence: Duration,
    /// Between two answers on one connection. Readers come back to a page's neighbour within half a minute or not at
    /// all, and an idle connection costs memory.
    pub keep_alive: Duration,
    /// For a client that takes nothing of what it asked for.
    pub write: Duration,
    /// How long a refused client may go on sending: without it it would see a reset instead of the answer.
    pub linger: Duration,
    /// For open requests once the server receives the signal to stop: less than the ten seconds after which container runtimes
    /// kill.
    pub drain: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            head: 32 << 10,
            connections: 20_000,
            connections_per_address: None,
            requests_per_second_per_address: None,
            request: Duration::from_secs(5),
            silence: Duration::from_secs(30),
            keep_alive: Duration::from_secs(30),
            write: Duration::from_secs(30),
            linger: Duration::from_secs(1),
            drain: Duration::from_secs(8),
        }
    }
}
