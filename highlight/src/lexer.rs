//! A position in a text and the tokens found so far.

use super::{Class, Token};

/// What the strings of a language may contain.
#[derive(Clone, Copy, Debug)]
pub(super) struct StringRules {
    /// Whether a backslash escapes the next character.
    pub(super) has_escapes: bool,
    /// Whether strings go on after the end of their line.
    pub(super) spans_lines: bool,
}

impl StringRules {
    /// Escapes, and the end at the end of the line.
    pub(super) const LINE_WITH_ESCAPES: StringRules = StringRules {
        has_escapes: true,
        spans_lines: false,
    };
    /// No escapes, and any number of lines.
    pub(super) const RAW: StringRules = StringRules {
        has_escapes: false,
        spans_lines: true,
    };
}

/// A position in a text and the tokens found so far.
#[derive(Debug)]
pub(super) struct Lexer<'t> {
    pub(super) text: &'t str,
    pub(super) bytes: &'t [u8],
    pub(super) pos: usize,
    /// The end of the lexed range: the end of the text, or of code embedded in it.
    pub(super) end: usize,
    pub(super) tokens: Vec<Token>,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Lexer {
            text,
            bytes: text.as_bytes(),
            pos: 0,
            end: text.len(),
            tokens: Vec::new(),
        }
    }

    pub(super) fn is_done(&self) -> bool {
        self.pos >= self.end
    }

    /// The byte at a distance from the position; 0 after the end.
    pub(super) fn peek(&self, distance: usize) -> u8 {
        let at = self.pos + distance;
        if at < self.end { self.bytes[at] } else { 0 }
    }

    /// The byte before the position; 0 at the start.
    pub(super) fn before(&self) -> u8 {
        match self.pos {
            0 => 0,
            pos => self.bytes[pos - 1],
        }
    }

    pub(super) fn starts_with(&self, word: &str) -> bool {
        self.bytes[self.pos..self.end].starts_with(word.as_bytes())
    }

    /// Skips a character.
    pub(super) fn step(&mut self) {
        self.pos += 1;
        while self.pos < self.end && self.bytes[self.pos] & 0xC0 == 0x80 {
            self.pos += 1;
        }
    }

    /// Skips a backslash and the character that it escapes.
    pub(super) fn step_escaped(&mut self) {
        self.pos += 1;
        if !self.is_done() {
            self.step();
        }
    }

    /// Skips bytes while a condition holds.
    pub(super) fn step_while(&mut self, wanted: impl Fn(u8) -> bool) {
        while self.pos < self.end && wanted(self.bytes[self.pos]) {
            self.pos += 1;
        }
    }

    /// Emits a token from `start` to the position.
    pub(super) fn emit(&mut self, start: usize, class: Class) {
        if start >= self.pos {
            return;
        }
        if let Some(last) = self.tokens.last_mut()
            && last.end == start
            && last.class == class
        {
            last.end = self.pos;
            return;
        }
        self.tokens.push(Token {
            start,
            end: self.pos,
            class,
        });
    }

    /// The end of the current line, before its line break.
    pub(super) fn line_end(&self) -> usize {
        let rest = &self.bytes[self.pos..self.end];
        self.pos + rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len())
    }

    /// Emits a token up to the end of the line.
    pub(super) fn emit_line(&mut self, class: Class) {
        let start = self.pos;
        self.pos = self.line_end();
        self.emit(start, class);
    }

    /// Skips past the next `word`, or to the end.
    pub(super) fn step_past(&mut self, word: &str) {
        let rest = &self.text[self.pos..self.end];
        self.pos = rest
            .find(word)
            .map_or(self.end, |at| self.pos + at + word.len());
    }

    /// Whether only white space precedes the position on its line.
    pub(super) fn is_line_start(&self) -> bool {
        let before = self.bytes[..self.pos].iter().rev();
        before
            .take_while(|b| **b != b'\n')
            .all(|b| matches!(b, b' ' | b'\t'))
    }

    /// Skips a name and returns it.
    pub(super) fn name(&mut self, more: &str) -> &'t str {
        let start = self.pos;
        self.step_while(|b| is_name(b) || more.as_bytes().contains(&b));
        &self.text[start..self.pos]
    }

    /// Emits the number at the position.
    pub(super) fn number(&mut self) {
        let start = self.pos;
        while !self.is_done() {
            let byte = self.bytes[self.pos];
            let is_part = byte.is_ascii_alphanumeric()
                || byte == b'_'
                || matches!(byte, b'.' | b'\'')
                    && self.before().is_ascii_digit()
                    && self.peek(1).is_ascii_digit()
                || matches!(byte, b'+' | b'-')
                    && matches!(self.before(), b'e' | b'E')
                    && !self.text[start..].starts_with("0x")
                    && self.peek(1).is_ascii_digit();
            if !is_part {
                break;
            }
            self.pos += 1;
        }
        self.emit(start, Class::Number);
    }

    /// Skips the rest of a string after its opening quote, with its closing quote.
    pub(super) fn string(&mut self, close: &str, rules: StringRules) {
        let first = close.as_bytes()[0];
        while !self.is_done() {
            let byte = self.bytes[self.pos];
            if byte == b'\\' && rules.has_escapes {
                self.step_escaped();
            } else if byte == first && self.starts_with(close) {
                self.pos += close.len();
                return;
            } else if byte == b'\n' && !rules.spans_lines {
                return;
            } else {
                self.step();
            }
        }
    }

    /// Emits a string that ends at the position, as a key if a colon follows.
    pub(super) fn emit_key_or_string(&mut self, start: usize) {
        let is_key = self.next_sign() == b':';
        self.emit(
            start,
            if is_key {
                Class::Property
            } else {
                Class::String
            },
        );
    }

    /// The next byte after white space within the line.
    pub(super) fn next_sign(&self) -> u8 {
        let rest = &self.bytes[self.pos..self.end];
        let next = rest.iter().take(64).find(|b| !matches!(b, b' ' | b'\t'));
        next.copied().unwrap_or(0)
    }
}

/// Whether a byte is part of a name. All bytes beyond ASCII are.
pub(super) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Whether a byte begins a name.
pub(super) fn begins_name(byte: u8) -> bool {
    is_name(byte) && !byte.is_ascii_digit()
}
