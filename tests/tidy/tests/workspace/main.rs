//! The rules of ARCHITECTURE.md that can be read off the sources. Each case names the file, the line and a correction.

mod documents;
mod folders;
mod interface;
mod locks;
mod messages;
mod order;
mod purity;
mod styles;
mod text;

use bindery_tidy::files::files;
use bindery_tidy::modules::Files;

/// The folders that hold the sources of products, with the endings of source files.
const PRODUCTS: [&str; 15] = [
    "compiler",
    "compression",
    "engine",
    "font",
    "format",
    "highlight",
    "html",
    "lsp",
    "macros",
    "markdown",
    "server",
    "site",
    "source",
    "ui/src",
    "content/components",
];

/// The endings of source files.
const SOURCES: [&str; 4] = [".rs", ".ts", ".tsx", ".mjs"];

/// All Rust files below a folder, by path.
fn rust_files(folder: &str) -> Files {
    files(folder, &[".rs"]).into_iter().collect()
}

/// Fails with the lines, if there are any.
#[track_caller]
fn assert_none(wrong: &[String]) {
    assert!(
        wrong.is_empty(),
        "{} found:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
