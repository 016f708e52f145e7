//! What a link can lead to: pages with their anchors, files served as they are, files that became pages.

use super::Context;
use super::anchors::anchors_of;
use super::blog::Blog;
use super::docs::Doc;
use super::routes::{Claims, without_base};
use crate::model::RoutePath;
use crate::source::FileId;
use std::collections::{BTreeMap, BTreeSet};

/// The places of the site.
#[derive(Debug)]
pub(super) struct Targets {
    /// Pages and their anchors; `None` of pages made by rule, whose anchors nobody may rely on.
    pages: BTreeMap<RoutePath, Option<BTreeSet<String>>>,
    /// Paths of files that are pages.
    by_file: BTreeMap<FileId, RoutePath>,
    /// Files served as they are.
    pub(super) statics: BTreeMap<RoutePath, FileId>,
}

impl Targets {
    /// Collects the places; `lost` are documents whose path another page has.
    pub(super) fn new(
        docs: &[Doc],
        lost: &[(FileId, RoutePath)],
        blog: &Blog,
        claims: &Claims,
        statics: BTreeMap<RoutePath, FileId>,
    ) -> Self {
        let mut targets = Targets {
            pages: BTreeMap::new(),
            by_file: lost.iter().cloned().collect(),
            statics,
        };
        let pages = claims
            .routes()
            .filter(|route| !targets.statics.contains_key(route));
        targets.pages = pages.map(|route| (route.clone(), None)).collect();
        let docs = docs.iter().map(|doc| (doc.file, &doc.route, &doc.document));
        let posts = blog.posts.iter();
        let posts = posts.map(|post| (post.file, &post.route, &post.document));
        for (file, route, document) in docs.chain(posts) {
            targets.by_file.insert(file, route.clone());
            let anchors = anchors_of(document);
            targets.pages.insert(route.clone(), Some(anchors));
        }
        targets
    }

    /// Whether there is a page.
    pub(super) fn has_page(&self, route: &RoutePath) -> bool {
        self.pages.contains_key(route)
    }

    /// The anchors of a page, where they are known.
    pub(super) fn anchors(&self, route: &RoutePath) -> Option<&BTreeSet<String>> {
        self.pages.get(route)?.as_ref()
    }

    /// The page that a file became.
    pub(super) fn page_of_file(&self, file: FileId) -> Option<&RoutePath> {
        self.by_file.get(&file)
    }

    /// The paths of all pages, base path left out: what an author would write.
    pub(super) fn written_paths<'t>(
        &'t self,
        context: Context<'t>,
    ) -> impl Iterator<Item = &'t str> {
        let pages = self.pages.keys();
        pages.map(move |route| without_base(context, route.as_str()))
    }

    /// The first page made of a file below a folder of the tree.
    pub(super) fn first_page_below(
        &self,
        context: Context<'_>,
        folder: &str,
    ) -> Option<&RoutePath> {
        let mut files = context.tree.below(folder);
        files.find_map(|file| self.by_file.get(&file.id))
    }
}
