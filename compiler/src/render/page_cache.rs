//! A cache of the rendered pages of the last build, for a process that builds repeatedly.
//!
//! There is no list of dependencies that could be incomplete: a page is rendered from nothing but its [`Page`] and the
//! [`SharedInputs`], and both are compared as a whole. A page whose rendering has a problem is not cached, so that each
//! build reports the problem.

use super::RenderedPage;
use super::bundle::Bundle;
use super::section_links::SectionLinks;
use crate::model::{Page, Site};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

/// What all pages are rendered with, besides the bundle.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SharedInputs {
    /// The site without its pages.
    pub(super) site: Site,
    /// The headings that lists below headings link to.
    pub(super) section_links: Option<SectionLinks>,
}

impl SharedInputs {
    pub(super) fn of(site: &Site) -> Self {
        SharedInputs {
            site: site.shared_part(),
            section_links: SectionLinks::new(site),
        }
    }
}

/// The rendered pages of the last build.
#[derive(Debug, Default)]
pub struct PageCache(Mutex<CachedPages>);

#[derive(Debug, Default)]
struct CachedPages {
    shared: Option<(SharedInputs, Bundle)>,
    pages: BTreeMap<PageKey, (Page, RenderedPage)>,
    last_revision: u64,
}

/// Locale and path.
type PageKey = (String, String);

fn key_of(page: &Page) -> PageKey {
    (page.locale.clone(), page.route.to_string())
}

impl PageCache {
    /// The cached rendering of each page that would be rendered from equal inputs. Forgets pages that are gone, and all
    /// of them when the shared inputs changed.
    pub(super) fn find(
        &self,
        shared: &SharedInputs,
        bundle: &Bundle,
        pages: &[&Page],
    ) -> Vec<Option<RenderedPage>> {
        let mut cached = self.0.lock().expect("BUG: a render panicked");
        let known = cached.shared.as_ref();
        if known.is_none_or(|(own, of)| own != shared || of != bundle) {
            cached.shared = Some((shared.clone(), bundle.clone()));
            cached.pages.clear();
        }
        if cached.pages.len() > pages.len() {
            let present: BTreeSet<PageKey> = pages.iter().map(|page| key_of(page)).collect();
            cached.pages.retain(|key, _| present.contains(key));
        }
        let known = &cached.pages;
        let find = |page: &&Page| {
            let (own, rendered) = known.get(&key_of(page))?;
            (own == *page).then(|| rendered.clone())
        };
        pages.par_iter().map(find).collect()
    }

    /// Adds a page, and gives its rendering a number that no other one has.
    pub(super) fn insert(&self, page: &Page, rendered: &mut RenderedPage) {
        let mut cached = self.0.lock().expect("BUG: a render panicked");
        cached.last_revision += 1;
        rendered.revision = cached.last_revision;
        let entry = (page.clone(), rendered.clone());
        cached.pages.insert(key_of(page), entry);
    }

    /// How many pages were cached so far.
    #[cfg(test)]
    pub(crate) fn count(&self) -> u64 {
        self.0.lock().expect("BUG: a render panicked").last_revision
    }
}
