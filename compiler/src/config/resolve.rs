//! Resolves a configuration: fills in the defaults, and brings urls and paths into their normal form.

use super::SiteConfig;
use super::paths::with_slashes;
use super::raw::RawConfig;
use super::sections::blog::resolve_blogs;
use super::sections::docs::{DocsDefaults, resolve_docs};
use super::sections::locales::resolve_locales;
use super::sections::pages::resolve_pages;
use crate::diagnostic::{Cause, Code, Diagnostic, Diagnostics, Level, Levels, did_you_mean_or};
use crate::source::{SourceFile, SourceTree, Span};

/// Resolves a configuration; `file` is `site.toml`, or the Docusaurus configuration.
pub(super) fn resolve(
    raw: RawConfig,
    file: Option<&SourceFile>,
    tree: &SourceTree,
    sink: &mut Diagnostics,
) -> SiteConfig {
    let start = file.map(|file| Span::start_of(file.id));
    let missing_at = |key: &str| start.filter(|_| !is_reported(key, &raw, start, sink));
    let (title_at, url_at) = (missing_at("title"), missing_at("url"));
    let docs = resolve_docs(raw.docs.as_deref(), docs_defaults(&raw), tree, sink);
    let title = required(raw.title, "title", "title = \"My library\"", title_at, sink);
    SiteConfig {
        file: file.map(|file| file.id),
        tagline: raw.tagline.unwrap_or_default(),
        url: resolve_url(raw.url, url_at, sink),
        base_path: resolve_base_path(raw.base_path, sink),
        title_template: resolve_template(raw.title_template, sink),
        edit_url: raw.edit_url.clone(),
        report_url: raw.report_url,
        trailing_slash: raw.trailing_slash,
        favicon: raw.favicon,
        locales: resolve_locales(raw.locale, raw.locales, sink),
        // `[navbar]` may have the logo, too, as in Docusaurus.
        logo: (raw.navbar.logo.or(raw.logo)).map(|logo| logo.resolve(&title)),
        navbar: raw.navbar.items,
        navbar_title: raw.navbar.title,
        navbar_options: raw.navbar.options,
        announcement: raw.announcement,
        footer: raw.footer.unwrap_or_default(),
        color_mode: raw.color_mode.unwrap_or_default(),
        storage: raw.storage,
        offline: raw.offline,
        sidebar: raw.sidebar.unwrap_or_default(),
        docs,
        blogs: resolve_blogs(raw.blog, raw.edit_url.as_ref(), tree, sink),
        code: raw.code.unwrap_or_default(),
        math: raw.math.unwrap_or_default(),
        markdown: raw.markdown,
        images: raw.images.unwrap_or_default(),
        search: raw.search.unwrap_or_default(),
        section_links: raw.section_links,
        icons: raw.icons,
        analytics: raw.analytics,
        metadata: raw.metadata,
        levels: resolve_levels(raw.levels),
        redirects: raw.redirects,
        redirect_rules: raw.redirect_rules,
        headers: raw.headers,
        policy: raw.policy,
        messages: raw.messages,
        pages: resolve_pages(&raw.pages, raw.edit_url.as_ref(), file, tree, sink),
        static_directories: resolve_static_directories(raw.static_directories),
        redirect_from_extensions: raw.redirect_from_extensions,
        redirect_to_extensions: raw.redirect_to_extensions,
        for_components: raw.component_context,
        plugin_routes: raw.component_pages,
        functions: Vec::new(),
        markdown_plugins: Vec::new(),
        custom_css: resolve_modules(raw.custom_css, tree, raw.is_imported, sink),
        post_css: serde_json::Value::Null,
        client_modules: resolve_modules(raw.client_modules, tree, raw.is_imported, sink),
        is_imported: raw.is_imported,
        is_broken: false,
        shows_drafts: false,
        records_links: false,
        title,
    }
}

/// The keys that all instances of documents share.
fn docs_defaults(raw: &RawConfig) -> DocsDefaults<'_> {
    DocsDefaults {
        edit_url: raw.edit_url.as_ref(),
        toc_levels: raw.toc_levels,
    }
}

fn resolve_static_directories(folders: Option<Vec<String>>) -> Vec<String> {
    folders.unwrap_or_else(|| vec!["static".to_owned()])
}

/// Style sheets and scripts of every page, as they are written. A file that is not there is reported; in a Docusaurus site, which
/// is then shown without it, as a warning.
fn resolve_modules(
    written: Vec<(String, Span)>,
    tree: &SourceTree,
    is_imported: bool,
    sink: &mut Diagnostics,
) -> Vec<String> {
    for (path, span) in &written {
        let own = path
            .strip_prefix("@site/")
            .or_else(|| path.strip_prefix("./"))
            .unwrap_or(path);
        if tree.find(own).is_some() || own.starts_with(['/', '.', '@']) {
            continue;
        }
        let message = format!("no file `{own}`");
        let problem = match is_imported {
            true => sink.warn(Code::UnsupportedOption, *span, message),
            false => sink.error(Code::BadConfig, *span, message),
        };
        let extension = own.rsplit('.').next().unwrap_or_default();
        let files = tree
            .files
            .iter()
            .filter(|file| file.has_extension(extension));
        problem.help(did_you_mean_or(
            own,
            files.map(|file| file.path.as_str()),
            "write the path of a file of this folder, or delete it",
        ));
    }
    written.into_iter().map(|(path, _)| path).collect()
}

/// Broken links are errors by default; other codes have the level of their severity.
fn resolve_levels(levels: Levels) -> Levels {
    let mut resolved = Levels::from([
        (Code::BrokenLink, Level::Error),
        (Code::LinkToFolder, Level::Error),
    ]);
    resolved.extend(levels);
    resolved
}

/// Whether there is a value of the key, which was reported at its place if it has another type, or an unknown key that was
/// reported as a misspelling of it.
fn is_reported(key: &str, raw: &RawConfig, start: Option<Span>, sink: &Diagnostics) -> bool {
    let file = start.map(|span| span.file);
    let is_misspelling = |one: &Diagnostic| {
        let is_unknown = one.cause == Some(Cause::UnknownKey);
        let mut fixes = one.fixes.iter();
        is_unknown
            && one.span.map(|span| span.file) == file
            && fixes.any(|fix| fix.replacement == key)
    };
    raw.written.contains(&key) || sink.iter().any(is_misspelling)
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
        .help("put the path after the host into `base_path`");
    }
    origin.to_owned()
}

fn resolve_base_path(base_path: Option<(String, Span)>, sink: &mut Diagnostics) -> String {
    let Some((path, span)) = base_path else {
        return "/".to_owned();
    };
    if !path.starts_with('/') || path.contains(['?', '#', ' ']) {
        let problem = sink.error(
            Code::BadConfig,
            span,
            "`base_path` must be a path such as `/` or `/library/`",
        );
        if !path.contains([':', '?', '#', ' ']) {
            problem.help(format!("write `{}`", with_slashes(&path)));
        }
    }
    with_slashes(&path)
}

fn resolve_template(template: Option<(String, Span)>, sink: &mut Diagnostics) -> String {
    let Some((template, span)) = template else {
        return "{page} | {site}".to_owned();
    };
    let template = template.replace("%s", "{page}");
    if !template.contains("{page}") {
        sink.error(
            Code::BadConfig,
            span,
            "`title_template` must contain `{page}`",
        )
        .help("for example `{page} | {site}`");
    }
    template
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::read_config;

    #[test]
    fn a_required_key_with_a_typo_is_reported_once() {
        let messages = |text: &str| -> Vec<String> {
            let tree = SourceTree::from_texts(&[("site.toml", text)]);
            let mut sink = Diagnostics::new();
            read_config(&tree, &mut sink);
            let list = sink.into_sorted();
            list.into_iter().map(|one| one.message).collect()
        };
        let url = "url = \"https://s.example\"";
        assert_eq!(
            messages(&format!("titel = \"S\"\n{url}\n")),
            ["unknown key `titel`"]
        );
        assert_eq!(
            messages(&format!("other = \"S\"\n{url}\n")),
            ["`title` is missing", "unknown key `other`"]
        );
    }
}
