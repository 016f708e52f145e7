//! Parses TOML into nodes with spans.

use super::{Entry, Node, NodeValue};
use crate::diagnostic::{Code, Diagnostics};
use crate::{FileId, SourceFile, Span};
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// Parses a TOML file and recovers from syntax errors; each of them becomes a [`Code::BadConfig`].
pub fn parse_toml(file: &SourceFile, sink: &mut Diagnostics) -> Node {
    let (table, errors) = DeTable::parse_recoverable(&file.text);
    for error in errors {
        let at = error.span().unwrap_or_default();
        let span = match at.is_empty() {
            true => file.letter_at(at.start),
            false => Span::new(file.id, at.start, at.end),
        };
        let message = format!("bad TOML: {}", error.message());
        let problem = sink.error(Code::BadConfig, span, message);
        if let Some(help) = table_and_list(&file.text, at.start) {
            problem.help(help);
        }
    }
    let range = table.span();
    table_node(file.id, &range, table.get_ref())
}

/// The help for `[[name]]` in a file that has a table `[name]`, too.
fn table_and_list(text: &str, at: usize) -> Option<String> {
    let start = text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
    let name = text[start..].lines().next()?.trim();
    let name = name.strip_prefix("[[")?.strip_suffix("]]")?;
    let table = format!("[{name}]");
    let is_table = text.lines().any(|line| line.trim() == table);
    is_table.then(|| match name {
        "navbar" => format!("`{table}` is a table; its items are written as `[[{name}.items]]`"),
        _ => format!(
            "write one of the two: `{table}` is one table, and each `[[{name}]]` an item of a list"
        ),
    })
}

fn table_node(file: FileId, range: &Range<usize>, table: &DeTable<'_>) -> Node {
    let mut entries: Vec<Entry> = table
        .iter()
        .map(|(key, value)| Entry {
            key: key.get_ref().to_string(),
            key_span: Span::new(file, key.span().start, key.span().end),
            node: value_node(file, &value.span(), value.get_ref()),
        })
        .collect();
    entries.sort_by_key(|entry| entry.key_span);
    Node {
        span: Span::new(file, range.start, range.end),
        value: NodeValue::Map(entries),
    }
}

fn value_node(file: FileId, range: &Range<usize>, value: &DeValue<'_>) -> Node {
    let value = match value {
        DeValue::String(text) => NodeValue::String(text.to_string()),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => NodeValue::Integer(number),
            Err(_) => NodeValue::String(number.as_str().to_owned()),
        },
        DeValue::Float(number) => match number.as_str().parse() {
            Ok(number) => NodeValue::Float(number),
            Err(_) => NodeValue::String(number.as_str().to_owned()),
        },
        DeValue::Boolean(flag) => NodeValue::Bool(*flag),
        DeValue::Datetime(date) => NodeValue::String(date.to_string()),
        DeValue::Array(items) => NodeValue::List(
            items
                .iter()
                .map(|item| value_node(file, &item.span(), item.get_ref()))
                .collect(),
        ),
        DeValue::Table(table) => return table_node(file, range, table),
    };
    Node {
        span: Span::new(file, range.start, range.end),
        value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_errors_of_a_file_are_reported() {
        let file = SourceFile::from_text(
            FileId(0),
            "site.toml",
            "a = \nb = 1\nc = [\nd = 2020-01-01\n",
        );
        let mut sink = Diagnostics::new();
        let node = parse_toml(&file, &mut sink);
        assert_eq!(node.get("b").unwrap().value, NodeValue::Integer(1));
        let list = sink.into_sorted();
        assert!(list.len() >= 2, "{list:?}");
        assert!(list[0].message.starts_with("bad TOML: "));
    }
}
