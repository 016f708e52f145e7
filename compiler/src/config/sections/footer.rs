//! The section `[footer]`: style, logo, links and copyright.

use super::logo::{RawLogo, read_logo};
use crate::config::values::FIELD_CODES;
use crate::diagnostic::{Code, Diagnostics};
use crate::source::Span;
use crate::value::{Fields, Node, NodeValue};

/// `[footer]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FooterConfig {
    /// `style`: `light` (default) or `dark`.
    pub style: String,
    /// `copyright`: HTML.
    pub copyright: Option<(String, Span)>,
    /// `lines`: HTML, a paragraph each, above the copyright.
    pub lines: Vec<(String, Span)>,
    /// `[footer.logo]`.
    pub logo: Option<RawLogo>,
    /// `simple`: the links are in one line, without columns.
    pub is_simple: bool,
    /// `[[footer.columns]]` with `title` and `[[footer.columns.items]]` of `label` and `to` or `href`, or of `html`.
    pub columns: Vec<FooterColumnConfig>,
}

/// `[[footer.columns]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FooterColumnConfig {
    /// `title`; empty by default.
    pub title: String,
    /// `items`.
    pub items: Vec<FooterEntry>,
}

/// `[[footer.columns.items]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FooterEntry {
    /// `label`.
    pub label: String,
    /// `to` or `href`; empty where there is `html`.
    pub target: String,
    /// `html`: rendered in place of a link.
    pub html: Option<String>,
    /// The span of the target.
    pub span: Span,
}

pub(in crate::config) fn read_footer(node: &Node, sink: &mut Diagnostics) -> FooterConfig {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let style = fields
        .enum_value("style", &["light", "dark"])
        .unwrap_or("light");
    let copyright = fields.string_at("copyright");
    let columns = fields.list("columns|links");
    let is_simple = fields.boolean("simple").unwrap_or(false);
    let lines = fields.strings("lines");
    let mut footer = FooterConfig {
        style: style.to_owned(),
        copyright,
        lines,
        is_simple,
        logo: fields.node("logo").map(|logo| read_logo(logo, fields.sink)),
        columns: Vec::new(),
    };
    for column in columns {
        let mut fields = Fields::new(column, FIELD_CODES, fields.sink);
        let title = fields.string("title").unwrap_or_default();
        let _ = fields.string("class_name");
        let items = fields.list("items");
        let items = items
            .iter()
            .filter_map(|item| read_footer_item(item, fields.sink));
        footer.columns.push(FooterColumnConfig {
            title,
            items: items.collect(),
        });
        fields.finish();
    }
    fields.finish();
    footer
}

/// `{label, to}`, `{label, href}` or `[label, target]`.
fn read_footer_item(node: &Node, sink: &mut Diagnostics) -> Option<FooterEntry> {
    if let NodeValue::List(items) = &node.value
        && let [label, target] = items.as_slice()
        && let (NodeValue::String(label), NodeValue::String(url)) = (&label.value, &target.value)
    {
        return Some(FooterEntry {
            label: label.clone(),
            target: url.clone(),
            html: None,
            span: target.span,
        });
    }
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let label = fields.string("label");
    let target = fields.string_at("to|href");
    let _ = fields.string("class_name");
    if let Some((html, span)) = fields.string_at("html") {
        fields.finish();
        return Some(FooterEntry {
            label: String::new(),
            target: String::new(),
            html: Some(html),
            span,
        });
    }
    if label.is_none() || target.is_none() {
        let message = "a footer item needs a `label` and one of `to`, `href`";
        fields.sink.error(Code::BadConfig, node.span, message);
    }
    fields.finish();
    let (target, span) = target?;
    Some(FooterEntry {
        label: label?,
        target,
        html: None,
        span,
    })
}
