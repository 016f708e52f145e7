//! Limits the number of files in a folder.

use crate::assert_none;
use bindery_tidy::files::root;
use std::collections::BTreeSet;
use std::path::Path;

/// Siblings a folder of sources may have; `x.rs`, `x/` and `x.css` are one.
const MAX_SIBLINGS: usize = 20;

/// Folders with one file for each entry of a list, and their lists.
const LISTS: [(&str, &str); 2] = [
    ("diagnostic/explain", "an explanation for each code"),
    (
        "ui/src/content",
        "the bundler takes each file for a component that Markdown may name",
    ),
];

#[test]
fn folders_hold_few_siblings() {
    let mut crowded = Vec::new();
    for folder in [
        "bench/src",
        "compiler",
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
        "tests",
        "ui/src",
        "ui/test",
        "ui/bundler",
        "content/components",
    ] {
        visit(&root().join(folder), folder, &mut crowded);
    }
    assert_none(&crowded);
}

fn visit(folder: &Path, name: &str, crowded: &mut Vec<String>) {
    let mut siblings = BTreeSet::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let file = entry.file_name().to_string_lossy().into_owned();
        let path = entry.path();
        if file.starts_with('.') || ["node_modules", "target", "corpus"].contains(&file.as_str()) {
            continue;
        }
        siblings.insert(file.split('.').next().unwrap_or_default().to_owned());
        if path.is_dir() && !path.is_symlink() && !is_data(&path) {
            visit(&path, &format!("{name}/{file}"), crowded);
        }
    }
    let is_list = LISTS.iter().any(|(list, _)| name.ends_with(list));
    if siblings.len() > MAX_SIBLINGS && !is_list {
        crowded.push(format!(
            "{name}: {} siblings, at most {MAX_SIBLINGS}: sort them into folders by topic",
            siblings.len()
        ));
    }
}

/// Fixture trees are content, not sources.
fn is_data(folder: &Path) -> bool {
    folder.ends_with("tests/sites") || folder.ends_with("tests/browser/node_modules")
}
