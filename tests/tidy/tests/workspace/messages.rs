//! The strings of the interface and their translations: each string that the sources translate is in each file of messages,
//! and each message of a file is a string that the sources translate.

use crate::assert_none;
use bindery_tidy::files::{SourceText, files};
use bindery_tidy::lexer::{TokenKind, tokens, without_tests};
use bindery_tidy::typescript::{json_entries, translations};
use std::collections::{BTreeMap, BTreeSet};

const MESSAGES: &str = "compiler/src/translations/messages";

/// The source of the strings that the compiler accepts.
const ENGLISH: &str = "compiler/src/translations/messages/en.json";

/// The definitions of `translate` and `<Translate>`, which pass the ids of others on.
const DEFINITIONS: [&str; 3] = [
    "ui/src/content/Translate.tsx",
    "ui/src/docusaurus/Translate.tsx",
    "ui/src/lib/text/translate.ts",
];

/// The folders of the Rust sources that look up messages.
const RUST: [&str; 2] = ["compiler/src", "server/src"];

/// Docusaurus' ids of strings that have another id here (`ALIASES` of `translations.rs`).
const ALIASES: [&str; 1] = ["theme.IconExternalLink.ariaLabel"];

#[test]
fn the_interface_writes_its_ids_and_defaults_as_literals() {
    let mut wrong = Vec::new();
    for (path, text) in interface() {
        for one in translations(&text) {
            if one.id.is_none() || one.default.is_none() {
                let line = one.line;
                wrong.push(format!(
                    "{path}:{line}: write the id and the default as literals"
                ));
            }
        }
    }
    assert_none(&wrong);
}

#[test]
fn every_file_of_messages_has_each_string_once() {
    let used = used_ids();
    let mut wrong = Vec::new();
    for (path, text) in message_files() {
        let entries = json_entries(&text);
        let ids: BTreeSet<&str> = entries.iter().map(|(id, _)| id.as_str()).collect();
        for (at, (id, _)) in entries.iter().enumerate() {
            if entries[..at].iter().any(|(earlier, _)| earlier == id) {
                wrong.push(format!("{path}: `{id}` is duplicated"));
            }
            if !used.contains_key(id) {
                wrong.push(format!("{path}: no source uses `{id}`"));
            }
        }
        let missing = used.iter().filter(|(id, _)| !ids.contains(id.as_str()));
        wrong.extend(missing.map(|(id, place)| format!("{path}: add `{id}` ({place})")));
    }
    assert_none(&wrong);
}

#[test]
fn the_defaults_of_the_interface_are_the_english_messages() {
    let english = files(MESSAGES, &["en.json"]).remove(0).1;
    let english: BTreeMap<String, String> = json_entries(&english).into_iter().collect();
    let mut wrong = Vec::new();
    for (path, text) in interface() {
        for one in translations(&text) {
            let (Some(id), Some(default)) = (one.id, one.default) else {
                continue;
            };
            let line = one.line;
            match english.get(&id) {
                Some(message) if *message != default => wrong.push(format!(
                    "{path}:{line}: the default of `{id}` is `{default}`, but `{message}` in {ENGLISH}"
                )),
                _ => {}
            }
        }
    }
    assert_none(&wrong);
}

fn message_files() -> Vec<SourceText> {
    let found = files(MESSAGES, &[".json"]);
    assert!(found.len() > 1, "no files of messages below `{MESSAGES}`");
    found
}

fn interface() -> impl Iterator<Item = SourceText> {
    let sources = files("ui/src", &[".ts", ".tsx"]).into_iter();
    sources.filter(|(path, _)| !DEFINITIONS.contains(&path.as_str()))
}

/// The ids that a source looks up, with one place for each.
fn used_ids() -> BTreeMap<String, String> {
    let mut used = BTreeMap::new();
    for (path, text) in interface() {
        for one in translations(&text) {
            let place = format!("{path}:{}", one.line);
            used.extend(one.id.map(|id| (id, place)));
        }
    }
    for (path, text) in RUST.into_iter().flat_map(|folder| files(folder, &[".rs"])) {
        if path.ends_with("tests.rs") {
            continue;
        }
        for token in without_tests(&tokens(&text)) {
            if let TokenKind::Literal(id) = token.kind
                && is_id(&id)
            {
                used.insert(id, format!("{path}:{}", token.line));
            }
        }
    }
    used
}

/// Whether a literal of Rust is a whole id: prefixes end with a full stop, and patterns have braces.
fn is_id(text: &str) -> bool {
    let is_whole = !text.ends_with('.') && !text.contains(['{', ' ']);
    text.starts_with("theme.") && is_whole && !ALIASES.contains(&text)
}
