//! Colours code: text and the name of its language in, classed ranges out.
//!
//! Pure and linear in the text, with nothing to load: some forty small tables and a few readers for what a table cannot
//! say, so that a page with code costs what any page costs. It reads tokens, not programs, and never fails: what it does
//! not know stays plain. Measured against `syntect` with `two-face` (55 s of CPU to compile, 350 ms for the first block
//! of TypeScript) and the tree-sitter crates (minutes of C), this compiles in two seconds and reads 20 to 70 MB/s.

mod generic;
mod grammars;
mod languages;
mod lexer;
mod line;
mod markdown;
mod markup;
mod script;
mod shell;
mod style;
pub mod themes;

pub use languages::{Language, find, names};

use lexer::Lexer;

/// What a range of code is; the class in the HTML is its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// `k`: a keyword.
    Keyword,
    /// `s`: a string, a regular expression.
    String,
    /// `n`: a number, a constant.
    Number,
    /// `f`: a function, a command.
    Function,
    /// `t`: a type, a tag, a section.
    Type,
    /// `c`: a comment.
    Comment,
    /// `p`: a property, an attribute, a key, an option.
    Property,
    /// `v`: a variable.
    Variable,
    /// `m`: about the code: decorators, preprocessor lines, document types.
    Meta,
    /// `i`: an inserted line of a diff.
    Inserted,
    /// `d`: a deleted line of a diff.
    Deleted,
}

impl Class {
    /// The class in the HTML.
    #[must_use]
    pub fn letter(self) -> &'static str {
        match self {
            Class::Keyword => "k",
            Class::String => "s",
            Class::Number => "n",
            Class::Function => "f",
            Class::Type => "t",
            Class::Comment => "c",
            Class::Property => "p",
            Class::Variable => "v",
            Class::Meta => "m",
            Class::Inserted => "i",
            Class::Deleted => "d",
        }
    }
}

/// A range of bytes with a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// What it is.
    pub class: Class,
}

/// The tokens of a text in order, without overlap; each begins and ends between characters.
#[must_use]
pub fn highlight(language: Language, text: &str) -> Vec<Token> {
    let mut lexer = Lexer::new(text);
    language.read(&mut lexer);
    lexer.tokens
}

#[cfg(test)]
mod tests;
