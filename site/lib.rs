//! The built site as [`SITE`], and [`route!`], [`redirect!`], [`asset!`] and [`routes!`] for paths that must exist. They
//! work in every crate that depends on this one.
//!
#![cfg_attr(has_library_pages, doc = "```")]
#![cfg_attr(not(has_library_pages), doc = "```text")]
//! use bindery_site::{SITE, route};
//!
//! // A page or heading that is not there is a compile error at the literal, with the nearest ones named.
//! let address = route!("/characters/cryo/ganyu#attacks");
//! assert_eq!(address, "/characters/cryo/ganyu#attacks");
//! assert!(SITE.table.lookup(route!("/tcg")).is_some());
//!
//! bindery_site::routes!(mod cryo in "/characters/cryo");
//! assert_eq!(cryo::GANYU, "/characters/cryo/ganyu");
//! ```

bindery_macros::embed_site!();
