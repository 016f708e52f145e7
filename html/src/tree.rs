//! Parses HTML into a tree of elements and texts.
//!
//! The tokens are those of the HTML standard, the tree is not: it knows void elements, the optional end tags of lists,
//! tables and paragraphs, and ignores an end tag without a start tag. It never fails.

use crate::tokenizer::{Tag, TokenKind, tokenize};
use crate::{escape, void};
use std::borrow::Cow;

/// Elements below this depth become siblings, so that no input exhausts the stack of a recursive reader.
const MAX_DEPTH: usize = 128;

/// A piece of HTML.
#[derive(Debug)]
pub enum Node<'h> {
    /// Text with its character references decoded.
    Text(Cow<'h, str>),
    /// An element.
    Element(Element<'h>),
}

/// An element with its attributes as written.
#[derive(Debug, Default)]
pub struct Element<'h> {
    /// In lower case.
    pub name: Cow<'h, str>,
    tag: Tag<'h>,
    /// The child nodes in order.
    pub children: Vec<Node<'h>>,
}

impl<'h> Element<'h> {
    /// An attribute's value with its character references decoded.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Cow<'h, str>> {
        self.tag.value(name).map(decode)
    }

    /// Whether an attribute is there.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.tag.attribute(name).is_some()
    }

    /// Whether a class is among its classes.
    #[must_use]
    pub fn has_class(&self, class: &str) -> bool {
        self.get("class")
            .is_some_and(|list| list.split_ascii_whitespace().any(|own| own == class))
    }

    /// The first descendant of this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Element<'h>> {
        self.elements().find_map(|child| {
            if child.name == name {
                Some(child)
            } else {
                child.find(name)
            }
        })
    }

    /// The child elements in order.
    pub fn elements(&self) -> impl Iterator<Item = &Element<'h>> {
        self.children.iter().filter_map(|child| match child {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    /// The text of it and its descendants, with all white space.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.push_text(&mut text);
        text
    }

    fn push_text(&self, out: &mut String) {
        for child in &self.children {
            match child {
                Node::Text(text) => out.push_str(text),
                Node::Element(element) => element.push_text(out),
            }
        }
    }
}

/// The nodes of a text.
#[must_use]
pub fn parse(html: &str) -> Vec<Node<'_>> {
    let mut open: Vec<Element<'_>> = vec![Element::default()];
    for token in tokenize(html) {
        match token.kind {
            TokenKind::Text => push(&mut open, Node::Text(decode(token.source))),
            TokenKind::RawText => push(&mut open, Node::Text(Cow::Borrowed(token.source))),
            TokenKind::StartTag(tag) => start(&mut open, tag),
            TokenKind::EndTag(tag) => close(&mut open, &lower(tag.name)),
            // A tag that the input ends within: authors see what they wrote.
            TokenKind::Dropped if token.source != "</>" => {
                let (angle, rest) = token.source.split_at(1);
                push(&mut open, Node::Text(Cow::Borrowed(angle)));
                push(&mut open, Node::Text(decode(rest)));
            }
            TokenKind::Comment | TokenKind::Doctype | TokenKind::Cdata | TokenKind::Dropped => {}
        }
    }
    while open.len() > 1 {
        close_last(&mut open);
    }
    open.pop().map(|root| root.children).unwrap_or_default()
}

fn start<'h>(open: &mut Vec<Element<'h>>, tag: Tag<'h>) {
    let element = Element {
        name: lower(tag.name),
        tag,
        children: Vec::new(),
    };
    imply_ends(open, &element.name);
    let is_childless = element.tag.is_self_closing || void::is_void(&element.name);
    if is_childless || open.len() > MAX_DEPTH {
        push(open, Node::Element(element));
    } else {
        open.push(element);
    }
}

fn push<'h>(open: &mut [Element<'h>], node: Node<'h>) {
    if let Some(parent) = open.last_mut() {
        parent.children.push(node);
    }
}

fn close_last(open: &mut Vec<Element<'_>>) {
    if open.len() > 1
        && let Some(element) = open.pop()
    {
        push(open, Node::Element(element));
    }
}

fn close(open: &mut Vec<Element<'_>>, name: &str) {
    let found = open.iter().skip(1).rposition(|own| own.name == name);
    if let Some(at) = found {
        while open.len() > at + 1 {
            close_last(open);
        }
    }
}

/// Closes the elements whose end tags are implied by the start of `name` (HTML, section 13.1.2.4): a paragraph before a
/// block, an item before the next.
fn imply_ends(open: &mut Vec<Element<'_>>, name: &str) {
    let ended: &[&str] = match name {
        "li" => &["li"],
        "dt" | "dd" => &["dt", "dd"],
        "tr" => &["td", "th", "tr"],
        "td" | "th" => &["td", "th"],
        "thead" | "tbody" | "tfoot" => &["td", "th", "tr", "thead", "tbody"],
        _ if is_block(name) => &[],
        _ => return,
    };
    while let Some(last) = open.last() {
        let is_ended = last.name == "p" || ended.contains(&last.name.as_ref());
        if open.len() < 2 || !is_ended {
            return;
        }
        close_last(open);
    }
}

/// Whether an element is a block, laid out on lines of its own. The name is in lower case.
#[must_use]
pub fn is_block(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "dd"
            | "details"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "hr"
            | "li"
            | "main"
            | "nav"
            | "ol"
            | "p"
            | "pre"
            | "section"
            | "summary"
            | "table"
            | "ul"
    )
}

fn lower(name: &str) -> Cow<'_, str> {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(name)
    }
}

/// Decodes character references, where there are any.
fn decode(text: &str) -> Cow<'_, str> {
    match text.contains('&') {
        true => Cow::Owned(escape::decode(text)),
        false => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tree with its implied tags, without attributes.
    fn written(nodes: &[Node<'_>]) -> String {
        let write = |node: &Node<'_>| match node {
            Node::Text(text) => text.to_string(),
            Node::Element(own) => format!("<{0}>{1}</{0}>", own.name, written(&own.children)),
        };
        nodes.iter().map(write).collect()
    }

    #[test]
    fn omitted_end_tags_are_implied() {
        for (html, expected) in [
            ("<p>a<p>b", "<p>a</p><p>b</p>"),
            (
                "<p>a<ul><li>b<li>c</ul>",
                "<p>a</p><ul><li>b</li><li>c</li></ul>",
            ),
            (
                "<tr><td>a<td>b<tr>",
                "<tr><td>a</td><td>b</td></tr><tr></tr>",
            ),
            ("<B>a<br>b</b></i>c", "<b>a<br></br>b</b>c"),
            ("<!-- a -->b<c d='", "b<c d='"),
        ] {
            assert_eq!(written(&parse(html)), expected);
        }
    }

    #[test]
    fn values_and_texts_are_decoded() {
        let nodes = parse("<a title='&lt;b' class=\"c d\">e &amp; <i>f</i></a>");
        let [Node::Element(element)] = nodes.as_slice() else {
            panic!("one element");
        };
        assert_eq!(element.get("title").as_deref(), Some("<b"));
        assert!(element.has_class("d") && !element.has("href"));
        assert_eq!(element.text(), "e & f");
        assert_eq!(element.find("i").map(Element::text).as_deref(), Some("f"));
    }

    #[test]
    fn depth_is_bounded() {
        let html = "<b>".repeat(10_000);
        assert_eq!(parse(&html).len(), 1);
    }
}
