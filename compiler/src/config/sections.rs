//! The tables of `site.toml`, one reader each.

use super::blog::read_tag_options;
use super::raw::{DIALECT, RawConfig, RawDocs, RawLogo, toc_levels};
use super::versions::read_versions;
use super::{
    AnalyticsConfig, ColorModeConfig, ImagesConfig, Namespace, RawSidebars, SidebarConfig,
    StorageConfig,
};
use crate::diagnostic::{Code, Diagnostics, Level, Levels, did_you_mean};
use crate::spanned::{Entry, Fields, Node, NodeValue};
use std::collections::BTreeMap;

/// The instance that needs no name.
pub(super) const DEFAULT_INSTANCE: &str = "default";

/// The words of a level, ours and Docusaurus'.
pub(super) const LEVELS: [&str; 5] = ["ignore", "log", "warn", "error", "throw"];

pub(super) fn read_logo(node: &Node, sink: &mut Diagnostics) -> RawLogo {
    let mut fields = Fields::new(node, DIALECT, sink);
    let logo = RawLogo {
        alt: fields.text("alt"),
        src: fields.text_at("src"),
        src_dark: fields.text_at("src_dark"),
        href: fields.text_at("href"),
        width: fields.whole("width", 1, 4096),
        height: fields.whole("height", 1, 4096),
    };
    for key in ["target", "class_name"] {
        let _ = fields.text(key);
    }
    fields.finish();
    logo
}

pub(super) fn read_color_mode(node: &Node, sink: &mut Diagnostics) -> ColorModeConfig {
    let mut fields = Fields::new(node, DIALECT, sink);
    let mode = ColorModeConfig {
        default: fields
            .word("default|default_mode", &["light", "dark"])
            .unwrap_or("light"),
        disable_switch: fields.flag("disable_switch").unwrap_or(false),
        respect_prefers_color_scheme: fields.flag("respect_prefers_color_scheme").unwrap_or(false),
    };
    fields.finish();
    mode
}

pub(super) fn read_storage(node: &Node, sink: &mut Diagnostics) -> StorageConfig {
    let mut fields = Fields::new(node, DIALECT, sink);
    let kinds = ["local", "session", "localStorage", "sessionStorage"];
    let kind = fields.word("type", &kinds).unwrap_or("local");
    let namespace = match fields.node("namespace").map(|node| &node.value) {
        Some(NodeValue::Bool(true)) => Some(Namespace::Own),
        Some(NodeValue::Bool(false)) | None => None,
        Some(_) => fields.text("namespace").map(Namespace::Named),
    };
    fields.finish();
    StorageConfig {
        is_session: kind.starts_with("session"),
        namespace,
    }
}

/// How sidebars behave, and the id that a table of one instance may give its sidebar.
pub(super) fn read_sidebar(node: &Node, sink: &mut Diagnostics) -> (SidebarConfig, Option<String>) {
    let mut fields = Fields::new(node, DIALECT, sink);
    let sidebar = SidebarConfig {
        hideable: fields.flag("hideable").unwrap_or(false),
        auto_collapse_categories: fields.flag("auto_collapse_categories").unwrap_or(false),
    };
    let id = fields.text("id");
    fields.finish();
    (sidebar, id)
}

/// `[[docs]]`, or `[docs]` with `instances` and what they share.
pub(super) fn read_docs(node: &Node, raw: &mut RawConfig, sink: &mut Diagnostics) {
    let items = if let NodeValue::List(items) = &node.value {
        items.as_slice()
    } else if node.get("instances").is_some() {
        let mut fields = Fields::new(node, DIALECT, sink);
        let items = fields.list("instances");
        raw.toc_levels = toc_levels(&mut fields).or(raw.toc_levels);
        if let Some(sidebar) = fields.node("sidebar") {
            raw.sidebar = Some(read_sidebar(sidebar, fields.sink).0);
        }
        fields.finish();
        items
    } else if node.value == NodeValue::Bool(false) {
        &[]
    } else {
        std::slice::from_ref(node)
    };
    let docs: Vec<RawDocs> = items.iter().map(|item| read_instance(item, sink)).collect();
    if raw.sidebar.is_none() {
        raw.sidebar = docs.iter().find_map(|docs| docs.sidebar.clone());
    }
    raw.docs = Some(docs);
}

fn read_instance(node: &Node, sink: &mut Diagnostics) -> RawDocs {
    let mut fields = Fields::new(node, DIALECT, sink);
    let mut docs = RawDocs {
        id: fields.text("id"),
        path: fields.text_at("path"),
        route_base: fields.text_at("route_base|route_base_path"),
        main_doc: fields.text_at("main_doc"),
        sidebar_id: fields.text("sidebar_id"),
        edit_url: fields.text("edit_url"),
        toc_levels: toc_levels(&mut fields),
        breadcrumbs: fields.flag("breadcrumbs"),
        show_last_update_time: fields.flag("show_last_update_time"),
        show_last_update_author: fields.flag("show_last_update_author"),
        sidebar_collapsible: fields.flag("sidebar_collapsible"),
        sidebar_collapsed: fields.flag("sidebar_collapsed"),
        sidebars: RawSidebars::read(&mut fields),
        number_prefix_parser: fields.flag("number_prefix_parser"),
        tags: read_tag_options(&mut fields),
        span: Some(node.span),
        ..RawDocs::default()
    };
    if let Some(version) = fields.node("version") {
        if let NodeValue::Text(name) = &version.value {
            docs.version = Some(name.clone());
        } else {
            let mut fields = Fields::new(version, DIALECT, fields.sink);
            docs.version = fields.text("name");
            docs.version_label = fields.text("label");
            fields.finish();
        }
    }
    docs.versions = read_versions(&mut fields);
    match fields.node("sidebar") {
        Some(Node {
            value: NodeValue::Text(id),
            ..
        }) => docs.sidebar_id = Some(id.clone()),
        Some(sidebar) => {
            let (sidebar, id) = read_sidebar(sidebar, fields.sink);
            docs.sidebar = Some(sidebar);
            docs.sidebar_id = docs.sidebar_id.or(id);
        }
        None => {}
    }
    fields.finish();
    docs
}

pub(super) fn read_images(node: &Node, sink: &mut Diagnostics) -> ImagesConfig {
    let default = ImagesConfig::default();
    let mut fields = Fields::new(node, DIALECT, sink);
    let images = ImagesConfig {
        quality: fields.whole("quality", 1, 100).unwrap_or(default.quality),
        max_width: fields
            .whole("max_width|max", 1, 16_384)
            .unwrap_or(default.max_width),
        min_width: fields
            .whole("min_width|min", 1, 16_384)
            .unwrap_or(default.min_width),
        steps: fields.whole("steps", 1, 32).unwrap_or(default.steps),
    };
    fields.finish();
    images
}

pub(super) fn read_analytics(node: &Node, sink: &mut Diagnostics) -> AnalyticsConfig {
    let mut fields = Fields::new(node, DIALECT, sink);
    let analytics = AnalyticsConfig {
        provider: fields.text("provider").unwrap_or_else(|| "gtag".to_owned()),
        id: fields.text("id|tracking_id"),
    };
    fields.finish();
    analytics
}

pub(super) fn read_messages(node: &Node, sink: &mut Diagnostics) -> BTreeMap<String, String> {
    let mut messages = BTreeMap::new();
    for entry in node.entries() {
        match &entry.node.value {
            NodeValue::Text(text) => {
                messages.insert(entry.key.clone(), text.clone());
            }
            _ => Fields::new(node, DIALECT, sink).wrong(&entry.node, "a string"),
        }
    }
    messages
}

/// `[checks]`: Docusaurus' names stand for one or several codes.
pub(super) fn read_checks(node: &Node, sink: &mut Diagnostics) -> Levels {
    let mut levels = Levels::new();
    for entry in node.entries() {
        let level = match &entry.node.value {
            NodeValue::Text(text) if LEVELS.contains(&text.as_str()) => level(text),
            _ => {
                sink.error(Code::BadConfig, entry.node.span, "unknown level of a check")
                    .help("one of `ignore`, `warn`, `error`");
                continue;
            }
        };
        for code in checked_codes(entry, sink) {
            if code.is_structural() && level != Level::Error {
                let message = format!("`{}` is always an error", entry.key);
                sink.error(Code::BadConfig, entry.key_span, message);
            }
            // Two keys may stand for one code; the stricter counts.
            let kept = levels.entry(code).or_insert(level);
            *kept = level.max(*kept);
        }
    }
    levels
}

fn checked_codes(entry: &Entry, sink: &mut Diagnostics) -> Vec<Code> {
    let key = entry.key.replace('-', "_");
    let key = key.strip_prefix("on_").unwrap_or(&key);
    match key {
        "broken_links" => return vec![Code::BrokenLink, Code::LinkToFolder],
        "broken_markdown_links" => return vec![Code::BrokenLink],
        "broken_markdown_images" => return vec![Code::MissingImage],
        _ => {}
    }
    let singular = key.strip_suffix('s').unwrap_or(key);
    if let Some(code) = Code::from_name(key).or_else(|| Code::from_name(singular)) {
        return vec![code];
    }
    let names: Vec<String> = Code::ALL
        .iter()
        .map(|code| code.name().replace('-', "_"))
        .collect();
    let problem = sink.error(
        Code::BadConfig,
        entry.key_span,
        format!("unknown check `{}`", entry.key),
    );
    if let Some(help) = did_you_mean(key, names.iter().map(String::as_str)) {
        problem.help(help);
    }
    Vec::new()
}

pub(super) fn level(word: &str) -> Level {
    match word {
        "ignore" => Level::Ignore,
        "error" | "throw" => Level::Error,
        _ => Level::Warn,
    }
}
