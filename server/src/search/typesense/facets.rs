//! Counts the values of a field over all hits, and groups hits by a field.

use crate::search::budget::{Budget, Stage};
use crate::search::index::Index;
use crate::search::rank::Hit;
use crate::search::record::SchemaField;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::HashMap;

/// Hits whose values are read together, and the visits for that.
const BLOCK: usize = 32;
const BLOCK_VISITS: usize = 4;
/// Values that are formatted and compared in about a microsecond.
const VALUES_PER_VISIT: usize = 2;

/// Identifies a value of a field without formatting it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key<'i> {
    Number(u32),
    Text(&'i str),
    /// A page's number and an anchor.
    Anchor(u32, &'i str),
}

impl<'i> Key<'i> {
    fn of(field: SchemaField, index: &'i Index, section: u32) -> Key<'i> {
        match field {
            SchemaField::Language | SchemaField::Tag | SchemaField::Version => {
                Key::Number(field.number(index, section).unwrap_or_default())
            }
            SchemaField::PageUrl => Key::Number(index.page_of(section)),
            SchemaField::Type => Key::Number(index.section(section).level),
            SchemaField::Url => {
                let section = index.section(section);
                Key::Anchor(section.page, section.anchor)
            }
            SchemaField::Level(level) => {
                let levels = index.hierarchy(section);
                Key::Text(levels.get(level).copied().flatten().unwrap_or_default())
            }
            // Not a facet, so no request groups or counts by it.
            _ => Key::Number(section),
        }
    }
}

/// The hits with one value, in their order.
#[derive(Debug)]
pub(super) struct Group<'h> {
    /// The number of hits.
    pub(super) count: usize,
    /// The first ones.
    pub(super) hits: Vec<&'h Hit>,
}

/// The hits by the values of a field, in the order of their first hits, `max` of each.
pub(super) fn groups<'h>(
    index: &Index,
    field: SchemaField,
    hits: &'h [Hit],
    max: usize,
    budget: &Budget,
) -> Vec<Group<'h>> {
    let mut positions: HashMap<Key<'_>, usize> = HashMap::new();
    let mut groups: Vec<Group<'h>> = Vec::new();
    for block in hits.chunks(BLOCK) {
        if !budget.take(Stage::Find, BLOCK_VISITS) {
            break;
        }
        for hit in block {
            let position = positions.entry(Key::of(field, index, hit.section));
            let position = *position.or_insert(groups.len());
            if position == groups.len() {
                groups.push(Group {
                    count: 0,
                    hits: Vec::new(),
                });
            }
            let group = &mut groups[position];
            group.count += 1;
            if group.hits.len() < max {
                group.hits.push(hit);
            }
        }
    }
    groups
}

/// How often a value occurs, in the format of Typesense.
#[derive(Debug, Serialize)]
struct Count<'i> {
    count: usize,
    highlighted: Cow<'i, str>,
    value: Cow<'i, str>,
}

#[derive(Debug, Serialize)]
struct Stats {
    total_values: usize,
}

/// The most frequent values of a field.
#[derive(Debug, Serialize)]
pub(super) struct Facet<'i> {
    counts: Vec<Count<'i>>,
    field_name: &'static str,
    sampled: bool,
    stats: Stats,
}

/// Counts the values of a field and returns the `max` most frequent ones.
pub(super) fn facet<'i>(
    index: &'i Index,
    field: SchemaField,
    hits: &[Hit],
    max: usize,
    budget: &Budget,
) -> Facet<'i> {
    // For each value: how often it occurs, and a section that has it.
    let mut counts: HashMap<Key<'_>, (usize, u32)> = HashMap::new();
    for block in hits.chunks(BLOCK) {
        if !budget.take(Stage::Find, BLOCK_VISITS) {
            break;
        }
        for hit in block {
            let count = counts.entry(Key::of(field, index, hit.section));
            count.or_insert((0, hit.section)).0 += 1;
        }
    }
    let mut list: Vec<(usize, Cow<'_, str>)> = Vec::new();
    if budget.take(Stage::Find, counts.len() / VALUES_PER_VISIT) {
        let counts = counts.into_values();
        list.extend(counts.map(|(count, section)| (count, field.value(index, section))));
        list.retain(|(_, value)| !value.is_empty());
    }
    let total_values = list.len();
    let order = |a: &(usize, Cow<'_, str>), b: &(usize, Cow<'_, str>)| {
        b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1))
    };
    if max < list.len() {
        list.select_nth_unstable_by(max, order);
        list.truncate(max);
    }
    list.sort_unstable_by(order);
    let counts = list.into_iter().map(|(count, value)| Count {
        count,
        highlighted: value.clone(),
        value,
    });
    Facet {
        counts: counts.collect(),
        field_name: field.name(),
        sampled: false,
        stats: Stats { total_values },
    }
}
