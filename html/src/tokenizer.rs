//! Splits HTML into tokens as browsers do (HTML, section 13.2.5), each with its range in the input.
//!
//! The tokens cover the input: their sources, one after the other, are the input. Values stay as they are written;
//! [`crate::decode`] decodes their character references. Any input is HTML: what is malformed becomes what browsers make of
//! it.

use crate::foreign::{ForeignContent, Namespace, StartTag};
use crate::raw_text::{self, Content};
use std::ops::Range;

/// A piece of HTML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token<'h> {
    /// The piece as it is written.
    pub source: &'h str,
    /// The range of the piece in the input, in bytes.
    pub range: Range<usize>,
    /// The kind of the piece, with its parts.
    pub kind: TokenKind<'h>,
}

/// The kind of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenKind<'h> {
    /// Text, character references included.
    Text,
    /// Text in which `&` is an ordinary character: the content of scripts and style sheets.
    RawText,
    /// A start tag.
    StartTag(Tag<'h>),
    /// An end tag. Browsers ignore its attributes.
    EndTag(Tag<'h>),
    /// A comment, or malformed markup that browsers read as a comment.
    Comment,
    /// `<!doctype …>`.
    Doctype,
    /// A CDATA section with its delimiters, which only SVG and MathML have.
    Cdata,
    /// What browsers drop: a tag that the input ends within, and `</>`.
    Dropped,
}

/// A tag.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tag<'h> {
    /// The name as it is written; compare it with [`Tag::is`].
    pub name: &'h str,
    /// The attributes in order. Of two with the same name, browsers use the first.
    pub attributes: Vec<Attribute<'h>>,
    /// Whether the tag ends with `/>`, which matters in SVG and MathML only.
    pub is_self_closing: bool,
    /// Whether a start tag is of SVG or MathML.
    pub is_foreign: bool,
}

/// An attribute of a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute<'h> {
    /// The name as it is written.
    pub name: &'h str,
    /// The value as it is written, without its quotes; empty when there is none.
    pub value: &'h str,
    /// The range in the input from the name to the closing quote.
    pub range: Range<usize>,
    /// The range of the value in the input, without its quotes.
    pub value_range: Range<usize>,
}

impl<'h> Tag<'h> {
    /// Whether the name is `name`, which is in lower case.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The attribute of a name in lower case.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&Attribute<'h>> {
        let mut list = self.attributes.iter();
        list.find(|attribute| attribute.name.eq_ignore_ascii_case(name))
    }

    /// The value of an attribute as it is written.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&'h str> {
        self.attribute(name).map(|attribute| attribute.value)
    }

    /// Whether a class is among its classes as they are written.
    #[must_use]
    pub fn has_class(&self, class: &str) -> bool {
        let list = self.value("class").unwrap_or_default();
        list.split_ascii_whitespace().any(|own| own == class)
    }
}

/// The start tags of a text.
pub fn start_tags(html: &str) -> impl Iterator<Item = Tag<'_>> {
    tokenize(html).filter_map(|token| match token.kind {
        TokenKind::StartTag(tag) => Some(tag),
        _ => None,
    })
}

/// The tokens of a text.
#[must_use]
pub fn tokenize(html: &str) -> Tokens<'_> {
    Tokens {
        html,
        at: 0,
        foreign: ForeignContent::default(),
        content: None,
    }
}

/// Iterates over the tokens of a text.
#[derive(Clone, Debug)]
pub struct Tokens<'h> {
    html: &'h str,
    at: usize,
    foreign: ForeignContent,
    /// The element whose content, which is no markup, comes next.
    content: Option<(&'h str, Content)>,
}

impl<'h> Iterator for Tokens<'h> {
    type Item = Token<'h>;

    fn next(&mut self) -> Option<Token<'h>> {
        if let Some((name, content)) = self.content.take() {
            let length = raw_text::content_length(&self.html[self.at..], name, content);
            if length > 0 {
                let kind = match content {
                    Content::Text => TokenKind::Text,
                    Content::Raw | Content::Script | Content::Plain => TokenKind::RawText,
                };
                return Some(self.take(self.at + length, kind));
            }
        }
        let rest = &self.html.as_bytes()[self.at..];
        match rest {
            [] => None,
            [b'<', b'!', ..] => Some(self.declaration()),
            [b'<', b'?', ..] => Some(self.bogus_comment()),
            [b'<', b'/', b'>', ..] => Some(self.take(self.at + 3, TokenKind::Dropped)),
            [b'<', b'/', first, ..] if !first.is_ascii_alphabetic() => Some(self.bogus_comment()),
            [b'<', b'/', _, ..] => Some(self.tag(true)),
            [b'<', first, ..] if first.is_ascii_alphabetic() => Some(self.tag(false)),
            _ => Some(self.text()),
        }
    }
}

impl<'h> Tokens<'h> {
    fn take(&mut self, end: usize, kind: TokenKind<'h>) -> Token<'h> {
        let range = self.at..end;
        self.at = end;
        Token {
            source: &self.html[range.clone()],
            range,
            kind,
        }
    }

    /// Takes up to the next `<` that begins markup.
    fn text(&mut self) -> Token<'h> {
        let bytes = self.html.as_bytes();
        let begins_markup = |at: usize| {
            bytes[at] == b'<'
                && match bytes.get(at + 1) {
                    Some(b'/') => bytes.len() > at + 2,
                    Some(next) => next.is_ascii_alphabetic() || matches!(next, b'!' | b'?'),
                    None => false,
                }
        };
        let end = (self.at + 1..bytes.len()).find(|at| begins_markup(*at));
        self.take(end.unwrap_or(bytes.len()), TokenKind::Text)
    }

    /// Takes a comment, a doctype or a CDATA section.
    fn declaration(&mut self) -> Token<'h> {
        const CDATA: &str = "<![CDATA[";
        let rest = &self.html[self.at..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            let end = self.at + "<!--".len() + comment_length(comment);
            return self.take(end, TokenKind::Comment);
        }
        if rest.starts_with(CDATA) && self.foreign.is_inside() {
            let end = rest.find("]]>").map_or(rest.len(), |at| at + 3);
            return self.take(self.at + end, TokenKind::Cdata);
        }
        let is_doctype = rest
            .get(2..9)
            .is_some_and(|word| word.eq_ignore_ascii_case("doctype"));
        let mut token = self.bogus_comment();
        if is_doctype {
            token.kind = TokenKind::Doctype;
        }
        token
    }

    /// Takes up to the next `>`.
    fn bogus_comment(&mut self) -> Token<'h> {
        let rest = &self.html[self.at..];
        let end = rest.find('>').map_or(rest.len(), |at| at + 1);
        self.take(self.at + end, TokenKind::Comment)
    }

    fn tag(&mut self, is_end: bool) -> Token<'h> {
        let mut reader = TagReader {
            html: self.html,
            at: self.at + 1 + usize::from(is_end),
        };
        let Some(mut tag) = reader.tag() else {
            return self.take(self.html.len(), TokenKind::Dropped);
        };
        if is_end {
            self.foreign.end(tag.name);
            return self.take(reader.at, TokenKind::EndTag(tag));
        }
        let has_attribute = |name: &str| tag.attribute(name).is_some();
        let start = StartTag {
            name: tag.name,
            is_self_closing: tag.is_self_closing,
        };
        tag.is_foreign = self.foreign.start(start, has_attribute) == Namespace::Foreign;
        if !tag.is_foreign {
            self.content = raw_text::content(tag.name).map(|content| (tag.name, content));
        }
        self.take(reader.at, TokenKind::StartTag(tag))
    }
}

/// The length of a comment after its `<!--`, its end included.
fn comment_length(comment: &str) -> usize {
    for short in [">", "->"] {
        if comment.starts_with(short) {
            return short.len();
        }
    }
    // One search for both ends: each alone could pass over the rest of the input for every comment.
    for (at, _) in comment.match_indices('>') {
        let before = &comment[..at];
        if before.ends_with("--") || before.ends_with("--!") {
            return at + 1;
        }
    }
    comment.len()
}

/// Reads a tag from its name on. Each method returns `None` when the input ends within the tag.
struct TagReader<'h> {
    html: &'h str,
    at: usize,
}

impl<'h> TagReader<'h> {
    fn tag(&mut self) -> Option<Tag<'h>> {
        let name = self.take_until(|byte| is_space(byte) || matches!(byte, b'/' | b'>'));
        let mut tag = Tag {
            name: &self.html[name],
            ..Tag::default()
        };
        loop {
            self.skip_space();
            match self.peek()? {
                b'>' => {
                    self.at += 1;
                    return Some(tag);
                }
                b'/' => {
                    self.at += 1;
                    tag.is_self_closing = self.peek()? == b'>';
                }
                _ => tag.attributes.push(self.attribute()?),
            }
        }
    }

    fn attribute(&mut self) -> Option<Attribute<'h>> {
        let start = self.at;
        // A name may begin with `=`.
        self.at += usize::from(self.peek() == Some(b'='));
        self.take_until(|byte| is_space(byte) || matches!(byte, b'/' | b'>' | b'='));
        let name = start..self.at;
        self.skip_space();
        if self.peek()? != b'=' {
            self.at = name.end;
            return Some(self.pair(name.clone(), name.end..name.end));
        }
        self.at += 1;
        self.skip_space();
        let quote = self.peek()?;
        if !matches!(quote, b'"' | b'\'') {
            let value = self.take_until(|byte| is_space(byte) || byte == b'>');
            return Some(self.pair(name, value));
        }
        self.at += 1;
        let value = self.take_until(|byte| byte == quote);
        self.peek()?;
        self.at += 1;
        Some(self.pair(name, value))
    }

    fn pair(&self, name: Range<usize>, value: Range<usize>) -> Attribute<'h> {
        Attribute {
            name: &self.html[name.clone()],
            value: &self.html[value.clone()],
            range: name.start..self.at,
            value_range: value,
        }
    }

    fn peek(&self) -> Option<u8> {
        self.html.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        self.take_until(|byte| !is_space(byte));
    }

    fn take_until(&mut self, is_end: impl Fn(u8) -> bool) -> Range<usize> {
        let start = self.at;
        while self.peek().is_some_and(|byte| !is_end(byte)) {
            self.at += 1;
        }
        start..self.at
    }
}

/// White space in tags: tab, line feed, form feed, carriage return and space.
fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kinds of the tokens, a letter each.
    fn kinds(html: &str) -> String {
        let kind = |token: Token<'_>| match token.kind {
            TokenKind::Text => 't',
            TokenKind::RawText => 'r',
            TokenKind::StartTag(_) => '<',
            TokenKind::EndTag(_) => '>',
            TokenKind::Comment => 'c',
            TokenKind::Doctype => 'd',
            TokenKind::Cdata => '[',
            TokenKind::Dropped => '-',
        };
        tokenize(html).map(kind).collect()
    }

    #[test]
    fn foreign_content_has_markup_in_style_and_cdata() {
        for (html, expected) in [
            ("<style><b></style>", "<r>"),
            ("<svg><style><b></style>", "<<<>"),
            ("<svg/><style><b></style>", "<<r>"),
            ("<svg></svg><style><b></style>", "<><r>"),
            ("<svg><p><style><b></style>", "<<<r>"),
            ("<svg><foreignObject><style><b></style>", "<<<r>"),
            ("<svg></p><style><b></style>", "<><r>"),
            ("<svg></BR ><textarea><i></textarea>", "<><t>"),
            ("<math></a></p><style><b></style>", "<>><r>"),
            ("<svg><font color=x><style><b></style>", "<<<r>"),
            ("<svg><font SIZE><style><b></style>", "<<<r>"),
            ("<svg><font id=x><style><b></style>", "<<<<>"),
            (
                "<svg></p><textarea><i title=\"</textarea><img src=x>\">",
                "<><t><t",
            ),
            ("<svg><![CDATA[<b>]]></svg><![CDATA[<b>]]>", "<[>ct"),
            (
                "<math><mtext><style><b></style></mtext><style></style>",
                "<<<r>><>",
            ),
        ] {
            assert_eq!(kinds(html), expected, "{html}");
        }
    }

    #[test]
    fn time_grows_with_the_length_of_the_input() {
        const PIECES: [&str; 14] = [
            "<",
            "</",
            "<a ",
            "<a b=\"",
            "<!--",
            "<!-- a -->",
            "<!",
            "<svg>",
            "</svg>",
            "<script>",
            "<!--<script>",
            "<style></",
            "<svg><![CDATA[",
            "=",
        ];
        for piece in PIECES {
            let text = piece.repeat(3_000);
            let work = |times: usize| {
                let tokens = tokenize(&text[..times * piece.len()]);
                assert!(tokens.count() > 0);
            };
            let much = bindery_fuzzing::growth::outgrows(3_000, work);
            assert_eq!(much, None, "{piece:?}");
        }
    }
}
