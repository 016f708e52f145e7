//! Highlights languages that a table describes: their comments, strings and words.

use super::Class;
use super::lexer::{Lexer, StringRules, begins_name};
use std::collections::HashMap;
use std::sync::OnceLock;

/// The table of a language.
#[derive(Debug)]
pub(super) struct Spec {
    /// The openings of line comments.
    pub(super) line_comments: &'static [&'static str],
    /// The delimiters of block comments.
    pub(super) block_comments: &'static [(&'static str, &'static str)],
    /// The string literals, longer openings first.
    pub(super) strings: &'static [Quote],
    /// Lists of words with their class.
    pub(super) words: &'static [(Class, &'static str)],
    /// The characters of names besides letters, digits and the underscore.
    pub(super) letters: &'static str,
    /// A set of the rules in [`rule`].
    pub(super) rules: u16,
}

/// A table with an index of its words.
#[derive(Debug)]
pub(super) struct Grammar {
    spec: Spec,
    /// Created when first used.
    index: OnceLock<HashMap<&'static str, Class>>,
}

/// The syntax of a string literal.
#[derive(Debug)]
pub(super) struct Quote {
    pub(super) open: &'static str,
    pub(super) close: &'static str,
    pub(super) escapes: bool,
    pub(super) spans_lines: bool,
}

/// The rules that a grammar may enable.
pub(super) mod rule {
    /// A name before a parenthesis is a function.
    pub(crate) const CALLS: u16 = 1;
    /// `Name` is a type, `NAME` a constant.
    pub(crate) const CAPITALS: u16 = 1 << 1;
    /// Words match in any case.
    pub(crate) const ANY_CASE: u16 = 1 << 2;
    /// `$name` is a variable.
    pub(crate) const DOLLAR: u16 = 1 << 3;
    /// `@name` is a decorator.
    pub(crate) const AT: u16 = 1 << 4;
    /// A line that begins with `#` and a letter is a directive.
    pub(crate) const HASH: u16 = 1 << 5;
    /// Lifetimes, raw strings, macros and attributes of Rust.
    pub(crate) const RUST: u16 = 1 << 6;
    /// Letters before a quote belong to the string: `f"…"`.
    pub(crate) const PREFIXES: u16 = 1 << 7;
    /// A name or string before a colon is a key.
    pub(crate) const KEYS: u16 = 1 << 8;
    /// A name before an equals sign is a key.
    pub(crate) const ASSIGNS: u16 = 1 << 9;
    /// Words count only at the start of a line.
    pub(crate) const LINE_WORDS: u16 = 1 << 10;
    /// `:name` is a constant.
    pub(crate) const SYMBOLS: u16 = 1 << 11;
    /// The first name of a line is a directive.
    pub(crate) const DIRECTIVES: u16 = 1 << 12;
}

impl Grammar {
    pub(super) const fn new(spec: Spec) -> Self {
        Grammar {
            spec,
            index: OnceLock::new(),
        }
    }

    fn has(&self, rule: u16) -> bool {
        self.spec.rules & rule != 0
    }

    fn word(&self, name: &str) -> Option<Class> {
        let table = self.index.get_or_init(|| {
            let lists = self.spec.words.iter();
            lists
                .flat_map(|(class, list)| list.split_ascii_whitespace().map(|word| (word, *class)))
                .collect()
        });
        if self.has(rule::ANY_CASE) {
            return table.get(name.to_ascii_lowercase().as_str()).copied();
        }
        table.get(name).copied()
    }

    /// Lexes the text.
    pub(super) fn read(&self, lexer: &mut Lexer<'_>) {
        let mut expects = None;
        while !lexer.is_done() {
            let byte = lexer.peek(0);
            if byte == b' ' || byte == b'\n' || byte == b'\t' {
                lexer.pos += 1;
            } else if self.comment(lexer) || self.sign(lexer, byte) || self.quoted(lexer) {
                expects = None;
            } else if byte.is_ascii_digit() {
                lexer.number();
            } else if begins_name(byte) || byte == b'.' && self.spec.letters.contains('.') {
                expects = self.name(lexer, expects);
            } else {
                lexer.step();
                expects = None;
            }
        }
    }

    fn comment(&self, lexer: &mut Lexer<'_>) -> bool {
        for (open, close) in self.spec.block_comments {
            if lexer.starts_with(open) {
                let start = lexer.pos;
                lexer.pos += open.len();
                lexer.step_past(close);
                lexer.emit(start, Class::Comment);
                return true;
            }
        }
        if self
            .spec
            .line_comments
            .iter()
            .any(|open| lexer.starts_with(open))
        {
            lexer.emit_line(Class::Comment);
            return true;
        }
        false
    }

    /// Lexes what begins with a sign: variables, decorators, directives.
    fn sign(&self, lexer: &mut Lexer<'_>, byte: u8) -> bool {
        let next = lexer.peek(1);
        let start = lexer.pos;
        let (rule, class) = match byte {
            b'$' => (rule::DOLLAR, Class::Variable),
            b'@' => (rule::AT, Class::Meta),
            b':' => (rule::SYMBOLS, Class::Number),
            b'#' => return self.hash(lexer, next),
            b'\'' if self.has(rule::RUST) => return lifetime(lexer),
            _ => return false,
        };
        if !self.has(rule) || lexer.before() == b':' {
            return false;
        }
        if byte == b'$' && matches!(next, b'{' | b'(') {
            lexer.pos += 2;
            lexer.step_while(|b| !matches!(b, b'}' | b')' | b'\n'));
            if !lexer.is_done() && lexer.peek(0) != b'\n' {
                lexer.pos += 1;
            }
        } else if begins_name(next) {
            lexer.pos += 1;
            lexer.name(if byte == b'@' { "." } else { "" });
        } else {
            return false;
        }
        lexer.emit(start, class);
        true
    }

    fn hash(&self, lexer: &mut Lexer<'_>, next: u8) -> bool {
        let start = lexer.pos;
        if self.has(rule::RUST) && (next == b'[' || next == b'!' && lexer.peek(2) == b'[') {
            let mut depth = 0;
            while !lexer.is_done() {
                match lexer.peek(0) {
                    b'[' => depth += 1,
                    b']' => depth -= 1,
                    _ => {}
                }
                lexer.step();
                if depth == 0 && lexer.before() == b']' {
                    break;
                }
            }
        } else if self.has(rule::HASH) && lexer.is_line_start() {
            lexer.pos += 1;
            lexer.step_while(|b| b == b' ');
            let word = lexer.name("");
            if word == "include" {
                lexer.emit(start, Class::Meta);
                let start = lexer.pos;
                lexer.pos = lexer.line_end();
                lexer.emit(start, Class::String);
                return true;
            }
        } else {
            return false;
        }
        lexer.emit(start, Class::Meta);
        true
    }

    fn quoted(&self, lexer: &mut Lexer<'_>) -> bool {
        let start = lexer.pos;
        let Some(quote) = self
            .spec
            .strings
            .iter()
            .find(|quote| lexer.starts_with(quote.open))
        else {
            return false;
        };
        lexer.pos += quote.open.len();
        let rules = StringRules {
            has_escapes: quote.escapes,
            spans_lines: quote.spans_lines,
        };
        lexer.string(quote.close, rules);
        match self.has(rule::KEYS) {
            true => lexer.emit_key_or_string(start),
            false => lexer.emit(start, Class::String),
        }
        true
    }

    /// Lexes a name; returns the class of the next name, if this one determines it.
    fn name(&self, lexer: &mut Lexer<'_>, expects: Option<Class>) -> Option<Class> {
        let is_first = self.has(rule::LINE_WORDS | rule::DIRECTIVES) && lexer.is_line_start();
        let start = lexer.pos;
        let name = lexer.name(self.spec.letters);
        if name.is_empty() {
            lexer.step();
            return None;
        }
        if self.has(rule::PREFIXES) && self.is_prefix(name, lexer) {
            let before = lexer.tokens.len();
            if self.quoted(lexer) {
                // From the first letter on.
                lexer.tokens.truncate(before);
                lexer.emit(start, Class::String);
                return None;
            }
        }
        if self.has(rule::RUST)
            && matches!(name, "r" | "br" | "b" | "c" | "cr")
            && raw_string(lexer)
        {
            lexer.emit(start, Class::String);
            return None;
        }
        let known = self
            .word(name)
            .filter(|_| is_first || !self.has(rule::LINE_WORDS));
        if let Some(class) = known {
            lexer.emit(start, class);
            return (class == Class::Keyword)
                .then(|| introduces(name))
                .flatten();
        }
        let next = lexer.next_sign();
        let is_macro = self.has(rule::RUST) && lexer.peek(0) == b'!' && lexer.peek(1) != b'=';
        let class = if let Some(class) = expects {
            class
        } else if is_macro {
            lexer.pos += 1;
            Class::Function
        } else if self.has(rule::DIRECTIVES) && is_first {
            Class::Keyword
        } else if self.has(rule::KEYS) && next == b':' && lexer.peek(1) != b':'
            || self.has(rule::ASSIGNS) && next == b'='
        {
            Class::Property
        } else if self.has(rule::CAPITALS) && is_constant(name) {
            Class::Number
        } else if self.has(rule::CAPITALS) && name.starts_with(|c: char| c.is_ascii_uppercase()) {
            Class::Type
        } else if self.has(rule::CALLS) && lexer.peek(0) == b'(' {
            Class::Function
        } else {
            return None;
        };
        lexer.emit(start, class);
        None
    }

    /// Whether a string follows its prefix.
    fn is_prefix(&self, name: &str, lexer: &Lexer<'_>) -> bool {
        name.len() <= 2
            && matches!(lexer.peek(0), b'"' | b'\'')
            && name.bytes().all(|b| b"rbfuRBFULu8".contains(&b))
    }
}

/// The class of the name after a keyword.
fn introduces(keyword: &str) -> Option<Class> {
    match keyword {
        "def" | "fn" | "func" | "fun" | "function" | "sub" | "defp" | "defmacro" => {
            Some(Class::Function)
        }
        "class" | "struct" | "enum" | "interface" | "trait" | "module" | "namespace" | "union"
        | "record" | "protocol" | "defmodule" | "message" => Some(Class::Type),
        _ => None,
    }
}

/// `MAX_SIZE`, but not a type parameter.
pub(super) fn is_constant(name: &str) -> bool {
    let is_upper = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_';
    name.len() > 1
        && name.bytes().all(is_upper)
        && name.starts_with(|c: char| c.is_ascii_uppercase())
}

/// `'a` but not `'a'`.
fn lifetime(lexer: &mut Lexer<'_>) -> bool {
    let start = lexer.pos;
    if !begins_name(lexer.peek(1)) {
        return false;
    }
    lexer.pos += 1;
    lexer.name("");
    if lexer.peek(0) == b'\'' {
        lexer.pos = start;
        return false;
    }
    lexer.emit(start, Class::Variable);
    true
}

/// `"…"` and `#"…"#` after their prefix.
fn raw_string(lexer: &mut Lexer<'_>) -> bool {
    let signs = (0..16).take_while(|n| lexer.peek(*n) == b'#').count();
    if lexer.peek(signs) != b'"' {
        return false;
    }
    let is_raw = signs > 0 || matches!(lexer.before(), b'r');
    lexer.pos += signs + 1;
    let close = format!("\"{}", "#".repeat(signs));
    let rules = StringRules {
        has_escapes: !is_raw,
        spans_lines: true,
    };
    lexer.string(&close, rules);
    true
}
