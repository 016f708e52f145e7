//! From what is written to what is meant: defaults filled in, urls and paths in their one form.

use super::blog::resolve_blog;
use super::i18n::resolve_locales;
use super::pages::resolve_pages;
use super::raw::{RawConfig, RawDocs};
use super::sections::DEFAULT_INSTANCE;
use super::versions::resolve_versions;
use super::{ColorModeConfig, DocsConfig, ImagesConfig, LogoConfig, SiteConfig};
use crate::diagnostic::{Code, Diagnostics, Level, Levels};
use crate::source::{SourceFile, SourceTree, Span};

/// Makes the resolved configuration; `file` is `site.toml`.
pub(super) fn resolve(
    raw: RawConfig,
    file: Option<&SourceFile>,
    tree: &SourceTree,
    sink: &mut Diagnostics,
) -> SiteConfig {
    let start = file.map(|file| Span::start_of(file.id));
    let docs = resolve_docs(&raw, tree, sink);
    let blog = resolve_blog(&raw, tree, sink);
    let title = required(raw.title, "title", "title = \"My library\"", start, sink);
    let mut levels = Levels::from([
        (Code::BrokenLink, Level::Error),
        (Code::LinkToFolder, Level::Error),
    ]);
    levels.extend(raw.levels);
    SiteConfig {
        file: file.map(|file| file.id),
        tagline: raw.tagline.unwrap_or_default(),
        url: resolve_url(raw.url, start, sink),
        base_path: resolve_base_path(raw.base_path, sink),
        title_template: resolve_template(raw.title_template, sink),
        edit_url: raw.edit_url.clone(),
        report_url: raw.report_url,
        trailing_slash: raw.trailing_slash,
        favicon: raw.favicon,
        locales: resolve_locales(raw.locale, raw.locales, sink),
        logo: raw.logo.map(|logo| LogoConfig {
            alt: logo.alt.unwrap_or_else(|| title.clone()),
            src: logo.src,
            src_dark: logo.src_dark,
            href: logo.href,
            width: logo.width.unwrap_or(32),
            height: logo.height.unwrap_or(32),
        }),
        navbar: raw.navbar,
        navbar_title: raw.navbar_title,
        navbar_options: raw.navbar_options,
        announcement: raw.announcement,
        footer: raw.footer.unwrap_or_default(),
        color_mode: raw.color_mode.unwrap_or_default(),
        storage: raw.storage,
        sidebar: raw.sidebar.unwrap_or_default(),
        docs,
        blog,
        code: raw.code.unwrap_or_default(),
        math: raw.math.unwrap_or_default(),
        markdown: raw.markdown,
        images: raw.images.unwrap_or_default(),
        search: raw.search.unwrap_or_default(),
        analytics: raw.analytics,
        metadata: raw.metadata,
        levels,
        redirects: raw.redirects,
        redirect_rules: raw.redirect_rules,
        headers: raw.headers,
        policy: raw.policy,
        messages: raw.messages,
        pages: resolve_pages(&raw.pages, raw.edit_url.as_ref(), pages_folder(file), tree),
        static_directories: raw
            .static_directories
            .unwrap_or_else(|| vec!["static".to_owned()]),
        redirect_from_extensions: raw.redirect_from_extensions,
        redirect_to_extensions: raw.redirect_to_extensions,
        for_components: serde_json::Value::Null,
        is_imported: false,
        is_broken: false,
        shows_drafts: false,
        title,
    }
}

/// Where pages lie by default: Docusaurus has a folder for sources.
fn pages_folder(file: Option<&SourceFile>) -> &'static str {
    match file.is_some_and(|file| file.path == super::CONFIG_PATH) {
        true => "pages",
        false => "src/pages",
    }
}

fn required(
    value: Option<String>,
    key: &str,
    example: &str,
    start: Option<Span>,
    sink: &mut Diagnostics,
) -> String {
    if value.is_none() && start.is_some() {
        sink.error(Code::BadConfig, start, format!("`{key}` is missing"))
            .help(format!("write, say, `{example}`"));
    }
    value.unwrap_or_default()
}

fn resolve_url(url: Option<(String, Span)>, start: Option<Span>, sink: &mut Diagnostics) -> String {
    let span = url.as_ref().map(|(_, span)| *span);
    let example = "url = \"https://library.example.org\"";
    let url = required(url.map(|(url, _)| url), "url", example, start, sink);
    let origin = url.trim_end_matches('/');
    let host = origin
        .strip_prefix("https://")
        .or_else(|| origin.strip_prefix("http://"));
    let is_origin = host.is_some_and(|host| !host.is_empty() && !host.contains(['/', '?', '#']));
    if let Some(span) = span
        && !is_origin
    {
        sink.error(
            Code::BadConfig,
            span,
            "`url` must be an origin such as `https://library.example.org`",
        )
        .help("what follows the host goes into `base_path`");
    }
    origin.to_owned()
}

fn resolve_base_path(base_path: Option<(String, Span)>, sink: &mut Diagnostics) -> String {
    let Some((path, span)) = base_path else {
        return "/".to_owned();
    };
    if !path.starts_with('/') || path.contains(['?', '#', ' ']) {
        sink.error(
            Code::BadConfig,
            span,
            "`base_path` must be a path such as `/` or `/library/`",
        );
    }
    with_slashes(&path)
}

/// The path with exactly one slash at each end.
fn with_slashes(path: &str) -> String {
    match path.trim_matches('/') {
        "" => "/".to_owned(),
        inner => format!("/{inner}/"),
    }
}

fn resolve_template(template: Option<(String, Span)>, sink: &mut Diagnostics) -> String {
    let Some((template, span)) = template else {
        return "{page} | {site}".to_owned();
    };
    let template = template.replace("%s", "{page}");
    if !template.contains("{page}") {
        sink.error(Code::BadConfig, span, "`title_template` must hold `{page}`")
            .help("for example `{page} | {site}`");
    }
    template
}

fn resolve_docs(raw: &RawConfig, tree: &SourceTree, sink: &mut Diagnostics) -> Vec<DocsConfig> {
    let instances = match &raw.docs {
        Some(docs) => docs.clone(),
        None if tree.has_folder("docs") => vec![RawDocs::default()],
        None => Vec::new(),
    };
    let mut resolved: Vec<DocsConfig> = Vec::new();
    for docs in instances {
        let span = docs.path.as_ref().map(|(_, span)| *span).or(docs.span);
        let docs = resolve_instance(docs, raw, tree, sink);
        let has_current = docs.versions.iter().any(|one| one.folder == docs.path);
        if raw.docs.is_some() && has_current {
            check_folder(&docs.path, span, tree, sink);
        }
        if resolved.iter().any(|other| other.id == docs.id) {
            let message = format!("two `[[docs]]` have the id `{}`", docs.id);
            sink.error(Code::BadConfig, span, message)
                .help("give each an `id` of its own");
        }
        resolved.push(docs);
    }
    resolved
}

fn resolve_instance(
    docs: RawDocs,
    raw: &RawConfig,
    tree: &SourceTree,
    sink: &mut Diagnostics,
) -> DocsConfig {
    let id = docs.id.clone();
    let id = id.unwrap_or_else(|| DEFAULT_INSTANCE.to_owned());
    let path = folder(docs.path.clone(), "docs");
    let versions = resolve_versions(&docs, &id, &path, tree, sink);
    let default_sidebar = if id == DEFAULT_INSTANCE { "docs" } else { &id };
    DocsConfig {
        route_base: route_base(docs.route_base.as_ref().map_or(&path, |(base, _)| base)),
        main_doc: docs.main_doc,
        sidebar_id: docs
            .sidebar_id
            .unwrap_or_else(|| default_sidebar.to_owned()),
        versions,
        edit_url: docs.edit_url.or_else(|| raw.edit_url.clone()),
        toc_levels: docs.toc_levels.or(raw.toc_levels).unwrap_or((2, 3)),
        breadcrumbs: docs.breadcrumbs.unwrap_or(true),
        show_last_update_time: docs.show_last_update_time.unwrap_or(false),
        show_last_update_author: docs.show_last_update_author.unwrap_or(false),
        sidebar_collapsible: docs.sidebar_collapsible.unwrap_or(true),
        sidebar_collapsed: docs.sidebar_collapsed.unwrap_or(true),
        sidebars: docs.sidebars.resolve(tree, sink),
        number_prefix_parser: docs.number_prefix_parser.unwrap_or(true),
        tags: docs.tags,
        id,
        path,
    }
}

pub(super) fn folder(path: Option<(String, Span)>, default: &str) -> String {
    let path = path.map_or_else(|| default.to_owned(), |(path, _)| path);
    path.trim_start_matches("./").trim_matches('/').to_owned()
}

/// Without a final slash, but for `/` itself.
pub(super) fn route_base(base: &str) -> String {
    format!("/{}", base.trim_matches('/'))
}

pub(super) fn check_folder(
    path: &str,
    span: Option<Span>,
    tree: &SourceTree,
    sink: &mut Diagnostics,
) {
    if !path.is_empty() && !tree.has_folder(path) {
        let message = format!("there is no folder `{path}` with content");
        sink.error(Code::BadConfig, span, message)
            .help("create it, or correct `path`");
    }
}

impl Default for ColorModeConfig {
    fn default() -> Self {
        ColorModeConfig {
            default: "light",
            disable_switch: false,
            respect_prefers_color_scheme: false,
        }
    }
}

impl Default for ImagesConfig {
    fn default() -> Self {
        ImagesConfig {
            quality: 85,
            max_width: 1030,
            min_width: 640,
            steps: 2,
        }
    }
}
