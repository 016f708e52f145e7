//! `bindery lsp`: a language server for editors, on standard input and output.

use super::build_options::cache_folder;
use super::content_folder::find_ui_folder;
use crate::cli::output::print_error;
use crate::cli::{EXIT_DONE, EXIT_FAILED};
use bindery_lsp::LspOptions;
use std::io::{BufReader, BufWriter};

const AFTER_HELP: &str = "\
Editors start this command and speak the Language Server Protocol with it. `bindery manual editors` prints their settings.";

/// The flags of `bindery lsp`.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct LspFlags {
    /// Accepted because many editors pass it; the server always uses standard input and output
    #[arg(long)]
    stdio: bool,
}

pub(super) fn run_lsp(_: &LspFlags) -> u8 {
    let options = LspOptions {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        find_ui: |content| find_ui_folder(content).unwrap_or_default(),
        cache: cache_folder(),
    };
    let input = BufReader::new(std::io::stdin());
    let mut output = BufWriter::new(std::io::stdout());
    match bindery_lsp::serve(input, &mut output, options) {
        Ok(true) => EXIT_DONE,
        Ok(false) => EXIT_FAILED,
        Err(error) => {
            print_error(&format!("cannot write to the editor: {error}"));
            EXIT_FAILED
        }
    }
}
