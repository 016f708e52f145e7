//! Finds the places of values in the text of a configuration: a reader of JavaScript's brackets, strings and keys that
//! knows nothing else of the language.
//!
//! A value is looked up by the path of keys that leads to it in the evaluated data. The text may build it in another
//! way (variables, functions, spreads), so the key whose own path ends like the one asked for, and whose value is
//! written as it was evaluated, is the answer.

/// A key of an object, or a place in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Of an object.
    Key(String),
    /// Of a list, from 0.
    Index(usize),
}

/// A key or an item of a list as written.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Found {
    path: Vec<Step>,
    /// The bytes of the key; those of the value for items of lists.
    key: (usize, usize),
    /// The bytes of the value's first word, string or bracket.
    value: (usize, usize),
    /// The value, where it is a string.
    text: Option<String>,
}

/// What is written in a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    found: Vec<Found>,
}

/// The bytes of a key and of its value.
pub(super) type Place = ((usize, usize), (usize, usize));

impl Places {
    /// Reads the text of a file.
    pub(super) fn of(text: &str) -> Self {
        let mut reader = Reader {
            text,
            at: 0,
            frames: Vec::new(),
            found: Vec::new(),
            before: Before::Operator,
        };
        reader.read();
        Places {
            found: reader.found,
        }
    }

    /// Where the value at `path` is written; `text` is the value when it is a string.
    pub(super) fn find(&self, path: &[Step], text: Option<&str>) -> Option<Place> {
        let last = path.last()?;
        let likeness = |found: &Found| {
            let common = found.path.iter().rev().zip(path.iter().rev());
            let common = common.take_while(|(a, b)| a == b).count();
            (text.is_some() && found.text.as_deref() == text, common)
        };
        let candidates = self
            .found
            .iter()
            .filter(|found| match last {
                Step::Key(_) => found.path.last() == Some(last),
                // An item of a list is found by what it says, or by the keys above it.
                Step::Index(_) => matches!(found.path.last(), Some(Step::Index(_))),
            })
            .map(|found| (likeness(found), found));
        // Of several the first: `max_by` would take the last.
        let best = candidates.rev().max_by_key(|(likeness, _)| *likeness)?;
        let is_sure = matches!(last, Step::Key(_)) || best.0.0 || best.0.1 > 1;
        is_sure.then_some((best.1.key, best.1.value))
    }
}

/// An open bracket.
#[derive(Debug)]
enum Frame {
    /// `{`, and the key whose value is read.
    Object(Option<(String, (usize, usize))>),
    /// `[`, and how many commas came.
    List(usize),
    /// `(`.
    Group,
}

/// What stands before, which decides what a slash and a word mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Before {
    /// An opening bracket or a comma: a key or an item begins.
    Start,
    /// A colon behind a key: its value begins.
    Value,
    /// Any other operator.
    Operator,
    /// The end of a value.
    Operand,
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    frames: Vec<Frame>,
    found: Vec<Found>,
    before: Before,
}

impl Reader<'_> {
    fn read(&mut self) {
        while let Some(c) = self.rest().chars().next() {
            let start = self.at;
            match c {
                _ if c.is_whitespace() => self.at += c.len_utf8(),
                '/' if self.rest().starts_with("//") => self.skip_to("\n"),
                '/' if self.rest().starts_with("/*") => self.skip_to("*/"),
                '/' if self.before != Before::Operand => {
                    self.regular_expression();
                    self.operand(start, None);
                }
                '\'' | '"' | '`' => {
                    let text = self.string(c);
                    if !self.is_key(start, &text) {
                        self.operand(start, Some(text));
                    }
                }
                '{' | '[' | '(' => self.open(c),
                '}' | ']' | ')' => {
                    self.at += 1;
                    self.frames.pop();
                    self.before = Before::Operand;
                }
                ',' => self.comma(),
                _ if is_word(c) => {
                    let word = self.word();
                    if !self.is_key(start, &word) {
                        self.operand(start, None);
                        if word == "return" || word == "default" {
                            self.before = Before::Operator;
                        }
                    }
                }
                _ => {
                    self.at += c.len_utf8();
                    self.before = Before::Operator;
                }
            }
        }
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn open(&mut self, bracket: char) {
        self.operand(self.at, None);
        self.at += 1;
        self.frames.push(match bracket {
            '{' => Frame::Object(None),
            '[' => Frame::List(0),
            _ => Frame::Group,
        });
        self.before = Before::Start;
    }

    fn comma(&mut self) {
        self.at += 1;
        match self.frames.last_mut() {
            Some(Frame::Object(key)) => *key = None,
            Some(Frame::List(count)) => *count += 1,
            _ => {}
        }
        self.before = Before::Start;
    }

    /// Takes a word or a string as a key when it stands where keys stand, before a colon, a comma or the end.
    fn is_key(&mut self, start: usize, name: &str) -> bool {
        let is_open = matches!(self.frames.last(), Some(Frame::Object(None)));
        if !is_open || self.before != Before::Start {
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
        if let Some(Frame::Object(key)) = self.frames.last_mut() {
            *key = Some((name.to_owned(), span));
        }
        self.before = Before::Value;
        if !is_pair {
            // A shorthand or a method: the value is called like the key.
            let after = self.at;
            self.operand(start, None);
            self.at = after;
        }
        true
    }

    /// Notes the value that begins at `start` when it is the first thing behind a key or of an item.
    fn operand(&mut self, start: usize, text: Option<String>) {
        let is_item =
            self.before == Before::Start && matches!(self.frames.last(), Some(Frame::List(_)));
        if self.before == Before::Value || is_item {
            let end = self.at.max(start + 1);
            let key = match self.frames.last() {
                Some(Frame::Object(Some((_, span)))) => *span,
                _ => (start, end),
            };
            self.found.push(Found {
                path: self.path(),
                key,
                value: (start, end),
                text,
            });
        }
        self.before = Before::Operand;
    }

    fn path(&self) -> Vec<Step> {
        let steps = self.frames.iter().filter_map(|frame| match frame {
            Frame::Object(key) => key.as_ref().map(|(name, _)| Step::Key(name.clone())),
            Frame::List(count) => Some(Step::Index(*count)),
            Frame::Group => None,
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

    /// Reads to the closing quote; the text is without it, escapes undone where they stand for the letter itself.
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
        let steps: Vec<Step> = path
            .iter()
            .map(|step| {
                step.parse()
                    .map_or(Step::Key((*step).to_owned()), Step::Index)
            })
            .collect();
        let found = Places::of(TEXT).find(&steps, text);
        let found = found.map(|((a, b), (c, d))| (&TEXT[a..b], &TEXT[c..d]));
        assert_eq!(found, expected, "{path:?}");
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
        // Behind a spread the count is another one.
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
    fn what_is_not_written_has_no_place() {
        check(&["tagline"], Some("T"), None);
        check(&["plugins", "0"], Some("none"), None);
    }

    #[test]
    fn no_text_makes_it_fail() {
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
            Places::of(text);
        }
    }
}
