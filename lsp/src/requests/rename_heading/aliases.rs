//! The aliases of heading ids in the front matter.

use crate::query::{Edit, Query};
use bindery_compiler::ledger::LEDGER_PATH;
use bindery_compiler::model::Page;
use bindery_compiler::source::{SourceFile, Span};
use serde_json::Value;

const KEY: &str = "heading_aliases:";

/// Whether the ledger lists a heading of a page.
pub(super) fn is_published(query: &Query<'_>, page: &Page, id: &str) -> bool {
    let checked = &query.snapshot.checked;
    let Some(ledger) = checked.tree.find(LEDGER_PATH) else {
        return false;
    };
    let base = checked.site.base_path.trim_end_matches('/');
    let route = page.route.as_str();
    let route = route.strip_prefix(base).unwrap_or(route);
    ledger.text.lines().any(|line| {
        let mut words = line.split_whitespace();
        words.next() == Some(route) && words.any(|word| word.strip_prefix('#') == Some(id))
    })
}

/// The changes of the front matter: aliases of changed ids lead to the new ones, and `added` are new aliases. Nothing changes
/// where the present aliases are not a block of lines.
pub(super) fn alias_edits(
    file: &SourceFile,
    known: Option<&Value>,
    changed: &[(String, String)],
    added: &[(&str, &str)],
) -> Vec<Edit> {
    let text = &file.text;
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let entry = |(old, new): &(&str, &str)| {
        let (old, new) = (Value::from(*old), Value::from(*new));
        format!("  {old}: {new}{line_end}")
    };
    let entries: String = added.iter().map(entry).collect();
    let insert = |at: usize, text: String| Edit {
        span: Span::new(file.id, at, at),
        text,
    };
    let Some(lines) = front_matter(text) else {
        let fence = format!("---{line_end}");
        let block = format!("{fence}{KEY}{line_end}{entries}{fence}{line_end}");
        return match entries.is_empty() {
            true => Vec::new(),
            false => vec![insert(0, block)],
        };
    };
    let mut inner = lines.iter();
    let Some(key) = inner.find(|(_, line)| line.starts_with(KEY)) else {
        let end = lines.last().map_or(4, |(at, line)| at + line.len());
        return match entries.is_empty() || known.is_some() {
            true => Vec::new(),
            false => vec![insert(end, format!("{KEY}{line_end}{entries}"))],
        };
    };
    if key.1.trim_end() != KEY {
        return Vec::new();
    }
    let mut edits = Vec::new();
    for (at, line) in inner.take_while(|(_, line)| line.starts_with([' ', '\t'])) {
        let Some((name, value)) = line.split_once(':') else {
            continue;
        };
        let value = value.trim().trim_matches(['"', '\'']);
        let target = changed.iter().find(|(old, _)| old == value);
        if let Some((_, new)) = target {
            let text = format!("{name}: {}", Value::from(new.as_str()));
            let end = at + line.trim_end().len();
            edits.push(Edit {
                span: Span::new(file.id, *at, end),
                text,
            });
        }
    }
    if !entries.is_empty() {
        edits.push(insert(key.0 + key.1.len(), entries));
    }
    edits
}

/// The lines between the marks of the front matter, with their line ends and places.
fn front_matter(text: &str) -> Option<Vec<(usize, &str)>> {
    let mut lines = text.split_inclusive('\n');
    let mut at = lines.next().filter(|line| line.trim_end() == "---")?.len();
    let mut inner = Vec::new();
    for line in lines {
        if line.trim_end() == "---" {
            return Some(inner);
        }
        inner.push((at, line));
        at += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use bindery_compiler::source::FileId;
    use serde_json::json;

    #[track_caller]
    fn check(text: &str, known: Option<&Value>, expected: &str) {
        let file = SourceFile::from_text(FileId(0), "a.md", text);
        let changed = [("old".to_owned(), "new".to_owned())];
        let mut edits = alias_edits(&file, known, &changed, &[("old", "new")]);
        edits.sort();
        let mut result = text.to_owned();
        for edit in edits.into_iter().rev() {
            let range = edit.span.start as usize..edit.span.end as usize;
            result.replace_range(range, &edit.text);
        }
        assert_eq!(result, expected);
    }

    #[test]
    fn aliases_are_added_to_the_front_matter() {
        let block = "heading_aliases:\n  \"old\": \"new\"\n";
        check("# A\n", None, &format!("---\n{block}---\n\n# A\n"));
        check(
            "---\na: b\n---\n# A\n",
            None,
            &format!("---\na: b\n{block}---\n# A\n"),
        );
        check("---\n---\n# A\n", None, &format!("---\n{block}---\n# A\n"));
        let known = json!({"older": "old"});
        let text = "---\nheading_aliases:\n  older: 'old'\n  x: y\nb: c\n---\n";
        let expected = format!("---\n{block}  older: \"new\"\n  x: y\nb: c\n---\n");
        check(text, Some(&known), &expected);
        let flow = "---\nheading_aliases: {older: old}\n---\n";
        check(flow, Some(&known), flow);
        check(
            "---\r\na: b\r\n---\r\n",
            None,
            "---\r\na: b\r\nheading_aliases:\r\n  \"old\": \"new\"\r\n---\r\n",
        );
    }
}
