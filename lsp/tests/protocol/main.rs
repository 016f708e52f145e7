//! The language server as a client sees it.

#![allow(clippy::unwrap_used, reason = "a case that cannot go on fails")]

mod client;
mod requests;
mod sync;
