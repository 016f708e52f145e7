//! Paths to the parts of a value, and the spans of these parts in the text of a JSON file.
//!
//! `serde_json` reads data files without spans, so a scanner finds them when there is an error. The parser of YAML, which
//! has spans, cannot replace it: its limits of size and depth are below those of data, and it joins no surrogate pairs.

use crate::{SourceFile, Span};

/// The keys and indices that lead from a value to one of its parts, the outermost first.
pub type JsonPath = Vec<PathSegment>;

/// One level of a [`JsonPath`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathSegment {
    /// The member of an object with this name.
    Key(String),
    /// The item of a list with this index, from 0.
    Index(usize),
}

/// The part of a member that a problem is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberPart {
    /// The name of the member.
    Name,
    /// The value of the member.
    Value,
}

/// The span of the member or item at `path`. If the path does not exist, the span of the last value on it that does. `file`
/// is valid JSON.
#[must_use]
pub fn locate_json(file: &SourceFile, path: &[PathSegment], part: MemberPart) -> Span {
    let mut scanner = Scanner {
        bytes: file.text.as_bytes(),
        at: 0,
    };
    scanner.skip_space();
    let mut span = scanner.value_at();
    for (depth, segment) in path.iter().enumerate() {
        let Some((name, value)) = scanner.enter(segment) else {
            break;
        };
        let is_last = depth + 1 == path.len();
        span = match part {
            MemberPart::Name if is_last => name,
            _ => value,
        };
    }
    Span::new(file.id, span.0, span.1)
}

/// Start and end in bytes.
type ByteRange = (usize, usize);

struct Scanner<'j> {
    bytes: &'j [u8],
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Moves to the member or item that `segment` names, and returns the ranges of its name and of its value.
    fn enter(&mut self, segment: &PathSegment) -> Option<(ByteRange, ByteRange)> {
        let open = self.peek().filter(|byte| matches!(byte, b'{' | b'['))?;
        self.at += 1;
        let mut index = 0;
        loop {
            self.skip_space();
            if matches!(self.peek(), None | Some(b'}' | b']')) {
                return None;
            }
            let start = self.at;
            let mut name = (start, start);
            let mut is_match = *segment == PathSegment::Index(index);
            if open == b'{' {
                self.skip_value();
                name = (start, self.at);
                let literal = self.bytes.get(start..self.at)?;
                let key = serde_json::from_slice::<String>(literal).ok()?;
                is_match = matches!(segment, PathSegment::Key(wanted) if *wanted == key);
                self.skip_space();
                self.at += 1;
                self.skip_space();
            }
            if is_match {
                let value = self.value_at();
                return Some((if open == b'{' { name } else { value }, value));
            }
            self.skip_value();
            self.skip_space();
            if self.peek() == Some(b',') {
                self.at += 1;
            }
            index += 1;
        }
    }

    /// The range of the value that begins here; of a list or an object only that of its opening bracket.
    fn value_at(&mut self) -> ByteRange {
        let start = self.at;
        let is_container = matches!(self.peek(), Some(b'{' | b'['));
        self.skip_value();
        let end = std::mem::replace(&mut self.at, start);
        (start, if is_container { start + 1 } else { end })
    }

    /// Moves behind the value that begins here.
    fn skip_value(&mut self) {
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
    use super::MemberPart::{Name, Value};
    use super::*;
    use crate::FileId;

    fn check(path: &[PathSegment], part: MemberPart) -> String {
        let text = r#"{"a": [1, {"b\"}": "x,]"}, -2.5e3 ], "c" : true, "d": {}}"#;
        let file = SourceFile::from_text(FileId(0), "data/x.json", text);
        let span = locate_json(&file, path, part);
        text[span.start as usize..span.end as usize].to_owned()
    }

    fn name(name: &str) -> PathSegment {
        PathSegment::Key(name.to_owned())
    }

    #[test]
    fn values_and_names_are_found() {
        assert_eq!(check(&[], Value), "{");
        assert_eq!(
            check(&[name("a"), PathSegment::Index(1), name("b\"}")], Value),
            "\"x,]\""
        );
        assert_eq!(
            check(&[name("a"), PathSegment::Index(1), name("b\"}")], Name),
            "\"b\\\"}\""
        );
        assert_eq!(check(&[name("a"), PathSegment::Index(2)], Value), "-2.5e3");
        assert_eq!(check(&[name("c")], Value), "true");
        assert_eq!(check(&[name("d")], Value), "{");
    }

    #[test]
    fn a_path_that_does_not_exist_gives_its_last_value() {
        assert_eq!(check(&[name("a"), PathSegment::Index(9)], Value), "[");
        assert_eq!(check(&[name("c"), name("x")], Name), "true");
    }
}
