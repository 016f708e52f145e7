//! Writes the report of a build on one screen: the counts, which are stored in the blob, and the durations, which are
//! not.

mod problems;

pub(super) use problems::{to_groups, to_problems};

use super::summary::Summary;
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::Site;
use crate::pack::{Asset, SiteOutput, Sizes, Stored, Target};
use crate::source::SourceTree;
use crate::system::progress::{self, Stage};
use bindery_format::carried::{CarriedList, LIST_NAME};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// The numbers of a build.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pages: BTreeMap<&'static str, usize>,
    redirects: usize,
    files: usize,
    /// How many, and their plain bytes.
    twins: (usize, u64),
    /// The number of files of earlier releases, and their plain bytes.
    carried: (usize, u64),
    warnings: usize,
    /// The pages by what their problems cost them.
    summary: Summary,
    largest: Option<(String, usize)>,
    content: usize,
}

impl Counts {
    /// Counts what is on the output.
    #[must_use]
    pub(super) fn of(
        site: &Site,
        tree: &SourceTree,
        output: &SiteOutput,
        problems: &[Diagnostic],
    ) -> Self {
        let mut counts = Counts {
            summary: Summary::of(site, tree, problems),
            redirects: site.redirects.len(),
            warnings: problems
                .iter()
                .filter(|one| one.severity == Severity::Warning)
                .count(),
            content: site
                .pages
                .iter()
                .filter(|page| page.source.is_some())
                .count(),
            ..Counts::default()
        };
        for page in &site.pages {
            *counts.pages.entry(page.kind.name()).or_default() += 1;
        }
        let twins: BTreeSet<&str> = output.targets.values().filter_map(twin_of).collect();
        counts.twins.0 = twins.len();
        for (path, target) in &output.targets {
            match target {
                Target::Page(page) => {
                    let len = page.html.body.len();
                    if counts.largest.as_ref().is_none_or(|(_, most)| len > *most) {
                        counts.largest = Some((path.clone(), len));
                    }
                }
                Target::Asset(file) if twins.contains(path.as_str()) => {
                    counts.twins.1 += file.body.len() as u64;
                }
                Target::Asset(_) => counts.files += 1,
                Target::Redirect { .. } | Target::Gone => {}
            }
        }
        let list = format!("{}_bindery/{LIST_NAME}", output.base_path);
        if let Some(Target::Asset(list)) = output.targets.get(&list) {
            counts.carried = carried(list, output);
        }
        counts
    }
}

/// How many files of earlier releases there are, and their plain bytes.
fn carried(list: &Asset, output: &SiteOutput) -> (usize, u64) {
    let list: CarriedList = serde_json::from_slice(&list.body).unwrap_or_default();
    let bodies = list.files.keys().filter_map(|path| {
        let path = format!("{}{path}", output.base_path);
        match output.targets.get(&path) {
            Some(Target::Asset(file)) => Some(file.body.len() as u64),
            _ => None,
        }
    });
    (list.files.len(), bodies.sum())
}

fn twin_of(target: &Target) -> Option<&str> {
    match target {
        Target::Page(page) => page.twin.as_deref(),
        _ => None,
    }
}

/// Above this many bytes of the index, searches for frequent words reach the server's default limit of 50,000 visits, and show what
/// they found until then: they take up to 3,000 visits of an index of 4.5 MB.
const MAX_SEARCH: u64 = 75_000_000;

/// The report that is part of the blob: the same for the same site.
#[must_use]
pub(super) fn write_report(counts: &Counts, sizes: &Sizes) -> String {
    let mut out = String::new();
    let total: usize = counts.pages.values().sum();
    let kinds: Vec<String> = counts
        .pages
        .iter()
        .map(|(kind, count)| format!("{count} {kind}"))
        .collect();
    let _ = writeln!(out, "pages      {total} ({})", kinds.join(", "));
    let _ = writeln!(out, "sources    {}", counts.content);
    let _ = writeln!(out, "redirects  {}", counts.redirects);
    let _ = writeln!(out, "files      {}", counts.files);
    let (twins, bytes) = (counts.twins.0, grouped(counts.twins.1));
    let _ = writeln!(out, "twins      {twins} ({bytes} bytes)");
    if counts.carried.0 > 0 {
        let (files, bytes) = (counts.carried.0, grouped(counts.carried.1));
        let _ = writeln!(out, "carried    {files} ({bytes} bytes)");
    }
    for (name, bytes) in [("identity", sizes.identity), ("brotli", sizes.br)] {
        let _ = writeln!(out, "{name:<9} {:>12} bytes", grouped(bytes));
    }
    write_stored(&sizes.stored, &mut out);
    if let Some((path, len)) = &counts.largest {
        let _ = writeln!(out, "largest    {path} ({} bytes)", grouped(*len as u64));
    }
    let _ = writeln!(out, "warnings   {}", counts.warnings);
    if !counts.summary.is_quiet() {
        let _ = writeln!(out, "{}", counts.summary);
    }
    out
}

/// Writes what the bytes of the blob are, and when another search engine is better.
fn write_stored(stored: &Stored, out: &mut String) {
    for (name, bytes) in [
        ("documents", stored.documents),
        ("payloads", stored.payloads),
        ("twins", stored.twins),
        ("files", stored.files),
        ("search index", stored.search),
        ("list of routes", stored.routes),
    ] {
        let _ = writeln!(out, "stored     {name} {} bytes", grouped(bytes));
    }
    if stored.search > MAX_SEARCH {
        let _ = writeln!(
            out,
            "search     searches for frequent words of such a large index are cut off: use a Typesense cluster (`bindery export-search`)"
        );
    }
}

/// Seconds by stage.
#[derive(Debug)]
pub(super) struct Clock {
    start: Instant,
    last: Instant,
    laps: Vec<(&'static str, Duration)>,
}

impl Clock {
    /// Begins to measure.
    #[must_use]
    pub(super) fn start() -> Self {
        let now = Instant::now();
        progress::begin(Stage::Read);
        Clock {
            start: now,
            last: now,
            laps: Vec::new(),
        }
    }

    /// Says that a stage begins.
    pub(super) fn begin(&self, stage: Stage) {
        progress::begin(stage);
    }

    /// Ends a stage.
    pub(super) fn lap(&mut self, stage: &'static str) {
        let now = Instant::now();
        self.laps.push((stage, now - self.last));
        self.last = now;
    }

    /// The seconds as text, with how many rendered HTML and encodings had to be made.
    #[must_use]
    pub(super) fn report(&self, rendered: usize, encodings: usize) -> String {
        let total = (self.last - self.start).as_secs_f64();
        let laps: Vec<String> = self
            .laps
            .iter()
            .map(|(stage, time)| format!("{stage} {:.2}", time.as_secs_f64()))
            .collect();
        format!(
            "seconds    {total:.2} ({})\nuncached   {rendered} renderings, {encodings} encodings\n",
            laps.join(", ")
        )
    }
}

/// A number with its thousands apart.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_fits_one_screen() {
        let counts = Counts {
            pages: BTreeMap::from([("doc", 412), ("search", 1)]),
            redirects: 450,
            files: 12,
            twins: (412, 1_234_567),
            carried: (3, 4_567),
            warnings: 3,
            summary: Summary {
                right: 412,
                degraded: 1,
                ..Summary::default()
            },
            largest: Some(("/a".to_owned(), 123_456)),
            content: 400,
        };
        let sizes = Sizes {
            identity: 27_123_456,
            br: 1_000,
            stored: Stored {
                twins: 1_234,
                search: MAX_SEARCH,
                ..Stored::default()
            },
        };
        let report = write_report(&counts, &sizes);
        assert!(report.contains("pages      413 (412 doc, 1 search)"));
        assert!(report.contains("identity    27,123,456 bytes"), "{report}");
        assert!(
            report.contains("stored     twins 1,234 bytes\n"),
            "{report}"
        );
        assert!(!report.contains("Typesense"), "{report}");
        let mut large = sizes.clone();
        large.stored.search += 1;
        assert!(write_report(&counts, &large).contains("Typesense"));
        assert!(report.contains("carried    3 (4,567 bytes)"), "{report}");
        assert!(
            report.ends_with("pages      413: 412 right, 1 degraded, 0 broken\n"),
            "{report}"
        );
        assert!(report.lines().count() < 24);
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(999), "999");
    }
}
