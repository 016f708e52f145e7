//! What the comments of the configuration's sources say about keys.
//!
//! A field's comment begins with its keys in backquotes, and a colon ends them: `` `path`: the folder, `docs` by default.``
//! A struct's comment names its tables: `` `[blog.feed_options]`. ``

use crate::support::expected::root;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The meanings of keys by path, such as `blog.path`.
pub(super) fn meanings() -> Result<BTreeMap<String, String>, String> {
    let mut found = BTreeMap::new();
    let config = root().join("compiler/src/config.rs");
    read(&config, &mut found)?;
    let folder = fs::read_dir(root().join("compiler/src/config/sections"));
    let entries = folder.map_err(|error| error.to_string())?.flatten();
    let mut files: Vec<_> = entries.map(|entry| entry.path()).collect();
    files.sort();
    for file in files {
        read(&file, &mut found)?;
    }
    Ok(found)
}

/// The comments of a struct's fields by their names.
pub(super) fn fields(file: &str, name: &str) -> Result<BTreeMap<String, String>, String> {
    let text = fs::read_to_string(root().join(file)).map_err(|error| error.to_string())?;
    let start = text.find(&format!("struct {name} {{"));
    let rest = &text[start.ok_or_else(|| format!("no `{name}` in {file}"))?..];
    let body = rest.split("\n}").next().unwrap_or_default();
    let mut fields = BTreeMap::new();
    each_item(body, |comment, item| {
        let item = item
            .trim_start_matches("pub(crate) ")
            .trim_start_matches("pub ");
        if let Some((name, _)) = item.split_once(':') {
            fields.insert(name.to_owned(), comment.to_owned());
        }
    });
    Ok(fields)
}

fn read(file: &Path, found: &mut BTreeMap<String, String>) -> Result<(), String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    let mut tables: Vec<String> = Vec::new();
    each_item(&text, |comment, item| {
        if item.contains("struct ") {
            tables = names(comment).filter_map(table).collect();
            if tables.is_empty() {
                tables.push(String::new());
            }
            // The reader's own form of a table has no comments for authors.
            if item.contains("struct Raw") {
                tables.clear();
            }
        } else if item.contains("enum ") || item.contains("fn ") {
            tables.clear();
        } else if is_about_keys(comment) && item.ends_with(',') {
            for key in keys(comment) {
                for table in &tables {
                    let path = [table.as_str(), key].join(".");
                    let path = path.trim_matches('.').to_owned();
                    found.entry(path).or_insert_with(|| meaning(comment));
                }
            }
        }
    });
    Ok(())
}

/// Calls a function with each comment and the line of code that follows it, attributes left out.
fn each_item(text: &str, mut take: impl FnMut(&str, &str)) {
    let mut comment = String::new();
    for line in text.lines().map(str::trim) {
        if let Some(more) = line.strip_prefix("///") {
            comment.push_str(more);
        } else if !line.starts_with("#[") && !line.is_empty() {
            if !comment.is_empty() {
                take(comment.trim(), line);
            }
            comment.clear();
        }
    }
}

/// Whether a comment begins with a key. One that only lists keys says nothing about them.
fn is_about_keys(comment: &str) -> bool {
    comment.starts_with('`') && (comment.contains(": ") || names(comment).nth(1).is_none())
}

fn names(comment: &str) -> impl Iterator<Item = &str> {
    comment.split('`').skip(1).step_by(2)
}

/// `[blog.feed_options]` gives `blog.feed_options`.
fn table(name: &str) -> Option<String> {
    let is_table = name.starts_with('[') && name.ends_with(']');
    is_table.then(|| name.trim_matches(['[', ']']).to_owned())
}

/// The names before the colon.
fn keys(comment: &str) -> impl Iterator<Item = &str> {
    let head = comment.split(':').next().unwrap_or_default();
    names(head).map(|name| name.trim_matches(['[', ']']))
}

/// The text behind the colon, else the whole comment behind the first name.
fn meaning(comment: &str) -> String {
    let text = match comment.split_once(": ") {
        Some((_, text)) => text,
        None => comment.trim_start_matches(|c: char| c != ' '),
    };
    let text = text
        .trim_start_matches([' ', ',', ';'])
        .trim_start_matches("or ");
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
