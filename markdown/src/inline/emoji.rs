//! Finds emoji names such as `:tada:`. They are replaced by the emoji if the site enables it.
//!
//! The names are those of `remark-emoji`, which Docusaurus uses: `emoji.txt` is made of emojilib 2.4.0 (MIT licence,
//! copyright 2014 Mu-An Chiou). Other names are text. Heading ids are made of the names, not of the emoji.

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// An emoji name in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EmojiName {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) emoji: &'static str,
}

fn table() -> &'static BTreeMap<&'static str, &'static str> {
    static TABLE: OnceLock<BTreeMap<&'static str, &'static str>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let lines = include_str!("emoji.txt").lines();
        lines.filter_map(|line| line.split_once(' ')).collect()
    })
}

/// The first name at or after `from`.
pub(crate) fn next(text: &str, from: usize) -> Option<EmojiName> {
    let mut at = from;
    loop {
        let start = at + text.get(at..)?.find(':')?;
        let rest = &text[start + 1..];
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-' || c == '+';
        let length = rest.find(|c| !is_word(c))?;
        let emoji = table().get(&rest[..length]);
        if let (Some(emoji), true) = (emoji, rest[length..].starts_with(':')) {
            return Some(EmojiName {
                start,
                end: start + length + 2,
                emoji,
            });
        }
        at = start + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let mut at = 0;
        let mut found = Vec::new();
        while let Some(one) = next(text, at) {
            found.push(one.emoji);
            at = one.end;
        }
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn names_are_found_where_they_are_closed() {
        check("a :tada: b:rocket:c", &["🎉", "🚀"]);
        check(":white_check_mark: :+1: :-1:", &["✅", "👍", "👎"]);
        check("12:30:45 ::tada:tada: :none:tada:", &["🎉", "🎉"]);
        check(":tada", &[]);
        check(": tada:", &[]);
        check("", &[]);
    }
}
