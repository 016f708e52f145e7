//! Adds the synonyms of the site to the words of a query.
//!
//! A phrase of the query may be an inflection of the phrase in the list. A synonym of one word becomes an expansion; one of
//! several words becomes a [`Phrase`], which a section has only if it has all its terms.

use super::inflections::inflections;
use super::{Expansion, MatchKind, Phrase, PhraseTerm, Word};
use crate::search::index::Index;
use crate::search::tuning::{INFLECTION_WEIGHT, SYNONYM_WEIGHT};
use std::ops::Range;

/// Adds the synonyms of all phrases of the query. Fillers may be part of a phrase.
pub(super) fn add_synonyms(index: &Index, words: &mut [Word]) {
    let forms: Vec<Vec<String>> = words.iter().map(forms).collect();
    for first in 0..words.len() {
        for form in &forms[first] {
            for position in index.vocabulary.beginning_with(form) {
                let phrase = index.vocabulary.phrase(*position);
                let span = first..first + phrase.len();
                let Some(own) = forms.get(span.clone()) else {
                    continue;
                };
                let is_phrase = own
                    .iter()
                    .zip(phrase)
                    .all(|(forms, term)| forms.contains(term));
                if is_phrase {
                    for synonym in index.vocabulary.synonyms(*position) {
                        add(index, &mut words[span.clone()], span.clone(), synonym);
                    }
                }
            }
        }
    }
}

/// The word and its inflections.
fn forms(word: &Word) -> Vec<String> {
    let mut forms = vec![word.term.clone()];
    forms.extend(inflections(&word.term));
    forms
}

fn add(index: &Index, words: &mut [Word], span: Range<usize>, synonym: &[String]) {
    let covered = span.fold(0_u16, |mask, at| mask | 1 << at);
    if let [term] = synonym {
        for (term, postings_offset, share) in known_forms(index, term) {
            for word in &mut *words {
                word.add(Expansion {
                    term: term.clone(),
                    postings_offset,
                    weight: SYNONYM_WEIGHT * share,
                    kind: MatchKind::Whole,
                    words: covered,
                });
            }
        }
        return;
    }
    let terms: Vec<PhraseTerm> = synonym
        .iter()
        .map(|term| {
            known_forms(index, term)
                .map(|(term, offset, _)| (term, offset))
                .collect()
        })
        .collect();
    if terms.iter().all(|forms| !forms.is_empty()) {
        let phrase = Phrase {
            terms,
            weight: SYNONYM_WEIGHT,
            words: covered,
        };
        for word in words {
            word.phrases.push(phrase.clone());
        }
    }
}

/// The term and its inflections, if the index has them: term, offset of the postings, weight.
fn known_forms<'i>(
    index: &'i Index,
    term: &str,
) -> impl Iterator<Item = (String, u64, f32)> + use<'i> {
    let own = std::iter::once((term.to_owned(), 1.0));
    let others = inflections(term)
        .into_iter()
        .map(|form| (form, INFLECTION_WEIGHT));
    own.chain(others)
        .filter_map(|(form, share)| Some((index.terms.get(&form)?, form, share)))
        .map(|(offset, form, share)| (form, offset, share))
}
