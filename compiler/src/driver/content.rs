//! Runs the stages from the files of a tree to its assembled site: parse, evaluate, assemble. Node runs only for documents
//! that Bindery's own parser does not support (MDX).

mod refused_requests;

pub(super) use self::refused_requests::report_requests;

use super::documents::{DocumentParser, TextCache};
use super::mdx_components::registered_components;
use crate::assemble::{self, AssemblyCache, ParsedFile};
use crate::config::SiteConfig;
use crate::data::offset_of;
use crate::diagnostic::{Code, Diagnostics};
use crate::document::Segment;
use crate::markdown::component_name;
use crate::model::{PageContent, Site, Slot};
use crate::pack::headers;
use crate::render::bundle::Bundle;
use crate::render::shown_name;
use crate::source::{SourceFile, SourceTree, Span};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Parses all page files in parallel and assembles them.
pub(super) fn compile(
    tree: &SourceTree,
    config: &SiteConfig,
    components: &BTreeSet<String>,
    sink: &mut Diagnostics,
) -> Site {
    let documents = parse(tree, config, components, sink);
    assemble(tree, config, documents, None, sink)
}

/// Assembles the site from its documents.
pub(super) fn assemble(
    tree: &SourceTree,
    config: &SiteConfig,
    documents: Vec<ParsedFile>,
    cache: Option<&AssemblyCache>,
    sink: &mut Diagnostics,
) -> Site {
    let site = assemble::assemble_site(config, tree, documents, cache, sink);
    // In an empty tree every path is missing.
    if site.pages.iter().any(|page| page.source.is_some()) {
        headers::report_unused(config, &site, sink);
    }
    site
}

/// Parses all page files in parallel.
pub(super) fn parse(
    tree: &SourceTree,
    config: &SiteConfig,
    components: &BTreeSet<String>,
    sink: &mut Diagnostics,
) -> Vec<ParsedFile> {
    let parser = DocumentParser::new(tree, config, components, None, sink);
    let parsed = parser.parse_all();
    let documents = parsed.into_iter().map(|one| one.report(sink));
    documents.collect()
}

/// The names that tags may have: the site's own components and the built-in ones, or those of a prebuilt bundle.
pub(super) fn component_names(tree: &SourceTree, prebuilt: Option<&Path>) -> BTreeSet<String> {
    let own = tree.files_in("components").filter_map(|file| {
        let name = component_name(file.path.strip_prefix("components/")?)?;
        Some(name.to_owned())
    });
    let mut names: BTreeSet<String> = own.collect();
    let registered = registered_components(tree);
    names.extend(registered.iter().map(|name| format!("{name}.")));
    names.extend(registered);
    match prebuilt.and_then(|folder| Bundle::read(folder).ok()) {
        Some(bundle) => names.extend(bundle.components.into_keys()),
        None => names.extend(crate::markdown::builtin_names().map(str::to_owned)),
    }
    names
}

/// Whether a site has components or scripts of its own, which may not bundle.
pub(super) fn has_components(site: &Site, tree: &SourceTree, config: &SiteConfig) -> bool {
    let has_scripts = !config.client_modules.is_empty();
    has_scripts || tree.has_folder("components") || !imported_modules(site, tree).is_empty()
}

/// The components that tags name by their modules' paths, and those that the tree registers by a name, sorted.
pub(super) fn imported_modules(site: &Site, tree: &SourceTree) -> Vec<String> {
    let slots = site.pages.iter().flat_map(|page| &page.slots);
    let mut found: BTreeSet<&String> = slots.flat_map(Slot::tag_names).collect();
    let registered = registered_components(tree);
    let root = |name: &str| name.split('.').next().map(str::to_owned);
    found.retain(|name| {
        name.starts_with("@site/") || root(name).is_some_and(|root| registered.contains(&root))
    });
    found.into_iter().cloned().collect()
}

/// The site's data for components, with Docusaurus' keys. It contains the configuration only if pages name `modules`, so
/// that an edit of the configuration bundles nothing in other trees.
pub(super) fn site_data(config: &SiteConfig, modules: &[String]) -> String {
    let mut data = json!({
        "title": config.title,
        "tagline": config.tagline,
        "url": config.url,
        "baseUrl": config.base_path,
        "locale": config.default_locale().code,
    });
    if config.is_imported {
        data["imported"] = json!(true);
    }
    if !modules.is_empty() && !config.for_components.is_null() {
        data["config"] = config.for_components.clone();
        let published = assemble::published_docs(config);
        data["config"]["globalData"]["docusaurus-plugin-content-docs"] = published;
    }
    if config.is_imported && !modules.is_empty() && !config.markdown.aliases.is_empty() {
        data["aliases"] = aliases(config);
    }
    if !config.client_modules.is_empty() {
        data["clientModules"] = json!(config.client_modules);
    }
    if config.markdown.runs_live_code {
        data["liveCode"] = json!(true);
    }
    if config.markdown.draws_diagrams {
        let options = config.for_components.pointer("/themeConfig/mermaid");
        data["mermaid"] = options.cloned().unwrap_or_else(|| json!({}));
    }
    if !config.custom_css.is_empty() {
        data["customCss"] = json!(config.custom_css);
    }
    let plugins = config.post_css.as_array();
    if plugins.is_some_and(|plugins| !plugins.is_empty()) {
        data["postCss"] = config.post_css.clone();
    }
    data.to_string()
}

/// The short names for folders, as the bundler and the evaluation of texts read them.
pub(super) fn aliases(config: &SiteConfig) -> Value {
    let aliases = config.markdown.aliases.iter();
    let aliases = aliases.map(|alias| {
        json!({
            "before": alias.before,
            "after": alias.after,
            "target": [alias.target.0, alias.target.1],
        })
    });
    aliases.collect()
}

/// The data of `site_data` that the bundle of a tree is made with. Title, tagline and url are in it only where a script may
/// ask for them, so that their edit bundles nothing elsewhere: pages get them with their own data.
#[must_use]
pub fn bundle_data(config: &SiteConfig, tree: &SourceTree, modules: &[String]) -> String {
    bundle_data_again(config, tree, modules, &TextCache::default())
}

/// The same, for a process that builds repeatedly.
pub(super) fn bundle_data_again(
    config: &SiteConfig,
    tree: &SourceTree,
    modules: &[String],
    known: &TextCache<bool>,
) -> String {
    let data = with_processed_texts(site_data(config, modules), tree, modules);
    known.begin();
    // A package may have components of a theme of Docusaurus.
    let has_packages = config.is_imported || tree.find("package.json").is_some();
    let mut scripts = tree.files.iter().filter(|file| is_script(file));
    if has_packages || scripts.any(|file| known.get(file, || reads_settings(file))) {
        return data;
    }
    let mut data: Value = serde_json::from_str(&data).unwrap_or_default();
    if let Some(data) = data.as_object_mut() {
        for key in ["title", "tagline", "url"] {
            data.remove(key);
        }
    }
    data.to_string()
}

/// Adds the Markdown files that functions of the configuration change and that components may be made of.
fn with_processed_texts(data: String, tree: &SourceTree, modules: &[String]) -> String {
    let is_module = |file: &SourceFile| {
        let start = format!("@site/{}", file.path);
        let names = |name: &String| {
            name.strip_prefix(&start)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('#'))
        };
        file.name().starts_with('_') || modules.iter().any(names)
    };
    let files = tree.files.iter();
    let files = files.filter(|file| file.written.is_some() && is_module(file));
    let texts: serde_json::Map<String, Value> = files
        .map(|file| (file.path.clone(), Value::from(&*file.text)))
        .collect();
    if texts.is_empty() {
        return data;
    }
    let mut data: Value = serde_json::from_str(&data).unwrap_or_default();
    data["texts"] = texts.into();
    data.to_string()
}

/// Whether a file has code, alone or in a text.
fn is_script(file: &SourceFile) -> bool {
    let scripts = ["js", "jsx", "ts", "tsx", "md", "mdx"];
    scripts.iter().any(|one| file.has_extension(one))
}

/// Whether a script names a function or a module through which it can read the site's settings.
fn reads_settings(file: &SourceFile) -> bool {
    // `ui/src/docusaurus/`: these alone read title, tagline and url.
    let names = ["useDocusaurusContext", "useTitleFormatter", "@generated"];
    names.iter().any(|name| file.text.contains(name))
}

/// Where a file of the tree has a problem; its start if no line is known.
fn place_of(
    tree: &SourceTree,
    file: Option<&str>,
    line: Option<usize>,
    column: Option<usize>,
) -> Option<Span> {
    let file = tree.find(file?)?;
    Some(line.map_or(Span::start_of(file.id), |line| {
        let at = offset_of(file, line, column.unwrap_or(1));
        file.letter_at(at)
    }))
}

/// Reports what components import and what is replaced in the bundle, once for each cause: texts may have reported the same.
pub(super) fn report_problems(bundle: &Bundle, tree: &SourceTree, sink: &mut Diagnostics) {
    let known: BTreeSet<String> = sink.iter().map(|one| one.message.clone()).collect();
    let problems = bundle.problems.iter();
    for problem in problems.filter(|one| !known.contains(&one.message)) {
        let place = place_of(tree, problem.file.as_deref(), problem.line, problem.column);
        sink.error(Code::ComponentFailed, place, problem.message.clone())
            .help(problem.help.clone());
    }
}

/// Reports the site's own components that cannot be used, and those that hydrate without saying so.
pub(super) fn report_components(
    bundle: &Bundle,
    site: &Site,
    tree: &SourceTree,
    sink: &mut Diagnostics,
) {
    let pages = react_pages(site);
    for (name, component) in &bundle.components {
        let own = component.file.as_deref().and_then(|path| tree.find(path));
        let start = own.map(|file| Span::start_of(file.id));
        if let Some(error) = &component.error {
            let place = place_of(tree, error.file.as_deref(), error.line, error.column).or(start);
            if let Some(route) = pages.get(name.as_str()) {
                let message = format!("cannot load the page `{route}`: {}", error.message);
                sink.error(Code::UnsupportedPage, place, message)
                    .help("fix the error; until then the page shows only its title and the navbar's links");
                continue;
            }
            let shown = shown_name(name);
            let message = format!("cannot load the component `{shown}`: {}", error.message);
            sink.error(Code::ComponentFailed, place, message)
                .help("fix the error; until then its tags show only their children");
        }
        // React pages and MDX documents of Docusaurus cannot declare it.
        let is_silent = pages.contains_key(name.as_str()) || name.contains(".md");
        if let Some(reason) = component.reason.as_ref().filter(|_| !is_silent) {
            let message = format!("`{name}` is hydrated in the browser, because of {reason}");
            sink.warn(Code::UnmarkedIsland, start, message).help(
                "declare it: `export const interactive = true`, or `false` if it must stay HTML",
            );
        }
    }
}

/// The pages that are React components, by the names of their modules.
fn react_pages(site: &Site) -> BTreeMap<&str, String> {
    let mut pages = BTreeMap::new();
    for page in &site.pages {
        let first = page.slots.first().and_then(|slot| slot.first());
        if let (PageContent::Component, Some(Segment::Component(tag))) =
            (&page.props.content, first)
        {
            pages.insert(tag.name.as_str(), page.route.decoded());
        }
    }
    pages
}
