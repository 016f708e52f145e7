//! The list of known faults: leaves them out of the diagnostics, or writes the present ones to it.

use super::Findings;
use crate::cli::EXIT_FAILED;
use crate::cli::output::{print, print_error, print_note};
use bindery_compiler::diagnostic::{KNOWN_FAULTS_PATH, KnownFaults, write_known_faults};
use bindery_compiler::system::files::write_if_changed;

/// Lines of the list that are shown as fixed.
const MAX_SHOWN: usize = 20;

/// Leaves the known faults out. Prints their number, and the lines that are no longer needed.
pub(super) fn keep_new(findings: &mut Findings) {
    let known = KnownFaults::of(&findings.tree);
    let ratcheted = known.compare(&findings.problems, &findings.tree);
    let count = ratcheted.is_known.iter().filter(|known| **known).count();
    let mut is_known = ratcheted.is_known.into_iter();
    findings
        .problems
        .retain(|_| !is_known.next().unwrap_or(false));
    let path = findings.tree.root.join(KNOWN_FAULTS_PATH);
    let path = path.display();
    if count > 0 {
        print_note(&format!("known and not shown: {count} (`{path}`)"));
    }
    if !ratcheted.fixed.is_empty() {
        let shown = ratcheted.fixed.iter().take(MAX_SHOWN);
        let shown: String = shown.map(|line| format!("\n  {line}")).collect();
        let count = ratcheted.fixed.len();
        print_note(&format!(
            "{count} lines of `{path}` are fixed; `bindery check --accept` takes them out:{shown}"
        ));
    }
}

/// Replaces the list of known faults.
pub(super) fn accept(findings: &Findings) -> u8 {
    let Findings { tree, problems } = findings;
    let path = tree.root.join(KNOWN_FAULTS_PATH);
    let text = write_known_faults(problems, tree);
    if let Err(error) = write_if_changed(&path, text.as_bytes()) {
        print_error(&error.to_string());
        return EXIT_FAILED;
    }
    let structural = problems.iter().filter(|one| one.code.is_structural());
    let structural = structural.count();
    let known = problems.len() - structural;
    if structural > 0 {
        print_error(&format!(
            "{structural} faults can never be known: the site is unreliable until they are corrected"
        ));
    }
    let printed = print(format!("{known} known faults in `{}`\n", path.display()).as_bytes());
    if structural > 0 { EXIT_FAILED } else { printed }
}
