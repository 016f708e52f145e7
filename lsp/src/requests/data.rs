//! The values that expressions in braces name: imported data files, and the front matter.

use crate::query::Query;
use crate::uri::normalize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// The default imports of a text: names and what they are imported from.
pub(super) fn imports(text: &str) -> BTreeMap<&str, &str> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("import "));
    let imports = lines.filter_map(|line| {
        let (name, from) = line.split_once(" from ")?;
        let from = from.trim().trim_end_matches(';').trim_end();
        let quote = from
            .chars()
            .next()
            .filter(|one| ['"', '\''].contains(one))?;
        let target = from.strip_prefix(quote)?.strip_suffix(quote)?;
        Some((name.trim(), target))
    });
    imports.collect()
}

/// The expression of names, members and numbers around a byte, up to the end of the member at the byte.
fn expression(text: &str, byte: usize) -> Option<Range<usize>> {
    let is_name = |letter: char| letter.is_alphanumeric() || "_$".contains(letter);
    let is_part = |letter: char| is_name(letter) || ".[]'\"-".contains(letter);
    let before = text.get(..byte)?;
    let start = before.trim_end_matches(is_part).len();
    let rest = &text[byte..];
    let end = byte + rest.find(|letter| !is_name(letter)).unwrap_or(rest.len());
    text[..start]
        .trim_end()
        .ends_with('{')
        .then_some(start..end)
}

/// The steps of an expression: `a.b[0]['c']`.
fn steps(expression: &str) -> Vec<&str> {
    let steps = expression.split(['.', '[', ']', '\'', '"']);
    steps.filter(|step| !step.is_empty()).collect()
}

/// The value of what is named at a byte.
pub(super) fn value_at(query: &Query<'_>, byte: usize) -> Option<(Value, Range<usize>)> {
    let range = expression(query.text, byte)?;
    let steps = steps(&query.text[range.clone()]);
    Some((value_of(query, &steps)?, range))
}

/// The names that can follow at a byte, and where the present one starts.
pub(super) fn members_at(query: &Query<'_>, byte: usize) -> Option<(Vec<(String, Value)>, usize)> {
    let range = expression(query.text, byte)?;
    let typed = &query.text[range.start..byte];
    let start = range.start + typed.rfind(['.', '[']).map_or(0, |at| at + 1);
    let steps = steps(&query.text[range.start..start]);
    if steps.is_empty() {
        let names = imports(query.text).into_keys();
        let names = names.chain(["frontMatter"]);
        let named = names.filter_map(|name| Some((name.to_owned(), value_of(query, &[name])?)));
        return Some((named.collect(), start));
    }
    let members = match value_of(query, &steps)? {
        Value::Object(members) => members.into_iter().collect(),
        _ => Vec::new(),
    };
    Some((members, start))
}

fn value_of(query: &Query<'_>, steps: &[&str]) -> Option<Value> {
    let (name, steps) = steps.split_first()?;
    let file = query.file?;
    let root: Arc<Value> = match *name {
        "frontMatter" => {
            let document = query.snapshot.document(file.id)?;
            Arc::new(Value::Object(document.front.value.clone()))
        }
        name => {
            let target = *imports(query.text).get(name)?;
            let path = match target.strip_prefix("@site/") {
                Some(path) => path.to_owned(),
                None if target.starts_with('.') => {
                    let path = normalize(&Path::new(file.folder()).join(target));
                    path.to_string_lossy().replace('\\', "/")
                }
                None => return None,
            };
            let data = &query.snapshot.checked.data;
            data.file(&path).or_else(|| data.folder(&path))?
        }
    };
    let mut value = &*root;
    for step in steps {
        value = match value {
            Value::Object(members) => members.get(*step)?,
            Value::Array(items) => items.get(step.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    Some(value.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_end_with_the_member_at_the_byte() {
        let check = |marked: &str, expected: Option<&str>| {
            let byte = marked.find('|').unwrap();
            let text = marked.replace('|', "");
            let found = expression(&text, byte).map(|range| text[range].to_owned());
            assert_eq!(found.as_deref(), expected, "{marked}");
        };
        check("x {data.a|b[0].c} y", Some("data.ab"));
        check("{ data['a'].|}", Some("data['a']."));
        check("{da|ta.é}", Some("data"));
        check("data.a|", None);
        check("{|", Some(""));
        assert_eq!(steps("a.b[0]['c']"), ["a", "b", "0", "c"]);
    }

    #[test]
    fn default_imports_are_found() {
        let text =
            "import a from './a.json'\nimport {b} from \"b\";\nimport c from 'c\nimport 'd'\n";
        let found = imports(text);
        assert_eq!(found.get("a"), Some(&"./a.json"));
        assert_eq!(found.get("c"), None);
    }
}
