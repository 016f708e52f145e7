//! The configuration of a site: reads `site.toml`, or translates a Docusaurus configuration, and resolves it.
//!
//! In: the file at the root of the content tree. Out: a [`SiteConfig`] with every default filled in (Docusaurus'
//! defaults, in Docusaurus' words, spelled in snake case). Wrong types, unknown keys and bad TOML are diagnostics with
//! their location; a value is always returned.
//!
//! The smallest `site.toml`:
//!
//! ```toml
//! title = "My library"
//! url = "https://library.example.org"
//! ```
//!
//! Every key is documented at the field it fills.

mod icons;
mod paths;
mod raw;
mod resolve;
mod sections;
mod values;

#[cfg(test)]
mod tests;

pub use self::raw::RawConfig;
pub use self::sections::announcement::AnnouncementConfig;
pub use self::sections::blog::{BlogConfig, FeedConfig, FeedKind};
pub use self::sections::docs::{DocsConfig, TocLevels};
pub use self::sections::footer::{FooterColumnConfig, FooterConfig, FooterEntry};
pub use self::sections::head_tags::{HeadTag, MetaTag};
pub use self::sections::headers::HeaderRule;
pub use self::sections::images::ImagesConfig;
pub use self::sections::interface::{
    AnalyticsConfig, ColorMode, ColorModeConfig, Namespace, OfflineMode, SectionLinksConfig,
    SidebarConfig, StorageConfig,
};
pub use self::sections::locales::{Direction, LocaleConfig, TRANSLATIONS_FOLDER};
pub use self::sections::logo::{LogoConfig, RawLogo};
pub use self::sections::markdown::{CodeConfig, MathConfig};
pub use self::sections::metadata::{
    Lastmod, LlmsConfig, ManifestConfig, MetadataConfig, RobotsConfig, RobotsRule, SitemapConfig,
};
pub use self::sections::navbar::{NavbarConfig, NavbarEntry, NavbarPosition, Target};
pub use self::sections::pages::{PagesConfig, ParentRoute, PluginRoute};
pub use self::sections::redirects::{RedirectConfig, RedirectRule};
pub use self::sections::search::{HeadingTerms, SearchConfig, SearchNode};
pub use self::sections::sidebars::{RawSidebars, SidebarSource, read_sidebars_file};
pub use self::sections::tag_options::{TagOptions, TagsFile};
pub use self::sections::versions::{CURRENT_VERSION, VersionBanner, VersionConfig};
pub use crate::markdown::options::{MagicComment, MarkdownOptions};

use crate::diagnostic::{Code, Diagnostics, Levels};
use crate::docusaurus::{self, ConfigFunction, Evaluated, MarkdownPlugin};
use crate::source::{CONFIG_PATH, FileId, SourceTree, Span};
use crate::value::{Nulls, infer_schema, parse_toml};
use std::collections::BTreeMap;

/// A site's configuration, resolved.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SiteConfig {
    /// `site.toml` itself, where there is one.
    pub file: Option<FileId>,
    /// `title`: the site's name, in the navbar and after each page's title. Required.
    pub title: String,
    /// `tagline`: one sentence; empty by default.
    pub tagline: String,
    /// `url`: the absolute origin, such as `https://library.example.org`. Required. Stored without a final slash.
    pub url: String,
    /// `base_path` (or `base_url`): the path below which the site is served, `/` by default. Begins and ends with a
    /// slash here.
    pub base_path: String,
    /// `title_template`: `{page} | {site}` by default; a page with the site's title has no suffix.
    pub title_template: String,
    /// `trailing_slash`: whether relative links are resolved as if all paths ended in a slash (`true`) or none
    /// (`false`); by default as if those of index documents did, as in Docusaurus. Paths themselves never end in one
    /// here; requests for such are redirected.
    pub trailing_slash: Option<bool>,
    /// `edit_url`: put before a page's path in the content tree to make its `Edit this page` link.
    pub edit_url: Option<String>,
    /// `report_url`: where a reader reports an error of a page; `{title}` and `{url}` are the page's. None by default.
    pub report_url: Option<String>,
    /// `favicon`: a path under `static/`, such as `/img/favicon.svg`.
    pub favicon: Option<(String, Span)>,
    /// `[locale]` and `[[locales]]` in the order of a menu; exactly one is the default.
    pub locales: Vec<LocaleConfig>,
    /// `[logo]`.
    pub logo: Option<LogoConfig>,
    /// `[[navbar]]`.
    pub navbar: Vec<NavbarEntry>,
    /// `navbar.title`: the name in the navbar; the site's title by default, none when empty.
    pub navbar_title: Option<String>,
    /// `[navbar]`: options of the navbar.
    pub navbar_options: NavbarConfig,
    /// `[announcement_bar]`; none by default.
    pub announcement: Option<AnnouncementConfig>,
    /// `[footer]`.
    pub footer: FooterConfig,
    /// `[color_mode]`.
    pub color_mode: ColorModeConfig,
    /// `[storage]`.
    pub storage: StorageConfig,
    /// `offline`.
    pub offline: OfflineMode,
    /// `[sidebar]`.
    pub sidebar: SidebarConfig,
    /// `[[docs]]`; by default one instance of the folder `docs`, if there is one.
    pub docs: Vec<DocsConfig>,
    /// `[blog]`, or several `[[blog]]` with an `id` each; by default the folder `blog`, if there is one. `blog = false` turns
    /// it off.
    pub blogs: Vec<BlogConfig>,
    /// `[pages]`, or each `[[pages]]`; by default the folder `pages`, if there is one. `pages = false` turns it off.
    pub pages: Vec<PagesConfig>,
    /// `static_directories`: the folders whose files are served as they are; `["static"]` by default.
    pub static_directories: Vec<String>,
    /// `[code]`.
    pub code: CodeConfig,
    /// `[math]`.
    pub math: MathConfig,
    /// The options of Markdown from `[markdown]`, `[code]`, `[admonitions]` and `[math]`.
    pub markdown: MarkdownOptions,
    /// `[images]`.
    pub images: ImagesConfig,
    /// `[search]`.
    pub search: SearchConfig,
    /// `[section_links]`; none by default.
    pub section_links: Option<SectionLinksConfig>,
    /// `[icons]`: what is drawn on the cards of index pages, by a name: the data of an SVG path on a grid of 24 by 24, drawn
    /// as a line. `customProps.icon` of `_category_.json` and `sidebar_custom_props.icon` of front matter choose one.
    pub icons: BTreeMap<String, String>,
    /// `no_index`, `image`, `[[metadata]]`, `[[head_tags]]`, `[sitemap]`, `[robots]`, `[manifest]`, `[llms]`.
    pub metadata: MetadataConfig,
    /// `[analytics]`; none by default.
    pub analytics: Option<AnalyticsConfig>,
    /// `[checks]`: the levels of diagnostics. Keys are Docusaurus' (`broken_links`, `broken_anchors`,
    /// `broken_markdown_links`, `duplicate_routes`) or the names in a diagnostic's brackets; values are `ignore`,
    /// `warn` or `error` (or Docusaurus' `log` and `throw`). Broken links are errors by default.
    pub levels: Levels,
    /// `[[redirects]]`.
    pub redirects: Vec<RedirectConfig>,
    /// `[[redirect_rules]]`.
    pub redirect_rules: Vec<RedirectRule>,
    /// `[[headers]]`.
    pub headers: Vec<HeaderRule>,
    /// `[policy]`: further sources that the Content-Security-Policy of all pages allows: `img-src https://…`.
    pub policy: Vec<String>,
    /// `[messages]`: the reader's strings by translation id, where they should differ.
    pub messages: BTreeMap<String, String>,
    /// `redirect_from_extensions`: for each of these, such as `html`, the path of each page with it leads to the page.
    pub redirect_from_extensions: Vec<String>,
    /// `redirect_to_extensions`: for each of these, the path of a page that ends with it leads to the page without it, too.
    pub redirect_to_extensions: Vec<String>,
    /// `component_context`: what components read with `useDocusaurusContext`; a part of the Docusaurus configuration.
    pub for_components: serde_json::Value,
    /// `[[component_pages]]`: pages that are components with data; plugins of a Docusaurus site add some.
    pub plugin_routes: Vec<PluginRoute>,
    /// The functions of a Docusaurus configuration that are called once the pages are known; none for `site.toml`.
    pub functions: Vec<ConfigFunction>,
    /// The Markdown plugins of a Docusaurus configuration that run; none for `site.toml`.
    pub markdown_plugins: Vec<MarkdownPlugin>,
    /// `custom_css`: the global style sheets of a Docusaurus tree, as its configuration names them.
    pub custom_css: Vec<String>,
    /// The packages that a Docusaurus configuration adds to PostCSS, with their options; null for `site.toml`.
    pub post_css: serde_json::Value,
    /// `client_modules`: the scripts of a Docusaurus tree that run on every page, as paths of the tree.
    pub client_modules: Vec<String>,
    /// `shape = "docusaurus"`, or the configuration is translated from Docusaurus': the tree was not written for Bindery.
    pub is_imported: bool,
    /// Whether the file is missing, empty, or has syntax errors, so that missing keys mean nothing.
    pub is_broken: bool,
    /// Whether drafts become pages, as in a preview.
    pub shows_drafts: bool,
    /// Whether [`crate::model::Site::links`] is filled, for editors.
    pub records_links: bool,
}

impl SiteConfig {
    /// The locale whose pages are at the base path.
    ///
    /// # Panics
    /// Never: resolving makes one the default.
    #[must_use]
    pub fn default_locale(&self) -> &LocaleConfig {
        let mut locales = self.locales.iter();
        locales
            .find(|locale| locale.is_default)
            .expect("BUG: one locale is the default")
    }

    /// Adds modules of every page, named by paths in the site's folder: style sheets, and scripts. Those of packages are
    /// left out.
    pub(crate) fn add_client_modules<'m>(&mut self, modules: impl Iterator<Item = &'m str>) {
        for module in modules {
            let path = module.strip_prefix("@site/").or(module.strip_prefix("./"));
            let Some(path) = path else { continue };
            let is_sheet = [".css", ".scss", ".sass"]
                .iter()
                .any(|end| path.ends_with(end));
            let list = match is_sheet {
                true => &mut self.custom_css,
                false => &mut self.client_modules,
            };
            if !list.iter().any(|known| known == path) {
                list.push(path.to_owned());
            }
        }
    }
}

/// Reads `site.toml` of a tree.
pub fn read_config(tree: &SourceTree, sink: &mut Diagnostics) -> SiteConfig {
    let Some(file) = tree.find(CONFIG_PATH) else {
        // A tree without any file has been reported as such.
        if !tree.files.is_empty() {
            sink.error(
                Code::MissingContent,
                None,
                format!("there is no `{CONFIG_PATH}` in `{}`", tree.root.display()),
            )
            .help(
                "write one with two lines: `title = \"My library\"` and \
                 `url = \"https://library.example.org\"`",
            );
        }
        let mut config = resolve::resolve(RawConfig::default(), None, tree, sink);
        config.is_broken = true;
        return config;
    };
    let mut syntax = Diagnostics::new();
    let node = parse_toml(file, &mut syntax);
    if syntax.is_empty() {
        let raw = raw::read_raw(&node, sink);
        let mut config = resolve::resolve(raw, Some(file), tree, sink);
        // Editors empty a file before they write it.
        config.is_broken = file.text.trim().is_empty();
        config.markdown.has_code |= config.is_imported;
        if config.is_imported {
            config.markdown.aliases = docusaurus::aliases(tree, &Evaluated::default());
        }
        return config;
    }
    // Other problems of a broken file follow from its syntax errors, and would hide them.
    let mut quiet = Diagnostics::new();
    let raw = raw::read_raw(&node, &mut quiet);
    let mut config = resolve::resolve(raw, Some(file), tree, &mut quiet);
    quiet.discard();
    config.is_broken = true;
    sink.absorb(syntax);
    config
}

/// The JSON Schema of `site.toml`.
#[must_use]
pub fn site_schema() -> serde_json::Value {
    infer_schema("site.toml of Bindery", Nulls::Absent, |node, sink| {
        raw::read_raw(node, sink);
    })
}

/// Reads a Docusaurus configuration, see [`docusaurus::translate`]. All problems are warnings, except a configuration that
/// cannot be evaluated.
pub fn read_imported(
    tree: &SourceTree,
    evaluated: &Evaluated,
    sink: &mut Diagnostics,
) -> SiteConfig {
    let mut own = Diagnostics::new();
    let translated = docusaurus::translate(evaluated, tree, sink);
    let raw = raw::read_raw(&translated.node, &mut own);
    let file = tree.find(&evaluated.path);
    let mut config = resolve::resolve(raw, file, tree, &mut own);
    config.is_imported = true;
    config.markdown.has_code = true;
    config.markdown.aliases = docusaurus::aliases(tree, evaluated);
    config.is_broken = translated.is_broken;
    config.for_components = docusaurus::for_components(evaluated);
    config.functions = docusaurus::config_functions(evaluated, tree);
    config.markdown_plugins = docusaurus::markdown_plugins(evaluated, tree);
    config.custom_css = docusaurus::custom_css(evaluated);
    config.post_css = evaluated.post_css.clone();
    let modules = evaluated.config["clientModules"].as_array();
    let modules = modules
        .into_iter()
        .flatten()
        .filter_map(serde_json::Value::as_str);
    config.add_client_modules(modules);
    report_missing_sheets(&config, tree, file, sink);
    if translated.is_broken {
        own.discard();
    } else {
        sink.absorb_as(Code::UnsupportedOption, own);
    }
    config
}

/// Reports the style sheets of a Docusaurus configuration that are not there; the site is shown without them.
fn report_missing_sheets(
    config: &SiteConfig,
    tree: &SourceTree,
    file: Option<&crate::source::SourceFile>,
    sink: &mut Diagnostics,
) {
    let place = |path: &str| {
        let file = file?;
        let at = file.text.find(path)?;
        Some(Span::new(file.id, at, at + path.len()))
    };
    for path in &config.custom_css {
        let is_path = !path.starts_with(['/', '.', '@']);
        // A path of the tree that is written as such: packages have sheets, too.
        if is_path && tree.find(path).is_none() && path.starts_with("src/") {
            sink.warn(
                Code::UnsupportedOption,
                place(path),
                format!("no file `{path}`"),
            )
            .help("the pages are shown without it");
        }
    }
}

/// The configuration of a site whose Docusaurus configuration Node could not evaluate: all defaults.
pub fn without_config(tree: &SourceTree) -> SiteConfig {
    let mut quiet = Diagnostics::new();
    let mut config = resolve::resolve(RawConfig::default(), None, tree, &mut quiet);
    quiet.discard();
    config.is_broken = true;
    config
}
