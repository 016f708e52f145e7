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
