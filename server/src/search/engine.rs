//! Opens the search index of a site and finds the sections that match a query, best first.
//!
//! In: the bytes of the index and a query. Out: hits. The rest of the server uses only [`Engine`] and [`LazyEngine`], so
//! that another search engine could replace this one.

use super::budget::{Budget, Stage};
use super::index::{Index, Meta};
use super::query::{MatchOptions, Query};
use super::rank::{self, Hit};
use super::record;
use crate::table::Site;
use std::cmp::Reverse;
use std::sync::OnceLock;

/// Sections of the index that are filtered together, and the visits for that.
const BLOCK: usize = 64;
const BLOCK_VISITS: usize = 16;

/// A search engine for one index.
#[derive(Debug)]
pub struct Engine {
    /// The index.
    pub index: Index,
}

/// The engine of a site, opened at its first use.
#[derive(Debug)]
pub struct LazyEngine {
    bytes: Option<&'static [u8]>,
    engine: OnceLock<Result<Option<Engine>, &'static str>>,
}

impl LazyEngine {
    /// The engine of a site; the site may have no search.
    #[must_use]
    pub fn new(site: &'static Site) -> LazyEngine {
        LazyEngine {
            bytes: site.search_index(),
            engine: OnceLock::new(),
        }
    }

    /// An engine that is open already, or the lack of one.
    #[must_use]
    pub fn opened(engine: Option<Engine>) -> LazyEngine {
        LazyEngine {
            bytes: None,
            engine: OnceLock::from(Ok(engine)),
        }
    }

    /// The data of the index that is the same for all pages.
    #[must_use]
    pub fn meta(&self) -> Option<&Meta> {
        self.engine().map(|engine| &engine.index.meta)
    }

    /// The engine; `None` when the site has no search, or the index cannot be used.
    #[must_use]
    pub fn engine(&self) -> Option<&Engine> {
        self.open().ok().flatten()
    }

    /// Opens the index, once.
    ///
    /// # Errors
    /// The reason why the index cannot be used.
    pub fn open(&self) -> Result<Option<&Engine>, &'static str> {
        let open = || self.bytes.map(Engine::open).transpose();
        let opened = self.engine.get_or_init(open);
        opened.as_ref().map(Option::as_ref).map_err(|error| *error)
    }
}

/// The result of a query.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The query.
    pub query: Query,
    /// The sections, best first.
    pub hits: Vec<Hit>,
}

impl Engine {
    /// An engine for the index in these bytes.
    ///
    /// # Errors
    /// The reason why they are not an index.
    pub fn open(bytes: &'static [u8]) -> Result<Engine, &'static str> {
        Index::open(bytes).map(|index| Engine { index })
    }

    /// An engine with a copy of the index in these bytes, which is freed with the engine.
    ///
    /// # Errors
    /// The reason why they are not an index.
    pub fn open_copy(bytes: &[u8]) -> Result<Engine, &'static str> {
        Index::open_copy(bytes).map(|index| Engine { index })
    }

    /// The sections that match, best first; `accepts` is the filter of the request.
    #[must_use]
    pub fn search(
        &self,
        text: &str,
        options: MatchOptions,
        accepts: impl Fn(u32) -> bool,
    ) -> SearchResult {
        self.search_within(text, options, &Budget::unlimited(), accepts)
    }

    /// Like [`Engine::search`], within a budget. Once it is used up, the result is incomplete.
    #[must_use]
    pub fn search_within(
        &self,
        text: &str,
        options: MatchOptions,
        budget: &Budget,
        accepts: impl Fn(u32) -> bool,
    ) -> SearchResult {
        let query = Query::parse(&self.index, text, options, budget);
        let hits = rank::rank(&self.index, &query, options.fields, budget, accepts);
        SearchResult { query, hits }
    }

    /// All accepted sections within a budget, by falling priority.
    #[must_use]
    pub fn all_sections(&self, budget: &Budget, accepts: impl Fn(u32) -> bool) -> SearchResult {
        let all: Vec<u32> = (0..self.index.len() as u32).collect();
        let blocks = all.chunks(BLOCK);
        let blocks = blocks.take_while(|_| budget.take(Stage::Find, BLOCK_VISITS));
        let accepted = blocks.flatten().copied();
        let mut accepted: Vec<u32> = accepted.filter(|section| accepts(*section)).collect();
        accepted.sort_by_cached_key(|section| Reverse(record::priority(&self.index, *section)));
        let hits = accepted.into_iter().map(|section| Hit {
            section,
            score: 0.0,
            words: 0,
        });
        SearchResult {
            query: Query::default(),
            hits: hits.collect(),
        }
    }

    /// The hits grouped by page, best page first, with at most `max` hits each.
    #[must_use]
    pub fn by_page(&self, hits: &[Hit], max: usize) -> Vec<(u32, Vec<Hit>)> {
        let mut positions = vec![usize::MAX; self.index.page_count()];
        let mut groups: Vec<(u32, Vec<Hit>)> = Vec::new();
        for hit in hits {
            let page = self.index.page_of(hit.section);
            let position = &mut positions[page as usize];
            if *position == usize::MAX {
                *position = groups.len();
                groups.push((page, Vec::new()));
            }
            let group = &mut groups[*position].1;
            if group.len() < max {
                group.push(*hit);
            }
        }
        groups
    }
}
