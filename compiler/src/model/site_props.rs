//! The properties that all pages of a locale share, from which the interface renders navbar and footer.

use serde::Serialize;
use std::collections::BTreeMap;

/// The properties that all pages of a locale share.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct SiteProps {
    pub title: String,
    pub tagline: String,
    pub url: String,
    pub base_path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    pub locale: LocaleProps,
    pub logo: Option<LogoProps>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub announcement: Option<AnnouncementProps>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hide_on_scroll: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub navbar_title: Option<String>,
    pub navbar: Vec<NavbarItem>,
    pub footer: FooterProps,
    pub color_mode: ColorModeProps,
    /// An attribute of the root element, because the script in the head needs it.
    #[serde(skip)]
    pub storage: StorageProps,
    pub sidebar: SidebarOptions,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub versions: BTreeMap<String, Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analytics: Option<AnalyticsProps>,
    pub messages: BTreeMap<String, String>,
}

/// Where the browser stores the reader's choices.
#[derive(Clone, Debug, Default)]
pub struct StorageProps {
    /// Whether they are stored until the tab is closed only.
    pub is_session: bool,
    /// The suffix of all keys.
    pub suffix: String,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct LocaleProps {
    pub code: String,
    pub label: String,
    pub dir: String,
    pub html_lang: String,
    pub calendar: String,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct LogoProps {
    pub alt: String,
    pub src: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub src_dark: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub href: Option<String>,
    pub width: u32,
    pub height: u32,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct AnnouncementProps {
    pub id: String,
    pub html: String,
    pub closeable: bool,
}

#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct AnalyticsProps {
    pub provider: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct NavbarItem {
    #[serde(rename = "type")]
    pub kind: NavbarKind,
    pub label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    pub position: String,
    pub href: String,
    pub external: bool,
    pub sidebar_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active_base: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active_regex: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plugin: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub query: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<NavbarItem>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub enum NavbarKind {
    Link,
    Doc,
    Version,
    Versions,
    Locales,
    Dropdown,
    Html,
    Search,
}

#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct FooterProps {
    pub columns: Vec<FooterColumn>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub simple: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo: Option<LogoProps>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
    pub copyright: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct FooterColumn {
    pub title: String,
    pub items: Vec<FooterItem>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct FooterItem {
    pub label: String,
    pub href: String,
    pub external: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct ColorModeProps {
    pub default: String,
    pub disable_switch: bool,
    pub respect_prefers_color_scheme: bool,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "documented in ui/src/model.ts")]
pub struct SidebarOptions {
    pub hideable: bool,
    pub auto_collapse_categories: bool,
}
