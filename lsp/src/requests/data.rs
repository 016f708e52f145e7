//! The values that expressions in braces name: imported data files, and the front matter.

use crate::query::Query;
use crate::uri::normalize;
use bindery_compiler::markdown::default_imports;
use bindery_compiler::source::javascript::{self, Token, TokenKind, code_tokens};
use serde_json::Value;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// The most bytes before the cursor that are searched for the start of an expression.
const MAX_EXPRESSION: usize = 1024;

/// The expression of names, members and numbers around a byte, up to the end of the member at the byte.
fn expression(text: &str, byte: usize) -> Option<Range<usize>> {
    let end = byte + javascript::identifier(text.get(byte..)?).len();
    let near = text.floor_char_boundary(byte.saturating_sub(MAX_EXPRESSION));
    let mut braces = text[near..byte].rmatch_indices('{').take(4);
    braces.find_map(|(at, _)| {
        let start = near + at + 1;
        let mut tokens = code_tokens(&text[start..end]);
        tokens.retain(|token| start + token.start < byte);
        let is_whole = is_member_chain(&tokens);
        let first = tokens.first().map_or(byte, |token| start + token.start);
        is_whole.then_some(first..end)
    })
}

/// Whether tokens are the start of `a.b[0]['c']`, without white space.
fn is_member_chain(tokens: &[Token<'_>]) -> bool {
    let follows = |before: &Token<'_>, token: &Token<'_>| match before.kind {
        TokenKind::String | TokenKind::Number => token.is("]"),
        _ if before.is(".") => token.kind == TokenKind::Word,
        _ if before.is("?") => token.is("."),
        _ if before.is("[") => matches!(token.kind, TokenKind::String | TokenKind::Number),
        _ => [".", "?", "["].iter().any(|sign| token.is(sign)),
    };
    let begins = |first: &Token<'_>| first.kind == TokenKind::Word;
    let mut pairs = tokens.windows(2);
    tokens.first().is_none_or(begins)
        && pairs.all(|pair| pair[0].end() == pair[1].start && follows(&pair[0], &pair[1]))
}

/// The steps of an expression: `a.b[0]['c']`.
fn steps(expression: &str) -> Vec<&str> {
    let tokens = code_tokens(expression).into_iter();
    let steps = tokens.filter_map(|token| match token.kind {
        TokenKind::Word | TokenKind::Number => Some(token.text),
        _ => token.quoted(),
    });
    steps.collect()
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
        let imports = default_imports(query.text);
        let names = imports.keys().copied();
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
            let imports = default_imports(query.text);
            let target = imports.get(name)?;
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
        check("{data['a b {c'].d|}", Some("data['a b {c'].d"));
        check("{data['a.|b']}", Some("data['a.b"));
        check("{a + b|}", None);
        check("{data.a} b|", None);
        assert_eq!(steps("a.b[0]['c.d']"), ["a", "b", "0", "c.d"]);
    }
}
