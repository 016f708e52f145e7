//! Presets, plugins and themes: however they are written, each becomes the part of the site it stands for.

use super::options::{Special, special, unsupported};
use super::translate::SEARCHES;
use crate::diagnostic::Diagnostics;
use crate::source::Span;
use crate::spanned::{Entry, Node, NodeValue};

/// What a plugin stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
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
    /// `theme-classic`.
    Theme,
}

/// A plugin and its options.
#[derive(Clone, Debug)]
pub(super) struct Plugin<'n> {
    /// What it is.
    pub(super) kind: Kind,
    /// Its options; `false` turns the plugin of a preset off.
    pub(super) options: Option<&'n Node>,
    /// Where it stands.
    pub(super) span: Span,
}

/// Plugins that do nothing to what is bound, or what Bindery does by itself: parts of their names. Those that search
/// do, too ([`SEARCHES`]).
const NEEDLESS: [&str; 7] = [
    "plugin-debug",
    "plugin-svgr",
    "plugin-css-cascade-layers",
    "plugin-rsdoctor",
    "plugin-vercel-analytics",
    "plugin-sass",
    "faster",
];

/// All plugins of the site in their order: those of presets first.
pub(super) fn plugins<'n>(
    presets: &'n [Node],
    plugins: &'n [Node],
    themes: &'n [Node],
    sink: &mut Diagnostics,
) -> Vec<Plugin<'n>> {
    let mut found = Vec::new();
    for preset in presets {
        let Some(named) = named(preset, "preset", sink) else {
            continue;
        };
        match short_name(named.name) {
            "classic" => classic(&named, &mut found, sink),
            _ => report(&named, "preset", sink),
        }
    }
    for (list, what) in [(plugins, "plugin"), (themes, "theme")] {
        for plugin in list {
            let Some(named) = named(plugin, what, sink) else {
                continue;
            };
            match kind(named.name) {
                Some(kind) => found.push(Plugin {
                    kind,
                    options: named.options,
                    span: named.span,
                }),
                None => report(&named, what, sink),
            }
        }
    }
    found
}

/// A preset or plugin as written.
struct Named<'n> {
    name: &'n str,
    options: Option<&'n Node>,
    span: Span,
}

/// `'name'`, `['name', options]`, `false`, or a function, which is no name.
fn named<'n>(node: &'n Node, what: &str, sink: &mut Diagnostics) -> Option<Named<'n>> {
    let (head, options) = match &node.value {
        NodeValue::List(items) => (items.first()?, items.get(1)),
        _ => (node, None),
    };
    let help = "what it adds to the site is missing here";
    match (&head.value, special(head)) {
        (NodeValue::Text(name), _) => Some(Named {
            name,
            options,
            span: head.span,
        }),
        // A package itself in place of its name.
        (_, Some(Special::Package { name, .. })) => Some(Named {
            name,
            options,
            span: head.span,
        }),
        (_, Some(Special::Function(name))) => {
            let message = format!("the {what} `{name}` is a function, which does not run here");
            unsupported(sink, head.span, message, help);
            None
        }
        (NodeValue::Null | NodeValue::Bool(_), _) => None,
        _ => {
            let message = format!("a {what} of the site's own does not run here");
            unsupported(sink, head.span, message, help);
            None
        }
    }
}

fn report(named: &Named<'_>, what: &str, sink: &mut Diagnostics) {
    let mut known = NEEDLESS.iter().chain(&SEARCHES);
    if known.any(|part| named.name.contains(part)) {
        return;
    }
    let message = format!("the {what} `{}` does not run here", named.name);
    let help = "what it adds to the site is missing here";
    unsupported(sink, named.span, message, help);
}

/// The name without the words that Docusaurus adds to a shorthand: `content-docs`, `classic`.
fn short_name(name: &str) -> &str {
    let name = name.strip_prefix("@docusaurus/").unwrap_or(name);
    let name = name.strip_prefix("docusaurus-").unwrap_or(name);
    let kinds = ["plugin-", "preset-", "theme-"];
    let short = kinds.iter().find_map(|kind| name.strip_prefix(kind));
    short.unwrap_or(name)
}

fn kind(name: &str) -> Option<Kind> {
    Some(match short_name(name) {
        "content-docs" => Kind::Docs,
        "content-blog" => Kind::Blog,
        "content-pages" => Kind::Pages,
        "client-redirects" => Kind::Redirects,
        "ideal-image" => Kind::Images,
        "sitemap" => Kind::Sitemap,
        "google-gtag" => Kind::Analytics,
        "classic" => Kind::Theme,
        _ => return None,
    })
}

/// The classic preset: documents, blog and pages unless they are turned off.
fn classic<'n>(named: &Named<'n>, found: &mut Vec<Plugin<'n>>, sink: &mut Diagnostics) {
    let parts = [
        ("docs", Kind::Docs, true),
        ("blog", Kind::Blog, true),
        ("pages", Kind::Pages, true),
        ("theme", Kind::Theme, false),
        ("sitemap", Kind::Sitemap, true),
        ("gtag", Kind::Analytics, false),
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
        unsupported(sink, entry.key_span, message, "remove it");
    }
}
