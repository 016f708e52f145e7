//! Renders a document that MDX has evaluated ([`crate::document::nodes`]). For all other documents [`crate::scan`] and
//! [`crate::render`] do the same.
//!
//! The nodes are passed to the same [`Renderer`] as the events of the CommonMark parser, so that both paths give the same
//! HTML, headings, links and components.

mod components;
mod located_nodes;
mod registered;
mod syntax_elements;

use crate::context::MarkdownContext;
use crate::document::Document;
use crate::document::nodes::{Element, ElementKind, Evaluated, Node};
use crate::masked_source::Display;
use crate::mdx::tag::is_block as tag_is_block;
use crate::renderer::Renderer;
use bindery_source::diagnostic::{Code, Diagnostics};
use located_nodes::{LocatedElement, LocatedNode};
use pulldown_cmark::{Event, Tag, TagEnd};
use serde_json::Value;
use std::ops::Range;

/// Renders the nodes of a document.
pub(crate) fn render(
    evaluated: &Evaluated,
    front_matter: &Value,
    context: &MarkdownContext<'_>,
    sink: &mut Diagnostics,
) -> Document {
    let located = located_nodes::locate(evaluated, context);
    let mut renderer = Renderer::new(&located.masked, front_matter, context, sink);
    renderer.blocks(&located.nodes, false);
    renderer.finish()
}

/// The elements of Markdown that are part of a line.
const INLINE: &[&str] = &[
    "a",
    "bindery-note",
    "bindery-text",
    "br",
    "code",
    "del",
    "em",
    "img",
    "input",
    "strong",
];

fn is_inline(node: &LocatedNode<'_>) -> bool {
    let LocatedNode::Element(located) = node else {
        return true;
    };
    let element = located.element;
    match element.kind {
        ElementKind::Syntax if element.name == "bindery-math" => {
            element.prop("display") != Some(&Value::Bool(true))
        }
        ElementKind::Syntax => {
            INLINE.contains(&element.name.as_str())
                || !element.name.starts_with("bindery-") && !tag_is_block(&element.name)
        }
        // A tag alone on its line is part of one where its element is, unless it has blocks in it.
        ElementKind::Tag if tag_is_block(&element.name) => !element.block,
        ElementKind::Tag => located.children.iter().all(is_inline),
        ElementKind::Component => !element.block,
    }
}

/// Whether a text is only there to separate blocks.
fn is_blank(node: &LocatedNode<'_>) -> bool {
    matches!(node, LocatedNode::Text(text) if text.trim_ascii().is_empty())
}

impl Renderer<'_, '_, '_> {
    /// Renders the content of a block; `is_item` for a list item, whose text has no paragraph.
    fn blocks(&mut self, nodes: &[LocatedNode<'_>], is_item: bool) {
        let mut at = 0;
        while at < nodes.len() {
            let run = nodes[at..]
                .iter()
                .take_while(|node| is_inline(node))
                .count();
            let inline = &nodes[at..at + run];
            if !inline.iter().all(is_blank) {
                self.loose_line(inline, is_item);
            }
            at += run;
            if let Some(LocatedNode::Element(element)) = nodes.get(at) {
                self.write_pending_text();
                self.element(element, Display::Block);
                at += 1;
            }
        }
    }

    /// Renders text that is directly in a block.
    fn loose_line(&mut self, nodes: &[LocatedNode<'_>], is_item: bool) {
        if is_item {
            return self.line(nodes);
        }
        let range = nodes.iter().find_map(|node| match node {
            LocatedNode::Element(element) => Some(element.range.clone()),
            LocatedNode::Text(_) => None,
        });
        let range = range.unwrap_or_default();
        self.event(Event::Start(Tag::Paragraph), range.clone());
        self.mark_unwrapped();
        self.line(nodes);
        self.event(Event::End(TagEnd::Paragraph), range);
    }

    /// Renders the content of a line of text.
    fn line(&mut self, nodes: &[LocatedNode<'_>]) {
        let mut is_after_task = false;
        for node in nodes {
            match node {
                // The space after a check box is written with it.
                LocatedNode::Text(text) if is_after_task => {
                    self.lines_of_text(text.strip_prefix(' ').unwrap_or(text));
                }
                LocatedNode::Text(text) => self.lines_of_text(text),
                LocatedNode::Element(element) => {
                    self.write_pending_text();
                    self.element(element, Display::Inline);
                }
            }
            is_after_task =
                matches!(node, LocatedNode::Element(one) if syntax_elements::is_task(one.element));
        }
        self.write_pending_text();
    }

    fn lines_of_text(&mut self, text: &str) {
        for (at, line) in text.split('\n').enumerate() {
            if at > 0 {
                self.event(Event::SoftBreak, 0..0);
            }
            match self.has_names_in_text() {
                _ if line.is_empty() => {}
                true => self.push_pending_text(line),
                false => self.plain_text(line),
            }
        }
    }

    fn element(&mut self, located: &LocatedElement<'_>, display: Display) {
        self.report_left_out(located);
        match located.element.kind {
            ElementKind::Syntax if self.registered_element(located, display) => {}
            ElementKind::Syntax => self.syntax_element(located, display),
            ElementKind::Tag => self.tag_element(located, display),
            ElementKind::Component => self.component_element(located, display),
        }
    }

    /// Renders an element as the tag that it could have been written as.
    fn tag_element(&mut self, located: &LocatedElement<'_>, display: Display) {
        if located.element.name == "bindery-truncate" {
            return self.truncate();
        }
        let tag = &located.tag;
        if display.is_block() {
            self.out.end_line();
        }
        self.start_tag(tag, located.number, display);
        if let Some(html) = &located.element.html {
            self.raw_html(html, located);
        }
        if !tag.is_closed() {
            self.content(located, display);
            self.end_tag(located, display);
        }
    }

    /// Renders the content of a tag.
    fn content(&mut self, located: &LocatedElement<'_>, display: Display) {
        match display {
            Display::Block => self.blocks(&located.children, located.element.name == "li"),
            Display::Inline => self.line(&located.children),
        }
    }

    fn end_tag(&mut self, located: &LocatedElement<'_>, display: Display) {
        match display {
            Display::Block => self.end_block_tag(located.number),
            Display::Inline => self.end_inline_tag(located.tag.name, located.number),
        }
    }

    /// Writes HTML that an element is given as text.
    fn raw_html(&mut self, html: &str, located: &LocatedElement<'_>) {
        if bindery_html::start_tags(html).any(|tag| tag.is("script")) {
            let span = self.masked.token_span(located.number);
            self.sink
                .error(
                    Code::InlineHandler,
                    span,
                    "scripts in content are not allowed",
                )
                .help("make it a component of the site");
            return;
        }
        self.mark_text();
        self.out.html(html);
    }

    /// Reports the properties of an element that are no data.
    fn report_left_out(&mut self, located: &LocatedElement<'_>) {
        let Element { kind, problems, .. } = located.element;
        for (name, what) in problems {
            let span = self.masked.token_span(located.number);
            let message = match (kind, name.as_str()) {
                (ElementKind::Component, "") => {
                    format!("`{}` gets {what}, which is not data", located.tag.name)
                }
                (ElementKind::Component, name) => {
                    format!("`{name}` of `{}` is {what}, not data", located.tag.name)
                }
                (_, name) if bindery_html::is_event_handler(name) => {
                    format!("`{name}` is code: handlers in content are not allowed")
                }
                (_, name) => format!("`{name}` of `<{}>` is {what}, not data", located.tag.name),
            };
            self.sink
                .warn(Code::UnsupportedExpression, span, message)
                .help("it is left out: make a component of the site that contains it");
        }
    }

    /// The range of an element in the text.
    fn wrap(&mut self, tag: Tag<'_>, range: &Range<usize>, content: impl FnOnce(&mut Self)) {
        let end = tag.to_end();
        self.event(Event::Start(tag), range.clone());
        content(self);
        self.write_pending_text();
        self.event(Event::End(end), range.clone());
    }
}

/// The nodes of an element as plain text.
fn plain_text(nodes: &[Node]) -> String {
    let mut text = String::new();
    for node in nodes {
        match node {
            Node::Text(own) => text.push_str(own),
            Node::Element(element) => text.push_str(&plain_text(&element.children)),
        }
    }
    text
}
