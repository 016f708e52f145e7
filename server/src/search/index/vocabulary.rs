//! The synonyms of a site by the first term of each phrase, with the forms of their terms that the index has.

use crate::search::inflections::inflections;
use crate::search::tuning::INFLECTION_WEIGHT;
use bindery_format::search::text::tokens;
use std::collections::HashMap;
use std::sync::Arc;

/// Lists of phrases that mean the same.
#[derive(Clone, Debug, Default)]
pub(in crate::search) struct Vocabulary {
    lists: Vec<Vec<SynonymPhrase>>,
    by_first: HashMap<String, Vec<Position>>,
    /// The phrases of two words by what they are as one: `hitstop`.
    joined: HashMap<String, Vec<Position>>,
}

/// A phrase of a list: one word, or several.
#[derive(Clone, Debug)]
pub(in crate::search) struct SynonymPhrase {
    /// The terms of the phrase in order.
    pub(in crate::search) terms: Vec<String>,
    /// The forms of each term that the index has.
    pub(in crate::search) forms: Arc<[TermForms]>,
}

/// The forms of a term that the index has, the term itself first.
pub type TermForms = Vec<KnownForm>;

/// A term of the index: a word, or an inflection of it.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownForm {
    /// The term.
    pub term: String,
    /// The offset of its postings.
    pub postings_offset: u64,
    /// 1 for the word itself.
    pub weight: f32,
}

/// A phrase of the vocabulary: the numbers of its list and of the phrase in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct Position {
    list: usize,
    phrase: usize,
}

impl Vocabulary {
    /// The vocabulary of the index's synonyms. The forms of their terms do not depend on a query, so they are looked up once.
    pub(super) fn new(synonyms: &[Vec<String>], terms: &fst::Map<impl AsRef<[u8]>>) -> Vocabulary {
        let mut vocabulary = Vocabulary::default();
        let mut known: HashMap<String, TermForms> = HashMap::new();
        let mut forms = |term: &String| {
            let own = known.entry(term.clone());
            own.or_insert_with(|| known_forms(terms, term)).clone()
        };
        for (list, phrases) in synonyms.iter().enumerate() {
            let phrases = phrases.iter().map(|phrase| {
                let terms: Vec<String> =
                    tokens(phrase).into_iter().map(|token| token.term).collect();
                let forms = terms.iter().map(&mut forms).collect();
                SynonymPhrase { terms, forms }
            });
            let phrases: Vec<SynonymPhrase> = phrases.collect();
            for (phrase, own) in phrases.iter().enumerate() {
                if let Some(first) = own.terms.first() {
                    let positions = vocabulary.by_first.entry(first.clone()).or_default();
                    positions.push(Position { list, phrase });
                }
                if let [_, _] = own.terms.as_slice() {
                    let positions = vocabulary.joined.entry(own.terms.concat()).or_default();
                    positions.push(Position { list, phrase });
                }
            }
            vocabulary.lists.push(phrases);
        }
        vocabulary
    }

    /// All lists, each phrase with its terms.
    pub(in crate::search) fn lists(&self) -> Vec<Vec<&[String]>> {
        let lists = self.lists.iter().map(|phrases| {
            let terms = phrases.iter().map(|phrase| phrase.terms.as_slice());
            terms.filter(|terms| !terms.is_empty()).collect()
        });
        lists.collect()
    }

    /// The phrases that begin with a term.
    pub(in crate::search) fn beginning_with(&self, term: &str) -> &[Position] {
        self.by_first.get(term).map_or(&[], Vec::as_slice)
    }

    /// The phrases of two words that a term is as one word.
    pub(in crate::search) fn joined(&self, term: &str) -> &[Position] {
        self.joined.get(term).map_or(&[], Vec::as_slice)
    }

    /// All phrases of the list of a phrase.
    pub(in crate::search) fn list(&self, position: Position) -> &[SynonymPhrase] {
        &self.lists[position.list]
    }

    /// The terms of a phrase.
    pub(in crate::search) fn terms(&self, position: Position) -> &[String] {
        &self.lists[position.list][position.phrase].terms
    }

    /// The other phrases of its list.
    pub(in crate::search) fn synonyms(
        &self,
        position: Position,
    ) -> impl Iterator<Item = &SynonymPhrase> {
        let list = self.lists[position.list].iter().enumerate();
        list.filter(move |(at, other)| *at != position.phrase && !other.terms.is_empty())
            .map(|(_, other)| other)
    }
}

/// The term and its inflections, if the index has them.
fn known_forms(terms: &fst::Map<impl AsRef<[u8]>>, term: &str) -> TermForms {
    let own = std::iter::once((term.to_owned(), 1.0));
    let others = inflections(term).into_iter();
    let others = others.map(|form| (form, INFLECTION_WEIGHT));
    let known = own.chain(others).filter_map(|(term, weight)| {
        Some(KnownForm {
            postings_offset: terms.get(&term)?,
            term,
            weight,
        })
    });
    known.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(list: &[&str]) -> fst::Map<&'static [u8]> {
        let pairs = list.iter().zip(0..);
        let map = fst::Map::from_iter(pairs).unwrap();
        fst::Map::new(&*map.into_fst().into_inner().leak()).unwrap()
    }

    fn lists(lists: &[&[&str]]) -> Vec<Vec<String>> {
        let list = |list: &&[&str]| list.iter().map(|phrase| (*phrase).to_owned()).collect();
        lists.iter().map(list).collect()
    }

    #[test]
    fn phrases_are_found_by_their_first_term() {
        let index = terms(&["hutao", "walnut", "walnuts"]);
        let synonyms = lists(&[&["Hu Tao", "walnut", "!"], &["walnut", "nut"]]);
        let vocabulary = Vocabulary::new(&synonyms, &index);
        let [hu_tao] = vocabulary.beginning_with("hu") else {
            panic!("{vocabulary:?}");
        };
        assert_eq!(vocabulary.terms(*hu_tao), ["hu", "tao"]);
        // A phrase without terms is no synonym.
        let others: Vec<&SynonymPhrase> = vocabulary.synonyms(*hu_tao).collect();
        assert_eq!(others.len(), 1);
        let forms: Vec<&str> = others[0].forms[0]
            .iter()
            .map(|form| form.term.as_str())
            .collect();
        assert_eq!(forms, ["walnut", "walnuts"]);
        assert_eq!(vocabulary.beginning_with("walnut").len(), 2);
        assert!(vocabulary.beginning_with("tao").is_empty());
        assert_eq!(vocabulary.lists()[0], [&["hu", "tao"][..], &["walnut"]]);
    }
}
