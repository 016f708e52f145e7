//! Serves a built site from a route table that is fixed at compile time.
//!
//! In: a [`Site`], which `bindery_macros::embed_site!()` generates. Out: a service for your own actix application
//! ([`service`]), a whole server ([`serve`]) or command line ([`run`]), or, without a socket, the response to one request
//! ([`respond()`]) and the pages for a query ([`SiteSearch`]). The crate knows no particular site, and a request never
//! becomes a path of the file system.
//!
//! The steps of a request: `resolve` looks up its path, `negotiate` chooses the media type and the encoding, `conditional`
//! and `range` decide which part of the body is sent, and [`respond()`] composes the response.
//!
//! # Stability
//!
//! The items on this page follow semantic versioning: before 1.0 a new minor version may change them, and the changelog
//! says so. The modules that the page does not show are shared with Bindery's other crates and may change in any version.

#[doc(hidden)]
pub mod table;

#[doc(hidden)]
pub mod appended;

#[doc(hidden)]
pub mod resolve;

#[doc(hidden)]
pub mod conditional;
#[doc(hidden)]
pub mod negotiate;
#[doc(hidden)]
pub mod range;
#[doc(hidden)]
pub mod respond;

#[doc(hidden)]
pub mod search;

#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod config;
#[doc(hidden)]
pub mod export;
#[doc(hidden)]
pub mod http;
#[doc(hidden)]
pub mod limits;
#[doc(hidden)]
pub mod observe;

#[cfg(test)]
mod testing;

pub use cli::{run, run_with};
pub use config::Settings;
pub use export::{ExportError, ExportFile, Host, export};
pub use http::{ServeError, known_paths, serve, service};
pub use respond::{PreparedSite, RequestHead, respond};
pub use search::{FoundPage, FoundSection, SiteSearch};
pub use table::Site;
