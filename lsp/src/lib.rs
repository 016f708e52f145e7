//! A language server for content trees: it answers editors in the Language Server Protocol 3.17.
//!
//! In: messages of a client and the files of its folders. Out: diagnostics and answers. Each site is checked on a thread of
//! its own, with open texts in place of files; requests are answered from the last check, without parsing the tree. It
//! writes no file: changes are edits that the client makes.

mod params;
mod position;
mod transport;
mod uri;

mod documents;
mod snapshot;
mod workspace;

mod diagnostics;
mod query;

mod requests;

mod worker;

mod server;

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

/// What the server needs from the program that contains it.
#[derive(Clone, Debug)]
pub struct LspOptions {
    /// The version that clients see.
    pub version: String,
    /// Finds the interface's folder for a content folder; an empty path for none.
    pub find_ui: fn(&Path) -> PathBuf,
    /// The cache of what Node finds out about Docusaurus configurations.
    pub cache: PathBuf,
}

/// Serves one client until it says `exit` or its input ends. Returns whether the client asked to shut down before.
///
/// # Errors
/// When the output cannot be written.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
    options: LspOptions,
) -> std::io::Result<bool> {
    server::serve(input, output, options)
}
