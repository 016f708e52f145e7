//! What resolving links gives besides their targets: the pages that are linked, and the files that are served.

use super::reads::{Changes, Reads};
use super::served_files::ServedFiles;
use crate::model::{ResolvedLink, RoutePath};
use crate::source::FileId;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// The results of resolving the links of a site in all locales, or those of one article.
#[derive(Debug, Default)]
pub(crate) struct LinkResults {
    /// The pages that another page, the navbar or the footer links to.
    linked_pages: BTreeSet<RoutePath>,
    /// The links in data that several pages have, each with a page that has it.
    in_data: Vec<(RoutePath, Arc<LinkedPages>)>,
    /// All links to pages, if the configuration records them.
    pub(super) links: Vec<ResolvedLink>,
    /// Files outside of the static folders that are served from now on.
    pub(super) files: ServedFiles,
    /// The results of articles, which the cache may have, too.
    articles: Vec<Arc<LinkResults>>,
}

/// The pages that a part of data links to, and what was looked up for its links.
#[derive(Debug, Default)]
pub(super) struct LinkedPages {
    pub(super) pages: BTreeSet<RoutePath>,
    pub(super) reads: Reads,
}

impl LinkResults {
    /// Notes a link from one page to another. A page's links to itself do not count.
    pub(super) fn note(&mut self, from: &RoutePath, to: &RoutePath) {
        if from != to {
            insert(&mut self.linked_pages, to);
        }
    }

    /// Notes the links of data that the page at `from` has.
    pub(super) fn note_data(&mut self, from: &RoutePath, links: &Arc<LinkedPages>) {
        let is_known = |known: &(RoutePath, Arc<LinkedPages>)| {
            Arc::ptr_eq(&known.1, links) && known.0 == *from
        };
        if !self.in_data.last().is_some_and(is_known) {
            self.in_data.push((from.clone(), Arc::clone(links)));
        }
    }

    /// Adds the results of an article.
    pub(super) fn add_article(&mut self, results: &Arc<LinkResults>) {
        self.articles.push(Arc::clone(results));
    }

    /// Whether something has changed that was looked up for the links in data.
    pub(super) fn is_outdated(&self, changes: &Changes) -> bool {
        let mut data = self.in_data.iter();
        data.any(|(_, links)| links.reads.has_any(changes))
    }

    /// The files outside of the static folders that are served.
    pub(super) fn served(&self) -> impl Iterator<Item = FileId> {
        self.files.assets.values().copied()
    }

    /// The pages that are linked from elsewhere.
    pub(crate) fn linked_pages(&self) -> HashSet<&RoutePath> {
        let mut linked = HashSet::new();
        let mut first_pages: HashMap<*const LinkedPages, &RoutePath> = HashMap::new();
        for results in self.all() {
            linked.extend(&results.linked_pages);
            for (from, links) in &results.in_data {
                match first_pages.get(&Arc::as_ptr(links)) {
                    None => {
                        linked.extend(links.pages.iter().filter(|page| *page != from));
                        first_pages.insert(Arc::as_ptr(links), from);
                    }
                    // All others are in the set by now.
                    Some(first) if *first != from => linked.extend(links.pages.get(*first)),
                    Some(_) => {}
                }
            }
        }
        linked
    }

    /// All links to pages, sorted.
    pub(crate) fn sorted_links(&self) -> Vec<ResolvedLink> {
        let links = self.all().flat_map(|results| &results.links);
        let mut links: Vec<ResolvedLink> = links.cloned().collect();
        links.sort_unstable();
        links.dedup();
        links
    }

    /// The files that are served.
    pub(crate) fn served_files(&self) -> ServedFiles {
        let mut files = ServedFiles::default();
        for results in self.all() {
            let own = &results.files;
            let assets = own
                .assets
                .iter()
                .map(|(route, file)| (route.clone(), *file));
            files.assets.extend(assets);
            let copies = own.image_copies.iter();
            let copies = copies.map(|(route, copy)| (route.clone(), *copy));
            files.image_copies.extend(copies);
        }
        files
    }

    fn all(&self) -> impl Iterator<Item = &LinkResults> {
        self.articles.iter().map(|one| &**one).chain([self])
    }
}

pub(super) fn insert(set: &mut BTreeSet<RoutePath>, route: &RoutePath) {
    if !set.contains(route) {
        set.insert(route.clone());
    }
}
