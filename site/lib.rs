//! The built site as [`SITE`], and [`route!`] for paths that must exist.
//!
#![cfg_attr(has_library_pages, doc = "```")]
#![cfg_attr(not(has_library_pages), doc = "```text")]
//! use bindery_site::{SITE, route};
//!
//! // A page or heading that is not there is a compile error at the literal, with the nearest ones named.
//! let address = route!("/characters/cryo/ganyu#attacks");
//! assert_eq!(address, "/characters/cryo/ganyu#attacks");
//! assert!(SITE.table.lookup(route!("/tcg")).is_some());
//! ```

bindery_macros::embed_site!();

pub use bindery_macros::route;
