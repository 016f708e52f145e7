//! The pages that a query is about, and their sections.

use super::name_match::{NameMatch, TermTable};
use super::{Hit, order};
use crate::search::index::Index;
use crate::search::query::Query;
use crate::search::tuning::SECTION_OF_PAGE_SHARE;
use std::collections::HashMap;

/// The pages about one thing whose whole title the query has.
pub(super) struct Subjects<'q> {
    index: &'q Index,
    named: &'q [bool],
    table: TermTable<'q>,
    /// What is known of each page.
    known: HashMap<u32, bool>,
}

impl<'q> Subjects<'q> {
    pub(super) fn new(index: &'q Index, named: &'q [bool], query: &'q Query) -> Subjects<'q> {
        Subjects {
            index,
            named,
            table: TermTable::new(query),
            known: HashMap::new(),
        }
    }

    pub(super) fn contains(&mut self, section: u32, page: u32) -> bool {
        let is_named = self.named.get(section as usize).is_some_and(|own| *own);
        if !is_named || !self.index.is_entity(page) {
            return false;
        }
        let (index, table) = (self.index, &self.table);
        let own = self.known.entry(page);
        *own.or_insert_with(|| NameMatch::of(table, index.page(page).title).word_share() >= 1.0)
    }
}

/// Exchanges the scores of a page that the query does not name in full and of its best section, if that section has no fewer
/// words and nearly the score of the page: the section is where the page answers.
pub(super) fn prefer_sections(index: &Index, table: &TermTable<'_>, hits: &mut [Hit]) {
    for at in 0..hits.len() {
        let page = hits[at];
        let section = index.section(page.section);
        if !section.anchor.is_empty() || NameMatch::of(table, section.heading).is_whole {
            continue;
        }
        let least = SECTION_OF_PAGE_SHARE * page.score;
        let rest = hits
            .iter()
            .skip(at + 1)
            .take_while(|hit| hit.score >= least);
        let mut rest = rest.zip(at + 1..);
        let best = rest.find(|(hit, _)| {
            index.page_of(hit.section) == section.page && page.words & !hit.words == 0
        });
        if let Some((_, other)) = best {
            hits[at].score = hits[other].score;
            hits[other].score = page.score;
        }
    }
    hits.sort_unstable_by(order);
}
