//! The tables of `site.toml` that lead somewhere: navbar, footer, redirects.

use super::raw::{DIALECT, RawConfig};
use super::sections::{DEFAULT_INSTANCE, read_logo};
use super::{FooterColumnConfig, FooterConfig, FooterEntry, RedirectConfig, RedirectRule};
use crate::diagnostic::{Code, Diagnostics};
use crate::source::Span;
use crate::spanned::{Fields, Node, NodeValue};

/// `[[navbar]]`: an item of the navbar: `label`, `position` and one of `doc`, `sidebar`, `to`, `href`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NavbarEntry {
    /// `label`; the document's title by default for `doc`.
    pub label: Option<String>,
    /// `position`: `left` (default) or `right`.
    pub position: &'static str,
    /// Where it leads.
    pub target: Target,
    /// `icon`: the name of an icon to draw beside the label.
    pub icon: Option<String>,
    /// Place of the target.
    pub span: Span,
}

/// Where an item of navbar or footer leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// `to`: a path of the site, or `href`: any url.
    Url(String),
    /// `doc`: a document's id, and `docs`: its instance, `default` by default.
    Doc {
        /// The document's id: its path without extension and number prefixes.
        id: String,
        /// The instance.
        instance: String,
    },
    /// `sidebar`: a sidebar's name, and `docs`: its instance. Leads to the sidebar's first page.
    Sidebar {
        /// The sidebar's name.
        name: String,
        /// The instance.
        instance: String,
    },
}

/// `[[navbar]]`, or `[navbar]` with `items` and, as Docusaurus has it, `title` and `logo`.
pub(super) fn read_navbar(node: &Node, raw: &mut RawConfig, sink: &mut Diagnostics) {
    let items = if let NodeValue::List(items) = &node.value {
        items.as_slice()
    } else {
        let mut fields = Fields::new(node, DIALECT, sink);
        let items = fields.list("items");
        raw.title = raw.title.take().or(fields.text("title"));
        if let Some(logo) = fields.node("logo") {
            raw.logo = Some(read_logo(logo, fields.sink));
        }
        fields.finish();
        items
    };
    for item in items {
        raw.navbar.extend(read_navbar_item(item, sink));
    }
}

fn read_navbar_item(node: &Node, sink: &mut Diagnostics) -> Option<NavbarEntry> {
    let mut fields = Fields::new(node, DIALECT, sink);
    let kind = fields.word("type", &["link", "default", "doc", "docSidebar"]);
    let label = fields.text("label");
    let position = fields
        .word("position", &["left", "right"])
        .unwrap_or("left");
    let icon = fields.text("icon");
    let instance = fields
        .text("docs|docs_id|docs_plugin_id|instance")
        .unwrap_or_else(|| DEFAULT_INSTANCE.to_owned());
    let url = fields.text_at("to|href");
    let doc = fields.text_at("doc|doc_id");
    let sidebar = fields.text_at("sidebar|sidebar_id");
    let target = match (doc, sidebar) {
        (Some((id, span)), _) => Some((Target::Doc { id, instance }, span)),
        (None, Some((name, span))) => Some((Target::Sidebar { name, instance }, span)),
        (None, None) => url.map(|(url, span)| (Target::Url(url), span)),
    };
    let is_named = label.is_some() || !matches!(target, Some((Target::Url(_), _)) | None);
    if target.is_none() || !is_named || !fits(kind, target.as_ref()) {
        let message = "a navbar item needs a `label` and one of `to`, `href`, `doc`, `sidebar`";
        fields.sink.error(Code::BadConfig, node.span, message);
    }
    fields.finish();
    let (target, span) = target.filter(|_| is_named)?;
    Some(NavbarEntry {
        label,
        position,
        target,
        icon,
        span,
    })
}

/// Whether the target is what the item's type says.
fn fits(kind: Option<&str>, target: Option<&(Target, Span)>) -> bool {
    let target = target.map(|(target, _)| target);
    match kind {
        Some("doc") => matches!(target, Some(Target::Doc { .. })),
        Some("docSidebar") => matches!(target, Some(Target::Sidebar { .. })),
        _ => true,
    }
}

pub(super) fn read_footer(node: &Node, sink: &mut Diagnostics) -> FooterConfig {
    let mut fields = Fields::new(node, DIALECT, sink);
    let style = fields.word("style", &["light", "dark"]).unwrap_or("light");
    let copyright = fields.text("copyright");
    let columns = fields.list("columns|links");
    let mut footer = FooterConfig {
        style: style.to_owned(),
        copyright,
        columns: Vec::new(),
    };
    for column in columns {
        let mut fields = Fields::new(column, DIALECT, fields.sink);
        let title = fields.text("title").unwrap_or_default();
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
            span: target.span,
        });
    }
    let mut fields = Fields::new(node, DIALECT, sink);
    let label = fields.text("label");
    let target = fields.text_at("to|href");
    if label.is_none() || target.is_none() {
        let message = "a footer item needs a `label` and one of `to`, `href`";
        fields.sink.error(Code::BadConfig, node.span, message);
    }
    fields.finish();
    let (target, span) = target?;
    Some(FooterEntry {
        label: label?,
        target,
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
