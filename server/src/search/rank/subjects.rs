//! Finds the pages whose title the query names, and ranks their sections first.

use super::name_match::{NameMatch, TermTable};
use super::{Hit, PHRASES_PER_VISIT, ScoreBoard, TEXT_PER_VISIT, order};
use crate::search::budget::Stage;
use crate::search::index::Index;
use crate::search::query::Query;
use crate::search::tuning::SECTION_OF_PAGE_SHARE;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

/// The pages about one thing whose whole title the query has.
pub(super) struct Subjects<'b> {
    board: &'b ScoreBoard<'b>,
    pages: HashSet<u32>,
}

impl<'b> Subjects<'b> {
    /// Compares the titles of the pages that a word of the query names, as long as the budget allows.
    pub(super) fn of(board: &'b ScoreBoard<'b>, query: &Query) -> Subjects<'b> {
        let mut known: HashMap<u32, bool> = HashMap::new();
        let table = TermTable::new(query);
        let index = board.index;
        let phrase_visits = query.phrases.len() / PHRASES_PER_VISIT;
        for section in &board.matched_sections {
            let page = index.page_of(*section);
            if !board.named[*section as usize] || !index.is_entity(page) {
                continue;
            }
            let Entry::Vacant(own) = known.entry(page) else {
                continue;
            };
            let title = index.page(page).title;
            let visits = 1 + phrase_visits + title.len() / TEXT_PER_VISIT;
            if !board.budget.take(Stage::Find, visits) {
                break;
            }
            own.insert(NameMatch::of(&table, title).word_share() >= 1.0);
        }
        let pages = known.into_iter().filter(|(_, is_subject)| *is_subject);
        Subjects {
            board,
            pages: pages.map(|(page, _)| page).collect(),
        }
    }

    pub(super) fn contains(&self, section: u32, page: u32) -> bool {
        self.board.named[section as usize] && self.pages.contains(&page)
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
