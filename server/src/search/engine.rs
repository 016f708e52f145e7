//! Opens the search index of a site and finds the sections that match a query, best first.
//!
//! In: the bytes of the index and a query. Out: hits. The rest of the server uses only [`Engine`] and [`LazyEngine`], so
//! that another search engine could replace this one.

use super::budget::{Budget, Stage};
use super::index::{Index, Meta};
use super::query::{self, Leniency, Word};
use super::rank::{self, Hit};
use super::record;
use crate::table::Site;
use std::cmp::Reverse;
use std::fmt;
use std::sync::OnceLock;

/// Sections that are taken from the whole index together, and the visits for that.
const BLOCK: usize = 64;
const BLOCK_VISITS: usize = 16;

/// Answers queries.
#[derive(Clone, Debug)]
pub struct Engine {
    /// What it reads.
    pub index: Index,
}

/// The engine of a site, opened when it is first needed.
#[derive(Debug)]
pub struct LazyEngine {
    bytes: Option<&'static [u8]>,
    engine: OnceLock<Result<Engine, &'static str>>,
    later: Option<Later>,
}

/// Of a site that is being written: its blob holds an index without pages, and the real one is made once somebody searches.
struct Later {
    make: Box<dyn Fn() -> Vec<u8> + Send + Sync>,
    outline: Option<Engine>,
}

impl fmt::Debug for Later {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Later")
    }
}

impl LazyEngine {
    /// The engine of a site, which may have none.
    #[must_use]
    pub fn of(site: &'static Site) -> LazyEngine {
        LazyEngine {
            bytes: site.stored(&site.search).filter(|bytes| !bytes.is_empty()),
            engine: OnceLock::new(),
            later: None,
        }
    }

    /// The engine of a site whose blob only says what its search is like; `make` gives the index with the pages.
    #[must_use]
    pub fn later(
        site: &'static Site,
        make: impl Fn() -> Vec<u8> + Send + Sync + 'static,
    ) -> LazyEngine {
        let own = LazyEngine::of(site);
        let outline = own.bytes.and_then(|bytes| Engine::open(bytes).ok());
        let make = Box::new(make);
        LazyEngine {
            later: Some(Later { make, outline }),
            ..own
        }
    }

    /// What is the same for all pages.
    #[must_use]
    pub fn meta(&self) -> Option<&Meta> {
        let engine = match &self.later {
            Some(later) => later.outline.as_ref(),
            None => self.engine(),
        };
        engine.map(|engine| &engine.index.meta)
    }

    /// The engine; none where the site has no search, or its index is refused.
    #[must_use]
    pub fn engine(&self) -> Option<&Engine> {
        self.open().ok().flatten()
    }

    /// Opens the index, once.
    ///
    /// # Errors
    /// The reason why it is refused.
    pub fn open(&self) -> Result<Option<&Engine>, &'static str> {
        let Some(bytes) = self.bytes else {
            return Ok(None);
        };
        let opened = self.engine.get_or_init(|| {
            let made = self.later.as_ref().map(|later| (later.make)().leak());
            Engine::open(made.map_or(bytes, |made| made))
        });
        opened.as_ref().map(Some).map_err(|fault| *fault)
    }
}

/// What a query found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The query's words.
    pub words: Vec<Word>,
    /// The sections, best first.
    pub hits: Vec<Hit>,
}

impl Engine {
    /// An engine for the index in these bytes.
    ///
    /// # Errors
    /// The reason why they are none.
    pub fn open(bytes: &'static [u8]) -> Result<Engine, &'static str> {
        Index::open(bytes).map(|index| Engine { index })
    }

    /// The sections that fit, best first; `accepts` says which may be shown.
    #[must_use]
    pub fn search(&self, text: &str, leniency: Leniency, accepts: impl Fn(u32) -> bool) -> Found {
        self.search_within(text, leniency, &Budget::unlimited(), accepts)
    }

    /// The same within a budget; once it is used up, some of the sections.
    #[must_use]
    pub fn search_within(
        &self,
        text: &str,
        leniency: Leniency,
        budget: &Budget,
        accepts: impl Fn(u32) -> bool,
    ) -> Found {
        let words = query::words(&self.index, text, leniency, budget);
        let hits = rank::rank(&self.index, &words, leniency.text, budget, accepts);
        Found { words, hits }
    }

    /// All sections within a budget, those of weight first.
    #[must_use]
    pub fn everything(&self, budget: &Budget, accepts: impl Fn(u32) -> bool) -> Found {
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
        Found {
            words: Vec::new(),
            hits: hits.collect(),
        }
    }

    /// The hits by page, best page first, with at most `most` sections each.
    #[must_use]
    pub fn by_page(&self, hits: &[Hit], most: usize) -> Vec<(u32, Vec<Hit>)> {
        let mut places = vec![usize::MAX; self.index.pages()];
        let mut groups: Vec<(u32, Vec<Hit>)> = Vec::new();
        for hit in hits {
            let (page, _, _) = self.index.measures(hit.section);
            let place = &mut places[page as usize];
            if *place == usize::MAX {
                *place = groups.len();
                groups.push((page, Vec::new()));
            }
            let group = &mut groups[*place].1;
            if group.len() < most {
                group.push(*hit);
            }
        }
        groups
    }
}
