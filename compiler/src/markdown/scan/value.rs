//! `{…}` in running text.

use super::Scanner;
use super::inline::{Found, near_line};
use crate::markdown::tag;
use crate::markdown::token::TokenKind;

/// An expression in running text takes up no more bytes than this.
const MAX_EXPRESSION: usize = 8192;

impl<'s> Scanner<'s, '_> {
    /// `{…}` that is an expression, not text: it names what is known here, or is a whole string, or is code beyond
    /// doubt.
    pub(super) fn value(&mut self, at: usize) -> Found<'s> {
        let text = &self.text[at + 1..];
        let inner = text.trim_start();
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let word = &inner[..inner.find(|c| !is_word(c)).unwrap_or(inner.len())];
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
        let is_code = is_named || near_line(text).contains("=>");
        if !is_code || self.budget == 0 {
            return Found::Text(at + 1);
        }
        let near = &self.text[..self.text.floor_char_boundary(at + MAX_EXPRESSION)];
        let Some(close) = tag::closing_brace(near, at) else {
            self.spend(near.len() - at);
            return Found::Text(at + 1);
        };
        let inner = &self.text[at + 1..close];
        if word.is_empty() && !inner.contains("=>") {
            let whole = inner.trim();
            let end = tag::closing_quote(whole.as_bytes(), 0);
            if end.is_none_or(|end| end + 1 != whole.len()) {
                return Found::Text(at + 1);
            }
        }
        Found::Token(TokenKind::Expression(inner), at..close + 1)
    }
}
