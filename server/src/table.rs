//! A bound site: the route table and the bytes that it points into.
//!
//! The types of the table are `bindery-format`'s, which the compiler fills.

pub use bindery_format::table::{
    Body, CachePolicy, Entry, HeaderRule, Page, Resource, RouteTable, SiteTable, Target,
};

use bindery_format::index;
use std::ops::Deref;

/// A bound site: what `embed_site!()` emits and every request is answered from.
#[derive(Debug)]
pub struct Site {
    /// The table, to which a site dereferences.
    pub index: SiteTable,
    /// The bytes that all bodies point into.
    pub blob: &'static [u8],
    /// Seconds by stage of the build that wrote the blob; they are not in it, so that it stays reproducible.
    pub timings: &'static str,
}

impl Site {
    /// The site in `blob`, whose index begins at `offset`.
    ///
    /// # Panics
    /// When the index is not one of this format: `embed_site!()` hands over what the build wrote, so that is a bug.
    #[must_use]
    pub fn open(blob: &'static [u8], offset: u64, timings: &'static str) -> Site {
        let offset = usize::try_from(offset).expect("BUG: a blob beyond the address space");
        let index = index::read(&blob[offset..]).expect("BUG: the blob's index is damaged");
        Site {
            index,
            blob,
            timings,
        }
    }

    /// The bytes of a body; `None` when the table does not belong to the blob.
    #[must_use]
    pub fn stored(&self, body: &Body) -> Option<&'static [u8]> {
        let first = usize::try_from(body.offset).ok()?;
        let len = usize::try_from(body.len).ok()?;
        self.blob.get(first..first.checked_add(len)?)
    }
}

impl Deref for Site {
    type Target = SiteTable;

    fn deref(&self) -> &SiteTable {
        &self.index
    }
}
