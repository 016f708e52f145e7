//! Turns what was typed into terms of the index: the words themselves, their other forms, what they begin, and what they
//! are one or two slips away from.
//!
//! A word's other spellings count less the further they are. Slips are looked for only where the word itself is not
//! known, and never in numbers.

mod inflections;

use super::budget::{Budget, Stage};
use super::index::Index;
use bindery_format::search::layout::read_number;
use bindery_format::search::text::{fold, has_digit, tokens};
use fst::{IntoStreamer, Streamer};
use inflections::forms;
use levenshtein_automata::{Distance, LevenshteinAutomatonBuilder};
use std::sync::OnceLock;

/// More words of a query are passed over.
pub(super) const MAX_WORDS: usize = 16;

/// At most so many terms stand for a word.
const MAX_CHOICES: usize = 400;

/// At most so many terms of the index are read to find those that a word begins, or that are near to it.
const MAX_TERMS: usize = 8_192;

/// Visits for a word: its other forms are looked up one by one.
const WORD_VISITS: usize = 4;
/// Terms that are read in about a microsecond.
const TERMS_PER_VISIT: usize = 8;
/// Visits to look for terms that are one slip away, and two: an automaton is built and run over all terms.
const SLIP_VISITS: [usize; 2] = [200, 1_000];

/// From so many letters on, one slip, or two.
const ONE_SLIP: usize = 4;
const TWO_SLIPS: usize = 8;

/// What so few sections have may be short for another word, or another spelling of it: authors make slips, too.
const RARE: u32 = 6;
/// Letters from which on it may be another spelling.
const RESPELLED: usize = 6;
/// Letters from which on a word that is not the last one may be short for another.
const SHORTENED: usize = 3;

/// A word of a query.
#[derive(Clone, Debug)]
pub struct Word {
    /// As typed, folded.
    pub term: String,
    /// The terms that stand for it.
    pub choices: Vec<Choice>,
}

/// A term that stands for a word.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// As the index has it.
    pub term: String,
    /// Where its lists begin.
    pub place: u64,
    /// 1 for the word itself.
    pub weight: f32,
    /// What of it was typed.
    pub how: How,
}

/// What of a term was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// All, or a form of it.
    Whole,
    /// Its first so many letters.
    Prefix(usize),
    /// All, with slips.
    Slips,
    /// It and its neighbour make one term.
    Joined,
}

/// How far a query may be from what is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leniency {
    /// Whether the last word may be the beginning of one.
    pub prefix: bool,
    /// Slips in a word: 0 to 2.
    pub typos: u8,
    /// Whether texts are searched, not only headings and names.
    pub text: bool,
}

impl Default for Leniency {
    fn default() -> Self {
        Leniency {
            prefix: true,
            typos: 2,
            text: true,
        }
    }
}

/// The words of a query. Once the budget is used up, words have fewer choices than they might.
#[must_use]
pub fn words(index: &Index, text: &str, leniency: Leniency, budget: &Budget) -> Vec<Word> {
    let mut typed: Vec<String> = tokens(text).into_iter().map(|token| token.term).collect();
    typed.truncate(MAX_WORDS);
    let is_open = leniency.prefix && text.chars().next_back().is_some_and(char::is_alphanumeric);
    let last = typed.len().checked_sub(1);
    let mut words: Vec<Word> = Vec::with_capacity(typed.len());
    for (at, term) in typed.iter().enumerate() {
        let mut finder = Finder {
            index,
            budget,
            choices: Vec::new(),
        };
        let is_prefix = is_open && Some(at) == last;
        // Nothing is added once the budget refuses: what would be found instead is not what was asked.
        let _ = finder.find(term, is_prefix, leniency.typos);
        words.push(Word {
            term: term.clone(),
            choices: finder.choices,
        });
    }
    if budget.take(Stage::Find, words.len() + index.meta.synonyms.len()) {
        add_joined(index, &mut words);
        add_synonyms(index, &mut words);
    }
    for word in &mut words {
        // The best first, so that what is passed over is the worst.
        word.choices.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        word.choices.truncate(MAX_CHOICES);
    }
    words
}

/// Two neighbours that the index knows as one: `hu tao` and `hutao`.
fn add_joined(index: &Index, words: &mut [Word]) {
    for at in 1..words.len() {
        let term = format!("{}{}", words[at - 1].term, words[at].term);
        if let Some(place) = index.terms.get(&term) {
            for word in &mut words[at - 1..=at] {
                word.add(Choice {
                    term: term.clone(),
                    place,
                    weight: 0.9,
                    how: How::Joined,
                });
            }
        }
    }
}

/// What the site says means the same; a synonym of several words stands for one word.
fn add_synonyms(index: &Index, words: &mut [Word]) {
    for list in &index.meta.synonyms {
        let list: Vec<Vec<String>> = list
            .iter()
            .map(|phrase| phrase.split_whitespace().map(fold).collect())
            .collect();
        for phrase in list.iter().filter(|phrase| !phrase.is_empty()) {
            let mut spans = (0..words.len()).map(|first| first..first + phrase.len());
            let is_there = |span: &std::ops::Range<usize>| {
                let own = words.get(span.clone()).unwrap_or_default();
                own.len() == phrase.len()
                    && own
                        .iter()
                        .zip(phrase)
                        .all(|(word, term)| word.term == *term)
            };
            let Some(span) = spans.find(is_there) else {
                continue;
            };
            for other in list
                .iter()
                .filter(|other| *other != phrase && other.len() == 1)
            {
                if let Some(place) = index.terms.get(&other[0]) {
                    for word in &mut words[span.clone()] {
                        word.add(Choice {
                            term: other[0].clone(),
                            place,
                            weight: 0.8,
                            how: How::Whole,
                        });
                    }
                }
            }
        }
    }
}

impl Word {
    fn add(&mut self, choice: Choice) {
        if !self.choices.iter().any(|known| known.term == choice.term) {
            self.choices.push(choice);
        }
    }
}

struct Finder<'i> {
    index: &'i Index,
    budget: &'i Budget,
    choices: Vec<Choice>,
}

impl Finder<'_> {
    /// `None` when the budget is used up.
    fn find(&mut self, term: &str, is_prefix: bool, typos: u8) -> Option<()> {
        self.take(WORD_VISITS)?;
        self.add(term, 1.0, How::Whole);
        let is_number = has_digit(term);
        if !is_number {
            for form in forms(term) {
                self.add(&form, 0.85, How::Whole);
            }
        }
        let letters = term.chars().count();
        let sections = self.sections();
        let is_rare = sections <= RARE;
        if is_prefix {
            self.add_longer(term, 1.0)?;
        } else if is_rare && !is_number && letters >= SHORTENED {
            self.add_longer(term, 0.6)?;
        }
        if self.choices.is_empty() && !is_number && letters >= ONE_SLIP {
            let most = if letters >= TWO_SLIPS { 2 } else { 1 };
            for slips in 1..=most.min(typos) {
                self.add_slipped(term, slips, is_prefix)?;
                if !self.choices.is_empty() {
                    break;
                }
            }
        } else if is_rare && sections > 0 && !is_number && letters >= RESPELLED && typos > 0 {
            // What one author wrote may be another spelling of what all others write.
            self.add_slipped(term, 1, false)?;
        }
        Some(())
    }

    fn take(&self, visits: usize) -> Option<()> {
        self.budget.take(Stage::Find, visits).then_some(())
    }

    /// How many sections have the terms found so far, at most.
    fn sections(&self) -> u32 {
        let counts = self.choices.iter().map(|choice| {
            let list = self.index.postings.get(choice.place as usize..);
            section_count(list.unwrap_or_default()).unwrap_or_default()
        });
        counts.fold(0, u32::saturating_add)
    }

    fn add(&mut self, term: &str, weight: f32, how: How) {
        if self.choices.iter().any(|known| known.term == term) {
            return;
        }
        if let Some(place) = self.index.terms.get(term) {
            self.choices.push(Choice {
                term: term.to_owned(),
                place,
                weight,
                how,
            });
        }
    }

    fn add_longer(&mut self, term: &str, share: f32) -> Option<()> {
        let letters = term.chars().count();
        // What is a word of its own is less often the beginning of another.
        let whole = share * if self.choices.is_empty() { 1.0 } else { 0.7 };
        let known: Vec<String> = self
            .choices
            .iter()
            .map(|choice| choice.term.clone())
            .collect();
        let mut stream = self.index.terms.range().ge(term).into_stream();
        for number in 0..MAX_TERMS {
            if number % TERMS_PER_VISIT == 0 {
                self.take(1)?;
            }
            let Some((key, place)) = stream.next() else {
                break;
            };
            let Some(longer) = as_text(key).filter(|longer| longer.starts_with(term)) else {
                break;
            };
            if !known.iter().any(|known| known == longer) {
                let share = letters as f32 / longer.chars().count() as f32;
                self.choices.push(Choice {
                    term: longer.to_owned(),
                    place,
                    weight: whole * (0.45 + 0.4 * share),
                    how: How::Prefix(letters),
                });
            }
        }
        Some(())
    }

    fn add_slipped(&mut self, term: &str, slips: u8, is_prefix: bool) -> Option<()> {
        self.take(SLIP_VISITS[usize::from(slips.clamp(1, 2)) - 1])?;
        let builder = builder(slips);
        // The beginnings of short words are near to everything.
        let is_prefix = is_prefix && term.chars().count() > ONE_SLIP;
        let dfa = match is_prefix {
            true => builder.build_prefix_dfa(term),
            false => builder.build_dfa(term),
        };
        let known = self.choices.len();
        let mut stream = self.index.terms.search(&dfa).into_stream();
        for number in 0..MAX_TERMS {
            if number % TERMS_PER_VISIT == TERMS_PER_VISIT - 1 {
                self.take(1)?;
            }
            let Some((key, place)) = stream.next() else {
                break;
            };
            let Some(near) = as_text(key).filter(|near| !has_digit(near)) else {
                continue;
            };
            let Distance::Exact(distance) = dfa.eval(near) else {
                continue;
            };
            // The index names each term once.
            if self.choices[..known].iter().any(|known| known.term == near) {
                continue;
            }
            self.choices.push(Choice {
                term: near.to_owned(),
                place,
                weight: slip_weight(term, near, distance, slips),
                how: How::Slips,
            });
        }
        Some(())
    }
}

/// How much a term counts that is some slips away from what was typed, or begins with that.
fn slip_weight(typed: &str, near: &str, distance: u8, slips: u8) -> f32 {
    let mut weight = match distance {
        0 | 1 => 0.7,
        _ => 0.5,
    };
    let expected = typed.chars().count() + usize::from(slips);
    let longer = near.chars().count().saturating_sub(expected);
    weight *= 1.0 / (1.0 + 0.1 * longer as f32);
    // The first letter is seldom wrong.
    if near.chars().next() != typed.chars().next() {
        weight *= 0.6;
    }
    weight
}

/// The sections of a term's two lists.
fn section_count(mut list: &[u8]) -> Option<u32> {
    let in_head = read_number(&mut list)?;
    for _ in 0..in_head.min(RARE + 1) {
        read_number(&mut list)?;
        list = list.get(1..)?;
    }
    if in_head > RARE {
        return Some(in_head);
    }
    Some(in_head.saturating_add(read_number(&mut list)?))
}

fn as_text(key: &[u8]) -> Option<&str> {
    std::str::from_utf8(key).ok()
}

/// Made when first needed: it takes a millisecond or two.
fn builder(slips: u8) -> &'static LevenshteinAutomatonBuilder {
    static BUILDERS: [OnceLock<LevenshteinAutomatonBuilder>; 2] =
        [OnceLock::new(), OnceLock::new()];
    let number = usize::from(slips.clamp(1, 2)) - 1;
    BUILDERS[number].get_or_init(|| LevenshteinAutomatonBuilder::new(number as u8 + 1, true))
}
