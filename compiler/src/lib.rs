//! Compiles a content tree and a UI bundle into a manifest and one blob.
//!
//! In: a folder of Markdown, data and static files, and the output of the UI's bundler. Out: a [`manifest::Manifest`]
//! and the bytes it points into. Knows nothing of HTTP, of procedural macros or of any particular site.
//!
//! The stages, each one function over plain values:
//! `source` → `markdown` → `assemble` → `prerender` → `pack` → `manifest`.

pub mod diagnostic;
pub mod source;

pub mod document;
pub mod markdown;
pub mod model;

pub mod manifest;

#[path = "../../server/src/hash.rs"]
pub mod hash;
