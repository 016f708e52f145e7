//! Parses the HTML of an article into a tree.
//!
//! In: HTML from Rust, from React and from authors. Out: elements and texts. This is not the parser of the HTML standard:
//! it knows void elements, the optional end tags of lists, tables and paragraphs, and ignores an end tag without a start
//! tag. It never fails: what it cannot parse is text.

use std::borrow::Cow;

/// Elements below this depth become siblings, so that no input exhausts the stack of a recursive reader.
const MAX_DEPTH: usize = 128;

/// A piece of an article.
#[derive(Debug)]
pub(crate) enum Node<'h> {
    /// Text with its character references decoded.
    Text(Cow<'h, str>),
    /// An element.
    Element(Element<'h>),
}

/// An element with its attributes as written.
#[derive(Debug, Default)]
pub(crate) struct Element<'h> {
    /// In lower case.
    pub(crate) name: Cow<'h, str>,
    attributes: Vec<(&'h str, &'h str)>,
    /// Its content.
    pub(crate) children: Vec<Node<'h>>,
}

impl<'h> Element<'h> {
    /// An attribute's value with its character references decoded.
    pub(crate) fn get(&self, name: &str) -> Option<Cow<'h, str>> {
        let mut list = self.attributes.iter();
        let (_, value) = list.find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        Some(decode(value))
    }

    /// Whether an attribute is there.
    pub(crate) fn has(&self, name: &str) -> bool {
        let mut list = self.attributes.iter();
        list.any(|(known, _)| known.eq_ignore_ascii_case(name))
    }

    /// Whether a class is among its classes.
    pub(crate) fn has_class(&self, class: &str) -> bool {
        self.get("class")
            .is_some_and(|list| list.split_ascii_whitespace().any(|own| own == class))
    }

    /// The first descendant of this name.
    pub(crate) fn find(&self, name: &str) -> Option<&Element<'h>> {
        self.elements().find_map(|child| {
            if child.name == name {
                Some(child)
            } else {
                child.find(name)
            }
        })
    }

    /// Its child elements.
    pub(crate) fn elements(&self) -> impl Iterator<Item = &Element<'h>> {
        self.children.iter().filter_map(|child| match child {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    /// The text of it and its descendants, with all white space.
    pub(crate) fn text(&self) -> String {
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

/// The nodes of an article.
pub(crate) fn parse(html: &str) -> Vec<Node<'_>> {
    let mut open: Vec<Element<'_>> = vec![Element::default()];
    let mut rest = html;
    while !rest.is_empty() {
        let at = rest.find('<').unwrap_or(rest.len());
        let (text, tail) = rest.split_at(at);
        push_text(&mut open, text);
        rest = tail;
        if rest.is_empty() {
            break;
        }
        rest = match read_markup(rest, &mut open) {
            Some(after) => after,
            None => {
                push_text(&mut open, &rest[..1]);
                &rest[1..]
            }
        };
    }
    while open.len() > 1 {
        close_last(&mut open);
    }
    open.pop().map(|root| root.children).unwrap_or_default()
}

/// Reads a comment or tag; `None` when the `<` is only text.
fn read_markup<'h>(html: &'h str, open: &mut Vec<Element<'h>>) -> Option<&'h str> {
    if let Some(comment) = html.strip_prefix("<!--") {
        return Some(comment.split_once("-->").map_or("", |(_, after)| after));
    }
    if html.starts_with("<!") || html.starts_with("<?") {
        return html.split_once('>').map(|(_, after)| after);
    }
    if let Some(end) = html.strip_prefix("</") {
        let (name, after) = end.split_once('>')?;
        close(open, &lower(name.trim()));
        return Some(after);
    }
    let body = &html[1..];
    if !body.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let len = body
        .find(|c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/'))
        .unwrap_or(body.len());
    let (name, rest) = body.split_at(len);
    let (attributes, is_closed, rest) = read_attributes(rest)?;
    let element = Element {
        name: lower(name),
        attributes,
        children: Vec::new(),
    };
    let name = element.name.clone();
    imply_ends(open, &name);
    if is_closed || bindery_html::is_void(&name) || open.len() > MAX_DEPTH {
        push(open, Node::Element(element));
        return Some(rest);
    }
    open.push(element);
    if matches!(name.as_ref(), "script" | "style") {
        let end = format!("</{name}");
        return Some(rest.find(&end).map_or("", |at| &rest[at..]));
    }
    Some(rest)
}

type Attributes<'h> = Vec<(&'h str, &'h str)>;

/// The attributes, whether the tag ends with a slash, and what follows it.
fn read_attributes(html: &str) -> Option<(Attributes<'_>, bool, &str)> {
    let mut rest = html;
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_ascii_start();
        if let Some(after) = rest.strip_prefix("/>") {
            return Some((attributes, true, after));
        }
        if let Some(after) = rest.strip_prefix('>') {
            return Some((attributes, false, after));
        }
        if let Some(after) = rest.strip_prefix('/') {
            rest = after;
            continue;
        }
        let first = rest.chars().next()?.len_utf8();
        let len = rest[first..]
            .find(|c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/' | '='))
            .map_or(rest.len(), |at| at + first);
        let (name, after) = rest.split_at(len);
        let (value, after) = read_value(after);
        attributes.push((name, value));
        rest = after;
    }
}

fn read_value(html: &str) -> (&str, &str) {
    let Some(value) = html.trim_ascii_start().strip_prefix('=') else {
        return ("", html);
    };
    let value = value.trim_ascii_start();
    for quote in ['"', '\''] {
        if let Some(quoted) = value.strip_prefix(quote) {
            return quoted.split_once(quote).unwrap_or((quoted, ""));
        }
    }
    let len = value
        .find(|c: char| c.is_ascii_whitespace() || c == '>')
        .unwrap_or(value.len());
    value.split_at(len)
}

fn push_text<'h>(open: &mut [Element<'h>], text: &'h str) {
    if !text.is_empty() {
        push(open, Node::Text(decode(text)));
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

/// Whether an element is a block, laid out on lines of its own.
pub(crate) fn is_block(name: &str) -> bool {
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
        true => Cow::Owned(bindery_html::decode(text)),
        false => Cow::Borrowed(text),
    }
}
