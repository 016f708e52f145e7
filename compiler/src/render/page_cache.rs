//! A cache of the rendered pages of the last build, for a process that builds repeatedly.
//!
//! There is no list of dependencies that could be incomplete: a page is rendered from nothing but its [`Page`], the
//! [`SharedInputs`] and the bundle, and they are compared as a whole; of the bundle's code only that of the page's components. A
//! page whose rendering has a problem is not cached, so that each build reports the problem.

use super::RenderedPage;
use super::bundle::Bundle;
use super::requests::{component_names, outermost_tags};
use super::resident_worker::ResidentWorker;
use super::section_links::SectionLinks;
use super::worker::RenderError;
use crate::model::{Page, Site};
use crate::system::cache::Key;
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

/// The rendered pages of the last build, the tags whose rendering did not end, and the process that renders the next ones.
#[derive(Debug, Default)]
pub struct PageCache(Mutex<CachedPages>, EndlessTags, ResidentWorker);

/// Errors of tags that did not end, by the code of their components and their properties: each attempt takes as long.
#[derive(Debug, Default)]
pub(super) struct EndlessTags(Mutex<BTreeMap<[u8; 32], RenderError>>);

impl EndlessTags {
    pub(super) fn find(&self, key: &Key) -> Option<RenderError> {
        let known = self.0.lock().expect("BUG: a render panicked");
        known.get(key.as_bytes()).cloned()
    }

    pub(super) fn insert(&self, key: Key, error: RenderError) {
        let mut known = self.0.lock().expect("BUG: a render panicked");
        known.insert(*key.as_bytes(), error);
    }
}

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

impl CachedPages {
    /// Forgets the pages that other inputs would render in another way.
    fn keep_what_holds(&mut self, shared: &SharedInputs, bundle: &Bundle) {
        if let Some((own, of)) = &self.shared
            && own == shared
            && has_same_frame(of, bundle)
        {
            if of == bundle {
                return;
            }
            self.pages.retain(|_, (page, _)| {
                let names = component_names(outermost_tags(page));
                of.code_hash(&names) == bundle.code_hash(&names)
            });
        } else {
            self.pages.clear();
        }
        self.shared = Some((shared.clone(), bundle.clone()));
    }
}

/// Whether two bundles can differ only in files of the client, and in the code of some components.
fn has_same_frame(one: &Bundle, other: &Bundle) -> bool {
    let shared = |bundle: &Bundle| match &bundle.code {
        Some(code) => code.shared.clone(),
        None => bundle.ssr_hash.to_string(),
    };
    shared(one) == shared(other) && one.styles == other.styles && one.components == other.components
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
        cached.keep_what_holds(shared, bundle);
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

    pub(super) fn endless(&self) -> &EndlessTags {
        &self.1
    }

    pub(super) fn resident_worker(&self) -> &ResidentWorker {
        &self.2
    }

    /// How many pages were cached so far.
    #[cfg(test)]
    pub(crate) fn count(&self) -> u64 {
        self.0.lock().expect("BUG: a render panicked").last_revision
    }
}
