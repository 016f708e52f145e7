//! Calls the functions of a Docusaurus configuration with the pages of the assembled site: `createRedirects`, `editUrl`,
//! `readingTime`.
//! `plugins`, `documents::preprocess` and `sidebars` call those that are needed before.
//!
//! All calls are one run of Node. A function that throws costs its own results, and is one diagnostic.

mod reading_times;
#[cfg(test)]
mod tests;

use super::content;
use super::documents::DocumentParser;
use super::mdx;
use super::plugins::run_plugins;
use super::sidebars::generate_sidebars;
use crate::config::{self, SiteConfig};
use crate::diagnostic::{Code, Diagnostics};
use crate::docusaurus::{
    ConfigFunction, ContentPlugin, EvaluateOptions, Evaluated, FunctionCalls, FunctionKind,
    FunctionResults, call_functions, config_name,
};
use crate::model::{Page, PageKind, Redirect, RoutePath, Site};
use crate::source::{SourceTree, Span};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Compiles the site with what the functions of its configuration return; the parser has the configuration of
/// [`extend_config`].
pub(super) fn compile(
    parser: &DocumentParser<'_>,
    reading: EvaluateOptions<'_>,
    sink: &mut Diagnostics,
) -> Site {
    let mut site = mdx::compile(parser, reading, sink);
    apply_functions(&mut site, parser.tree, parser.config, reading, sink);
    site
}

/// The configuration with what its plugins and its generators of sidebars add; `None` where it has neither.
pub(super) fn extend_config(
    tree: &SourceTree,
    config: &SiteConfig,
    components: &BTreeSet<String>,
    reading: EvaluateOptions<'_>,
    sink: &mut Diagnostics,
) -> Option<SiteConfig> {
    let extended = run_plugins(config, reading, sink);
    let with_routes = extended.as_ref().unwrap_or(config);
    let generated = generate_sidebars(tree, with_routes, components, reading, sink);
    generated.or(extended)
}

/// An evaluated Docusaurus configuration with what its plugins and its generators of sidebars add.
pub(super) fn imported_config(
    reading: EvaluateOptions<'_>,
    tree: &SourceTree,
    evaluated: &Evaluated,
    sink: &mut Diagnostics,
) -> SiteConfig {
    let config = config::read_imported(tree, evaluated, sink);
    let components = content::component_names(tree, None);
    let extended = extend_config(tree, &config, &components, reading, sink);
    extended.unwrap_or(config)
}

/// Assembles a tree with the configuration of [`imported_config`], whose functions are called.
pub(super) fn assemble_imported(
    reading: EvaluateOptions<'_>,
    tree: &SourceTree,
    config: &SiteConfig,
    sink: &mut Diagnostics,
) -> Site {
    let components = content::component_names(tree, None);
    let parser = DocumentParser::new(tree, config, &components, None, sink);
    compile(&parser, reading, sink)
}

/// Calls the functions, and puts what they return into the site.
pub(super) fn apply_functions(
    site: &mut Site,
    tree: &SourceTree,
    config: &SiteConfig,
    reading: EvaluateOptions<'_>,
    sink: &mut Diagnostics,
) {
    let is_late = |kind: &FunctionKind| {
        matches!(
            kind,
            FunctionKind::CreateRedirects | FunctionKind::EditUrl(_) | FunctionKind::ReadingTime(_)
        )
    };
    let functions = config.functions.iter();
    let functions = functions.filter(|function| is_late(&function.kind));
    let planned: Vec<Planned<'_>> = functions
        .map(|function| Planned::new(function, site, tree, config))
        .collect();
    let Some(name) = config_name(reading.content).filter(|_| !planned.is_empty()) else {
        return;
    };
    let calls: Vec<FunctionCalls> = planned.iter().map(|one| one.calls.clone()).collect();
    match call_functions(reading, name, &calls) {
        Ok(results) => {
            for (planned, results) in planned.iter().zip(results) {
                planned.put(results, site, config, sink);
            }
        }
        Err(error) => {
            let span = planned.first().map(|one| one.function.span);
            let message = format!("the functions of the configuration cannot be called: {error}");
            sink.warn(Code::UnsupportedOption, span, message)
                .help("what they return is missing");
        }
    }
}

/// A function with its calls, and what each call is about.
struct Planned<'f> {
    function: &'f ConfigFunction,
    calls: FunctionCalls,
    /// The indices of the pages of each call.
    pages: Vec<Vec<usize>>,
}

impl<'f> Planned<'f> {
    fn new(
        function: &'f ConfigFunction,
        site: &Site,
        tree: &SourceTree,
        config: &SiteConfig,
    ) -> Self {
        // Pages of several locales have the same path; one call answers for all of them.
        let mut arguments: Vec<Vec<Value>> = Vec::new();
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        let mut pages: Vec<Vec<usize>> = Vec::new();
        for (at, page) in site.pages.iter().enumerate() {
            let argument = match &function.kind {
                FunctionKind::CreateRedirects => Some(called_path(page, config)),
                FunctionKind::EditUrl(plugin) => edit_argument(plugin, page, tree, config),
                FunctionKind::ReadingTime(blog) => {
                    reading_times::argument(blog, page, tree, config)
                }
                _ => None,
            };
            let Some(argument) = argument else {
                continue;
            };
            let key = argument.to_string();
            let number = *known.entry(key).or_insert_with(|| {
                arguments.push(vec![argument]);
                pages.push(Vec::new());
                arguments.len() - 1
            });
            pages[number].push(at);
        }
        let path = function.path.clone();
        Planned {
            function,
            calls: FunctionCalls {
                path,
                arguments,
                is_reading_time: matches!(function.kind, FunctionKind::ReadingTime(_)),
                ..FunctionCalls::default()
            },
            pages,
        }
    }

    fn put(
        &self,
        results: FunctionResults,
        site: &mut Site,
        config: &SiteConfig,
        sink: &mut Diagnostics,
    ) {
        let name = self.function.name();
        let values = match results {
            FunctionResults::Values(values) => values,
            FunctionResults::Error(error) => {
                let message = format!("`{name}` throws: {}", error.message);
                sink.warn(Code::UnsupportedOption, self.function.span, message)
                    .help("fix the function; until then its result is missing");
                return;
            }
        };
        let results = self.pages.iter().zip(&values);
        match self.function.kind {
            FunctionKind::EditUrl(_) => {
                for (pages, value) in results {
                    for page in pages {
                        site.pages[*page].props.edit_url = value.as_str().map(str::to_owned);
                    }
                }
            }
            FunctionKind::ReadingTime(_) => reading_times::put(results, site),
            FunctionKind::CreateRedirects => {
                let mut made = ReturnedRedirects::new(site, self.function.span);
                for (pages, value) in results {
                    for page in pages {
                        made.add(&site.pages[*page], value, config, sink);
                    }
                }
                site.redirects.extend(made.redirects);
                site.redirects
                    .sort_by(|one, other| one.from.cmp(&other.from));
            }
            _ => {}
        }
    }
}

/// The path of a page without the base path and the locale, as Docusaurus writes it.
fn called_path(page: &Page, config: &SiteConfig) -> Value {
    let path = page.route.as_str();
    let base = locale_base(page, config);
    let path = path.strip_prefix(&base).unwrap_or(path);
    let path = format!("/{}", path.trim_matches('/'));
    match config.trailing_slash {
        Some(true) if path != "/" => format!("{path}/").into(),
        _ => path.into(),
    }
}

/// The path that all pages of the page's locale begin with; without a slash at its end.
fn locale_base(page: &Page, config: &SiteConfig) -> String {
    let locale = config.locales.iter().find(|one| one.code == page.locale);
    let home = locale.map(|locale| locale.home(&config.base_path));
    let home = home.unwrap_or_else(|| config.base_path.clone());
    home.trim_end_matches('/').to_owned()
}

/// The argument of `editUrl`; `None` for pages of other plugins, and those that name an address of their own.
fn edit_argument(
    plugin: &ContentPlugin,
    page: &Page,
    tree: &SourceTree,
    config: &SiteConfig,
) -> Option<Value> {
    let file = tree.file(page.source?);
    if has_own_edit_url(&file.text) {
        return None;
    }
    let in_folder = |folder: &str| {
        let path = file.path.strip_prefix(folder)?;
        Some((folder.to_owned(), path.strip_prefix('/')?.to_owned()))
    };
    let keys = match (plugin, page.kind) {
        (ContentPlugin::Docs(id), PageKind::Doc) => {
            let docs = config.docs.iter().find(|docs| docs.id == *id)?;
            let version = page.version.as_deref()?;
            let version = docs.versions.iter().find(|one| one.name == version)?;
            let (folder, path) = in_folder(&version.folder)?;
            json!({"version": version.name, "versionDocsDirPath": folder, "docPath": path})
        }
        (ContentPlugin::Blog(id), PageKind::BlogPost) => {
            let blog = config.blogs.iter().find(|blog| blog.id == *id)?;
            let (folder, path) = in_folder(&blog.path)?;
            json!({"blogDirPath": folder, "blogPath": path})
        }
        (ContentPlugin::Pages(id), PageKind::Page) => {
            let pages = config.pages.iter().find(|pages| pages.id == *id)?;
            let (folder, path) = in_folder(&pages.path)?;
            json!({"pagesDirPath": folder, "pagesPath": path})
        }
        _ => return None,
    };
    let mut keys = keys;
    keys["permalink"] = page.route.as_str().into();
    keys["locale"] = page.locale.clone().into();
    Some(keys)
}

/// Whether the front matter of a text has the key `custom_edit_url`.
fn has_own_edit_url(text: &str) -> bool {
    let mut lines = text.lines();
    lines.next().is_some_and(|line| line.trim_end() == "---")
        && lines
            .take_while(|line| line.trim_end() != "---")
            .any(|line| line.starts_with("custom_edit_url:"))
}

/// The redirects that the configuration's function `createRedirects` returned. As in Docusaurus, a redirect from a path that
/// exists is ignored, and the first of several redirects from one path is used.
struct ReturnedRedirects {
    taken: BTreeSet<RoutePath>,
    redirects: Vec<Redirect>,
    span: Span,
}

impl ReturnedRedirects {
    fn new(site: &Site, span: Span) -> Self {
        let pages = site.pages.iter().map(|page| &page.route);
        let files = site.static_files.iter().map(|(route, _)| route);
        let redirects = site.redirects.iter().map(|redirect| &redirect.from);
        ReturnedRedirects {
            taken: pages.chain(files).chain(redirects).cloned().collect(),
            redirects: Vec::new(),
            span,
        }
    }

    /// Adds what a call for the path of `page` returned: a path, a list of paths or nothing.
    fn add(&mut self, page: &Page, value: &Value, config: &SiteConfig, sink: &mut Diagnostics) {
        let sources = match value {
            Value::Null => &[],
            Value::Array(items) => items.as_slice(),
            one => std::slice::from_ref(one),
        };
        let base = locale_base(page, config);
        for source in sources {
            let path = source.as_str().filter(|path| path.starts_with('/'));
            let path = path.filter(|path| !path.contains(['?', '#']));
            let Some(route) = path.and_then(|path| RoutePath::parse(&format!("{base}{path}")))
            else {
                let message = format!("`createRedirects` returns {source}, which is not a path");
                sink.warn(Code::UnsupportedOption, self.span, message)
                    .help("return paths such as `/old`, without `?` and `#`");
                continue;
            };
            if self.taken.insert(route.clone()) {
                self.redirects.push(Redirect {
                    from: route,
                    to: page.route.to_string(),
                    status: 308,
                    span: Some(self.span),
                });
            }
        }
    }
}
