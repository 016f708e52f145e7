//! Reads the sources of the workspace for the cases in `tests/`: which files there are, and which module imports which.
//!
//! The reader of Rust is a lexer and not a parser: it knows comments, literals, attributes and paths, which is all that an
//! import needs. Nothing here builds or runs what it reads, so `cargo test -p bindery-tidy` takes seconds.

pub mod edges;
pub mod files;
pub mod imports;
pub mod lexer;
pub mod methods;
pub mod modules;
pub mod named_paths;
pub mod order;
pub mod typescript;
