//! `bindery check`: the diagnostics of a content folder, without building it.

mod baseline;
mod fixes;

use super::content_folder::{find_content_folder, find_ui_folder};
use crate::cli::output::{is_coloured, print, print_error, print_note};
use crate::cli::{EXIT_FAILED, EXIT_USAGE};
use bindery_compiler::diagnostic::{
    Code, Diagnostic, Paint, Severity, paint, summary, to_github, to_json, to_sarif,
};
use bindery_compiler::driver;
use bindery_compiler::source::SourceTree;
use std::path::{Path, PathBuf};

const AFTER_HELP: &str = "\
Exit codes:
  0  no errors; with `--deny-new`, no problems that are not in `known-faults.txt`
  1  errors
  2  the command line is wrong, or there is no content folder";

/// The flags of `bindery check`.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the command line"
)]
pub(in crate::cli) struct CheckFlags {
    /// The content folder [default: the nearest one with a `site.toml` or a `docusaurus.config.js`]
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Format of the diagnostics
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Show only problems that are not in `known-faults.txt`, and fail with any of them, warnings included
    #[arg(long)]
    deny_new: bool,
    /// Write the present problems to `known-faults.txt`
    #[arg(long, conflicts_with = "fix")]
    accept: bool,
    /// Show the certain corrections as a diff, and apply them after a confirmation
    #[arg(long)]
    fix: bool,
    /// Apply the corrections of `--fix` without a confirmation
    #[arg(long, requires = "fix")]
    yes: bool,
}

/// The format of diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people: location, excerpt and help
    Text,
    /// For programs: an array of diagnostics
    Json,
    /// SARIF 2.1.0, for code hosts and editors
    Sarif,
    /// Workflow commands of GitHub Actions
    Github,
}

/// A content tree and its diagnostics.
struct Findings {
    tree: SourceTree,
    problems: Vec<Diagnostic>,
}

pub(super) fn run_check(flags: &CheckFlags) -> u8 {
    let folder = match find_content_folder(flags.folder.as_deref()) {
        Ok(folder) => folder,
        Err(message) => {
            print_error(&message);
            return EXIT_USAGE;
        }
    };
    let mut findings = check_folder(&folder);
    if flags.fix {
        match fixes::offer(&findings, flags.yes) {
            fixes::Offer::Applied => findings = check_folder(&folder),
            fixes::Offer::Declined => {}
            fixes::Offer::Failed => return EXIT_FAILED,
        }
    }
    if flags.accept {
        return baseline::accept(&findings);
    }
    let is_failed = if flags.deny_new {
        baseline::keep_new(&mut findings);
        !findings.problems.is_empty()
    } else {
        let mut problems = findings.problems.iter();
        problems.any(|one| one.severity == Severity::Error)
    };
    let printed = show(&findings, flags.format);
    if is_failed { EXIT_FAILED } else { printed }
}

fn check_folder(folder: &Path) -> Findings {
    let ui = find_ui_folder(folder);
    let checked = driver::check(folder, ui.as_deref().unwrap_or(Path::new("")));
    let mut problems = checked.problems;
    if ui.is_none() {
        print_note(
            "no `ui` folder beside or above the content: names of components are not checked",
        );
        problems.retain(|problem| problem.code != Code::UnknownComponent);
    }
    Findings {
        tree: checked.tree,
        problems,
    }
}

fn show(findings: &Findings, format: Format) -> u8 {
    let Findings { tree, problems } = findings;
    let text = match format {
        Format::Text => to_text(problems, tree),
        Format::Json => format!("{:#}\n", to_json(problems, tree)),
        Format::Sarif => format!("{:#}\n", to_sarif(problems, tree)),
        Format::Github => to_github(problems, tree),
    };
    print(text.as_bytes())
}

/// Each diagnostic with its location and excerpt, then a summary.
fn to_text(problems: &[Diagnostic], tree: &SourceTree) -> String {
    let colours = if is_coloured() {
        Paint::Colours
    } else {
        Paint::Plain
    };
    let mut text = String::new();
    for problem in problems {
        text.push_str(&paint(problem, tree, colours));
        text.push_str("\n\n");
    }
    text.push_str(&summary(problems));
    text.push('\n');
    text
}
