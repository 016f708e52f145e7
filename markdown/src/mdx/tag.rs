//! Scans a JSX or HTML tag.
//!
//! In: a text and the offset of a `<`. Out: the tag with byte ranges and unevaluated values, or the reason why there is no
//! tag. Whether its name is known is not checked here.

use bindery_source::javascript;
use std::ops::Range;

/// The result of scanning at a `<`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TagScan<'s> {
    /// `<Name …>` or `<Name … />`.
    Open(Tag<'s>),
    /// `</Name>`, with the range of the whole tag.
    Close(&'s str, Range<usize>),
    /// A tag without an end: its name, and the offset where the scan stopped.
    Unfinished(&'s str, usize),
    /// Text, and the offset where the scan stopped.
    Text(usize),
}

/// A start tag.
#[derive(Clone, Debug, PartialEq)]
pub struct Tag<'s> {
    /// The tag's name as written.
    pub name: &'s str,
    /// The tag's attributes in order.
    pub attributes: Vec<Attribute<'s>>,
    /// Whether the tag ends in `/>`.
    pub is_self_closing: bool,
    /// The whole tag.
    pub range: Range<usize>,
}

/// An attribute.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute<'s> {
    /// The attribute's name; empty for `{...spread}`.
    pub name: &'s str,
    /// The attribute's value, unevaluated.
    pub value: AttributeValue<'s>,
    /// Name and value.
    pub range: Range<usize>,
}

/// The unevaluated value of an attribute.
#[derive(Clone, Debug, PartialEq)]
pub enum AttributeValue<'s> {
    /// No value, which means `true`.
    Boolean,
    /// Quoted or unquoted text, without the quotes, with character references not decoded.
    String(&'s str),
    /// `{…}`: the text between the braces and its offset.
    Expression(&'s str, usize),
    /// A value that is known, of an evaluated document.
    Value(&'s serde_json::Value),
}

impl Tag<'_> {
    /// Whether the element has no end tag.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_self_closing || bindery_html::is_void(self.name)
    }
}

/// Whether a name is a component's (it begins with a capital letter).
pub(crate) fn is_component(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
}

/// Whether a tag that is alone on its line is a block: a component, a fragment or a block element of HTML.
pub(crate) fn is_block(name: &str) -> bool {
    name.is_empty() || is_component(name) || BLOCK_ELEMENTS.binary_search(&name).is_ok()
}

/// Whether this is an HTML block element that is never part of a line of text.
pub(crate) fn is_flow_element(name: &str) -> bool {
    let is_media = matches!(
        name,
        "audio" | "iframe" | "picture" | "source" | "svg" | "track" | "video"
    );
    !name.is_empty() && !is_component(name) && is_block(name) && !is_media
}

/// The HTML elements that are or contain blocks, sorted.
const BLOCK_ELEMENTS: &[&str] = &[
    "address",
    "article",
    "aside",
    "audio",
    "blockquote",
    "body",
    "caption",
    "center",
    "col",
    "colgroup",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hgroup",
    "hr",
    "html",
    "iframe",
    "legend",
    "li",
    "main",
    "menu",
    "nav",
    "ol",
    "optgroup",
    "option",
    "p",
    "picture",
    "pre",
    "script",
    "search",
    "section",
    "source",
    "style",
    "summary",
    "svg",
    "table",
    "tbody",
    "td",
    "template",
    "textarea",
    "tfoot",
    "th",
    "thead",
    "title",
    "tr",
    "track",
    "ul",
    "video",
];

/// The first start tag of a component in the source of a script; `None` if the source has none or its tag has no end.
#[must_use]
pub fn find_start_tag<'s>(source: &'s str, name: &str) -> Option<Tag<'s>> {
    let mut places = source.match_indices(name).map(|(at, _)| at);
    let at = places.find(|at| {
        let ends =
            !source[at + name.len()..].starts_with(|c: char| c.is_ascii() && is_name_byte(c as u8));
        source[..*at].ends_with('<') && ends
    })?;
    match scan(source, at - 1) {
        TagScan::Open(tag) => Some(tag),
        TagScan::Close(..) | TagScan::Unfinished(..) | TagScan::Text(_) => None,
    }
}

/// Scans the tag at `at`, where `text[at..]` begins with `<`.
pub(crate) fn scan(text: &str, at: usize) -> TagScan<'_> {
    let bytes = text.as_bytes();
    let is_closing = bytes.get(at + 1) == Some(&b'/');
    let name_start = at + 1 + usize::from(is_closing);
    if bytes.get(name_start) == Some(&b'>') {
        return fragment(at..name_start + 1, is_closing);
    }
    if !bytes.get(name_start).is_some_and(u8::is_ascii_alphabetic) {
        return TagScan::Text(name_start);
    }
    let name_end = name_start + count(&bytes[name_start..], is_name_byte);
    let name = &text[name_start..name_end];
    if is_closing {
        let end = name_end + count(&bytes[name_end..], |b| b.is_ascii_whitespace());
        return match bytes.get(end) {
            Some(b'>') => TagScan::Close(name, at..end + 1),
            _ => TagScan::Text(end),
        };
    }
    match bytes.get(name_end) {
        Some(b'>' | b'/' | b' ' | b'\t' | b'\n' | b'\r') => {}
        None => return TagScan::Unfinished(name, name_end),
        Some(_) => return TagScan::Text(name_end),
    }
    let mut reader = TagReader {
        text,
        pos: name_end,
    };
    let mut attributes = Vec::new();
    loop {
        let gap = match reader.skip_space() {
            Some(gap) => gap,
            None => return TagScan::Unfinished(name, reader.pos),
        };
        let is_self_closing = reader.rest().starts_with(b"/>");
        match reader.peek() {
            None => return TagScan::Unfinished(name, reader.pos),
            Some(b'>' | b'/') if is_self_closing || reader.peek() == Some(b'>') => {
                let range = at..reader.pos + 1 + usize::from(is_self_closing);
                return TagScan::Open(Tag {
                    name,
                    attributes,
                    is_self_closing,
                    range,
                });
            }
            Some(_) if !gap && !attributes.last().is_some_and(is_delimited) => {
                return TagScan::Text(reader.pos);
            }
            Some(_) => match reader.attribute() {
                Ok(attribute) => attributes.push(attribute),
                Err(TagError::Unfinished) => return TagScan::Unfinished(name, text.len()),
                Err(TagError::NotATag) => return TagScan::Text(reader.pos),
            },
        }
    }
}

/// `<>` or `</>`, a tag with an empty name.
fn fragment<'s>(range: Range<usize>, is_closing: bool) -> TagScan<'s> {
    if is_closing {
        return TagScan::Close("", range);
    }
    TagScan::Open(Tag {
        name: "",
        attributes: Vec::new(),
        is_self_closing: false,
        range,
    })
}

/// Whether the value of an attribute ends in a quote or a brace, so that JSX needs no space after it.
fn is_delimited(attribute: &Attribute<'_>) -> bool {
    match attribute.value {
        AttributeValue::Boolean => attribute.name.is_empty(),
        AttributeValue::String(text) => {
            let length = attribute.name.len() + text.len();
            attribute.range.len() > length + 2
        }
        AttributeValue::Expression(..) | AttributeValue::Value(_) => true,
    }
}

enum TagError {
    NotATag,
    Unfinished,
}

struct TagReader<'s> {
    text: &'s str,
    pos: usize,
}

impl<'s> TagReader<'s> {
    fn rest(&self) -> &'s [u8] {
        &self.text.as_bytes()[self.pos..]
    }

    fn peek(&self) -> Option<u8> {
        self.rest().first().copied()
    }

    /// Skips white space; whether there was any. `None` after a blank line, because a tag contains none.
    fn skip_space(&mut self) -> Option<bool> {
        let length = count(self.rest(), |b| b.is_ascii_whitespace());
        let newlines = self.rest()[..length]
            .iter()
            .filter(|b| **b == b'\n')
            .count();
        self.pos += length;
        (newlines < 2).then_some(length > 0)
    }

    fn attribute(&mut self) -> Result<Attribute<'s>, TagError> {
        let start = self.pos;
        if self.peek() == Some(b'{') {
            let value = self.expression()?;
            return Ok(Attribute {
                name: "",
                value,
                range: start..self.pos,
            });
        }
        let length = count(self.rest(), is_attribute_byte);
        if length == 0 {
            return Err(TagError::NotATag);
        }
        let name = &self.text[start..start + length];
        self.pos += length;
        let after_name = self.pos;
        self.skip_space();
        if self.peek() != Some(b'=') {
            self.pos = after_name;
            return Ok(Attribute {
                name,
                value: AttributeValue::Boolean,
                range: start..after_name,
            });
        }
        self.pos += 1;
        self.skip_space();
        let value = self.value()?;
        Ok(Attribute {
            name,
            value,
            range: start..self.pos,
        })
    }

    fn value(&mut self) -> Result<AttributeValue<'s>, TagError> {
        match self.peek() {
            None => Err(TagError::Unfinished),
            Some(b'{') => self.expression(),
            Some(quote @ (b'"' | b'\'')) => {
                let start = self.pos + 1;
                let length =
                    memchr(quote, &self.text.as_bytes()[start..]).ok_or(TagError::Unfinished)?;
                self.pos = start + length + 1;
                Ok(AttributeValue::String(&self.text[start..start + length]))
            }
            Some(_) => {
                let is_unquoted = |b: u8| !b.is_ascii_whitespace() && !b"\"'=<>`".contains(&b);
                let length = count(self.rest(), is_unquoted);
                let start = self.pos;
                self.pos += length;
                if length == 0 {
                    return Err(TagError::NotATag);
                }
                Ok(AttributeValue::String(&self.text[start..self.pos]))
            }
        }
    }

    fn expression(&mut self) -> Result<AttributeValue<'s>, TagError> {
        let close = javascript::closing_bracket(self.text, self.pos).ok_or(TagError::Unfinished)?;
        let start = self.pos + 1;
        self.pos = close + 1;
        Ok(AttributeValue::Expression(&self.text[start..close], start))
    }
}

fn memchr(needle: u8, haystack: &[u8]) -> Option<usize> {
    haystack.iter().position(|byte| *byte == needle)
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_')
}

fn is_attribute_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b':' | b'@' | b'$')
}

fn count(bytes: &[u8], test: impl Fn(u8) -> bool) -> usize {
    bytes.iter().take_while(|byte| test(**byte)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(text: &str) -> Tag<'_> {
        match scan(text, 0) {
            TagScan::Open(tag) => tag,
            other => panic!("no start tag: {other:?}"),
        }
    }

    #[test]
    fn reads_every_kind_of_value() {
        let text = "<A b='1' c=\"2\" d={[1, \"}\"]} e f=3 />x";
        let tag = open(text);
        let values: Vec<_> = tag.attributes.iter().map(|a| (a.name, &a.value)).collect();
        assert_eq!(values.len(), 5);
        assert_eq!(values[0], ("b", &AttributeValue::String("1")));
        assert_eq!(
            values[2],
            ("d", &AttributeValue::Expression("[1, \"}\"]", 18))
        );
        assert_eq!(values[3], ("e", &AttributeValue::Boolean));
        assert!(tag.is_self_closing);
        assert_eq!(&text[tag.range], "<A b='1' c=\"2\" d={[1, \"}\"]} e f=3 />");
    }

    #[test]
    fn prose_is_no_tag() {
        for text in ["< 7s", "<7", "<a@b.c>", "<https://x>", "<", "</", "<a ? b>"] {
            assert!(matches!(scan(text, 0), TagScan::Text(_)), "{text}");
        }
    }

    #[test]
    fn a_value_in_quotes_or_braces_needs_no_space_after_it() {
        let tag = open("<a b='1'c={2}{...d}e=\"f\">");
        let names: Vec<&str> = tag.attributes.iter().map(|a| a.name).collect();
        assert_eq!(names, ["b", "c", "", "e"]);
        assert!(matches!(scan("<a b=1\"c\">", 0), TagScan::Text(_)));
    }

    #[test]
    fn a_blank_line_ends_a_tag() {
        assert!(matches!(scan("<A b\n\nc>", 0), TagScan::Unfinished("A", _)));
        assert!(matches!(scan("<A b={", 0), TagScan::Unfinished("A", _)));
        assert!(matches!(scan("<A\n  b={1}\n>", 0), TagScan::Open(_)));
    }

    #[test]
    fn block_elements_are_sorted() {
        assert!(BLOCK_ELEMENTS.is_sorted());
    }
}
