//! Reads when each content file was last changed and by whom, with one `git log` for the whole tree.
//!
//! In: the content folder. Out: a [`History`], and the files of the repository that change with every commit. Only
//! committed changes count, so that a build is a function of the tree and its history: an uncommitted edit has no date.
//! In a shallow clone, or outside of a repository, the history is empty and a diagnostic says so.
//!
//! Commits never change, so the log is cached by the id of the newest commit: without a new commit git is not started.

mod repository;

use crate::config::{Lastmod, SiteConfig};
use crate::diagnostic::{Code, Diagnostics};
pub use bindery_source::history::{Change, History};

use crate::system::cache::{self, Cache};
use crate::system::process::{self, Run};
use crate::timestamp::Timestamp;
use repository::Repository;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How long git may run: a log of 100,000 commits takes about ten seconds.
const DEADLINE: Duration = Duration::from_secs(60);

/// The longest history that is read, in bytes.
const MAX_LOG: u64 = 512 << 20;

/// Part of the cache key; raised when the cached log changes its form.
const LOG_FORMAT: &[u8] = b"history-1";

/// A history, and the files whose changes make it stale.
#[derive(Clone, Debug, Default)]
pub struct HistoryRead {
    /// The history; empty when git does not know it.
    pub history: History,
    /// Files and folders of the repository that change with every commit.
    pub watched: Vec<PathBuf>,
}

/// Whether a page or the sitemap of this site shows when files were last changed.
#[must_use]
pub fn is_needed(config: &SiteConfig) -> bool {
    let docs = config.docs.iter();
    let blog = config.blogs.iter();
    let is_shown = docs
        .map(|docs| docs.show_last_update_time || docs.show_last_update_author)
        .chain(blog.map(|blog| blog.show_last_update_time || blog.show_last_update_author))
        .any(|is_shown| is_shown);
    let sitemap = config.metadata.sitemap.as_ref();
    is_shown || sitemap.is_some_and(|sitemap| sitemap.lastmod == Lastmod::History)
}

/// Reads the history of the content folder; git's own messages go into `logs`.
pub fn read_history(
    content: &Path,
    store: &Cache,
    logs: &Path,
    sink: &mut Diagnostics,
) -> HistoryRead {
    let Some(repository) = Repository::find(content) else {
        report(sink, "the content folder is not in a git repository", "");
        return HistoryRead::default();
    };
    let watched = repository.watched();
    let mut read = HistoryRead {
        history: History::default(),
        watched,
    };
    if repository.is_shallow() {
        let help = "fetch the whole history with `git fetch --unshallow`, in a workflow with `fetch-depth: 0`";
        report(sink, "the git clone is shallow", help);
        return read;
    }
    let head = repository.head();
    let key =
        head.map(|head| cache::key(&[LOG_FORMAT, head.as_bytes(), repository.inner.as_bytes()]));
    let cached = key.and_then(|key| store.get(&key));
    let log = match cached {
        Some(log) => log,
        None => match run_git(content, logs) {
            Ok(log) => {
                if let Some(key) = &key {
                    store.put(key, &log);
                }
                log
            }
            Err(message) => {
                report(sink, &message, "");
                return read;
            }
        },
    };
    read.history = parse(&log);
    read
}

fn report(sink: &mut Diagnostics, reason: &str, help: &str) {
    let message = format!("the pages' last changes are unavailable: {reason}");
    let turn_off = "or turn `show_last_update_time` and `show_last_update_author` off";
    let problem = sink.warn(Code::NoHistory, None, message);
    if help.is_empty() {
        problem.help(turn_off.trim_start_matches("or "));
    } else {
        problem.help(format!("{help}, {turn_off}"));
    }
}

/// Returns the log of all commits that changed files of the folder, newest first, with paths relative to it.
fn run_git(content: &Path, logs: &Path) -> Result<Vec<u8>, String> {
    let log = logs.join("history.log");
    let mut command = Command::new("git");
    command
        .args(["-c", "core.quotepath=off", "-c", "log.showSignature=false"])
        .args(["log", "-z", "--name-only", "--no-renames", "--relative"])
        .args(["--format=%x01%ct %an%x02", "--", "."])
        .current_dir(content)
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("LC_ALL", "C");
    let run = Run {
        name: "`git log`",
        log: &log,
        deadline: DEADLINE,
        max_output: MAX_LOG,
        help: "look at the log",
        missing: "install git",
    };
    process::run(&mut command, &run).map_err(|error| error.to_string())?;
    std::fs::read(&log).map_err(|error| error.to_string())
}

/// Parses the output of [`run_git`]; the first commit that names a file is its newest.
fn parse(log: &[u8]) -> History {
    let mut history = History::default();
    for record in log.split(|byte| *byte == 1).skip(1) {
        let record = String::from_utf8_lossy(record);
        let Some((head, names)) = record.split_once('\u{2}') else {
            continue;
        };
        let Some((seconds, author)) = head.split_once(' ') else {
            continue;
        };
        let Ok(seconds) = seconds.parse() else {
            continue;
        };
        for name in names.split(['\0', '\n']).filter(|name| !name.is_empty()) {
            if !history.changes.contains_key(name) {
                let change = Change {
                    day: Timestamp::from_seconds(seconds).day(),
                    author: author.to_owned(),
                };
                history.changes.insert(name.to_owned(), change);
            }
        }
    }
    history
}

#[cfg(test)]
mod tests;
