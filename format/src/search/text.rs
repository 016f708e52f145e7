//! The tokenizer of the search: splits text into terms, for the writer of the index and for queries.
//!
//! In: any text. Out: [`Token`]s, each with its range and its folded spelling. No rule depends on a language, except that
//! for the English `'s`.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The maximum length of a term in bytes; the rest is cut off.
const MAX_TERM: usize = 48;

/// A word, number, or pair of characters of a script without spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// First byte in the text.
    pub start: usize,
    /// First byte after it.
    pub end: usize,
    /// Lower case, without diacritics and apostrophes.
    pub term: String,
}

/// The terms of a text in order.
#[must_use]
pub fn tokens(text: &str) -> Vec<Token> {
    let mut list = Vec::new();
    let mut start = None;
    let mut previous = ' ';
    for (at, c) in text.char_indices() {
        let belongs = is_word(c) || (start.is_some() && joins(previous, c, &text[at..]));
        match start {
            Some(first) if !belongs => {
                push(text, first, at, &mut list);
                start = None;
            }
            None if belongs => start = Some(at),
            _ => {}
        }
        previous = c;
    }
    if let Some(first) = start {
        push(text, first, text.len(), &mut list);
    }
    list
}

/// The number before a unit: `2.5` of `2.5s`.
#[must_use]
pub fn number_of(term: &str) -> Option<&str> {
    let end = term.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    (end > 0 && !term.contains(is_unspaced)).then(|| &term[..end])
}

/// Whether a term has a digit. Such a term has no typos: another digit means another thing.
#[must_use]
pub fn has_digit(term: &str) -> bool {
    term.bytes().any(|byte| byte.is_ascii_digit())
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || is_combining_mark(c)
}

/// An apostrophe between letters, a point between digits, a comma before three digits.
fn joins(previous: char, c: char, rest: &str) -> bool {
    let mut next = rest.chars().skip(1);
    match c {
        '\'' | '\u{2019}' => {
            previous.is_alphabetic() && next.next().is_some_and(char::is_alphabetic)
        }
        '.' => previous.is_ascii_digit() && next.next().is_some_and(|c| c.is_ascii_digit()),
        ',' => {
            let digits = next.take_while(char::is_ascii_digit).count();
            previous.is_ascii_digit() && digits == 3
        }
        _ => false,
    }
}

fn push(text: &str, start: usize, end: usize, list: &mut Vec<Token>) {
    let word = &text[start..end];
    if word.chars().any(is_unspaced) {
        return push_pairs(text, start, end, list);
    }
    let word = ["'s", "\u{2019}s", "'S", "\u{2019}S"]
        .iter()
        .find_map(|suffix| word.strip_suffix(suffix))
        .unwrap_or(word);
    let term = fold(word);
    if !term.is_empty() {
        let end = start + word.len();
        list.push(Token { start, end, term });
    }
}

/// Adds the terms of a script without spaces: each pair of neighbouring characters, or the only character.
fn push_pairs(text: &str, start: usize, end: usize, list: &mut Vec<Token>) {
    let mut first = start;
    let mut places: Vec<(usize, char)> = Vec::new();
    for (at, c) in text[start..end].char_indices() {
        if is_unspaced(c) {
            if places.is_empty() && first < start + at {
                push(text, first, start + at, list);
            }
            places.push((start + at, c));
        } else if !places.is_empty() {
            flush_pairs(text, &mut places, list);
            first = start + at;
        }
    }
    if places.is_empty() {
        push(text, first, end, list);
    } else {
        flush_pairs(text, &mut places, list);
    }
}

fn flush_pairs(text: &str, places: &mut Vec<(usize, char)>, list: &mut Vec<Token>) {
    let width = 2.min(places.len());
    for pair in places.windows(width) {
        let start = pair[0].0;
        let (last, c) = pair[width - 1];
        let end = last + c.len_utf8();
        let term = fold(&text[start..end]);
        list.push(Token { start, end, term });
    }
    places.clear();
}

/// Whether a script writes words without spaces: Chinese, Japanese, Thai, Lao and Khmer. Korean counts as well, because it
/// writes a word and its particle together.
fn is_unspaced(c: char) -> bool {
    matches!(u32::from(c), 0x0E00..=0x0EFF | 0xAC00..=0xD7A3 | 0x1780..=0x17FF | 0x3040..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x3134F)
}

/// Whether a mark changes a Japanese syllable into another one (dakuten, handakuten), so that folding must preserve it.
fn is_voicing(c: char) -> bool {
    matches!(c, '\u{3099}' | '\u{309A}')
}

/// The folded spelling of a word: compatibility forms, lower case, no diacritics.
#[must_use]
pub fn fold(word: &str) -> String {
    let mut term = String::with_capacity(word.len());
    if word.is_ascii() {
        let bytes = word.bytes().filter(|byte| !matches!(byte, b'\'' | b','));
        term.extend(bytes.map(|byte| char::from(byte.to_ascii_lowercase())));
    } else {
        let plain = word
            .nfkd()
            .filter(|c| !is_combining_mark(*c) || is_voicing(*c));
        for c in plain.nfc().flat_map(char::to_lowercase) {
            match c {
                '\'' | '\u{2019}' | ',' => {}
                'ß' => term.push_str("ss"),
                'æ' => term.push_str("ae"),
                'œ' => term.push_str("oe"),
                'ø' => term.push('o'),
                'đ' => term.push('d'),
                'ł' => term.push('l'),
                'ı' => term.push('i'),
                c => term.push(c),
            }
        }
    }
    if term.len() > MAX_TERM {
        let end = (0..=MAX_TERM).rev().find(|at| term.is_char_boundary(*at));
        term.truncate(end.unwrap_or_default());
    }
    term
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(text: &str) -> Vec<String> {
        tokens(text).into_iter().map(|token| token.term).collect()
    }

    #[test]
    fn words_are_folded() {
        assert_eq!(terms("Amos' Bow, Hu Tao's"), ["amos", "bow", "hu", "tao"]);
        assert_eq!(
            terms("Café Müßig ŒUVRE don’t"),
            ["cafe", "mussig", "oeuvre", "dont"]
        );
        assert_eq!(terms("e\u{301}tude"), ["etude"]);
        assert_eq!(terms("— … ()"), Vec::<String>::new());
    }

    #[test]
    fn numbers_keep_their_points_and_units() {
        assert_eq!(
            terms("2.5s, N2C, C6. 1.6b 12,345 1,2"),
            ["2.5s", "n2c", "c6", "1.6b", "12345", "1", "2"]
        );
        assert_eq!(number_of("2.5s"), Some("2.5"));
        assert_eq!((number_of("c6"), number_of("12")), (None, None));
    }

    #[test]
    fn scripts_without_spaces_are_cut_into_pairs() {
        assert_eq!(terms("胡桃だ Hu桃"), ["胡桃", "桃だ", "hu", "桃"]);
        assert_eq!(terms("공격력을 C6"), ["공격", "격력", "력을", "c6"]);
    }

    #[test]
    fn places_are_those_of_the_text() {
        for token in tokens("Ünïcode’s 2.5s — 胡桃堂 x") {
            let text = "Ünïcode’s 2.5s — 胡桃堂 x";
            assert_eq!(fold(&text[token.start..token.end]), token.term);
        }
    }

    #[test]
    fn a_term_has_an_end() {
        assert_eq!(terms(&"é".repeat(500)), ["e".repeat(MAX_TERM)]);
    }
}
