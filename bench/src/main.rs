//! Measures what the closing notes quote, by commands that anybody can repeat.
//!
//! `cargo run --release -p bindery-bench -- build` times a cold build, an edit and a no-op; `… -- start` times the
//! way from exec to the first answer and reads the idle memory; `… -- markdown` times Markdown to HTML on one core;
//! `… -- content` prints what the library's pages hold.
//! Nothing here is a test: times depend on the machine.

mod build;
mod content;
mod markdown;
mod measure;
mod start;

use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, Parser)]
#[command(about = "Measures Bindery's builds and its server")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Cold build, one edited page body, one new page, and no change; dependencies are compiled first.
    Build {
        /// `release` or `dev`.
        #[arg(long, default_value = "release")]
        profile: String,
        /// Runs of each kind of edit.
        #[arg(long, default_value_t = 5)]
        runs: usize,
    },
    /// Figures shown, words of prose and shared text of each page of the built library.
    Content {
        /// The content whose pages the executable serves.
        #[arg(long, default_value = "content")]
        content: PathBuf,
        /// The executable that serves them.
        #[arg(long, default_value = "target/release/bindery")]
        binary: PathBuf,
    },
    /// Markdown to HTML on one core, and the memory of a large tree.
    Markdown {
        /// The content whose pages are read.
        #[arg(long, default_value = "content")]
        content: PathBuf,
        /// Pages of the large tree.
        #[arg(long, default_value_t = 5000)]
        pages: usize,
    },
    /// Exec to the first 200, and memory when idle and after every route was fetched.
    Start {
        /// The executable to start.
        #[arg(long, default_value = "target/release/bindery")]
        binary: PathBuf,
        /// Number of starts.
        #[arg(long, default_value_t = 11)]
        runs: usize,
    },
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Build { profile, runs } => build::measure(&profile, runs),
        Command::Content { content, binary } => content::print(&binary, &content),
        Command::Markdown { content, pages } => markdown::measure(&content, pages),
        Command::Start { binary, runs } => start::measure(&binary, runs),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
