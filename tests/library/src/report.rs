//! Prints the measures: a line for each page, then for each kind the extremes, the medians and the weakest pages.

use crate::measure::{Kind, Measured};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The number of weakest pages that are named for each kind.
const WEAKEST: usize = 5;

/// The report: tab-separated lines, then a summary in Markdown.
#[must_use]
pub fn report(measured: &[Measured]) -> String {
    let mut out = "page\tfigures shown/held\twords\tshared %\n".to_owned();
    let mut kinds: BTreeMap<Kind, Vec<&Measured>> = BTreeMap::new();
    for page in measured {
        let figures = page
            .figures
            .as_ref()
            .map(|figures| format!("{}/{}", figures.shown, figures.total));
        let figures = figures.unwrap_or_else(|| "-".to_owned());
        let _ = writeln!(
            out,
            "{}\t{figures}\t{}\t{}",
            page.path, page.words, page.shared
        );
        kinds.entry(page.kind).or_default().push(page);
    }
    out.push_str("\n| kind | pages | figures shown %, least / median | words, least / median | shared %, most / median | weakest pages |\n");
    out.push_str("|---|---|---|---|---|---|\n");
    for (kind, pages) in kinds {
        let _ = writeln!(out, "{}", row(kind, &pages));
    }
    out
}

fn row(kind: Kind, pages: &[&Measured]) -> String {
    let sorted = |value: fn(&Measured) -> usize| {
        let mut values: Vec<usize> = pages.iter().map(|page| value(page)).collect();
        values.sort_unstable();
        values
    };
    let figures = sorted(Measured::figures_shown);
    let words = sorted(|page| page.words);
    let shared = sorted(|page| page.shared);
    let mut weakest = pages.to_vec();
    weakest.sort_by_key(|page| weakness(page));
    let weakest = weakest.iter().take(WEAKEST).map(|page| {
        format!(
            "{} ({} words, {} % shared, {} % shown)",
            page.path,
            page.words,
            page.shared,
            page.figures_shown()
        )
    });
    let weakest: Vec<String> = weakest.collect();
    format!(
        "| {} | {} | {} / {} | {} / {} | {} / {} | {} |",
        kind.name(),
        pages.len(),
        figures.first().unwrap_or(&0),
        middle(&figures),
        words.first().unwrap_or(&0),
        middle(&words),
        shared.last().unwrap_or(&0),
        middle(&shared),
        weakest.join(", ")
    )
}

fn middle(sorted: &[usize]) -> usize {
    sorted.get(sorted.len() / 2).copied().unwrap_or(0)
}

/// Pages that violate a limit come first, then those with the fewest unshared words.
fn weakness(page: &Measured) -> (usize, usize) {
    let met = [
        page.shared <= page.kind.max_shared(),
        page.figures_shown() >= 95,
    ];
    let met = met.iter().filter(|met| **met).count();
    (met, page.words * (100 - page.shared.min(100)) / 100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::Shown;

    #[test]
    fn the_weakest_page_comes_first() {
        let page = |path: &str, words| Measured {
            path: path.to_owned(),
            kind: Kind::Enemy,
            figures: Some(Shown {
                total: 4,
                shown: 4,
                missing: Vec::new(),
            }),
            words,
            headings: 1,
            shared: 0,
        };
        let text = report(&[page("/long", 90), page("/short", 10), page("/mean", 40)]);
        assert!(text.contains("/long\t4/4\t90\t0\n"));
        assert!(text.contains("| enemies | 3 | 100 / 100 | 10 / 40 | 0 / 0 | /short (10 words, 0 % shared, 100 % shown), /mean ("));
    }
}
