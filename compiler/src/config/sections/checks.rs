//! `[checks]`: the levels of diagnostics.

use crate::diagnostic::{Code, Diagnostics, Level, Levels, did_you_mean};
use crate::value::{Entry, Node, NodeValue};

/// The names of levels: Bindery's and Docusaurus'.
pub(in crate::config) const LEVELS: [&str; 5] = ["ignore", "log", "warn", "error", "throw"];

/// Reads `[checks]`. A name of Docusaurus sets the level of one or several codes.
pub(in crate::config) fn read_checks(node: &Node, sink: &mut Diagnostics) -> Levels {
    let mut levels = Levels::new();
    for entry in node.entries() {
        let level = match &entry.node.value {
            NodeValue::String(text) if LEVELS.contains(&text.as_str()) => level(text),
            _ => {
                sink.error(Code::BadConfig, entry.node.span, "unknown level of a check")
                    .help("one of `ignore`, `warn`, `error`");
                continue;
            }
        };
        for code in checked_codes(entry, sink) {
            if code.is_structural() && level != Level::Error {
                let message = format!("`{}` is always an error", entry.key);
                sink.error(Code::BadConfig, entry.key_span, message)
                    .help("delete the line, or write `\"error\"`");
            }
            // Two keys may set the same code; the stricter level wins.
            let strictest = levels.entry(code).or_insert(level);
            *strictest = level.max(*strictest);
        }
    }
    levels
}

fn checked_codes(entry: &Entry, sink: &mut Diagnostics) -> Vec<Code> {
    let key = entry.key.replace('-', "_");
    let key = key.strip_prefix("on_").unwrap_or(&key);
    match key {
        "broken_links" => return vec![Code::BrokenLink, Code::LinkToFolder],
        "broken_markdown_links" => return vec![Code::BrokenLink],
        "broken_markdown_images" => return vec![Code::MissingImage],
        _ => {}
    }
    let singular = key.strip_suffix('s').unwrap_or(key);
    if let Some(code) = Code::from_name(key).or_else(|| Code::from_name(singular)) {
        return vec![code];
    }
    let names: Vec<String> = Code::ALL
        .iter()
        .map(|code| code.name().replace('-', "_"))
        .collect();
    let problem = sink.error(
        Code::BadConfig,
        entry.key_span,
        format!("unknown check `{}`", entry.key),
    );
    if let Some(help) = did_you_mean(key, names.iter().map(String::as_str)) {
        problem.help(help);
    }
    Vec::new()
}

/// The level of a name of [`LEVELS`].
pub(in crate::config) fn level(word: &str) -> Level {
    match word {
        "ignore" => Level::Ignore,
        "error" | "throw" => Level::Error,
        _ => Level::Warn,
    }
}
