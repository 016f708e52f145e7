//! The sections that have all terms of a synonym of several words.

use super::{ScoreBoard, head_weight};
use crate::search::budget::Budget;
use crate::search::index::Index;
use crate::search::index::postings::{Postings, Reading};
use crate::search::query::{KnownForm, Phrase, SearchedFields};
use crate::search::tuning::{PHRASE_IN_TEXT, TEXT_WEIGHT};

/// The sections that have a phrase, with the weights of its terms.
pub(super) struct PhraseWeights {
    /// The words of the query that it replaces, a bit each.
    pub(super) words: u16,
    pub(super) sections: Vec<(u32, f32)>,
}

impl PhraseWeights {
    pub(super) fn count(&self, board: &mut ScoreBoard<'_>) {
        for (section, weight) in &self.sections {
            board.count(*section, *weight);
        }
    }
}

/// The sections with all terms in order, each with the least of the terms' weights times that of the phrase.
pub(super) fn phrase_weights(
    index: &Index,
    phrase: &Phrase,
    fields: SearchedFields,
    budget: &Budget,
) -> Vec<(u32, f32)> {
    let mut all: Option<Vec<(u32, f32)>> = None;
    for forms in phrase.terms.iter() {
        let own = term_weights(index, forms, fields, budget);
        all = Some(match all {
            Some(all) => intersect(&all, &own),
            None => own,
        });
    }
    let mut all = all.unwrap_or_default();
    for (_, weight) in &mut all {
        *weight *= phrase.weight;
    }
    all
}

/// The sections with a form of a term in order, each once with its largest weight.
fn term_weights(
    index: &Index,
    forms: &[KnownForm],
    fields: SearchedFields,
    budget: &Budget,
) -> Vec<(u32, f32)> {
    let mut weights = Vec::new();
    for form in forms {
        let mut postings = Postings::at(index, form.postings_offset);
        let reading = postings.read_head(budget, |section, bits| {
            weights.push((section, head_weight(bits)));
        });
        if reading == Reading::Complete && fields == SearchedFields::All {
            let _ = postings.read_text(budget, |section, _| {
                weights.push((section, TEXT_WEIGHT * PHRASE_IN_TEXT));
            });
        }
    }
    weights.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
    weights.dedup_by_key(|(section, _)| *section);
    weights
}

/// The sections of both lists with the smaller weight.
fn intersect(one: &[(u32, f32)], other: &[(u32, f32)]) -> Vec<(u32, f32)> {
    let mut rest = other.iter().peekable();
    let mut both = Vec::new();
    for (section, weight) in one {
        while rest.next_if(|(next, _)| next < section).is_some() {}
        if let Some((_, own)) = rest.next_if(|(next, _)| next == section) {
            both.push((*section, weight.min(*own)));
        }
    }
    both
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::query::{MatchOptions, Query, SearchedFields};
    use crate::search::tuning::SYNONYM_WEIGHT;
    use bindery_fixture::index_writer::{Page, Section, write};

    #[test]
    fn a_section_has_a_phrase_if_it_has_all_its_terms() {
        let page = Page {
            title: "Attacks".to_owned(),
            sections: vec![
                Section::new(1, "Attacks", "", "An aimed leap. A shot."),
                Section::new(2, "Aimed Shots", "aimed", ""),
                Section::new(2, "Aimed", "other", "None."),
            ],
            ..Page::default()
        };
        let bytes = write(&[page], &[&["ca", "aimed shot"]]).leak();
        let index = Index::open(bytes).unwrap();
        let budget = Budget::unlimited();
        let query = Query::parse(&index, "ca", MatchOptions::default(), &budget);
        let weights = |fields| phrase_weights(&index, &query.phrases[0], fields, &budget);
        let in_heading = head_weight(1) * SYNONYM_WEIGHT;
        let in_text = TEXT_WEIGHT * PHRASE_IN_TEXT * SYNONYM_WEIGHT;
        assert_eq!(
            weights(SearchedFields::All),
            [(0, in_text), (1, in_heading)]
        );
        assert_eq!(weights(SearchedFields::Headings), [(1, in_heading)]);
    }
}
