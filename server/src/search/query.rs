//! Expands each word of a query into terms of the index: the word itself, its inflections, its completions, and terms
//! within one or two typos.
//!
//! The weight of a term falls with its distance from the word. Typos are tried only for words that the index does not
//! have or has rarely, and never for numbers.

mod inflections;

use self::inflections::inflections;
use super::budget::{Budget, Stage};
use super::index::Index;
use bindery_format::search::layout::read_number;
use bindery_format::search::text::{fold, has_digit, tokens};
use fst::{IntoStreamer, Streamer};
use levenshtein_automata::{Distance, LevenshteinAutomatonBuilder};
use std::sync::OnceLock;

/// Words of a query; further words are ignored.
pub(super) const MAX_WORDS: usize = 16;

/// Terms that a word expands to.
const MAX_EXPANSIONS: usize = 400;

/// Terms of the index that are read to find completions of a word, or terms within its typos.
const MAX_TERMS: usize = 8_192;

/// Visits for a word: its inflections are looked up one by one.
const WORD_VISITS: usize = 4;
/// Terms that are read in about a microsecond.
const TERMS_PER_VISIT: usize = 8;
/// Visits to find terms within one typo, and within two: an automaton is built and run over all terms.
const TYPO_VISITS: [usize; 2] = [200, 1_000];

/// Letters of a word from which on one typo is allowed, and two.
const MIN_LETTERS_ONE_TYPO: usize = 4;
const MIN_LETTERS_TWO_TYPOS: usize = 8;

/// A word in at most this many sections may abbreviate or misspell another word: authors make typos, too.
const RARE_SECTIONS: u32 = 6;
/// Letters from which on a rare word may be a misspelling.
const MIN_LETTERS_RESPELLED: usize = 6;
/// Letters from which on a rare word that is not the last one may abbreviate another.
const MIN_LETTERS_ABBREVIATED: usize = 3;

/// A word of a query.
#[derive(Clone, Debug)]
pub struct Word {
    /// The word as typed, folded.
    pub term: String,
    /// The terms of the index that it expands to.
    pub expansions: Vec<Expansion>,
}

/// A term of the index that a word expands to.
#[derive(Clone, Debug, PartialEq)]
pub struct Expansion {
    /// The term.
    pub term: String,
    /// The offset of its postings.
    pub postings_offset: u64,
    /// 1 for the word itself.
    pub weight: f32,
    /// How the term matches the word.
    pub kind: MatchKind,
}

/// How a term matches a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchKind {
    /// The term is the word, or an inflection of it.
    Whole,
    /// The word is the first letters of the term; their number.
    Prefix(usize),
    /// The term is within the typos of the word.
    Typo,
    /// The word and its neighbour together are the term.
    Joined,
}

/// How loosely a query matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchOptions {
    /// Whether the last word may be the prefix of a term.
    pub prefix: bool,
    /// Typos allowed in a word: 0 to 2.
    pub typos: u8,
    /// Whether texts are searched, not only headings and names.
    pub text: bool,
}

impl Default for MatchOptions {
    fn default() -> Self {
        MatchOptions {
            prefix: true,
            typos: 2,
            text: true,
        }
    }
}

/// The words of a query with their expansions. Once the budget is used up, words get fewer expansions.
#[must_use]
pub fn words(index: &Index, text: &str, options: MatchOptions, budget: &Budget) -> Vec<Word> {
    let mut query_terms: Vec<String> = tokens(text).into_iter().map(|token| token.term).collect();
    query_terms.truncate(MAX_WORDS);
    let is_open = options.prefix && text.chars().next_back().is_some_and(char::is_alphanumeric);
    let last = query_terms.len().checked_sub(1);
    let mut words: Vec<Word> = Vec::with_capacity(query_terms.len());
    for (at, term) in query_terms.iter().enumerate() {
        let mut finder = Finder {
            index,
            budget,
            expansions: Vec::new(),
        };
        let is_prefix = is_open && Some(at) == last;
        // Once the budget refuses, nothing is added: weaker expansions alone would answer another query.
        let _ = finder.find(term, is_prefix, options.typos);
        words.push(Word {
            term: term.clone(),
            expansions: finder.expansions,
        });
    }
    if budget.take(Stage::Find, words.len() + index.meta.synonyms.len()) {
        add_joined(index, &mut words);
        add_synonyms(index, &mut words);
    }
    for word in &mut words {
        // The best first, so that the worst are cut off.
        word.expansions
            .sort_by(|a, b| b.weight.total_cmp(&a.weight));
        word.expansions.truncate(MAX_EXPANSIONS);
    }
    words
}

/// Adds terms that two neighbouring words form: `hutao` for `hu tao`.
fn add_joined(index: &Index, words: &mut [Word]) {
    for at in 1..words.len() {
        let term = format!("{}{}", words[at - 1].term, words[at].term);
        if let Some(postings_offset) = index.terms.get(&term) {
            for word in &mut words[at - 1..=at] {
                word.add(Expansion {
                    term: term.clone(),
                    postings_offset,
                    weight: 0.9,
                    kind: MatchKind::Joined,
                });
            }
        }
    }
}

/// Adds the synonyms of the site. A phrase of several words expands to synonyms of one word only.
fn add_synonyms(index: &Index, words: &mut [Word]) {
    for list in &index.meta.synonyms {
        let list: Vec<Vec<String>> = list
            .iter()
            .map(|phrase| phrase.split_whitespace().map(fold).collect())
            .collect();
        for phrase in list.iter().filter(|phrase| !phrase.is_empty()) {
            let mut spans = (0..words.len()).map(|first| first..first + phrase.len());
            let matches = |span: &std::ops::Range<usize>| {
                let own = words.get(span.clone()).unwrap_or_default();
                own.len() == phrase.len()
                    && own
                        .iter()
                        .zip(phrase)
                        .all(|(word, term)| word.term == *term)
            };
            let Some(span) = spans.find(matches) else {
                continue;
            };
            for other in list
                .iter()
                .filter(|other| *other != phrase && other.len() == 1)
            {
                if let Some(postings_offset) = index.terms.get(&other[0]) {
                    for word in &mut words[span.clone()] {
                        word.add(Expansion {
                            term: other[0].clone(),
                            postings_offset,
                            weight: 0.8,
                            kind: MatchKind::Whole,
                        });
                    }
                }
            }
        }
    }
}

impl Word {
    fn add(&mut self, expansion: Expansion) {
        if !self
            .expansions
            .iter()
            .any(|known| known.term == expansion.term)
        {
            self.expansions.push(expansion);
        }
    }
}

struct Finder<'i> {
    index: &'i Index,
    budget: &'i Budget,
    expansions: Vec<Expansion>,
}

impl Finder<'_> {
    /// `None` when the budget is used up.
    fn find(&mut self, term: &str, is_prefix: bool, max_typos: u8) -> Option<()> {
        self.take(WORD_VISITS)?;
        self.add(term, 1.0, MatchKind::Whole);
        let is_number = has_digit(term);
        if !is_number {
            for form in inflections(term) {
                self.add(&form, 0.85, MatchKind::Whole);
            }
        }
        let letters = term.chars().count();
        let sections = self.sections();
        let is_rare = sections <= RARE_SECTIONS;
        if is_prefix {
            self.add_completions(term, 1.0)?;
        } else if is_rare && !is_number && letters >= MIN_LETTERS_ABBREVIATED {
            self.add_completions(term, 0.6)?;
        }
        if self.expansions.is_empty() && !is_number && letters >= MIN_LETTERS_ONE_TYPO {
            let max = if letters >= MIN_LETTERS_TWO_TYPOS {
                2
            } else {
                1
            };
            for typos in 1..=max.min(max_typos) {
                self.add_typos(term, typos, is_prefix)?;
                if !self.expansions.is_empty() {
                    break;
                }
            }
        } else if is_rare
            && sections > 0
            && !is_number
            && letters >= MIN_LETTERS_RESPELLED
            && max_typos > 0
        {
            // The word of one author may be a misspelling of what all others write.
            self.add_typos(term, 1, false)?;
        }
        Some(())
    }

    fn take(&self, visits: usize) -> Option<()> {
        self.budget.take(Stage::Find, visits).then_some(())
    }

    /// An upper bound of the sections that have the terms found so far.
    fn sections(&self) -> u32 {
        let counts = self.expansions.iter().map(|expansion| {
            let list = self
                .index
                .postings
                .get(expansion.postings_offset as usize..);
            section_count(list.unwrap_or_default()).unwrap_or_default()
        });
        counts.fold(0, u32::saturating_add)
    }

    fn add(&mut self, term: &str, weight: f32, kind: MatchKind) {
        if self.expansions.iter().any(|known| known.term == term) {
            return;
        }
        if let Some(postings_offset) = self.index.terms.get(term) {
            self.expansions.push(Expansion {
                term: term.to_owned(),
                postings_offset,
                weight,
                kind,
            });
        }
    }

    fn add_completions(&mut self, term: &str, share: f32) -> Option<()> {
        let letters = term.chars().count();
        // A word that is itself a term is less often the prefix of another.
        let whole = share * if self.expansions.is_empty() { 1.0 } else { 0.7 };
        let known: Vec<String> = self
            .expansions
            .iter()
            .map(|expansion| expansion.term.clone())
            .collect();
        let mut stream = self.index.terms.range().ge(term).into_stream();
        for number in 0..MAX_TERMS {
            if number % TERMS_PER_VISIT == 0 {
                self.take(1)?;
            }
            let Some((key, postings_offset)) = stream.next() else {
                break;
            };
            let Some(longer) = as_text(key).filter(|longer| longer.starts_with(term)) else {
                break;
            };
            if !known.iter().any(|known| known == longer) {
                let share = letters as f32 / longer.chars().count() as f32;
                self.expansions.push(Expansion {
                    term: longer.to_owned(),
                    postings_offset,
                    weight: whole * (0.45 + 0.4 * share),
                    kind: MatchKind::Prefix(letters),
                });
            }
        }
        Some(())
    }

    fn add_typos(&mut self, term: &str, typos: u8, is_prefix: bool) -> Option<()> {
        self.take(TYPO_VISITS[usize::from(typos.clamp(1, 2)) - 1])?;
        let builder = builder(typos);
        // Prefixes of short words are within a typo of everything.
        let is_prefix = is_prefix && term.chars().count() > MIN_LETTERS_ONE_TYPO;
        let dfa = match is_prefix {
            true => builder.build_prefix_dfa(term),
            false => builder.build_dfa(term),
        };
        let known = self.expansions.len();
        let mut stream = self.index.terms.search(&dfa).into_stream();
        for number in 0..MAX_TERMS {
            if number % TERMS_PER_VISIT == TERMS_PER_VISIT - 1 {
                self.take(1)?;
            }
            let Some((key, postings_offset)) = stream.next() else {
                break;
            };
            let Some(near) = as_text(key).filter(|near| !has_digit(near)) else {
                continue;
            };
            let Distance::Exact(distance) = dfa.eval(near) else {
                continue;
            };
            // The index names each term once.
            if self.expansions[..known]
                .iter()
                .any(|known| known.term == near)
            {
                continue;
            }
            self.expansions.push(Expansion {
                term: near.to_owned(),
                postings_offset,
                weight: typo_weight(term, near, distance, typos),
                kind: MatchKind::Typo,
            });
        }
        Some(())
    }
}

/// The weight of a term within some typos of the word, or with such a prefix.
fn typo_weight(word: &str, near: &str, distance: u8, typos: u8) -> f32 {
    let mut weight = match distance {
        0 | 1 => 0.7,
        _ => 0.5,
    };
    let expected = word.chars().count() + usize::from(typos);
    let longer = near.chars().count().saturating_sub(expected);
    weight *= 1.0 / (1.0 + 0.1 * longer as f32);
    // The first letter is seldom wrong.
    if near.chars().next() != word.chars().next() {
        weight *= 0.6;
    }
    weight
}

/// The number of sections in both lists of a term.
fn section_count(mut list: &[u8]) -> Option<u32> {
    let in_head = read_number(&mut list)?;
    for _ in 0..in_head.min(RARE_SECTIONS + 1) {
        read_number(&mut list)?;
        list = list.get(1..)?;
    }
    if in_head > RARE_SECTIONS {
        return Some(in_head);
    }
    Some(in_head.saturating_add(read_number(&mut list)?))
}

fn as_text(key: &[u8]) -> Option<&str> {
    std::str::from_utf8(key).ok()
}

/// The builder for a number of typos, created at its first use: that takes a millisecond or two.
fn builder(typos: u8) -> &'static LevenshteinAutomatonBuilder {
    static BUILDERS: [OnceLock<LevenshteinAutomatonBuilder>; 2] =
        [OnceLock::new(), OnceLock::new()];
    let number = usize::from(typos.clamp(1, 2)) - 1;
    BUILDERS[number].get_or_init(|| LevenshteinAutomatonBuilder::new(number as u8 + 1, true))
}
