//! Compares the words of a query with a name (a heading or a title), and finds adjacent words in a text.

use crate::search::query::Word;
use bindery_format::search::text::tokens;
use std::collections::HashMap;

/// The words of the query by term, so that a name is compared with all words at once.
#[derive(Debug)]
pub(super) struct TermTable<'w> {
    terms: HashMap<&'w str, Vec<(usize, f32)>>,
    words: usize,
}

impl<'w> TermTable<'w> {
    pub(super) fn new(words: &'w [Word]) -> TermTable<'w> {
        let mut terms: HashMap<&str, Vec<(usize, f32)>> = HashMap::new();
        for (number, word) in words.iter().enumerate() {
            for expansion in &word.expansions {
                let list = terms.entry(expansion.term.as_str()).or_default();
                list.push((number, expansion.weight));
            }
        }
        TermTable {
            terms,
            words: words.len(),
        }
    }

    /// The number of words.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// The numbers of the words that a term matches, with its weight for each, in the order of the words.
    fn words_of(&self, term: &str) -> &[(usize, f32)] {
        self.terms.get(term).map_or(&[], Vec::as_slice)
    }
}

/// How the words of a query match a name.
pub(super) struct NameMatch {
    /// The words of the query that the name has, a bit each.
    pub(super) words: u16,
    /// The number of words of the query that the name lacks.
    pub(super) missing: usize,
    /// Whether the words have the order of the query.
    pub(super) in_order: bool,
    /// The sum of the weights of the terms that match.
    matched: f32,
    len: usize,
}

impl NameMatch {
    pub(super) fn of(table: &TermTable<'_>, name: &str) -> NameMatch {
        let list = tokens(name);
        let mut result = NameMatch {
            words: 0,
            missing: 0,
            matched: 0.0,
            len: list.len(),
            in_order: true,
        };
        let mut last = None;
        let mut before = String::new();
        for (at, token) in list.iter().enumerate() {
            let next = list.get(at + 1);
            let joined =
                next.map_or_else(String::new, |next| format!("{}{}", token.term, next.term));
            let spellings = [token.term.as_str(), joined.as_str(), before.as_str()];
            let matches = spellings.into_iter().flat_map(|term| table.words_of(term));
            let best = matches.max_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
            if let Some((number, weight)) = best {
                result.in_order &= last.is_none_or(|last| number >= last);
                last = Some(number);
                result.words |= 1 << number;
                result.matched += weight;
            }
            before = joined;
        }
        result.missing = table.words() - result.words.count_ones() as usize;
        result
    }

    /// The share of the name that matches.
    pub(super) fn share(&self) -> f32 {
        self.matched / self.len.max(1) as f32
    }
}

/// The largest number of words of the query that are adjacent in a text, in the order of the query.
pub(super) fn longest_run(table: &TermTable<'_>, text: &str) -> usize {
    let (mut longest, mut run, mut expected) = (0, 0, 0);
    for token in tokens(text) {
        let words = table.words_of(&token.term);
        if run > 0 && words.iter().any(|(number, _)| *number == expected) {
            run += 1;
            expected += 1;
        } else if let Some((first, _)) = words.first() {
            run = 1;
            expected = first + 1;
        } else {
            run = 0;
        }
        longest = longest.max(run);
    }
    longest
}
