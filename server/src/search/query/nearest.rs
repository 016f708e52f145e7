//! Terms of the index that a reader may have meant by a word that it does not have.

use super::{Query, TermForms};
use crate::search::budget::{Budget, Stage};
use crate::search::index::Index;
use crate::search::index::postings::{Postings, Reading};
use bindery_format::search::text::has_digit;
use fst::{IntoStreamer, Streamer};

/// The least number of common first characters.
const MIN_COMMON: usize = 3;
/// Terms that are proposed.
const MAX_NEAREST: usize = 3;
/// Terms whose sections are compared with the filter.
const MAX_FILTERED: usize = 12;
/// Terms that are read for a prefix: of more, those later in the alphabet are not proposed.
const MAX_READ: usize = 4_096;
/// Terms that are read in about a microsecond.
const TERMS_PER_VISIT: usize = 8;

/// What a query without hits can be replaced by.
#[derive(Debug, PartialEq, Eq)]
pub struct Suggestions {
    /// The words that no accepted section has, each with the nearest terms. No fillers.
    pub unknown: Vec<(String, Vec<String>)>,
    /// The other words, without fillers, as a query.
    pub understood: String,
}

/// What a query without hits can be replaced by; `accepts` is the filter of the request. `None` when the budget is used up: then
/// words may lack expansions, or sections, only because they were not searched.
#[must_use]
pub fn suggestions(
    index: &Index,
    query: &Query,
    budget: &Budget,
    accepts: impl Fn(u32) -> bool,
) -> Option<Suggestions> {
    let words = query.words.iter().enumerate();
    let required = words.filter(|(_, word)| !word.is_filler);
    let (known, unknown): (Vec<_>, Vec<_>) =
        required.partition(|(at, _)| is_known(index, query, *at, budget, &accepts));
    if budget.is_cut() {
        return None;
    }
    let known: Vec<&str> = known.iter().map(|(_, word)| word.term.as_str()).collect();
    let unknown = unknown.into_iter().map(|(_, word)| {
        let nearest = nearest_terms(index, &word.term, budget, &accepts);
        (word.term.clone(), nearest)
    });
    Some(Suggestions {
        unknown: unknown.collect(),
        understood: known.join(" "),
    })
}

/// Whether an accepted section has a word of a query, or whether there are accepted sections with the terms of a phrase that
/// replaces it.
fn is_known(
    index: &Index,
    query: &Query,
    at: usize,
    budget: &Budget,
    accepts: impl Fn(u32) -> bool,
) -> bool {
    let is_accepted = |offset| has_accepted(index, offset, budget, &accepts);
    let mut expansions = query.words[at].expansions.iter();
    let has_term = |forms: &TermForms| forms.iter().any(|form| is_accepted(form.postings_offset));
    let mut phrases = query.phrases.iter();
    expansions.any(|one| is_accepted(one.postings_offset))
        || phrases.any(|own| own.words & (1 << at) != 0 && own.terms.iter().all(has_term))
}

/// The terms with the most first characters in common with a word, the shortest first, that a search with the same filter
/// finds.
#[must_use]
fn nearest_terms(
    index: &Index,
    word: &str,
    budget: &Budget,
    accepts: impl Fn(u32) -> bool,
) -> Vec<String> {
    let ends = word.char_indices().map(|(at, c)| at + c.len_utf8());
    let ends: Vec<usize> = ends.skip(MIN_COMMON - 1).collect();
    for end in ends.into_iter().rev() {
        let Some(mut terms) = terms_with_prefix(index, &word[..end], budget) else {
            break;
        };
        // In the order of the alphabet among equals.
        terms.sort_by_key(|(term, _)| term.chars().count());
        let terms = terms.into_iter().take(MAX_FILTERED);
        let found = terms.filter(|(_, offset)| has_accepted(index, *offset, budget, &accepts));
        let nearest: Vec<String> = found.take(MAX_NEAREST).map(|(term, _)| term).collect();
        if !nearest.is_empty() {
            return nearest;
        }
    }
    Vec::new()
}

/// The terms with a prefix, each with the offset of its postings; `None` when the budget is used up.
fn terms_with_prefix(index: &Index, prefix: &str, budget: &Budget) -> Option<Vec<(String, u64)>> {
    let mut terms = Vec::new();
    let mut stream = index.terms.range().ge(prefix).into_stream();
    for number in 0..MAX_READ {
        if number % TERMS_PER_VISIT == 0 && !budget.take(Stage::Compose, 1) {
            return None;
        }
        let next = stream.next();
        let term = next.and_then(|(key, offset)| Some((std::str::from_utf8(key).ok()?, offset)));
        match term.filter(|(term, _)| term.starts_with(prefix)) {
            Some((term, offset)) if !has_digit(term) => terms.push((term.to_owned(), offset)),
            Some(_) => {}
            None => break,
        }
    }
    Some(terms)
}

/// Whether an accepted section has a term.
fn has_accepted(
    index: &Index,
    offset: u64,
    budget: &Budget,
    accepts: impl Fn(u32) -> bool,
) -> bool {
    let mut found = false;
    let mut postings = Postings::at(index, offset);
    let reading = postings.read_head(budget, |section, _| found = found || accepts(section));
    if !found && reading == Reading::Complete {
        let _ = postings.read_text(budget, |section, _| found = found || accepts(section));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Engine;
    use crate::search::query::MatchOptions;
    use bindery_fixture::index_writer::{Page, Section, write};

    fn nearest(texts: &[&str], word: &str, accepts: impl Fn(u32) -> bool) -> Vec<String> {
        let sections = texts.iter().map(|text| Section::new(1, "Page", "", text));
        let page = Page {
            title: "Page".to_owned(),
            sections: sections.collect(),
            ..Page::default()
        };
        let engine = Engine::open(write(&[page], &[]).leak()).unwrap();
        nearest_terms(&engine.index, word, &Budget::unlimited(), accepts)
    }

    #[test]
    fn the_longest_common_prefix_counts_most_and_then_the_shortest_term() {
        let texts = ["ganache ganyu ganyus ganyuuu gan2 gandharva"];
        assert_eq!(
            nearest(&texts, "ganyxqz", |_| true),
            ["ganyu", "ganyus", "ganyuuu"]
        );
        assert_eq!(nearest(&texts, "gaxyz", |_| true), Vec::<String>::new());
        assert_eq!(
            nearest(&texts, "ganxyz", |_| true),
            ["ganyu", "ganyus", "ganache"]
        );
    }

    #[test]
    fn only_words_of_accepted_sections_are_understood() {
        let sections = ["Ganyu has a bow.", "Ganyu hat einen Bogen."];
        let pages = sections.map(|text| Page {
            sections: vec![Section::new(1, "Page", "", text)],
            ..Page::default()
        });
        let engine = Engine::open(write(&pages, &[&["ranged", "with a bow"]]).leak()).unwrap();
        let budget = Budget::unlimited();
        let found = engine.search("how ganyu bogen ranged", MatchOptions::default(), |_| true);
        let of = |section| suggestions(&engine.index, &found.query, &budget, |own| own == section);
        assert_eq!(of(0).unwrap().understood, "ganyu");
        assert_eq!(of(0).unwrap().unknown[0].0, "bogen");
        assert_eq!(of(1).unwrap().understood, "ganyu bogen");
    }

    #[test]
    fn the_shortest_of_many_terms_is_found() {
        let long: Vec<String> = (0_u8..120)
            .map(|at| {
                format!(
                    "pre{}{}long",
                    char::from(b'a' + at / 25),
                    char::from(b'a' + at % 25)
                )
            })
            .chain((0_u8..200).map(|at| {
                format!(
                    "prf{}{}long",
                    char::from(b'a' + at / 25),
                    char::from(b'a' + at % 25)
                )
            }))
            .collect();
        let text = format!("{} prz przé", long.join(" "));
        assert_eq!(nearest(&[&text], "prqq", |_| true), Vec::<String>::new());
        let text = text.replace("prf", "pre").replace("prz", "prez");
        assert_eq!(nearest(&[&text], "preqq", |_| true)[0], "prez");
    }

    #[test]
    fn a_term_of_other_sections_is_not_proposed() {
        let texts = ["ganyu", "ganymede"];
        assert_eq!(
            nearest(&texts, "ganyx", |section| section == 1),
            ["ganymede"]
        );
    }
}
