//! Splits a paragraph into sentences.

use std::ops::Range;

/// The sentences of a paragraph, as bytes of the whole text. Each ends at a full stop, question mark or exclamation mark
/// before a space and a character that is not a small letter, or at one of the marks of Chinese and Japanese, which no space
/// follows.
#[must_use]
pub fn sentences(text: &str, paragraph: Range<usize>) -> Vec<Range<usize>> {
    let mut list = Vec::new();
    let mut start = paragraph.start;
    let own = &text[paragraph.clone()];
    for (at, c) in own.char_indices() {
        let end = paragraph.start + at + c.len_utf8();
        let rest = &text[end..paragraph.end];
        let is_end = match c {
            '.' | '?' | '!' => begins_sentence(rest) && !is_abbreviation(&text[start..end]),
            '。' | '！' | '？' => !rest.starts_with(['。', '！', '？', '」', '』', '）', '”']),
            _ => false,
        };
        if is_end {
            list.push(start..end);
            start = end + usize::from(rest.starts_with(' '));
        }
    }
    if start < paragraph.end {
        list.push(start..paragraph.end);
    }
    list
}

/// Whether a line has the mark of a sentence's end, so that it is no caption.
#[must_use]
pub fn has_end(line: &str) -> bool {
    line.ends_with(['.', '?', '!', '。', '？', '！'])
        || [". ", "? ", "! "].iter().any(|end| line.contains(end))
}

/// Whether a text is a space and then a character that can begin a sentence.
fn begins_sentence(rest: &str) -> bool {
    let next = rest.strip_prefix(' ').and_then(|rest| rest.chars().next());
    next.is_some_and(|next| !next.is_lowercase())
}

/// Whether a text ends with an abbreviation: `e.g.`, `vs.`, `No.`, one letter.
fn is_abbreviation(text: &str) -> bool {
    let word = text.rsplit(' ').next().unwrap_or_default();
    let word = word.trim_start_matches('(');
    matches!(word, "e.g." | "i.e." | "vs." | "No." | "Lv." | "approx.")
        || (word.len() == 2 && word.starts_with(char::is_uppercase))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<&str> {
        let list = sentences(text, 0..text.len());
        list.into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn sentences_end_at_stops() {
        assert_eq!(
            split("It lasts 2.5 s. Others (e.g. Pyro) last 3. why? Yes"),
            ["It lasts 2.5 s.", "Others (e.g. Pyro) last 3. why?", "Yes"]
        );
    }

    #[test]
    fn sentences_without_spaces_end_at_stops() {
        assert_eq!(
            split("炎元素です。「強い。」と言う！本当？はい"),
            ["炎元素です。", "「強い。」と言う！", "本当？", "はい"]
        );
    }
}
