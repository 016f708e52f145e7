//! Runs a command of another Bindery executable, such as the last release.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The standard output of `executable` with these arguments, which begin with the words of `command`.
///
/// # Errors
/// When it cannot run, does not know the command, or fails; then with what it said.
pub(super) fn run(
    executable: &Path,
    command: &str,
    arguments: &[&OsStr],
) -> Result<Vec<u8>, String> {
    let name = executable.display();
    let output = Command::new(in_folder(executable))
        .args(command.split(' '))
        .args(arguments)
        .output()
        .map_err(|error| format!("cannot run {name}: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said = said.lines().map(str::trim).find(|line| !line.is_empty());
    let said = said.map(|line| line.strip_prefix("error: ").unwrap_or(line));
    Err(match said {
        Some(line) if !line.contains("unrecognized subcommand") => {
            format!("{name} {command} failed: {line}")
        }
        _ => format!(
            "{name} has no command `{command}`: it is older than this one, or no Bindery executable"
        ),
    })
}

/// The path with a folder: a bare name would be looked for in `PATH`.
fn in_folder(executable: &Path) -> PathBuf {
    match executable.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new(".").join(executable),
        _ => executable.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_name_is_a_file_of_the_current_folder() {
        for (given, run) in [
            ("old", "./old"),
            ("./old", "./old"),
            ("../old", "../old"),
            ("/opt/old", "/opt/old"),
        ] {
            assert_eq!(in_folder(Path::new(given)), Path::new(run));
        }
    }

    #[test]
    fn a_failure_is_told_in_the_words_of_the_other_executable() {
        let shell = |script: &str| run(Path::new("/bin/sh"), "-c", &[script.as_ref()]);
        assert_eq!(shell("printf yes"), Ok(b"yes".to_vec()));
        let failed = shell("echo 'error: the disk is full' >&2; exit 1").unwrap_err();
        assert_eq!(failed, "/bin/sh -c failed: the disk is full");
        for script in [
            "exit 1",
            "echo \"error: unrecognized subcommand 'x'\" >&2; exit 2",
        ] {
            let failed = shell(script).unwrap_err();
            assert!(
                failed.starts_with("/bin/sh has no command `-c`"),
                "{failed}"
            );
        }
    }
}
