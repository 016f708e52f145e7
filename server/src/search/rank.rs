//! Orders the sections that a query finds: BM25 over weighted fields, then a second look at the best.
//!
//! A section that has all words comes before one that has some; where the words stand in its heading, its page's title or
//! its other names counts more than how often they stand in its text. All figures were set on the development queries
//! (`tests/search`); none knows a query or a page.

use super::format::{Field, read_number};
use super::index::Index;
use super::query::{How, Word};
use super::text::tokens;

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

/// What is known of each section while a query runs.
struct Board {
    scores: Vec<f32>,
    words: Vec<u16>,
    defined: Vec<u16>,
    touched: Vec<u32>,
    /// Of the present word.
    counts: Vec<f32>,
    counted: Vec<u32>,
}

impl Board {
    fn new(len: usize) -> Board {
        Board {
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
}

/// The sections that have the words, best first; `accepts` says which may be shown.
#[must_use]
pub fn rank(
    index: &Index,
    words: &[Word],
    reads_text: bool,
    accepts: impl Fn(u32) -> bool,
) -> Vec<Hit> {
    let known = words.iter().filter(|word| !word.choices.is_empty()).count();
    if known * 2 < words.len() || known == 0 {
        return Vec::new();
    }
    let mut board = Board::new(index.len());
    let mut rarities = Vec::with_capacity(words.len());
    for (at, word) in words.iter().enumerate() {
        rarities.push(count_word(index, word, at, reads_text, &mut board));
    }
    let mut hits = select(index, &board, &rarities, accepts);
    hits.sort_unstable_by(order);
    look_again(index, words, &board, &mut hits);
    hits
}

/// The best first; of equals the one that stands first.
fn order(a: &Hit, b: &Hit) -> std::cmp::Ordering {
    b.score.total_cmp(&a.score).then(a.section.cmp(&b.section))
}

/// Adds a word to all sections that have it; gives its rarity.
fn count_word(index: &Index, word: &Word, at: usize, reads_text: bool, board: &mut Board) -> f32 {
    for choice in &word.choices {
        let reads_text =
            reads_text && !matches!(choice.how, How::Prefix(letters) if letters < LONG_PREFIX);
        let mut list = index
            .postings
            .get(choice.place as usize..)
            .unwrap_or_default();
        let is_word = choice.how != How::Slips && choice.weight > 0.8;
        // A list that ends early belongs to a damaged index; what is there counts.
        let _ = read_head(&mut list, |section, bits| {
            let mut weight = 0.0;
            for (bit, field) in FIELD_WEIGHTS.iter().enumerate() {
                if bits & (1 << bit) != 0 {
                    weight += field;
                }
            }
            board.count(section, weight * choice.weight);
            if is_word
                && bits & Field::DEFINED != 0
                && let Some(defined) = board.defined.get_mut(section as usize)
            {
                *defined |= 1 << at;
            }
        });
        if reads_text {
            let _ = read_text(&mut list, |section, times| {
                let Some(count) = board.counts.get(section as usize) else {
                    return;
                };
                let (_, _, len) = index.measures(section);
                let norm = 1.0 - LENGTH + LENGTH * len as f32 / index.mean_len;
                let times = 1.0 + (times as f32).ln();
                let weight = TEXT_WEIGHT * times / norm.max(0.4) * choice.weight;
                // The same term in the head of the section adds up.
                let head = *count;
                board.count(section, head.max(weight).max(head + 0.5 * weight));
            });
        }
    }
    let found = board.counted.len() as f32;
    let all = index.len() as f32;
    let rarity = (1.0 + (all - found + 0.5).max(0.5) / (found + 0.5)).ln();
    for section in board.counted.drain(..) {
        let number = section as usize;
        let count = std::mem::take(&mut board.counts[number]);
        if board.words[number] == 0 {
            board.touched.push(section);
        }
        board.words[number] |= 1 << at;
        board.scores[number] += rarity * count / (SATURATION + count);
    }
    if found == 0.0 { 0.0 } else { rarity }
}

fn read_head(list: &mut &[u8], mut each: impl FnMut(u32, u8)) -> Option<()> {
    let mut section = 0_u32;
    for _ in 0..read_number(list)? {
        section = section.checked_add(read_number(list)?)?;
        let (bits, rest) = list.split_first()?;
        *list = rest;
        each(section, *bits);
    }
    Some(())
}

fn read_text(list: &mut &[u8], mut each: impl FnMut(u32, u32)) -> Option<()> {
    let mut section = 0_u32;
    for _ in 0..read_number(list)? {
        section = section.checked_add(read_number(list)?)?;
        each(section, read_number(list)?);
    }
    Some(())
}

/// The sections that may be shown, those that lack words lowered or left out.
fn select(
    index: &Index,
    board: &Board,
    rarities: &[f32],
    accepts: impl Fn(u32) -> bool,
) -> Vec<Hit> {
    let all: u16 = (0..rarities.len())
        .filter(|at| rarities[*at] > 0.0)
        .fold(0, |mask, at| mask | 1 << at);
    let share = |words: u16| {
        let total: f32 = rarities.iter().sum();
        let own = rarities
            .iter()
            .enumerate()
            .filter(|(at, _)| words & (1 << at) != 0);
        own.map(|(_, rarity)| rarity).sum::<f32>() / total.max(f32::MIN_POSITIVE)
    };
    let mut of_page = vec![0_u16; index.pages()];
    let mut whole_pages = 0;
    let mut last_whole = None;
    for section in board.touched.iter().copied() {
        let (page, _, _) = index.measures(section);
        let words = board.words[section as usize];
        of_page[page as usize] |= words;
        if words == all && last_whole != Some(page) && accepts(section) {
            whole_pages += 1;
            last_whole = Some(page);
        }
    }
    let only_whole = whole_pages >= ENOUGH_PAGES;
    let mut hits = Vec::new();
    for section in board.touched.iter().copied() {
        let words = board.words[section as usize];
        if only_whole && words != all {
            continue;
        }
        let (page, _, _) = index.measures(section);
        let (own, around) = match words == all {
            true => (1.0, 1.0),
            false => (share(words), share(of_page[page as usize])),
        };
        // Less than half of what was asked is no answer.
        if own < 0.34 || around < 0.5 || !accepts(section) {
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

/// Raises what the query names: a whole heading or title, another name of a page, a definition, neighbours.
fn look_again(index: &Index, words: &[Word], board: &Board, hits: &mut [Hit]) {
    let count = hits.len().min(SECOND_LOOK);
    let typed: String = words.iter().map(|word| word.term.as_str()).collect();
    let all = ((1_u32 << words.len()) - 1) as u16;
    for hit in &mut hits[..count] {
        let section = index.section(hit.section);
        let page = index.page(section.page);
        let mut raise = name_raise(
            words,
            section.heading,
            page.title,
            section.anchor.is_empty(),
        );
        if section.anchor.is_empty() && page.aliases.split(' ').any(|alias| alias == typed) {
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
        for hit in &mut hits[..near] {
            let text = index.section(hit.section).text;
            let end = (0..=THIRD_LOOK_TEXT.min(text.len()))
                .rev()
                .find(|at| text.is_char_boundary(*at));
            let run = longest_run(words, &text[..end.unwrap_or_default()]);
            hit.score *= 1.0 + 0.12 * run.saturating_sub(1) as f32;
        }
        hits[..near].sort_unstable_by(order);
    }
}

/// 1 to 2.64: how much of the query and of a heading and its page's title are the same.
fn name_raise(words: &[Word], heading: &str, title: &str, is_page: bool) -> f32 {
    let own = Naming::of(words, heading);
    if own.missing == 0 {
        let whole = own.share();
        let raise = 1.25 + 0.75 * whole * whole + if own.in_order { 0.2 } else { 0.0 };
        // A page's title before a heading of the same words.
        return if is_page { 1.2 * raise } else { raise };
    }
    if is_page {
        return 1.0;
    }
    let above = Naming::of(words, title);
    let both = own.words | above.words;
    let is_named = both.count_ones() as usize == words.len() && own.words & !above.words != 0;
    match is_named {
        true => 1.1 + 0.5 * own.share() * above.share(),
        false => 1.0,
    }
}

/// How a query fits a name.
struct Naming {
    words: u16,
    missing: usize,
    /// Terms of the name that were asked for, each as far as it was typed.
    matched: f32,
    len: usize,
    in_order: bool,
}

impl Naming {
    fn of(words: &[Word], name: &str) -> Naming {
        let list = tokens(name);
        let mut naming = Naming {
            words: 0,
            missing: 0,
            matched: 0.0,
            len: list.len(),
            in_order: true,
        };
        let mut last = None;
        for (at, token) in list.iter().enumerate() {
            let joined = list
                .get(at + 1)
                .map(|next| format!("{}{}", token.term, next.term));
            let before = at
                .checked_sub(1)
                .map(|before| format!("{}{}", list[before].term, token.term));
            let fits = words.iter().enumerate().filter_map(|(number, word)| {
                let mut choices = word.choices.iter();
                let fit = choices.find(|choice| {
                    choice.term == token.term
                        || joined.as_ref().is_some_and(|joined| choice.term == *joined)
                        || before.as_ref().is_some_and(|before| choice.term == *before)
                });
                fit.map(|choice| (number, choice.weight))
            });
            let Some((number, weight)) = fits.max_by(|a, b| a.1.total_cmp(&b.1)) else {
                continue;
            };
            naming.in_order &= last.is_none_or(|last| number >= last);
            last = Some(number);
            naming.words |= 1 << number;
            naming.matched += weight;
        }
        naming.missing = words.len() - naming.words.count_ones() as usize;
        naming
    }

    fn share(&self) -> f32 {
        self.matched / self.len.max(1) as f32
    }
}

/// The most words of the query that stand side by side in a text, in their order.
fn longest_run(words: &[Word], text: &str) -> usize {
    let (mut longest, mut run, mut expected) = (0, 0, 0);
    for token in tokens(text) {
        let fits = |at: usize| {
            let word = words.get(at);
            word.is_some_and(|word| word.choices.iter().any(|choice| choice.term == token.term))
        };
        if run > 0 && fits(expected) {
            run += 1;
            expected += 1;
        } else if let Some(first) = (0..words.len()).find(|at| fits(*at)) {
            run = 1;
            expected = first + 1;
        } else {
            run = 0;
        }
        longest = longest.max(run);
    }
    longest
}
