//! Reads served documents.

use bindery_html::{Tag, TokenKind, decode, tokenize};

/// The contents of the scripts whose tags `is_wanted` accepts.
pub(crate) fn scripts<'h>(html: &'h str, is_wanted: impl Fn(&Tag<'h>) -> bool) -> Vec<&'h str> {
    let mut is_in_script = false;
    let mut scripts = Vec::new();
    for token in tokenize(html) {
        match &token.kind {
            TokenKind::StartTag(tag) => is_in_script = tag.is("script") && is_wanted(tag),
            TokenKind::RawText if is_in_script => scripts.push(token.source),
            _ => {}
        }
    }
    scripts
}

/// The text of the first `<h1>`.
pub(crate) fn first_heading(html: &str) -> Option<String> {
    let mut text: Option<String> = None;
    for token in tokenize(html) {
        match (&token.kind, &mut text) {
            (TokenKind::StartTag(tag), None) if tag.is("h1") => text = Some(String::new()),
            (TokenKind::Text, Some(text)) => text.push_str(&decode(token.source)),
            (TokenKind::EndTag(tag), Some(text)) if tag.is("h1") => {
                return Some(text.trim().to_owned());
            }
            _ => {}
        }
    }
    None
}
