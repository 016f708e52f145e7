//! The baseline of known problems: leaves them out of the diagnostics, or writes the present ones to it.

use super::Findings;
use crate::cli::EXIT_FAILED;
use crate::cli::output::{count, print, print_error, print_note};
use bindery_compiler::diagnostic::{BASELINE_PATH, Baseline, write_baseline};
use bindery_compiler::system::files::write_if_changed;

/// Lines of the list that are shown as fixed.
const MAX_SHOWN: usize = 20;

/// Leaves the known problems out. Prints their number, and the lines that are no longer needed.
pub(super) fn keep_new(findings: &mut Findings) {
    let known = Baseline::of(&findings.tree);
    let compared = known.compare(&findings.problems, &findings.tree);
    let hidden = compared.is_known.iter().filter(|known| **known).count();
    let mut is_known = compared.is_known.into_iter();
    findings
        .problems
        .retain(|_| !is_known.next().unwrap_or(false));
    let path = findings.tree.root.join(BASELINE_PATH);
    let path = path.display();
    if hidden > 0 {
        print_note(&format!(
            "known problems that are not shown: {hidden} (`{path}`)"
        ));
    }
    if !compared.fixed.is_empty() {
        let shown = compared.fixed.iter().take(MAX_SHOWN);
        let shown: String = shown.map(|line| format!("\n  {line}")).collect();
        let lines = count(compared.fixed.len(), "line");
        print_note(&format!(
            "fixed: {lines} of `{path}`, which `bindery check --accept` removes:{shown}"
        ));
    }
}

/// Replaces the baseline.
pub(super) fn accept(findings: &Findings) -> u8 {
    let Findings { tree, problems, .. } = findings;
    let path = tree.root.join(BASELINE_PATH);
    let text = write_baseline(problems, tree);
    if let Err(error) = write_if_changed(&path, text.as_bytes()) {
        print_error(&error.to_string());
        return EXIT_FAILED;
    }
    let structural = problems.iter().filter(|one| one.code.is_structural());
    let structural = structural.count();
    let known = problems.len() - structural;
    if structural > 0 {
        print_error(&format!(
            "{} not in the baseline: the site is unreliable until that is corrected",
            count(structural, "problem")
        ));
    }
    let known = count(known, "known problem");
    let printed = print(format!("{known} in `{}`\n", path.display()).as_bytes());
    if structural > 0 { EXIT_FAILED } else { printed }
}
