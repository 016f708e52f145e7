//! The bound site: its table and its bytes as [`SITE`], and [`route!`] for paths that must exist.

bindery_macros::embed_site!();

pub use bindery_macros::route;
