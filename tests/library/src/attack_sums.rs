//! The rule for attacks of several hits: a row `Arrow + Bloom` shows the sum of its hits, as its damage per second does.

use crate::library::{Library, Page};
use crate::numbers::{numbers, plain};
use crate::rules::characters;
use serde_json::Value;

/// Frames of a second.
const FRAMES: f64 = 60.0;
/// How much of the figure rounding may cost.
const TOLERANCE: f64 = 0.005;

/// The multipliers of a row `X + Y` are together what its multiplier per second and its frames make. Where the source
/// contradicts itself, the page says so and names the row.
#[must_use]
pub fn multipliers_are_sums(library: &Library) -> Vec<String> {
    let mut broken = Vec::new();
    for (page, facts) in characters(library) {
        for table in facts["tables"].as_array().into_iter().flatten() {
            for row in table["rows"].as_array().into_iter().flatten() {
                broken.extend(contradiction(page, table, row));
            }
        }
    }
    broken
}

fn contradiction(page: &Page, table: &Value, row: &Value) -> Option<String> {
    let name = row[0].as_str().filter(|name| name.contains(" + "))?;
    let columns = table["columns"].as_array()?;
    let column = |is_own: fn(&str) -> bool| {
        let at = columns
            .iter()
            .position(|name| name.as_str().is_some_and(is_own))?;
        Some(text(&row[at]))
    };
    let shown: f64 = values(&column(|name| name.starts_with("Talent "))?).sum();
    let frames = values(&column(|name| name == "Frames")?).next()?;
    let per_second = values(&column(|name| name == "MV/s")?).next()?;
    let expected = per_second * frames / FRAMES;
    let is_sum = (shown - expected).abs() <= expected * TOLERANCE;
    let is_said = page
        .markdown
        .prose
        .iter()
        .any(|line| line.contains("contradicts itself") && line.contains(name));
    (!is_sum && !is_said).then(|| {
        format!("{}: `{name}` shows {shown:.1}%, but {per_second}%/s over {frames} frames are {expected:.1}%", page.path)
    })
}

fn text(cell: &Value) -> String {
    match cell {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn values(text: &str) -> impl Iterator<Item = f64> {
    numbers(text)
        .into_iter()
        .filter_map(|number| plain(number).parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown::MarkdownPage;
    use serde_json::json;

    #[test]
    fn a_row_of_several_hits_shows_their_sum() {
        let found = |shown: &str, prose: &str| {
            let page = Page {
                path: "/a".to_owned(),
                kind: "doc".to_owned(),
                source: String::new(),
                markdown: MarkdownPage::parse(prose),
                html: String::new(),
            };
            let table = json!({"columns": ["Type", "Talent 9%", "Frames", "MV/s"]});
            contradiction(
                &page,
                &table,
                &json!(["Arrow + Bloom", shown, 120, "150.02%/s"]),
            )
        };
        assert_eq!(found("100% + 200%", ""), None);
        assert_eq!(
            found("100%", "").as_deref(),
            Some("/a: `Arrow + Bloom` shows 100.0%, but 150.02%/s over 120 frames are 300.0%")
        );
        assert_eq!(
            found(
                "100%",
                "The source contradicts itself in \"Arrow + Bloom\"."
            ),
            None
        );
    }
}
