//! Figures that depend on a level, a refinement or a constellation: none of another one.

use super::{Comparison, data, figures_of, has_number, plain};
use crate::search::ensure;
use crate::support::expected::root;
use serde_json::Value;

/// The stats at the highest level that all characters reach, and at the first.
pub(super) fn stats() -> Result<(), String> {
    let mut comparison = Comparison::default();
    for character in data("characters")? {
        let (Some(name), Some(page)) = (character["name"].as_str(), character["route"].as_str())
        else {
            continue;
        };
        let rows = character["stats"]["rows"].as_array().into_iter().flatten();
        for row in rows {
            let (Some(ascension), Some(level)) = (row[0].as_u64(), row[1].as_u64()) else {
                continue;
            };
            if !matches!((ascension, level), (0, 1) | (6, 90)) {
                continue;
            }
            for (stat, wanted) in ["hp", "atk", "def"].into_iter().zip(2..) {
                let is_right = |_: &str, shown: &str| {
                    let shown = plain(shown).parse::<f64>();
                    let wanted = row[wanted].as_f64();
                    shown.is_ok_and(|shown| wanted.is_some_and(|own| (own - shown).abs() < 0.51))
                };
                let queries = [
                    format!("{name} base {stat} level {level}"),
                    format!("base {stat} of {name} at lv {level}"),
                    format!("what is the base {stat} of {name} lvl {level}"),
                ];
                comparison.ask_next(queries, page, is_right);
                // A stat that the character's ascension raises is shown besides.
                let has_base = |name: &str, shown: &str| {
                    let parts = shown
                        .split(", ")
                        .map(|part| part.strip_prefix("Base ").unwrap_or(part));
                    let mut values =
                        parts.map(|part| part.split(' ').next_back().unwrap_or_default());
                    values.any(|value| is_right(name, value))
                };
                comparison.ask(&format!("{name} {stat} level {level}"), page, has_base);
            }
        }
    }
    ensure(comparison.asked > 900, || comparison.asked.to_string())?;
    comparison.finish(80)
}

/// All numbers of a value of the data: one, or several that belong together.
fn numbers(value: &Value) -> Vec<&Value> {
    match value.as_array() {
        Some(list) => list.iter().flat_map(numbers).collect(),
        None => vec![value],
    }
}

/// The figures of each passive at three refinements: none of another refinement, none of another weapon.
pub(super) fn refinements() -> Result<(), String> {
    let mut comparison = Comparison::default();
    for file in data("weapons")? {
        let page = file["route"].as_str().unwrap_or_default();
        for (slug, weapon) in file["weapons"].as_object().into_iter().flatten() {
            let Some(name) = weapon["name"].as_str() else {
                continue;
            };
            let refinement = &weapon["refinement"];
            let params = refinement["params"].as_array().into_iter().flatten();
            let params: Vec<&Value> = params.collect();
            for (rank, query) in [
                (1, format!("what does {name} do at r1")),
                (3, format!("passive of {name} at r3")),
                (5, format!("{name} r5")),
            ] {
                let own = params.iter().map(|param| &param["values"][rank - 1]);
                let own: Vec<&Value> = own.flat_map(numbers).collect();
                let fixed = numbers(&refinement["fixed"]);
                let is_right = |_: &str, shown: &str| {
                    let mut all = own.iter().chain(&fixed);
                    all.any(|number| has_number(shown, number))
                };
                comparison.ask_for_each(&query, page, is_right);
                let path = figures_of(&query).map(|(path, _)| path);
                let is_own = path.is_none_or(|path| path.ends_with(&format!("#{slug}")));
                ensure(is_own, || format!("`{query}` is answered elsewhere"))?;
            }
        }
    }
    ensure(comparison.asked > 600, || comparison.asked.to_string())?;
    comparison.finish(30)
}

/// What the data says of a constellation: its effects, the notes on it, and its tables.
fn text_of_constellation(character: &Value, claims: &Value, level: u64) -> String {
    let own = claims["constellations"].as_array().into_iter().flatten();
    let own = own.filter(|one| one["level"] == level);
    let effects = own.map(|one| one["effects"].to_string());
    let notes = claims["notes"][format!("constellation {level}")].to_string();
    let tables = character["tables"].as_array().into_iter().flatten();
    let title = format!("C{level}");
    let tables = tables.filter(|table| {
        let path = table["path"].as_array().and_then(|path| path.last());
        path.is_some_and(|last| *last == title)
    });
    let rows = tables.map(|table| table["rows"].to_string());
    let all: Vec<String> = effects.chain([notes]).chain(rows).collect();
    // Pages show a product with its sign.
    all.join(" ").replace('*', "×").to_lowercase()
}

/// A figure is that of the constellation if its name says so, or if the data has it there.
pub(super) fn constellations() -> Result<(), String> {
    let mut comparison = Comparison::default();
    for character in data("characters")? {
        let (Some(name), Some(page)) = (character["name"].as_str(), character["route"].as_str())
        else {
            continue;
        };
        let claims = format!("claims{page}.json");
        if !root().join("content/data").join(&claims).exists() {
            continue;
        }
        let claims = data(&claims)?.swap_remove(0);
        for level in 1..=6 {
            let text = text_of_constellation(&character, &claims, level);
            let is_right = |label: &str, shown: &str| {
                let title = format!("C{level}");
                let shown_text = shown.trim_end_matches('.').to_lowercase();
                label.contains(&title) || shown.contains(&title) || text.contains(&shown_text)
            };
            for query in [
                format!("{name} c{level}"),
                format!("{name} c{level} cooldown"),
                format!("what does {name} c{level} do dmg"),
            ] {
                comparison.ask_for_each(&query, page, is_right);
            }
        }
    }
    // Few constellations have a figure that these words name.
    let (asked, answered) = (comparison.asked, comparison.answered);
    ensure(asked > 1500 && answered >= 12, || {
        format!("{answered} answers to {asked} queries")
    })?;
    comparison.finish(0)
}
