//! `site.toml` as written: what is there, typed, without defaults that need a look at the tree.

use super::announcement::read_announcement;
use super::blog::{RawBlogTable, TagOptions, read_blog};
use super::headers::{read_headers, read_policy};
use super::i18n::{RawLocale, read_locale};
use super::links::{read_footer, read_redirect_rules, read_redirects};
use super::markdown::{read_admonitions, read_code, read_markdown, read_math};
use super::metadata::read_metadata;
use super::navbar::read_navbar;
use super::pages::{RawPages, read_pages};
use super::search::read_search;
use super::sections::{
    read_analytics, read_checks, read_color_mode, read_docs, read_images, read_logo, read_messages,
    read_sidebar, read_storage,
};
use super::versions::RawVersions;
use super::{
    AnalyticsConfig, AnnouncementConfig, CodeConfig, ColorModeConfig, FooterConfig, HeaderRule,
    ImagesConfig, MarkdownOptions, MathConfig, MetadataConfig, NavbarConfig, NavbarEntry,
    RawSidebars, RedirectConfig, RedirectRule, SearchConfig, SidebarConfig, StorageConfig,
};
use crate::diagnostic::{Code, Diagnostics, Levels, Severity};
use crate::source::Span;
use crate::spanned::{Dialect, Fields, Node, NodeValue};
use std::collections::BTreeMap;

/// How `site.toml` reports its problems.
pub(super) const DIALECT: Dialect = Dialect {
    bad: Code::BadConfig,
    unknown: Code::BadConfig,
    unknown_severity: Severity::Error,
};

/// The configuration as written. What is absent is `None`.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs, reason = "documented at SiteConfig")]
pub struct RawConfig {
    pub title: Option<String>,
    pub tagline: Option<String>,
    pub url: Option<(String, Span)>,
    pub base_path: Option<(String, Span)>,
    pub title_template: Option<(String, Span)>,
    pub trailing_slash: Option<bool>,
    pub edit_url: Option<String>,
    pub report_url: Option<String>,
    pub favicon: Option<(String, Span)>,
    pub locale: Option<RawLocale>,
    pub locales: Vec<RawLocale>,
    pub logo: Option<RawLogo>,
    pub navbar: Vec<NavbarEntry>,
    pub navbar_title: Option<String>,
    pub navbar_options: NavbarConfig,
    pub announcement: Option<AnnouncementConfig>,
    pub footer: Option<FooterConfig>,
    pub color_mode: Option<ColorModeConfig>,
    pub storage: StorageConfig,
    pub sidebar: Option<SidebarConfig>,
    pub docs: Option<Vec<RawDocs>>,
    pub blog: RawBlog,
    pub code: Option<CodeConfig>,
    pub math: Option<MathConfig>,
    pub markdown: MarkdownOptions,
    pub images: Option<ImagesConfig>,
    pub search: Option<SearchConfig>,
    pub analytics: Option<AnalyticsConfig>,
    pub metadata: MetadataConfig,
    pub levels: Levels,
    pub redirects: Vec<RedirectConfig>,
    pub redirect_rules: Vec<RedirectRule>,
    pub headers: Vec<HeaderRule>,
    pub policy: Vec<String>,
    pub messages: BTreeMap<String, String>,
    pub pages: RawPages,
    pub static_directories: Option<Vec<String>>,
    pub redirect_from_extensions: Vec<String>,
    pub redirect_to_extensions: Vec<String>,
    /// Of the keys of all `[[docs]]` together.
    pub toc_levels: Option<(u8, u8)>,
}

/// `[logo]` as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "documented at LogoConfig")]
pub struct RawLogo {
    pub alt: Option<String>,
    pub src: Option<(String, Span)>,
    pub src_dark: Option<(String, Span)>,
    pub href: Option<(String, Span)>,
    pub width: Option<u32>,
    pub height: Option<u32>,
}

/// `[[docs]]` as written.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs, reason = "documented at DocsConfig")]
pub struct RawDocs {
    pub id: Option<String>,
    pub path: Option<(String, Span)>,
    pub route_base: Option<(String, Span)>,
    pub main_doc: Option<(String, Span)>,
    pub sidebar_id: Option<String>,
    pub version: Option<String>,
    pub version_label: Option<String>,
    pub versions: RawVersions,
    pub edit_url: Option<String>,
    pub toc_levels: Option<(u8, u8)>,
    pub breadcrumbs: Option<bool>,
    pub show_last_update_time: Option<bool>,
    pub show_last_update_author: Option<bool>,
    pub sidebar_collapsible: Option<bool>,
    pub sidebar_collapsed: Option<bool>,
    pub sidebars: RawSidebars,
    pub number_prefix_parser: Option<bool>,
    pub sidebar: Option<SidebarConfig>,
    pub tags: TagOptions,
    pub span: Option<Span>,
}

/// `[blog]` as written.
#[derive(Clone, Debug, Default)]
pub enum RawBlog {
    /// Not mentioned: there is one where its folder is.
    #[default]
    Absent,
    /// `blog = false`.
    Off,
    /// `[blog]`.
    On(Box<RawBlogTable>),
}

/// Reads the typed keys of a parsed `site.toml`.
pub(super) fn read_raw(node: &Node, sink: &mut Diagnostics) -> RawConfig {
    let mut fields = Fields::new(node, DIALECT, sink);
    let mut raw = RawConfig {
        title: fields.text("title"),
        tagline: fields.text("tagline"),
        url: fields.text_at("url"),
        base_path: fields.text_at("base_path|base_url"),
        title_template: fields.text_at("title_template"),
        edit_url: fields.text("edit_url"),
        report_url: fields.text("report_url"),
        favicon: fields.text_at("favicon"),
        toc_levels: toc_levels(&mut fields),
        ..RawConfig::default()
    };
    raw.trailing_slash = fields.flag("trailing_slash");
    raw.locale = fields.node("locale").map(|n| read_locale(n, fields.sink));
    for item in fields.list("locales") {
        raw.locales.push(read_locale(item, fields.sink));
    }
    raw.color_mode = fields
        .node("color_mode")
        .map(|n| read_color_mode(n, fields.sink));
    if let Some(storage) = fields.node("storage") {
        raw.storage = read_storage(storage, fields.sink);
    }
    raw.sidebar = fields
        .node("sidebar")
        .map(|n| read_sidebar(n, fields.sink).0);
    raw.code = fields
        .node("code")
        .map(|n| read_code(n, &mut raw.markdown, fields.sink));
    if let Some(admonitions) = fields.node("admonitions") {
        read_admonitions(admonitions, &mut raw.markdown, fields.sink);
    }
    if let Some(markdown) = fields.node("markdown") {
        read_markdown(markdown, &mut raw.markdown, fields.sink);
    }
    raw.math = fields
        .node("math")
        .map(|n| read_math(n, &mut raw.markdown, fields.sink));
    raw.images = fields.node("images").map(|n| read_images(n, fields.sink));
    raw.search = fields.node("search").map(|n| read_search(n, fields.sink));
    raw.analytics = fields
        .node("analytics|gtag")
        .map(|n| read_analytics(n, fields.sink));
    raw.metadata = read_metadata(&mut fields);
    read_frame(&mut fields, &mut raw);
    raw.blog = fields
        .node("blog")
        .map_or(RawBlog::Absent, |n| read_blog(n, fields.sink));
    raw.messages = fields
        .node("messages")
        .map(|n| read_messages(n, fields.sink))
        .unwrap_or_default();
    raw.levels = fields
        .node("checks")
        .map(|n| read_checks(n, fields.sink))
        .unwrap_or_default();
    raw.pages = fields
        .node("pages")
        .map_or(RawPages::Absent, |n| read_pages(n, fields.sink));
    raw.static_directories = fields
        .node("static_directories")
        .map(|_| texts(&mut fields, "static_directories"));
    raw.redirect_from_extensions = texts(&mut fields, "redirect_from_extensions");
    raw.redirect_to_extensions = texts(&mut fields, "redirect_to_extensions");
    if let Some(navbar) = fields.node("navbar") {
        read_navbar(navbar, &mut raw, fields.sink);
    }
    if let Some(docs) = fields.node("docs") {
        read_docs(docs, &mut raw, fields.sink);
    }
    read_answers(&mut fields, &mut raw);
    fields.finish();
    raw
}

/// What is answered besides pages, and with what.
fn read_answers(fields: &mut Fields<'_, '_>, raw: &mut RawConfig) {
    for item in fields.list("redirects") {
        raw.redirects.extend(read_redirects(item, fields.sink));
    }
    for item in fields.list("redirect_rules") {
        raw.redirect_rules
            .extend(read_redirect_rules(item, fields.sink));
    }
    for item in fields.list("headers") {
        raw.headers.push(read_headers(item, fields.sink));
    }
    if let Some(policy) = fields.node("policy") {
        raw.policy = read_policy(policy, fields.sink);
    }
}

/// What stands around the pages.
fn read_frame(fields: &mut Fields<'_, '_>, raw: &mut RawConfig) {
    raw.announcement = fields
        .node("announcement_bar")
        .and_then(|n| read_announcement(n, fields.sink));
    raw.logo = fields.node("logo").map(|n| read_logo(n, fields.sink));
    raw.footer = fields.node("footer").map(|n| read_footer(n, fields.sink));
}

fn texts(fields: &mut Fields<'_, '_>, key: &'static str) -> Vec<String> {
    let texts = fields.texts(key).into_iter();
    texts.map(|(text, _)| text).collect()
}

/// `toc_levels = [2, 3]`, or Docusaurus' two keys.
pub(super) fn toc_levels(fields: &mut Fields<'_, '_>) -> Option<(u8, u8)> {
    let min = fields.whole("toc_min_heading_level", 2, 6);
    let max = fields.whole("toc_max_heading_level", 2, 6);
    if let Some(node) = fields.node("toc_levels") {
        return levels_of(node).or_else(|| {
            fields.wrong(node, "two heading levels such as `[2, 3]`");
            None
        });
    }
    let level =
        |number: Option<u32>, default| number.and_then(|n| u8::try_from(n).ok()).unwrap_or(default);
    (min.is_some() || max.is_some()).then(|| (level(min, 2), level(max, 3)))
}

fn levels_of(node: &Node) -> Option<(u8, u8)> {
    let NodeValue::List(items) = &node.value else {
        return None;
    };
    let level = |node: &Node| match node.value {
        NodeValue::Int(number @ 1..=6) => u8::try_from(number).ok(),
        _ => None,
    };
    match items.as_slice() {
        [min, max] => Some((level(min)?, level(max)?)).filter(|(min, max)| min <= max),
        _ => None,
    }
}
