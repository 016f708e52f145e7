//! The search index of the last site that was built.
//!
//! An index takes longer than the rest of a build, so that it is built on a separate thread when somebody searches. Searches wait
//! for it for a moment. Then they are answered by the last index, which may be that of an earlier site. One index is built at a time, and
//! each is freed when no search uses it any more.

use super::print_error;
use crate::search::{Engine, LazyEngine};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use tokio::sync::watch;

/// How long a search waits for a newer index.
const NEWER_TIMEOUT: Duration = Duration::from_secs(1);
/// How long a search waits for the first index: the search of the interface waits for eight seconds.
const FIRST_TIMEOUT: Duration = Duration::from_secs(5);

/// Returns the bytes of an index, or why it cannot be built.
pub(super) type BuildIndex = Box<dyn FnOnce() -> Result<Vec<u8>, String> + Send>;

/// The last index, and what the next one is built from.
#[derive(Debug)]
pub(super) struct SearchIndexes {
    next: Mutex<NextIndex>,
    last: watch::Sender<Option<LastIndex>>,
}

/// An index that was built.
#[derive(Clone, Debug)]
struct LastIndex {
    /// The number of its site.
    site: u64,
    engine: Arc<LazyEngine>,
}

struct NextIndex {
    /// The number of the last site.
    site: u64,
    /// The number of the last site that was searched.
    searched: u64,
    /// The index of the last site without its pages; without an engine if the site has no search.
    outline: Arc<LazyEngine>,
    build: Option<BuildIndex>,
    is_building: bool,
}

impl fmt::Debug for NextIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NextIndex")
    }
}

impl Default for SearchIndexes {
    fn default() -> Self {
        SearchIndexes {
            next: Mutex::new(NextIndex {
                site: 0,
                searched: 0,
                outline: Arc::new(LazyEngine::opened(None)),
                build: None,
                is_building: false,
            }),
            last: watch::Sender::new(None),
        }
    }
}

impl SearchIndexes {
    fn lock(&self) -> MutexGuard<'_, NextIndex> {
        (self.next.lock()).expect("BUG: a thread that builds an index panicked")
    }

    /// The index of the last site without its pages.
    pub(super) fn outline(&self) -> Arc<LazyEngine> {
        Arc::clone(&self.lock().outline)
    }

    /// Stores what the index of a new site is built from. Returns that of the site before, which takes long to free.
    pub(super) fn replace(
        &self,
        outline: Option<Engine>,
        build: BuildIndex,
    ) -> Option<impl Sized + use<>> {
        let mut next = self.lock();
        next.site += 1;
        next.outline = Arc::new(LazyEngine::opened(outline));
        next.build.replace(build)
    }

    /// The engine for a search: of the last site if its index is built in time, else of an earlier one, if there is any.
    pub(super) async fn engine(self: &Arc<Self>) -> Option<Arc<LazyEngine>> {
        let has_any = self.last.borrow().is_some();
        let timeout = if has_any {
            NEWER_TIMEOUT
        } else {
            FIRST_TIMEOUT
        };
        self.engine_within(timeout).await
    }

    async fn engine_within(self: &Arc<Self>, timeout: Duration) -> Option<Arc<LazyEngine>> {
        let mut last = self.last.subscribe();
        let site = match self.start() {
            Ok(site) => site,
            Err(outline) => return Some(outline),
        };
        let newer = last.wait_for(|last| last.as_ref().is_some_and(|last| last.site >= site));
        let _ = tokio::time::timeout(timeout, newer).await;
        let last = self.last.borrow();
        last.as_ref().map(|last| Arc::clone(&last.engine))
    }

    /// Builds the index of the last site on a thread, unless it is built or one is being built. Returns the number of the site; the
    /// outline if the site has no search.
    fn start(self: &Arc<Self>) -> Result<u64, Arc<LazyEngine>> {
        let mut next = self.lock();
        if next.outline.engine().is_none() {
            return Err(Arc::clone(&next.outline));
        }
        next.searched = next.site;
        let known = self.last.borrow().as_ref().map_or(0, |last| last.site);
        if known < next.site && !next.is_building {
            next.is_building = true;
            let indexes = Arc::clone(self);
            std::thread::spawn(move || indexes.build());
        }
        Ok(next.site)
    }

    /// Builds indexes until the last site that was searched has one.
    fn build(&self) {
        while let Some((site, outline, build)) = self.take() {
            let built = build();
            let opened = built.and_then(|bytes| Ok(Engine::open_copy(&bytes)?));
            let engine = match opened {
                Ok(engine) => Arc::new(LazyEngine::opened(Some(engine))),
                Err(error) => {
                    print_error(&format!("cannot build the search index: {error}"));
                    outline
                }
            };
            // The index before is freed here if no search uses it.
            (self.last).send_modify(|last| *last = Some(LastIndex { site, engine }));
        }
    }

    fn take(&self) -> Option<(u64, Arc<LazyEngine>, BuildIndex)> {
        let mut next = self.lock();
        let known = self.last.borrow().as_ref().map_or(0, |last| last.site);
        let is_wanted = known < next.searched;
        let build = is_wanted.then(|| next.build.take()).flatten();
        next.is_building = build.is_some();
        build.map(|build| (next.site, Arc::clone(&next.outline), build))
    }
}

#[cfg(test)]
mod tests;
