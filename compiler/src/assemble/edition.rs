//! The site in one locale: its documents, sidebars and posts.

use super::blog::{make_post, read_books};
use super::blog_lists::{Blog, make_blog};
use super::broken::Lookups;
use super::dimensions::{Folders, Part, placed_files};
use super::doc_tags::{DocTags, make_doc_tags};
use super::docs::{Doc, make_doc, report_shared_ids};
use super::indexes::IndexBodies;
use super::links::Linker;
use super::navbar::Shown;
use super::pages::make_pages;
use super::react_pages::{self, ReactPage};
use super::routes::{Claims, claim_home};
use super::sidebars::{Sidebars, make_sidebars};
use super::site_props::make_site_props;
use super::standalone::{self, Standalone, make_standalone};
use super::{Context, ParsedFile};
use crate::diagnostic::Diagnostics;
use crate::model::{RoutePath, Site};
use crate::source::FileId;
use std::collections::BTreeMap;

/// The site in one locale.
#[derive(Debug)]
pub(super) struct Edition<'a> {
    /// Its locale, and all else.
    pub(super) context: Context<'a>,
    /// The published documents.
    pub(super) docs: Vec<Doc>,
    /// Drafts.
    pub(super) drafts: Vec<Doc>,
    /// Documents whose path another page has.
    pub(super) lost: Vec<(FileId, RoutePath)>,
    /// The sidebars of its documents.
    pub(super) sidebars: Sidebars,
    /// The tags of its documents.
    pub(super) tags: DocTags,
    /// Its blog.
    pub(super) blog: Blog,
    /// What stands on its generated indexes.
    pub(super) bodies: IndexBodies,
    /// Its pages of their own.
    pub(super) own: Vec<Standalone>,
    /// Its pages that are React components.
    pub(super) react: Vec<ReactPage>,
    /// Whether its home is to be made.
    needs_home: bool,
}

/// Makes the editions of these locales, the default one first.
pub(super) fn make_editions<'a>(
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
    let own = standalone::claim(context, own, claims, sink);
    Edition {
        react: react_pages::find_pages(context, claims, sink),
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
    pub(super) fn report(&self, sink: &mut Diagnostics, find: impl FnOnce(&mut Diagnostics)) {
        report(self.context, sink, find);
    }

    /// Makes the pages and all else of the site that is this locale's.
    pub(super) fn finish(
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
                site.pages.extend(react_pages::home(context, &props.navbar));
            }
            for page in self.react {
                let page = react_pages::make_page(context, page, &props.navbar);
                site.pages.push(page);
            }
            site.props.insert(context.locale().code.clone(), props);
            site.feeds.extend(self.blog.feed(context));
            let sidebars = (&self.sidebars, &self.tags);
            let pages = (self.docs, self.bodies);
            let pages = make_pages(context, pages, sidebars, self.blog, linker, sink);
            site.pages.extend(pages);
            let own = standalone::make_pages(context, self.own, linker, sink);
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
