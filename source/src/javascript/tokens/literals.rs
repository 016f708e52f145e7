//! Measures strings and regular expressions.

use crate::javascript::identifier;

/// The length of the string at the start of a text, and whether it ends on its line.
pub(super) fn string(text: &str) -> (usize, bool) {
    let quote = text.as_bytes()[0];
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'\n' => return (at, false),
            _ if byte == quote => return (at + 1, true),
            _ => {}
        }
    }
    (text.len(), false)
}

/// The length of the regular expression at the start of a text, if it ends on its line.
pub(super) fn regular_expression(text: &str) -> Option<usize> {
    let mut is_in_class = false;
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            b'\n' => return None,
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'[' => is_in_class = true,
            b']' => is_in_class = false,
            b'/' if !is_in_class => {
                let flags = identifier(&text[at + 1..]);
                return Some(at + 1 + flags.len());
            }
            _ => {}
        }
    }
    None
}
