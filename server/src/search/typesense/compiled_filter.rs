//! A filter prepared for one index: what is the same for all sections is looked up once, before any section is asked.
//!
//! Words in texts and headings are looked up in the postings. Nothing reads the text of a section.

use super::filter::{Filter, Match};
use crate::search::budget::{Budget, Stage};
use crate::search::index::Index;
use crate::search::index::postings::{Postings, Reading};
use crate::search::record::{Field, priority};
use bindery_format::search::layout;
use bindery_format::search::text::tokens;
use std::collections::BTreeSet;

/// Sections for which a set of bits is filled in about a microsecond.
const SECTIONS_PER_VISIT: usize = 2_048;

/// A filter, ready to be asked about sections.
#[derive(Debug)]
pub struct Conditions<'f> {
    index: &'f Index,
    budget: &'f Budget,
    root: Condition<'f>,
}

#[derive(Debug)]
enum Condition<'f> {
    All(Vec<Condition<'f>>),
    Any(Vec<Condition<'f>>),
    Not(Box<Condition<'f>>),
    /// Language, tag or version: whether each number of a value is accepted.
    Numbered(Field, Vec<bool>),
    /// The whole value is one of these.
    Values(Field, BTreeSet<&'f str>),
    /// Any of these sections.
    Sections(SectionSet),
    /// `item_priority` lies in one of these ranges.
    Within(&'f [(i64, i64)]),
    /// The budget was used up before its sections were known: it holds for none, and neither does its contrary.
    Unknown,
}

impl<'f> Conditions<'f> {
    /// Prepares a filter.
    #[must_use]
    pub fn new(filter: &'f Filter, index: &'f Index, budget: &'f Budget) -> Conditions<'f> {
        let builder = Builder { index, budget };
        let root = builder.condition(filter);
        Conditions {
            index,
            budget,
            root,
        }
    }

    /// Whether a section may be shown; not when the budget is used up.
    #[must_use]
    pub fn accepts(&self, section: u32) -> bool {
        self.holds(&self.root, section) == Some(true)
    }

    /// `None` when the budget is used up.
    fn holds(&self, condition: &Condition<'_>, section: u32) -> Option<bool> {
        match condition {
            Condition::All(list) => {
                for one in list {
                    if !self.holds(one, section)? {
                        return Some(false);
                    }
                }
                Some(true)
            }
            Condition::Any(list) => {
                for one in list {
                    if self.holds(one, section)? {
                        return Some(true);
                    }
                }
                Some(false)
            }
            Condition::Not(inner) => self.holds(inner, section).map(|holds| !holds),
            Condition::Numbered(field, accepted) => {
                let number = field.number(self.index, section)?;
                Some(accepted.get(number as usize).copied().unwrap_or_default())
            }
            Condition::Values(field, values) => {
                self.visit()?;
                let own = field.value(self.index, section);
                Some(values.contains(&*own))
            }
            Condition::Sections(set) => Some(set.contains(section)),
            Condition::Within(ranges) => {
                self.visit()?;
                let own = priority(self.index, section);
                let mut ranges = ranges.iter();
                Some(ranges.any(|(min, max)| (*min..=*max).contains(&own)))
            }
            Condition::Unknown => None,
        }
    }

    fn visit(&self) -> Option<()> {
        self.budget.take(Stage::Find, 1).then_some(())
    }
}

#[derive(Clone, Copy)]
struct Builder<'f> {
    index: &'f Index,
    budget: &'f Budget,
}

impl<'f> Builder<'f> {
    fn condition(self, filter: &'f Filter) -> Condition<'f> {
        match filter {
            Filter::All(list) => Condition::All(self.conditions(list)),
            Filter::Any(list) => Condition::Any(self.conditions(list)),
            Filter::Is {
                field,
                values,
                matching,
                not,
            } => {
                let inner = match matching {
                    Match::Whole => self.whole(*field, values),
                    Match::Words => self.with_words(*field, values),
                };
                if *not {
                    Condition::Not(Box::new(inner))
                } else {
                    inner
                }
            }
            Filter::Within { ranges, not } if *not => {
                Condition::Not(Box::new(Condition::Within(ranges)))
            }
            Filter::Within { ranges, .. } => Condition::Within(ranges),
        }
    }

    fn conditions(self, list: &'f [Filter]) -> Vec<Condition<'f>> {
        list.iter().map(|one| self.condition(one)).collect()
    }

    fn whole(self, field: Field, values: &'f [String]) -> Condition<'f> {
        match field.names(self.index) {
            Some(names) => {
                let accepted = names.iter().map(|name| values.contains(name));
                Condition::Numbered(field, accepted.collect())
            }
            None => Condition::Values(field, values.iter().map(String::as_str).collect()),
        }
    }

    /// The sections of which the field has all words of one of the values.
    fn with_words(self, field: Field, values: &'f [String]) -> Condition<'f> {
        let values = values.iter().map(|value| terms(value));
        if let Some(names) = field.names(self.index) {
            let values: Vec<BTreeSet<String>> = values.collect();
            let accepts = |name: &String| {
                let own = terms(name);
                values.iter().any(|value| value.is_subset(&own))
            };
            return Condition::Numbered(field, names.iter().map(accepts).collect());
        }
        let mut all = Vec::new();
        for value in values {
            match self.sections_with(field, &value) {
                Some(set) => all.push(Condition::Sections(set)),
                None => return Condition::Unknown,
            }
        }
        Condition::Any(all)
    }

    /// `None` when the budget is used up.
    fn sections_with(self, field: Field, terms: &BTreeSet<String>) -> Option<SectionSet> {
        let mut found: Option<SectionSet> = None;
        for term in terms {
            let mut set = self.sections_with_term(field, term)?;
            if let Some(others) = &found {
                set.retain_of(others);
            }
            found = Some(set);
        }
        // A value without words is in every text.
        Some(found.unwrap_or(SectionSet::full(self.index.len())))
    }

    fn sections_with_term(self, field: Field, term: &str) -> Option<SectionSet> {
        let len = self.index.len();
        let visits = 1 + len / SECTIONS_PER_VISIT;
        self.budget.take(Stage::Find, visits).then_some(())?;
        let mut set = SectionSet::empty(len);
        let Some(place) = self.index.terms.get(term) else {
            return Some(set);
        };
        let mut postings = Postings::at(self.index, place);
        let mut candidates = Vec::new();
        let reading = postings.read_head(self.budget, |section, bits| {
            match place_of(field, section, bits, self.index) {
                Place::In => set.insert(section),
                Place::Perhaps => candidates.push(section),
                Place::Out => {}
            }
        });
        if reading == Reading::Refused {
            return None;
        }
        if field == Field::Content {
            let reading = postings.read_text(self.budget, |section, _| set.insert(section));
            return (reading == Reading::Complete).then_some(set);
        }
        for section in candidates {
            // The term is in one of several headings above the section's own: a few words each.
            self.budget.take(Stage::Find, 2).then_some(())?;
            if terms(&field.value(self.index, section)).contains(term) {
                set.insert(section);
            }
        }
        Some(set)
    }
}

/// Whether a term whose place in a section's head is known is in a field.
enum Place {
    In,
    Out,
    Perhaps,
}

fn place_of(field: Field, section: u32, bits: u8, index: &Index) -> Place {
    let has = |bit: u8| match bits & bit {
        0 => Place::Out,
        _ => Place::In,
    };
    match field {
        Field::Aliases => has(layout::Field::ALIAS),
        Field::Level(0) => has(layout::Field::TOP),
        Field::Level(1) => has(layout::Field::TITLE),
        Field::Level(level) => match (index.section(section).level as usize).cmp(&level) {
            std::cmp::Ordering::Less => Place::Out,
            std::cmp::Ordering::Equal => has(layout::Field::OWN),
            std::cmp::Ordering::Greater => match bits & layout::Field::ABOVE {
                0 => Place::Out,
                _ => Place::Perhaps,
            },
        },
        _ => Place::Out,
    }
}

fn terms(text: &str) -> BTreeSet<String> {
    tokens(text).into_iter().map(|token| token.term).collect()
}

/// Some of the sections, a bit each.
#[derive(Debug)]
struct SectionSet {
    words: Vec<u64>,
}

impl SectionSet {
    fn empty(sections: usize) -> SectionSet {
        SectionSet {
            words: vec![0; sections.div_ceil(64)],
        }
    }

    fn full(sections: usize) -> SectionSet {
        SectionSet {
            words: vec![u64::MAX; sections.div_ceil(64)],
        }
    }

    fn insert(&mut self, section: u32) {
        if let Some(word) = self.words.get_mut(section as usize / 64) {
            *word |= 1 << (section % 64);
        }
    }

    fn contains(&self, section: u32) -> bool {
        let word = self.words.get(section as usize / 64);
        word.is_some_and(|word| word & (1 << (section % 64)) != 0)
    }

    fn retain_of(&mut self, others: &SectionSet) {
        for (word, other) in self.words.iter_mut().zip(&others.words) {
            *word &= other;
        }
    }
}
