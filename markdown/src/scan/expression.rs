//! Decides whether `{…}` in running text is an expression.

use super::line::bounded_line;
use super::scanner::Scanner;
use bindery_source::javascript;

/// The maximum length of an expression in running text, in bytes.
const MAX_EXPRESSION: usize = 8192;

impl Scanner<'_, '_> {
    /// The end of the `{…}` at `at` if it is an expression: it begins with a known name, is a single string, or contains an arrow
    /// function. Other braces are text.
    pub(super) fn expression_end(&mut self, at: usize) -> Option<usize> {
        let text = &self.text[at + 1..];
        let inner = text.trim_start();
        let word = javascript::identifier(inner);
        let next = inner[word.len()..].trim_start().as_bytes().first();
        let is_member = matches!(next, Some(b'.' | b'['));
        let is_named = match word {
            "" => matches!(inner.as_bytes().first(), Some(b'`' | b'\'' | b'"')),
            "frontMatter" | "props" => is_member,
            "require" => next == Some(&b'('),
            word => self.masked.sources[self.source]
                .hoisted
                .names
                .contains(word),
        };
        let is_code = is_named
            || bounded_line(text).contains("=>")
            || self.context.options.has_code && is_computed(inner, word, next.copied());
        if !is_code || self.lookahead_budget == 0 {
            return None;
        }
        let near = &self.text[..self.text.floor_char_boundary(at + MAX_EXPRESSION)];
        let Some(close) = javascript::closing_bracket(near, at) else {
            self.spend_lookahead(near.len() - at);
            return None;
        };
        let inner = &self.text[at + 1..close];
        if word.is_empty() && !inner.contains("=>") {
            let whole = inner.trim();
            let end = javascript::closing_quote(whole.as_bytes(), 0);
            if end.is_none_or(|end| end + 1 != whole.len()) {
                return None;
            }
        }
        Some(close + 1)
    }
}

/// What JavaScript has without a declaration, and texts use.
const GLOBALS: [&str; 15] = [
    "Array",
    "Boolean",
    "Date",
    "Intl",
    "JSON",
    "Map",
    "Math",
    "Number",
    "Object",
    "Promise",
    "Set",
    "String",
    "globalThis",
    "process",
    "structuredClone",
];

/// Whether the text in braces computes something from what JavaScript has by itself. MDX evaluates it.
fn is_computed(inner: &str, word: &str, next: Option<u8>) -> bool {
    let after = inner[word.len()..].trim_start();
    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    match word {
        "" => matches!(inner.as_bytes().first(), Some(b'[' | b'(')),
        "new" | "typeof" | "await" => after.starts_with(|c: char| c.is_ascii_alphabetic()),
        _ if is_number => matches!(next, Some(b'+' | b'-' | b'*' | b'/' | b'%')),
        word => matches!(next, Some(b'.' | b'(' | b'[')) && GLOBALS.contains(&word),
    }
}
