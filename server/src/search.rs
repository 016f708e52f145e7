//! The search in the binary, and Typesense's API on top of it.
//!
//! In: the index that the build put into the blob, and requests. Out: hits. Everything but [`Engine`] is how it works;
//! the rest of the server knows only this door, so that another engine could stand behind it.

mod answer;
pub mod fields;
pub mod filter;
pub mod format;
pub mod highlight;
pub mod index;
pub mod limit;
pub mod node_url;
pub mod page;
pub mod params;
pub mod query;
pub mod rank;
pub mod settings;
pub mod static_files;
pub mod text;
pub mod wire;

use crate::table::Site;
use index::{Index, Meta};
use query::{Leniency, Word};
use rank::Hit;
use std::fmt;
use std::sync::OnceLock;

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
        let words = query::words(&self.index, text, leniency);
        let hits = rank::rank(&self.index, &words, leniency.text, accepts);
        Found { words, hits }
    }

    /// All sections, those of weight first.
    #[must_use]
    pub fn everything(&self, accepts: impl Fn(u32) -> bool) -> Found {
        let all = (0..self.index.len() as u32).filter(|section| accepts(*section));
        let mut all: Vec<u32> = all.collect();
        all.sort_by_key(|section| std::cmp::Reverse(fields::priority(&self.index, *section)));
        let hits = all.into_iter().map(|section| Hit {
            section,
            score: 0.0,
            words: 0,
        });
        let hits = hits.collect();
        Found {
            words: Vec::new(),
            hits,
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
