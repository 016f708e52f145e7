//! Patterns of paths: globs, wildcards and templates.
//!
//! - [`Glob`] and [`Globs`] select files as Docusaurus' `include` and `exclude` do: `**/_*.{md,mdx}`.
//! - [`NamePattern`] matches one name: `traveler-*`.
//! - [`PathPattern`] matches addresses: `/guide/*`, `/{name}.json`.
//! - [`PathTemplate`] captures the values of placeholders and fills them into another template:
//!   `/characters/{element}/traveler-{e}`.
//!
//! Patterns come from content, so matching never backtracks: its time is bounded by the length of the pattern times the
//! length of the text.

mod glob;
mod path;
mod steps;
mod template;

pub use self::glob::{Glob, Globs};
pub use self::path::{NamePattern, PathPattern};
pub use self::template::{Captures, PathTemplate};
