//! Checks that the paths and names in README.md and ARCHITECTURE.md exist.

use crate::assert_none;
use bindery_tidy::files::root;

/// Folders of the repository whose paths the documents write in backquotes.
const FOLDERS: [&str; 19] = [
    "bench",
    "compiler",
    "compression",
    "content",
    "deploy",
    "docs",
    "editors",
    "engine",
    "font",
    "format",
    "highlight",
    "html",
    "lsp",
    "macros",
    "markdown",
    "server",
    "source",
    "tests",
    "ui",
];

/// A path in backquotes is a file or a folder of the repository; names in capital letters and `…` are variables.
#[test]
fn paths_in_documents_exist() {
    let mut missing = Vec::new();
    for document in ["README.md", "ARCHITECTURE.md"] {
        let text = std::fs::read_to_string(root().join(document)).expect("a document");
        let mut is_code = false;
        for (at, line) in text.lines().enumerate() {
            is_code ^= line.starts_with("```");
            for path in line.split('`').skip(1).step_by(2).filter(|_| !is_code) {
                let first = path.split('/').next().unwrap_or_default();
                let is_path = path.contains('/') && FOLDERS.contains(&first) && path.is_ascii();
                let is_variable = path.contains(['*', '{', ' ', '$']) || path.contains("CODE");
                if is_path && !is_variable && !root().join(path).exists() {
                    missing.push(format!("{document}:{}: no `{path}`", at + 1));
                }
            }
        }
    }
    assert_none(&missing);
}
