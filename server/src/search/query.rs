//! Expands each word of a query into terms of the index: the word itself, its inflections, its completions, and terms
//! within one or two typos.
//!
//! The weight of a term falls with its distance from the word. Typos are tried only for words that the index does not
//! have or has rarely, and never for numbers. The synonyms of the site are added. Words that only make the query a sentence
//! are marked.

mod expand;
mod fillers;
mod inflections;
mod nearest;
mod synonyms;

use self::expand::{Finder, Rules};
use self::fillers::fillers;
pub(super) use self::fillers::{DEPENDENT_FILLERS, FILLERS, is_filler};
pub(super) use self::inflections::ENDINGS;
pub use self::nearest::nearest_terms;
use self::synonyms::add_synonyms;
use super::budget::{Budget, Stage};
use super::index::Index;
use super::tuning::{JOINED_WEIGHT, MAX_EXPANSIONS, MAX_WORDS};
use bindery_format::search::text::tokens;

/// Visits to look up the synonyms of a word and of its inflections.
const SYNONYM_VISITS: usize = 4;

/// A word of a query.
#[derive(Clone, Debug)]
pub struct Word {
    /// The word as typed, folded.
    pub term: String,
    /// The terms of the index that it expands to.
    pub expansions: Vec<Expansion>,
    /// Synonyms of several words.
    pub phrases: Vec<Phrase>,
    /// Whether it only makes the query a sentence, such as `how`. A section may lack it.
    pub is_filler: bool,
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
    /// The words of the query that the term stands for, a bit each.
    pub words: u16,
}

/// A synonym of several words. A section has it if it has a form of each term.
#[derive(Clone, Debug, PartialEq)]
pub struct Phrase {
    /// Its terms in order.
    pub terms: Vec<PhraseTerm>,
    /// As of an expansion.
    pub weight: f32,
    /// The words of the query that it stands for, a bit each.
    pub words: u16,
}

/// The forms of a term of a phrase that the index has, with the offsets of their postings.
pub type PhraseTerm = Vec<(String, u64)>;

/// How a term matches a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchKind {
    /// The term is the word, or an inflection of it.
    Whole,
    /// The word is the first characters of the term; their number.
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
    let is_filler = fillers(&query_terms);
    for (at, (term, is_filler)) in query_terms.iter().zip(is_filler).enumerate() {
        let mut finder = Finder {
            index,
            budget,
            word: 1 << at,
            expansions: Vec::new(),
        };
        let rules = Rules {
            is_prefix: is_open && Some(at) == last,
            typos: if is_filler { 0 } else { options.typos },
        };
        // Once the budget refuses, nothing is added: weaker expansions alone would answer another query.
        let _ = finder.find(term, rules);
        words.push(Word {
            term: term.clone(),
            expansions: finder.expansions,
            phrases: Vec::new(),
            is_filler,
        });
    }
    if budget.take(Stage::Find, words.len() * SYNONYM_VISITS) {
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
                    weight: JOINED_WEIGHT,
                    kind: MatchKind::Joined,
                    words: 0b11 << (at - 1),
                });
            }
        }
    }
}

/// The words that the index does not have. Fillers are not looked for.
pub fn unknown_words(words: &[Word]) -> impl Iterator<Item = &Word> {
    words
        .iter()
        .filter(|word| !word.is_filler && !word.is_known())
}

impl Word {
    /// Whether the index has a term or a phrase for it.
    #[must_use]
    pub fn is_known(&self) -> bool {
        !self.expansions.is_empty() || !self.phrases.is_empty()
    }

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
