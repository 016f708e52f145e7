//! The whole configuration as one table in the shape of `site.toml`.

use super::content;
use super::extras;
use super::head;
use super::options::{Options, Table, flag, list, plain, text, unsupported};
use super::places::Step;
use super::plugins::{Kind, Plugin, plugins};
use super::theme::{snake_table, theme};
use super::{Evaluated, Fault, Sidebars, to_node};
use crate::diagnostic::{Code, Diagnostics};
use crate::source::{SourceFile, SourceTree, Span};
use crate::spanned::{Node, NodeValue};
use serde_json::Value;

/// Parts of the names of plugins that search.
pub(super) const SEARCHES: [&str; 7] = [
    "search-local",
    "lunr-search",
    "docusaurus-search",
    "theme-search-algolia",
    "theme-search-typesense",
    "typesense-search",
    "flexsearch",
];

/// A translated configuration.
#[derive(Clone, Debug)]
pub struct Translated {
    /// In the shape of `site.toml`.
    pub node: Node,
    /// Whether it could not be evaluated, so that nothing may be concluded from what is missing.
    pub is_broken: bool,
}

/// Translates an evaluated configuration; `tree` has its files, whose places are those of the values.
#[must_use]
pub fn translate(evaluated: &Evaluated, tree: &SourceTree, sink: &mut Diagnostics) -> Translated {
    let file = tree.find(&evaluated.path);
    let config = to_node(&evaluated.config, file, &[]);
    let site = Site {
        evaluated,
        tree,
        file,
    };
    if let Some(fault) = &evaluated.error {
        site.report_fault(fault, "the configuration", sink);
    }
    for warning in &evaluated.warnings {
        let help = "what the configuration takes from it is missing";
        unsupported(sink, site.start(), warning.clone(), help);
    }
    Translated {
        node: site.translate(&config, sink),
        is_broken: evaluated.error.is_some(),
    }
}

/// What the parts of a translation look at.
pub(super) struct Site<'e> {
    evaluated: &'e Evaluated,
    tree: &'e SourceTree,
    file: Option<&'e SourceFile>,
}

impl Site<'_> {
    fn start(&self) -> Span {
        let id = self.file.map_or(crate::source::FileId(0), |file| file.id);
        Span::start_of(id)
    }

    fn report_fault(&self, fault: &Fault, what: &str, sink: &mut Diagnostics) {
        let file = fault.file.as_ref().and_then(|path| self.tree.find(path));
        let span = file.map_or(self.start(), |file| {
            let (line, column) = (fault.line.unwrap_or(1), fault.column.unwrap_or(1));
            let at = file.lines.offset(&file.text, line, column);
            Span::new(file.id, at, at)
        });
        let message = format!("{what} cannot be evaluated: {}", fault.message);
        sink.error(Code::BadConfig, span, message)
            .help("put it right, or write a `site.toml`");
    }

    fn translate(&self, config: &Node, sink: &mut Diagnostics) -> Node {
        let mut options = Options::new("", config, sink);
        let mut root = Table::at(self.start());
        self.head(&mut options, &mut root);
        let presets = options.list("presets");
        let standalone = options.list("plugins");
        let themes = options.list("themes");
        let plugins = plugins(presets, standalone, themes, options.sink);
        let mut blog = self.content(&plugins, &mut root, options.sink);
        if let Some(node) = options.node("themeConfig") {
            let mut ignored = Table::at(node.span);
            theme(
                node,
                &mut root,
                blog.as_mut().unwrap_or(&mut ignored),
                options.sink,
            );
        }
        self.search(&mut root);
        match blog {
            Some(blog) => root.put("blog", blog.into_node()),
            None => root.put("blog", flag(self.start(), false)),
        }
        options.finish();
        root.into_node()
    }

    /// What stands at the top of the configuration.
    fn head(&self, options: &mut Options<'_, '_>, root: &mut Table) {
        options.copy(
            root,
            &[
                ("title", "title"),
                ("tagline", "tagline"),
                ("url", "url"),
                ("favicon", "favicon"),
                ("noIndex", "no_index"),
                ("baseUrlIssueBanner", "base_url_issue_banner"),
                ("trailingSlash", "trailing_slash"),
            ],
        );
        if let Some(node) = options.node("baseUrl")
            && let NodeValue::Text(path) = &node.value
        {
            // Docusaurus adds the slashes that are missing.
            root.put(
                "base_path",
                text(node.span, format!("/{}", path.trim_start_matches('/'))),
            );
        }
        if let Some((node, delimiter)) = options
            .node("titleDelimiter")
            .zip(options.text("titleDelimiter"))
        {
            let template = format!("{{page}} {delimiter} {{site}}");
            root.put("title_template", text(node.span, template));
        }
        self.folders(options, root);
        self.locales(options, root);
        head::checks(self.start(), options, root);
        // It was called an experiment of the future before it had a name of its own.
        let future = options.node("future");
        let future = future.and_then(|future| future.get("experimental_storage"));
        if let Some(node) = options.node("storage").or(future) {
            let table = snake_table(node, "storage", &["type", "namespace"], options.sink);
            root.put_table("storage", table);
        }
        head::head_tags(options, root);
        options.refuse("clientModules", "scripts of the site's own are not loaded");
        options.refuse("ssrTemplate", "the documents have one form here");
        options.silent(&[
            "organizationName",
            "projectName",
            "deploymentBranch",
            "githubHost",
            "githubPort",
            "webpack",
            "customFields",
        ]);
    }

    fn folders(&self, options: &mut Options<'_, '_>, root: &mut Table) {
        if let Some(node) = options.node("staticDirectories") {
            let items = options.list("staticDirectories").iter();
            let items = items.filter_map(|item| match &item.value {
                NodeValue::Text(path) => Some(text(item.span, content::tree_path(path))),
                _ => None,
            });
            root.put("static_directories", list(node.span, items.collect()));
        }
    }

    /// `[locale]`, and `[[locales]]` where there are several.
    fn locales(&self, options: &mut Options<'_, '_>, root: &mut Table) {
        let Some(node) = options.node("i18n") else {
            return;
        };
        let mut options = Options::new("i18n", node, options.sink);
        let default = options.text("defaultLocale").unwrap_or("en");
        options.copy(root, &[("path", "i18n_path")]);
        let configs = options.node("localeConfigs");
        let codes: Vec<(&str, Span)> = options
            .list("locales")
            .iter()
            .filter_map(|item| match &item.value {
                NodeValue::Text(code) => Some((code.as_str(), item.span)),
                _ => None,
            })
            .collect();
        let mut locales = Vec::new();
        for (code, span) in &codes {
            let own = configs.and_then(|configs| configs.get(code));
            let locale = self.locale(code, *span, own, options.sink);
            if *code == default {
                let mut table = locale.clone();
                table.put("default", text(*span, *code));
                root.put("locale", table.into_node());
            } else {
                let mut table = locale;
                table.put("code", text(*span, *code));
                locales.push(table.into_node());
            }
        }
        root.put_list("locales", locales);
        options.finish();
    }

    fn locale(&self, code: &str, span: Span, own: Option<&Node>, sink: &mut Diagnostics) -> Table {
        let mut table = Table::at(span);
        let facts = self.evaluated.locales.get(code).unwrap_or(&Value::Null);
        for (from, to) in [
            ("label", "label"),
            ("direction", "direction"),
            ("htmlLang", "html_lang"),
        ] {
            if let Some(fact) = facts[from].as_str() {
                table.put(to, text(span, fact));
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
            options.refuse("baseUrl", "locales lie below the base path by their codes");
            options.silent(&["translate"]);
            options.finish();
        }
        table
    }

    /// Documents, pages and what plugins add; returns the blog, which the theme adds to.
    fn content(
        &self,
        plugins: &[Plugin<'_>],
        root: &mut Table,
        sink: &mut Diagnostics,
    ) -> Option<Table> {
        let mut docs = Vec::new();
        let mut redirects = Vec::new();
        let (mut blog, mut pages) = (None, None);
        for plugin in plugins {
            let span = plugin.span;
            let is_off = plugin
                .options
                .is_some_and(|node| node.value == NodeValue::Bool(false));
            let empty = Table::at(span).into_node();
            let options = plugin.options.unwrap_or(&empty);
            match plugin.kind {
                Kind::Sitemap => extras::sitemap(options, root, sink),
                _ if is_off => {}
                Kind::Docs => docs.push(content::docs(self, plugin.options, span, sink)),
                Kind::Blog if blog.is_some() => second("blog", span, sink),
                Kind::Blog => blog = Some(content::blog(plugin.options, span, sink)),
                Kind::Pages if pages.is_some() => second("folder of pages", span, sink),
                Kind::Pages => pages = Some(content::pages(plugin.options, span, sink)),
                Kind::Redirects => extras::redirects(options, root, &mut redirects, sink),
                Kind::Images => extras::images(options, root, sink),
                Kind::Analytics => extras::analytics(options, root, sink),
                Kind::Theme => style_sheets(options, sink),
            }
        }
        self.markdown(plugins, root);
        root.put("docs", list(self.start(), self.existing(docs, sink)));
        root.put_list("redirects", redirects);
        match pages {
            Some(pages) => root.put("pages", pages.into_node()),
            None => root.put("pages", flag(self.start(), false)),
        }
        // Without its folder it is an empty list, as with Docusaurus, unless the folder is named.
        blog.filter(|blog| {
            let node = blog.clone().into_node();
            node.get("path").is_none() || self.has_folder(&node, "blog")
        })
    }

    /// `[admonitions]` and `[math]`: what the plugins make of Markdown, taken together.
    fn markdown(&self, plugins: &[Plugin<'_>], root: &mut Table) {
        let options = plugins.iter().filter_map(|plugin| plugin.options);
        let keywords = options.filter_map(|options| options.get("admonitions")?.get("keywords"));
        let keywords = keywords.flat_map(|node| match &node.value {
            NodeValue::List(items) => items.clone(),
            _ => Vec::new(),
        });
        let mut admonitions = Table::at(self.start());
        admonitions.put_list("keywords", keywords.collect());
        root.put_table("admonitions", admonitions);
        // Without the plugin for formulas a dollar sign is one.
        if !mentions(&self.evaluated.config, "remark-math") {
            let mut math = Table::at(self.start());
            math.put("enabled", flag(self.start(), false));
            root.put_table("math", math);
        }
    }

    /// `[search]`: there is a page for it only where the site has a search.
    fn search(&self, root: &mut Table) {
        let config = &self.evaluated.config;
        let is_asked_for = ["themes", "plugins", "presets"]
            .iter()
            .any(|key| SEARCHES.iter().any(|part| mentions(&config[key], part)));
        let theme = &config["themeConfig"];
        let is_set = ["algolia", "typesense"]
            .iter()
            .any(|key| theme[key].is_object());
        if !is_asked_for && !is_set {
            let mut search = Table::at(self.start());
            search.put("page_path", flag(self.start(), false));
            root.put_table("search", search);
        }
    }

    fn has_folder(&self, table: &Node, default: &str) -> bool {
        let path = match table.get("path").map(|node| &node.value) {
            Some(NodeValue::Text(path)) => path,
            _ => default,
        };
        self.tree.has_folder(path)
    }

    /// The instances whose folders are there.
    fn existing(&self, docs: Vec<Node>, sink: &mut Diagnostics) -> Vec<Node> {
        let (kept, missing): (Vec<Node>, Vec<Node>) = docs
            .into_iter()
            .partition(|docs| self.has_folder(docs, "docs"));
        for docs in missing {
            let message = "the folder of these documents is not there".to_owned();
            unsupported(
                sink,
                docs.span,
                message,
                "create it, or remove the instance",
            );
        }
        kept
    }

    /// The sidebars that `sidebarPath` names, as the table `sidebars`; `false` is none at all.
    pub(super) fn put_sidebars(&self, path: &Node, table: &mut Table, sink: &mut Diagnostics) {
        let name = match &path.value {
            NodeValue::Bool(false) => {
                table.put("sidebars", Table::at(path.span).into_node());
                return;
            }
            NodeValue::Text(name) => name,
            _ => return,
        };
        let Some(Sidebars { file, value, error }) = self.evaluated.sidebars.get(name) else {
            return;
        };
        if let Some(fault) = error {
            self.report_fault(fault, &format!("`{file}`"), sink);
        }
        if let Some(value) = value {
            let node = to_node(value, self.tree.find(file), &[] as &[Step]);
            if let Some(node) = plain(&node, "sidebars", sink) {
                table.put("sidebars", node);
            }
        }
    }
}

/// Whether a package is named anywhere in a value.
fn mentions(value: &Value, package: &str) -> bool {
    match value {
        Value::String(text) => text.contains(package),
        Value::Array(items) => items.iter().any(|item| mentions(item, package)),
        Value::Object(map) => map.values().any(|item| mentions(item, package)),
        _ => false,
    }
}

fn second(what: &str, span: Span, sink: &mut Diagnostics) {
    let message = format!("only the first {what} of a site is bound");
    unsupported(sink, span, message, "bind the other as a site of its own");
}

/// Style sheets are written for Docusaurus' own markup.
fn style_sheets(options: &Node, sink: &mut Diagnostics) {
    let mut options = Options::new("theme", options, sink);
    options.refuse("customCss", "pages have the look of this reader");
    options.silent(&["id"]);
    options.finish();
}
