//! Serves a bound site from one closed table.
//!
//! In: a [`table::Site`], which `embed_site!()` generates. Out: an HTTP server ([`cli::run`], [`http::serve`]), a service
//! for another actix application ([`service`]), or, without a socket, the response to one request ([`respond()`]). The crate
//! knows no particular site and serves no files of the system.
//!
//! The steps of a request: [`resolve`](mod@resolve) looks up its path, [`negotiate`](mod@negotiate) chooses the media type
//! and the encoding, [`conditional`] and [`range`] decide which part of the body is sent, and [`respond`](mod@respond)
//! composes the response.

pub mod table;

pub mod appended;

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

#[cfg(test)]
mod testing;

pub use http::service;
pub use respond::{PreparedSite, RequestHead, respond};
