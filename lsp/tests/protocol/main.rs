//! The language server as a client sees it.

#![allow(clippy::unwrap_used, reason = "a case that cannot go on fails")]

mod client;
mod fuzz;
mod rename;
mod requests;
mod sync;
