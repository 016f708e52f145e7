//! The small tables about the interface: `[color_mode]`, `[storage]`, `[sidebar]`, `[messages]` and `[analytics]`, and `offline`.

use crate::config::values::FIELD_CODES;
use crate::diagnostic::{Code, Diagnostics};
use crate::value::{Fields, Node, NodeValue};
use serde::Serialize;
use std::collections::BTreeMap;

/// `[color_mode]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColorModeConfig {
    /// `default`: `light` (default) or `dark`.
    pub default: ColorMode,
    /// `disable_switch`: hide the button that changes it; `false` by default.
    pub disable_switch: bool,
    /// `respect_prefers_color_scheme`: start with the system's preference; `false` by default.
    pub respect_prefers_color_scheme: bool,
}

/// A colour mode of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ColorMode {
    /// Dark text on a light ground.
    Light,
    /// Light text on a dark ground.
    Dark,
}

impl ColorMode {
    /// The value of the attribute `data-theme`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ColorMode::Light => "light",
            ColorMode::Dark => "dark",
        }
    }
}

/// `offline`: whether a service worker keeps the pages that a reader opened readable without a network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OfflineMode {
    /// `false`, the default: the site has no service worker.
    #[default]
    Off,
    /// `true`.
    Visited,
    /// `"remove"`: for a site that had one. Browsers that know it remove it and what it stored.
    Remove,
}

/// Reads `offline`.
pub(in crate::config) fn read_offline(fields: &mut Fields<'_, '_>) -> OfflineMode {
    let Some(node) = fields.node("offline") else {
        return OfflineMode::Off;
    };
    match &node.value {
        NodeValue::Bool(false) => OfflineMode::Off,
        NodeValue::Bool(true) => OfflineMode::Visited,
        NodeValue::String(text) if text == "remove" => OfflineMode::Remove,
        _ => {
            fields.report_mismatch(node, "true, false or \"remove\"");
            OfflineMode::Off
        }
    }
}

/// `[storage]`: where the browser stores the reader's choices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StorageConfig {
    /// `type = "session"`: until the tab is closed.
    pub is_session: bool,
    /// `namespace`: a suffix of all keys, for sites that share a host; `true` derives one from the site's address.
    pub namespace: Option<Namespace>,
}

/// The suffix of all keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Namespace {
    /// Derived from the site's address.
    Own,
    /// As written.
    Named(String),
}

/// `[sidebar]`: options of all sidebars.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SidebarConfig {
    /// `hideable`: a button hides the sidebar; `false` by default.
    pub hideable: bool,
    /// `auto_collapse_categories`: opening one closes its siblings; `false` by default.
    pub auto_collapse_categories: bool,
}

/// `[analytics]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalyticsConfig {
    /// `provider`: `gtag`.
    pub provider: String,
    /// `id`: the measurement id, such as `G-1234567`; without it nothing is counted.
    pub id: Option<String>,
}

pub(in crate::config) fn read_color_mode(node: &Node, sink: &mut Diagnostics) -> ColorModeConfig {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let mode = ColorModeConfig {
        default: match fields.enum_value("default|default_mode", &["light", "dark"]) {
            Some("dark") => ColorMode::Dark,
            _ => ColorMode::Light,
        },
        disable_switch: fields.boolean("disable_switch").unwrap_or(false),
        respect_prefers_color_scheme: fields
            .boolean("respect_prefers_color_scheme")
            .unwrap_or(false),
    };
    fields.finish();
    mode
}

pub(in crate::config) fn read_storage(node: &Node, sink: &mut Diagnostics) -> StorageConfig {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let kinds = ["local", "session", "localStorage", "sessionStorage"];
    let kind = fields.enum_value("type", &kinds).unwrap_or("local");
    let namespace = match fields.node("namespace").map(|node| &node.value) {
        Some(NodeValue::Bool(true)) => Some(Namespace::Own),
        Some(NodeValue::Bool(false)) | None => None,
        Some(_) => fields.string("namespace").map(Namespace::Named),
    };
    fields.finish();
    StorageConfig {
        is_session: kind.starts_with("session"),
        namespace,
    }
}

/// Reads `[sidebar]`, and the id that the table of one instance may have.
pub(in crate::config) fn read_sidebar(
    node: &Node,
    sink: &mut Diagnostics,
) -> (SidebarConfig, Option<String>) {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let sidebar = SidebarConfig {
        hideable: fields.boolean("hideable").unwrap_or(false),
        auto_collapse_categories: fields.boolean("auto_collapse_categories").unwrap_or(false),
    };
    let id = fields.string("id");
    fields.finish();
    (sidebar, id)
}

pub(in crate::config) fn read_analytics(node: &Node, sink: &mut Diagnostics) -> AnalyticsConfig {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let analytics = AnalyticsConfig {
        provider: fields
            .string("provider")
            .unwrap_or_else(|| "gtag".to_owned()),
        id: fields.string("id|tracking_id"),
    };
    fields.finish();
    analytics
}

pub(in crate::config) fn read_messages(
    node: &Node,
    sink: &mut Diagnostics,
) -> BTreeMap<String, String> {
    let mut messages = BTreeMap::new();
    for entry in node.entries() {
        match &entry.node.value {
            NodeValue::String(text) => {
                messages.insert(entry.key.clone(), text.clone());
            }
            _ => Fields::new(node, FIELD_CODES, sink).report_mismatch(&entry.node, "a string"),
        }
    }
    messages
}

impl Default for ColorModeConfig {
    fn default() -> Self {
        ColorModeConfig {
            default: ColorMode::Light,
            disable_switch: false,
            respect_prefers_color_scheme: false,
        }
    }
}

/// Reads `[icons]`: paths on a grid of 24 by 24, by name.
pub(in crate::config) fn read_icons(
    node: &Node,
    sink: &mut Diagnostics,
) -> BTreeMap<String, String> {
    let mut icons = BTreeMap::new();
    for entry in node.entries() {
        match &entry.node.value {
            NodeValue::String(path) if is_path_data(path) => {
                icons.insert(entry.key.clone(), path.clone());
            }
            _ => {
                let expected = "the data of an SVG path, such as \"M4 12h16\"";
                Fields::new(node, FIELD_CODES, sink).report_mismatch(&entry.node, expected);
            }
        }
    }
    icons
}

/// Whether a text has only the commands and numbers of a path, of which the first moves.
fn is_path_data(text: &str) -> bool {
    text.starts_with(['M', 'm'])
        && text
            .chars()
            .all(|c| c.is_ascii_digit() || "MmLlHhVvCcSsQqTtAaZzEe+-., \n".contains(c))
}

/// `[section_links]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectionLinksConfig {
    /// `below`: the path of the linked pages, such as `/evidence`. Links to their headings are listed.
    pub below: String,
    /// `one`: what a list of one link is called.
    pub one: String,
    /// `many`: what a longer list is called; `{count}` is the number of its links.
    pub many: String,
}

pub(in crate::config) fn read_section_links(
    node: &Node,
    sink: &mut Diagnostics,
) -> Option<SectionLinksConfig> {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let values = [
        fields.string("below"),
        fields.string("one"),
        fields.string("many"),
    ];
    fields.finish();
    let [Some(below), Some(one), Some(many)] = values else {
        sink.error(
            Code::BadConfig,
            node.span,
            "`[section_links]` lacks a key",
        )
        .help("it needs `below = \"/evidence\"`, `one = \"1 test\"` and `many = \"{count} tests\"`");
        return None;
    };
    let below = format!("/{}", below.trim_matches('/'));
    Some(SectionLinksConfig { below, one, many })
}
