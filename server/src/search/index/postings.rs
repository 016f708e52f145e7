//! Reads the two lists of a term: the sections with the term in a heading field, and the sections with it in the text.
//!
//! A list that ends early belongs to a damaged index; its entries up to there count.

use super::Index;
use crate::search::budget::{Budget, Stage};
use bindery_format::search::layout::read_number;

/// Entries that are read in about a microsecond.
const ENTRIES_PER_VISIT: usize = 64;

/// The two lists of one term, that of the heading fields first.
#[derive(Debug)]
pub(in crate::search) struct Postings<'i> {
    rest: &'i [u8],
    /// The number of sections.
    sections: u32,
}

/// Whether a list was read to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum Reading {
    Complete,
    /// The budget is used up; nothing was read.
    Refused,
}

impl<'i> Postings<'i> {
    /// The lists at an offset that the map of terms gives.
    pub(in crate::search) fn at(index: &'i Index, offset: u64) -> Postings<'i> {
        let rest = usize::try_from(offset)
            .ok()
            .and_then(|offset| index.postings.get(offset..));
        Postings {
            rest: rest.unwrap_or_default(),
            sections: index.len() as u32,
        }
    }

    /// The sections with the term in a heading field, with the bits of [`bindery_format::search::layout::Field`].
    pub(in crate::search) fn read_head(
        &mut self,
        budget: &Budget,
        each: impl FnMut(u32, u16),
    ) -> Reading {
        let read_bits = |rest: &mut &[u8]| u16::try_from(read_number(rest)?).ok();
        self.read(budget, read_bits, each)
    }

    /// The sections with the term in the text, and how often. Must be called after [`Postings::read_head`].
    pub(in crate::search) fn read_text(
        &mut self,
        budget: &Budget,
        each: impl FnMut(u32, u32),
    ) -> Reading {
        self.read(budget, read_number, each)
    }

    /// One list, whose entries have a value after the number of the section.
    fn read<V>(
        &mut self,
        budget: &Budget,
        mut read_value: impl FnMut(&mut &'i [u8]) -> Option<V>,
        mut each: impl FnMut(u32, V),
    ) -> Reading {
        let Some(count) = self.count(budget) else {
            return Reading::Refused;
        };
        let mut section = 0_u32;
        for _ in 0..count {
            let Some(next) = self.next(section) else {
                break;
            };
            section = next;
            let Some(value) = read_value(&mut self.rest) else {
                break;
            };
            each(section, value);
        }
        Reading::Complete
    }

    fn count(&mut self, budget: &Budget) -> Option<usize> {
        let count = read_number(&mut self.rest).unwrap_or_default() as usize;
        // An entry has two bytes at least.
        let count = count.min(self.rest.len() / 2);
        budget
            .take(Stage::Find, 1 + count / ENTRIES_PER_VISIT)
            .then_some(count)
    }

    fn next(&mut self, section: u32) -> Option<u32> {
        let next = section.checked_add(read_number(&mut self.rest)?)?;
        (next < self.sections).then_some(next)
    }
}
