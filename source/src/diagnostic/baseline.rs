//! The baseline: problems that a tree has already, so that only new ones fail the check.
//!
//! `known-faults.txt` at the tree's root has a sorted line for each: code, path and message. Without line numbers it
//! survives edits elsewhere in the file, and branches can be merged. A second problem with the same line is
//! new. Structural problems (see [`Code::is_structural`]) are never accepted.

use super::{Diagnostic, visible};
use crate::SourceTree;
use std::collections::BTreeMap;

/// The path of the baseline in a tree.
pub const BASELINE_PATH: &str = "known-faults.txt";

const HEADER: &str = "\
# Known problems. Others fail `cargo test` and `bindery check --deny-new`.
# `bindery check --accept` writes this file; it should only become shorter.
";

/// The lines of a baseline and how often each occurs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    counts: BTreeMap<String, usize>,
}

/// A list of problems compared with the baseline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaselineComparison {
    /// For each problem, whether it is known.
    pub is_known: Vec<bool>,
    /// Lines without a matching problem: these are solved.
    pub fixed: Vec<String>,
}

impl Baseline {
    /// The baseline of a tree; empty if it has no such file.
    #[must_use]
    pub fn of(tree: &SourceTree) -> Self {
        let text = tree.find(BASELINE_PATH).map(|file| &*file.text);
        Self::parse(text.unwrap_or_default())
    }

    fn parse(text: &str) -> Self {
        let mut known = Baseline::default();
        let lines = text.lines().map(str::trim);
        for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
            *known.counts.entry(line.to_owned()).or_default() += 1;
        }
        known
    }

    /// Whether the baseline is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Compares problems with the baseline; each line matches one problem.
    #[must_use]
    pub fn compare(&self, list: &[Diagnostic], tree: &SourceTree) -> BaselineComparison {
        let mut left = self.counts.clone();
        let mut take = |one: &Diagnostic| {
            let count = left.get_mut(&key(one, tree)).filter(|count| **count > 0);
            match count {
                Some(count) if !one.code.is_structural() => {
                    *count -= 1;
                    true
                }
                _ => false,
            }
        };
        let is_known = list.iter().map(&mut take).collect();
        let fixed = left
            .into_iter()
            .flat_map(|(line, count)| std::iter::repeat_n(line, count));
        BaselineComparison {
            is_known,
            fixed: fixed.collect(),
        }
    }
}

/// The text of a baseline of these problems, without the structural ones.
#[must_use]
pub fn write_baseline(list: &[Diagnostic], tree: &SourceTree) -> String {
    let known = list.iter().filter(|one| !one.code.is_structural());
    let mut lines: Vec<String> = known.map(|one| key(one, tree)).collect();
    lines.sort();
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    format!("{HEADER}{lines}")
}

/// The line of a problem: `code path: message`, without its position in the file.
pub(super) fn key(diagnostic: &Diagnostic, tree: &SourceTree) -> String {
    let code = diagnostic.code.name();
    let message = diagnostic.message.split_whitespace();
    let message = message.collect::<Vec<_>>().join(" ");
    match diagnostic.span {
        Some(span) => format!("{code} {}: {message}", visible(&tree.file(span.file).path)),
        None => format!("{code}: {message}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Code, Diagnostics};
    use crate::{FileId, Span};

    fn problems(places: &[(Code, usize, &str)]) -> Vec<Diagnostic> {
        let mut sink = Diagnostics::new();
        for (code, at, message) in places {
            sink.warn(*code, Span::new(FileId(0), *at, at + 1), *message);
        }
        sink.into_sorted()
    }

    #[test]
    fn a_fault_stays_known_when_it_moves_and_is_new_when_it_doubles() {
        let tree = SourceTree::from_texts(&[("docs/a.md", "one two three four\n")]);
        let old = problems(&[
            (Code::BrokenLink, 1, "no page at `/b`"),
            (Code::EmptySite, 2, "x"),
        ]);
        let text = write_baseline(&old, &tree);
        assert_eq!(
            text,
            format!("{HEADER}broken-link docs/a.md: no page at `/b`\n")
        );
        let known = Baseline::parse(&text);
        let moved = problems(&[
            (Code::BrokenLink, 5, "no page at `/b`"),
            (Code::BrokenLink, 9, "no page at `/b`"),
        ]);
        let compared = known.compare(&moved, &tree);
        assert_eq!(compared.is_known, [true, false]);
        assert_eq!(compared.fixed, Vec::<String>::new());
    }

    #[test]
    fn fixed_problems_are_reported_and_structural_ones_never_accepted() {
        let tree = SourceTree::from_texts(&[("a.md", "one\n")]);
        let known = Baseline::parse("\n# x\nbroken-link a.md: gone\nempty-site a.md: x\n");
        let compared = known.compare(&problems(&[(Code::EmptySite, 0, "x")]), &tree);
        assert_eq!(compared.is_known, [false]);
        assert_eq!(
            compared.fixed,
            ["broken-link a.md: gone", "empty-site a.md: x"]
        );
    }
}
