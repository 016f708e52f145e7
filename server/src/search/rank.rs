//! Ranks the sections that match a query: BM25 over weighted fields, then a second pass over the best hits.
//!
//! A section that has all words comes before one that has some; a word that occurs in its heading, its page's title or
//! its other names counts more than the number of its occurrences in the text. The weights are those of the module `tuning`.

mod accepted_sections;
pub(super) mod name_match;
mod phrase;
mod score_board;
mod subjects;

use self::accepted_sections::AcceptedSections;
use self::name_match::{Proximity, TermTable, name_boost};
use self::phrase::{PhraseWeights, phrase_weights};
use self::score_board::ScoreBoard;
use self::subjects::{
    Subjects, prefer_pages_with_more_hits, prefer_sections, prefer_subjects_of_records,
};
use super::budget::{Budget, Stage};
use super::index::Index;
use super::index::postings::{Postings, Reading};
use super::query::{MatchKind, Query, SearchedFields, Word};
use super::tuning::{
    ADJACENT_WORD_BOOST, ALIAS_BOOST, ANSWERING_FIELDS, DEFINING_FIELDS, DEFINITION_BOOST,
    ENOUGH_PAGES, FIELD_WEIGHTS, HEADING_FIELDS, MAX_KEYWORDS, MIN_CHARS_PREFIX_IN_TEXT,
    MIN_DEFINING_WEIGHT, MIN_FILLERS_OF_SENTENCE, MIN_HEADED_SHARE, MIN_PAGE_SHARE,
    MIN_SECTION_SHARE, NAME_FIELDS, NEAR_WORDS_BOOST, OTHER_SUBJECT, PAGE_SHARE_WEIGHT,
    PROXIMITY_HITS, PROXIMITY_TEXT, RERANKED_HITS, SECTION_SHARE_WEIGHT, SHARE_POWER,
    SUBJECT_SHARE, TITLE_FIELDS, TOOL_BOOST, UNNAMED_ENTITY,
};

/// A section that matches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The number of the section in the index.
    pub section: u32,
    /// The higher the better; only the order of one query's hits means anything.
    pub score: f32,
    /// Which words of the query it has, or its page's title and names: one bit each.
    pub words: u16,
}

/// Expansions that are put into a table in about a microsecond.
const EXPANSIONS_PER_VISIT: usize = 8;
/// Phrases that are compared with a name in about a microsecond.
const PHRASES_PER_VISIT: usize = 8;
/// Sections whose scores are initialised in about a microsecond.
const SCORES_PER_VISIT: usize = 256;
/// Bytes of a text that are tokenized in about a microsecond.
pub(super) const TEXT_PER_VISIT: usize = 32;

/// The sections that have the words, best first; `accepts` is the filter of the request.
///
/// Once the budget is used up, the result is incomplete, and all sections in it have all words of the query.
#[must_use]
pub fn rank(
    index: &Index,
    query: &Query,
    fields: SearchedFields,
    budget: &Budget,
    accepts: impl Fn(u32) -> bool,
) -> Vec<Hit> {
    let required = query.required().count_ones() as usize;
    let known = required - query.unknown_words().count();
    if known * 2 < required || known == 0 {
        return Vec::new();
    }
    if !budget.take(Stage::Find, 1 + index.len() / SCORES_PER_VISIT) {
        return Vec::new();
    }
    let mut board = ScoreBoard::new(index, budget);
    let phrases = query.phrases.iter().map(|phrase| PhraseWeights {
        words: phrase.words,
        sections: phrase_weights(index, phrase, fields, budget),
    });
    let phrases: Vec<PhraseWeights> = phrases.collect();
    let mut rarities = Vec::with_capacity(query.words.len());
    for (at, word) in query.words.iter().enumerate() {
        let rarity = match word.is_filler {
            true => 0.0,
            false => {
                let own = phrases
                    .iter()
                    .filter(|phrase| phrase.words & (1 << at) != 0);
                own.for_each(|phrase| phrase.count(&mut board));
                count_word(&mut board, word, at, fields)
            }
        };
        rarities.push(rarity);
    }
    let mut hits = select(&board, query, &rarities, accepts);
    hits.sort_unstable_by(order);
    rerank(&board, query, &mut hits);
    hits
}

/// By falling score; equal scores in the order of the index.
fn order(a: &Hit, b: &Hit) -> std::cmp::Ordering {
    b.score.total_cmp(&a.score).then(a.section.cmp(&b.section))
}

/// Adds a word to the scores of all sections that have it. Returns its rarity.
fn count_word(board: &mut ScoreBoard<'_>, word: &Word, at: usize, fields: SearchedFields) -> f32 {
    let (index, budget) = (board.index, board.budget);
    for expansion in &word.expansions {
        let searches_text = fields == SearchedFields::All
            && !matches!(expansion.kind, MatchKind::Prefix(len) if len < MIN_CHARS_PREFIX_IN_TEXT);
        let is_synonym = expansion.kind == MatchKind::Synonym;
        let is_word = !is_synonym
            && expansion.kind != MatchKind::Typo
            && expansion.weight > MIN_DEFINING_WEIGHT;
        let mut postings = Postings::at(index, expansion.postings_offset);
        let reading = postings.read_head(budget, |section, bits| {
            board.count(section, head_weight(bits) * expansion.weight);
            if bits & HEADING_FIELDS != 0
                && let Some(headed) = board.headed.get_mut(section as usize)
            {
                *headed |= 1 << at;
                board.is_topic |= index.weight(index.page_of(section)) >= 1.0;
            }
            if bits & ANSWERING_FIELDS != 0
                && let Some(answered) = board.answered.get_mut(section as usize)
            {
                *answered |= 1 << at;
            }
            if bits & TITLE_FIELDS != 0 {
                board.count_title(section);
            }
            if bits & NAME_FIELDS != 0
                && !is_synonym
                && let Some(named) = board.named.get_mut(section as usize)
            {
                *named = true;
            }
            if is_word
                && bits & DEFINING_FIELDS != 0
                && let Some(defined) = board.defined.get_mut(section as usize)
            {
                *defined |= 1 << at;
            }
        });
        if reading == Reading::Complete && searches_text {
            let _ = postings.read_text(budget, |section, times| {
                board.count_text(section, times, expansion.weight);
            });
        }
    }
    board.finish_word(at)
}

/// The weight of a term for each combination of the bits of [`Field`](bindery_format::search::layout::Field).
static HEAD_WEIGHTS: [f32; COMBINATIONS] = head_weights();

const COMBINATIONS: usize = 1 << FIELD_WEIGHTS.len();

/// The weight of a term in the fields of these bits; 0 for bits that no field has.
pub(super) fn head_weight(bits: u16) -> f32 {
    HEAD_WEIGHTS
        .get(usize::from(bits))
        .copied()
        .unwrap_or_default()
}

const fn head_weights() -> [f32; COMBINATIONS] {
    let mut weights = [0.0; COMBINATIONS];
    let mut bits = 0;
    while bits < COMBINATIONS {
        let mut bit = 0;
        while bit < FIELD_WEIGHTS.len() {
            if bits & (1 << bit) != 0 {
                weights[bits] += FIELD_WEIGHTS[bit];
            }
            bit += 1;
        }
        bits += 1;
    }
    weights
}

/// The accepted sections. Those that lack words get a lower score, or are left out.
fn select(
    board: &ScoreBoard<'_>,
    query: &Query,
    rarities: &[f32],
    accepts: impl Fn(u32) -> bool,
) -> Vec<Hit> {
    let index = board.index;
    let required = query.required();
    let subjects = Subjects::of(board, query);
    let known = (0..rarities.len()).filter(|at| rarities[*at] > 0.0);
    let all = known.fold(0_u16, |mask, at| mask | 1 << at);
    let accepted = AcceptedSections::new(board, all, accepts);
    // Whether a section may lack words depends on all other sections. When the budget ended before all were seen, only
    // sections with all words are certain.
    let is_cut = board.budget.is_cut();
    let fillers = query.words.iter().filter(|word| word.is_filler).count();
    let is_sentence = required.count_ones() > MAX_KEYWORDS || fillers >= MIN_FILLERS_OF_SENTENCE;
    let only_whole = is_cut || (accepted.whole_pages >= ENOUGH_PAGES && !is_sentence);
    let all = if is_cut { required } else { all };
    let total: f32 = rarities.iter().sum();
    let share = |words: u16| {
        let own = rarities.iter().enumerate();
        let own = own.filter(|(at, _)| words & (1 << at) != 0);
        own.map(|(_, rarity)| rarity).sum::<f32>() / total.max(f32::MIN_POSITIVE)
    };
    let mut hits = Vec::new();
    for section in accepted.sections {
        let words = board.words[section as usize];
        let headed = board.headed[section as usize];
        let is_headed = !is_cut && share(headed) >= MIN_HEADED_SHARE;
        let page = index.page_of(section);
        let is_subject = !is_cut && subjects.contains(section, page);
        if only_whole && words != all && !is_headed && !is_subject {
            continue;
        }
        let (own_share, page_share) = match words == all {
            true => (1.0, 1.0),
            false => (share(words), share(accepted.of_page[page as usize])),
        };
        let least = if is_subject { SUBJECT_SHARE } else { 0.0 };
        let (own_share, page_share) = (own_share.max(least), page_share.max(least));
        if own_share < MIN_SECTION_SHARE || page_share < MIN_PAGE_SHARE {
            continue;
        }
        let mut score = board.scores[section as usize] * coverage_weight(own_share, page_share);
        if index.is_entity(page) && !board.named[section as usize] {
            score *= UNNAMED_ENTITY;
        }
        if !is_cut && subjects.is_other(page) {
            score *= OTHER_SUBJECT;
        }
        if words == all && index.is_tool(section) {
            score *= TOOL_BOOST;
        }
        if !board.requested[section as usize] {
            score *= index.weight(page);
        }
        hits.push(Hit {
            section,
            score,
            words,
        });
    }
    hits
}

/// What a score is multiplied by, for the shares of the query's words that a section and its page have.
fn coverage_weight(section: f32, page: f32) -> f32 {
    SECTION_SHARE_WEIGHT * section.powf(SHARE_POWER) + PAGE_SHARE_WEIGHT * page.powf(SHARE_POWER)
}

/// Raises the scores of sections that the query names: by heading, page title, other page name or definition.
fn rerank(board: &ScoreBoard<'_>, query: &Query, hits: &mut [Hit]) {
    let (index, budget) = (board.index, board.budget);
    let words = &query.words;
    let expansions: usize = words.iter().map(|word| word.expansions.len()).sum();
    if !budget.take(Stage::Find, expansions / EXPANSIONS_PER_VISIT) {
        return;
    }
    let table = TermTable::new(query);
    let count = hits.len().min(RERANKED_HITS);
    let required = words.iter().filter(|word| !word.is_filler);
    let typed: String = required.map(|word| word.term.as_str()).collect();
    let all = query.required();
    let phrase_visits = query.phrases.len() / PHRASES_PER_VISIT;
    for hit in &mut hits[..count] {
        let section = index.section(hit.section);
        let page = index.page(section.page);
        let bytes = section.heading.len() + page.title.len();
        if !budget.take(Stage::Find, 1 + phrase_visits + bytes / TEXT_PER_VISIT) {
            break;
        }
        let is_page = section.anchor.is_empty();
        let mut boost = name_boost(&table, section.heading, page.title, is_page);
        if is_page && page.aliases.split(' ').any(|alias| alias == typed) {
            boost = boost.max(ALIAS_BOOST);
        }
        if board.defined[hit.section as usize] == all {
            boost = boost.max(DEFINITION_BOOST);
        }
        hit.score *= boost;
    }
    hits[..count].sort_unstable_by(order);
    if words.len() > 1 {
        let near = count.min(PROXIMITY_HITS);
        boost_adjacent_words(board, &table, &mut hits[..near]);
    }
    prefer_sections(board, &table, &mut hits[..count]);
    prefer_subjects_of_records(board, &table, &mut hits[..count]);
    prefer_pages_with_more_hits(index, &mut hits[..count]);
}

/// Raises the scores of hits in whose text words of the query are adjacent.
fn boost_adjacent_words(board: &ScoreBoard<'_>, table: &TermTable<'_>, hits: &mut [Hit]) {
    for hit in &mut *hits {
        let text = board.index.section(hit.section).text;
        let text = &text[..text.floor_char_boundary(PROXIMITY_TEXT)];
        let visits = 1 + text.len() / TEXT_PER_VISIT;
        if !board.budget.take(Stage::Find, visits) {
            break;
        }
        let near = Proximity::of(table, text);
        hit.score *= 1.0
            + ADJACENT_WORD_BOOST * near.run.saturating_sub(1) as f32
            + NEAR_WORDS_BOOST * near.share;
    }
    hits.sort_unstable_by(order);
}

#[cfg(test)]
mod tests {
    use crate::search::Engine;
    use crate::search::budget::Budget;
    use crate::search::query::MatchOptions;
    use bindery_fixture::index_writer::{Page, Section, write};

    fn page(title: &str, text: &str) -> Page {
        Page {
            url: format!("/{title}"),
            title: title.to_owned(),
            sections: vec![Section::new(1, title, "", text)],
            ..Page::default()
        }
    }

    /// The titles of the pages that a query finds.
    fn found(pages: &[Page], synonyms: &[&[&str]], query: &str) -> Vec<&'static str> {
        let engine = Engine::open(write(pages, synonyms).leak()).unwrap();
        let engine: &'static Engine = Box::leak(Box::new(engine));
        let found = engine.search(query, MatchOptions::default(), |_| true);
        let hits = found.hits.iter();
        hits.map(|hit| engine.index.section(hit.section).heading)
            .collect()
    }

    #[test]
    fn a_section_whose_heading_has_most_of_the_query_is_not_left_out() {
        let mut pages: Vec<Page> = (0..12)
            .map(|at| page(&format!("Other {at}"), "Damage is taken when falling."))
            .collect();
        pages.extend((0..5).map(|at| page(&format!("Taken {at}"), "")));
        pages.push(page("Falling Damage", "How far it is."));
        let titles = found(&pages, &[], "damage taken falling");
        assert!(titles.contains(&"Falling Damage"), "{titles:?}");
        // The text alone is not enough, where enough pages have all words.
        pages.push(page("Height", "The damage of falling."));
        let titles = found(&pages, &[], "damage taken falling");
        assert!(!titles.contains(&"Height"), "{titles:?}");
    }

    #[test]
    fn a_word_that_no_heading_has_counts_less() {
        let mut pages: Vec<Page> = (0..6)
            .map(|at| page(&format!("Constructs {at}"), "The oldest one is destroyed."))
            .collect();
        pages.extend((0..23).map(|at| page(&format!("Other {at}"), "")));
        pages.push(page("Leaves", "They vanish."));
        let has_constructs = |pages: &[Page]| {
            let titles = found(pages, &[], "constructs vanish");
            titles.contains(&"Constructs 0")
        };
        assert!(has_constructs(&pages));
        pages.push(page("Vanish", ""));
        assert!(!has_constructs(&pages));
    }

    #[test]
    fn a_heading_without_other_words_comes_before_one_with_them() {
        let pages = [
            page("Blessings of Northern Lands", "A."),
            page("Blessings", "A."),
            page("C", "A moon."),
            page("D", "A moon."),
            page("E", "A moon."),
        ];
        assert_eq!(found(&pages, &[], "blessings moon")[0], "Blessings");
    }

    #[test]
    fn a_title_that_is_compared_with_the_query_costs_visits() {
        let visits = |is_entity: bool| {
            let pages: Vec<Page> = (0..100)
                .map(|at| Page {
                    is_entity,
                    ..page(&format!("Seed {at}"), "")
                })
                .collect();
            let engine = Engine::open(write(&pages, &[]).leak()).unwrap();
            let budget = Budget::unlimited();
            let options = MatchOptions::default();
            let _ = engine.search_within("seed other", options, &budget, |_| true);
            budget.visits()
        };
        assert!(visits(true) >= visits(false) + 100);
    }

    #[test]
    fn a_synonym_does_not_name_a_page() {
        let entity = |title: &str| Page {
            is_entity: true,
            ..page(title, "A seed.")
        };
        let pages = [entity("Core"), page("Guide", "A seed."), entity("Seed")];
        let titles = found(&pages, &[&["seed", "core"]], "seed");
        assert_eq!(titles[0], "Seed");
        let core = titles.iter().position(|title| *title == "Core");
        let guide = titles.iter().position(|title| *title == "Guide");
        assert!(core.is_some() && guide.is_some(), "{titles:?}");
    }

    #[test]
    fn a_word_that_only_titles_of_records_have_asks_for_them() {
        let text = "Waves are found by tests: wave, waves. Evidence of waves, evidence.";
        let mut pages = [
            page("Waves", text),
            page("Waves: evidence", "A wave."),
            page("Tides: evidence", "A tide."),
        ];
        for record in &mut pages[1..] {
            record.is_record = true;
        }
        pages[1]
            .sections
            .push(Section::new(2, "Heights", "heights", "Waves."));
        assert_eq!(found(&pages, &[], "heights waves")[0], "Heights");
        assert_eq!(
            found(&pages, &[], "waves"),
            ["Waves", "Waves: evidence", "Heights"]
        );
        assert_eq!(found(&pages, &[], "evidence waves")[0], "Waves: evidence");
    }

    #[test]
    fn a_tool_that_has_all_words_comes_before_what_is_said_about_it() {
        let text = "To compare weapons, choose two.";
        let mut pages = [page("Test", text), page("Damage", text)];
        pages[1].sections[0].is_tool = true;
        assert_eq!(found(&pages, &[], "compare weapons"), ["Damage", "Test"]);
        assert_eq!(found(&pages, &[], "compare enemies weapons").len(), 2);
    }
}
