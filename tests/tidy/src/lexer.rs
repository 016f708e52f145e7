//! Splits Rust into words and punctuation, without comments, literals and test code.

use std::iter::Peekable;
use std::ops::RangeInclusive;
use std::str::Chars;

/// A word or a sign of Rust's syntax.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// An identifier or a keyword.
    Word(String),
    /// Punctuation; `::` is one sign, every other sign is one character.
    Sign(String),
    /// A string, character or number; what it holds is left out, but for strings.
    Literal(String),
}

/// A token and the line it begins on, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The kind of the token.
    pub kind: TokenKind,
    /// The line that the token begins on, counted from 1.
    pub line: usize,
}

impl Token {
    /// Whether the token is this word or this sign.
    #[must_use]
    pub fn is(&self, text: &str) -> bool {
        match &self.kind {
            TokenKind::Word(word) | TokenKind::Sign(word) => word == text,
            TokenKind::Literal(_) => false,
        }
    }

    /// The identifier or keyword, if it is one.
    #[must_use]
    pub fn word(&self) -> Option<&str> {
        match &self.kind {
            TokenKind::Word(word) => Some(word),
            _ => None,
        }
    }
}

/// The tokens of a file.
#[must_use]
pub fn tokens(text: &str) -> Vec<Token> {
    let mut lexer = Lexer {
        chars: text.chars().peekable(),
        line: 1,
        found: Vec::new(),
    };
    while let Some(first) = lexer.next() {
        lexer.token(first);
    }
    lexer.found
}

struct Lexer<'t> {
    chars: Peekable<Chars<'t>>,
    line: usize,
    found: Vec<Token>,
}

impl Lexer<'_> {
    fn next(&mut self) -> Option<char> {
        let next = self.chars.next();
        self.line += usize::from(next == Some('\n'));
        next
    }

    fn peek(&mut self) -> Option<char> {
        self.chars.peek().copied()
    }

    fn push(&mut self, line: usize, kind: TokenKind) {
        self.found.push(Token { kind, line });
    }

    fn token(&mut self, first: char) {
        let line = self.line;
        match first {
            '/' if self.peek() == Some('/') => while self.next().is_some_and(|c| c != '\n') {},
            '/' if self.peek() == Some('*') => self.block_comment(),
            '"' => {
                let text = self.string();
                self.push(line, TokenKind::Literal(text));
            }
            '\'' => self.quote(line),
            ':' if self.peek() == Some(':') => {
                self.next();
                self.push(line, TokenKind::Sign("::".to_owned()));
            }
            c if c.is_alphabetic() || c == '_' => self.word(line, c),
            c if c.is_ascii_digit() => {
                self.rest_of_word();
                self.push(line, TokenKind::Literal(String::new()));
            }
            c if c.is_whitespace() => {}
            c => self.push(line, TokenKind::Sign(c.to_string())),
        }
    }

    fn block_comment(&mut self) {
        let (mut depth, mut last) = (1, ' ');
        self.next();
        while depth > 0
            && let Some(c) = self.next()
        {
            match (last, c) {
                ('/', '*') => depth += 1,
                ('*', '/') => depth -= 1,
                _ => {
                    last = c;
                    continue;
                }
            }
            last = ' ';
        }
    }

    fn string(&mut self) -> String {
        let mut text = String::new();
        while let Some(c) = self.next().filter(|&c| c != '"') {
            text.push(c);
            if c == '\\' {
                text.extend(self.next());
            }
        }
        text
    }

    /// A character literal, or a lifetime: after `'a` only a literal is closed by another quote.
    fn quote(&mut self, line: usize) {
        let Some(c) = self.next() else { return };
        if c == '\\' {
            self.next();
            while self.next().is_some_and(|c| c != '\'') {}
        } else if self.peek() == Some('\'') {
            self.next();
        } else {
            self.rest_of_word();
            return;
        }
        self.push(line, TokenKind::Literal(String::new()));
    }

    fn rest_of_word(&mut self) -> String {
        let mut word = String::new();
        while let Some(c) = self.peek().filter(|c| c.is_alphanumeric() || *c == '_') {
            word.push(c);
            self.next();
        }
        word
    }

    /// A word, or the prefix of a literal: `b"…"`, `r#"…"#`; `r#type` is a word.
    fn word(&mut self, line: usize, first: char) {
        let word = format!("{first}{}", self.rest_of_word());
        let is_prefix = matches!(word.as_str(), "b" | "c" | "r" | "br" | "cr");
        match self.peek() {
            Some('"') if is_prefix && !word.ends_with('r') => {
                self.next();
                let text = self.string();
                self.push(line, TokenKind::Literal(text));
            }
            Some('\'') if word == "b" => {
                self.next();
                self.quote(line);
            }
            Some('"' | '#') if is_prefix && word.ends_with('r') => self.raw_string(line),
            _ => self.push(line, TokenKind::Word(word)),
        }
    }

    fn raw_string(&mut self, line: usize) {
        let mut hashes = 0;
        while self.peek() == Some('#') {
            self.next();
            hashes += 1;
        }
        if self.peek() != Some('"') {
            let word = self.rest_of_word();
            return self.push(line, TokenKind::Word(word));
        }
        self.next();
        let end = format!("\"{}", "#".repeat(hashes));
        let mut text = String::new();
        while !text.ends_with(&end)
            && let Some(c) = self.next()
        {
            text.push(c);
        }
        self.push(line, TokenKind::Literal(text));
    }
}

/// `tokens` without the items, fields and statements under `#[cfg(test)]` or `#[test]`; nothing is left of a file that
/// begins with `#![cfg(test)]`.
#[must_use]
pub fn without_tests(tokens: &[Token]) -> Vec<Token> {
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if !tokens[at].is("#") {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        let is_inner = tokens.get(at + 1).is_some_and(|token| token.is("!"));
        let open = at + 1 + usize::from(is_inner);
        let end = closing(tokens, open);
        if !is_test(&tokens[open..end]) {
            kept.extend_from_slice(&tokens[at..end]);
            at = end;
        } else if is_inner {
            return Vec::new();
        } else {
            at = item_end(tokens, end);
        }
    }
    kept
}

/// The lines of the items, fields and statements under `#[cfg(test)]`, their attributes included.
#[must_use]
pub fn test_lines(tokens: &[Token]) -> Vec<RangeInclusive<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let is_attribute =
            tokens[at].is("#") && tokens.get(at + 1).is_some_and(|next| next.is("["));
        let mut end = at + 1;
        if is_attribute {
            end = closing(tokens, at + 1);
            if tokens[at + 2].is("cfg") && is_test(&tokens[at + 1..end]) {
                end = item_end(tokens, end);
                found.push(tokens[at].line..=tokens[end - 1].line);
            }
        }
        at = end;
    }
    found
}

/// Whether an attribute, `[` included, says that what follows is test code.
fn is_test(attribute: &[Token]) -> bool {
    let words: Vec<&str> = attribute.iter().filter_map(Token::word).collect();
    match words.first() {
        Some(&"test") => true,
        Some(&"cfg") => words.contains(&"test") && !words.contains(&"not"),
        _ => false,
    }
}

/// The index behind the bracket that closes the one at `open`.
#[must_use]
pub fn closing(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        if ["(", "[", "{"].iter().any(|sign| token.is(sign)) {
            depth += 1;
        } else if [")", "]", "}"].iter().any(|sign| token.is(sign)) {
            depth = depth.saturating_sub(1);
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

/// The index behind the item, field or statement that begins at `from`, further attributes included.
fn item_end(tokens: &[Token], from: usize) -> usize {
    const ITEMS: [&str; 14] = [
        "async",
        "const",
        "enum",
        "extern",
        "fn",
        "impl",
        "let",
        "macro_rules",
        "mod",
        "static",
        "struct",
        "trait",
        "type",
        "use",
    ];
    let mut at = from;
    while tokens.get(at).is_some_and(|token| token.is("#")) {
        at = closing(tokens, at + 1);
    }
    if tokens.get(at).is_some_and(|token| token.is("pub")) {
        at += 1;
        if tokens.get(at).is_some_and(|token| token.is("(")) {
            at = closing(tokens, at);
        }
    }
    let is_item = tokens
        .get(at)
        .and_then(Token::word)
        .is_some_and(|word| ITEMS.contains(&word));
    while let Some(token) = tokens.get(at) {
        if token.is("{") {
            return closing(tokens, at);
        }
        if token.is("}") || token.is(")") || token.is("]") {
            return at;
        }
        if token.is(";") || token.is(",") && !is_item {
            return at + 1;
        }
        let is_open = token.is("(") || token.is("[");
        at = if is_open { closing(tokens, at) } else { at + 1 };
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> String {
        let tokens = without_tests(&tokens(text));
        let words: Vec<&str> = tokens.iter().filter_map(Token::word).collect();
        words.join(" ")
    }

    #[test]
    fn comments_and_literals_hold_no_words() {
        assert_eq!(
            words(
                "a // b\n/* c /* d */ e */ f \"g \\\" h\" r#\"i \" j\"# b\"k\" 'l' '\\'' '\\u{6d}' b'n' 0x1f o"
            ),
            "a f o"
        );
    }

    #[test]
    fn lifetimes_and_raw_words_are_told_from_literals() {
        assert_eq!(
            words("fn f<'a>(x: &'a str) { r#type('b', 'static) }"),
            "fn f x str type"
        );
    }

    #[test]
    fn test_code_is_left_out() {
        let text = "a; #[cfg(test)] mod t { b } c; #[cfg(test)] pub(crate) fn d<A, B>(x: [u8; 2]) -> (E, F) { g } h; \
                    #[test] fn i() { j } struct K { #[cfg(test)] l: M<N>, o: P } #[cfg(not(test))] mod q; \
                    #[cfg(all(test, unix))] #[path = \"r\"] mod r; s; #[cfg(test)] let t = u(v, w); x";
        assert_eq!(words(text), "a c h struct K o P cfg not test mod q s x");
        assert_eq!(words("#![cfg(test)]\nmod a;"), "");
    }

    #[test]
    fn tokens_know_their_lines() {
        let tokens = tokens("a\n\"\n\"\nb::c");
        let lines: Vec<usize> = tokens.iter().map(|token| token.line).collect();
        assert_eq!(lines, [1, 2, 4, 4, 4]);
    }
}
