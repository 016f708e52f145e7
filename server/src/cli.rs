//! The command line of a bound site.
//!
//! In: a site and the arguments. Out: an exit code, and text on standard output (what was asked for) and standard
//! error (what went wrong). Each command lives in a module of its own; this one only knows their names.

#[cfg(feature = "author")]
mod check;
#[cfg(feature = "author")]
mod dev;
#[cfg(feature = "author")]
mod explain;
mod export_search;
#[cfg(feature = "author")]
mod ledger;
#[cfg(feature = "author")]
mod new;
mod output;
mod report;
mod routes;
mod search;
mod serve;
#[cfg(feature = "author")]
mod tree;

use crate::config::ServeFlags;
use crate::table::Site;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;
use std::process::ExitCode;

/// Done; for `serve`: stopped by a signal, and all open requests answered.
pub const EXIT_DONE: u8 = 0;
/// The content has errors, the server failed while running, or a second signal cut its drain short.
pub const EXIT_FAILED: u8 = 1;
/// The command line or a variable of the environment is wrong.
pub const EXIT_USAGE: u8 = 2;
/// The address cannot be listened on: the port is taken, not permitted, or not of this machine.
pub const EXIT_CANNOT_LISTEN: u8 = 3;

const AFTER_HELP: &str = "\
Exit codes:
  0  done; the server was stopped by a signal and answered all open requests
  1  the content has errors, or the server failed
  2  the command line or the environment is wrong
  3  the address cannot be listened on, as when the port is taken";

/// Runs the command that the process was started with.
#[must_use]
pub fn run(site: &'static Site) -> ExitCode {
    run_with(site, std::env::args_os())
}

/// Runs the command in `arguments`, whose first member is the program's name.
#[must_use]
pub fn run_with(
    site: &'static Site,
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
) -> ExitCode {
    // clap wants its texts for the life of the process; they are composed once.
    let version: &'static str = Box::leak(version(site).into_boxed_str());
    let parsed = Arguments::command()
        .version(version)
        .after_help(AFTER_HELP)
        .try_get_matches_from(arguments)
        .and_then(|matches| Arguments::from_arg_matches(&matches));
    let code = match parsed {
        Ok(arguments) => run_command(site, arguments),
        Err(answer) => {
            // Help and version come this way, too, and go to standard output with exit code 0.
            let is_wrong = answer.use_stderr();
            let _ = answer.print();
            if is_wrong { EXIT_USAGE } else { EXIT_DONE }
        }
    };
    ExitCode::from(code)
}

/// Serves a bound site from this one file.
#[derive(Debug, Parser)]
#[command(name = "bindery", args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(flatten)]
    serve: ServeFlags,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the site (what happens without a command, too)
    Serve(ServeFlags),
    /// List every page and redirect
    Routes(routes::RoutesFlags),
    /// Search the site and show what is found, with scores
    Search(search::SearchFlags),
    /// Write the search records for a Typesense cluster: schema, records, synonyms, and how to bring them there
    ExportSearch(export_search::ExportFlags),
    /// Show the report of the build that made this file
    BuildReport,
    /// Check a content folder and show its diagnostics, without building
    #[cfg(feature = "author")]
    Check(check::CheckFlags),
    /// Serve a content folder as it is written, and reload the open page when it changes
    #[cfg(feature = "author")]
    Dev(dev::DevFlags),
    /// Write a small content folder to begin with
    #[cfg(feature = "author")]
    New(new::NewFlags),
    /// Say what a code of the diagnostics means, with examples
    #[cfg(feature = "author")]
    Explain(explain::ExplainFlags),
    /// Show which addresses and heading ids are new or lost since the last release, or accept the new ones
    #[cfg(feature = "author")]
    Ledger(ledger::LedgerFlags),
}

fn run_command(site: &'static Site, arguments: Arguments) -> u8 {
    match arguments.command {
        None => serve::run_serve(site, &arguments.serve),
        Some(Command::Serve(flags)) => serve::run_serve(site, &flags),
        Some(Command::Routes(flags)) => routes::run_routes(site, &flags),
        Some(Command::Search(flags)) => search::run_search(site, &flags),
        Some(Command::ExportSearch(flags)) => export_search::run_export(site, &flags),
        Some(Command::BuildReport) => report::print_report(site),
        #[cfg(feature = "author")]
        Some(Command::Check(flags)) => check::run_check(&flags),
        #[cfg(feature = "author")]
        Some(Command::Dev(flags)) => dev::run_dev(&flags),
        #[cfg(feature = "author")]
        Some(Command::New(flags)) => new::run_new(&flags),
        #[cfg(feature = "author")]
        Some(Command::Explain(flags)) => explain::run_explain(&flags),
        #[cfg(feature = "author")]
        Some(Command::Ledger(flags)) => ledger::run_ledger(&flags),
    }
}

/// `0.1.0 (content …, build …)`.
fn version(site: &Site) -> String {
    format!(
        "{} (content {}, build {})",
        env!("CARGO_PKG_VERSION"),
        site.content_hash,
        site.build_id
    )
}
