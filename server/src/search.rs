//! Full-text search over the pages of a site, with an API that is compatible with Typesense.
//!
//! The build writes the index into the blob; [`engine`] opens it and answers queries. Modules are listed from the lowest
//! layer to the highest: each uses only those above it.

pub mod budget;
pub mod rate_limit;

mod inflections;
mod tuning;

pub mod index;
pub mod query;
pub mod rank;

pub mod answer;
pub mod highlight;
pub mod record;

pub mod engine;
pub mod site_search;

pub mod typesense;

pub mod client_settings;
pub mod results_page;
pub mod static_files;

pub use engine::{Engine, LazyEngine, SearchResult};
pub use site_search::{FoundPage, FoundSection, SiteSearch};
