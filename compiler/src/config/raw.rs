//! `site.toml` as written: typed values, without the defaults that depend on other keys or on the tree.

use super::sections::announcement::{AnnouncementConfig, read_announcement};
use super::sections::blog::{RawBlog, read_blog};
use super::sections::checks::read_checks;
use super::sections::docs::{RawDocs, TocLevels, read_docs, toc_levels};
use super::sections::footer::{FooterConfig, read_footer};
use super::sections::headers::{HeaderRule, read_headers, read_policy};
use super::sections::images::{ImagesConfig, read_images};
use super::sections::interface::{
    AnalyticsConfig, ColorModeConfig, OfflineMode, SectionLinksConfig, SidebarConfig,
    StorageConfig, read_analytics, read_color_mode, read_icons, read_messages, read_offline,
    read_section_links, read_sidebar, read_storage,
};
use super::sections::locales::{RawLocale, read_locale};
use super::sections::logo::{RawLogo, read_logo};
use super::sections::markdown::{
    CodeConfig, MathConfig, read_admonitions, read_code, read_markdown, read_math, read_mdx,
};
use super::sections::metadata::{MetadataConfig, read_metadata};
use super::sections::navbar::{RawNavbar, read_navbar};
use super::sections::pages::{PluginRoute, RawPages, read_component_page, read_pages};
use super::sections::redirects::{
    RedirectConfig, RedirectRule, read_redirect_rules, read_redirects,
};
use super::sections::search::{SearchConfig, read_search};
use super::values::{FIELD_CODES, string_list};
use crate::diagnostic::{Diagnostics, Levels};
use crate::docusaurus::SHAPE;
use crate::markdown::options::MarkdownOptions;
use crate::source::Span;
use crate::value::{Fields, Node};
use std::collections::BTreeMap;

/// The configuration as written. Keys that are absent are `None`.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs, reason = "documented at SiteConfig")]
pub struct RawConfig {
    pub title: Option<String>,
    /// The required keys that are written, whatever their values are.
    pub written: Vec<&'static str>,
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
    pub navbar: RawNavbar,
    pub announcement: Option<AnnouncementConfig>,
    pub footer: Option<FooterConfig>,
    pub color_mode: Option<ColorModeConfig>,
    pub storage: StorageConfig,
    pub offline: OfflineMode,
    pub sidebar: Option<SidebarConfig>,
    pub docs: Option<Vec<RawDocs>>,
    pub blog: RawBlog,
    pub code: Option<CodeConfig>,
    pub math: Option<MathConfig>,
    pub markdown: MarkdownOptions,
    pub images: Option<ImagesConfig>,
    pub search: Option<SearchConfig>,
    pub section_links: Option<SectionLinksConfig>,
    pub icons: BTreeMap<String, String>,
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
    pub is_imported: bool,
    pub component_pages: Vec<PluginRoute>,
    pub component_context: serde_json::Value,
    pub custom_css: Vec<(String, Span)>,
    pub client_modules: Vec<(String, Span)>,
    /// The levels of all `[[docs]]`.
    pub toc_levels: Option<TocLevels>,
}

/// Reads the typed keys of a parsed `site.toml`.
pub(super) fn read_raw(node: &Node, sink: &mut Diagnostics) -> RawConfig {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let mut raw = RawConfig {
        title: fields.string("title"),
        tagline: fields.string("tagline"),
        url: fields.string_at("url"),
        base_path: fields.string_at("base_path|base_url"),
        title_template: fields.string_at("title_template"),
        edit_url: fields.link("edit_url"),
        report_url: fields.link("report_url"),
        favicon: fields.string_at("favicon"),
        toc_levels: toc_levels(&mut fields),
        ..RawConfig::default()
    };
    raw.written = ["title", "url"]
        .into_iter()
        .filter(|key| node.get(key).is_some())
        .collect();
    raw.trailing_slash = fields.boolean("trailing_slash");
    raw.is_imported = fields.enum_value("shape", &[SHAPE]).is_some();
    let context = fields.node("component_context").map(Node::to_json);
    raw.component_context = context.unwrap_or_default();
    raw.locale = fields.node("locale").map(|n| read_locale(n, fields.sink));
    for item in fields.list("locales") {
        raw.locales.push(read_locale(item, fields.sink));
    }
    read_markdown_tables(&mut fields, &mut raw);
    raw.images = fields.node("images").map(|n| read_images(n, fields.sink));
    raw.search = fields.node("search").map(|n| read_search(n, fields.sink));
    raw.section_links = fields
        .node("section_links")
        .and_then(|n| read_section_links(n, fields.sink));
    raw.icons = fields
        .node("icons")
        .map(|n| read_icons(n, fields.sink))
        .unwrap_or_default();
    raw.analytics = fields
        .node("analytics|gtag")
        .map(|n| read_analytics(n, fields.sink));
    raw.metadata = read_metadata(&mut fields);
    raw.messages = fields
        .node("messages")
        .map(|n| read_messages(n, fields.sink))
        .unwrap_or_default();
    raw.levels = fields
        .node("checks")
        .map(|n| read_checks(n, fields.sink))
        .unwrap_or_default();
    raw.static_directories = fields
        .node("static_directories")
        .map(|_| string_list(&mut fields, "static_directories"));
    raw.redirect_from_extensions = string_list(&mut fields, "redirect_from_extensions");
    raw.redirect_to_extensions = string_list(&mut fields, "redirect_to_extensions");
    read_layout(&mut fields, &mut raw);
    read_content(&mut fields, &mut raw);
    read_responses(&mut fields, &mut raw);
    fields.finish();
    raw
}

/// Reads the tables about Markdown.
fn read_markdown_tables(fields: &mut Fields<'_, '_>, raw: &mut RawConfig) {
    raw.code = fields
        .node("code")
        .map(|n| read_code(n, &mut raw.markdown, fields.sink));
    if let Some(admonitions) = fields.node("admonitions") {
        read_admonitions(admonitions, &mut raw.markdown, fields.sink);
    }
    if let Some(mdx) = fields.node("mdx") {
        read_mdx(mdx, &mut raw.markdown, fields.sink);
    }
    if let Some(markdown) = fields.node("markdown") {
        read_markdown(markdown, &mut raw.markdown, fields.sink);
    }
    raw.math = fields
        .node("math")
        .map(|n| read_math(n, &mut raw.markdown, fields.sink));
}

/// Reads documents, blog and pages; `[docs]` may have options of sidebars and tables of contents, too.
fn read_content(fields: &mut Fields<'_, '_>, raw: &mut RawConfig) {
    if let Some(docs) = fields.node("docs") {
        let docs = read_docs(docs, fields.sink);
        let of_instances = || docs.instances.iter().find_map(|one| one.sidebar.clone());
        raw.toc_levels = docs.toc_levels.or(raw.toc_levels);
        raw.sidebar = docs
            .sidebar
            .clone()
            .or(raw.sidebar.take())
            .or_else(of_instances);
        raw.docs = Some(docs.instances);
    }
    raw.blog = fields
        .node("blog")
        .map_or(RawBlog::Absent, |n| read_blog(n, fields.sink));
    raw.pages = fields
        .node("pages")
        .map_or(RawPages::Absent, |n| read_pages(n, fields.sink));
    for item in fields.list("component_pages") {
        let page = read_component_page(item, fields.sink);
        raw.component_pages.extend(page);
    }
    raw.custom_css = fields.strings("custom_css");
    raw.client_modules = fields.strings("client_modules");
}

/// Reads redirects and header fields.
fn read_responses(fields: &mut Fields<'_, '_>, raw: &mut RawConfig) {
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

/// Reads the parts of the layout around the pages.
fn read_layout(fields: &mut Fields<'_, '_>, raw: &mut RawConfig) {
    raw.color_mode = fields
        .node("color_mode")
        .map(|n| read_color_mode(n, fields.sink));
    if let Some(storage) = fields.node("storage") {
        raw.storage = read_storage(storage, fields.sink);
    }
    raw.offline = read_offline(fields);
    raw.sidebar = fields
        .node("sidebar")
        .map(|n| read_sidebar(n, fields.sink).0);
    raw.announcement = fields
        .node("announcement_bar")
        .and_then(|n| read_announcement(n, fields.sink));
    raw.logo = fields.node("logo").map(|n| read_logo(n, fields.sink));
    raw.footer = fields.node("footer").map(|n| read_footer(n, fields.sink));
    if let Some(navbar) = fields.node("navbar") {
        raw.navbar = read_navbar(navbar, fields.sink);
    }
}
