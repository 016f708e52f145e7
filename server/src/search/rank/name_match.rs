//! How the words of a query fit a name: a heading or a title; and how they stand in a text.

use crate::search::query::Word;
use bindery_format::search::text::tokens;
use std::collections::HashMap;

/// The words that each term stands for, so that a name is compared with all of them at once.
#[derive(Debug)]
pub(super) struct TermTable<'w> {
    terms: HashMap<&'w str, Vec<(usize, f32)>>,
    words: usize,
}

impl<'w> TermTable<'w> {
    pub(super) fn new(words: &'w [Word]) -> TermTable<'w> {
        let mut terms: HashMap<&str, Vec<(usize, f32)>> = HashMap::new();
        for (number, word) in words.iter().enumerate() {
            for choice in &word.choices {
                let list = terms.entry(choice.term.as_str()).or_default();
                list.push((number, choice.weight));
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

    /// The words that a term stands for, with its weight for each, in the order of the words.
    fn words_of(&self, term: &str) -> &[(usize, f32)] {
        self.terms.get(term).map_or(&[], Vec::as_slice)
    }
}

/// How a query fits a name.
pub(super) struct Naming {
    /// The words of the query that the name has, a bit each.
    pub(super) words: u16,
    /// How many words of the query it lacks.
    pub(super) missing: usize,
    /// Whether the words stand in the order of the query.
    pub(super) in_order: bool,
    /// Terms of the name that were asked for, each as far as it was typed.
    matched: f32,
    len: usize,
}

impl Naming {
    pub(super) fn of(table: &TermTable<'_>, name: &str) -> Naming {
        let list = tokens(name);
        let mut naming = Naming {
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
            let fits = spellings.into_iter().flat_map(|term| table.words_of(term));
            let best = fits.max_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
            if let Some((number, weight)) = best {
                naming.in_order &= last.is_none_or(|last| number >= last);
                last = Some(number);
                naming.words |= 1 << number;
                naming.matched += weight;
            }
            before = joined;
        }
        naming.missing = table.words() - naming.words.count_ones() as usize;
        naming
    }

    /// The share of the name that was asked for.
    pub(super) fn share(&self) -> f32 {
        self.matched / self.len.max(1) as f32
    }
}

/// The most words of the query that stand side by side in a text, in their order.
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
