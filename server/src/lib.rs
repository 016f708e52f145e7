//! Serves a bound site from one closed table.
//!
//! In: a [`table::Site`], which `embed_site!()` generates. Out: an HTTP server ([`cli::run`], [`http::serve`]), a service
//! for another actix application ([`service`]), or, without any socket, the answer to one request ([`respond()`]). Knows
//! no particular site and reads no files.
//!
//! A request goes one way: [`resolve`](mod@resolve) looks its path up and decides what answers; [`negotiate`](mod@negotiate)
//! picks the encoding, [`conditional`] and [`range`] decide how much of it is sent; [`respond`](mod@respond) writes the
//! headers.

pub mod table;

pub mod resolve;

pub mod conditional;
pub mod negotiate;
pub mod range;
pub mod respond;

pub mod search;

pub mod cli;
pub mod config;
pub mod export;
pub mod http;
pub mod limits;
pub mod observe;

pub mod testing;

pub use http::service;
pub use respond::{Prepared, RequestHead, respond};
