//! What a link can lead to: pages with their anchors, files served as they are, files that became pages.

use super::anchors::anchors_of;
use crate::assemble::Context;
use crate::assemble::locales::Edition;
use crate::assemble::routes::{Claims, without_base};
use crate::model::RoutePath;
use crate::source::FileId;
use std::collections::{BTreeMap, BTreeSet};

/// The places of the site.
#[derive(Debug)]
pub(crate) struct Targets {
    /// Pages and their anchors; `None` where components may make more of them than is known before they are drawn.
    /// Pages made by rule (lists, category indexes, search) have none that a link may rely on.
    pages: BTreeMap<RoutePath, Option<BTreeSet<String>>>,
    /// Paths of files that are pages, by the locale's code: an original is a page of each locale, also where a
    /// translation stands for it.
    by_file: BTreeMap<String, BTreeMap<FileId, RoutePath>>,
    /// Files served as they are.
    pub(crate) statics: BTreeMap<RoutePath, FileId>,
}

impl Targets {
    /// Collects the places of all editions.
    pub(crate) fn new(
        editions: &[Edition<'_>],
        claims: &Claims,
        statics: BTreeMap<RoutePath, FileId>,
    ) -> Self {
        let mut targets = Targets {
            pages: BTreeMap::new(),
            by_file: BTreeMap::new(),
            statics,
        };
        let pages = claims
            .routes()
            .filter(|route| !targets.statics.contains_key(route));
        targets.pages = pages
            .map(|route| (route.clone(), Some(BTreeSet::new())))
            .collect();
        for edition in editions {
            targets.add(edition);
        }
        targets
    }

    fn add(&mut self, edition: &Edition<'_>) {
        // Documents whose path another page has count as that page.
        let mut by_file: BTreeMap<FileId, RoutePath> = edition.lost.iter().cloned().collect();
        let docs = edition.docs.iter();
        let docs = docs.map(|doc| ([Some(doc.file), doc.translates], &doc.route, &doc.document));
        let posts = edition.blog.posts.iter();
        let posts = posts.map(|post| {
            (
                [Some(post.file), post.translates],
                &post.route,
                &post.document,
            )
        });
        let own = edition.own.iter();
        let own = own.map(|page| {
            let files = [Some(page.file), page.translates];
            (files, &page.route, &page.document)
        });
        for (files, route, document) in docs.chain(posts).chain(own) {
            for file in files.into_iter().flatten() {
                by_file.insert(file, route.clone());
            }
            self.pages.insert(route.clone(), Some(anchors_of(document)));
        }
        // What a React component draws is not known.
        let react = edition.react.iter().map(|page| page.route.clone());
        self.pages.extend(react.map(|route| (route, None)));
        let locale = &edition.context.locale().code;
        self.by_file.insert(locale.clone(), by_file);
    }

    /// Whether there is a page.
    pub(crate) fn has_page(&self, route: &RoutePath) -> bool {
        self.pages.contains_key(route)
    }

    /// The anchors of a page, where they are known.
    pub(crate) fn anchors(&self, route: &RoutePath) -> Option<&BTreeSet<String>> {
        self.pages.get(route)?.as_ref()
    }

    /// The pages made of files in the locale at hand.
    pub(crate) fn own_pages(&self, context: Context<'_>) -> BTreeSet<&RoutePath> {
        let files = self.by_file.get(&context.locale().code);
        files.into_iter().flat_map(BTreeMap::values).collect()
    }

    /// The page that a file became in the locale at hand.
    pub(crate) fn page_of_file(&self, context: Context<'_>, file: FileId) -> Option<&RoutePath> {
        self.by_file.get(&context.locale().code)?.get(&file)
    }

    /// The paths of all pages, base path left out: what an author would write.
    pub(crate) fn written_paths<'t>(
        &'t self,
        context: Context<'t>,
    ) -> impl Iterator<Item = &'t str> {
        // Pages of other locales are no neighbours.
        let base = context.base();
        let pages = self.pages.keys();
        let pages = pages.filter(move |route| route.as_str().starts_with(base));
        pages.map(move |route| without_base(context, route.as_str()))
    }

    /// The first page made of a file below a folder of the tree.
    pub(crate) fn first_page_below(
        &self,
        context: Context<'_>,
        folder: &str,
    ) -> Option<&RoutePath> {
        let mut files = context.tree.below(folder);
        files.find_map(|file| self.page_of_file(context, file.id))
    }
}
