//! Finds the terms of the index that a word of a query expands to.

use super::{Expansion, MatchKind};
use crate::search::budget::{Budget, Stage};
use crate::search::index::Index;
use crate::search::tuning::{
    ABBREVIATION, COMPLETION_SHARE_WEIGHT, COMPLETION_WEIGHT, EXTRA_CHAR_PENALTY,
    INFLECTION_WEIGHT, KNOWN_WORD_COMPLETION, MIN_CHARS_ABBREVIATED, MIN_CHARS_ONE_TYPO,
    MIN_CHARS_RESPELLED, MIN_CHARS_TWO_TYPOS, ONE_TYPO_WEIGHT, OTHER_FIRST_CHAR, RARE_SECTIONS,
    TWO_TYPOS_WEIGHT,
};
use bindery_format::search::layout::read_number;
use bindery_format::search::text::has_digit;
use fst::{IntoStreamer, Streamer};
use levenshtein_automata::{Distance, LevenshteinAutomatonBuilder};
use std::sync::OnceLock;

/// Terms of the index that are read to find completions of a word, or terms within its typos.
const MAX_TERMS: usize = 8_192;

/// Inflections of a word that are made and looked up in about a microsecond.
const INFLECTIONS_PER_VISIT: usize = 8;
/// Terms that are read in about a microsecond.
const TERMS_PER_VISIT: usize = 8;
/// Visits to find terms within one typo, and within two: an automaton is built and run over all terms.
const TYPO_VISITS: [usize; 2] = [200, 1_000];

/// How a word may match.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// Whether the word may be the prefix of a term.
    pub(super) prefix: PrefixRule,
    /// The typos allowed in it.
    pub(super) typos: u8,
}

/// When a word may be the prefix of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PrefixRule {
    Never,
    /// Only if the word is rare, so that it may abbreviate another.
    IfRare,
    Always,
}

/// Collects the expansions of one word.
pub(super) struct Finder<'i> {
    pub(super) index: &'i Index,
    pub(super) budget: &'i Budget,
    /// The word's bit.
    pub(super) word: u16,
    pub(super) expansions: Vec<Expansion>,
}

impl Finder<'_> {
    /// `None` when the budget is used up.
    pub(super) fn find(&mut self, term: &str, inflections: &[String], rules: Rules) -> Option<()> {
        let Rules {
            prefix,
            typos: max_typos,
        } = rules;
        let is_prefix = prefix == PrefixRule::Always;
        self.take(1 + inflections.len() / INFLECTIONS_PER_VISIT)?;
        self.add(term, 1.0, MatchKind::Whole);
        let is_number = has_digit(term);
        if !is_number {
            for form in inflections {
                self.add(form, INFLECTION_WEIGHT, MatchKind::Whole);
            }
        }
        let len = term.chars().count();
        let sections = self.sections();
        let is_rare = sections <= RARE_SECTIONS;
        let may_abbreviate = is_rare && !is_number && len >= MIN_CHARS_ABBREVIATED;
        match prefix {
            PrefixRule::Always => self.add_completions(term, 1.0)?,
            PrefixRule::IfRare if may_abbreviate => self.add_completions(term, ABBREVIATION)?,
            PrefixRule::IfRare | PrefixRule::Never => {}
        }
        if self.expansions.is_empty() && !is_number && len >= MIN_CHARS_ONE_TYPO {
            let max = if len >= MIN_CHARS_TWO_TYPOS { 2 } else { 1 };
            for typos in 1..=max.min(max_typos) {
                self.add_typos(term, typos, is_prefix)?;
                if !self.expansions.is_empty() {
                    break;
                }
            }
        } else if is_rare
            && sections > 0
            && !is_number
            && len >= MIN_CHARS_RESPELLED
            && max_typos > 0
        {
            // The word of one author may be a misspelling of what all others write.
            self.add_typos(term, 1, false)?;
        }
        Some(())
    }

    fn take(&self, visits: usize) -> Option<()> {
        self.budget.take(Stage::Find, visits).then_some(())
    }

    /// An upper bound of the sections that have the terms found so far.
    fn sections(&self) -> u32 {
        let counts = self.expansions.iter().map(|expansion| {
            let list = self
                .index
                .postings
                .get(expansion.postings_offset as usize..);
            section_count(list.unwrap_or_default()).unwrap_or_default()
        });
        counts.fold(0, u32::saturating_add)
    }

    fn add(&mut self, term: &str, weight: f32, kind: MatchKind) {
        if self.expansions.iter().any(|known| known.term == term) {
            return;
        }
        if let Some(postings_offset) = self.index.terms.get(term) {
            self.expansions.push(Expansion {
                term: term.to_owned(),
                postings_offset,
                weight,
                kind,
                words: self.word,
            });
        }
    }

    fn add_completions(&mut self, term: &str, share: f32) -> Option<()> {
        let len = term.chars().count();
        // A word that is itself a term is less often the prefix of another.
        let whole = share
            * if self.expansions.is_empty() {
                1.0
            } else {
                KNOWN_WORD_COMPLETION
            };
        let known: Vec<String> = self
            .expansions
            .iter()
            .map(|expansion| expansion.term.clone())
            .collect();
        let mut stream = self.index.terms.range().ge(term).into_stream();
        for number in 0..MAX_TERMS {
            if number % TERMS_PER_VISIT == 0 {
                self.take(1)?;
            }
            let Some((key, postings_offset)) = stream.next() else {
                break;
            };
            let Some(longer) = as_text(key).filter(|longer| longer.starts_with(term)) else {
                break;
            };
            // `9` is no beginning of `90`, where the index has `9`; `2.0` is that of `2.0b`.
            let is_other_number = !known.is_empty() && continues_number(term, longer);
            if !is_other_number && !known.iter().any(|known| known == longer) {
                let share = len as f32 / longer.chars().count() as f32;
                self.expansions.push(Expansion {
                    term: longer.to_owned(),
                    postings_offset,
                    weight: whole * (COMPLETION_WEIGHT + COMPLETION_SHARE_WEIGHT * share),
                    kind: MatchKind::Prefix(len),
                    words: self.word,
                });
            }
        }
        Some(())
    }

    fn add_typos(&mut self, term: &str, typos: u8, is_prefix: bool) -> Option<()> {
        self.take(TYPO_VISITS[usize::from(typos.clamp(1, 2)) - 1])?;
        let builder = builder(typos);
        // Prefixes of short words are within a typo of everything.
        let is_prefix = is_prefix && term.chars().count() > MIN_CHARS_ONE_TYPO;
        let dfa = match is_prefix {
            true => builder.build_prefix_dfa(term),
            false => builder.build_dfa(term),
        };
        let known = self.expansions.len();
        let mut stream = self.index.terms.search(&dfa).into_stream();
        for number in 0..MAX_TERMS {
            if number % TERMS_PER_VISIT == TERMS_PER_VISIT - 1 {
                self.take(1)?;
            }
            let Some((key, postings_offset)) = stream.next() else {
                break;
            };
            let Some(near) = as_text(key).filter(|near| !has_digit(near)) else {
                continue;
            };
            let Distance::Exact(distance) = dfa.eval(near) else {
                continue;
            };
            // The index names each term once.
            if self.expansions[..known]
                .iter()
                .any(|known| known.term == near)
            {
                continue;
            }
            self.expansions.push(Expansion {
                term: near.to_owned(),
                postings_offset,
                weight: typo_weight(term, near, distance, typos),
                kind: MatchKind::Typo,
                words: self.word,
            });
        }
        Some(())
    }
}

/// The weight of a term within some typos of the word, or with such a prefix.
fn typo_weight(word: &str, near: &str, distance: u8, typos: u8) -> f32 {
    let mut weight = match distance {
        0 | 1 => ONE_TYPO_WEIGHT,
        _ => TWO_TYPOS_WEIGHT,
    };
    let expected = word.chars().count() + usize::from(typos);
    let longer = near.chars().count().saturating_sub(expected);
    weight *= 1.0 / (1.0 + EXTRA_CHAR_PENALTY * longer as f32);
    if near.chars().next() != word.chars().next() {
        weight *= OTHER_FIRST_CHAR;
    }
    weight
}

/// Whether a term that begins with a number goes on with its digits.
fn continues_number(number: &str, term: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit() || c == '.';
    number.ends_with(is_digit) && term[number.len()..].starts_with(is_digit)
}

/// The number of sections in both lists of a term.
fn section_count(mut list: &[u8]) -> Option<u32> {
    let in_head = read_number(&mut list)?;
    for _ in 0..in_head.min(RARE_SECTIONS + 1) {
        read_number(&mut list)?;
        list = list.get(1..)?;
    }
    if in_head > RARE_SECTIONS {
        return Some(in_head);
    }
    Some(in_head.saturating_add(read_number(&mut list)?))
}

fn as_text(key: &[u8]) -> Option<&str> {
    std::str::from_utf8(key).ok()
}

/// The builder for a number of typos, created at its first use: that takes a millisecond or two.
fn builder(typos: u8) -> &'static LevenshteinAutomatonBuilder {
    static BUILDERS: [OnceLock<LevenshteinAutomatonBuilder>; 2] =
        [OnceLock::new(), OnceLock::new()];
    let number = usize::from(typos.clamp(1, 2)) - 1;
    BUILDERS[number].get_or_init(|| LevenshteinAutomatonBuilder::new(number as u8 + 1, true))
}

#[cfg(test)]
mod tests {
    use crate::search::budget::Budget;
    use crate::search::index::Index;
    use crate::search::query::{MatchOptions, Query};
    use bindery_fixture::index_writer::{Page, Section, write};

    #[test]
    fn without_prefixes_no_word_matches_a_longer_term() {
        let page = Page {
            title: "Ganyu".to_owned(),
            sections: vec![Section::new(1, "Ganyu", "", "A bow.")],
            ..Page::default()
        };
        let index = Index::open(write(&[page], &[]).leak()).unwrap();
        let known = |text: &str, prefix: bool| {
            let options = MatchOptions {
                prefix,
                ..MatchOptions::default()
            };
            let query = Query::parse(&index, text, options, &Budget::unlimited());
            query.is_known(0)
        };
        for text in ["gan", "gan bow", "gan "] {
            assert!(known(text, true), "{text:?}");
            assert!(!known(text, false), "{text:?}");
        }
        assert!(known("ganyu bow", false));
    }

    #[test]
    fn a_known_number_is_no_beginning_of_a_larger_one() {
        let page = Page {
            title: "Ganyu".to_owned(),
            sections: vec![Section::new(1, "Ganyu", "", "9, 90, 9.5 and 9pc; 80")],
            ..Page::default()
        };
        let index = Index::open(write(&[page], &[]).leak()).unwrap();
        let terms = |text: &str| -> Vec<String> {
            let options = MatchOptions::default();
            let query = Query::parse(&index, text, options, &Budget::unlimited());
            let expansions = query.words[0].expansions.iter();
            expansions.map(|one| one.term.clone()).collect()
        };
        assert_eq!(terms("9"), ["9", "9pc"]);
        assert_eq!(terms("8"), ["80"]);
    }
}
