//! The synonyms of a site, split into terms, by the first term of each phrase.

use bindery_format::search::text::tokens;
use std::collections::HashMap;

/// Lists of phrases that mean the same.
#[derive(Clone, Debug, Default)]
pub(in crate::search) struct Vocabulary {
    lists: Vec<Vec<Vec<String>>>,
    by_first: HashMap<String, Vec<Position>>,
}

/// A phrase of the vocabulary: the numbers of its list and of the phrase in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct Position {
    list: usize,
    phrase: usize,
}

impl Vocabulary {
    /// The vocabulary of the index's synonyms.
    pub(super) fn new(synonyms: &[Vec<String>]) -> Vocabulary {
        let mut vocabulary = Vocabulary::default();
        for (list, phrases) in synonyms.iter().enumerate() {
            let phrases: Vec<Vec<String>> = phrases.iter().map(|phrase| terms(phrase)).collect();
            for (phrase, terms) in phrases.iter().enumerate() {
                if let Some(first) = terms.first() {
                    let known = vocabulary.by_first.entry(first.clone()).or_default();
                    known.push(Position { list, phrase });
                }
            }
            vocabulary.lists.push(phrases);
        }
        vocabulary
    }

    /// The phrases that begin with a term.
    pub(in crate::search) fn beginning_with(&self, term: &str) -> &[Position] {
        self.by_first.get(term).map_or(&[], Vec::as_slice)
    }

    /// The terms of a phrase.
    pub(in crate::search) fn phrase(&self, position: Position) -> &[String] {
        &self.lists[position.list][position.phrase]
    }

    /// The other phrases of its list.
    pub(in crate::search) fn synonyms(
        &self,
        position: Position,
    ) -> impl Iterator<Item = &[String]> {
        let list = self.lists[position.list].iter().enumerate();
        list.filter(move |(at, other)| *at != position.phrase && !other.is_empty())
            .map(|(_, other)| other.as_slice())
    }
}

fn terms(phrase: &str) -> Vec<String> {
    tokens(phrase).into_iter().map(|token| token.term).collect()
}
