//! Runs another program without input, with its output in a file, and with limits of time and output. All processes
//! that it started are killed with it.
//!
//! A thread copies the output from a pipe to the file, so that a program that writes much never waits for the build.

mod log;
mod tree;

pub(crate) use log::{BoundedLog, Excess};
pub use tree::end_all;
pub(crate) use tree::{ProcessTree, node};

use crate::error::BuildError;
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The most bytes that a program may print: megabytes more than one that works.
pub(crate) const MAX_OUTPUT: u64 = 8 << 20;

/// Lines of a log that a message shows.
const SHOWN_LINES: usize = 30;

/// Characters of such a line that a message shows.
const SHOWN_CHARACTERS: usize = 500;

/// How a tool is run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run<'r> {
    /// The name of the tool in messages: "`npm ci`".
    pub(crate) name: &'r str,
    /// The file for its output.
    pub(crate) log: &'r Path,
    /// The time after which the process is ended.
    pub(crate) deadline: Duration,
    /// The most it may print, in bytes.
    pub(crate) max_output: u64,
    /// The help when it fails.
    pub(crate) help: &'r str,
    /// The help when it is not installed.
    pub(crate) missing: &'r str,
}

/// Runs `command` to its end. Processes that it leaves behind are ended.
///
/// # Errors
/// When it is not installed, fails, takes too long or prints too much; the message has the end of its output.
pub(crate) fn run(command: &mut Command, run: &Run<'_>) -> Result<(), BuildError> {
    if let Some(folder) = run.log.parent() {
        std::fs::create_dir_all(folder)
            .map_err(|error| BuildError::io("create", folder, &error))?;
    }
    let (mut tree, log) = start(command, run)?;
    let ended = wait(&mut tree, run, &log);
    tree.kill();
    log.finish();
    if log.is_exceeded() {
        let megabytes = run.max_output >> 20;
        let message = format!("{} printed more than {megabytes} MB", run.name);
        return Err(BuildError::new(message + &tail(run.log), run.help));
    }
    match ended? {
        Some(status) if status.success() => Ok(()),
        Some(status) => Err(failed(run, status)),
        None => {
            let seconds = run.deadline.as_secs();
            let message = format!("{} did not end within {seconds} s", run.name);
            Err(BuildError::new(message + &tail(run.log), run.help))
        }
    }
}

fn start(command: &mut Command, run: &Run<'_>) -> Result<(ProcessTree, BoundedLog), BuildError> {
    let log_error = |error: io::Error| BuildError::io("write", run.log, &error);
    let (output, input) = io::pipe().map_err(log_error)?;
    let copy = input.try_clone().map_err(log_error)?;
    command.stdin(Stdio::null()).stdout(input).stderr(copy);
    let program = format!("`{}`", command.get_program().to_string_lossy());
    let tree = ProcessTree::spawn(command);
    // The command holds ends of the pipe, which would stay open.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let tree = tree.map_err(|error| cannot_start(&program, run.missing, &error))?;
    let log =
        BoundedLog::start(run.log, output, run.max_output, Excess::Close).map_err(log_error)?;
    Ok((tree, log))
}

/// The status of a tool that ended by itself; none of one that takes too long or prints too much.
fn wait(
    tree: &mut ProcessTree,
    run: &Run<'_>,
    log: &BoundedLog,
) -> Result<Option<ExitStatus>, BuildError> {
    let start = Instant::now();
    while start.elapsed() <= run.deadline && !log.is_exceeded() {
        let status = tree
            .try_wait()
            .map_err(|error| BuildError::io("wait for", Path::new(run.name), &error))?;
        if status.is_some() {
            return Ok(status);
        }
        sleep(Duration::from_millis(10));
    }
    Ok(None)
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
    let last = &lines[lines.len().saturating_sub(SHOWN_LINES)..];
    last.iter().fold(String::new(), |mut text, line| {
        text.push_str("\n    ");
        text.extend(line.chars().take(SHOWN_CHARACTERS));
        text
    })
}

#[cfg(test)]
mod tests;
