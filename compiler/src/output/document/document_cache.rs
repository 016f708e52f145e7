//! A cache of the HTML documents of the last build, for a process that builds repeatedly.
//!
//! [`HtmlContext`] holds only what all pages of the site share. So the documents of a page depend on its rendering,
//! whose revision stands for the page and the site's shared part, and on the inputs that are compared here. A page with markup
//! that the policy refuses is not cached, so that each build reports it.

use super::{DocumentBundle, HtmlContext};
use crate::model::RoutePath;
use crate::pack::PageAssets;
use crate::render::RenderedPage;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// The documents of the last build.
#[derive(Debug, Default)]
pub struct DocumentCache(Mutex<CachedDocuments>);

#[derive(Debug, Default)]
struct CachedDocuments {
    bundle: Option<DocumentBundle>,
    has_search: bool,
    static_files: StaticFiles,
    /// By the revision of the rendering, with its style sheets.
    pages: BTreeMap<u64, (Vec<String>, PageAssets)>,
    #[cfg(test)]
    count: u64,
}

/// The bytes of the files that are served as they are, sorted by path.
pub(in crate::output) type StaticFiles = Vec<(RoutePath, Arc<[u8]>)>;

fn are_equal(one: &StaticFiles, other: &StaticFiles) -> bool {
    let is_same = |(one, other): (&Arc<[u8]>, &Arc<[u8]>)| Arc::ptr_eq(one, other) || one == other;
    let mut pairs = one.iter().zip(other);
    one.len() == other.len() && pairs.all(|(a, b)| a.0 == b.0 && is_same((&a.1, &b.1)))
}

impl DocumentCache {
    /// The cached documents of each page that would be written from equal inputs. Forgets all others.
    pub(in crate::output) fn find(
        &self,
        context: &HtmlContext<'_>,
        rendered: &[RenderedPage],
    ) -> Vec<Option<PageAssets>> {
        let mut cached = self.0.lock().expect("BUG: a writer panicked");
        let is_shared = cached.bundle.as_ref() == Some(context.bundle)
            && cached.has_search == context.has_search
            && are_equal(&cached.static_files, context.static_files);
        if !is_shared {
            cached.bundle = Some(context.bundle.clone());
            cached.has_search = context.has_search;
            cached.static_files.clone_from(context.static_files);
            cached.pages.clear();
        }
        let mut known = std::mem::take(&mut cached.pages);
        let present = rendered.iter().filter(|page| page.revision > 0);
        let present = present.filter_map(|page| {
            let entry = known.remove(&page.revision)?;
            (entry.0 == page.styles).then_some((page.revision, entry))
        });
        cached.pages = present.collect();
        let known = &cached.pages;
        let pages = rendered.par_iter();
        pages
            .map(|page| Some(known.get(&page.revision)?.1.clone()))
            .collect()
    }

    /// Adds the documents of a page.
    pub(in crate::output) fn insert(&self, rendered: &RenderedPage, assets: &PageAssets) {
        if rendered.revision > 0 {
            let mut cached = self.0.lock().expect("BUG: a writer panicked");
            let entry = (rendered.styles.clone(), assets.clone());
            cached.pages.insert(rendered.revision, entry);
            #[cfg(test)]
            (cached.count += 1);
        }
    }

    /// How many documents were cached so far.
    #[cfg(test)]
    pub(crate) fn count(&self) -> u64 {
        self.0.lock().expect("BUG: a writer panicked").count
    }
}
