//! Renders Markdown's elements as the components that the site registers for them: the keys of `src/theme/MDXComponents`
//! that are names of HTML elements.

use super::located_nodes::LocatedElement;
use super::plain_text;
use crate::document::nodes::Element;
use crate::document::{ComponentTag, DataValue, Segment};
use crate::elements::attribute_names::property_name;
use crate::elements::style;
use crate::masked_source::Display;
use crate::renderer::Renderer;
use bindery_html::{Tag, Token, TokenKind, decode, tokenize};
use bindery_source::Span;
use serde_json::Value;
use std::collections::BTreeMap;

impl Renderer<'_, '_, '_> {
    /// Renders an element that Markdown's syntax makes as the component that is registered for it; whether there is one.
    pub(super) fn registered_element(
        &mut self,
        located: &LocatedElement<'_>,
        display: Display,
    ) -> bool {
        let element = located.element;
        let name = match element.name.as_str() {
            "bindery-code" => "pre",
            name => name,
        };
        // The code in a heading is part of the table of contents, and the title is not part of the body.
        let is_kept =
            name == "code" && self.out.heading.is_some() || name == "h1" && self.out.is_empty();
        if is_kept || !self.is_registered(name) {
            return false;
        }
        match name {
            "a" => self.registered_link(located),
            "img" => {
                let props = own_props(element);
                self.mark_text();
                self.push_component(name, (props, Vec::new()), located);
            }
            "code" => {
                let text = DataValue::from(plain_text(&element.children));
                self.mark_text();
                // For the excerpt.
                self.out.begin_level();
                self.out.text(&plain_text(&element.children));
                drop(self.out.end());
                self.push_component(
                    name,
                    ([("children".to_owned(), text)].into(), Vec::new()),
                    located,
                );
            }
            _ => {
                self.out.begin_level();
                self.syntax_element(located, display);
                let written = self.out.end();
                // As with Docusaurus, what is in a `pre` is the whole block.
                let inside = match name {
                    "pre" => (BTreeMap::new(), written),
                    _ => inside(written, name),
                };
                self.push_component(name, inside, located);
            }
        }
        true
    }

    /// A link: the later stage resolves the property.
    fn registered_link(&mut self, located: &LocatedElement<'_>) {
        let element = located.element;
        let props = own_props(element);
        self.mark_text();
        self.out.begin_level();
        self.line(&located.children);
        let children = self.out.end();
        self.push_component("a", (props, children), located);
    }

    fn push_component(
        &mut self,
        name: &str,
        (props, children): (BTreeMap<String, DataValue>, Vec<Segment>),
        located: &LocatedElement<'_>,
    ) {
        let span: Span = self.masked.token_span(located.number);
        let name = name.to_owned();
        self.out.segment(Segment::Component(ComponentTag {
            name,
            props,
            children,
            span,
        }));
    }
}

/// The properties of an element, those of plugins as well, by React's names.
fn own_props(element: &Element) -> BTreeMap<String, DataValue> {
    let props = element.props.iter();
    props
        .filter_map(|(key, value)| property(key, value.clone()))
        .collect()
}

/// A property by React's name. React refuses a style that is a string.
fn property(name: &str, value: Value) -> Option<(String, DataValue)> {
    let value = match name {
        "style" => style::to_object(value)?,
        _ => value,
    };
    Some((property_name(name).to_owned(), value.into()))
}

/// The attributes of the element that some segments are, and what is between its tags.
fn inside(mut segments: Vec<Segment>, name: &str) -> (BTreeMap<String, DataValue>, Vec<Segment>) {
    let mut props = BTreeMap::new();
    if let Some(Segment::Html(first)) = segments.first_mut() {
        let mut tokens = tokenize(first);
        let open = tokens.find_map(|token| match token.kind {
            TokenKind::StartTag(tag) if tag.is(name) => Some((tag, token.range.end)),
            _ => None,
        });
        if let Some((tag, end)) = open {
            props = properties(&tag);
            first.drain(..end);
        }
    }
    if let Some(Segment::Html(last)) = segments.last_mut() {
        let tokens: Vec<Token<'_>> = tokenize(last).collect();
        let start_of_last = |is_wanted: &dyn Fn(&TokenKind<'_>) -> bool| {
            let found = tokens.iter().rev().find(|token| is_wanted(&token.kind));
            found.map(|token| token.range.start)
        };
        let end_tag = start_of_last(&|kind| matches!(kind, TokenKind::EndTag(tag) if tag.is(name)));
        // The site's component writes the link to a heading, or none.
        let link = start_of_last(&|kind| match kind {
            TokenKind::StartTag(tag) => tag.is("a") && tag.has_class("hash-link"),
            _ => false,
        });
        let end = end_tag.into_iter().chain(link).min();
        last.truncate(end.unwrap_or(last.len()));
    }
    let is_empty = |segment: &Segment| matches!(segment, Segment::Html(html) if html.is_empty());
    segments.retain(|segment| !is_empty(segment));
    (props, segments)
}

fn properties(tag: &Tag<'_>) -> BTreeMap<String, DataValue> {
    let attributes = tag.attributes.iter();
    let pairs = attributes.filter_map(|attribute| {
        let value = match attribute.value_range.is_empty() && attribute.value.is_empty() {
            true => Value::Bool(true),
            false => Value::String(decode(attribute.value)),
        };
        property(attribute.name, value)
    });
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_style_is_an_object_as_react_demands() {
        let cell = "<th style=\"text-align:right; --own: 1\" colspan=2 hidden>A</th>";
        let (props, children) = inside(vec![Segment::Html(cell.to_owned())], "th");
        let style = serde_json::json!({ "textAlign": "right", "--own": "1" });
        assert_eq!(props["style"], DataValue::from(style));
        assert_eq!(props["hidden"], DataValue::from(Value::Bool(true)));
        assert_eq!(children, [Segment::Html("A".to_owned())]);
    }
}
