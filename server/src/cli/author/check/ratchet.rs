//! Known faults: leaves them out, or writes today's down.

use super::Findings;
use crate::cli::EXIT_FAILED;
use crate::cli::output::{complain, print, remark};
use bindery_compiler::diagnostic::{KNOWN_FAULTS_PATH, KnownFaults, write_known_faults};
use bindery_compiler::files::write_if_changed;

/// The most lines of the ratchet that are named as fixed.
const SHOWN: usize = 20;

/// Leaves the known faults out and tells how many they are, and which lines are no longer needed.
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
        remark(&format!("known and not shown: {count} (`{path}`)"));
    }
    if !ratcheted.fixed.is_empty() {
        let shown = ratcheted.fixed.iter().take(SHOWN);
        let shown: String = shown.map(|line| format!("\n  {line}")).collect();
        let count = ratcheted.fixed.len();
        remark(&format!(
            "{count} lines of `{path}` are fixed; `bindery check --accept` takes them out:{shown}"
        ));
    }
}

/// Writes the ratchet anew.
pub(super) fn accept(findings: &Findings) -> u8 {
    let Findings { tree, problems } = findings;
    let path = tree.root.join(KNOWN_FAULTS_PATH);
    let text = write_known_faults(problems, tree);
    if let Err(fault) = write_if_changed(&path, text.as_bytes()) {
        complain(&fault.to_string());
        return EXIT_FAILED;
    }
    let structural = problems.iter().filter(|one| one.code.is_structural());
    let structural = structural.count();
    let known = problems.len() - structural;
    if structural > 0 {
        complain(&format!(
            "{structural} faults can never be known: the site cannot be trusted while they stand"
        ));
    }
    let printed = print(format!("{known} known faults in `{}`\n", path.display()).as_bytes());
    if structural > 0 { EXIT_FAILED } else { printed }
}
