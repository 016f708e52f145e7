//! Orders the sections that a query finds: BM25 over weighted fields, then a second look at the best.
//!
//! A section that has all words comes before one that has some; where the words stand in its heading, its page's title or
//! its other names counts more than how often they stand in its text. All figures were set on the development queries
//! (`tests/search`); none knows a query or a page.

mod name_match;

use super::budget::{Budget, Stage};
use super::index::Index;
use super::index::postings::{Postings, Reading};
use super::query::{How, Word};
use bindery_format::search::layout::Field;
use name_match::{Naming, TermTable, longest_run};

/// A section that was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Its number.
    pub section: u32,
    /// The higher the better; only the order of one query's hits means anything.
    pub score: f32,
    /// Which words of the query it has, or its page's title and names: one bit each.
    pub words: u16,
}

/// How much a term counts by where it stands, in the order of [`Field`]'s bits.
const FIELD_WEIGHTS: [f32; 8] = [
    6.0, // own heading
    3.0, // page's title
    2.0, // heading above
    0.7, // part of the site
    2.5, // other name of the page
    4.5, // other name of the section
    4.5, // defined here
    1.5, // keyword
];
/// How much a term counts in the text.
const TEXT_WEIGHT: f32 = 1.0;
/// How fast more of the same stops counting.
const SATURATION: f32 = 4.0;
/// How much a long text counts against a term.
const LENGTH: f32 = 0.45;
/// How many of the best are looked at again.
const SECOND_LOOK: usize = 120;
/// In how many of them neighbours are looked for, and in how much of their text.
const THIRD_LOOK: usize = 12;
const THIRD_LOOK_TEXT: usize = 6_000;
/// With so many pages that have all words those that lack some are left out.
const ENOUGH_PAGES: usize = 10;
/// Letters of a beginning from which on it is looked for in texts, too.
const LONG_PREFIX: usize = 3;
/// Sections that are asked for together, and the visits for that.
const BLOCK: usize = 64;
const BLOCK_VISITS: usize = 8;
/// Sections whose scores are set up in about a microsecond.
const SCORES_PER_VISIT: usize = 256;
/// Bytes of a text that are cut into words in about a microsecond.
pub(super) const TEXT_PER_VISIT: usize = 32;

/// What is known of each section while a query runs.
struct Board<'i> {
    index: &'i Index,
    budget: &'i Budget,
    scores: Vec<f32>,
    words: Vec<u16>,
    defined: Vec<u16>,
    touched: Vec<u32>,
    /// Of the present word.
    counts: Vec<f32>,
    counted: Vec<u32>,
}

impl<'i> Board<'i> {
    fn new(index: &'i Index, budget: &'i Budget) -> Board<'i> {
        let len = index.len();
        Board {
            index,
            budget,
            scores: vec![0.0; len],
            words: vec![0; len],
            defined: vec![0; len],
            touched: Vec::new(),
            counts: vec![0.0; len],
            counted: Vec::new(),
        }
    }

    /// Takes over the weight of a term where it is the best for the word so far.
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

    /// Counts a term in a section's text.
    #[inline]
    fn count_text(&mut self, section: u32, times: u32, weight: f32) {
        let Some(count) = self.counts.get(section as usize) else {
            return;
        };
        let (_, _, len) = self.index.measures(section);
        let norm = 1.0 - LENGTH + LENGTH * len as f32 / self.index.mean_len;
        let times = 1.0 + (times as f32).ln();
        let weight = TEXT_WEIGHT * times / norm.max(0.4) * weight;
        // The same term in the head of the section adds up.
        let head = *count;
        self.count(section, head.max(weight).max(head + 0.5 * weight));
    }

    /// Adds what was counted of a word to the scores; gives the word's rarity.
    fn finish_word(&mut self, at: usize) -> f32 {
        let found = self.counted.len() as f32;
        let all = self.index.len() as f32;
        let rarity = (1.0 + (all - found + 0.5).max(0.5) / (found + 0.5)).ln();
        for section in self.counted.drain(..) {
            let number = section as usize;
            let count = std::mem::take(&mut self.counts[number]);
            if self.words[number] == 0 {
                self.touched.push(section);
            }
            self.words[number] |= 1 << at;
            self.scores[number] += rarity * count / (SATURATION + count);
        }
        if found == 0.0 { 0.0 } else { rarity }
    }
}

/// The sections that have the words, best first; `accepts` says which may be shown.
///
/// Once the budget is used up, the sections are some of those that there are: they have all words of the query.
#[must_use]
pub fn rank(
    index: &Index,
    words: &[Word],
    reads_text: bool,
    budget: &Budget,
    accepts: impl Fn(u32) -> bool,
) -> Vec<Hit> {
    let known = words.iter().filter(|word| !word.choices.is_empty()).count();
    if known * 2 < words.len() || known == 0 {
        return Vec::new();
    }
    if !budget.take(Stage::Find, 1 + index.len() / SCORES_PER_VISIT) {
        return Vec::new();
    }
    let mut board = Board::new(index, budget);
    let mut rarities = Vec::with_capacity(words.len());
    for (at, word) in words.iter().enumerate() {
        rarities.push(count_word(&mut board, word, at, reads_text));
    }
    let mut hits = select(&board, &rarities, accepts);
    hits.sort_unstable_by(order);
    look_again(&board, words, &mut hits);
    hits
}

/// The best first; of equals the one that stands first.
fn order(a: &Hit, b: &Hit) -> std::cmp::Ordering {
    b.score.total_cmp(&a.score).then(a.section.cmp(&b.section))
}

/// Adds a word to all sections that have it; gives its rarity.
fn count_word(board: &mut Board<'_>, word: &Word, at: usize, reads_text: bool) -> f32 {
    let (index, budget) = (board.index, board.budget);
    for choice in &word.choices {
        let reads_text =
            reads_text && !matches!(choice.how, How::Prefix(letters) if letters < LONG_PREFIX);
        let is_word = choice.how != How::Slips && choice.weight > 0.8;
        let mut postings = Postings::at(index, choice.place);
        let reading = postings.read_head(budget, |section, bits| {
            board.count(section, HEAD_WEIGHTS[usize::from(bits)] * choice.weight);
            if is_word
                && bits & Field::DEFINED != 0
                && let Some(defined) = board.defined.get_mut(section as usize)
            {
                *defined |= 1 << at;
            }
        });
        if reading == Reading::Complete && reads_text {
            let _ = postings.read_text(budget, |section, times| {
                board.count_text(section, times, choice.weight);
            });
        }
    }
    board.finish_word(at)
}

/// How much a term counts by where it stands, for each combination of [`Field`]'s bits.
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

/// The sections that may be shown, those that lack words lowered or left out.
fn select(board: &Board<'_>, rarities: &[f32], accepts: impl Fn(u32) -> bool) -> Vec<Hit> {
    let index = board.index;
    let known = (0..rarities.len()).filter(|at| rarities[*at] > 0.0);
    let all = known.fold(0_u16, |mask, at| mask | 1 << at);
    let accepted = Accepted::new(board, all, accepts);
    // Which sections may lack words depends on all others; where not all were looked at, none may, and no word either.
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
        let (page, _, _) = index.measures(section);
        let (own, around) = match words == all {
            true => (1.0, 1.0),
            false => (share(words), share(accepted.of_page[page as usize])),
        };
        // Less than half of what was asked is no answer.
        if own < 0.34 || around < 0.5 {
            continue;
        }
        let score = board.scores[section as usize] * (0.75 * own * own + 0.25 * around * around);
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

/// The sections with a word of the query that may be shown.
struct Accepted {
    sections: Vec<u32>,
    /// The words in any section of each page.
    of_page: Vec<u16>,
    /// Pages with a section that has all words.
    whole_pages: usize,
}

impl Accepted {
    fn new(board: &Board<'_>, all: u16, accepts: impl Fn(u32) -> bool) -> Accepted {
        let (index, budget) = (board.index, board.budget);
        let mut accepted = Accepted {
            sections: Vec::new(),
            of_page: vec![0; index.pages()],
            whole_pages: 0,
        };
        let mut last_whole = None;
        for block in board.touched.chunks(BLOCK) {
            if !budget.take(Stage::Find, BLOCK_VISITS) {
                break;
            }
            for section in block.iter().copied() {
                let (page, _, _) = index.measures(section);
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

/// Raises what the query names: a whole heading or title, another name of a page, a definition, neighbours.
fn look_again(board: &Board<'_>, words: &[Word], hits: &mut [Hit]) {
    let (index, budget) = (board.index, board.budget);
    let choices: usize = words.iter().map(|word| word.choices.len()).sum();
    if !budget.take(Stage::Find, choices / BLOCK_VISITS) {
        return;
    }
    let table = TermTable::new(words);
    let count = hits.len().min(SECOND_LOOK);
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
        let mut raise = name_raise(&table, section.heading, page.title, is_page);
        if is_page && page.aliases.split(' ').any(|alias| alias == typed) {
            raise = raise.max(1.9);
        }
        if board.defined[hit.section as usize] == all {
            raise = raise.max(2.0);
        }
        hit.score *= raise;
    }
    hits[..count].sort_unstable_by(order);
    if words.len() > 1 {
        let near = count.min(THIRD_LOOK);
        raise_neighbours(board, &table, &mut hits[..near]);
    }
}

/// Raises hits in whose text words of the query stand side by side.
fn raise_neighbours(board: &Board<'_>, table: &TermTable<'_>, hits: &mut [Hit]) {
    for hit in &mut *hits {
        let text = board.index.section(hit.section).text;
        let text = &text[..text.floor_char_boundary(THIRD_LOOK_TEXT)];
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
fn name_raise(table: &TermTable<'_>, heading: &str, title: &str, is_page: bool) -> f32 {
    let own = Naming::of(table, heading);
    if own.missing == 0 {
        let whole = own.share();
        let raise = 1.25 + 0.75 * whole * whole + if own.in_order { 0.2 } else { 0.0 };
        // A page's title before a heading of the same words.
        return if is_page { 1.2 * raise } else { raise };
    }
    if is_page {
        return 1.0;
    }
    let above = Naming::of(table, title);
    let both = own.words | above.words;
    let is_named = both.count_ones() as usize == table.words() && own.words & !above.words != 0;
    match is_named {
        true => 1.1 + 0.5 * own.share() * above.share(),
        false => 1.0,
    }
}
