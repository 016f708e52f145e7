//! Checks the text of source files: length, characters and words.

use crate::{PRODUCTS, SOURCES, assert_none};
use bindery_tidy::files::{all_lines_where, files, product_lines};

/// Lines a file may have without its tests.
const MAX_LINES: usize = 400;

/// Files that a test generates. Nobody edits them, so they may be long.
const GENERATED: [&str; 1] = ["ui/src/model.ts"];

#[test]
fn files_stay_short() {
    let folders = PRODUCTS.iter().chain(&["bench", "tests"]);
    let mut long = Vec::new();
    for (path, text) in folders.flat_map(|folder| files(folder, &SOURCES)) {
        let lines = product_lines(&path, &text).len();
        if lines > MAX_LINES && !GENERATED.contains(&path.as_str()) {
            long.push(format!(
                "{path}: {lines} lines, at most {MAX_LINES}: split it by topic"
            ));
        }
    }
    assert_none(&long);
}

#[test]
fn no_test_is_skipped_and_nothing_is_left_unfinished() {
    let words = [
        "#[ignore",
        "#[should_panic",
        "todo!(",
        "unimplemented!(",
        "dbg!(",
        "it.skip(",
        "test.skip(",
        ".only(",
    ];
    let folders = PRODUCTS.iter().chain(&["ui/test"]);
    let sources: Vec<_> = folders.flat_map(|folder| files(folder, &SOURCES)).collect();
    let is_unfinished = |line: &str| line.contains("TODO") && !line.contains("TODO(#");
    assert_none(&all_lines_where(&sources, |line| {
        words.iter().any(|word| line.contains(word)) || is_unfinished(line)
    }));
}

/// A module is where its name says, and a file belongs to one crate: what two crates need is a crate that both use.
#[test]
fn no_module_has_a_path_attribute() {
    let folders = PRODUCTS.iter().chain(&["bench", "tests"]);
    let sources: Vec<_> = folders.flat_map(|folder| files(folder, &[".rs"])).collect();
    let is_shared = |line: &str| line.trim_start().starts_with("#[path");
    assert_none(&all_lines_where(&sources, is_shared));
}
