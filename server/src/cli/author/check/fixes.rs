//! `--fix`: shows the certain corrections as a diff, asks, and makes them.

use super::Findings;
use crate::cli::output::{complain, print, remark};
use bindery_compiler::diagnostic::{FixedFile, choose_fixes};
use bindery_compiler::files::write_atomically;
use bindery_compiler::source::SourceTree;
use std::io::{self, IsTerminal, Write};

/// What became of the corrections.
pub(super) enum Offer {
    /// They are made.
    Made,
    /// There are none, or they were not wanted.
    Declined,
    /// A file could not be written.
    Failed,
}

/// Shows the diff; makes the corrections with `--yes`, or when the user says so.
pub(super) fn offer(findings: &Findings, is_agreed: bool) -> Offer {
    let (files, solved) = choose_fixes(&findings.problems, &findings.tree);
    if files.is_empty() {
        remark("nothing here can be corrected with certainty");
        return Offer::Declined;
    }
    let diff: String = files.iter().map(|file| file.diff(&findings.tree)).collect();
    print(diff.as_bytes());
    let what = format!("{solved} problems in {} files", files.len());
    if !is_agreed && !ask(&what) {
        return Offer::Declined;
    }
    for file in &files {
        if let Err(message) = write(file, &findings.tree) {
            complain(&message);
            return Offer::Failed;
        }
    }
    remark(&format!("corrected {what}"));
    Offer::Made
}

/// Asks on the terminal; without one nothing is changed.
fn ask(what: &str) -> bool {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        remark(&format!(
            "{what} can be corrected as above: `--fix --yes` does it"
        ));
        return false;
    }
    let _ = write!(io::stderr(), "Correct {what} as above? [y/N] ");
    let mut answer = String::new();
    let is_read = io::stdin().read_line(&mut answer).is_ok();
    is_read && matches!(answer.trim(), "y" | "Y" | "yes")
}

/// Replaces a file whole, unless somebody changed it since it was read. A link stays a link, permissions stay.
fn write(fixed: &FixedFile, tree: &SourceTree) -> Result<(), String> {
    let file = tree.file(fixed.file);
    let path = file.disk_path.display();
    let told = |fault: io::Error| format!("cannot write `{path}`: {fault}");
    let target = file.disk_path.canonicalize().map_err(told)?;
    if std::fs::read(&target).map_err(told)? != *file.bytes {
        return Err(format!(
            "`{path}` was changed meanwhile; run the command again"
        ));
    }
    let permissions = std::fs::metadata(&target).map_err(told)?.permissions();
    write_atomically(&target, &fixed.bytes(tree)).map_err(|fault| fault.to_string())?;
    std::fs::set_permissions(&target, permissions).map_err(told)
}
