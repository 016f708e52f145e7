//! Compiles a content tree and a UI bundle into a manifest and one blob.
//!
//! In: a folder of Markdown, data and static files, and the output of the UI's bundler. Out: a manifest, which
//! `bindery_macros` reads, and the bytes that it points into. Knows nothing of HTTP, of procedural macros or of any
//! particular site.
//!
//! A build script runs [`Script`]; a program that only wants to know what is wrong with a tree calls [`check`]:
//!
//! ```
//! use bindery_compiler::{CheckOutcome, Code, Diagnostic, Severity, SourceTree, check, render_diagnostic};
//! use std::fs;
//! use std::path::Path;
//!
//! let folder = tempfile::tempdir()?;
//! fs::create_dir(folder.path().join("docs"))?;
//! fs::write(folder.path().join("site.toml"), "title = \"T\"\nurl = \"https://t.example\"\n")?;
//! fs::write(folder.path().join("docs/a.md"), "# A page\n\nSee [B](/b).\n")?;
//!
//! let CheckOutcome { tree, problems, .. } = check(folder.path(), Path::new(""));
//! let errors = problems.iter().filter(|one| one.severity == Severity::Error);
//! let broken: Vec<&Diagnostic> = errors.filter(|one| one.code == Code::BrokenLink).collect();
//!
//! fn text(problem: &Diagnostic, tree: &SourceTree) -> String {
//!     render_diagnostic(problem, tree)
//! }
//! assert!(text(broken[0], &tree).contains("docs/a.md:3:9: error[broken-link]: no page at `/b`"));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! The stages, each one function over plain values:
//! `source` → `markdown` → `assemble` → `render` → `output` → `pack` → `manifest`.
//!
//! # Stability
//!
//! The items on this page follow semantic versioning: before 1.0 a new minor version may change them, and the changelog
//! says so. The modules that the page does not show are shared with Bindery's other crates and may change in any version.

#[doc(hidden)]
pub use bindery_highlight as highlight;
#[doc(hidden)]
pub use bindery_markdown::{self as markdown, document, front_matter};
#[doc(hidden)]
pub use bindery_source::{self as source, data, diagnostic, pattern, value};

#[doc(hidden)]
pub mod error;
#[doc(hidden)]
pub mod history;
#[doc(hidden)]
pub mod system;

#[doc(hidden)]
pub mod config;
#[doc(hidden)]
pub mod docusaurus;

#[doc(hidden)]
pub mod model;
#[doc(hidden)]
pub mod timestamp;
#[doc(hidden)]
pub mod translations;

#[doc(hidden)]
pub mod ledger;

#[doc(hidden)]
pub mod assemble;

#[doc(hidden)]
pub mod html;
#[doc(hidden)]
pub mod images;
#[doc(hidden)]
pub mod render;

#[doc(hidden)]
pub mod output;
#[doc(hidden)]
pub mod pack;

#[doc(hidden)]
pub mod driver;
#[doc(hidden)]
pub mod script;

#[doc(inline)]
pub use diagnostic::{Code, Diagnostic, Severity, render as render_diagnostic};
pub use driver::{CheckOutcome, Schema, check, schemas};
pub use render::RenderLines;
pub use script::Script;
#[doc(inline)]
pub use source::SourceTree;

#[cfg(test)]
mod testing;
