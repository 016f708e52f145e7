//! Writes values as TOML.

use crate::value::{Entry, Node, NodeValue};
use std::fmt::Write;

/// The columns of a line that a list may take before it is written in several lines.
const MAX_COLUMNS: usize = 100;

/// The text of a table: plain values first, then tables and lists of tables. Keys without a value are left out.
pub(super) fn to_toml(entries: &[Entry]) -> String {
    let mut out = String::new();
    for entry in entries.iter().filter(|one| !is_section(&one.node)) {
        write_pair(&mut out, entry);
    }
    for entry in entries.iter().filter(|one| is_section(&one.node)) {
        match &entry.node.value {
            NodeValue::Map(inner) => {
                let _ = writeln!(out, "\n[{}]", key(&entry.key));
                inner.iter().for_each(|one| write_pair(&mut out, one));
            }
            NodeValue::List(items) => {
                for item in items {
                    let _ = writeln!(out, "\n[[{}]]", key(&entry.key));
                    item.entries()
                        .iter()
                        .for_each(|one| write_pair(&mut out, one));
                }
            }
            _ => {}
        }
    }
    out
}

/// Whether a value is a table or a list of tables.
fn is_section(node: &Node) -> bool {
    let is_map = |node: &Node| matches!(node.value, NodeValue::Map(_));
    match &node.value {
        NodeValue::Map(_) => true,
        NodeValue::List(items) => !items.is_empty() && items.iter().all(is_map),
        _ => false,
    }
}

fn write_pair(out: &mut String, entry: &Entry) {
    if entry.node.value != NodeValue::Null {
        let _ = writeln!(out, "{} = {}", key(&entry.key), value(&entry.node, 0));
    }
}

fn key(key: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !key.is_empty() && key.chars().all(is_bare) {
        return key.to_owned();
    }
    string(key)
}

/// A value; `depth` indents the lines of a long list.
fn value(node: &Node, depth: usize) -> String {
    match &node.value {
        NodeValue::Null => unreachable!("BUG: what has no value is left out before"),
        NodeValue::Bool(flag) => flag.to_string(),
        NodeValue::Integer(number) => number.to_string(),
        NodeValue::Float(number) => format!("{number:?}"),
        NodeValue::String(text) => string(text),
        NodeValue::List(items) => list(items, depth),
        NodeValue::Map(entries) => {
            let entries = entries
                .iter()
                .filter(|one| one.node.value != NodeValue::Null);
            let pairs: Vec<String> = entries
                .map(|one| format!("{} = {}", key(&one.key), value(&one.node, depth)))
                .collect();
            match pairs.is_empty() {
                true => "{}".to_owned(),
                false => format!("{{ {} }}", pairs.join(", ")),
            }
        }
    }
}

/// The lists with an item that has no value, which is left out, by their paths: `component_context.customFields.sizes`.
pub(super) fn lists_with_gaps(entries: &[Entry]) -> Vec<String> {
    fn collect(node: &Node, path: &str, found: &mut Vec<String>) {
        match &node.value {
            NodeValue::List(items) => {
                if items.iter().any(|item| item.value == NodeValue::Null) {
                    found.push(path.to_owned());
                }
                for item in items {
                    collect(item, path, found);
                }
            }
            NodeValue::Map(entries) => {
                for one in entries {
                    collect(&one.node, &format!("{path}.{}", one.key), found);
                }
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    for entry in entries {
        collect(&entry.node, &entry.key, &mut found);
    }
    found.dedup();
    found
}

fn list(items: &[Node], depth: usize) -> String {
    let items = items.iter().filter(|item| item.value != NodeValue::Null);
    let items: Vec<String> = items.map(|item| value(item, depth + 1)).collect();
    let line = format!("[{}]", items.join(", "));
    if line.len() <= MAX_COLUMNS && !line.contains('\n') {
        return line;
    }
    let indent = "  ".repeat(depth + 1);
    let lines: String = items
        .iter()
        .map(|item| format!("\n{indent}{item},"))
        .collect();
    format!("[{lines}\n{}]", "  ".repeat(depth))
}

/// A basic string.
fn string(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
