//! The command line of a bound site.
//!
//! In: a site and the arguments. Out: an exit code, results on standard output and errors on standard error. Each
//! command has a module; this module selects it.

mod assets;
#[cfg(feature = "author")]
mod author;
mod build_report;
mod diff;
mod export;
mod export_search;
mod health;
mod inventory;
mod licences;
mod other_executable;
mod output;
mod report;
mod routes;
mod sbom;
mod search;
mod serve;

use crate::appended;
use crate::config::ServeFlags;
use crate::config::file::{self, ConfigError};
use crate::table::Site;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::LazyLock;

/// Success; for `serve`: stopped by a signal after all open requests were answered.
pub const EXIT_DONE: u8 = 0;
/// The content has errors, the server failed while running, or a second signal ended it before open requests were
/// answered.
pub const EXIT_FAILED: u8 = 1;
/// The command line or a variable of the environment is wrong.
pub const EXIT_USAGE: u8 = 2;
/// The server cannot listen on the address: it is in use, not permitted, or not of this machine.
pub const EXIT_CANNOT_LISTEN: u8 = 3;

const AFTER_HELP: &str = "\
Exit codes:
  0  done; the server was stopped by a signal and answered all open requests
  1  the content has errors, or the server failed
  2  the command line or the environment is wrong
  3  the address cannot be listened on, as when the port is taken";

/// Runs the command that the process was started with: `serve`, `routes`, `export` and the others of the executable.
///
/// ```no_run
/// use bindery_server::{Site, run};
/// use std::process::ExitCode;
///
/// /// The body of `main`; `site` is `&SITE`.
/// fn start(site: &'static Site) -> ExitCode {
///     run(site)
/// }
/// ```
#[must_use]
pub fn run(site: &'static Site) -> ExitCode {
    run_with(site, std::env::args_os())
}

/// Runs the command that the process was started with, for the site at the end of the executable, else for `site`.
#[must_use]
pub fn run_standalone(site: &'static LazyLock<Site>, tools: AuthorTools) -> ExitCode {
    let site: &'static Site = match appended::open_own() {
        Ok(Some(appended)) => Box::leak(Box::new(appended)),
        Ok(None) => site,
        Err(message) => {
            output::print_error(&message);
            return ExitCode::from(EXIT_FAILED);
        }
    };
    run_with_tools(site, tools, std::env::args_os())
}

/// Runs the command in `arguments`, whose first member is the program's name.
///
/// ```
/// # let fixture = bindery_fixture::build_site("/", |blob| vec![("/", bindery_fixture::page(blob, "<h1>Home</h1>"))]);
/// # let site = bindery_server::Site::new(fixture.index, fixture.blob, fixture.timings);
/// # let site: &'static bindery_server::Site = Box::leak(Box::new(site));
/// use bindery_server::run_with;
/// use std::process::ExitCode;
///
/// assert_eq!(run_with(site, ["program", "routes"]), ExitCode::SUCCESS);
/// ```
#[must_use]
pub fn run_with(
    site: &'static Site,
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
) -> ExitCode {
    run_with_tools(site, AuthorTools::default(), arguments)
}

/// What the commands for authors need to work without Bindery's sources and without Node.
#[derive(Clone, Copy, Debug, Default)]
pub struct AuthorTools {
    /// The interface, as `bindery_compiler::render::bundle::packed_interface` gives it; empty for none.
    pub interface: &'static [u8],
    /// Renders in this process; the engine of `bindery_compiler::render`.
    pub render: Option<RenderLines>,
}

/// Runs a script and passes it each line: the answers in the same order, or why the script cannot be run. The function is
/// called after each answer.
pub type RenderLines =
    fn(&str, &[String], &(dyn Fn() + Sync)) -> Result<Vec<Result<String, String>>, String>;

fn run_with_tools(
    site: &'static Site,
    tools: AuthorTools,
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    if is_version_as_json(&arguments) {
        return ExitCode::from(output::print(version_as_json(site).as_bytes()));
    }
    // clap requires texts with a static lifetime. This one is composed once.
    let version: &'static str = Box::leak(version(site).into_boxed_str());
    let command = Arguments::command().version(version).after_help(AFTER_HELP);
    let code = match parse(command, &arguments) {
        Ok(arguments) => run_command(site, tools, arguments),
        Err(ParseError::Config(error)) => {
            output::print_error(&error.to_string());
            EXIT_USAGE
        }
        Err(ParseError::Arguments(answer)) => {
            // clap reports help and version as errors, too; they go to standard output with exit code 0.
            let is_wrong = answer.use_stderr();
            let printed = answer.print();
            match is_wrong {
                true => EXIT_USAGE,
                false => output::check_written(printed),
            }
        }
    };
    ExitCode::from(code)
}

/// The reason why no command can run.
enum ParseError {
    Arguments(clap::Error),
    Config(ConfigError),
}

/// Parses the arguments; for `serve`, the configuration file and the variables of the platform set defaults first.
fn parse(command: clap::Command, arguments: &[OsString]) -> Result<Arguments, ParseError> {
    let parsed = |command: clap::Command| {
        let matches = command.try_get_matches_from(arguments);
        matches.and_then(|matches| Arguments::from_arg_matches(&matches))
    };
    let given = parsed(command.clone()).map_err(ParseError::Arguments)?;
    let config = match &given.command {
        None => &given.serve.config,
        Some(Command::Serve(flags)) => &flags.config,
        Some(_) => return Ok(given),
    };
    let mut command =
        file::with_platform(command, |name| std::env::var_os(name)).map_err(ParseError::Config)?;
    if let Some(path) = config {
        command = file::with_file(command, path).map_err(ParseError::Config)?;
    }
    parsed(command).map_err(ParseError::Arguments)
}

/// Serves a bound site from this one executable.
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
    /// Serve the site (the default command)
    Serve(Box<ServeFlags>),
    /// List every page and redirect
    Routes(routes::RoutesFlags),
    /// Search the site and show the results with their scores
    Search(search::SearchFlags),
    /// Write the files for a Typesense cluster: schema, records, synonyms, and instructions to import them
    ExportSearch(export_search::ExportFlags),
    /// Show the report of the build that made this executable
    BuildReport,
    /// Show the most viewed pages from a server's counters, and suggest redirects for unknown paths
    Report(report::ReportFlags),
    /// Write the site as files for another server, with its configuration
    Export(export::ExportFlags),
    /// Show what this executable and another release serve differently
    Diff(diff::DiffFlags),
    /// List every path that is served, with entity tags, as JSON
    Inventory,
    /// Pass the hashed files of a release on to the next one, so that open tabs keep working after a deployment
    Assets {
        #[command(subcommand)]
        command: assets::AssetsCommand,
    },
    /// Check that a running server answers; exit code 1 when it does not
    Health(health::HealthFlags),
    /// List the software packages in this executable, as CycloneDX JSON
    Sbom,
    /// Print the licences of the software in this executable
    Licences,
    /// Print a manual page
    Man,
    /// Print the completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    #[cfg(feature = "author")]
    #[command(flatten)]
    Author(author::AuthorCommand),
}

#[cfg_attr(
    not(feature = "author"),
    allow(unused_variables, reason = "only authors' commands take them")
)]
fn run_command(site: &'static Site, tools: AuthorTools, arguments: Arguments) -> u8 {
    match arguments.command {
        None => serve::run_serve(site, &arguments.serve),
        Some(Command::Serve(flags)) => serve::run_serve(site, &flags),
        Some(Command::Routes(flags)) => routes::run_routes(site, &flags),
        Some(Command::Search(flags)) => search::run_search(site, &flags),
        Some(Command::ExportSearch(flags)) => export_search::run_export(site, &flags),
        Some(Command::BuildReport) => build_report::print_report(site),
        Some(Command::Report(flags)) => report::run_report(site, &flags),
        Some(Command::Export(flags)) => export::run_export(site, &flags),
        Some(Command::Diff(flags)) => diff::run_diff(site, &flags),
        Some(Command::Inventory) => inventory::run_inventory(site),
        Some(Command::Assets { command }) => assets::run_assets(site, &command),
        Some(Command::Health(flags)) => health::run_health(&flags),
        Some(Command::Sbom) => sbom::print_sbom(),
        Some(Command::Licences) => licences::print_licences(),
        Some(Command::Man) => print_manual(),
        Some(Command::Completions { shell }) => print_completions(shell),
        #[cfg(feature = "author")]
        Some(Command::Author(command)) => author::run_author_command(&command, site, tools),
    }
}

/// Serves the manual on this address. Variables of the environment are those of the site, and not read.
#[cfg(feature = "author")]
fn serve_manual(site: &'static Site, host: &str, port: u16) -> u8 {
    let command = Arguments::command().mut_subcommand("serve", |serve| {
        serve.mut_args(|argument| argument.env(None::<&str>))
    });
    let port = port.to_string();
    let arguments = [
        "bindery", "serve", "--quiet", "--host", host, "--port", &port,
    ];
    let matches = command.try_get_matches_from(arguments);
    match matches.and_then(|matches| Arguments::from_arg_matches(&matches)) {
        Ok(Arguments {
            command: Some(Command::Serve(flags)),
            ..
        }) => serve::run_serve(site, &flags),
        Ok(_) => unreachable!("BUG: the command is `serve`"),
        Err(error) => {
            output::print_error(&error.to_string());
            EXIT_USAGE
        }
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

/// Whether the arguments are `--version --json`, in either order; clap would stop at `--version`.
fn is_version_as_json(arguments: &[OsString]) -> bool {
    let mut flags: Vec<&str> = arguments
        .iter()
        .skip(1)
        .filter_map(|flag| flag.to_str())
        .collect();
    flags.sort_unstable();
    flags == ["--json", "--version"] && arguments.len() == 3
}

/// Version and build of this executable as JSON. It has a revision when `BINDERY_REVISION` was set in the build.
fn version_as_json(site: &Site) -> String {
    let version = serde_json::json!({
        "version": env!("CARGO_PKG_VERSION"),
        "revision": option_env!("BINDERY_REVISION").filter(|revision| !revision.is_empty()),
        "content": site.content_hash,
        "build": site.build_id,
        "url": site.url,
        "base_path": site.base_path,
        "profile": if cfg!(debug_assertions) { "debug" } else { "release" },
        "features": features(),
        "target": format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS),
    });
    format!("{version:#}\n")
}

fn features() -> Vec<&'static str> {
    let known = [
        ("author", cfg!(feature = "author")),
        ("tls", cfg!(feature = "tls")),
    ];
    known
        .iter()
        .filter(|(_, is_on)| *is_on)
        .map(|(name, _)| *name)
        .collect()
}

fn print_manual() -> u8 {
    let mut page = Vec::new();
    let manual = clap_mangen::Man::new(Arguments::command().after_help(AFTER_HELP));
    match manual.render(&mut page) {
        Ok(()) => output::print(&page),
        Err(_) => EXIT_FAILED,
    }
}

fn print_completions(shell: clap_complete::Shell) -> u8 {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "bindery", &mut script);
    output::print(&script)
}
