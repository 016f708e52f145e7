//! The tables of `site.toml` that lead somewhere: footer, redirects.

use super::raw::{DIALECT, RawLogo};
use super::sections::read_logo;
use crate::diagnostic::{Code, Diagnostics};
use crate::source::Span;
use crate::spanned::{Fields, Node, NodeValue};

/// `[footer]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FooterConfig {
    /// `style`: `light` (default) or `dark`.
    pub style: String,
    /// `copyright`.
    pub copyright: Option<String>,
    /// `lines`: HTML, a paragraph each, above the copyright.
    pub lines: Vec<String>,
    /// `[footer.logo]`.
    pub logo: Option<RawLogo>,
    /// `simple`: the links stand in one line, without columns.
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
    /// `html`: drawn in place of a link.
    pub html: Option<String>,
    /// Place of the target.
    pub span: Span,
}

/// `[[redirects]]`: `from` (one or several) and `to`, both paths without the base path; `to` may be a url.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedirectConfig {
    /// The path that is answered.
    pub from: String,
    /// Where it leads.
    pub to: String,
    /// `status`: 308 (default) or 301.
    pub status: u16,
    /// Place of `from`.
    pub from_span: Span,
    /// Place of `to`.
    pub to_span: Span,
}

/// `[[redirect_rules]]`: redirects made for each document whose path fits.
///
/// ```toml
/// [[redirect_rules]]
/// for = "/characters/{element}/{name}"
/// except = "traveler-*"
/// from = ["/{name}", "/characters/{name}"]
/// ```
///
/// A placeholder stands for a path segment or a part of one (`traveler-{e}`); in `from`, `{e:1}` is its first letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedirectRule {
    /// `for`: the pattern of the paths.
    pub pattern: String,
    /// `except`: globs that the last segment must not fit.
    pub except: Vec<String>,
    /// `from`: the paths that lead there, with their places.
    pub from: Vec<(String, Span)>,
    /// `status`: 308 (default) or 301.
    pub status: u16,
    /// Place of `for`.
    pub span: Span,
}

pub(super) fn read_footer(node: &Node, sink: &mut Diagnostics) -> FooterConfig {
    let mut fields = Fields::new(node, DIALECT, sink);
    let style = fields.word("style", &["light", "dark"]).unwrap_or("light");
    let copyright = fields.text("copyright");
    let columns = fields.list("columns|links");
    let is_simple = fields.flag("simple").unwrap_or(false);
    let lines = fields.texts("lines").into_iter();
    let lines = lines.map(|(line, _)| line).collect();
    let mut footer = FooterConfig {
        style: style.to_owned(),
        copyright,
        lines,
        is_simple,
        logo: fields.node("logo").map(|logo| read_logo(logo, fields.sink)),
        columns: Vec::new(),
    };
    for column in columns {
        let mut fields = Fields::new(column, DIALECT, fields.sink);
        let title = fields.text("title").unwrap_or_default();
        let _ = fields.text("class_name");
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
        && let (NodeValue::Text(label), NodeValue::Text(url)) = (&label.value, &target.value)
    {
        return Some(FooterEntry {
            label: label.clone(),
            target: url.clone(),
            html: None,
            span: target.span,
        });
    }
    let mut fields = Fields::new(node, DIALECT, sink);
    let label = fields.text("label");
    let target = fields.text_at("to|href");
    let _ = fields.text("class_name");
    if let Some((html, span)) = fields.text_at("html") {
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

/// `from` may be a list: one redirect each.
pub(super) fn read_redirects(node: &Node, sink: &mut Diagnostics) -> Vec<RedirectConfig> {
    let mut fields = Fields::new(node, DIALECT, sink);
    let from = fields.texts("from");
    let to = fields.text_at("to");
    let status = read_status(&mut fields);
    if from.is_empty() || to.is_none() {
        let message = "a redirect needs `from` and `to`";
        fields.sink.error(Code::BadConfig, node.span, message);
    }
    fields.finish();
    let Some((to, to_span)) = to else {
        return Vec::new();
    };
    let redirects = from.into_iter().map(|(from, from_span)| RedirectConfig {
        from,
        to: to.clone(),
        status,
        from_span,
        to_span,
    });
    redirects.collect()
}

pub(super) fn read_redirect_rules(node: &Node, sink: &mut Diagnostics) -> Option<RedirectRule> {
    let mut fields = Fields::new(node, DIALECT, sink);
    let pattern = fields.text_at("for|pattern");
    let except = fields.texts("except");
    let from = fields.texts("from");
    let status = read_status(&mut fields);
    if from.is_empty() || pattern.is_none() {
        let message = "a redirect rule needs `for` and `from`";
        fields.sink.error(Code::BadConfig, node.span, message);
    }
    fields.finish();
    let (pattern, span) = pattern?;
    Some(RedirectRule {
        pattern,
        except: except.into_iter().map(|(glob, _)| glob).collect(),
        from,
        status,
        span,
    })
}

fn read_status(fields: &mut Fields<'_, '_>) -> u16 {
    let Some(node) = fields.node("status") else {
        return 308;
    };
    match node.value {
        NodeValue::Int(301) => 301,
        NodeValue::Int(308) => 308,
        _ => {
            fields.wrong(node, "301 or 308");
            308
        }
    }
}
