//! Positions of the protocol: a line, and a number of code units in it.

use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The code units that the columns of positions count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Bytes.
    Utf8,
    /// What JavaScript counts; every client can.
    #[default]
    Utf16,
    /// Characters.
    Utf32,
}

impl Encoding {
    /// The one of a client's encodings that costs least; UTF-16 if it names none.
    pub(crate) fn choose<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        let known = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];
        let names: Vec<&str> = names.into_iter().collect();
        let offered = known.into_iter().find(|one| names.contains(&one.name()));
        offered.unwrap_or_default()
    }

    /// The name in the protocol.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16 => "utf-16",
            Encoding::Utf32 => "utf-32",
        }
    }

    fn width(self, letter: char) -> usize {
        match self {
            Encoding::Utf8 => letter.len_utf8(),
            Encoding::Utf16 => letter.len_utf16(),
            Encoding::Utf32 => 1,
        }
    }
}

/// A place between two characters, both numbers from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Position {
    /// The line.
    pub(crate) line: u32,
    /// The column in code units.
    pub(crate) character: u32,
}

/// A range of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct PositionRange {
    /// The first position.
    pub(crate) start: Position,
    /// The position after the last character.
    pub(crate) end: Position,
}

/// The starts of the lines of a text. As the protocol has it, `\n`, `\r\n` and `\r` end a line.
#[derive(Debug)]
pub(crate) struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
    encoding: Encoding,
}

impl<'t> Lines<'t> {
    pub(crate) fn new(text: &'t str, encoding: Encoding) -> Self {
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter(|(at, byte)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| at + 1));
        Lines {
            text,
            starts: starts.collect(),
            encoding,
        }
    }

    /// The position of a byte; one inside of a character is that of the character, one beyond the text its end.
    pub(crate) fn position(&self, byte: usize) -> Position {
        let byte = byte.min(self.text.len());
        let line = self.starts.partition_point(|start| *start <= byte) - 1;
        let letters = self.text[self.starts[line]..].char_indices();
        let before =
            letters.take_while(|(at, letter)| self.starts[line] + at + letter.len_utf8() <= byte);
        let column: usize = before.map(|(_, letter)| self.encoding.width(letter)).sum();
        Position {
            line: clamp(line),
            character: clamp(column),
        }
    }

    pub(crate) fn range(&self, bytes: Range<usize>) -> PositionRange {
        PositionRange {
            start: self.position(bytes.start),
            end: self.position(bytes.end),
        }
    }

    /// The byte of a position. A column beyond the end of its line is that end, a line beyond the text the text's end.
    pub(crate) fn byte(&self, position: Position) -> usize {
        let Some(start) = self.starts.get(position.line as usize) else {
            return self.text.len();
        };
        let next = self.starts.get(position.line as usize + 1);
        let line = &self.text[*start..next.copied().unwrap_or(self.text.len())];
        let line = line.trim_end_matches(['\n', '\r']);
        let mut rest = position.character as usize;
        for (at, letter) in line.char_indices() {
            let width = self.encoding.width(letter);
            if rest < width {
                return start + at;
            }
            rest -= width;
        }
        start + line.len()
    }

    /// The bytes of a range; empty at its start if the end comes before it.
    pub(crate) fn bytes(&self, range: PositionRange) -> Range<usize> {
        let start = self.byte(range.start);
        start..self.byte(range.end).max(start)
    }
}

fn clamp(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a𝒳é\r\nb\rc\n";

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn columns_count_the_units_of_the_encoding() {
        let after = TEXT.find('\r').unwrap();
        for (encoding, column) in [
            (Encoding::Utf8, 7),
            (Encoding::Utf16, 4),
            (Encoding::Utf32, 3),
        ] {
            let lines = Lines::new(TEXT, encoding);
            assert_eq!(lines.position(after), at(0, column));
            assert_eq!(lines.byte(at(0, column)), after);
        }
    }

    #[test]
    fn each_line_break_of_the_protocol_ends_a_line() {
        let lines = Lines::new(TEXT, Encoding::Utf16);
        let of = |letter| lines.position(TEXT.find(letter).unwrap());
        assert_eq!((of('b'), of('c')), (at(1, 0), at(2, 0)));
        assert_eq!(lines.position(TEXT.len()), at(3, 0));
        assert_eq!(lines.position(TEXT.len() + 9), at(3, 0));
    }

    #[test]
    fn positions_outside_of_the_text_are_clamped() {
        let lines = Lines::new(TEXT, Encoding::Utf16);
        let end_of_line = TEXT.find('\r').unwrap();
        assert_eq!(lines.byte(at(0, u32::MAX)), end_of_line);
        assert_eq!(lines.byte(at(u32::MAX, 0)), TEXT.len());
        assert_eq!(
            lines.byte(at(0, 2)),
            1,
            "the middle of a pair of surrogates"
        );
        assert_eq!(lines.position(2), at(0, 1));
        let reversed = PositionRange {
            start: at(1, 1),
            end: at(0, 0),
        };
        let bytes = lines.bytes(reversed);
        assert!(bytes.is_empty(), "{bytes:?}");
    }

    #[test]
    fn the_first_known_encoding_is_chosen() {
        assert_eq!(Encoding::choose([]), Encoding::Utf16);
        assert_eq!(Encoding::choose(["utf-7", "utf-32"]), Encoding::Utf32);
        assert_eq!(Encoding::choose(["utf-16", "utf-8"]), Encoding::Utf8);
    }
}
