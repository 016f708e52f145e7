//! Runs the built executable to its end, and copies it.

use std::path::Path;
use std::process::{Command, Output};

/// The output and the exit status of `bindery ARGUMENTS`.
pub(crate) fn bindery(arguments: &[&str]) -> Result<Output, String> {
    command(arguments)
        .output()
        .map_err(|error| error.to_string())
}

/// The command `bindery ARGUMENTS`.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bindery"));
    command.args(arguments);
    command
}

/// Copies an executable, permissions included, by another process. While this process has a file open for writing, the
/// child that another case starts has it open, too, for a moment, and no process can execute it then (`ETXTBSY`).
fn copy_executable(from: &Path, to: &Path) -> Result<(), String> {
    let output = Command::new("cp").arg(from).arg(to).output();
    let output = output.map_err(|error| format!("`cp` could not be started: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// Copies the built executable into a folder, as `bindery`.
pub(crate) fn copy_bindery(folder: &Path) -> Result<(), String> {
    let built = Path::new(env!("CARGO_BIN_EXE_bindery"));
    copy_executable(built, &folder.join("bindery"))
}

/// Writes an executable with the permissions of another one.
pub(crate) fn write_executable(path: &Path, other: &Path, bytes: &[u8]) -> Result<(), String> {
    let plain = path.with_extension("bytes");
    std::fs::write(&plain, bytes).map_err(|error| error.to_string())?;
    copy_executable(other, path)?;
    copy_executable(&plain, path)?;
    std::fs::remove_file(&plain).map_err(|error| error.to_string())
}
