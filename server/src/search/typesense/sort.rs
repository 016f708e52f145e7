//! `sort_by`: the order of hits.
//!
//! Relevance comes first, and `item_priority:desc` decides between equals, unless another order is asked for: so
//! interfaces that send `item_priority:desc` alone, as the default sorting field, still get the best hits first.

use super::params::{Refusal, refuse};
use crate::search::budget::{Budget, Stage};
use crate::search::index::Index;
use crate::search::rank::Hit;
use crate::search::record::{Field, priority};
use std::cmp::Ordering;

/// Fields of a `sort_by`, as in Typesense.
const MAX_KEYS: usize = 3;
/// Hits that are sorted in about a microsecond.
const HITS_PER_VISIT: usize = 4;

/// What hits are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortKey {
    /// `_text_match`.
    TextMatch(Direction),
    /// `item_priority`.
    Priority(Direction),
}

/// The direction of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The least first.
    Ascending,
    /// The greatest first.
    Descending,
}

impl Direction {
    fn apply(self, ordering: Ordering) -> Ordering {
        match self {
            Direction::Ascending => ordering,
            Direction::Descending => ordering.reverse(),
        }
    }
}

/// Reads a `sort_by`. Empty when it asks for the usual order.
///
/// # Errors
/// In Typesense's words, when a field cannot be sorted by, or there are too many.
pub(super) fn parse_sort(list: &[String]) -> Result<Vec<SortKey>, Refusal> {
    if list.len() > MAX_KEYS {
        return Err(refuse(
            422,
            format!("Only upto {MAX_KEYS} sort_by fields can be specified."),
        ));
    }
    let keys: Vec<SortKey> = list
        .iter()
        .map(|part| parse_key(part))
        .collect::<Result<_, _>>()?;
    let usual = [
        SortKey::TextMatch(Direction::Descending),
        SortKey::Priority(Direction::Descending),
    ];
    let is_usual = keys.is_empty() || usual.starts_with(&keys) || usual.ends_with(&keys);
    Ok(if is_usual { Vec::new() } else { keys })
}

/// `field:order`; `_text_match(buckets: 10):desc` is accepted, too.
fn parse_key(part: &str) -> Result<SortKey, Refusal> {
    let Some((name, order)) = part.rsplit_once(':') else {
        return Err(refuse(400, "Parameter `sort_by` is malformed."));
    };
    let name = name.split('(').next().unwrap_or_default().trim();
    let direction = match order.trim().to_ascii_lowercase().as_str() {
        "asc" => Direction::Ascending,
        "desc" => Direction::Descending,
        _ => {
            return Err(refuse(
                400,
                format!("Order for field `{name}` should be either ASC or DESC."),
            ));
        }
    };
    if name == "_text_match" {
        Ok(SortKey::TextMatch(direction))
    } else if name == Field::Priority.name() {
        Ok(SortKey::Priority(direction))
    } else {
        Err(refuse(
            404,
            format!("Could not find a field named `{name}` in the schema for sorting."),
        ))
    }
}

/// Sorts hits that are in the usual order; equal ones stay as they are.
pub(super) fn sort_hits(index: &Index, keys: &[SortKey], hits: &mut Vec<Hit>, budget: &Budget) {
    if keys.is_empty() || !budget.take(Stage::Find, hits.len() / HITS_PER_VISIT) {
        return;
    }
    let with_priority = hits.iter().map(|hit| (priority(index, hit.section), *hit));
    let mut list: Vec<(i64, Hit)> = with_priority.collect();
    list.sort_by(|a, b| {
        let orders = keys.iter().map(|key| match key {
            SortKey::TextMatch(direction) => direction.apply(a.1.score.total_cmp(&b.1.score)),
            SortKey::Priority(direction) => direction.apply(a.0.cmp(&b.0)),
        });
        orders.fold(Ordering::Equal, Ordering::then)
    });
    *hits = list.into_iter().map(|(_, hit)| hit).collect();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<SortKey>, String> {
        let list: Vec<String> = text.split(',').map(str::to_owned).collect();
        parse_sort(&list).map_err(|refusal| refusal.message)
    }

    #[test]
    fn relevance_comes_first_unless_another_order_is_asked_for() {
        for usual in [
            "_text_match:desc",
            "item_priority:desc",
            "_text_match:desc,item_priority:desc",
            "_text_match(buckets: 10):DESC",
        ] {
            assert_eq!(read(usual), Ok(Vec::new()), "{usual}");
        }
        let ascending = SortKey::Priority(Direction::Ascending);
        assert_eq!(read("item_priority:asc"), Ok(vec![ascending]));
        let literal = "item_priority:desc,_text_match:asc";
        let keys = vec![
            SortKey::Priority(Direction::Descending),
            SortKey::TextMatch(Direction::Ascending),
        ];
        assert_eq!(read(literal), Ok(keys));
    }

    #[test]
    fn what_cannot_be_sorted_by_is_refused_in_the_words_of_typesense() {
        assert_eq!(
            read("url:asc").unwrap_err(),
            "Could not find a field named `url` in the schema for sorting."
        );
        assert!(
            read("item_priority:up")
                .unwrap_err()
                .contains("ASC or DESC")
        );
        assert!(read("item_priority").unwrap_err().contains("malformed"));
        let many = ["_text_match:asc"; 4].join(",");
        assert!(read(&many).unwrap_err().starts_with("Only upto 3"));
    }
}
