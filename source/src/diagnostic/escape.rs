//! Escapes untrusted text for terminals and logs.
//!
//! File names and texts of pages can contain line breaks, escape sequences and characters that reorder the text around
//! them. An unescaped line break could begin a line such as `::warning ::…`, which GitHub's runner takes as a command.

use std::borrow::Cow;

/// Whether a character acts instead of being shown: control characters (ECMA-48), the separators of lines and
/// paragraphs, and the bidirectional embeddings, overrides and isolates (Unicode Standard Annex #9, section 2).
#[must_use]
pub(super) fn is_active(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text with each active character as Rust writes it in a literal: `\n`, `\t`, `\u{1b}`.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_active) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match is_active(character) {
            true => shown.extend(character.escape_default()),
            false => shown.push(character),
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn what_acts_on_a_terminal_is_written_as_an_escape() {
        for (text, shown) in [
            ("docs/ä 申鶴.md", "docs/ä 申鶴.md"),
            ("a\n::warning ::x\r", "a\\n::warning ::x\\r"),
            (
                "\u{1b}[31m\u{9b}2J\u{7f}\0",
                "\\u{1b}[31m\\u{9b}2J\\u{7f}\\u{0}",
            ),
            (
                "a\u{202e}b\u{2066}c\u{2028}",
                "a\\u{202e}b\\u{2066}c\\u{2028}",
            ),
            ("\u{200f}\u{feff}", "\u{200f}\u{feff}"),
        ] {
            assert_eq!(visible(text), shown);
        }
    }
}
