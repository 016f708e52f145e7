//! Assembles the site from documents: routes, sidebars, breadcrumbs, pagination, the blog's lists, redirects, and links
//! that are checked and resolved.
//!
//! Pure: the same tree and documents give the same [`Site`]. Where Docusaurus has a rule, the result is the same.
//!
//! Modules are listed from the lowest layer to the highest: each uses only those above it.

mod paths;

mod context;
mod messages;
mod routes;

mod content_files;
mod page_common;
mod tags;

mod links;

mod docs;

mod sidebars;

mod doc_pages;

mod blog;
mod pages;
mod site_props;

mod redirects;

mod locales;

mod checks;
mod placeholders;
mod routes_json;

#[cfg(test)]
mod tests;

pub(crate) use self::blog::counted_text;
pub use self::content_files::ParsedFile;
pub(crate) use self::context::{docs_version_path, published_docs};
pub use self::docs::DocSummary;
pub use self::links::AssemblyCache;
pub(crate) use self::links::ids_in;
pub use self::routes_json::routes_json;
pub use self::sidebars::category_schema;

use self::checks::{check_images, check_ledger, published, report_orphans};
use self::content_files::{ContentFolders, ContentKind};
use self::context::{LocaleContext, docs_versions};
use self::links::{Anchors, CachedArticles, LinkResults, Linker, Linking, Targets, anchors_of};
use self::locales::{LocalizedSite, link_alternates, localize_site, read_docs};
use self::pages::not_found;
use self::placeholders::fill_placeholders;
use self::routes::{RouteRegistry, claim_search_page, claim_static_files};
use crate::config::{LocaleConfig, SiteConfig};
use crate::diagnostic::Diagnostics;
use crate::document::Document;
use crate::highlight;
use crate::model::{PageStyles, Redirect, Site};
use crate::model::{SearchContext, SearchSettings};
use crate::source::{FileId, SourceTree};
use crate::translations;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The content plugin of a page file, with the id of its instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageOwner<'c> {
    /// `[[docs]]`.
    Docs(&'c str),
    /// `[blog]`.
    Blog(&'c str),
    /// `[pages]`.
    Pages(&'c str),
}

/// A file that is a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageFile<'c> {
    /// The file.
    pub id: FileId,
    /// The content plugin that it belongs to.
    pub owner: PageOwner<'c>,
    /// The code of the locale in whose language it is written.
    pub locale: &'c str,
}

impl PageFile<'_> {
    /// Whether the file is a post of a blog.
    #[must_use]
    pub fn is_post(&self) -> bool {
        matches!(self.owner, PageOwner::Blog(_))
    }
}

/// The Markdown files that are pages: those in the folders of `[[docs]]`, `[blog]` and `[pages]`, their versions and
/// translations. Files and folders whose name begins with an underscore are no pages, except `_index.md` in a folder of
/// documents.
#[must_use]
pub fn page_files<'c>(config: &'c SiteConfig, tree: &SourceTree) -> Vec<PageFile<'c>> {
    let versions = docs_versions(config);
    let folders = ContentFolders::new(config, &versions);
    let default = &config.default_locale().code;
    let mut files = Vec::new();
    for file in &tree.files {
        let is_markdown = file.has_extension("md") || file.has_extension("mdx");
        let found = is_markdown.then(|| folders.classify(file)).flatten();
        files.extend(found.map(|found| {
            PageFile {
                id: file.id,
                owner: match found.kind {
                    ContentKind::Doc(at) | ContentKind::IndexBody(at) => {
                        PageOwner::Docs(&versions[at].instance.id)
                    }
                    ContentKind::Post(at) => PageOwner::Blog(&config.blogs[at].id),
                    ContentKind::Page(at) => PageOwner::Pages(&config.pages[at].id),
                },
                locale: found
                    .locale
                    .map_or(default, |number| &config.locales[number].code),
            }
        }));
    }
    files
}

/// Assembles the site from the parsed page files (see [`page_files`]). `cache` has what did not change since the last
/// assembly of the process.
#[must_use]
pub fn assemble_site(
    config: &SiteConfig,
    tree: &SourceTree,
    documents: Vec<ParsedFile>,
    cache: Option<&AssemblyCache>,
    sink: &mut Diagnostics,
) -> Site {
    if config.is_broken {
        // Without its configuration every link of the site may look broken.
        let mut unreported = Diagnostics::new();
        let site = assemble(config, tree, documents, cache, &mut unreported);
        unreported.discard();
        return site;
    }
    assemble(config, tree, documents, cache, sink)
}

/// The published documents of the default locale with the data that their sidebars are made of.
#[must_use]
pub fn list_docs(
    config: &SiteConfig,
    tree: &SourceTree,
    documents: Vec<ParsedFile>,
) -> Vec<DocSummary> {
    let mut unreported = Diagnostics::new();
    let context = LocaleContext::new(config, tree, config.default_locale());
    let docs = read_docs(&context, documents, &mut unreported);
    unreported.discard();
    let published = docs.into_iter();
    let published = published.filter(|doc| config.shows_drafts || !doc.front.draft);
    published.map(|doc| doc.summary(&context)).collect()
}

/// Assembles the site in each locale, the default one first: it reports the problems that all locales share.
fn assemble(
    config: &SiteConfig,
    tree: &SourceTree,
    documents: Vec<ParsedFile>,
    cache: Option<&AssemblyCache>,
    sink: &mut Diagnostics,
) -> Site {
    let default = config.default_locale();
    let others = config.locales.iter().filter(|locale| !locale.is_default);
    let locales: Vec<&LocaleConfig> = [default].into_iter().chain(others).collect();
    let localize = |locale: &&LocaleConfig| translations::localize(config, locale, tree, sink);
    let configs: Vec<SiteConfig> = locales.iter().map(localize).collect();
    let locales = locales.into_iter().zip(&configs);
    let contexts: Vec<LocaleContext<'_>> = locales
        .map(|(locale, config)| LocaleContext::new(config, tree, locale))
        .collect();
    let mut registry = RouteRegistry::default();
    let localized = localize_site(&contexts, documents, &mut registry, sink);
    let mut targets = find_targets(&contexts, &localized, &mut registry, cache, sink);
    let redirects = find_redirects(&localized, &targets, sink);
    targets.add_redirects(&redirects);
    let mut results = LinkResults::default();
    let mut site = empty_site(config, &contexts);
    site.redirects = redirects;
    let reuse = cache.map(|cache| (cache, cache.begin(&configs, tree, &targets)));
    let linking = Linking {
        targets: &targets,
        articles: (reuse.as_ref()).map(|(cache, reuse)| CachedArticles { cache, reuse }),
    };
    let linker = Linker::new(&contexts[0], linking, &mut results);
    site.favicon = site_props::favicon(&contexts[0], &linker, sink);
    site.metadata = site_props::metadata(&contexts[0], &linker, sink);
    for locale in localized {
        locale.finish(linking, &mut results, &mut site, sink);
    }
    link_alternates(config, &mut site.pages);
    site.pages.sort_by(|a, b| a.route.cmp(&b.route));
    report_orphans(&site, &results, sink);
    site.published = published(&contexts[0], &targets, &site);
    site.gone = check_ledger(&contexts[0], &targets, &site, sink);
    site.links = results.sorted_links();
    let served = results.served_files();
    let mut files = targets.statics.clone();
    files.extend(served.assets);
    site.static_files = files.into_iter().collect();
    check_images(&site.static_files, tree, sink);
    site.image_copies = served.image_copies;
    fill_placeholders(&mut site, tree, sink);
    if let Some(cache) = cache {
        drop(contexts);
        cache.end(configs, tree, targets);
    }
    site
}

/// The targets of links: the pages of all locales and the static files.
fn find_targets(
    contexts: &[LocaleContext<'_>],
    localized: &[LocalizedSite<'_>],
    registry: &mut RouteRegistry,
    cache: Option<&AssemblyCache>,
    sink: &mut Diagnostics,
) -> Targets {
    let statics = claim_static_files(&contexts[0], registry, sink);
    for context in contexts {
        claim_search_page(context, registry, sink);
    }
    let mut targets = Targets::new(registry.routes(), statics);
    let anchors_of = |document: &Arc<Document>| match cache {
        Some(cache) => cache.anchors_of(document),
        None => Anchors::new(anchors_of(document)),
    };
    for locale in localized {
        locale.add_targets(&mut targets, &anchors_of);
    }
    targets
}

/// The redirects of all locales, sorted by source.
fn find_redirects(
    localized: &[LocalizedSite<'_>],
    targets: &Targets,
    sink: &mut Diagnostics,
) -> Vec<Redirect> {
    let mut redirects = Vec::new();
    for locale in localized {
        redirects.extend(locale.redirects(targets, sink));
    }
    redirects.sort_by(|a, b| a.from.cmp(&b.from));
    redirects
}

/// The site without pages and files.
fn empty_site(config: &SiteConfig, contexts: &[LocaleContext<'_>]) -> Site {
    Site {
        evaluated: Vec::new(),
        locale: config.default_locale().code.clone(),
        not_found: not_found(&contexts[0]),
        not_found_below: contexts[1..]
            .iter()
            .map(|context| (context.base.clone(), not_found(context)))
            .collect(),
        sidebars: BTreeMap::new(),
        sidebar_keys: BTreeMap::new(),
        static_files: Vec::new(),
        styles: page_styles(config),
        search: search_settings(&contexts[0]),
        section_links: config.section_links.clone(),
        image_copies: BTreeMap::new(),
        url: config.url.clone(),
        base_path: config.base_path.clone(),
        pages: Vec::new(),
        props: BTreeMap::new(),
        redirects: Vec::new(),
        favicon: None,
        feeds: Vec::new(),
        metadata: config.metadata.clone(),
        offline: site_props::offline_settings(config, contexts),
        title_template: config.title_template.clone(),
        published: BTreeMap::new(),
        is_config_broken: config.is_broken,
        is_imported: config.is_imported,
        gone: Vec::new(),
        links: Vec::new(),
    }
}

/// The style sheets of some pages, which the interface's own does not contain.
fn page_styles(config: &SiteConfig) -> PageStyles {
    let code = &config.code;
    let math = &config.math;
    PageStyles {
        has_docusaurus_classes: config.is_imported,
        all: config.announcement.as_ref().and_then(|bar| bar.css()),
        code: highlight::themes::style_sheet(
            code.light_theme.as_deref(),
            code.dark_theme.as_deref(),
        ),
        math: math.style_sheet.clone().zip(math.integrity.clone()),
    }
}

/// `[search]`, and the docs instances that a search may be limited to.
fn search_settings(context: &LocaleContext<'_>) -> SearchSettings {
    let mut contexts: Vec<SearchContext> = Vec::new();
    for version in &context.versions {
        let id = &version.instance.id;
        let entry = (version.config.name.clone(), version.search_tag());
        let at = contexts.iter().position(|known| known.id == *id);
        let at = at.unwrap_or_else(|| {
            contexts.push(SearchContext {
                id: id.clone(),
                last: entry.0.clone(),
                versions: Vec::new(),
            });
            contexts.len() - 1
        });
        if version.config.is_last {
            contexts[at].last.clone_from(&entry.0);
        }
        contexts[at].versions.push(entry);
    }
    SearchSettings {
        config: context.config.search.clone(),
        contexts,
    }
}
