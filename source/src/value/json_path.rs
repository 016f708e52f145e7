//! Finds places in a JSON text by the way that leads to them.

use crate::{SourceFile, Span};

/// A step into a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The member of this name.
    Key(String),
    /// The item of this number.
    Item(usize),
}

/// The span of the value at the end of a way, or with `key` of its name; that of the last value found on the way when
/// the rest of it does not exist. `text` is a JSON file without faults.
#[must_use]
pub fn locate_json(file: &SourceFile, way: &[Step], key: bool) -> Span {
    let mut reader = Reader {
        bytes: file.text.as_bytes(),
        at: 0,
    };
    reader.space();
    let mut span = reader.value_at();
    for (depth, step) in way.iter().enumerate() {
        let Some((name, value)) = reader.enter(step) else {
            break;
        };
        let is_last = depth + 1 == way.len();
        span = if is_last && key { name } else { value };
    }
    Span::new(file.id, span.0, span.1)
}

/// Start and end in bytes.
type Place = (usize, usize);

struct Reader<'j> {
    bytes: &'j [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Goes to the value that a step leads to; the places of its name and of itself.
    fn enter(&mut self, step: &Step) -> Option<(Place, Place)> {
        let open = self.peek().filter(|byte| matches!(byte, b'{' | b'['))?;
        self.at += 1;
        let mut number = 0;
        loop {
            self.space();
            if matches!(self.peek(), None | Some(b'}' | b']')) {
                return None;
            }
            let start = self.at;
            let mut name = (start, start);
            let mut is_it = *step == Step::Item(number);
            if open == b'{' {
                self.skip();
                name = (start, self.at);
                let written = self.bytes.get(start..self.at)?;
                let key = serde_json::from_slice::<String>(written).ok()?;
                is_it = matches!(step, Step::Key(wanted) if *wanted == key);
                self.space();
                self.at += 1;
                self.space();
            }
            if is_it {
                let value = self.value_at();
                return Some((if open == b'{' { name } else { value }, value));
            }
            self.skip();
            self.space();
            if self.peek() == Some(b',') {
                self.at += 1;
            }
            number += 1;
        }
    }

    /// The place of the value that begins here, its first line where it is a list or an object.
    fn value_at(&mut self) -> Place {
        let start = self.at;
        let is_container = matches!(self.peek(), Some(b'{' | b'['));
        self.skip();
        let end = std::mem::replace(&mut self.at, start);
        (start, if is_container { start + 1 } else { end })
    }

    /// Goes behind the value that begins here.
    fn skip(&mut self) {
        let mut depth = 0_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => {
                    self.at += 1;
                    while let Some(byte) = self.peek().filter(|byte| *byte != b'"') {
                        self.at += 1 + usize::from(byte == b'\\');
                    }
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth = depth.saturating_sub(1),
                b',' | b':' if depth == 0 => return,
                _ if depth > 0 => {}
                _ => {
                    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
                    let rest = self.bytes.get(self.at..).unwrap_or_default();
                    self.at += rest.iter().take_while(|byte| is_part(byte)).count().max(1);
                    return;
                }
            }
            self.at = (self.at + 1).min(self.bytes.len());
            if depth == 0 {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FileId;

    fn check(way: &[Step], key: bool) -> String {
        let text = r#"{"a": [1, {"b\"}": "x,]"}, -2.5e3 ], "c" : true, "d": {}}"#;
        let file = SourceFile::from_text(FileId(0), "data/x.json", text);
        let span = locate_json(&file, way, key);
        text[span.start as usize..span.end as usize].to_owned()
    }

    fn name(name: &str) -> Step {
        Step::Key(name.to_owned())
    }

    #[test]
    fn values_and_names_are_found() {
        assert_eq!(check(&[], false), "{");
        assert_eq!(
            check(&[name("a"), Step::Item(1), name("b\"}")], false),
            "\"x,]\""
        );
        assert_eq!(
            check(&[name("a"), Step::Item(1), name("b\"}")], true),
            "\"b\\\"}\""
        );
        assert_eq!(check(&[name("a"), Step::Item(2)], false), "-2.5e3");
        assert_eq!(check(&[name("c")], false), "true");
        assert_eq!(check(&[name("d")], false), "{");
    }

    #[test]
    fn a_way_that_ends_early_gives_the_last_place() {
        assert_eq!(check(&[name("a"), Step::Item(9)], false), "[");
        assert_eq!(check(&[name("c"), name("x")], true), "true");
    }
}
