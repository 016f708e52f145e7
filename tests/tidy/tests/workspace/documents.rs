//! Checks that documents and comments are true where that can be read off the sources: the paths exist, so that a renamed
//! file is renamed there, too, and the tables of modules in ARCHITECTURE.md have the modules in their order.

use crate::order::{COMPILER, SERVER, SOURCE};
use crate::{PRODUCTS, assert_none};
use bindery_tidy::files::{files, paths, root};
use bindery_tidy::named_paths::{RepositoryPaths, comment};

const DOCUMENTS: [&str; 4] = [
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
];

/// Paths that comments give as examples of files of a content tree, and files that a build makes.
const EXAMPLES: [&str; 8] = [
    "@site/src/x.tsx",
    "Tabs/index.tsx",
    "layout/Tabs.tsx",
    "src/pages/about.tsx",
    "ssr/worker.mjs",
    "team/about-us.tsx",
    "ui/node_modules",
    "x/index.tsx",
];

/// Adds the paths of a line that do not exist.
fn check(all: &RepositoryPaths, place: &str, line: &str, missing: &mut Vec<String>) {
    let wrong = all.missing(line).into_iter();
    let wrong = wrong.filter(|path| !EXAMPLES.contains(path));
    missing.extend(wrong.map(|path| format!("{place}: no `{path}`")));
}

#[test]
fn paths_in_documents_exist() {
    let all = RepositoryPaths::new(paths(""));
    let mut missing = Vec::new();
    for document in DOCUMENTS {
        let text = std::fs::read_to_string(root().join(document)).expect("a document");
        let mut is_code = false;
        for (at, line) in text.lines().enumerate() {
            is_code ^= line.starts_with("```");
            if !is_code {
                check(&all, &format!("{document}:{}", at + 1), line, &mut missing);
            }
        }
    }
    assert_none(&missing);
}

#[test]
fn paths_in_comments_exist() {
    let all = RepositoryPaths::new(paths(""));
    let folders = PRODUCTS
        .iter()
        .chain(&["bench", "tests", "ui/bundler", "ui/test"]);
    let endings = [".rs", ".ts", ".tsx", ".mjs", ".css", ".toml"];
    let mut missing = Vec::new();
    for (path, text) in folders.flat_map(|folder| files(folder, &endings)) {
        if path.starts_with("tests/sites/") || path.ends_with("named_paths.rs") {
            continue;
        }
        for (at, line) in text.lines().enumerate() {
            let place = format!("{path}:{}", at + 1);
            check(
                &all,
                &place,
                comment(line).unwrap_or_default(),
                &mut missing,
            );
        }
    }
    assert_none(&missing);
}

#[test]
fn the_tables_of_modules_have_all_modules_in_their_order() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("a document");
    let mut wrong = Vec::new();
    for (krate, layers) in [
        ("compiler", &COMPILER),
        ("server", &SERVER),
        ("source", &SOURCE),
    ] {
        let named = modules_of_table(&text, krate);
        if named != layers.order {
            let order = layers.order.join(", ");
            wrong.push(format!(
                "ARCHITECTURE.md: the table of `{krate}/` has {named:?}, its order is {order}"
            ));
        }
    }
    assert_none(&wrong);
}

/// The modules in the first column of the table below the heading of a crate.
fn modules_of_table<'t>(text: &'t str, krate: &str) -> Vec<&'t str> {
    let heading = format!("### `{krate}/`");
    let lines = text.lines().skip_while(|line| !line.starts_with(&heading));
    let section = lines.skip(1).take_while(|line| !line.starts_with('#'));
    let cells = section.filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    cells
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .collect()
}
