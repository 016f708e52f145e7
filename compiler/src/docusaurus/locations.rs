//! Finds where the values of a configuration are written in its JavaScript text, so that diagnostics can point there.
//!
//! The scanner reads brackets, strings and keys, and nothing else of the language. A value is looked up by the path of
//! keys and indices of its place in the evaluated data. The text may build the data with variables, functions or
//! spreads, so paths in the text can differ: the answer is the key whose path shares the longest end with the one that
//! is looked up, preferably one whose string equals the evaluated value.

use crate::source::javascript::{Token, TokenKind, code_tokens};
use crate::value::{JsonPath, PathSegment};
use std::iter::Peekable;

/// A key with its value, or an item of a list, as the text writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct LocatedValue {
    path: JsonPath,
    location: Location,
    /// The value, where it is a string.
    text: Option<String>,
}

/// Start and end of a range of bytes.
pub(super) type ByteRange = (usize, usize);

/// The location of a value in the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Location {
    /// The bytes of the key; of an item of a list those of the value.
    pub(super) key: ByteRange,
    /// The bytes of the value's first word, string or bracket.
    pub(super) value: ByteRange,
}

/// The keys and values that a file writes.
#[derive(Clone, Debug, Default)]
pub(super) struct Locations {
    values: Vec<LocatedValue>,
}

impl Locations {
    /// Scans the text of a file.
    pub(super) fn scan(text: &str) -> Self {
        let mut scanner = Scanner {
            tokens: code_tokens(text).into_iter().peekable(),
            open: Vec::new(),
            values: Vec::new(),
            previous: Previous::Operator,
        };
        scanner.scan();
        Locations {
            values: scanner.values,
        }
    }

    /// The span of the value at `path`; `text` is the value if it is a string.
    pub(super) fn find(&self, path: &[PathSegment], text: Option<&str>) -> Option<Location> {
        let last = path.last()?;
        let likeness = |written: &LocatedValue| {
            let common = written.path.iter().rev().zip(path.iter().rev());
            let common = common.take_while(|(a, b)| a == b).count();
            (text.is_some() && written.text.as_deref() == text, common)
        };
        let candidates = self
            .values
            .iter()
            .filter(|written| match last {
                PathSegment::Key(_) => written.path.last() == Some(last),
                // A spread shifts the indices of the items after it, so any item is a candidate.
                PathSegment::Index(_) => matches!(written.path.last(), Some(PathSegment::Index(_))),
            })
            .map(|written| (likeness(written), written));
        // The first of equals wins; `max_by_key` alone would return the last.
        let best = candidates.rev().max_by_key(|(likeness, _)| *likeness)?;
        let is_sure = matches!(last, PathSegment::Key(_)) || best.0.0 || best.0.1 > 1;
        is_sure.then_some(best.1.location)
    }
}

/// An open bracket.
#[derive(Debug)]
enum Bracket {
    /// `{`, and the key whose value is being read.
    Object(Option<(String, ByteRange)>),
    /// `[`, and the number of commas so far.
    List(usize),
    /// `(`.
    Group,
}

/// The previous token: it decides whether a word is a key, and whether a value begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Previous {
    /// An opening bracket or a comma: a key or an item begins.
    Start,
    /// A colon after a key: its value begins.
    Colon,
    /// Any other operator.
    Operator,
    /// The end of a value.
    Operand,
}

struct Scanner<'t> {
    /// The tokens without comments.
    tokens: Peekable<std::vec::IntoIter<Token<'t>>>,
    open: Vec<Bracket>,
    values: Vec<LocatedValue>,
    previous: Previous,
}

impl Scanner<'_> {
    fn scan(&mut self) {
        while let Some(token) = self.tokens.next() {
            match token.kind {
                TokenKind::Punctuator => self.punctuator(&token),
                TokenKind::String | TokenKind::Template => {
                    let text = token.quoted().map(unescaped).unwrap_or_default();
                    if !self.read_key(&token, &text) {
                        self.operand(token.start, token.end(), Some(text));
                    }
                }
                TokenKind::Word | TokenKind::Number => {
                    if !self.read_key(&token, token.text) {
                        let end = self.end_of_members(token.end());
                        self.operand(token.start, end, None);
                        if token.is("return") || token.is("default") {
                            self.previous = Previous::Operator;
                        }
                    }
                }
                _ => self.operand(token.start, token.end(), None),
            }
        }
    }

    fn punctuator(&mut self, token: &Token<'_>) {
        match token.text {
            "{" => self.open_bracket(token.start, Bracket::Object(None)),
            "[" => self.open_bracket(token.start, Bracket::List(0)),
            "(" => self.open_bracket(token.start, Bracket::Group),
            "}" | "]" | ")" => {
                self.open.pop();
                self.previous = Previous::Operand;
            }
            "," => self.comma(),
            // The sign of a number.
            "-" if self.begins_value() => {
                let next = self.tokens.next_if(|next| next.kind == TokenKind::Number);
                let end = next.map_or(token.end(), |next| next.end());
                self.operand(token.start, end, None);
            }
            _ => self.previous = Previous::Operator,
        }
    }

    /// Reads the members behind a name, as in `process.env.URL`, and returns the end of the last.
    fn end_of_members(&mut self, mut end: usize) -> usize {
        let is_part = |next: &Token<'_>, end| {
            let is_member = matches!(next.kind, TokenKind::Word | TokenKind::Number);
            next.start == end && (is_member || next.is("."))
        };
        while let Some(next) = self.tokens.next_if(|next| is_part(next, end)) {
            end = next.end();
        }
        end
    }

    fn open_bracket(&mut self, start: usize, bracket: Bracket) {
        self.operand(start, start + 1, None);
        self.open.push(bracket);
        self.previous = Previous::Start;
    }

    fn comma(&mut self) {
        match self.open.last_mut() {
            Some(Bracket::Object(key)) => *key = None,
            Some(Bracket::List(count)) => *count += 1,
            _ => {}
        }
        self.previous = Previous::Start;
    }

    /// Whether a word or a string is a key of the open object; if so, the scanner has read it and its colon.
    fn read_key(&mut self, token: &Token<'_>, name: &str) -> bool {
        let is_open = matches!(self.open.last(), Some(Bracket::Object(None)));
        if !is_open || self.previous != Previous::Start {
            return false;
        }
        let is_end = |next: &Token<'_>| [":", ",", "}", "("].iter().any(|sign| next.is(sign));
        if !self.tokens.peek().is_some_and(is_end) {
            return false;
        }
        if let Some(Bracket::Object(key)) = self.open.last_mut() {
            *key = Some((name.to_owned(), (token.start, token.end())));
        }
        self.previous = Previous::Colon;
        if self.tokens.next_if(|next| next.is(":")).is_none() {
            // A shorthand (`{ navbar }`) or a method: the word is key and value.
            self.operand(token.start, token.end(), None);
        }
        true
    }

    /// Whether the next token is the first of a value or of an item.
    fn begins_value(&self) -> bool {
        let is_in_list = matches!(self.open.last(), Some(Bracket::List(_)));
        self.previous == Previous::Colon || self.previous == Previous::Start && is_in_list
    }

    /// Records the value that begins with these bytes if they are the first token after a key or of an item.
    fn operand(&mut self, start: usize, end: usize, text: Option<String>) {
        if self.begins_value() {
            let key = match self.open.last() {
                Some(Bracket::Object(Some((_, span)))) => *span,
                _ => (start, end),
            };
            let value = (start, end);
            self.values.push(LocatedValue {
                path: self.path(),
                location: Location { key, value },
                text,
            });
        }
        self.previous = Previous::Operand;
    }

    fn path(&self) -> JsonPath {
        let steps = self.open.iter().filter_map(|bracket| match bracket {
            Bracket::Object(key) => key.as_ref().map(|(name, _)| PathSegment::Key(name.clone())),
            Bracket::List(count) => Some(PathSegment::Index(*count)),
            Bracket::Group => None,
        });
        steps.collect()
    }
}

/// A string with the backslashes of its escapes removed.
fn unescaped(text: &str) -> String {
    let mut is_escaped = false;
    let mut is_text = |c| {
        is_escaped = c == '\\' && !is_escaped;
        !is_escaped
    };
    text.chars().filter(|c| is_text(*c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"// a comment: with, keys {
import {themes as t} from 'x';
const navbar = {
  title: "Odd \"one\"", // title: 'not me'
  items: [
    { to: '/a', label: `A ${t({ to: '/no' })}` },
    ...(process.env.X ? [{ to: '/b', label: 'B' }] : []),
    "two words", 'quoted-key',
  ],
};
export default {
  'quoted-key': /[/{]a:b,/g, navbar, run() { return { to: 1 }; },
  half: 6 / 2, title: 'S',
  themeConfig: { navbar },
};
"#;

    fn check(path: &[&str], text: Option<&str>, expected: Option<(&str, &str)>) {
        let steps: JsonPath = path
            .iter()
            .map(|step| {
                step.parse()
                    .map_or(PathSegment::Key((*step).to_owned()), PathSegment::Index)
            })
            .collect();
        let found = Locations::scan(TEXT).find(&steps, text);
        let texts =
            found.map(|Location { key, value }| (&TEXT[key.0..key.1], &TEXT[value.0..value.1]));
        assert_eq!(texts, expected, "{path:?}");
    }

    #[test]
    fn values_are_found_by_path_and_text() {
        check(&["title"], Some("S"), Some(("title", "'S'")));
        let odd = "Odd \"one\"";
        let written = "\"Odd \\\"one\\\"\"";
        check(
            &["themeConfig", "navbar", "title"],
            Some(odd),
            Some(("title", written)),
        );
        check(
            &["themeConfig", "navbar", "items", "0", "to"],
            Some("/a"),
            Some(("to", "'/a'")),
        );
        // After a spread the indices in the text differ from those in the data.
        check(
            &["themeConfig", "navbar", "items", "1", "to"],
            Some("/b"),
            Some(("to", "'/b'")),
        );
        check(
            &["navbar", "items", "2"],
            Some("two words"),
            Some(("\"two words\"", "\"two words\"")),
        );
        check(&["quoted-key"], None, Some(("'quoted-key'", "/[/{]a:b,/g")));
        check(&["themeConfig", "navbar"], None, Some(("navbar", "navbar")));
        check(&["run"], None, Some(("run", "run")));
        check(&["half"], None, Some(("half", "6")));
    }

    #[test]
    fn values_that_the_text_does_not_write_have_no_location() {
        check(&["tagline"], Some("T"), None);
        check(&["plugins", "0"], Some("none"), None);
    }

    #[test]
    fn brackets_in_literals_elements_and_comments_are_no_keys() {
        let text = "export default {\n  a: `${f(`}`)} ${'`'} ${{x: 1} /* ` */}`, html: <b>{x}, it's</b>,\n  \
            re: /['{]/, b: -1, url: process.env.URL, title: 'T' };";
        let texts = |key: &str| {
            let found = Locations::scan(text).find(&[PathSegment::Key(key.to_owned())], None);
            found.map(|Location { value, .. }| &text[value.0..value.1])
        };
        assert_eq!(texts("title"), Some("'T'"));
        assert_eq!(texts("html"), Some("<b>{x}, it's</b>"));
        assert_eq!(texts("re"), Some("/['{]/"));
        assert_eq!(texts("b"), Some("-1"));
        assert_eq!(texts("url"), Some("process.env.URL"));
        assert_eq!(texts("x"), None);
    }

    #[test]
    fn unfinished_texts_do_not_panic() {
        for text in [
            "",
            "{",
            "'",
            "`${",
            "/",
            "/*",
            "{a:",
            "]})",
            "{a b: 1}",
            "\u{1F600}: {'\u{e9}': 1",
        ] {
            Locations::scan(text);
        }
    }
}
