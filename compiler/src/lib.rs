//! Compiles a content tree and a UI bundle into a manifest and one blob.
//!
//! In: a folder of Markdown, data and static files, and the output of the UI's bundler. Out: a [`bindery_format::manifest::Manifest`]
//! and the bytes it points into. Knows nothing of HTTP, of procedural macros or of any particular site.
//!
//! The stages, each one function over plain values:
//! `source` → `markdown` → `assemble` → `render` → `output` → `pack` → `manifest`.

pub use bindery_highlight as highlight;
pub use bindery_markdown::{self as markdown, document, front_matter};
pub use bindery_source::{self as source, data, diagnostic, pattern, value};

pub mod error;
pub mod history;
pub mod system;

pub mod config;
pub mod docusaurus;

pub mod model;
pub mod timestamp;
pub mod translations;

pub mod ledger;

pub mod assemble;

pub mod html;
pub mod images;
pub mod render;

pub mod output;
pub mod pack;

pub mod driver;
pub mod script;

#[cfg(test)]
mod testing;
