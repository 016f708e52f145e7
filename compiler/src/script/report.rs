//! Prints the outcome of a build as Cargo's instructions: warnings, errors, files to watch, the manifest's place.

use crate::diagnostic::{Severity, explain_hint};
use crate::driver::{BuildOutcome, ProblemGroup};
use std::path::Path;

/// Causes of warnings that are shown, each with its first place: Cargo repeats them with every build.
const SHOWN_CAUSES: usize = 20;

pub(super) fn print(outcome: &BuildOutcome, content: &Path) {
    warnings(outcome, content);
    for group in of(outcome, Severity::Error) {
        lines("error", &group.text);
    }
    let errors = of(outcome, Severity::Error).map(|group| group.code);
    if let Some(hint) = explain_hint(errors) {
        lines("warning", &hint);
    }
    if let Some(error) = &outcome.error {
        lines("error", &error.to_string());
    }
    // Dates of last changes would be stale after a commit; a site that shows none is not rebuilt for a commit.
    for path in &outcome.watched {
        println!("cargo::rerun-if-changed={}", path.display());
    }
    if let Some(manifest) = &outcome.manifest {
        println!("cargo::rustc-env=BINDERY_MANIFEST={}", manifest.display());
    }
}

fn of(outcome: &BuildOutcome, severity: Severity) -> impl Iterator<Item = &ProblemGroup> + Clone {
    let groups = outcome.groups.iter();
    groups.filter(move |group| group.severity == severity)
}

fn warnings(outcome: &BuildOutcome, content: &Path) {
    let check = format!("`bindery check --all {}`", content.display());
    let warnings = of(outcome, Severity::Warning);
    for group in warnings.clone().take(SHOWN_CAUSES) {
        lines("warning", &group.text);
    }
    let more: usize = warnings
        .clone()
        .skip(SHOWN_CAUSES)
        .map(|group| group.count)
        .sum();
    if more > 0 {
        let noun = if more == 1 { "warning" } else { "warnings" };
        let text = format!("and {more} more {noun}; {check} lists all");
        lines("warning", &text);
    } else if warnings.clone().any(|group| group.count > 1) {
        lines("warning", &format!("{check} lists all problems"));
    }
    let known = outcome.problems.iter().filter(|one| one.is_known);
    let known = known
        .filter(|one| one.severity == Severity::Warning)
        .count();
    if known > 0 {
        let text = format!("known warnings that are not shown: {known}; {check} lists all");
        lines("warning", &text);
    }
    if let Some(summary) = outcome.summary.as_ref().filter(|one| !one.is_quiet()) {
        lines("warning", &summary.to_string());
    }
}

/// Prints each line of a text as an instruction: `error` or `warning`.
pub(super) fn lines(kind: &str, text: &str) {
    for line in text.lines() {
        println!("cargo::{kind}={line}");
    }
}
