//! Ranks the sections that match a query: BM25 over weighted fields, then a second pass over the best hits.
//!
//! A section that has all words comes before one that has some; where the words stand in its heading, its page's title or
//! its other names counts more than how often they stand in its text. All figures were set on the development queries
//! (`tests/search`); none knows a query or a page.

mod name_match;

use self::name_match::{NameMatch, TermTable, longest_run};
use super::budget::{Budget, Stage};
use super::index::Index;
use super::index::postings::{Postings, Reading};
use super::query::{MatchKind, Word};
use bindery_format::search::layout::Field;

/// A section that matches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Its number.
    pub section: u32,
    /// The higher the better; only the order of one query's hits means anything.
    pub score: f32,
    /// Which words of the query it has, or its page's title and names: one bit each.
    pub words: u16,
}

/// The weight of a term by the field it occurs in, in the order of the bits of [`Field`]. Exports contain it for
/// searches in the browser.
pub(super) const FIELD_WEIGHTS: [f32; 8] = [
    6.0, // own heading
    3.0, // page's title
    2.0, // heading above
    0.7, // part of the site
    2.5, // other name of the page
    4.5, // other name of the section
    4.5, // defined here
    1.5, // keyword
];
/// The weight of a term in the text.
const TEXT_WEIGHT: f32 = 1.0;
/// BM25's `k1`: how soon further occurrences of a term stop counting.
const SATURATION: f32 = 4.0;
/// BM25's `b`: how much a long text reduces the weight of a term.
const LENGTH: f32 = 0.45;
/// Hits whose headings and titles are compared with the query.
const RERANKED_HITS: usize = 120;
/// How many of them are searched for adjacent words, and how much of each text.
const PROXIMITY_HITS: usize = 12;
const PROXIMITY_BYTES: usize = 6_000;
/// When at least this many pages have all words, pages that lack a word are left out.
const ENOUGH_PAGES: usize = 10;
/// Letters of a prefix from which on it is searched in texts, too.
const LONG_PREFIX: usize = 3;
/// Sections that are filtered together, and the visits for that.
const BLOCK: usize = 64;
const BLOCK_VISITS: usize = 8;
/// Sections whose scores are initialised in about a microsecond.
const SCORES_PER_VISIT: usize = 256;
/// Bytes of a text that are tokenized in about a microsecond.
pub(super) const TEXT_PER_VISIT: usize = 32;

/// The scores of all sections while a query runs.
struct ScoreBoard<'i> {
    index: &'i Index,
    budget: &'i Budget,
    scores: Vec<f32>,
    words: Vec<u16>,
    defined: Vec<u16>,
    matched_sections: Vec<u32>,
    /// The weights of the current word by section.
    counts: Vec<f32>,
    counted: Vec<u32>,
}

impl<'i> ScoreBoard<'i> {
    fn new(index: &'i Index, budget: &'i Budget) -> ScoreBoard<'i> {
        let len = index.len();
        ScoreBoard {
            index,
            budget,
            scores: vec![0.0; len],
            words: vec![0; len],
            defined: vec![0; len],
            matched_sections: Vec::new(),
            counts: vec![0.0; len],
            counted: Vec::new(),
        }
    }

    /// Raises the weight of the current word in a section to that of a term.
    #[inline]
    fn count(&mut self, section: u32, weight: f32) {
        let Some(count) = self.counts.get_mut(section as usize) else {
            return;
        };
        if *count == 0.0 {
            self.counted.push(section);
        }
        *count = count.max(weight);
    }

    /// Counts a term in the text of a section.
    #[inline]
    fn count_text(&mut self, section: u32, times: u32, weight: f32) {
        let Some(count) = self.counts.get(section as usize) else {
            return;
        };
        let len = self.index.text_len(section);
        let norm = 1.0 - LENGTH + LENGTH * len as f32 / self.index.mean_len;
        let times = 1.0 + (times as f32).ln();
        let weight = TEXT_WEIGHT * times / norm.max(0.4) * weight;
        // The same term in a heading field adds to it.
        let head = *count;
        self.count(section, head.max(weight).max(head + 0.5 * weight));
    }

    /// Adds the weights of the current word to the scores. Returns the rarity of the word (its inverse document frequency).
    fn finish_word(&mut self, at: usize) -> f32 {
        let found = self.counted.len() as f32;
        let all = self.index.len() as f32;
        let rarity = (1.0 + (all - found + 0.5).max(0.5) / (found + 0.5)).ln();
        for section in self.counted.drain(..) {
            let number = section as usize;
            let count = std::mem::take(&mut self.counts[number]);
            if self.words[number] == 0 {
                self.matched_sections.push(section);
            }
            self.words[number] |= 1 << at;
            self.scores[number] += rarity * count / (SATURATION + count);
        }
        if found == 0.0 { 0.0 } else { rarity }
    }
}

/// The sections that have the words, best first; `accepts` is the filter of the request.
///
/// Once the budget is used up, the result is incomplete, and all sections in it have all words of the query.
#[must_use]
pub fn rank(
    index: &Index,
    words: &[Word],
    searches_text: bool,
    budget: &Budget,
    accepts: impl Fn(u32) -> bool,
) -> Vec<Hit> {
    let known = words
        .iter()
        .filter(|word| !word.expansions.is_empty())
        .count();
    if known * 2 < words.len() || known == 0 {
        return Vec::new();
    }
    if !budget.take(Stage::Find, 1 + index.len() / SCORES_PER_VISIT) {
        return Vec::new();
    }
    let mut board = ScoreBoard::new(index, budget);
    let mut rarities = Vec::with_capacity(words.len());
    for (at, word) in words.iter().enumerate() {
        rarities.push(count_word(&mut board, word, at, searches_text));
    }
    let mut hits = select(&board, &rarities, accepts);
    hits.sort_unstable_by(order);
    rerank(&board, words, &mut hits);
    hits
}

/// By falling score; equal scores in the order of the index.
fn order(a: &Hit, b: &Hit) -> std::cmp::Ordering {
    b.score.total_cmp(&a.score).then(a.section.cmp(&b.section))
}

/// Adds a word to the scores of all sections that have it. Returns its rarity.
fn count_word(board: &mut ScoreBoard<'_>, word: &Word, at: usize, searches_text: bool) -> f32 {
    let (index, budget) = (board.index, board.budget);
    for expansion in &word.expansions {
        let searches_text = searches_text
            && !matches!(expansion.kind, MatchKind::Prefix(letters) if letters < LONG_PREFIX);
        let is_word = expansion.kind != MatchKind::Typo && expansion.weight > 0.8;
        let mut postings = Postings::at(index, expansion.postings_offset);
        let reading = postings.read_head(budget, |section, bits| {
            board.count(section, HEAD_WEIGHTS[usize::from(bits)] * expansion.weight);
            if is_word
                && bits & Field::DEFINED != 0
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

/// The weight of a term for each combination of the bits of [`Field`].
static HEAD_WEIGHTS: [f32; 256] = head_weights();

const fn head_weights() -> [f32; 256] {
    let mut weights = [0.0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut bit = 0;
        while bit < 8 {
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
fn select(board: &ScoreBoard<'_>, rarities: &[f32], accepts: impl Fn(u32) -> bool) -> Vec<Hit> {
    let index = board.index;
    let known = (0..rarities.len()).filter(|at| rarities[*at] > 0.0);
    let all = known.fold(0_u16, |mask, at| mask | 1 << at);
    let accepted = Accepted::new(board, all, accepts);
    // Whether a section may lack words depends on all other sections. When the budget ended before all were seen, only
    // sections with all words are certain.
    let is_cut = board.budget.is_cut();
    let only_whole = is_cut || accepted.whole_pages >= ENOUGH_PAGES;
    let all = if is_cut {
        all_words(rarities.len())
    } else {
        all
    };
    let total: f32 = rarities.iter().sum();
    let share = |words: u16| {
        let own = rarities.iter().enumerate();
        let own = own.filter(|(at, _)| words & (1 << at) != 0);
        own.map(|(_, rarity)| rarity).sum::<f32>() / total.max(f32::MIN_POSITIVE)
    };
    let mut hits = Vec::new();
    for section in accepted.sections {
        let words = board.words[section as usize];
        if only_whole && words != all {
            continue;
        }
        let page = index.page_of(section);
        let (own_share, page_share) = match words == all {
            true => (1.0, 1.0),
            false => (share(words), share(accepted.of_page[page as usize])),
        };
        // A page with less than half of the query does not answer it.
        if own_share < 0.34 || page_share < 0.5 {
            continue;
        }
        let score = board.scores[section as usize]
            * (0.75 * own_share * own_share + 0.25 * page_share * page_share);
        hits.push(Hit {
            section,
            score: score * index.weight(page),
            words,
        });
    }
    hits
}

/// A bit for each word.
fn all_words(count: usize) -> u16 {
    ((1_u32 << count) - 1) as u16
}

/// The accepted sections with a word of the query.
struct Accepted {
    sections: Vec<u32>,
    /// The words in any section of each page.
    of_page: Vec<u16>,
    /// Pages with a section that has all words.
    whole_pages: usize,
}

impl Accepted {
    fn new(board: &ScoreBoard<'_>, all: u16, accepts: impl Fn(u32) -> bool) -> Accepted {
        let (index, budget) = (board.index, board.budget);
        let mut accepted = Accepted {
            sections: Vec::new(),
            of_page: vec![0; index.pages()],
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

/// Raises the scores of sections that the query names: by heading, page title, other page name or definition.
fn rerank(board: &ScoreBoard<'_>, words: &[Word], hits: &mut [Hit]) {
    let (index, budget) = (board.index, board.budget);
    let expansions: usize = words.iter().map(|word| word.expansions.len()).sum();
    if !budget.take(Stage::Find, expansions / BLOCK_VISITS) {
        return;
    }
    let table = TermTable::new(words);
    let count = hits.len().min(RERANKED_HITS);
    let typed: String = words.iter().map(|word| word.term.as_str()).collect();
    let all = all_words(words.len());
    for hit in &mut hits[..count] {
        let section = index.section(hit.section);
        let page = index.page(section.page);
        let bytes = section.heading.len() + page.title.len();
        if !budget.take(Stage::Find, 1 + bytes / TEXT_PER_VISIT) {
            break;
        }
        let is_page = section.anchor.is_empty();
        let mut boost = name_boost(&table, section.heading, page.title, is_page);
        if is_page && page.aliases.split(' ').any(|alias| alias == typed) {
            boost = boost.max(1.9);
        }
        if board.defined[hit.section as usize] == all {
            boost = boost.max(2.0);
        }
        hit.score *= boost;
    }
    hits[..count].sort_unstable_by(order);
    if words.len() > 1 {
        let near = count.min(PROXIMITY_HITS);
        boost_adjacent_words(board, &table, &mut hits[..near]);
    }
}

/// Raises the scores of hits in whose text words of the query are adjacent.
fn boost_adjacent_words(board: &ScoreBoard<'_>, table: &TermTable<'_>, hits: &mut [Hit]) {
    for hit in &mut *hits {
        let text = board.index.section(hit.section).text;
        let text = &text[..text.floor_char_boundary(PROXIMITY_BYTES)];
        let visits = 1 + text.len() / TEXT_PER_VISIT;
        if !board.budget.take(Stage::Find, visits) {
            break;
        }
        let run = longest_run(table, text);
        hit.score *= 1.0 + 0.12 * run.saturating_sub(1) as f32;
    }
    hits.sort_unstable_by(order);
}

/// 1 to 2.64: how much of the query and of a heading and its page's title are the same.
fn name_boost(table: &TermTable<'_>, heading: &str, title: &str, is_page: bool) -> f32 {
    let own = NameMatch::of(table, heading);
    if own.missing == 0 {
        let whole = own.share();
        let boost = 1.25 + 0.75 * whole * whole + if own.in_order { 0.2 } else { 0.0 };
        // A page title ranks above a heading with the same words.
        return if is_page { 1.2 * boost } else { boost };
    }
    if is_page {
        return 1.0;
    }
    let above = NameMatch::of(table, title);
    let both = own.words | above.words;
    let is_name_match =
        both.count_ones() as usize == table.words() && own.words & !above.words != 0;
    match is_name_match {
        true => 1.1 + 0.5 * own.share() * above.share(),
        false => 1.0,
    }
}
