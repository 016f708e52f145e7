//! Finds the presets, plugins and themes of a configuration in all their spellings, and what each of them configures.

use super::options::{NonData, non_data, warn_unsupported};
use crate::diagnostic::{Cause, Diagnostics};
use crate::source::Span;
use crate::value::{Entry, Node, NodeValue};

/// The plugins that Bindery supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PluginKind {
    /// `plugin-content-docs`.
    Docs,
    /// `plugin-content-blog`.
    Blog,
    /// `plugin-content-pages`.
    Pages,
    /// `plugin-client-redirects`.
    Redirects,
    /// `plugin-ideal-image`.
    Images,
    /// `plugin-sitemap`.
    Sitemap,
    /// `plugin-google-gtag`.
    Analytics,
    /// `plugin-pwa`: a service worker.
    ServiceWorker,
    /// `theme-classic`.
    Theme,
}

/// A plugin and its options.
#[derive(Clone, Debug)]
pub(super) struct Plugin<'n> {
    /// The plugin.
    pub(super) kind: PluginKind,
    /// The options of the plugin; `false` turns the plugin of a preset off.
    pub(super) options: Option<&'n Node>,
    /// The span of its name or key.
    pub(super) span: Span,
}

/// Parts of the names of plugins that do not change the pages, or whose work Bindery does by itself. It also has a
/// search of its own, see [`SEARCH_PLUGINS`].
const IGNORED_PLUGINS: [&str; 9] = [
    // It turns live code on.
    "live-codeblock",
    // The option `markdown.mermaid` decides whether diagrams are drawn.
    "theme-mermaid",
    "plugin-debug",
    "plugin-svgr",
    "plugin-css-cascade-layers",
    "plugin-rsdoctor",
    "plugin-vercel-analytics",
    "plugin-sass",
    "faster",
];

/// Parts of the names of plugins that add a search.
pub(super) const SEARCH_PLUGINS: [&str; 7] = [
    "search-local",
    "lunr-search",
    "docusaurus-search",
    "theme-search",
    "plugin-search",
    "typesense-search",
    "flexsearch",
];

/// Parts of the names of plugins and presets that add no pages.
const WITHOUT_PAGES: [&str; 24] = [
    "analytics",
    "chat",
    "clarity",
    "cookie",
    "consent",
    "copy",
    "favicon",
    "font",
    "google",
    "gtm",
    "hotjar",
    "image",
    "less",
    "llms",
    "matomo",
    "pixel",
    "plausible",
    "postcss",
    "posthog",
    "segment",
    "sentry",
    "tag-manager",
    "tailwind",
    "zoom",
];

/// All supported plugins of the site in order: those of presets first. Warns of the others.
pub(super) fn plugins<'n>(
    presets: &'n [Node],
    plugins: &'n [Node],
    themes: &'n [Node],
    sink: &mut Diagnostics,
) -> Vec<Plugin<'n>> {
    let mut found = Vec::new();
    let presets = presets
        .iter()
        .filter_map(|preset| read_reference(preset, "preset", sink));
    let presets: Vec<_> = presets.collect();
    let is_classic = |named: &PluginReference<'_>| short_name(named.name) == "classic";
    let has_classic = presets.iter().any(is_classic);
    for named in &presets {
        if is_classic(named) {
            add_classic_plugins(named, &mut found, sink);
            continue;
        }
        warn_of_unknown(named, "preset", sink);
        if !has_classic && has_classic_options(named) {
            add_classic_plugins(named, &mut found, sink);
        }
    }
    for (list, what) in [(plugins, "plugin"), (themes, "theme")] {
        for plugin in list {
            let Some(named) = read_reference(plugin, what, sink) else {
                continue;
            };
            match plugin_kind(named.name) {
                Some(kind) => found.push(Plugin {
                    kind,
                    options: named.options,
                    span: named.span,
                }),
                None => warn_of_unknown(&named, what, sink),
            }
        }
    }
    found
}

/// The name and the options of a preset or plugin.
struct PluginReference<'n> {
    name: &'n str,
    options: Option<&'n Node>,
    span: Span,
}

/// Reads `'name'` or `['name', options]`; `None` for `false` and for a function, of which it warns.
fn read_reference<'n>(
    node: &'n Node,
    what: &str,
    sink: &mut Diagnostics,
) -> Option<PluginReference<'n>> {
    let (head, options) = match &node.value {
        NodeValue::List(items) => (items.first()?, items.get(1)),
        _ => (node, None),
    };
    let help = "the site is built without what it adds";
    match (&head.value, non_data(head)) {
        (NodeValue::String(name), _) if !name.is_empty() => Some(PluginReference {
            name,
            options,
            span: head.span,
        }),
        // The imported package in place of its name.
        (_, Some(NonData::Package { name, .. })) => Some(PluginReference {
            name,
            options,
            span: head.span,
        }),
        // The driver runs it.
        (_, Some(NonData::Function(_))) if what != "preset" => None,
        (_, Some(NonData::Function(name))) => {
            let message = format!("the {what} `{name}` is a function, which does not run here");
            warn_unsupported(sink, head.span, message, help);
            None
        }
        (NodeValue::Null | NodeValue::Bool(_), _) => None,
        _ => {
            let message = format!("a {what} of the site's own does not run here");
            warn_unsupported(sink, head.span, message, help);
            None
        }
    }
}

fn warn_of_unknown(named: &PluginReference<'_>, what: &str, sink: &mut Diagnostics) {
    let mut known = IGNORED_PLUGINS.iter().chain(&SEARCH_PLUGINS);
    let is_run = what != "preset" && is_own_file(named.name);
    if is_run || known.any(|part| named.name.contains(part)) {
        return;
    }
    let message = format!("the {what} `{}` does not run here", named.name);
    let mut harmless = WITHOUT_PAGES.iter();
    if what == "theme" || harmless.any(|part| named.name.contains(part)) {
        let help = "the site is built without what it adds";
        warn_unsupported(sink, named.span, message, help);
        return;
    }
    let help = "the site is built without what it adds; links to missing pages are warnings, because it may add them";
    warn_unsupported(sink, named.span, message, help).because(Cause::Incomplete);
}

/// Whether the name of a plugin is a path of the site.
pub(super) fn is_own_file(name: &str) -> bool {
    ["./", "../", "@site/"]
        .iter()
        .any(|start| name.starts_with(start))
}

/// The name without the prefixes that Docusaurus adds to short names: `content-docs`, `classic`.
fn short_name(name: &str) -> &str {
    let name = name.strip_prefix("@docusaurus/").unwrap_or(name);
    let name = name.strip_prefix("docusaurus-").unwrap_or(name);
    let kinds = ["plugin-", "preset-", "theme-"];
    let short = kinds.iter().find_map(|kind| name.strip_prefix(kind));
    short.unwrap_or(name)
}

/// The plugin of this name, in any of its spellings.
pub(super) fn plugin_kind(name: &str) -> Option<PluginKind> {
    Some(match short_name(name) {
        "content-docs" => PluginKind::Docs,
        "content-blog" => PluginKind::Blog,
        "content-pages" => PluginKind::Pages,
        "client-redirects" => PluginKind::Redirects,
        "ideal-image" => PluginKind::Images,
        "sitemap" => PluginKind::Sitemap,
        "google-gtag" => PluginKind::Analytics,
        "pwa" => PluginKind::ServiceWorker,
        "classic" => PluginKind::Theme,
        _ => return None,
    })
}

/// Whether a preset seems to contain the classic one and to pass its options on.
fn has_classic_options(named: &PluginReference<'_>) -> bool {
    let entries = named.options.map(Node::entries).unwrap_or_default();
    entries.iter().any(|entry| {
        let is_content = ["docs", "blog", "pages"].contains(&entry.key.as_str());
        is_content && matches!(entry.node.value, NodeValue::Map(_) | NodeValue::Bool(false))
    })
}

/// Adds the plugins of the classic preset: docs, blog, pages and sitemap by default, others if they have options.
fn add_classic_plugins<'n>(
    named: &PluginReference<'n>,
    found: &mut Vec<Plugin<'n>>,
    sink: &mut Diagnostics,
) {
    let parts = [
        ("docs", PluginKind::Docs, true),
        ("blog", PluginKind::Blog, true),
        ("pages", PluginKind::Pages, true),
        ("theme", PluginKind::Theme, false),
        ("sitemap", PluginKind::Sitemap, true),
        ("gtag", PluginKind::Analytics, false),
    ];
    let entries = named.options.map(Node::entries).unwrap_or_default();
    for (key, kind, is_default) in parts {
        let options = entries.iter().find(|entry| entry.key == key);
        if options.is_some() || is_default {
            found.push(Plugin {
                kind,
                options: options.map(|entry| &entry.node),
                span: options.map_or(named.span, |entry| entry.key_span),
            });
        }
    }
    let is_known = |entry: &&Entry| {
        let known = ["debug", "svgr"];
        parts.iter().any(|(key, ..)| *key == entry.key) || known.contains(&entry.key.as_str())
    };
    for entry in entries.iter().filter(|entry| !is_known(entry)) {
        let message = format!("`{}` of the preset has no effect here", entry.key);
        let help = "if the pages look right without it, ignore this warning, or remove the option";
        warn_unsupported(sink, entry.key_span, message, help).because(Cause::NoEffect);
    }
}
