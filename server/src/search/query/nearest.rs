//! Terms of the index that a reader may have meant by a word that it does not have.

use crate::search::budget::{Budget, Stage};
use crate::search::index::Index;
use bindery_format::search::text::has_digit;
use fst::{IntoStreamer, Streamer};

/// The least number of common first characters.
const MIN_COMMON: usize = 3;
/// Terms that are proposed.
const MAX_NEAREST: usize = 3;
/// Terms that are read, and the visits for that.
const MAX_READ: usize = 256;
const VISITS: usize = 32;

/// The terms with the most first characters in common with a word, the shortest first.
#[must_use]
pub fn nearest_terms(index: &Index, word: &str, budget: &Budget) -> Vec<String> {
    let ends = word.char_indices().map(|(at, c)| at + c.len_utf8());
    let ends: Vec<usize> = ends.skip(MIN_COMMON - 1).collect();
    for end in ends.into_iter().rev() {
        if !budget.take(Stage::Compose, VISITS) {
            break;
        }
        let mut terms = beginning_with(index, &word[..end]);
        if !terms.is_empty() {
            terms.sort_by_key(|term| term.len());
            terms.truncate(MAX_NEAREST);
            return terms;
        }
    }
    Vec::new()
}

fn beginning_with(index: &Index, prefix: &str) -> Vec<String> {
    let mut terms = Vec::new();
    let mut stream = index.terms.range().ge(prefix).into_stream();
    for _ in 0..MAX_READ {
        let term = stream
            .next()
            .and_then(|(key, _)| std::str::from_utf8(key).ok());
        match term.filter(|term| term.starts_with(prefix)) {
            Some(term) if !has_digit(term) => terms.push(term.to_owned()),
            Some(_) => {}
            None => break,
        }
    }
    terms
}
