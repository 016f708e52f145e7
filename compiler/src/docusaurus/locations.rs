//! Finds where the values of a configuration are written in its JavaScript text, so that diagnostics can point there.
//!
//! The scanner reads brackets, strings and keys, and nothing else of the language. A value is looked up by the path of
//! keys and indices of its place in the evaluated data. The text may build the data with variables, functions or
//! spreads, so paths in the text can differ: the answer is the key whose path shares the longest end with the one that
//! is looked up, preferably one whose string equals the evaluated value.

use crate::value::{JsonPath, PathSegment};

/// A key with its value, or an item of a list, as the text writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct WrittenValue {
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
    values: Vec<WrittenValue>,
}

impl Locations {
    /// Scans the text of a file.
    pub(super) fn scan(text: &str) -> Self {
        let mut scanner = Scanner {
            text,
            at: 0,
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
        let likeness = |written: &WrittenValue| {
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

/// The previous token: it decides whether a slash divides or opens a regular expression, and whether a word is a key.
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
    text: &'t str,
    at: usize,
    open: Vec<Bracket>,
    values: Vec<WrittenValue>,
    previous: Previous,
}

impl Scanner<'_> {
    fn scan(&mut self) {
        while let Some(c) = self.rest().chars().next() {
            let start = self.at;
            match c {
                _ if c.is_whitespace() => self.at += c.len_utf8(),
                '/' if self.rest().starts_with("//") => self.skip_to("\n"),
                '/' if self.rest().starts_with("/*") => self.skip_to("*/"),
                '/' if self.previous != Previous::Operand => {
                    self.regular_expression();
                    self.operand(start, None);
                }
                '\'' | '"' | '`' => {
                    let text = self.string(c);
                    if !self.read_key(start, &text) {
                        self.operand(start, Some(text));
                    }
                }
                '{' | '[' | '(' => self.open_bracket(c),
                '}' | ']' | ')' => {
                    self.at += 1;
                    self.open.pop();
                    self.previous = Previous::Operand;
                }
                ',' => self.comma(),
                _ if is_word(c) => {
                    let word = self.word();
                    if !self.read_key(start, &word) {
                        self.operand(start, None);
                        if word == "return" || word == "default" {
                            self.previous = Previous::Operator;
                        }
                    }
                }
                _ => {
                    self.at += c.len_utf8();
                    self.previous = Previous::Operator;
                }
            }
        }
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn open_bracket(&mut self, bracket: char) {
        self.operand(self.at, None);
        self.at += 1;
        self.open.push(match bracket {
            '{' => Bracket::Object(None),
            '[' => Bracket::List(0),
            _ => Bracket::Group,
        });
        self.previous = Previous::Start;
    }

    fn comma(&mut self) {
        self.at += 1;
        match self.open.last_mut() {
            Some(Bracket::Object(key)) => *key = None,
            Some(Bracket::List(count)) => *count += 1,
            _ => {}
        }
        self.previous = Previous::Start;
    }

    /// Whether a word or a string is a key of the open object; if so, the scanner has read it.
    fn read_key(&mut self, start: usize, name: &str) -> bool {
        let is_open = matches!(self.open.last(), Some(Bracket::Object(None)));
        if !is_open || self.previous != Previous::Start {
            return false;
        }
        let span = (start, self.at);
        let rest = self.rest().trim_start();
        if !rest.starts_with([':', ',', '}', '(']) {
            return false;
        }
        let is_pair = rest.starts_with(':');
        if is_pair {
            self.at = self.text.len() - rest.len() + 1;
        }
        if let Some(Bracket::Object(key)) = self.open.last_mut() {
            *key = Some((name.to_owned(), span));
        }
        self.previous = Previous::Colon;
        if !is_pair {
            // A shorthand (`{ navbar }`) or a method: the word is key and value.
            let after = self.at;
            self.operand(start, None);
            self.at = after;
        }
        true
    }

    /// Records the value that begins at `start` if it is the first token after a key or of an item.
    fn operand(&mut self, start: usize, text: Option<String>) {
        let is_item =
            self.previous == Previous::Start && matches!(self.open.last(), Some(Bracket::List(_)));
        if self.previous == Previous::Colon || is_item {
            let end = self.at.max(start + 1);
            let key = match self.open.last() {
                Some(Bracket::Object(Some((_, span)))) => *span,
                _ => (start, end),
            };
            let value = (start, end);
            self.values.push(WrittenValue {
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

    fn word(&mut self) -> String {
        let rest = self.rest();
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let word = rest[..end].to_owned();
        self.at += end;
        word
    }

    /// Reads to the closing quote and returns the text before it, with the backslashes of escapes removed.
    fn string(&mut self, quote: char) -> String {
        let mut text = String::new();
        let mut is_escaped = false;
        let mut depth = 0_usize;
        self.at += 1;
        while let Some(c) = self.rest().chars().next() {
            self.at += c.len_utf8();
            if is_escaped {
                is_escaped = false;
            } else if c == '\\' {
                is_escaped = true;
                continue;
            } else if quote == '`' && c == '$' && self.rest().starts_with('{') {
                depth += 1;
            } else if depth > 0 && c == '}' {
                depth -= 1;
            } else if c == quote && depth == 0 || c == '\n' && quote != '`' {
                break;
            }
            text.push(c);
        }
        text
    }

    fn regular_expression(&mut self) {
        let mut is_in_class = false;
        let mut is_escaped = false;
        self.at += 1;
        while let Some(c) = self.rest().chars().next() {
            self.at += c.len_utf8();
            match c {
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                '[' => is_in_class = true,
                ']' => is_in_class = false,
                '/' if !is_in_class => {
                    self.word();
                    break;
                }
                '\n' => break,
                _ => {}
            }
        }
    }

    fn skip_to(&mut self, end: &str) {
        let rest = self.rest();
        self.at += rest.find(end).map_or(rest.len(), |at| at + end.len());
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '-' | '@')
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
