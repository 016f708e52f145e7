//! `bindery ledger`: compares what the site publishes with what it has published before.

use super::content_folder::{content_folder_or_report, find_ui_folder};
use crate::cli::output::{print, print_error};
use crate::cli::{EXIT_FAILED, EXIT_USAGE};
use bindery_compiler::diagnostic::Diagnostics;
use bindery_compiler::driver;
use bindery_compiler::ledger::{LEDGER_PATH, Ledger, LedgerDiff, LostEntries};
use bindery_compiler::system::files::write_if_changed;
use std::path::{Path, PathBuf};

/// The flags of `bindery ledger`.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(in crate::cli) struct LedgerFlags {
    /// The content folder [default: the nearest one with a `site.toml` or a `docusaurus.config.js`]
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
    #[command(subcommand)]
    action: Option<LedgerAction>,
}

#[derive(Clone, Debug, clap::Subcommand)]
enum LedgerAction {
    /// Add the new addresses and heading ids to `ledger.txt`
    Accept {
        /// The content folder [default: the nearest one with a `site.toml` or a `docusaurus.config.js`]
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
        /// Mark lost addresses as gone: their paths answer 410 from now on
        #[arg(long)]
        gone: bool,
    },
}

pub(super) fn run_ledger(flags: &LedgerFlags) -> u8 {
    let given = match &flags.action {
        Some(LedgerAction::Accept { folder, .. }) => folder,
        None => &flags.folder,
    };
    let Some(folder) = content_folder_or_report(given.as_deref()) else {
        return EXIT_USAGE;
    };
    let ui = find_ui_folder(&folder);
    let checked = driver::check(&folder, ui.as_deref().unwrap_or(Path::new("")));
    // `bindery check` reports the problems of the ledger itself.
    let mut quiet = Diagnostics::new();
    let ledger = Ledger::read(&checked.tree, &mut quiet).unwrap_or_default();
    quiet.discard();
    let published = &checked.site.published;
    if published.is_empty() {
        print_error("the site has no page; `bindery check` says why");
        return EXIT_FAILED;
    }
    let diff = ledger.diff(published);
    let Some(LedgerAction::Accept { gone, .. }) = flags.action else {
        return print(to_text(&diff).as_bytes());
    };
    let keep = if gone {
        LostEntries::Gone
    } else {
        LostEntries::Keep
    };
    let path = checked.tree.root.join(LEDGER_PATH);
    let text = ledger.updated(published, keep);
    if let Err(error) = write_if_changed(&path, text.as_bytes()) {
        print_error(&error.to_string());
        return EXIT_FAILED;
    }
    let (added, lost) = (diff.added.len(), diff.lost.len());
    let lost = match (lost, keep) {
        (0, _) => String::new(),
        (_, LostEntries::Keep) => {
            format!(", {lost} still lost (redirect them, or `bindery ledger accept --gone`)")
        }
        (_, LostEntries::Gone) => format!(", {lost} gone"),
    };
    print(format!("`{}`: {added} added{lost}\n", path.display()).as_bytes())
}

/// `+` for new names, `-` for lost ones, and the number of both.
fn to_text(diff: &LedgerDiff) -> String {
    let added = diff.added.iter().map(|name| format!("+ {name}\n"));
    let lost = diff.lost.iter().map(|lost| format!("- {}\n", lost.name()));
    let lines: String = lost.chain(added).collect();
    let (added, lost) = (diff.added.len(), diff.lost.len());
    format!("{lines}{added} new, {lost} lost\n")
}
