//! Makes one site of many documents: routes, sidebars, breadcrumbs, previous and next, the blog's lists, redirects,
//! and every link checked and turned into what the reader's browser needs.
//!
//! Pure: the same tree and documents give the same [`Site`]. What Docusaurus decides, this decides alike.

mod anchors;
mod blog;
mod blog_pages;
mod body;
mod categories;
mod docs;
mod files;
mod images;
mod links;
mod listing;
mod navigation;
mod pages;
mod patterns;
mod redirects;
mod routes;
mod sidebars;
mod site_props;
mod targets;

#[cfg(test)]
mod tests;

pub use self::listing::routes_json;

use crate::config::SiteConfig;
use crate::diagnostic::Diagnostics;
use crate::document::Document;
use crate::front_matter::FrontMatter;
use crate::model::Site;
use crate::source::{FileId, SourceTree};

/// A Markdown file in its two parts.
pub type ParsedFile = (FileId, FrontMatter, Document);

/// What every part of the assembly may look at.
#[derive(Clone, Copy, Debug)]
struct Context<'a> {
    config: &'a SiteConfig,
    tree: &'a SourceTree,
}

/// The files that are pages: Markdown below the folders of `[[docs]]` and `[blog]`, without those whose name, or
/// whose folder's name, begins with an underscore.
#[must_use]
pub fn page_files(config: &SiteConfig, tree: &SourceTree) -> Vec<FileId> {
    let context = Context { config, tree };
    let pages = tree.files.iter().filter(|file| {
        let is_markdown = file.has_extension("md") || file.has_extension("mdx");
        is_markdown && routes::place_of(context, file).is_some()
    });
    pages.map(|file| file.id).collect()
}

/// Assembles the site from the parsed page files (see [`page_files`]).
#[must_use]
pub fn assemble_site(
    config: &SiteConfig,
    tree: &SourceTree,
    documents: Vec<ParsedFile>,
    sink: &mut Diagnostics,
) -> Site {
    let context = Context { config, tree };
    if config.is_broken {
        // Without its configuration every link of the site may look broken.
        let mut quiet = Diagnostics::new();
        let site = assemble(context, documents, &mut quiet);
        quiet.discard();
        return site;
    }
    assemble(context, documents, sink)
}

fn assemble(context: Context<'_>, mut documents: Vec<ParsedFile>, sink: &mut Diagnostics) -> Site {
    let Context { config, tree } = context;
    documents.sort_by_key(|(file, ..)| *file);
    let mut claims = routes::Claims::default();
    let mut docs = Vec::new();
    let mut posts = Vec::new();
    for parsed in documents {
        match routes::place_of(context, tree.file(parsed.0)) {
            Some(routes::Place::Docs(instance)) => {
                docs.extend(docs::make_doc(context, instance, parsed, sink));
            }
            Some(routes::Place::Blog) => posts.extend(blog::make_post(context, parsed, sink)),
            None => {}
        }
    }
    let (drafts, docs): (Vec<_>, Vec<_>) = docs.into_iter().partition(|doc| doc.front.draft);
    let (docs, lost) = claims.claim_docs(context, docs, sink);
    let sidebars = sidebars::make_sidebars(context, &docs, &mut claims, sink);
    let blog = blog::make_blog(context, posts, &mut claims, sink);
    let statics = routes::static_files(context, &mut claims, sink);
    routes::claim_search(context, &mut claims, sink);
    let targets = targets::Targets::new(&docs, &lost, &blog, &claims, statics);
    let redirects = redirects::make_redirects(context, &docs, &blog, &targets, sink);
    let mut linker = links::Linker::new(context, targets, &redirects);
    let props = site_props::make_site_props(context, (&docs, &drafts), &mut linker, sink);
    let favicon = site_props::favicon(context, &linker, sink);
    let pages = pages::make_pages(context, docs, &sidebars, blog, &mut linker, sink);
    Site {
        not_found: pages::not_found(context),
        sidebars: sidebars.into_trees(context),
        static_files: linker.into_files(),
        url: config.url.clone(),
        base_path: config.base_path.clone(),
        pages,
        props,
        redirects,
        favicon,
    }
}
