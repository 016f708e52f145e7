//! Tags and admonitions in the body: which component or element they are, their properties, and their ends.

use super::expression::{self, Fault, Found, Names};
use super::import::{Binding, Bindings};
use super::output::Mark;
use super::render::{Frame, Renderer};
use super::tag::{self, Attribute, AttributeValue, Tag};
use super::token::What;
use crate::diagnostic::{Code, nearest};
use crate::document::{ComponentTag, Segment};
use crate::source::Span;
use serde_json::{Map, Value};

/// An open tag or admonition.
#[derive(Debug)]
pub(super) struct TagFrame {
    /// Its token.
    pub(super) token: usize,
    /// Whether it stands on lines of its own.
    pub(super) is_block: bool,
    /// Its end has come, but something within it is still open.
    pub(super) is_closing: bool,
    /// What it is.
    pub(super) what: Opened,
}

/// What an open tag is.
#[derive(Debug)]
pub(super) enum Opened {
    /// A component, its children to come.
    Component(ComponentTag),
    /// An HTML element.
    Element(String),
    /// An HTML link; whether it is external.
    Anchor(Option<bool>),
    /// An admonition; where its name goes when the title is still to come.
    Admonition { title_due: Option<Mark> },
    /// Something unknown, of which only the children are kept.
    ChildrenOnly,
    /// Something refused with all its content.
    Discarded,
}

/// Names an expression may use: imports and `frontMatter`.
struct Scope<'a> {
    bindings: &'a Bindings<'a>,
    front_matter: &'a Value,
}

impl Names for Scope<'_> {
    fn value(&self, name: &str) -> Found<'_> {
        match name {
            "frontMatter" => Found::Value(self.front_matter),
            _ => self.bindings.value(name),
        }
    }

    fn names(&self) -> Vec<&str> {
        let mut names = self.bindings.names();
        names.push("frontMatter");
        names
    }
}

impl Renderer<'_, '_, '_> {
    /// A start tag.
    pub(super) fn start_tag(&mut self, tag: &Tag<'_>, number: usize, is_block: bool) {
        if tag::is_block(tag.name) {
            self.mark_block_tag();
        } else {
            self.mark_text();
        }
        if !tag::is_component(tag.name) {
            return self.start_element(tag, number, is_block);
        }
        if is_block {
            self.out.fresh_line();
        }
        let what = match self.component_name(tag, number) {
            Some(name) => {
                let props = self.props(tag, number);
                let span = self.prepared.token_span(number);
                Opened::Component(ComponentTag {
                    name,
                    props,
                    children: Vec::new(),
                    span,
                })
            }
            None => Opened::ChildrenOnly,
        };
        match what {
            Opened::Component(component) if tag.is_closed() => {
                self.out.segment(Segment::Component(component))
            }
            _ if tag.is_closed() => {}
            what => {
                if matches!(what, Opened::Component(_)) {
                    self.out.begin();
                }
                self.push_tag(what, number, is_block);
            }
        }
    }

    pub(super) fn push_tag(&mut self, what: Opened, token: usize, is_block: bool) {
        self.frames.push(Frame::Tag(Box::new(TagFrame {
            token,
            is_block,
            is_closing: false,
            what,
        })));
    }

    fn component_name(&mut self, tag: &Tag<'_>, number: usize) -> Option<String> {
        let source = &self.prepared.sources[self.prepared.tokens[number].source];
        let start = tag.range.start + 1;
        let span = Span::new(source.file.id, start, start + tag.name.len());
        let name = match source.bindings.0.get(tag.name) {
            None => tag.name,
            Some(Binding::Component(name)) => name,
            Some(Binding::Broken) => return None,
            Some(Binding::Partial(_)) => {
                let message = format!(
                    "the partial `<{} />` must stand alone on its line, without children",
                    tag.name
                );
                self.sink
                    .error(Code::UnknownImport, span, message)
                    .help("write it on a line of its own");
                return None;
            }
            Some(Binding::Data(_)) => {
                let message = format!("`{}` is data, not a component", tag.name);
                self.sink
                    .error(Code::UnknownComponent, span, message)
                    .help(format!("write `{{{}}}` as a value", tag.name));
                return None;
            }
        };
        if self.context.components.contains(name) {
            return Some(name.to_owned());
        }
        let imported = source.bindings.0.keys().copied();
        let known = self
            .context
            .components
            .iter()
            .map(String::as_str)
            .chain(imported);
        let help = match nearest(name, known) {
            Some(near) => format!("did you mean `<{near}>`?"),
            None => format!(
                "add `components/{name}.tsx`, or write `&lt;{name}>` if it is meant as text"
            ),
        };
        self.sink
            .error(
                Code::UnknownComponent,
                span,
                format!("no component named `{name}`"),
            )
            .help(help);
        None
    }

    fn props(&mut self, tag: &Tag<'_>, number: usize) -> Map<String, Value> {
        let mut props = Map::new();
        for attribute in &tag.attributes {
            let name = match attribute.name {
                "class" => "className",
                "style" => {
                    self.refuse_style(attribute, number);
                    continue;
                }
                name => name,
            };
            if let Some(value) = self.attribute_value(attribute, number) {
                props.insert(name.to_owned(), value);
            }
        }
        props
    }

    /// Reports a style attribute, which the site's policy would refuse.
    pub(super) fn refuse_style(&mut self, attribute: &Attribute<'_>, number: usize) {
        let span = self.attribute_span(attribute, number);
        let message = "style attributes are removed: the site's policy does not allow them";
        self.sink
            .warn(Code::StyleAttribute, span, message)
            .help("use `class` and a rule in a style sheet");
    }

    pub(super) fn attribute_span(&self, attribute: &Attribute<'_>, number: usize) -> Span {
        let source = &self.prepared.sources[self.prepared.tokens[number].source];
        Span::new(source.file.id, attribute.range.start, attribute.range.end)
    }

    /// The value of an attribute; `None` when it has none, which is then reported.
    pub(super) fn attribute_value(
        &mut self,
        attribute: &Attribute<'_>,
        number: usize,
    ) -> Option<Value> {
        match attribute.value {
            AttributeValue::Flag => Some(Value::Bool(true)),
            AttributeValue::Text(text) => Some(Value::String(super::escape::decode(text))),
            AttributeValue::Expression(_, _) if attribute.name.is_empty() => {
                let span = self.attribute_span(attribute, number);
                self.sink
                    .error(
                        Code::UnsupportedExpression,
                        span,
                        "spread attributes are not supported",
                    )
                    .help("write each attribute as `name={value}`");
                None
            }
            AttributeValue::Expression(source, start) => self.evaluate(source, start, number),
        }
    }

    fn evaluate(&mut self, expression: &str, start: usize, number: usize) -> Option<Value> {
        let source = &self.prepared.sources[self.prepared.tokens[number].source];
        let scope = Scope {
            bindings: &source.bindings,
            front_matter: self.front_matter,
        };
        match expression::evaluate(expression, &scope) {
            Ok(value) => Some(value),
            Err(Fault { message, .. }) if message.is_empty() => None,
            Err(Fault {
                code,
                range,
                message,
                help,
            }) => {
                let span = Span::new(source.file.id, start + range.start, start + range.end);
                self.sink.error(code, span, message).help(help);
                None
            }
        }
    }

    /// `{frontMatter.key}` in running text.
    pub(super) fn front_matter_value(&mut self, expression: &str, number: usize) {
        let start = self.prepared.tokens[number].range.start + 1;
        match self.evaluate(expression, start, number) {
            None | Some(Value::Null) => {}
            Some(Value::String(text)) => self.plain_text(&text),
            Some(value @ (Value::Number(_) | Value::Bool(_))) => {
                self.plain_text(&value.to_string())
            }
            Some(_) => {
                let message = format!("`{}` is a list or an object, not text", expression.trim());
                self.sink
                    .error(Code::BadData, self.prepared.token_span(number), message)
                    .help("name a member that is text");
            }
        }
    }

    /// The end of a tag within a line.
    pub(super) fn end_inline_tag(&mut self, name: &str, number: usize) {
        let mut at = self.frames.len();
        while at > 0 {
            at -= 1;
            match &self.frames[at] {
                Frame::Tag(tag) if !tag.is_block && self.token_name(tag.token) == name => {
                    while self.frames.len() > at + 1 {
                        self.close_top_tag();
                    }
                    if let Some(Frame::Tag(tag)) = self.frames.last_mut() {
                        tag.is_closing = true;
                    }
                    return self.close_top_tag();
                }
                Frame::Tag(tag) if !tag.is_block => {}
                _ => break,
            }
        }
        if tag::is_void(name) || self.prepared.is_too_deep {
            return;
        }
        let span = self.prepared.token_span(number);
        self.sink
            .error(
                Code::UnclosedTag,
                span,
                format!("`</{name}>` closes nothing"),
            )
            .help(format!(
                "write `<{name}>` before it in the same paragraph, or delete it"
            ));
    }

    fn token_name(&self, number: usize) -> &str {
        match &self.prepared.tokens[number].what {
            What::Open(tag) => tag.name,
            _ => "",
        }
    }

    /// The end of a block tag or admonition, whose start is the token `opener`.
    pub(super) fn end_block_tag(&mut self, opener: usize) {
        self.close_inline_tags();
        let is_opener = |frame: &Frame| matches!(frame, Frame::Tag(tag) if tag.token == opener);
        let Some(at) = self.frames.iter().rposition(is_opener) else {
            return;
        };
        if let Frame::Tag(tag) = &mut self.frames[at] {
            tag.is_closing = true;
        }
        if at + 1 == self.frames.len() {
            self.close_top_tag();
            self.after_end();
        }
    }

    /// Closes tags that were left open within a line.
    pub(super) fn close_inline_tags(&mut self) {
        while matches!(self.frames.last(), Some(Frame::Tag(tag)) if !tag.is_block) {
            self.close_top_tag();
        }
    }

    /// Closes tags that were left open within what ends now.
    pub(super) fn close_tags_above(&mut self) {
        while matches!(self.frames.last(), Some(Frame::Tag(_))) {
            self.close_top_tag();
        }
    }

    /// Closes the innermost frame, a tag; reports it when its end has not come.
    pub(super) fn close_top_tag(&mut self) {
        let Some(Frame::Tag(tag)) = self.frames.pop() else {
            return;
        };
        if !tag.is_closing {
            self.report_unclosed(tag.token);
        }
        self.out.end_line_of_block(tag.is_block);
        match tag.what {
            Opened::Component(component) => self.out.end_component(component),
            Opened::Element(name) => self.end_element(&name, tag.is_block),
            Opened::Anchor(external) => self.end_link(external),
            Opened::Admonition { title_due } => {
                if title_due.is_some() {
                    self.out.html("<div>\n");
                }
                self.out.fresh_line();
                self.out.html("</div></div>\n");
            }
            Opened::ChildrenOnly => {}
            Opened::Discarded => drop(self.out.end()),
        }
    }

    fn report_unclosed(&mut self, token: usize) {
        let span = self.prepared.token_span(token);
        match self.token_name(token) {
            "" => self.sink.error(Code::UnclosedAdmonition, span, "this admonition ends in another list or quote"),
            name => self.sink.error(Code::UnclosedTag, span, format!("`<{name}>` is not closed where it was opened")),
        }
        .help("close it within the same paragraph, list item or quote, or write start and end on lines of their own");
    }
}
