//! Changes parts of a text that tokens point at, and copies the rest.

use crate::escape::requote;
use crate::tokenizer::{Attribute, Tag, Token};
use std::ops::Range;

/// Changes to a text, in order of their ranges, which do not overlap.
#[derive(Clone, Debug)]
pub struct Edits<'h> {
    html: &'h str,
    out: String,
    /// The end of what is copied or replaced.
    done: usize,
}

impl<'h> Edits<'h> {
    /// No changes to `html` yet.
    #[must_use]
    pub fn new(html: &'h str) -> Self {
        Self {
            html,
            out: String::with_capacity(html.len() + html.len() / 16),
            done: 0,
        }
    }

    /// Replaces a range by `text`.
    pub fn replace(&mut self, range: Range<usize>, text: &str) {
        self.out.push_str(&self.html[self.done..range.start]);
        self.out.push_str(text);
        self.done = range.end;
    }

    /// Inserts `text` at an offset.
    pub fn insert(&mut self, at: usize, text: &str) {
        self.replace(at..at, text);
    }

    /// Inserts attributes after the name of a start tag; `text` begins with a space.
    pub fn insert_attributes(&mut self, token: &Token<'_>, tag: &Tag<'_>, text: &str) {
        self.insert(token.range.start + 1 + tag.name.len(), text);
    }

    /// Removes an attribute and one character of white space before it, unless that separates its neighbours.
    pub fn remove_attribute(&mut self, tag: &Tag<'_>, attribute: &Attribute<'_>) {
        let Range { start, end } = attribute.range;
        let mut others = tag.attributes.iter();
        let before = others.rfind(|other| other.range.end < start && !is_quoted(other));
        let is_separate = match self.html.as_bytes().get(end) {
            Some(b'/') => before.is_none_or(|other| other.value.is_empty()),
            Some(b'>') => true,
            next => next.is_some_and(u8::is_ascii_whitespace),
        };
        let has_space = self.html[..start].ends_with(|c: char| c.is_ascii_whitespace());
        self.replace(start - usize::from(is_separate && has_space)..end, "");
    }

    /// Appends `text`, which is escaped, to the value of an attribute, which gets quotes if it has none.
    pub fn append_to_value(&mut self, attribute: &Attribute<'_>, text: &str) {
        if is_quoted(attribute) {
            return self.insert(attribute.value_range.end, text);
        }
        let mut quoted = format!("{}=\"", attribute.name);
        quoted.push_str(&requote(attribute.value));
        quoted.push_str(text);
        quoted.push('"');
        self.replace(attribute.range.clone(), &quoted);
    }

    /// The changed text.
    #[must_use]
    pub fn finish(mut self) -> String {
        self.out.push_str(&self.html[self.done..]);
        self.out
    }
}

fn is_quoted(attribute: &Attribute<'_>) -> bool {
    attribute.value_range.end < attribute.range.end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokenizer::{TokenKind, tokenize};

    #[test]
    fn attributes_are_changed_in_place() {
        for (html, expected) in [
            ("<p a b=\"c\">", "<p x a b=\"c d\">"),
            ("<P b='\"'>", "<P x b='\" d'>"),
            ("<p b=a\"c>", "<p x b=\"a&quot;c d\">"),
            ("<p b/>", "<p x b=\" d\"/>"),
            ("<!-- <p b=\"\"> -->", "<!-- <p b=\"\"> -->"),
        ] {
            let mut edits = Edits::new(html);
            for token in tokenize(html) {
                if let TokenKind::StartTag(tag) = &token.kind {
                    edits.insert_attributes(&token, tag, " x");
                    edits.append_to_value(tag.attribute("b").expect("a value"), " d");
                }
            }
            assert_eq!(edits.finish(), expected);
        }
    }

    #[test]
    fn removed_attributes_leave_their_neighbours_apart() {
        for (html, expected) in [
            ("<p a=b x=\"c\">", "<p a=b>"),
            ("<p x=\"c\" a=b>", "<p a=b>"),
            ("<p a=b x=\"c\"d>", "<p a=b d>"),
            ("<p a=b x=\"c\"/>", "<p a=b />"),
            ("<p a=\"b\" x=\"c\"/>", "<p a=\"b\"/>"),
            ("<p x/>", "<p/>"),
        ] {
            let mut edits = Edits::new(html);
            for token in tokenize(html) {
                if let TokenKind::StartTag(tag) = &token.kind {
                    edits.remove_attribute(tag, tag.attribute("x").expect("a value"));
                }
            }
            assert_eq!(edits.finish(), expected);
        }
    }
}
