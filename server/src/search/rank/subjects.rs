//! Finds the pages whose title the query names, and ranks their sections first.

use super::name_match::{NameMatch, TermTable};
use super::{Hit, PHRASES_PER_VISIT, ScoreBoard, TEXT_PER_VISIT, order};
use crate::search::budget::Stage;
use crate::search::index::Index;
use crate::search::query::Query;
use crate::search::tuning::{
    FURTHER_HITS, FURTHER_HITS_SHARE, RECORD_SHARE, SECTION_OF_ENTITY_SHARE, SECTION_OF_PAGE_SHARE,
    SECTION_WITH_MORE_WORDS_SHARE,
};
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

    /// Whether a page is about another thing than that whose whole title the query has.
    pub(super) fn is_other(&self, page: u32) -> bool {
        !self.pages.is_empty() && self.board.index.is_entity(page) && !self.pages.contains(&page)
    }
}

/// Exchanges the scores of a page that the query does not name in full and of its best section, if that section has nearly the
/// score of the page: the section is where the page answers. One with more words of the query than the page needs less.
///
/// A page about one thing is where a query of its name leads. With words besides the name, the section that has them answers.
pub(super) fn prefer_sections(board: &ScoreBoard<'_>, table: &TermTable<'_>, hits: &mut [Hit]) {
    let index = board.index;
    exchange_scores(hits, SECTION_OF_ENTITY_SHARE, |page, other| {
        let section = index.section(page.section);
        let is_own = index.page_of(other.section) == section.page && section.anchor.is_empty();
        if !is_own || !index.is_entity(section.page) {
            return false;
        }
        let asked = board.answered[other.section as usize] & table.required();
        asked & !NameMatch::of(table, index.page(section.page).title).words != 0
    });
    exchange_scores(hits, SECTION_WITH_MORE_WORDS_SHARE, |page, other| {
        let section = index.section(page.section);
        index.page_of(other.section) == section.page
            && section.anchor.is_empty()
            && other.words & !page.words != 0
    });
    exchange_scores(hits, SECTION_OF_PAGE_SHARE, |page, other| {
        let section = index.section(page.section);
        index.page_of(other.section) == section.page
            && section.anchor.is_empty()
            && !NameMatch::of(table, section.heading).is_whole
    });
}

/// Exchanges the scores of a section for the record, such as evidence, and of the best section of the page that it is about, if
/// that has a fair part of the score. A word that asks for the record is in the title of the record only. A finding about one
/// thing whose heading has all words of the query is what is looked for.
pub(super) fn prefer_subjects_of_records(
    board: &ScoreBoard<'_>,
    table: &TermTable<'_>,
    hits: &mut [Hit],
) {
    let index = board.index;
    let is_headed = |hit: &Hit| table.is_whole(board.headed[hit.section as usize]);
    let page = |hit: &Hit| index.page(index.page_of(hit.section));
    exchange_scores(hits, RECORD_SHARE, |record, other| {
        if board.requested[record.section as usize] {
            return false;
        }
        let number = index.page_of(record.section);
        if index.is_entity(number) && is_headed(record) && !is_headed(other) {
            return false;
        }
        let (record, other) = (page(record), page(other));
        record.weight < other.weight && record.title.starts_with(other.title)
    });
}

/// Raises all hits of a page by a part of the scores of its further hits, compared with its best.
pub(super) fn prefer_pages_with_more_hits(index: &Index, hits: &mut [Hit]) {
    let mut pages: HashMap<u32, Vec<f32>> = HashMap::new();
    for hit in &*hits {
        let scores = pages.entry(index.page_of(hit.section)).or_default();
        if scores.len() <= FURTHER_HITS {
            scores.push(hit.score);
        }
    }
    for hit in &mut *hits {
        let scores = pages.get(&index.page_of(hit.section)).map(Vec::as_slice);
        if let Some([best, further @ ..]) = scores {
            let further: f32 = further.iter().sum();
            hit.score *= 1.0 + FURTHER_HITS_SHARE * further / best.max(f32::MIN_POSITIVE);
        }
    }
    hits.sort_unstable_by(order);
}

/// Exchanges the score of each hit with that of the best later one that is preferred to it and has no fewer words, if that has at
/// least a share of the score.
fn exchange_scores(hits: &mut [Hit], share: f32, is_preferred: impl Fn(&Hit, &Hit) -> bool) {
    for at in 1..hits.len() {
        let (before, rest) = hits.split_at_mut(at);
        let hit = &mut before[at - 1];
        let best = rest.iter_mut().find(|other| {
            other.score >= share * hit.score
                && hit.words & !other.words == 0
                && is_preferred(hit, other)
        });
        if let Some(other) = best.filter(|other| other.score < hit.score) {
            std::mem::swap(&mut hit.score, &mut other.score);
        }
    }
    hits.sort_unstable_by(order);
}

#[cfg(test)]
mod tests {
    use crate::search::Engine;
    use crate::search::query::MatchOptions;
    use bindery_fixture::index_writer::{Page, Section, write};

    /// The title or the heading of the first hit.
    fn first(pages: &[Page], query: &str) -> &'static str {
        let engine = Engine::open(write(pages, &[]).leak()).unwrap();
        let engine: &'static Engine = Box::leak(Box::new(engine));
        let found = engine.search(query, MatchOptions::default(), |_| true);
        let section = engine.index.section(found.hits[0].section);
        match section.anchor {
            "" => section.heading,
            _ => section.anchor,
        }
    }

    fn page(title: &str, text: &str, sections: &[(&str, &str)]) -> Page {
        let own = [Section::new(1, title, "", text)].into_iter();
        let below = sections
            .iter()
            .map(|(heading, text)| Section::new(2, heading, heading, text));
        Page {
            url: format!("/{title}"),
            title: title.to_owned(),
            sections: own.chain(below).collect(),
            ..Page::default()
        }
    }

    #[test]
    fn the_whole_title_of_a_thing_comes_before_a_longer_one() {
        let entity = |title: &str, text: &str| Page {
            is_entity: true,
            ..page(title, "", &[("drops", text)])
        };
        let pages = [
            entity("Primo Geovishap", "The geovishap."),
            entity("Geovishap", "Other words stand here."),
        ];
        let engine = Engine::open(write(&pages, &[]).leak()).unwrap();
        let found = engine.search("geovishap drops", MatchOptions::default(), |_| true);
        let number = engine.index.page_of(found.hits[0].section);
        assert_eq!(engine.index.page(number).title, "Geovishap");
    }

    #[test]
    fn a_section_of_a_thing_answers_what_is_asked_besides_its_name() {
        let text = "The jump of a slime, its jumps, jumping, to jump.";
        let mut pages = [page(
            "Slime",
            text,
            &[("Falls, climbs, runs, swims, flights, jumps", "High.")],
        )];
        assert_eq!(first(&pages, "slime jump"), "Slime");
        pages[0].is_entity = true;
        assert_eq!(
            first(&pages, "slime jump"),
            "Falls, climbs, runs, swims, flights, jumps"
        );
        assert_eq!(first(&pages, "slime"), "Slime");
    }

    #[test]
    fn a_finding_about_a_thing_that_the_query_names_comes_before_the_thing() {
        let first = |finding: &str| {
            let text = "The swirl of a slime, swirled.";
            let mut pages = [
                page("Slime", "A slime.", &[("Attacks", text)]),
                page("Slime: evidence", "", &[(finding, "It is.")]),
            ];
            for own in &mut pages {
                own.is_entity = true;
            }
            pages[1].is_record = true;
            first(&pages, "slime swirl")
        };
        assert_eq!(first("The gauge"), "Attacks");
        assert_eq!(first("Slime swirl gauge"), "Slime swirl gauge");
    }

    #[test]
    fn a_page_with_more_hits_comes_before_another() {
        let text = "Energy is given.";
        let mut pages = [
            page("A", "", &[("one", text)]),
            page("B", "", &[("two", text), ("three", text), ("four", "")]),
        ];
        assert_eq!(first(&pages, "energy given"), "two");
        pages[1].sections.truncate(2);
        assert_eq!(first(&pages, "energy given"), "one");
    }

    #[test]
    fn a_page_comes_before_the_record_about_it() {
        let first = |record: &str, query: &str| {
            let page = |title: &str, heading: &str, text: &str| Page {
                url: format!("/{title}"),
                title: title.to_owned(),
                is_record: title == record,
                sections: vec![
                    Section::new(1, title, "", ""),
                    Section::new(2, heading, "a", text),
                ],
                ..Page::default()
            };
            let pages = [
                page(record, "Wave dashing", ""),
                page("Glide", "Dashing", "Known as wave dashing."),
            ];
            let engine = Engine::open(write(&pages, &[]).leak()).unwrap();
            let engine: &'static Engine = Box::leak(Box::new(engine));
            let found = engine.search(query, MatchOptions::default(), |_| true);
            let page = engine.index.page_of(found.hits[0].section);
            engine.index.page(page).title
        };
        assert_eq!(first("Glide: evidence", "wave dashing"), "Glide");
        let asked = first("Glide: evidence", "wave dashing evidence");
        assert_eq!(asked, "Glide: evidence");
    }
}
