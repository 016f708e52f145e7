//! Runs a tool: nothing on its input, its output in a file, a deadline.
//!
//! Output goes to a file and not to a pipe, so that a tool that writes much never waits for us.

use crate::error::BuildError;
use std::fs::File;
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How a tool is run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run<'r> {
    /// What it is, for messages: "`npm ci`".
    pub(crate) name: &'r str,
    /// Where its output goes.
    pub(crate) log: &'r Path,
    /// When it is stopped.
    pub(crate) deadline: Duration,
    /// The way out when it fails.
    pub(crate) help: &'r str,
    /// The way out when it is not installed.
    pub(crate) missing: &'r str,
}

/// Runs `command` to its end.
///
/// # Errors
/// When it is not installed, fails or takes too long; the message has the end of its output.
pub(crate) fn run(command: &mut Command, run: &Run<'_>) -> Result<(), BuildError> {
    if let Some(folder) = run.log.parent() {
        std::fs::create_dir_all(folder)
            .map_err(|error| BuildError::io("create", folder, &error))?;
    }
    let fault = |error: io::Error| BuildError::io("write", run.log, &error);
    let log = File::create(run.log).map_err(fault)?;
    let copy = log.try_clone().map_err(fault)?;
    command.stdin(Stdio::null()).stdout(log).stderr(copy);
    let program = format!("`{}`", command.get_program().to_string_lossy());
    let mut child = command
        .spawn()
        .map_err(|error| cannot_start(&program, run.missing, &error))?;
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Ok(()),
            Ok(Some(status)) => return Err(failed(run, status)),
            Ok(None) if start.elapsed() > run.deadline => {
                let _ = child.kill();
                let _ = child.wait();
                let seconds = run.deadline.as_secs();
                let message = format!("{} did not end within {seconds} s", run.name);
                return Err(BuildError::new(message + &tail(run.log), run.help));
            }
            Ok(None) => sleep(Duration::from_millis(10)),
            Err(error) => return Err(BuildError::io("wait for", Path::new(run.name), &error)),
        }
    }
}

/// The error of a tool that could not be started.
#[must_use]
pub(crate) fn cannot_start(name: &str, missing: &str, error: &io::Error) -> BuildError {
    if error.kind() == io::ErrorKind::NotFound {
        BuildError::new(format!("{name} not found"), missing)
    } else {
        BuildError::new(format!("cannot start {name}: {error}"), missing)
    }
}

fn failed(run: &Run<'_>, status: ExitStatus) -> BuildError {
    let message = format!("{} failed ({status})", run.name);
    BuildError::new(message + &tail(run.log), run.help)
}

/// The last lines of a log, indented, or nothing.
#[must_use]
pub(crate) fn tail(log: &Path) -> String {
    let text = std::fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let last = &lines[lines.len().saturating_sub(30)..];
    last.iter().fold(String::new(), |mut text, line| {
        text.push_str("\n    ");
        text.push_str(line);
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(program: &str, arguments: &[&str], deadline: Duration) -> Result<(), BuildError> {
        let folder = tempfile::tempdir().unwrap();
        let how = Run {
            name: "the tool",
            log: &folder.path().join("log"),
            deadline,
            help: "look",
            missing: "install it",
        };
        run(Command::new(program).args(arguments), &how)
    }

    #[test]
    fn a_failure_shows_the_end_of_the_output() {
        let second = Duration::from_secs(20);
        assert_eq!(check("sh", &["-c", "exit 0"], second), Ok(()));
        let error = check("sh", &["-c", "echo why >&2; exit 3"], second).unwrap_err();
        assert!(error.to_string().contains("\n    why"), "{error}");
        let error = check("no-such-tool", &[], second).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`no-such-tool` not found; help: install it"
        );
    }

    #[test]
    fn a_tool_that_hangs_is_stopped() {
        let error = check("sleep", &["60"], Duration::from_millis(50)).unwrap_err();
        assert!(error.to_string().contains("did not end"), "{error}");
    }
}
