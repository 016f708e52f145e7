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

/// Beginnings of comments whose subject is in another comment.
const PRONOUNS: [&str; 12] = [
    "Its ",
    "Their ",
    "It ",
    "They ",
    "Whether it ",
    "Whether they ",
    "Where it ",
    "Where they ",
    "What it ",
    "What they ",
    "How it ",
    "How they ",
];

/// A reader of the documentation, or of a tooltip in an editor, sees one comment, without those around it.
#[test]
fn comments_of_items_name_their_subject() {
    let folders = PRODUCTS
        .iter()
        .chain(&["bench", "tests", "server/overlay", "ui/bundler"]);
    let endings = [SOURCES.as_slice(), &[".js"]].concat();
    let mut wrong = Vec::new();
    for (path, text) in folders.flat_map(|folder| files(folder, &endings)) {
        let mut before = "";
        for (at, line) in text.lines().map(str::trim_start).enumerate() {
            let words = first_words(before, line).unwrap_or_default();
            if PRONOUNS.iter().any(|pronoun| words.starts_with(pronoun)) {
                wrong.push(format!("{path}:{}: {line}: name the subject", at + 1));
            }
            before = line;
        }
    }
    assert_none(&wrong);
}

/// The text of a line that begins the comment of an item.
fn first_words<'l>(before: &str, line: &'l str) -> Option<&'l str> {
    let starts = ["/// ", "//! "]
        .iter()
        .find(|start| line.starts_with(**start));
    match starts {
        Some(start) if before.starts_with(start.trim_end()) => None,
        Some(start) => Some(&line[start.len()..]),
        None if before == "/**" => line.strip_prefix("* "),
        None => line.strip_prefix("/** "),
    }
}
