//! Replaces emoji names such as `:tada:` by the emoji, if the site enables it.
//!
//! The names are those of `remark-emoji`, which Docusaurus uses: `emoji.txt` is made of emojilib 2.4.0 (MIT licence,
//! copyright 2014 Mu-An Chiou). Other names are text. Heading ids are made of the names, not of the emoji.

use crate::renderer::Renderer;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// An emoji name in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct EmojiName {
    start: usize,
    end: usize,
    emoji: &'static str,
}

fn table() -> &'static BTreeMap<&'static str, &'static str> {
    static TABLE: OnceLock<BTreeMap<&'static str, &'static str>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let lines = include_str!("emoji.txt").lines();
        lines.filter_map(|line| line.split_once(' ')).collect()
    })
}

/// The first name at or after `from`.
fn next(text: &str, from: usize) -> Option<EmojiName> {
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

impl Renderer<'_, '_, '_> {
    /// Buffers text until the next event that is not text: the parser may split a name into several events.
    pub(crate) fn push_pending_text(&mut self, text: &str) {
        self.pending_text.push_str(text);
    }

    /// Writes the buffered text, with names replaced by emoji except in the alternative text of images.
    pub(crate) fn write_pending_text(&mut self) {
        if self.pending_text.is_empty() {
            return;
        }
        let text = std::mem::take(&mut self.pending_text);
        let mut at = 0;
        while let Some(found) = next(&text, at).filter(|_| self.out.alt.is_none()) {
            if at < found.start {
                self.text(&text[at..found.start]);
            }
            if let Some(heading) = &mut self.out.heading {
                let name = text[found.start..found.end].to_owned();
                heading.names.push((heading.text.len(), found.emoji, name));
            }
            self.plain_text(found.emoji);
            at = found.end;
        }
        if at < text.len() {
            self.text(&text[at..]);
        }
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
