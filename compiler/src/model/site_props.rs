//! The properties that all pages of a locale share, from which the interface renders navbar and footer.

use crate::config::{ColorMode, Direction, NavbarPosition};
use serde::Serialize;
use std::collections::BTreeMap;

/// The properties that all pages of a locale share.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SiteProps {
    /// The title of the site.
    pub title: String,
    /// The tagline of the site.
    pub tagline: String,
    /// The absolute origin, without a final slash.
    pub url: String,
    /// Begins and ends with a slash.
    pub base_path: String,
    /// The home of the locale, if it is not the base path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home: Option<String>,
    /// The search page of the locale, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// The locale.
    pub locale: LocaleProps,
    /// The logo in the navbar.
    pub logo: Option<LogoProps>,
    /// A bar above the navbar.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub announcement: Option<AnnouncementProps>,
    /// Whether the navbar disappears while the reader scrolls down.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hide_on_scroll: bool,
    /// The name in the navbar, if it is not the title; may be empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub navbar_title: Option<String>,
    /// The items of the navbar.
    pub navbar: Vec<NavbarItem>,
    /// The footer.
    pub footer: FooterProps,
    /// The options of the colour mode.
    pub color_mode: ColorModeProps,
    /// An attribute of the root element, because the script in the head needs it.
    #[serde(skip)]
    pub storage: StorageProps,
    /// The options of all sidebars.
    pub sidebar: SidebarOptions,
    /// The names of the versions of each docs instance, the last version first.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub versions: BTreeMap<String, Vec<String>>,
    /// The address for reports of errors; `{title}` and `{url}` are those of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<String>,
    /// The service that receives page views.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analytics: Option<AnalyticsProps>,
    /// Whether the site has a service worker that stores the pages shown.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub offline: bool,
    /// Texts that replace those of the interface, by translation id.
    pub messages: BTreeMap<String, String>,
}

/// Where the browser stores the reader's choices.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct StorageProps {
    /// Whether the choices are stored until the tab is closed only.
    pub is_session: bool,
    /// The suffix of all keys.
    pub suffix: String,
}

/// A locale.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LocaleProps {
    /// The code of the locale.
    pub code: String,
    /// The name of the language.
    pub label: String,
    /// The direction of the text.
    pub dir: Direction,
    /// The language tag of the `html` element.
    pub html_lang: String,
    /// The calendar of dates, `gregory` for example.
    pub calendar: String,
}

/// A logo. CSS shows one of the two images, by the colour mode.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename = "Logo", rename_all = "camelCase")]
pub struct LogoProps {
    /// The alternative text.
    pub alt: String,
    /// The path of the image.
    pub src: String,
    /// The path of the image for the dark mode.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub src_dark: Option<String>,
    /// The path or url that the logo links to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub href: Option<String>,
    /// In pixels; 0 if it is unknown.
    pub width: u32,
    /// In pixels; 0 if it is unknown.
    pub height: u32,
}

/// The bar above the navbar.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AnnouncementProps {
    /// Identifies the announcement; a reader who closes it does not see it again.
    pub id: String,
    /// HTML of the site.
    pub html: String,
    /// Whether the reader can close it.
    pub closeable: bool,
}

/// The service that receives page views.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnalyticsProps {
    /// The name of the service, `gtag`.
    pub provider: String,
    /// The id of the site at the service.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

/// An item of the navbar.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NavbarItem {
    /// How the item is rendered.
    #[serde(rename = "type")]
    pub kind: NavbarKind,
    /// The text.
    pub label: String,
    /// Rendered in place of the label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// The side of the navbar.
    pub position: NavbarPosition,
    /// The path or url that the item links to.
    pub href: String,
    /// Whether the item leads to another site.
    pub external: bool,
    /// For `doc` items: the sidebar whose pages make the item active.
    pub sidebar_id: Option<String>,
    /// The name of an icon next to the label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    /// The code of the language, for links to languages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
    /// A CSS class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class_name: Option<String>,
    /// Paths below it also make the item active.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active_base: Option<String>,
    /// Paths that match it also make the item active.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active_regex: Option<String>,
    /// The docs instance of a `version` or `versions` item.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plugin: Option<String>,
    /// The name of the version that the item selects, inside a `versions` item.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Added to the query of a language's link.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub query: String,
    /// The items of a dropdown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<NavbarItem>,
}

/// How an item of the navbar is rendered. `versions`, `locales` and `dropdown` have `items`; `html` has `html` alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NavbarKind {
    /// A link.
    Link,
    /// A link to a document.
    Doc,
    /// A link to a version of the documents.
    Version,
    /// A list of versions.
    Versions,
    /// A list of languages.
    Locales,
    /// A list of items.
    Dropdown,
    /// HTML of the site.
    Html,
    /// The search button.
    Search,
}

/// The footer.
#[derive(Clone, Debug, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FooterProps {
    /// The columns of links.
    pub columns: Vec<FooterColumn>,
    /// Whether the footer is dark in both colour modes.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dark: bool,
    /// Whether the links form one line.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub simple: bool,
    /// The logo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo: Option<LogoProps>,
    /// Paragraphs of HTML.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
    /// The copyright notice, as HTML.
    pub copyright: Option<String>,
}

/// A column of the footer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FooterColumn {
    /// The heading.
    pub title: String,
    /// The links.
    pub items: Vec<FooterItem>,
}

/// A link of the footer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FooterItem {
    /// The text.
    pub label: String,
    /// The path or url that the item links to.
    pub href: String,
    /// Whether the item leads to another site.
    pub external: bool,
    /// Rendered in place of a link.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
}

/// The options of the colour mode.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ColorModeProps {
    /// The mode of readers who have chosen none.
    pub default: ColorMode,
    /// Whether the button that changes the mode is hidden.
    pub disable_switch: bool,
    /// Whether the mode follows the system at first.
    pub respect_prefers_color_scheme: bool,
}

/// The options of all sidebars.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SidebarOptions {
    /// Whether a button hides the sidebar.
    pub hideable: bool,
    /// Whether opening a category closes its siblings.
    pub auto_collapse_categories: bool,
}
