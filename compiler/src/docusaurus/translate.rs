//! Translates a whole configuration to one table in the shape of `site.toml`.

use super::checks::checks;
use super::content;
use super::context::Context;
use super::evaluate::Evaluated;
use super::head_tags::{client_modules, head_tags};
use super::nodes::to_node;
use super::options::{
    Options, Table, boolean, list, names_package, snake_case_table, string, warn_unsupported,
};
use super::paths::{site_url, tree_path};
use super::plugin_options;
use super::plugins::{Plugin, PluginKind, SEARCH_PLUGINS, plugins};
use super::theme::theme;
use crate::diagnostic::{Cause, Diagnostics};
use crate::source::{SourceTree, Span};
use crate::value::{Node, NodeValue};
use serde_json::Value;

/// The folder of translations.
const TRANSLATIONS_FOLDER: &str = "i18n";

/// A translated configuration.
#[derive(Clone, Debug)]
pub struct TranslatedConfig {
    /// The table, in the shape of `site.toml`.
    pub node: Node,
    /// Whether the evaluation failed, so that missing keys mean nothing.
    pub is_broken: bool,
}

/// Translates an evaluated configuration; the spans of its values are in the files of `tree`.
#[must_use]
pub fn translate(
    evaluated: &Evaluated,
    tree: &SourceTree,
    sink: &mut Diagnostics,
) -> TranslatedConfig {
    let file = tree.find(&evaluated.path);
    let config = to_node(&evaluated.config, file, &[]);
    let context = Context {
        evaluated,
        tree,
        file,
    };
    if let Some(error) = &evaluated.error {
        context.report_error(error, "the configuration", sink);
    }
    for warning in &evaluated.warnings {
        let (span, message) = (context.span(&warning.place), warning.place.message.clone());
        if let Some(help) = &warning.help {
            warn_unsupported(sink, span, message, help);
            continue;
        }
        let help = "what the configuration takes from it is missing";
        warn_unsupported(sink, span, message, help).because(Cause::Incomplete);
    }
    TranslatedConfig {
        node: translate_config(&context, &config, sink),
        is_broken: evaluated.error.is_some(),
    }
}

fn translate_config(context: &Context<'_>, config: &Node, sink: &mut Diagnostics) -> Node {
    let mut options = Options::new("", config, sink);
    let mut root = Table::at(context.start());
    head(context, &mut options, &mut root);
    let presets = options.list("presets");
    let standalone = options.list("plugins");
    let themes = options.list("themes");
    let plugins = plugins(presets, standalone, themes, options.sink);
    let mut blogs = content(context, &plugins, &mut root, options.sink);
    if let Some(node) = options.node("themeConfig") {
        let mut shared = Table::at(node.span);
        theme(node, &mut root, &mut shared, options.sink);
        for entry in shared.into_node().entries() {
            let blogs = blogs.iter_mut();
            blogs.for_each(|blog| blog.put_at(&entry.key, entry.key_span, entry.node.clone()));
        }
    }
    search(context, &mut root);
    let mut blogs: Vec<Node> = blogs.into_iter().map(Table::into_node).collect();
    match blogs.len() {
        0 => root.put("blog", boolean(context.start(), false)),
        1 => root.put("blog", blogs.remove(0)),
        _ => root.put("blog", list(context.start(), blogs)),
    }
    options.finish();
    root.into_node()
}

/// The top-level options of the configuration.
fn head(context: &Context<'_>, options: &mut Options<'_, '_>, root: &mut Table) {
    options.copy(
        root,
        &[
            ("title", "title"),
            ("tagline", "tagline"),
            ("favicon", "favicon"),
            ("noIndex", "no_index"),
            ("baseUrlIssueBanner", "base_url_issue_banner"),
            ("trailingSlash", "trailing_slash"),
        ],
    );
    if let Some(node) = options.node("url") {
        root.put("url", site_url(node, options.sink));
    }
    if let Some(node) = options.node("baseUrl")
        && let NodeValue::String(path) = &node.value
    {
        // Docusaurus adds missing slashes.
        root.put(
            "base_path",
            string(node.span, format!("/{}", path.trim_start_matches('/'))),
        );
    }
    if let Some((node, delimiter)) = options
        .node("titleDelimiter")
        .zip(options.string("titleDelimiter"))
    {
        let template = format!("{{page}} {delimiter} {{site}}");
        root.put("title_template", string(node.span, template));
    }
    folders(options, root);
    locales(context, options, root);
    checks(context.start(), options, root);
    // Docusaurus first released `storage` as an experimental flag.
    let future = options.node("future");
    let future = future.and_then(|future| future.get("experimental_storage"));
    if let Some(node) = options.node("storage").or(future) {
        let table = snake_case_table(node, "storage", &["type", "namespace"], options.sink);
        root.put_table("storage", table);
    }
    head_tags(options, root);
    client_modules(options);
    custom_fields(options, root);
    options.refuse("ssrTemplate", "Bindery always uses its own HTML template");
    options.ignore(&[
        "organizationName",
        "projectName",
        "deploymentBranch",
        "githubHost",
        "githubPort",
        "webpack",
    ]);
}

/// `customFields.bindery`: what Bindery needs to know and Docusaurus has no option for.
fn custom_fields(options: &mut Options<'_, '_>, root: &mut Table) {
    let own = options.node("customFields");
    if let Some(own) = own.and_then(|fields| fields.get("bindery")) {
        let mut options = Options::new("customFields.bindery", own, options.sink);
        options.copy(root, &[("policy", "policy")]);
        options.finish();
    }
}

fn folders(options: &mut Options<'_, '_>, root: &mut Table) {
    if let Some(node) = options.node("staticDirectories") {
        let items = options.list("staticDirectories").iter();
        let items = items.filter_map(|item| match &item.value {
            NodeValue::String(path) => Some(string(item.span, tree_path(path))),
            _ => None,
        });
        root.put("static_directories", list(node.span, items.collect()));
    }
}

/// `[locale]`, and `[[locales]]` where there are several.
fn locales(context: &Context<'_>, options: &mut Options<'_, '_>, root: &mut Table) {
    let Some(node) = options.node("i18n") else {
        return;
    };
    let mut options = Options::new("i18n", node, options.sink);
    let default = options.string("defaultLocale").unwrap_or("en");
    if let Some((node, path)) = options.node("path").zip(options.string("path"))
        && tree_path(path) != TRANSLATIONS_FOLDER
    {
        let message = format!("translations in `{path}` are not read");
        let help = "rename the folder `i18n`, and remove `i18n.path`";
        warn_unsupported(options.sink, node.span, message, help);
    }
    let configs = options.node("localeConfigs");
    let codes: Vec<(&str, Span)> = options
        .list("locales")
        .iter()
        .filter_map(|item| match &item.value {
            NodeValue::String(code) => Some((code.as_str(), item.span)),
            _ => None,
        })
        .collect();
    let mut locales = Vec::new();
    for (code, span) in &codes {
        let own = configs.and_then(|configs| configs.get(code));
        let locale = locale(context, code, *span, own, options.sink);
        if *code == default {
            let mut table = locale.clone();
            table.put("default", string(*span, *code));
            root.put("locale", table.into_node());
        } else {
            let mut table = locale;
            table.put("code", string(*span, *code));
            locales.push(table.into_node());
        }
    }
    root.put_list("locales", locales);
    options.finish();
}

fn locale(
    context: &Context<'_>,
    code: &str,
    span: Span,
    own: Option<&Node>,
    sink: &mut Diagnostics,
) -> Table {
    let mut table = Table::at(span);
    let known = context.evaluated.locales.get(code).unwrap_or(&Value::Null);
    for (from, to) in [
        ("label", "label"),
        ("direction", "direction"),
        ("htmlLang", "html_lang"),
    ] {
        if let Some(value) = known[from].as_str() {
            table.put(to, string(span, value));
        }
    }
    if let Some(own) = own {
        let mut options = Options::new(&format!("i18n.localeConfigs.{code}"), own, sink);
        options.copy(
            &mut table,
            &[
                ("label", "label"),
                ("direction", "direction"),
                ("htmlLang", "html_lang"),
                ("calendar", "calendar"),
                ("path", "path"),
            ],
        );
        options.refuse("url", "all locales are served from one place");
        let base = options.string("baseUrl").unwrap_or_default();
        if base.trim_end_matches('/').rsplit('/').next() != Some(code) {
            options.refuse(
                "baseUrl",
                "each locale is served at the base path and its code",
            );
        }
        options.ignore(&["translate"]);
        options.finish();
    }
    table
}

/// The options of all plugins. Returns the tables `[[blog]]`, to which the theme adds options.
fn content(
    context: &Context<'_>,
    plugins: &[Plugin<'_>],
    root: &mut Table,
    sink: &mut Diagnostics,
) -> Vec<Table> {
    let mut docs = Vec::new();
    let mut redirects = Vec::new();
    let (mut blogs, mut pages) = (Vec::new(), Vec::new());
    for plugin in plugins {
        let span = plugin.span;
        let is_off = plugin
            .options
            .is_some_and(|node| node.value == NodeValue::Bool(false));
        let empty = Table::at(span).into_node();
        let options = plugin.options.unwrap_or(&empty);
        match plugin.kind {
            PluginKind::Sitemap => plugin_options::sitemap(options, root, sink),
            _ if is_off => {}
            PluginKind::Docs => docs.push(content::docs(context, plugin.options, span, sink)),
            PluginKind::Blog => blogs.push(content::blog(plugin.options, span, sink)),
            PluginKind::Pages => pages.push(content::pages(plugin.options, span, sink).into_node()),
            PluginKind::Redirects => plugin_options::redirects(options, root, &mut redirects, sink),
            PluginKind::Images => plugin_options::images(options, root, sink),
            PluginKind::Analytics => plugin_options::analytics(options, root, sink),
            // Its options are about another worker's cache.
            PluginKind::ServiceWorker => root.put("offline", boolean(span, true)),
            PluginKind::Theme => theme_options(options, sink),
        }
    }
    markdown(context, plugins, root, sink);
    root.put(
        "docs",
        list(context.start(), with_existing_folders(context, docs, sink)),
    );
    root.put_list("redirects", redirects);
    match pages.len() {
        0 => root.put("pages", boolean(context.start(), false)),
        1 => root.put("pages", pages.remove(0)),
        _ => root.put("pages", list(context.start(), pages)),
    }
    // Without the default folder there is no blog; a folder that the configuration names must exist.
    blogs.retain(|blog| {
        let node = blog.clone().into_node();
        node.get("path").is_none() || context.has_folder(&node, "blog")
    });
    blogs
}

/// `[admonitions]`, `[math]` and `npm2yarn`: options of Markdown that Bindery has for the whole site, collected from all plugins.
fn markdown(
    context: &Context<'_>,
    plugins: &[Plugin<'_>],
    root: &mut Table,
    sink: &mut Diagnostics,
) {
    let options = plugins.iter().filter_map(|plugin| plugin.options);
    let keywords = options.filter_map(|options| options.get("admonitions")?.get("keywords"));
    let keywords = keywords.flat_map(|node| match &node.value {
        NodeValue::List(items) => items.clone(),
        _ => Vec::new(),
    });
    let mut admonitions = Table::at(context.start());
    admonitions.put_list("keywords", keywords.collect());
    root.put_table("admonitions", admonitions);
    for plugin in plugins.iter().filter_map(|plugin| plugin.options) {
        if let Some(node) = plugin_options::npm2yarn(plugin, sink) {
            root.put_in("markdown", "npm2yarn", node);
        }
    }
    plugin_options::footnotes(context.start(), plugins, root, sink);
    if names_package(&context.evaluated.config["themes"], "live-codeblock") {
        root.put_in("markdown", "live_code", boolean(context.start(), true));
    }
    // Without `remark-math` a dollar sign is plain text.
    if !names_package(&context.evaluated.config, "remark-math") {
        let mut math = Table::at(context.start());
        math.put("enabled", boolean(context.start(), false));
        root.put_table("math", math);
    }
}

/// `[search]`: without a search plugin the site has no search page.
fn search(context: &Context<'_>, root: &mut Table) {
    let config = &context.evaluated.config;
    let has_plugin = ["themes", "plugins", "presets"].iter().any(|key| {
        SEARCH_PLUGINS
            .iter()
            .any(|part| names_package(&config[key], part))
    });
    let theme = &config["themeConfig"];
    let is_set = ["algolia", "typesense"]
        .iter()
        .any(|key| theme[key].is_object());
    if !has_plugin && !is_set {
        let mut search = Table::at(context.start());
        search.put("page_path", boolean(context.start(), false));
        root.put_table("search", search);
    }
}

/// The instances of docs whose folders exist; warns of the others.
fn with_existing_folders(
    context: &Context<'_>,
    docs: Vec<Node>,
    sink: &mut Diagnostics,
) -> Vec<Node> {
    let (existing, missing): (Vec<Node>, Vec<Node>) = docs
        .into_iter()
        .partition(|docs| context.has_folder(docs, "docs"));
    for docs in missing {
        let message = "the folder of these documents is not there".to_owned();
        let help = "fetch it (`git submodule update --init`), run the script that makes it, or remove the instance; links \
             to missing pages are warnings";
        warn_unsupported(sink, docs.span, message, help).because(Cause::Incomplete);
    }
    existing
}

/// `theme` of the preset: its style sheets are bundled ([`super::custom_css`]).
fn theme_options(options: &Node, sink: &mut Diagnostics) {
    let mut options = Options::new("theme", options, sink);
    options.ignore(&["customCss", "id"]);
    options.finish();
}
