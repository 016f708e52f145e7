//! Runs the built executable to its end.

use std::process::{Command, Output};

/// The output and the exit status of `bindery ARGUMENTS`.
pub(crate) fn bindery(arguments: &[&str]) -> Result<Output, String> {
    Command::new(env!("CARGO_BIN_EXE_bindery"))
        .args(arguments)
        .output()
        .map_err(|error| error.to_string())
}
