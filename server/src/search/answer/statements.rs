//! Finds the sentences of a text that state a figure.

use bindery_format::search::sentences::has_end;

/// Bytes of a line that is no sentence.
const MAX_CAPTION: usize = 40;
/// Bytes of a sentence.
const MAX_SENTENCE: usize = 300;

/// Whether a text is a sentence, or longer than a caption without being a legend (`A: 1-Hit DMG`), and short enough to be shown.
pub(super) fn is_sentence(text: &str) -> bool {
    let is_legend = text
        .split_once(": ")
        .is_some_and(|(name, _)| name.len() == 1);
    let is_long = text.len() > MAX_CAPTION && !is_legend;
    text.len() <= MAX_SENTENCE && (has_end(text) || is_long)
}

pub(super) fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}
