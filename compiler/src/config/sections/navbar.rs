//! `[[navbar]]`: the items of the navbar.

use super::logo::{RawLogo, read_logo};
use super::versions::DEFAULT_INSTANCE;
use crate::config::icons::check_icon;
use crate::config::values::{FIELD_CODES, as_string};
use crate::diagnostic::{Code, Diagnostics, did_you_mean};
use crate::source::Span;
use crate::value::{Fields, Node, NodeValue};
use serde::Serialize;

/// `[navbar]`: options of the navbar.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NavbarConfig {
    /// `hide_on_scroll`: it disappears while the reader scrolls down; `false` by default.
    pub hide_on_scroll: bool,
    /// `style`: `dark` or `primary`; the page's by default.
    pub style: Option<&'static str>,
}

/// `[[navbar]]`: an item of the navbar: `label`, `position`, and the keys of its `type`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NavbarEntry {
    /// `label`; the document's title by default for `doc`.
    pub label: Option<String>,
    /// `html`: rendered in place of the label.
    pub html: Option<String>,
    /// `position`: `left` (default) or `right`.
    pub position: NavbarPosition,
    /// The page or menu that the item opens.
    pub target: Target,
    /// `icon`: the name of an icon next to the label.
    pub icon: Option<String>,
    /// `class_name`.
    pub class_name: Option<String>,
    /// `active_base_path`: paths below it also make the item active.
    pub active_base_path: Option<String>,
    /// `active_base_regex`: paths that match it also make the item active.
    pub active_base_regex: Option<String>,
    /// Place of the target.
    pub span: Span,
}

/// A side of the navbar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum NavbarPosition {
    /// At the start of a line of text.
    Left,
    /// At the end of a line of text.
    Right,
}

/// The target of an item of navbar or footer.
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
    /// `type = "doc_sidebar"`: the first page of the sidebar `sidebar_id`.
    Sidebar {
        /// The sidebar's id.
        id: String,
        /// The instance.
        instance: String,
    },
    /// `type = "docs_version"`: the instance's version, leading `to` a path or to its first document.
    Version {
        /// The instance.
        instance: String,
        /// `to`.
        to: Option<String>,
    },
    /// `type = "docs_version_dropdown"`: all versions of the instance, between other items.
    Versions {
        /// The instance.
        instance: String,
        /// `versions`: the listed versions in this order, with their labels; `None` for all.
        only: Option<Vec<(String, Option<String>)>>,
        /// `items_before`.
        before: Vec<NavbarEntry>,
        /// `items_after`.
        after: Vec<NavbarEntry>,
    },
    /// `type = "locale_dropdown"`: all languages of the site, between other items.
    Locales {
        /// `items_before`.
        before: Vec<NavbarEntry>,
        /// `items_after`.
        after: Vec<NavbarEntry>,
        /// `query_string`: appended to the links.
        query: String,
    },
    /// `type = "dropdown"`: other items.
    Dropdown(Vec<NavbarEntry>),
    /// `type = "html"`: `value` as it is.
    Html(String),
    /// `type = "search"`: the position of the search button.
    Search,
}

/// The types of items; those in camel case are Docusaurus' spelling.
const TYPES: [&str; 15] = [
    "default",
    "doc",
    "docSidebar",
    "doc_sidebar",
    "docsVersion",
    "docsVersionDropdown",
    "docs_version",
    "docs_version_dropdown",
    "dropdown",
    "html",
    "link",
    "localeDropdown",
    "locale_dropdown",
    "search",
    "sidebar",
];

/// `[[navbar]]` or `[navbar]` as written.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs, reason = "documented at SiteConfig")]
pub struct RawNavbar {
    pub items: Vec<NavbarEntry>,
    pub title: Option<String>,
    pub options: NavbarConfig,
    pub logo: Option<RawLogo>,
}

/// `[[navbar]]`, or `[navbar]` with `items` and, as Docusaurus has it, `title` and `logo`.
pub(in crate::config) fn read_navbar(node: &Node, sink: &mut Diagnostics) -> RawNavbar {
    if let NodeValue::List(items) = &node.value {
        return RawNavbar {
            items: read_items(items, sink),
            ..RawNavbar::default()
        };
    }
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let items = fields.list("items");
    let mut navbar = RawNavbar {
        items: Vec::new(),
        title: fields.string("title"),
        options: NavbarConfig {
            hide_on_scroll: fields.boolean("hide_on_scroll").unwrap_or(false),
            style: fields.enum_value("style", &["dark", "primary"]),
        },
        logo: fields.node("logo").map(|logo| read_logo(logo, fields.sink)),
    };
    fields.finish();
    navbar.items = read_items(items, sink);
    navbar
}

fn read_items(items: &[Node], sink: &mut Diagnostics) -> Vec<NavbarEntry> {
    let items = items.iter();
    items.filter_map(|item| read_item(item, sink)).collect()
}

fn read_item(node: &Node, sink: &mut Diagnostics) -> Option<NavbarEntry> {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    if let Some((name, span)) = fields.string_at("type")
        && !TYPES.contains(&name.as_str())
    {
        // The messages are those of Docusaurus, which authors know.
        let message = format!("No NavbarItem component found for type \"{name}\".");
        let item = node.to_json();
        let near = did_you_mean(&name, TYPES).map_or(String::new(), |near| format!("{near} "));
        let help = format!("{near}please double-check the following navbar item: {item}");
        fields.sink.error(Code::BadConfig, span, message).help(help);
        return None;
    }
    let kind = fields.enum_value("type", &TYPES);
    let label = fields.string("label");
    let html = fields.string("html");
    let position = match fields.enum_value("position", &["left", "right"]) {
        Some("right") => NavbarPosition::Right,
        _ => NavbarPosition::Left,
    };
    let icon = fields.string("icon");
    if let (Some(name), Some(entry)) = (&icon, fields.entry("icon")) {
        let span = entry.node.span;
        check_icon(name, span, fields.sink);
    }
    let class_name = fields.string("class_name");
    let active_base_path = fields.string("active_base_path");
    let active_base_regex = fields.string("active_base_regex");
    let target = read_target(kind, &mut fields);
    let is_named = match &target {
        Some((Target::Url(_) | Target::Dropdown(_), _)) => label.is_some() || html.is_some(),
        target => target.is_some(),
    };
    if !is_named {
        let message = "a navbar item needs a `label` and one of `to`, `href`, `doc`";
        fields.sink.error(Code::BadConfig, node.span, message);
    }
    fields.finish();
    let (target, span) = target.filter(|_| is_named)?;
    Some(NavbarEntry {
        label,
        html,
        position,
        target,
        icon,
        class_name,
        active_base_path,
        active_base_regex,
        span,
    })
}

/// The keys of an item about its target.
struct TargetKeys {
    instance: String,
    url: Option<(String, Span)>,
    doc: Option<(String, Span)>,
    sidebar: Option<(String, Span)>,
    html: Option<(String, Span)>,
    /// The span of `type`, the only key that items of versions and locales need.
    kind_span: Option<Span>,
    items: Option<Vec<NavbarEntry>>,
    before: Vec<NavbarEntry>,
    after: Vec<NavbarEntry>,
    query: String,
    versions: Option<Vec<(String, Option<String>)>>,
}

impl TargetKeys {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let mut list = |key| {
            let is_set = fields.node(key).is_some();
            is_set.then(|| read_items(fields.list(key), fields.sink))
        };
        let items = list("items");
        let before = list("items_before").unwrap_or_default();
        let after = list("items_after").unwrap_or_default();
        TargetKeys {
            instance: fields
                .string("docs|docs_id|docs_plugin_id|instance")
                .unwrap_or_else(|| DEFAULT_INSTANCE.to_owned()),
            url: fields.string_at("to|href"),
            doc: fields.string_at("doc|doc_id"),
            sidebar: fields.string_at("sidebar|sidebar_id"),
            html: fields.string_at("value"),
            kind_span: fields.entry("type").map(|entry| entry.node.span),
            items,
            before,
            after,
            query: fields.string("query_string").unwrap_or_default(),
            versions: fields.node("versions").map(read_versions),
        }
    }
}

/// The target of an item of this type, and the span to report about it.
fn read_target(kind: Option<&str>, fields: &mut Fields<'_, '_>) -> Option<(Target, Span)> {
    let keys = TargetKeys::read(fields);
    let instance = keys.instance;
    let at_kind = |target| keys.kind_span.map(|span| (target, span));
    match kind {
        Some("doc") => keys
            .doc
            .map(|(id, span)| (Target::Doc { id, instance }, span)),
        Some("docSidebar" | "doc_sidebar" | "sidebar") => keys
            .sidebar
            .map(|(id, span)| (Target::Sidebar { id, instance }, span)),
        Some("docsVersion" | "docs_version") => at_kind(Target::Version {
            instance,
            to: keys.url.map(|(url, _)| url),
        }),
        Some("docsVersionDropdown" | "docs_version_dropdown") => at_kind(Target::Versions {
            instance,
            only: keys.versions,
            before: keys.before,
            after: keys.after,
        }),
        Some("localeDropdown" | "locale_dropdown") => at_kind(Target::Locales {
            before: keys.before,
            after: keys.after,
            query: keys.query,
        }),
        Some("search") => at_kind(Target::Search),
        Some("html") => keys.html.map(|(html, span)| (Target::Html(html), span)),
        Some("dropdown") => at_kind(Target::Dropdown(keys.items?)),
        _ => match (keys.items, keys.doc, keys.sidebar, keys.url) {
            (Some(items), ..) => {
                let span = items.first().map(|item| item.span).or(keys.kind_span)?;
                Some((Target::Dropdown(items), span))
            }
            (None, Some((id, span)), ..) => Some((Target::Doc { id, instance }, span)),
            (None, None, Some((id, span)), _) => Some((Target::Sidebar { id, instance }, span)),
            (None, None, None, url) => url.map(|(url, span)| (Target::Url(url), span)),
        },
    }
}

/// A list of names, or a table of them with `label`.
fn read_versions(node: &Node) -> Vec<(String, Option<String>)> {
    if let NodeValue::List(items) = &node.value {
        let names = items.iter().filter_map(as_string);
        return names.map(|name| (name, None)).collect();
    }
    let entries = node.entries().iter();
    let label = |node: &Node| node.get("label").and_then(as_string);
    entries
        .map(|entry| (entry.key.clone(), label(&entry.node)))
        .collect()
}
