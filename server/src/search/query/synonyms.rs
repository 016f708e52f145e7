//! Adds the synonyms of the site to the words of a query.
//!
//! A phrase of the query may be an inflection of the phrase in the list. A synonym of one word becomes an expansion; one of
//! several words becomes a [`Phrase`], which a section has only if it has all its terms.

use super::{Expansion, MatchKind, Phrase, Query};
use crate::search::index::Index;
use crate::search::index::vocabulary::SynonymPhrase;
use crate::search::tuning::{MAX_PHRASES, SYNONYM_WEIGHT};
use std::ops::Range;

/// Adds the synonyms of all phrases of the query; `inflections` has those of each word. Fillers may be part of a phrase.
pub(super) fn add_synonyms(index: &Index, query: &mut Query, inflections: &[Vec<String>]) {
    let terms: Vec<String> = query.words.iter().map(|word| word.term.clone()).collect();
    let is_form = |at: usize, term: &String| terms[at] == *term || inflections[at].contains(term);
    for first in 0..terms.len() {
        for position in index.vocabulary.joined(&terms[first]) {
            for synonym in index.vocabulary.list(*position) {
                query.add_synonym(&(first..first + 1), synonym);
            }
        }
        for form in std::iter::once(&terms[first]).chain(&inflections[first]) {
            for position in index.vocabulary.beginning_with(form) {
                let phrase = index.vocabulary.terms(*position);
                let span = first..first + phrase.len();
                let is_phrase = span.end <= terms.len()
                    && span.clone().zip(phrase).all(|(at, term)| is_form(at, term));
                if is_phrase {
                    for synonym in index.vocabulary.synonyms(*position) {
                        query.add_synonym(&span, synonym);
                    }
                }
            }
        }
    }
}

impl Query {
    fn add_synonym(&mut self, span: &Range<usize>, synonym: &SynonymPhrase) {
        let words = span.clone().fold(0_u16, |mask, at| mask | 1 << at);
        if let [forms] = &*synonym.forms {
            for form in forms {
                for word in &mut self.words[span.clone()] {
                    word.add(Expansion {
                        term: form.term.clone(),
                        postings_offset: form.postings_offset,
                        weight: SYNONYM_WEIGHT * form.weight,
                        kind: MatchKind::Synonym,
                        words,
                    });
                }
            }
            return;
        }
        let phrase = Phrase {
            terms: synonym.forms.clone(),
            weight: SYNONYM_WEIGHT,
            words,
        };
        let is_known = phrase.terms.iter().all(|forms| !forms.is_empty());
        if is_known && self.phrases.len() < MAX_PHRASES && !self.phrases.contains(&phrase) {
            self.phrases.push(phrase);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::budget::Budget;
    use crate::search::query::MatchOptions;
    use bindery_fixture::index_writer::{Page, Section, write};

    fn query(text: &str, synonyms: &[&[&str]]) -> Query {
        let page = Page {
            title: "Attacks".to_owned(),
            sections: vec![Section::new(
                1,
                "Attacks",
                "",
                "An aimed shot, charged; aiming.",
            )],
            ..Page::default()
        };
        let index = Index::open(write(&[page], synonyms).leak()).unwrap();
        Query::parse(&index, text, MatchOptions::default(), &Budget::unlimited())
    }

    fn phrases(query: &Query) -> Vec<(u16, String)> {
        let text = |phrase: &super::Phrase| {
            let first = phrase.terms.iter().map(|forms| forms[0].term.as_str());
            (phrase.words, first.collect::<Vec<_>>().join(" "))
        };
        query.phrases.iter().map(text).collect()
    }

    #[test]
    fn a_synonym_of_several_words_is_kept_once() {
        let lists: &[&[&str]] = &[
            &["charged attack", "aimed shot"],
            &["aimed shot", "charged attack"],
        ];
        let query = query("x charged attacks", lists);
        assert_eq!(phrases(&query), [(0b110, "aimed shot".to_owned())]);
        assert!(query.is_known(2) && !query.is_known(0));
    }

    #[test]
    fn a_phrase_of_two_words_may_be_typed_as_one() {
        let query = query("chargedattack", &[&["aimed shot", "charged attack", "x"]]);
        let phrases = phrases(&query);
        let texts: Vec<&str> = phrases.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(texts, ["aimed shot", "charged attacks"]);
    }

    #[test]
    fn a_phrase_of_which_a_term_is_missing_is_no_synonym() {
        let query = query("ca", &[&["ca", "charged zzz"]]);
        assert_eq!(phrases(&query), []);
    }

    #[test]
    fn a_phrase_that_exceeds_the_query_is_not_in_it() {
        let query = query("charged", &[&["charged attack", "aimed"]]);
        assert!(
            query.words[0]
                .expansions
                .iter()
                .all(|own| own.term == "charged")
        );
    }

    #[test]
    fn one_word_for_several_is_an_expansion_of_each() {
        let query = query("charged attack", &[&["charged attack", "aimed"]]);
        for word in &query.words {
            let mut found = word
                .expansions
                .iter()
                .filter(|own| own.kind == MatchKind::Synonym);
            let terms: Vec<(&str, u16)> = found
                .by_ref()
                .map(|own| (own.term.as_str(), own.words))
                .collect();
            assert_eq!(terms, [("aimed", 0b11), ("aiming", 0b11)]);
        }
    }

    #[test]
    fn phrases_have_a_maximum() {
        let other: Vec<String> = (0..100).map(|_| "aimed shot".to_owned()).collect();
        let lists: Vec<Vec<&str>> = other
            .iter()
            .map(|phrase| vec!["shot", phrase.as_str()])
            .collect();
        let lists: Vec<&[&str]> = lists.iter().map(Vec::as_slice).collect();
        let text = "shot ".repeat(16);
        assert_eq!(query(&text, &lists).phrases.len(), 16);
        let pairs = ["aimed shot", "shot aimed", "aimed charged"];
        let lists: Vec<Vec<&str>> = pairs.iter().map(|phrase| vec!["shot", phrase]).collect();
        let lists: Vec<&[&str]> = lists.iter().map(Vec::as_slice).collect();
        assert_eq!(query(&text, &lists).phrases.len(), MAX_PHRASES);
    }
}
