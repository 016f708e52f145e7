//! The sections that match a query and that the filter of the request accepts.

use super::ScoreBoard;
use crate::search::budget::Stage;

/// Sections that are filtered together, and the visits for that.
const BLOCK: usize = 64;
const BLOCK_VISITS: usize = 8;

/// The accepted sections with a word of the query.
pub(super) struct AcceptedSections {
    pub(super) sections: Vec<u32>,
    /// The words in any section of each page.
    pub(super) of_page: Vec<u16>,
    /// Pages with a section that has all words.
    pub(super) whole_pages: usize,
}

impl AcceptedSections {
    pub(super) fn new(
        board: &ScoreBoard<'_>,
        all: u16,
        accepts: impl Fn(u32) -> bool,
    ) -> AcceptedSections {
        let (index, budget) = (board.index, board.budget);
        let mut accepted = AcceptedSections {
            sections: Vec::new(),
            of_page: vec![0; index.page_count()],
            whole_pages: 0,
        };
        let mut last_whole = None;
        for block in board.matched_sections.chunks(BLOCK) {
            if !budget.take(Stage::Find, BLOCK_VISITS) {
                break;
            }
            for section in block.iter().copied() {
                let page = index.page_of(section);
                let words = board.words[section as usize];
                accepted.of_page[page as usize] |= words;
                if !accepts(section) {
                    continue;
                }
                accepted.sections.push(section);
                if words == all && last_whole != Some(page) {
                    accepted.whole_pages += 1;
                    last_whole = Some(page);
                }
            }
        }
        accepted
    }
}
