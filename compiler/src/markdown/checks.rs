//! Checks component tags: their properties, and the items of tabs.

use super::props::{self, Props};
use super::renderer::Renderer;
use super::tag::Tag;
use crate::diagnostic::Code;
use crate::document::{ComponentTag, Datum, Segment};
use crate::source::Span;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;

impl Renderer<'_, '_, '_> {
    /// Reports properties that the component does not take, those of a wrong kind, and those that are missing.
    pub(super) fn check_props(
        &mut self,
        name: &str,
        values: &BTreeMap<String, Datum>,
        tag: &Tag<'_>,
        number: usize,
    ) {
        let Some(props) = self.declared(name) else {
            return;
        };
        let shown = if name.starts_with('@') {
            tag.name
        } else {
            name
        };
        let has_bad_value = tag.attributes.len() > values.len();
        for error in props.check(shown, values, !tag.is_closed()) {
            let written = error
                .name
                .as_deref()
                .map(|name| if name == "className" { "class" } else { name });
            let attribute = tag
                .attributes
                .iter()
                .find(|own| Some(own.name) == written || Some(own.name) == error.name.as_deref());
            if error.name.is_none() && has_bad_value {
                // What is missing may be the one whose value was reported.
                continue;
            }
            let span = match attribute {
                Some(attribute) => self.attribute_span(attribute, number),
                None => self.name_span(tag, number),
            };
            self.sink
                .error(Code::BadProp, span, error.message)
                .help(error.help);
        }
    }

    fn declared(&self, name: &str) -> Option<Cow<'_, Props>> {
        if let Some(own) = self.context.props.get(name) {
            return own.as_ref().map(Cow::Borrowed);
        }
        if let Some(path) = name.strip_prefix("@site/") {
            let (path, export) = path.split_once('#').unwrap_or((path, ""));
            let file = self.context.tree.find(path)?;
            let stem = match file.name().split('.').next() {
                Some("index") => file.folder().rsplit('/').next().unwrap_or_default(),
                stem => stem.unwrap_or_default(),
            };
            let component = if export.is_empty() { stem } else { export };
            return Props::of_source(component, &file.text).map(Cow::Owned);
        }
        props::builtin(name).map(Cow::Owned)
    }

    fn name_span(&self, tag: &Tag<'_>, number: usize) -> Span {
        let source = &self.masked.sources[self.masked.tokens[number].source];
        let start = tag.range.start + 1;
        Span::new(source.file.id, start, start + tag.name.len())
    }

    /// Tabs need items with values of their own, and a default that is one of them.
    pub(super) fn check_tabs(&mut self, tabs: &ComponentTag) {
        let items: Vec<&ComponentTag> = tabs
            .children
            .iter()
            .filter_map(|segment| match segment {
                Segment::Component(tag) if tag.name == "TabItem" => Some(tag),
                _ => None,
            })
            .collect();
        let mut refuse = |span: Span, message: String, help: &str| {
            self.sink.error(Code::BadTabs, span, message).help(help);
        };
        if items.is_empty() {
            let message = "`<Tabs>` has no `<TabItem>`".to_owned();
            return refuse(
                tabs.span,
                message,
                "write `<TabItem value=\"…\">` between its tags",
            );
        }
        let has_other = tabs.children.iter().any(|segment| match segment {
            Segment::Html(html) => !html.trim().is_empty(),
            Segment::Component(tag) => tag.name != "TabItem",
            _ => true,
        });
        if has_other {
            let message = "`<Tabs>` holds something besides `<TabItem>`".to_owned();
            refuse(
                tabs.span,
                message,
                "move it into one of the items, or out of the tabs",
            );
        }
        let values: Vec<&str> = items.iter().filter_map(|item| item.text("value")).collect();
        for (at, item) in items.iter().enumerate() {
            let value = item.text("value");
            let is_first = |item: &&ComponentTag| item.text("value") == value;
            if value.is_some() && items[..at].iter().any(is_first) {
                let message = format!(
                    "these tabs have the value `{}` twice",
                    value.unwrap_or_default()
                );
                refuse(
                    item.span,
                    message,
                    "give each `<TabItem>` a value of its own",
                );
            }
        }
        let default = tabs.text("defaultValue");
        if let Some(default) = default.filter(|default| !values.contains(default)) {
            let message = format!("these tabs have no value `{default}` for their default");
            let help = crate::diagnostic::did_you_mean_or(
                default,
                values,
                "name the value of one of the items",
            );
            refuse(tabs.span, message, &help);
        }
        let is_nameless = tabs.prop("queryString") == Some(&Value::Bool(true));
        if is_nameless && !tabs.props.contains_key("groupId") {
            let message = "`queryString` without a name needs a `groupId`".to_owned();
            refuse(
                tabs.span,
                message,
                "write `queryString=\"name\"`, or add a `groupId`",
            );
        }
    }
}
