//! Compiles a content tree and a UI bundle into a manifest and one blob.
//!
//! In: a folder of Markdown, data and static files, and the output of the UI's bundler. Out: a [`manifest::Manifest`]
//! and the bytes it points into. Knows nothing of HTTP, of procedural macros or of any particular site.
//!
//! The stages, each one function over plain values:
//! `source` → `markdown` → `assemble` → `prerender` → `pack` → `manifest`.

pub use bindery_highlight as highlight;
pub use bindery_markdown::{self as markdown, document, front_matter};
pub use bindery_source::{self as source, data, diagnostic, pattern, schema, spanned};

pub mod error;
pub mod history;

pub mod config;
pub mod docusaurus;

pub mod search;

pub mod model;
pub mod moment;
pub mod translations;

pub mod ledger;

pub mod assemble;

pub mod cache;
pub mod files;

pub mod bundle;
mod child;
pub mod install;

pub mod headers;
pub mod html;
pub mod markup;
pub mod outputs;
pub mod prerender;

pub mod compress;
pub mod inline_styles;
pub mod landmarks;
pub mod pack;
pub mod pictures;
mod tags;

pub mod build;
pub mod summary;

#[cfg(test)]
mod testing;
