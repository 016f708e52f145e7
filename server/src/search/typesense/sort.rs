//! `sort_by`: the order of hits.
//!
//! The default order is by relevance, then by `item_priority:desc`. `item_priority:desc` alone means the default order,
//! too: clients send it as the default sorting field and expect the best hits first.

use super::error::ApiError;

use crate::search::budget::{Budget, Stage};
use crate::search::index::Index;
use crate::search::rank::Hit;
use crate::search::record::{SchemaField, priority};
use std::cmp::Ordering;

/// Fields of a `sort_by`, as in Typesense.
const MAX_KEYS: usize = 3;
/// Hits that are sorted in about a microsecond.
const HITS_PER_VISIT: usize = 4;

/// A sort key of hits.
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

/// Parses `sort_by`. Empty for the default order.
///
/// # Errors
/// When a field is not sortable, or there are too many; the messages are those of Typesense.
pub(super) fn parse_sort(list: &[String]) -> Result<Vec<SortKey>, ApiError> {
    if list.len() > MAX_KEYS {
        return Err(ApiError::new(
            422,
            format!("Only upto {MAX_KEYS} sort_by fields can be specified."),
        ));
    }
    let keys: Vec<SortKey> = list
        .iter()
        .map(|part| parse_key(part))
        .collect::<Result<_, _>>()?;
    let default = [
        SortKey::TextMatch(Direction::Descending),
        SortKey::Priority(Direction::Descending),
    ];
    let is_default = keys.is_empty() || default.starts_with(&keys) || default.ends_with(&keys);
    Ok(if is_default { Vec::new() } else { keys })
}

/// `field:order`; `_text_match(buckets: 10):desc` is accepted, too.
fn parse_key(part: &str) -> Result<SortKey, ApiError> {
    let Some((name, order)) = part.rsplit_once(':') else {
        return Err(ApiError::new(400, "Parameter `sort_by` is malformed."));
    };
    let name = name.split('(').next().unwrap_or_default().trim();
    let direction = match order.trim().to_ascii_lowercase().as_str() {
        "asc" => Direction::Ascending,
        "desc" => Direction::Descending,
        _ => {
            return Err(ApiError::new(
                400,
                format!("Order for field `{name}` should be either ASC or DESC."),
            ));
        }
    };
    if name == "_text_match" {
        Ok(SortKey::TextMatch(direction))
    } else if name == SchemaField::Priority.name() {
        Ok(SortKey::Priority(direction))
    } else {
        Err(ApiError::new(
            404,
            format!("Could not find a field named `{name}` in the schema for sorting."),
        ))
    }
}

/// Sorts hits that are in the default order; equal ones keep that order.
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
        parse_sort(&list).map_err(|error| error.message)
    }

    #[test]
    fn relevance_comes_first_unless_another_order_is_asked_for() {
        for default in [
            "_text_match:desc",
            "item_priority:desc",
            "_text_match:desc,item_priority:desc",
            "_text_match(buckets: 10):DESC",
        ] {
            assert_eq!(read(default), Ok(Vec::new()), "{default}");
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
