//! The content that authors write: files, spans, diagnostics about them, and values with their spans.
//!
//! In: a folder. Out: a [`SourceTree`], values of YAML, TOML and JSON with spans, data files checked against their
//! schemas, and [`diagnostic::Diagnostics`]. Knows nothing of Markdown, of pages or of any particular site.
//!
//! Modules are listed from the lowest layer to the highest: each uses only those above it.

pub mod history;
pub mod javascript;
pub mod letter_case;
mod line_index;
mod tree;

pub mod diagnostic;
mod read;

pub mod pattern;
pub mod url;
pub mod value;

pub mod data;

pub use line_index::LineIndex;
pub use read::{ChangedPaths, FileCache, FileStamp, read_again, read_scope, read_tree};
pub use tree::{CONFIG_PATH, FileId, Links, MAX_FILE_BYTES, Scope, SourceFile, SourceTree, Span};
