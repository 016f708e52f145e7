//! `--fix`: shows the certain corrections as a diff, asks for a confirmation, and applies them.

use super::Findings;
use crate::cli::output::{count, print, print_error, print_note};
use bindery_compiler::diagnostic::{FixedFile, choose_fixes};
use bindery_compiler::source::SourceTree;
use bindery_compiler::system::files::write_atomically;
use std::io::{self, IsTerminal, Write};

/// The outcome of an offer to correct.
pub(super) enum Offer {
    /// The corrections were applied.
    Applied,
    /// There were no corrections, or the user declined them.
    Declined,
    /// A file could not be written.
    Failed,
}

/// Shows the diff; applies the corrections with `--yes`, or after the user confirms. `round` counts the offers of a run.
pub(super) fn offer(findings: &Findings, is_agreed: bool, round: usize) -> Offer {
    let (files, solved) = choose_fixes(&findings.problems, &findings.tree);
    if files.is_empty() {
        if round == 0 {
            print_note("nothing here can be corrected with certainty");
        }
        return Offer::Declined;
    }
    let diff: String = files.iter().map(|file| file.diff(&findings.tree)).collect();
    print(diff.as_bytes());
    let what = format!(
        "{} in {}",
        count(solved, "problem"),
        count(files.len(), "file")
    );
    if !is_agreed && !ask(&what) {
        return Offer::Declined;
    }
    let failures: Vec<String> = (files.iter())
        .filter_map(|file| write(file, &findings.tree).err())
        .collect();
    if failures.is_empty() {
        print_note(&format!("corrected {what}"));
        return Offer::Applied;
    }
    for message in &failures {
        print_error(message);
    }
    let written = files.len() - failures.len();
    print_note(&format!(
        "corrected {written} of {}",
        count(files.len(), "file")
    ));
    Offer::Failed
}

/// Asks for a confirmation on the terminal; without a terminal the answer is no.
fn ask(what: &str) -> bool {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        print_note(&format!(
            "{what} can be corrected as above: `--fix --yes` does it"
        ));
        return false;
    }
    let _ = write!(io::stderr(), "Correct {what} as above? [y/N] ");
    let mut answer = String::new();
    let is_read = io::stdin().read_line(&mut answer).is_ok();
    is_read && matches!(answer.trim(), "y" | "Y" | "yes")
}

/// Replaces a file, unless it was changed since it was read. Symbolic links and permissions are preserved.
fn write(fixed: &FixedFile, tree: &SourceTree) -> Result<(), String> {
    let file = tree.file(fixed.file);
    let path = file.disk_path.display();
    let describe = |error: io::Error| format!("cannot write `{path}`: {error}");
    let target = file.disk_path.canonicalize().map_err(describe)?;
    if std::fs::read(&target).map_err(describe)? != *file.bytes {
        return Err(format!(
            "`{path}` was changed meanwhile; run the command again"
        ));
    }
    let permissions = std::fs::metadata(&target).map_err(describe)?.permissions();
    write_atomically(&target, &fixed.bytes(tree)).map_err(|error| error.to_string())?;
    std::fs::set_permissions(&target, permissions).map_err(describe)
}
