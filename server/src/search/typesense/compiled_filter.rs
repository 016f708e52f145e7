//! Compiles a filter for one index: values that are the same for all sections are looked up once.
//!
//! Words in texts and headings are looked up in the postings, so that no text of a section is read.

use super::filter::{Comparison, Filter};
use crate::search::budget::{Budget, Stage};
use crate::search::index::Index;
use crate::search::index::postings::{Postings, Reading};
use crate::search::record::{SchemaField, priority};
use bindery_format::search::layout;
use bindery_format::search::text::tokens;
use std::collections::BTreeSet;

/// Sections whose bits are set in about a microsecond.
const SECTIONS_PER_VISIT: usize = 2_048;

/// A filter that can be applied to the sections of an index.
#[derive(Debug)]
pub struct CompiledFilter<'f> {
    index: &'f Index,
    budget: &'f Budget,
    root: Condition<'f>,
}

#[derive(Debug)]
enum Condition<'f> {
    All(Vec<Condition<'f>>),
    Any(Vec<Condition<'f>>),
    Not(Box<Condition<'f>>),
    /// Language, tag or version: for each value, whether it is accepted.
    Numbered(SchemaField, Vec<bool>),
    /// The whole value is one of these.
    Values(SchemaField, BTreeSet<&'f str>),
    /// Any of these sections.
    Sections(SectionSet),
    /// `item_priority` lies in one of these ranges.
    Within(&'f [(i64, i64)]),
    /// The budget was used up before the sections were known: neither the condition nor its negation accepts a section.
    Unknown,
}

impl<'f> CompiledFilter<'f> {
    /// Compiles a filter.
    #[must_use]
    pub fn new(filter: &'f Filter, index: &'f Index, budget: &'f Budget) -> CompiledFilter<'f> {
        let builder = Builder { index, budget };
        let root = builder.condition(filter);
        CompiledFilter {
            index,
            budget,
            root,
        }
    }

    /// Whether the filter accepts a section; `false` when the budget is used up.
    #[must_use]
    pub fn accepts(&self, section: u32) -> bool {
        self.evaluate(&self.root, section) == Some(true)
    }

    /// The number of the only language whose sections the filter accepts; `None` if there may be several.
    #[must_use]
    pub fn language(&self) -> Option<u32> {
        self.root.language()
    }

    /// `None` when the budget is used up.
    fn evaluate(&self, condition: &Condition<'_>, section: u32) -> Option<bool> {
        match condition {
            Condition::All(list) => {
                for one in list {
                    if !self.evaluate(one, section)? {
                        return Some(false);
                    }
                }
                Some(true)
            }
            Condition::Any(list) => {
                for one in list {
                    if self.evaluate(one, section)? {
                        return Some(true);
                    }
                }
                Some(false)
            }
            Condition::Not(inner) => self.evaluate(inner, section).map(|is_true| !is_true),
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

impl Condition<'_> {
    fn language(&self) -> Option<u32> {
        match self {
            Condition::All(list) => list.iter().find_map(Condition::language),
            Condition::Any(list) => {
                let (first, rest) = list.split_first()?;
                let own = first.language()?;
                let is_same = |other: &Condition<'_>| other.language() == Some(own);
                rest.iter().all(is_same).then_some(own)
            }
            Condition::Numbered(SchemaField::Language, accepted) => {
                let mut accepted = accepted.iter().zip(0..).filter(|(is_own, _)| **is_own);
                let (_, own) = accepted.next()?;
                accepted.next().is_none().then_some(own)
            }
            Condition::Numbered(..)
            | Condition::Not(_)
            | Condition::Values(..)
            | Condition::Sections(_)
            | Condition::Within(_)
            | Condition::Unknown => None,
        }
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
                comparison,
                not,
            } => {
                let inner = match comparison {
                    Comparison::Whole => self.whole(*field, values),
                    Comparison::Words => self.with_words(*field, values),
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

    fn whole(self, field: SchemaField, values: &'f [String]) -> Condition<'f> {
        match field.names(self.index) {
            Some(names) => {
                let accepted = names.iter().map(|name| values.contains(name));
                Condition::Numbered(field, accepted.collect())
            }
            None => Condition::Values(field, values.iter().map(String::as_str).collect()),
        }
    }

    /// The sections whose field has all words of one of the values.
    fn with_words(self, field: SchemaField, values: &'f [String]) -> Condition<'f> {
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
    fn sections_with(self, field: SchemaField, terms: &BTreeSet<String>) -> Option<SectionSet> {
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

    fn sections_with_term(self, field: SchemaField, term: &str) -> Option<SectionSet> {
        let len = self.index.len();
        let visits = 1 + len / SECTIONS_PER_VISIT;
        self.budget.take(Stage::Find, visits).then_some(())?;
        let mut set = SectionSet::empty(len);
        let Some(offset) = self.index.terms.get(term) else {
            return Some(set);
        };
        let mut postings = Postings::at(self.index, offset);
        let mut candidates = Vec::new();
        let reading = postings.read_head(self.budget, |section, bits| {
            match locate(field, section, bits, self.index) {
                Presence::In => set.insert(section),
                Presence::Perhaps => candidates.push(section),
                Presence::Out => {}
            }
        });
        if reading == Reading::Refused {
            return None;
        }
        if field == SchemaField::Content {
            let reading = postings.read_text(self.budget, |section, _| set.insert(section));
            return (reading == Reading::Complete).then_some(set);
        }
        for section in candidates {
            // The term is in one of the headings above the section; each has a few words.
            self.budget.take(Stage::Find, 2).then_some(())?;
            if terms(&field.value(self.index, section)).contains(term) {
                set.insert(section);
            }
        }
        Some(set)
    }
}

/// Whether a field has a term, as far as the bits of the postings say.
enum Presence {
    In,
    Out,
    Perhaps,
}

fn locate(field: SchemaField, section: u32, bits: u16, index: &Index) -> Presence {
    let has = |bit: u16| match bits & bit {
        0 => Presence::Out,
        _ => Presence::In,
    };
    match field {
        SchemaField::Aliases => has(layout::Field::ALIAS),
        SchemaField::Level(0) => has(layout::Field::TOP),
        SchemaField::Level(1) => has(layout::Field::TITLE),
        SchemaField::Level(level) => match (index.section(section).level as usize).cmp(&level) {
            std::cmp::Ordering::Less => Presence::Out,
            std::cmp::Ordering::Equal => has(layout::Field::OWN),
            std::cmp::Ordering::Greater => match bits & layout::Field::ABOVE {
                0 => Presence::Out,
                _ => Presence::Perhaps,
            },
        },
        _ => Presence::Out,
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
