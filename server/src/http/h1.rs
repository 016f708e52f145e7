//! HTTP/1.0 and HTTP/1.1 on one connection, one request at a time (RFC 9112).
//!
//! ```text
//! socket -> RequestReader (head, body) -> Handler -> response -> socket -> the next request
//! ```
//!
//! The next head is parsed only after the previous response is written, so a connection never holds more than one
//! request, and a response is always framed with the method, version and persistence of its own request. The socket is
//! not read while a response is written: of what the client sends ahead, at most [`READ_BUFFER`](crate::http::worker::READ_BUFFER) bytes wait in memory,
//! the others in the kernel.
//!
//! actix-http's own dispatcher is not used: version 3.20 decodes a full read buffer into thousands of queued requests,
//! and encodes a response with the method and version of the request that it decoded last.
//!
//! # What this module assumes about actix-http 3.20
//!
//! Only [`actix_http::h1::Codec`], as a parser. [`canaries`] holds one test for each assumption, which fails when a new
//! version behaves otherwise.
//!
//! 1. `decode` takes one head, or a piece of one body, off the front of the buffer, and leaves what follows.
//! 2. An incomplete head below 128 KB takes nothing off the buffer and is no error.
//! 3. After a head with a body, `decode` yields the content of that body and then its end, never bytes behind it.
//! 4. `message_type` says after a head whether a body follows; a length of 0 is no body.
//! 5. A head whose framing is ambiguous is an error: two lengths, a length beside a transfer coding, a signed or
//!    listed length, a coding other than `chunked`, a coding in HTTP/1.0 (RFC 9112, section 6.3).
//! 6. `connection_type` follows the `Connection` field, and the version where there is none (section 9.3).
//! 7. `expect` is set by `100-continue`, and in HTTP/1.1 only (RFC 9110, section 10.1.1).
//! 8. A head of HTTP/1.1 without exactly one `Host` is an error (section 3.2).
//! 9. A request for another protocol (`CONNECT`, WebSocket) has a body without an end.
//! 10. More than 96 header fields are [`ParseError::TooLarge`](actix_http::error::ParseError::TooLarge).

#[cfg(test)]
mod canaries;
mod connection;
mod deadline;
mod encode;
mod reader;
mod transport;

pub(super) use connection::{Connection, serve};
