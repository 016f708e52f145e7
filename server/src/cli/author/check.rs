//! `bindery check`: the diagnostics of a content folder, without building it.

mod baseline;
mod fixes;

use super::build_options::preview_options;
use super::content_folder::{content_folder_or_report, find_ui_folder};
use super::progress::ProgressLines;
use crate::cli::output::{is_coloured, print, print_error};
use crate::cli::{AuthorTools, EXIT_FAILED, EXIT_USAGE};
use bindery_compiler::diagnostic::{
    Diagnostic, Paint, Severity, Shown, explain_hint, group_by_cause, render_group, summary,
    to_github, to_json, to_sarif,
};
use bindery_compiler::docusaurus::find_config;
use bindery_compiler::driver::{self, BundledCheck, Summary};
use bindery_compiler::error::BuildError;
use bindery_compiler::render::Interface;
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
    /// When to bundle the components that pages use; only then are errors in their code found
    #[arg(long, value_enum, default_value_t = Bundling::Auto, value_name = "WHEN")]
    bundle: Bundling,
    /// Show every problem, not only the first of each cause
    #[arg(long)]
    all: bool,
    /// Show only problems that are not in `known-faults.txt`; any of them, even a warning, makes the exit code 1
    #[arg(long)]
    deny_new: bool,
    /// Write the current problems to `known-faults.txt`, so that `--deny-new` ignores them
    #[arg(long, conflicts_with = "fix")]
    accept: bool,
    /// Correct problems that have only one possible correction: show the changes as a diff, and ask before writing them
    #[arg(long)]
    fix: bool,
    /// Write the corrections of `--fix` without asking
    #[arg(long, requires = "fix")]
    yes: bool,
}

/// When the components are bundled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Bundling {
    /// Only in a Docusaurus site, where Node is needed anyway to read the configuration
    Auto,
    /// Always
    Always,
    /// Never; errors in the code of components are not found
    Never,
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

/// Problems of a cause that are shown without `--all`.
const SHOWN_PROBLEMS: usize = 5;

/// How often the corrections of one run are applied and the tree is checked again, so that corrections that undo each other end.
const MAX_ROUNDS: usize = 20;

/// A content tree and its diagnostics.
struct Findings {
    tree: SourceTree,
    problems: Vec<Diagnostic>,
    /// The pages by what their problems cost them.
    summary: Summary,
    /// The reason why nothing can be bundled.
    error: Option<BuildError>,
}

pub(super) fn run_check(flags: &CheckFlags, tools: AuthorTools) -> u8 {
    let Some(folder) = content_folder_or_report(flags.folder.as_deref()) else {
        return EXIT_USAGE;
    };
    let progress = ProgressLines::start();
    let mut findings = check_folder(&folder, flags.bundle, tools);
    drop(progress);
    if flags.fix {
        // What is corrected may show the next problem, and of overlapping corrections one is applied.
        for round in 0..MAX_ROUNDS {
            match fixes::offer(&findings, flags.yes, round) {
                fixes::Offer::Applied => findings = check_folder(&folder, flags.bundle, tools),
                fixes::Offer::Declined => break,
                fixes::Offer::Failed => return EXIT_FAILED,
            }
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
    let printed = show(&findings, flags);
    if let Some(error) = &findings.error {
        print_error(&error.to_string());
    }
    if is_failed || findings.error.is_some() {
        EXIT_FAILED
    } else {
        printed
    }
}

fn check_folder(folder: &Path, bundling: Bundling, tools: AuthorTools) -> Findings {
    let options = preview_options(folder, tools);
    let bundled = options.as_ref().ok().filter(|options| match bundling {
        Bundling::Auto => options.interface != Interface::Folder || find_config(folder).is_some(),
        Bundling::Always => true,
        Bundling::Never => false,
    });
    let BundledCheck { outcome, error } = match bundled {
        Some(options) => driver::check_bundled(options),
        None => {
            let ui = find_ui_folder(folder);
            let ui = ui.as_deref().unwrap_or(Path::new(""));
            BundledCheck {
                outcome: driver::check(folder, ui),
                error: None,
            }
        }
    };
    let problems = outcome.problems;
    Findings {
        summary: Summary::of(&outcome.site, &outcome.tree, &problems),
        tree: outcome.tree,
        problems,
        error,
    }
}

fn show(findings: &Findings, flags: &CheckFlags) -> u8 {
    let Findings { tree, problems, .. } = findings;
    let text = match flags.format {
        Format::Text => to_text(findings, flags),
        Format::Json => format!("{:#}\n", to_json(problems, tree)),
        Format::Sarif => format!("{:#}\n", to_sarif(problems, tree)),
        Format::Github => to_github(problems, tree),
    };
    print(text.as_bytes())
}

/// The first diagnostics of each cause with location and excerpt, the worst cause first; then a summary.
fn to_text(findings: &Findings, flags: &CheckFlags) -> String {
    let colours = if is_coloured() {
        Paint::Colours
    } else {
        Paint::Plain
    };
    let shown = match flags.all {
        true => Shown::All,
        false => Shown::First(SHOWN_PROBLEMS),
    };
    let mut text = String::new();
    for group in group_by_cause(&findings.problems) {
        text.push_str(&render_group(&group, &findings.tree, shown, colours));
        text.push_str("\n\n");
    }
    text.push_str(&format!("{}\n", findings.summary));
    // With an error that is no diagnostic, `no problems` would be wrong.
    if findings.error.is_none() || !findings.problems.is_empty() {
        text.push_str(&format!("{}\n", summary(&findings.problems)));
    }
    let worst = group_by_cause(&findings.problems);
    if let Some(hint) = explain_hint(worst.iter().map(|group| group.code)) {
        text.push_str(&format!("{hint}\n"));
    }
    text
}
