//! Expands each word of a query into terms of the index: the word itself, its inflections, its completions, and terms
//! within one or two typos.
//!
//! The weight of a term falls with its distance from the word. Typos are tried only for words that the index does not
//! have or has rarely, and never for numbers. The synonyms of the site are added. Words that only make the query a sentence
//! are marked.

mod expand;
mod nearest;
mod synonyms;

use self::expand::{Finder, PrefixRule, Rules};
pub use self::nearest::{Suggestions, suggestions};
use self::synonyms::add_synonyms;
use super::budget::{Budget, Stage};
use super::index::Index;
pub use super::index::fillers::Fillers;
pub use super::index::vocabulary::{KnownForm, TermForms};
use super::inflections::inflections;
use super::tuning::{JOINED_WEIGHT, MAX_EXPANSIONS, MAX_WORDS};
use bindery_format::search::text::{has_digit, tokens};
use std::sync::Arc;

/// Visits to look up the synonyms of a word and of its inflections.
const SYNONYM_VISITS: usize = 4;

/// A query: its words, and the phrases that mean the same as some of them.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// The words of the query in order.
    pub words: Vec<Word>,
    /// Synonyms of several words, each once.
    pub phrases: Vec<Phrase>,
    /// Words that say nothing in the language of the query.
    pub fillers: Arc<Fillers>,
}

/// A word of a query.
#[derive(Clone, Debug)]
pub struct Word {
    /// The word as typed, folded.
    pub term: String,
    /// The terms of the index that it expands to.
    pub expansions: Vec<Expansion>,
    /// Whether the word only makes the query a sentence, such as `how`. A section may lack it.
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
    /// The words of the query that the term replaces, a bit each.
    pub words: u16,
}

/// A synonym of several words. A section has it if it has a form of each term.
#[derive(Clone, Debug, PartialEq)]
pub struct Phrase {
    /// The terms of the phrase in order.
    pub terms: Arc<[TermForms]>,
    /// As of an expansion.
    pub weight: f32,
    /// The words of the query that it replaces, a bit each.
    pub words: u16,
}

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
    /// The term is a synonym of the word, or of a phrase that contains it.
    Synonym,
}

/// The fields in which terms are looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchedFields {
    /// Headings, names and texts.
    All,
    /// Headings and names.
    Headings,
}

/// How loosely a query matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchOptions {
    /// Whether the last word may be the prefix of a term, and a rare word an abbreviation of one.
    pub prefix: bool,
    /// Typos allowed in a word: 0 to 2.
    pub typos: u8,
    pub fields: SearchedFields,
    /// The number of the only language that is searched; `None` for several.
    pub language: Option<u32>,
}

impl Default for MatchOptions {
    fn default() -> Self {
        MatchOptions {
            prefix: true,
            typos: 2,
            fields: SearchedFields::All,
            language: None,
        }
    }
}

impl Query {
    /// The words of a query with their expansions. Once the budget is used up, words get fewer expansions.
    #[must_use]
    pub fn parse(index: &Index, text: &str, options: MatchOptions, budget: &Budget) -> Query {
        let mut terms: Vec<String> = tokens(text).into_iter().map(|token| token.term).collect();
        terms.truncate(MAX_WORDS);
        let is_open = options.prefix && text.chars().next_back().is_some_and(char::is_alphanumeric);
        let last = terms.len().checked_sub(1);
        let mut query = Query {
            fillers: Arc::clone(index.fillers.of(options.language)),
            ..Query::default()
        };
        let is_filler = query.fillers.mark(&terms);
        let inflections: Vec<Vec<String>> = terms.iter().map(|term| inflections(term)).collect();
        for (at, (term, is_filler)) in terms.into_iter().zip(is_filler).enumerate() {
            let mut finder = Finder {
                index,
                budget,
                word: 1 << at,
                expansions: Vec::new(),
            };
            let prefix = match options.prefix {
                false => PrefixRule::Never,
                true if is_open && Some(at) == last => PrefixRule::Always,
                true => PrefixRule::IfRare,
            };
            let rules = Rules {
                prefix,
                typos: if is_filler { 0 } else { options.typos },
            };
            // Once the budget refuses, nothing is added: weaker expansions alone would answer another query.
            let _ = finder.find(&term, &inflections[at], rules);
            query.words.push(Word {
                term,
                expansions: finder.expansions,
                is_filler,
            });
        }
        if budget.take(Stage::Find, query.words.len() * SYNONYM_VISITS) {
            add_joined(index, &mut query.words);
            add_synonyms(index, &mut query, &inflections);
        }
        for word in &mut query.words {
            // The best first, so that the worst are cut off.
            word.expansions
                .sort_by(|a, b| b.weight.total_cmp(&a.weight));
            word.expansions.truncate(MAX_EXPANSIONS);
        }
        query
    }

    /// A bit for each word that is not a filler.
    #[must_use]
    pub fn required(&self) -> u16 {
        let words = self.words.iter().enumerate();
        let required = words.filter(|(_, word)| !word.is_filler);
        required.fold(0, |mask, (at, _)| mask | 1 << at)
    }

    /// Whether the index has a term or a phrase for a word.
    #[must_use]
    pub fn is_known(&self, at: usize) -> bool {
        let has_phrase = |phrase: &Phrase| phrase.words & (1 << at) != 0;
        !self.words[at].expansions.is_empty() || self.phrases.iter().any(has_phrase)
    }

    /// The words that the index does not have. Fillers are not looked for.
    pub fn unknown_words(&self) -> impl Iterator<Item = &Word> {
        let words = self.words.iter().enumerate();
        words
            .filter(|(at, word)| !word.is_filler && !self.is_known(*at))
            .map(|(_, word)| word)
    }
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

impl Expansion {
    /// Whether the term is the word, an inflection or a synonym of it.
    #[must_use]
    pub fn is_same_word(&self) -> bool {
        matches!(self.kind, MatchKind::Whole | MatchKind::Synonym)
    }

    /// Whether the term is a number that only begins with the word: `90` for `9`. It is another figure.
    #[must_use]
    pub fn is_longer_number(&self) -> bool {
        matches!(self.kind, MatchKind::Prefix(_)) && has_digit(&self.term)
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
