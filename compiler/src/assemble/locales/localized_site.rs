//! The site in one locale: its documents, sidebars and posts.

use crate::assemble::blog::{Blog, make_blog, make_post, read_books};
use crate::assemble::content_files::{Folders, Part, placed_files};
use crate::assemble::doc_pages::{IndexBodies, make_pages};
use crate::assemble::docs::{Doc, DocTags, make_doc, make_doc_tags, report_shared_ids};
use crate::assemble::links::{Linker, Lookups};
use crate::assemble::pages::{
    ReactPage, Standalone, claim_standalone, find_react_pages, home_page, make_react_page,
    make_standalone, make_standalone_pages,
};
use crate::assemble::routes::{Claims, claim_home};
use crate::assemble::sidebars::{Sidebars, make_sidebars};
use crate::assemble::site_props::{Shown, make_site_props};
use crate::assemble::{Context, ParsedFile};
use crate::diagnostic::Diagnostics;
use crate::model::{RoutePath, Site};
use crate::source::FileId;
use std::collections::BTreeMap;

/// The site in one locale.
#[derive(Debug)]
pub(crate) struct Edition<'a> {
    /// Its locale, and all else.
    pub(crate) context: Context<'a>,
    /// The published documents.
    pub(crate) docs: Vec<Doc>,
    /// Drafts.
    pub(crate) drafts: Vec<Doc>,
    /// Documents whose path another page has.
    pub(crate) lost: Vec<(FileId, RoutePath)>,
    /// The sidebars of its documents.
    pub(crate) sidebars: Sidebars,
    /// The tags of its documents.
    pub(crate) tags: DocTags,
    /// Its blog.
    pub(crate) blog: Blog,
    /// What stands on its generated indexes.
    pub(crate) bodies: IndexBodies,
    /// Its pages of their own.
    pub(crate) own: Vec<Standalone>,
    /// Its pages that are React components.
    pub(crate) react: Vec<ReactPage>,
    /// Whether its home is to be made.
    needs_home: bool,
}

/// Makes the editions of these locales, the default one first.
pub(crate) fn make_editions<'a>(
    contexts: &[Context<'a>],
    documents: Vec<ParsedFile>,
    claims: &mut Claims,
    sink: &mut Diagnostics,
) -> Vec<Edition<'a>> {
    let mut files: BTreeMap<FileId, ParsedFile> = documents
        .into_iter()
        .map(|parsed| (parsed.0, parsed))
        .collect();
    let last = contexts.len().saturating_sub(1);
    let mut editions = Vec::new();
    for (at, context) in contexts.iter().enumerate() {
        // Originals are parsed once for all locales that fall back to them; the last may have them.
        let take = |file: FileId, files: &mut BTreeMap<FileId, ParsedFile>| match at {
            at if at == last => files.remove(&file),
            _ => files.get(&file).cloned(),
        };
        report(*context, sink, |sink| {
            editions.push(make_edition(*context, &mut files, take, claims, sink));
        });
    }
    editions
}

fn make_edition<'a>(
    context: Context<'a>,
    files: &mut BTreeMap<FileId, ParsedFile>,
    take: impl Fn(FileId, &mut BTreeMap<FileId, ParsedFile>) -> Option<ParsedFile>,
    claims: &mut Claims,
    sink: &mut Diagnostics,
) -> Edition<'a> {
    let folders = Folders::new(context.config, context.sets);
    let site = (context.config, context.tree, &folders);
    let mut docs = Vec::new();
    let mut posts = Vec::new();
    let mut own = Vec::new();
    let mut bodies = IndexBodies::default();
    let books = read_books(context, sink);
    let placed = placed_files(site, context.locale(), files.keys().copied());
    for (part, placed) in placed {
        let Some(parsed) = take(placed.file, files) else {
            continue;
        };
        match part {
            Part::Docs(set) => docs.extend(make_doc(context, set, placed, parsed, sink)),
            Part::Blog => posts.extend(
                books
                    .as_ref()
                    .and_then(|books| make_post(context, (placed, books), parsed, sink)),
            ),
            Part::Pages => own.extend(make_standalone(context, placed, parsed, sink)),
            Part::Indexes(set) => bodies.add(set, placed.path, parsed),
        }
    }
    let is_left_out = |doc: &Doc| doc.front.draft && !context.config.shows_drafts;
    let (drafts, docs): (Vec<_>, Vec<_>) = docs.into_iter().partition(is_left_out);
    let (docs, lost) = claims.claim_docs(context, docs, sink);
    report_shared_ids(&docs, sink);
    let sidebars = make_sidebars(context, (&docs, &drafts), claims, sink);
    let tags = make_doc_tags(context, &docs, claims, sink);
    let blog = make_blog(context, books, posts, claims, sink);
    let own = claim_standalone(context, own, claims, sink);
    Edition {
        react: find_react_pages(context, claims, sink),
        needs_home: claim_home(context, claims),
        own,
        bodies,
        context,
        docs,
        drafts,
        lost,
        sidebars,
        tags,
        blog,
    }
}

impl<'a> Edition<'a> {
    /// Lets `find` look for problems, and reports those that an edition before this one has not.
    pub(crate) fn report(&self, sink: &mut Diagnostics, find: impl FnOnce(&mut Diagnostics)) {
        report(self.context, sink, find);
    }

    /// Makes the pages and all else of the site that is this locale's.
    pub(crate) fn finish(
        mut self,
        linker: &mut Linker<'a>,
        site: &mut Site,
        sink: &mut Diagnostics,
    ) {
        let context = self.context;
        linker.context = context;
        linker.lookups = Lookups::default();
        report(context, sink, |sink| {
            self.sidebars.draw(&self.docs, linker, sink);
            let shown = Shown {
                docs: &self.docs,
                drafts: &self.drafts,
                sidebars: &self.sidebars,
            };
            let props = make_site_props(context, shown, linker, sink);
            if self.needs_home {
                site.pages.extend(home_page(context, &props.navbar));
            }
            for page in self.react {
                let page = make_react_page(context, page, &props.navbar);
                site.pages.push(page);
            }
            site.props.insert(context.locale().code.clone(), props);
            site.feeds.extend(self.blog.feed(context));
            let sidebars = (&self.sidebars, &self.tags);
            let pages = (self.docs, self.bodies);
            let pages = make_pages(context, pages, sidebars, self.blog, linker, sink);
            site.pages.extend(pages);
            let own = make_standalone_pages(context, self.own, linker, sink);
            site.pages.extend(own);
        });
        site.sidebars.extend(self.sidebars.into_trees());
    }
}

fn report(context: Context<'_>, sink: &mut Diagnostics, find: impl FnOnce(&mut Diagnostics)) {
    if context.locale().is_default {
        return find(sink);
    }
    let mut own = Diagnostics::new();
    find(&mut own);
    sink.absorb_new(own);
}
