//! `bindery check`: the diagnostics of a content folder, without building it. The only place that calls the compiler.

use super::EXIT_FAILED;
use super::output::{print, remark};
use bindery_compiler::build::check;
use bindery_compiler::diagnostic::{Code, Diagnostic, Severity, render, summary, to_json};
use bindery_compiler::source::SourceTree;
use std::path::{Path, PathBuf};

/// The flags of `bindery check`.
#[derive(Debug, clap::Args)]
pub(super) struct CheckFlags {
    /// The content folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// How to print the diagnostics
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// How diagnostics are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people: place, excerpt and a way out
    Text,
    /// For programs: an array of diagnostics
    Json,
}

pub(super) fn run_check(flags: &CheckFlags) -> u8 {
    let ui = find_ui(&flags.folder);
    let checked = check(&flags.folder, ui.as_deref().unwrap_or(Path::new("")));
    let (tree, mut problems) = (checked.tree, checked.problems);
    if ui.is_none() {
        remark("no `ui` folder beside or above the content: names of components are not checked");
        problems.retain(|problem| problem.code != Code::UnknownComponent);
    }
    let printed = match flags.format {
        Format::Text => print(to_text(&problems, &tree).as_bytes()),
        Format::Json => print(format!("{:#}\n", to_json(&problems, &tree)).as_bytes()),
    };
    let is_error = |problem: &Diagnostic| problem.severity == Severity::Error;
    match problems.iter().any(is_error) {
        true => EXIT_FAILED,
        false => printed,
    }
}

/// The interface's folder, whose components any content may use: the nearest above the content, or above the working
/// folder.
fn find_ui(content: &Path) -> Option<PathBuf> {
    let starts = [content.canonicalize().ok(), std::env::current_dir().ok()];
    let above = |start: PathBuf| {
        let mut folders = start.ancestors().map(|folder| folder.join("ui"));
        folders.find(|folder| folder.join("src/content").is_dir())
    };
    starts.into_iter().flatten().find_map(above)
}

/// Every problem with its place and excerpt, then how many there are.
fn to_text(problems: &[Diagnostic], tree: &SourceTree) -> String {
    let mut text = String::new();
    for problem in problems {
        text.push_str(&render(problem, tree));
        text.push_str("\n\n");
    }
    text.push_str(&summary(problems));
    text.push('\n');
    text
}
