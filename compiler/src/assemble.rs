//! Makes one site of many documents: routes, sidebars, breadcrumbs, previous and next, the blog's lists, redirects,
//! and every link checked and turned into what the reader's browser needs.
//!
//! Pure: the same tree and documents give the same [`Site`]. What Docusaurus decides, this decides alike.

mod blog;
mod checks;
mod content_files;
mod doc_pages;
mod docs;
mod links;
mod locales;
mod messages;
mod page_common;
mod pages;
mod placeholders;
mod redirects;
mod routes;
mod routes_json;
mod sidebars;
mod site_props;
mod tags;

/// The style sheets that some pages need besides the interface's.
fn page_styles(config: &SiteConfig) -> PageStyles {
    let code = &config.code;
    let math = &config.math;
    PageStyles {
        has_marks: config.is_imported,
        all: config.announcement.as_ref().and_then(|bar| bar.css()),
        code: highlight::themes::style_sheet(
            code.light_theme.as_deref(),
            code.dark_theme.as_deref(),
        ),
        math: math.style_sheet.clone().zip(math.integrity.clone()),
    }
}

/// `[search]`, and the instances of documents that a search may be limited to.
fn search_settings(context: Context<'_>) -> SearchSettings {
    let mut contexts: Vec<SearchContext> = Vec::new();
    for set in context.sets {
        let version = (set.version.name.clone(), set.search_tag());
        let at = contexts.iter().position(|known| known.id == set.config.id);
        let at = at.unwrap_or_else(|| {
            contexts.push(SearchContext {
                id: set.config.id.clone(),
                last: version.0.clone(),
                versions: Vec::new(),
            });
            contexts.len() - 1
        });
        if set.version.is_last {
            contexts[at].last.clone_from(&version.0);
        }
        contexts[at].versions.push(version);
    }
    SearchSettings {
        config: context.config.search.clone(),
        contexts,
    }
}

#[cfg(test)]
mod tests;

pub(crate) use self::links::ids_in;
pub use self::routes_json::routes_json;

use self::content_files::{DocsSet, Folders, Frame, make_sets};
use crate::config::{LocaleConfig, SiteConfig};
use crate::diagnostic::Diagnostics;
use crate::document::Document;
use crate::front_matter::FrontMatter;
use crate::highlight;
use crate::model::{PageStyles, Site};
use crate::search::{SearchContext, SearchSettings};
use crate::source::{FileId, SourceTree};
use crate::translations;
use std::collections::BTreeMap;

/// A Markdown file in its two parts.
pub type ParsedFile = (FileId, FrontMatter, Document);

/// What every part of the assembly may look at: the site in one locale.
#[derive(Clone, Copy, Debug)]
struct Context<'a> {
    /// In the locale's words.
    config: &'a SiteConfig,
    tree: &'a SourceTree,
    /// The instances in their versions, in the locale's words.
    sets: &'a [DocsSet<'a>],
    /// The locale and what follows from it.
    frame: &'a Frame<'a>,
}

/// A file that is a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageFile<'c> {
    /// The file.
    pub id: FileId,
    /// Whether it is a post of the blog.
    pub is_post: bool,
    /// The code of the locale in whose language it is written.
    pub locale: &'c str,
}

/// The files that are pages: Markdown below the folders of `[[docs]]`, `[blog]` and `[pages]`, their versions and
/// their translations, without those whose name, or whose folder's name, begins with an
/// underscore; `_index.md` of a documents' folder is what its generated index says.
#[must_use]
pub fn page_files<'c>(config: &'c SiteConfig, tree: &SourceTree) -> Vec<PageFile<'c>> {
    let folders = Folders::new(config, &make_sets(config));
    let default = &config.default_locale().code;
    let mut files = Vec::new();
    for file in &tree.files {
        let is_markdown = file.has_extension("md") || file.has_extension("mdx");
        let place = is_markdown.then(|| folders.place_of(file)).flatten();
        files.extend(place.map(|place| {
            PageFile {
                id: file.id,
                is_post: place.part == content_files::Part::Blog,
                locale: place
                    .locale
                    .map_or(default, |number| &config.locales[number].code),
            }
        }));
    }
    files
}

/// Assembles the site from the parsed page files (see [`page_files`]).
#[must_use]
pub fn assemble_site(
    config: &SiteConfig,
    tree: &SourceTree,
    documents: Vec<ParsedFile>,
    sink: &mut Diagnostics,
) -> Site {
    if config.is_broken {
        // Without its configuration every link of the site may look broken.
        let mut quiet = Diagnostics::new();
        let mut site = assemble(config, tree, documents, &mut quiet);
        placeholders::fill(&mut site, tree, &mut quiet);
        quiet.discard();
        return site;
    }
    let mut site = assemble(config, tree, documents, sink);
    placeholders::fill(&mut site, tree, sink);
    site
}

/// Assembles edition by edition, the default locale's first: a problem of what they share is reported by the first.
fn assemble(
    config: &SiteConfig,
    tree: &SourceTree,
    documents: Vec<ParsedFile>,
    sink: &mut Diagnostics,
) -> Site {
    let default = config.default_locale();
    let others = config.locales.iter().filter(|locale| !locale.is_default);
    let locales: Vec<&LocaleConfig> = [default].into_iter().chain(others).collect();
    let mut configs = Vec::new();
    for locale in &locales {
        configs.push(translations::localize(config, locale, tree, sink));
    }
    let frames = locales.into_iter().zip(&configs);
    let frames: Vec<Frame<'_>> = frames
        .map(|(locale, config)| Frame::new(config, locale))
        .collect();
    let contexts: Vec<Context<'_>> = frames
        .iter()
        .zip(&configs)
        .map(|(frame, config)| Context {
            config,
            tree,
            sets: &frame.sets,
            frame,
        })
        .collect();
    let context = contexts[0];
    let mut claims = routes::Claims::default();
    let editions = locales::make_editions(&contexts, documents, &mut claims, sink);
    let statics = routes::static_files(context, &mut claims, sink);
    for context in &contexts {
        routes::claim_search(*context, &mut claims, sink);
    }
    let targets = links::Targets::new(&editions, &claims, statics);
    let mut redirects = Vec::new();
    for edition in &editions {
        edition.report(sink, |sink| {
            redirects.extend(redirects::make_redirects(edition, &targets, sink));
        });
    }
    redirects.sort_by(|a, b| a.from.cmp(&b.from));
    let mut linker = links::Linker::new(context, targets, &redirects);
    let favicon = site_props::favicon(context, &linker, sink);
    let metadata = site_props::metadata(context, &linker, sink);
    let mut site = Site {
        locale: default.code.clone(),
        not_found: doc_pages::not_found(context),
        not_found_below: contexts[1..]
            .iter()
            .map(|context| (context.base().to_owned(), doc_pages::not_found(*context)))
            .collect(),
        sidebars: BTreeMap::new(),
        static_files: Vec::new(),
        styles: page_styles(config),
        search: search_settings(context),
        image_copies: BTreeMap::new(),
        url: config.url.clone(),
        base_path: config.base_path.clone(),
        pages: Vec::new(),
        props: BTreeMap::new(),
        redirects,
        favicon,
        feeds: Vec::new(),
        metadata,
        title_template: config.title_template.clone(),
        published: BTreeMap::new(),
        gone: Vec::new(),
    };
    for edition in editions {
        edition.finish(&mut linker, &mut site, sink);
    }
    locales::link_alternates(config, &mut site.pages);
    site.pages.sort_by(|a, b| a.route.cmp(&b.route));
    checks::report_orphans(&site, &linker.linked, sink);
    linker.context = context;
    site.published = checks::published(&linker, &site);
    site.gone = checks::check_ledger(&linker, &site.published, sink);
    (site.static_files, site.image_copies) = linker.into_files();
    site
}
