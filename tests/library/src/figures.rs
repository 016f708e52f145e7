//! Counts the figures of a facts file, and how many of them a page shows.

use crate::html::words;
use crate::numbers::{forms, numbers, plain};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Keys whose values are names, addresses or formats.
const NO_FIGURES: [&str; 26] = [
    "curve",
    "curves",
    "name",
    "slug",
    "route",
    "url",
    "dp",
    "fmt",
    "evidence_route",
    "label",
    "path",
    "columns",
    "id",
    "links",
    "discussion",
    "topic",
    "finding",
    "supports",
    "tex",
    "formulas",
    "near",
    "description",
    "mentions",
    "headline",
    "cut",
    "outline",
];

/// Small counts are written as words.
const COUNTS: [&str; 12] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
];

/// How many figures a facts file holds, and how many of them a page shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// Distinct figures of the file.
    pub total: usize,
    /// The number of the file's figures that the page shows.
    pub shown: usize,
    /// The figures that the page does not show.
    pub missing: Vec<String>,
}

/// The distinct figures of a facts file with the forms in which a page may print each; dates are figures, too.
fn figures(facts: &Value) -> BTreeMap<String, Vec<String>> {
    let mut found = BTreeMap::new();
    collect(facts, &mut found);
    found
}

fn collect(value: &Value, found: &mut BTreeMap<String, Vec<String>>) {
    match value {
        Value::Number(number) => {
            let number = number.as_f64().unwrap_or_default();
            found.insert(number.to_string(), forms(number));
        }
        Value::String(text) if is_date(text) => {
            drop(found.insert(text.clone(), vec![text.clone()]))
        }
        Value::String(text) if !text.starts_with("http") => {
            found.extend(
                numbers(text)
                    .into_iter()
                    .map(plain)
                    .map(|number| (number.clone(), vec![number])),
            );
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        Value::Object(entries) => {
            for (_, value) in entries
                .iter()
                .filter(|(key, _)| !NO_FIGURES.contains(&key.as_str()))
            {
                collect(value, found);
            }
        }
        Value::String(_) | Value::Bool(_) | Value::Null => {}
    }
}

fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    lengths == [4, 2, 2]
        && parts
            .iter()
            .all(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Counts the figures of `facts` in the text of a page.
pub(crate) fn count(facts: &Value, text: &str) -> Shown {
    let mut on_page: BTreeSet<String> = numbers(text).into_iter().map(plain).collect();
    on_page.extend(words(text).iter().filter_map(|word| {
        let at = COUNTS.iter().position(|count| count == word)?;
        Some((at + 1).to_string())
    }));
    let figures = figures(facts);
    let is_shown = |forms: &[String]| {
        forms
            .iter()
            .any(|form| on_page.contains(form) || is_date(form) && text.contains(form.as_str()))
    };
    let missing: Vec<String> = figures
        .iter()
        .filter(|(_, forms)| !is_shown(forms))
        .map(|(figure, _)| figure.clone())
        .collect();
    Shown {
        total: figures.len(),
        shown: figures.len() - missing.len(),
        missing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_figure_is_shown_in_any_of_its_forms() {
        let facts = json!({"slug": "x-9", "hp": 762.66, "share": 0.384, "dp": 7, "rows": [["2U", "-40%"]], "added": "2022-07-08"});
        let shown = count(&facts, "HP 763, 38.4%, 2 U, \u{2212}40% on 2022-07-08");
        assert_eq!((shown.total, shown.shown), (5, 5));
        let shown = count(&facts, "HP 764, Two");
        assert_eq!(shown.missing, ["0.384", "2022-07-08", "40", "762.66"]);
    }
}
