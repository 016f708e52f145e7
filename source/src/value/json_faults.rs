//! Finds the first error of a JSON text and the keys that an object has twice, in the words of authors.
//!
//! In: a text. Out: its faults, with their places in bytes. Pure. The parsers of JSON and YAML say less: the one of JSON
//! takes the last of two equal keys, and the one of YAML calls everything YAML.

mod fault;
mod number;

pub use fault::JsonFault;

use fault::{Step, fault};
use number::is_number;
use std::collections::BTreeSet;
use std::ops::Range;

/// The keys that occur twice, and the first error of the syntax.
#[must_use]
pub fn find_json_faults(text: &str) -> Vec<JsonFault> {
    let mut scanner = Scanner {
        text,
        at: 0,
        open: Vec::new(),
        last: 0..0,
        faults: Vec::new(),
    };
    if let Err(fault) = scanner.document() {
        scanner.faults.push(*fault);
    }
    scanner.faults
}

/// What may follow.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    Value,
    /// A value, or the end of the empty list.
    FirstItem,
    Key,
    /// A key, or the end of the empty object.
    FirstKey,
    Colon,
    CommaOrEnd,
    Nothing,
}

/// An object or a list that is not closed yet.
struct Open<'j> {
    at: usize,
    is_object: bool,
    keys: BTreeSet<&'j str>,
}

struct Scanner<'j> {
    text: &'j str,
    at: usize,
    open: Vec<Open<'j>>,
    /// The last key, value or sign.
    last: Range<usize>,
    faults: Vec<JsonFault>,
}

impl<'j> Scanner<'j> {
    fn document(&mut self) -> Step<()> {
        let mut expected = Expected::Value;
        loop {
            self.skip_space();
            let start = self.at;
            let Some(byte) = self.text.as_bytes().get(start).copied() else {
                return self.end(expected);
            };
            expected = match (expected, byte) {
                (_, b'/') if self.text[start + 1..].starts_with(['/', '*']) => self.comment()?,
                (Expected::FirstItem, b']')
                | (Expected::FirstKey, b'}')
                | (Expected::CommaOrEnd, b'}' | b']') => self.close(byte)?,
                (Expected::Value | Expected::FirstItem, _) => self.value(byte)?,
                (Expected::Key | Expected::FirstKey, _) => self.key(byte)?,
                (Expected::Colon, b':') => self.sign(Expected::Value),
                (Expected::Colon, _) => {
                    let key = &self.text[self.last.clone()];
                    let message = format!("a `:` is missing after the key `{key}`");
                    return fault(self.last.clone(), message, format!("write `{key}: `"));
                }
                (Expected::CommaOrEnd, b',') => {
                    let is_object = self.open.last().is_some_and(|open| open.is_object);
                    self.sign(match is_object {
                        true => Expected::Key,
                        false => Expected::Value,
                    })
                }
                (Expected::CommaOrEnd, _) => {
                    let message = "a comma is missing after this value";
                    return fault(self.last.clone(), message, "write `,` after it");
                }
                (Expected::Nothing, _) => return self.rest(byte).map(drop),
            };
            self.last = start..self.at;
        }
    }

    fn skip_space(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        let is_space = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
        self.at += rest.iter().take_while(is_space).count();
    }

    /// Steps over a sign of one byte.
    fn sign(&mut self, next: Expected) -> Expected {
        self.at += 1;
        next
    }

    /// The whole character at a byte.
    fn letter(&self, at: usize) -> Range<usize> {
        let letter = self.text[at..].chars().next();
        at..at + letter.map_or(0, char::len_utf8)
    }

    fn comment(&mut self) -> Step<Expected> {
        let rest = &self.text[self.at..];
        let end = match rest.starts_with("/*") {
            true => rest.find("*/").map_or(rest.len(), |end| end + 2),
            false => rest.find('\n').unwrap_or(rest.len()),
        };
        fault(
            self.at..self.at + end,
            "JSON has no comments",
            "delete it, or write it as the value of a key",
        )
    }

    /// What follows a whole value.
    fn after_value(&self) -> Expected {
        match self.open.is_empty() {
            true => Expected::Nothing,
            false => Expected::CommaOrEnd,
        }
    }

    fn close(&mut self, byte: u8) -> Step<Expected> {
        let Some(open) = self.open.last() else {
            return self.rest(byte);
        };
        if open.is_object != (byte == b'}') {
            let (sign, wanted) = if open.is_object {
                ('{', '}')
            } else {
                ('[', ']')
            };
            let line = self.text[..open.at].matches('\n').count() + 1;
            return fault(
                self.letter(self.at),
                format!("`{}` closes the `{sign}` of line {line}", char::from(byte)),
                format!("write `{wanted}`"),
            );
        }
        self.open.pop();
        self.at += 1;
        Ok(self.after_value())
    }

    fn value(&mut self, byte: u8) -> Step<Expected> {
        match byte {
            b'{' | b'[' => {
                let is_object = byte == b'{';
                self.open.push(Open {
                    at: self.at,
                    is_object,
                    keys: BTreeSet::new(),
                });
                Ok(self.sign(match is_object {
                    true => Expected::FirstKey,
                    false => Expected::FirstItem,
                }))
            }
            b'"' => {
                self.string()?;
                Ok(self.after_value())
            }
            b',' | b'}' | b']' | b':' => self.no_value(),
            _ => {
                self.word()?;
                Ok(self.after_value())
            }
        }
    }

    /// A sign in the place of a value.
    fn no_value(&self) -> Step<Expected> {
        match &self.text[self.last.clone()] {
            "," => self.comma_too_many(),
            ":" => fault(
                self.last.clone(),
                "the value after this `:` is missing",
                "write a value, such as `\"text\"`, `1` or `null`",
            ),
            _ => fault(
                self.letter(self.at),
                "a value is missing before this sign",
                "write a value, or delete the sign",
            ),
        }
    }

    fn comma_too_many(&self) -> Step<Expected> {
        Err(Box::new(JsonFault {
            range: self.last.clone(),
            message: "this comma is too many".to_owned(),
            help: "delete it: JSON has a comma only between two values".to_owned(),
            is_deletable: true,
        }))
    }

    fn key(&mut self, byte: u8) -> Step<Expected> {
        if byte != b'"' {
            return match byte {
                b'}' | b']' | b',' if &self.text[self.last.clone()] == "," => self.comma_too_many(),
                _ => self.unquoted("key"),
            };
        }
        let start = self.at;
        self.string()?;
        let text: &'j str = self.text;
        let key = &text[start..self.at];
        let is_new = (self.open.last_mut()).is_none_or(|open| open.keys.insert(key));
        if !is_new {
            self.faults.push(JsonFault {
                range: start..self.at,
                message: format!("the key `{key}` is in this object twice"),
                help: "keep one of the two".to_owned(),
                is_deletable: false,
            });
        }
        Ok(Expected::Colon)
    }

    /// A string from its quote to the one that closes it.
    fn string(&mut self) -> Step<()> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut at = start + 1;
        loop {
            match bytes.get(at) {
                Some(b'"') => {
                    self.at = at + 1;
                    return Ok(());
                }
                Some(b'\\') => at += self.escape(at)?,
                Some(b'\t') => {
                    let message = "a tab cannot be in a string";
                    return fault(at..at + 1, message, "write `\\t`");
                }
                None | Some(b'\n' | b'\r') => {
                    return fault(
                        start..start + 1,
                        "this quote is never closed in its line",
                        "write `\"` at the end of the string; a line break in it is `\\n`",
                    );
                }
                Some(byte) if *byte < b' ' => {
                    let message = "a control character cannot be in a string";
                    return fault(at..at + 1, message, "delete it");
                }
                Some(_) => at += 1,
            }
        }
    }

    /// The length of an escape in a string.
    fn escape(&self, at: usize) -> Step<usize> {
        let rest = &self.text.as_bytes()[at + 1..];
        let is_digits = |digits: &[u8]| digits.iter().all(u8::is_ascii_hexdigit);
        match rest.first() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(2),
            Some(b'u') if rest.get(1..5).is_some_and(is_digits) => Ok(6),
            Some(b'u') => fault(
                at..at + 2,
                "`\\u` needs four hexadecimal digits",
                "write for example `\\u00e9`, or the character itself",
            ),
            _ => fault(
                at..self.letter(at + 1).end,
                "this is no escape of JSON",
                "write a backslash as `\\\\`",
            ),
        }
    }

    /// A number, `true`, `false` or `null`.
    fn word(&mut self) -> Step<()> {
        let word = self.bare_word();
        let end = self.at + word.len();
        let is_value = matches!(word, "true" | "false" | "null") || is_number(word);
        if is_value {
            self.at = end;
            return Ok(());
        }
        let lower = word.to_ascii_lowercase();
        let range = self.at..end;
        match lower.as_str() {
            "true" | "false" | "null" => {
                let message = format!("`{word}` is not a value of JSON");
                fault(range, message, format!("write `{lower}`"))
            }
            "none" | "nil" | "undefined" | "nan" => {
                let message = format!("`{word}` is not a value of JSON");
                fault(range, message, "write `null`")
            }
            _ if word.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) => fault(
                range,
                format!("`{word}` is not a number of JSON"),
                "write for example `0.5`, `-1` or `1e3`, or a string in double quotes",
            ),
            _ => self.unquoted("string").map(drop),
        }
    }

    /// A key or string that does not begin with a double quote.
    fn unquoted(&self, what: &str) -> Step<Expected> {
        let rest = &self.text[self.at..];
        let quoted = rest.strip_prefix('\'').and_then(|rest| {
            let line = rest.lines().next().unwrap_or_default();
            line.split_once('\'').map(|(inner, _)| inner)
        });
        let (length, inner) = match quoted {
            Some(inner) => (inner.len() + 2, inner),
            None => (self.bare_word().len(), self.bare_word()),
        };
        let range = match length {
            0 => self.letter(self.at),
            length => self.at..self.at + length,
        };
        let message = format!("a {what} needs double quotes");
        match inner {
            "" => fault(range, message, "write it as `\"…\"`"),
            inner => fault(range, message, format!("write `\"{inner}\"`")),
        }
    }

    /// The text up to a space or a sign.
    fn bare_word(&self) -> &'j str {
        let text: &'j str = self.text;
        let rest = &text[self.at..];
        let is_end = |c: char| c.is_whitespace() || "{}[],:\"'".contains(c);
        &rest[..rest.find(is_end).unwrap_or(rest.len())]
    }

    /// The end of the text.
    fn end(&self, expected: Expected) -> Step<()> {
        if expected == Expected::Nothing {
            return Ok(());
        }
        let Some(open) = self.open.last() else {
            return fault(
                0..0,
                "the file is empty",
                "write a value, such as `{}` or `[]`",
            );
        };
        let (sign, wanted) = if open.is_object {
            ('{', '}')
        } else {
            ('[', ']')
        };
        fault(
            open.at..open.at + 1,
            format!("this `{sign}` is never closed"),
            format!("write `{wanted}` behind its last value"),
        )
    }

    /// Something behind the whole value.
    fn rest(&self, byte: u8) -> Step<Expected> {
        let range = self.letter(self.at);
        match byte {
            b'}' | b']' => {
                let message = format!("this `{}` closes nothing", char::from(byte));
                fault(range, message, "delete it, or add the sign that opens it")
            }
            _ => fault(
                range,
                "the value of the file ended before this",
                "delete the rest, or put both values into a list: `[…, …]`",
            ),
        }
    }
}

#[cfg(test)]
mod tests;
