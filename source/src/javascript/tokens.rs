//! Splits JavaScript, TypeScript, JSX and JSON with comments into tokens.
//!
//! A template literal and a JSX element are one token each, whatever they contain. The tokens before a slash or a `<`
//! decide whether it begins a regular expression or an element ([`Previous`]). After `}` both are operators, so the rare
//! regular expression at the start of a statement after a block is not recognised. An element without an end is read as
//! code: it is a type parameter, or a comparison.
//!
//! The stack of open constructs is a list, not recursion, and the bytes that are read twice are limited.

mod elements;
mod literals;
mod previous;
#[cfg(test)]
mod tests;

use self::literals::{regular_expression, string};
use self::previous::{Parentheses, Previous};
use super::is_identifier_part;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// An identifier or a keyword.
    Word,
    /// A number.
    Number,
    /// A string in single or double quotes.
    String,
    /// A template literal with its substitutions.
    Template,
    /// A regular expression with its flags.
    RegExp,
    /// An element or a fragment with its children.
    Jsx,
    /// A comment.
    Comment,
    /// A bracket, a separator or an operator: one character, but for `=>`, `...`, `++` and `--`.
    Punctuator,
}

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'t> {
    /// The kind of the token.
    pub kind: TokenKind,
    /// The token as it is written.
    pub text: &'t str,
    /// The offset of its first byte.
    pub start: usize,
    /// Whether a string, a template literal or a comment has its end.
    pub is_finished: bool,
}

impl<'t> Token<'t> {
    /// The offset after its last byte.
    #[must_use]
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// Whether the token is this word or punctuator.
    #[must_use]
    pub fn is(&self, text: &str) -> bool {
        matches!(self.kind, TokenKind::Word | TokenKind::Punctuator) && self.text == text
    }

    /// The text of a string or a template literal between its quotes, with escapes not decoded.
    #[must_use]
    pub fn quoted(&self) -> Option<&'t str> {
        let is_quoted = matches!(self.kind, TokenKind::String | TokenKind::Template);
        let end = self.text.len() - usize::from(self.is_finished);
        is_quoted.then(|| &self.text[1..end])
    }
}

/// The tokens of a text, comments included.
#[must_use]
pub fn tokens(text: &str) -> Tokens<'_> {
    Tokens {
        text,
        at: 0,
        open: vec![CODE],
        retries: text.len().saturating_mul(2),
    }
}

/// The iterator of [`tokens`].
#[derive(Clone, Debug)]
pub struct Tokens<'t> {
    text: &'t str,
    at: usize,
    /// The open constructs. The first is the text itself.
    open: Vec<Level<'t>>,
    /// How many bytes may be read again as code, after they were read as an element.
    retries: usize,
}

/// An open construct.
#[derive(Clone, Copy, Debug)]
enum Level<'t> {
    /// The text itself, or the code in the braces of a template literal or an element.
    Code {
        braces: usize,
        parentheses: Parentheses,
        previous: Previous,
    },
    /// A template literal.
    Template,
    /// An element.
    Element {
        name: &'t str,
        part: Part,
        /// The offset of the element's `<`, if it is not a child of another element.
        root: Option<usize>,
    },
}

#[derive(Clone, Copy, Debug)]
enum Part {
    StartTag,
    Children,
}

/// A construct that is not an element after all.
struct NotAnElement;

impl<'t> Iterator for Tokens<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        self.skip_white_space();
        let start = self.at;
        if start == self.text.len() {
            return None;
        }
        let (mut kind, mut is_finished) = self.code();
        while self.open.len() > 1 {
            if self.at < self.text.len() {
                self.step();
            } else if !self.give_up_element() {
                self.open.truncate(1);
                self.set_previous(Previous::Operand);
                is_finished = false;
            }
        }
        if kind == TokenKind::Jsx && self.at == start + 1 {
            kind = TokenKind::Punctuator;
        }
        Some(Token {
            kind,
            text: &self.text[start..self.at],
            start,
            is_finished,
        })
    }
}

impl<'t> Tokens<'t> {
    /// Continues at a later offset, as if a statement began there.
    pub fn skip_to(&mut self, at: usize) {
        self.at = self.at.max(at).min(self.text.len());
        self.set_previous(Previous::Operator);
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn skip_white_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Reads a piece of the innermost construct.
    fn step(&mut self) {
        let read = match self.open.last() {
            Some(Level::Template) => {
                self.template();
                Ok(())
            }
            Some(Level::Element {
                part: Part::StartTag,
                ..
            }) => self.start_tag(),
            Some(Level::Element { .. }) => self.child(),
            _ => {
                self.skip_white_space();
                if !self.rest().is_empty() {
                    self.code();
                }
                Ok(())
            }
        };
        if let Err(NotAnElement) = read {
            self.give_up_element();
        }
    }

    /// Continues as code after the `<` of the innermost element; after that of the outermost, if too much was read twice.
    fn give_up_element(&mut self) -> bool {
        let root = |level: &Level<'_>| match level {
            Level::Element { root, .. } => *root,
            _ => None,
        };
        let mut roots = (0..self.open.len()).filter_map(|at| Some((at, root(&self.open[at])?)));
        let found = match self.retries {
            0 => roots.next(),
            _ => roots.next_back(),
        };
        let Some((level, start)) = found else {
            return false;
        };
        self.retries = self.retries.saturating_sub(self.at - start);
        self.open.truncate(level);
        self.at = start + 1;
        self.set_previous(Previous::Less);
        true
    }

    fn previous(&self) -> Previous {
        match self.open.last() {
            Some(Level::Code { previous, .. }) => *previous,
            _ => Previous::Operator,
        }
    }

    fn set_previous(&mut self, next: Previous) {
        if let Some(Level::Code { previous, .. }) = self.open.last_mut() {
            *previous = next;
        }
    }

    /// Reads a token of code, or the start of a template literal or an element.
    fn code(&mut self) -> (TokenKind, bool) {
        let rest = self.rest();
        let previous = self.previous();
        match rest.as_bytes() {
            [b'/', b'/', ..] => return self.comment(rest.find('\n').or(Some(rest.len()))),
            [b'/', b'*', ..] => return self.comment(rest[2..].find("*/").map(|end| end + 4)),
            [b'/', ..] if matches!(previous, Previous::Operator | Previous::Dot) => {
                if let Some(length) = regular_expression(rest) {
                    return self.operand(TokenKind::RegExp, length);
                }
            }
            [quote @ (b'"' | b'\''), ..] if *quote == b'"' || !self.is_apostrophe() => {
                let (length, is_finished) = string(rest);
                self.operand(TokenKind::String, length);
                return (TokenKind::String, is_finished);
            }
            [b'`', ..] => {
                self.operand(TokenKind::Template, 1);
                self.open.push(Level::Template);
                return (TokenKind::Template, true);
            }
            [b'<', ..]
                if !previous.is_operand() && self.retries > 0 && self.begin_element(true) =>
            {
                return (TokenKind::Jsx, true);
            }
            [b'0'..=b'9', ..] => {
                let is_part = |c: char| is_identifier_part(c) || c == '.';
                let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
                return self.operand(TokenKind::Number, length);
            }
            _ => {}
        }
        match super::identifier(rest) {
            "" => self.punctuator(),
            word => {
                self.at += word.len();
                self.set_previous(previous.word(word));
                (TokenKind::Word, true)
            }
        }
    }

    fn comment(&mut self, length: Option<usize>) -> (TokenKind, bool) {
        self.at += length.unwrap_or(self.rest().len());
        (TokenKind::Comment, length.is_some())
    }

    fn operand(&mut self, kind: TokenKind, length: usize) -> (TokenKind, bool) {
        self.at += length;
        self.set_previous(Previous::Operand);
        (kind, true)
    }

    /// Whether the quote here is directly behind a word. No string is, so the text is prose, or an element without an end.
    fn is_apostrophe(&self) -> bool {
        let before = self.text[..self.at].chars().next_back();
        self.previous().is_operand() && before.is_some_and(is_identifier_part)
    }

    fn punctuator(&mut self) -> (TokenKind, bool) {
        let rest = self.rest();
        let long = ["=>", "...", "++", "--"];
        let long = long.iter().find(|sign| rest.starts_with(**sign));
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let sign = long.map_or(&rest[..first], |sign| &rest[..sign.len()]);
        self.at += sign.len();
        let is_postfix =
            self.previous().is_operand() && !self.rest().starts_with('=') && sign == "!";
        let is_nested = self.open.len() > 1;
        let mut is_condition = false;
        if let Some(Level::Code {
            braces,
            parentheses,
            previous,
        }) = self.open.last_mut()
        {
            match sign {
                "{" => *braces += 1,
                "}" if *braces == 0 && is_nested => drop(self.open.pop()),
                "}" => *braces = braces.saturating_sub(1),
                "(" => parentheses.open(*previous),
                ")" => is_condition = parentheses.close(),
                _ => {}
            }
        }
        match sign {
            "++" | "--" => {}
            _ if is_postfix => {}
            ")" if is_condition => self.set_previous(Previous::Operator),
            ")" | "]" | "}" => self.set_previous(Previous::Operand),
            "." => self.set_previous(Previous::Dot),
            "<" => self.set_previous(Previous::Less),
            _ => self.set_previous(Previous::Operator),
        }
        (TokenKind::Punctuator, true)
    }

    /// Reads a template literal up to its next substitution or its end.
    fn template(&mut self) {
        let bytes = self.rest().as_bytes();
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            at += 1;
            match (byte, bytes.get(at)) {
                (b'\\', _) => at += 1,
                (b'`', _) => {
                    self.open.pop();
                    break;
                }
                (b'$', Some(b'{')) => {
                    at += 1;
                    self.open.push(CODE);
                    break;
                }
                _ => {}
            }
        }
        self.skip(at);
    }

    /// Moves on by a number of bytes, to the next boundary of a character.
    fn skip(&mut self, bytes: usize) {
        self.at = self
            .text
            .ceil_char_boundary((self.at + bytes).min(self.text.len()));
    }
}

/// The start of the code in a pair of braces.
const CODE: Level<'_> = Level::Code {
    braces: 0,
    parentheses: Parentheses::NONE,
    previous: Previous::Operator,
};
