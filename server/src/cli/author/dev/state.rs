//! The site that `bindery dev` serves at present, and what is wrong with its content.

use super::complain;
use crate::search::LazyEngine;
use crate::table::Site;
use bindery_compiler::build::{Previewed, PreviewedSearch, Problem};
use bindery_compiler::diagnostic::Severity;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, MutexGuard};

/// A table lives as long as its process, so each binding leaves one behind. Beyond so many bytes the process starts
/// anew.
const MOST_LEFT_BEHIND: usize = 1 << 30;

/// Shared by the thread that binds and those that answer.
#[derive(Debug, Default)]
pub(super) struct State(Mutex<Current>);

#[derive(Debug, Default)]
struct Current {
    site: Option<&'static Site>,
    /// Its engine.
    search: Option<Arc<LazyEngine>>,
    /// Counted up with every binding.
    version: u64,
    problems: Vec<Problem>,
    left_behind: usize,
}

impl State {
    fn lock(&self) -> MutexGuard<'_, Current> {
        self.0.lock().expect("BUG: a thread of `dev` panicked")
    }

    /// The last site that could be bound.
    pub(super) fn site(&self) -> Option<&'static Site> {
        self.lock().site
    }

    /// Its engine, opened when it is first asked.
    pub(super) fn search(&self) -> Option<Arc<LazyEngine>> {
        self.lock().search.clone()
    }

    /// The number of the last binding.
    pub(super) fn version(&self) -> u64 {
        self.lock().version
    }

    /// Takes over what a binding brought.
    pub(super) fn replace(&self, previewed: Previewed) {
        let mut current = self.lock();
        current.version += 1;
        current.problems = previewed.problems;
        current.problems.retain(|problem| !problem.is_known);
        if let Some((blob, offset)) = previewed.blob {
            current.left_behind += blob.len();
            if current.left_behind > MOST_LEFT_BEHIND {
                drop(current);
                start_anew();
                return;
            }
            let site = Site::open(blob.leak(), offset, "");
            let site: &'static Site = Box::leak(Box::new(site));
            let search = previewed.search;
            let make = move || match search.as_ref().map(PreviewedSearch::index) {
                Some(Ok(index)) => index,
                Some(Err(fault)) => {
                    complain(&format!("cannot make the search index: {fault}"));
                    Vec::new()
                }
                None => Vec::new(),
            };
            current.search = Some(Arc::new(LazyEngine::later(site, make)));
            current.site = Some(site);
        }
    }

    /// What the overlay is told.
    pub(super) fn to_json(&self) -> Value {
        let current = self.lock();
        let problems = current.problems.iter().map(|problem| {
            let severity = match problem.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            };
            json!({ "severity": severity, "text": problem.text })
        });
        json!({
            "version": current.version,
            "site": current.site.map(|site| site.content_hash),
            "problems": problems.collect::<Vec<_>>(),
        })
    }
}

/// Replaces the process by a new one with the same arguments; the open page asks again until it answers.
#[cfg(unix)]
fn start_anew() {
    use std::os::unix::process::CommandExt;
    let arguments = std::env::args_os().skip(1);
    if let Ok(executable) = std::env::current_exe() {
        let fault = std::process::Command::new(executable)
            .args(arguments)
            .exec();
        super::complain(&format!("cannot start anew: {fault}"));
    }
}

#[cfg(not(unix))]
fn start_anew() {
    super::complain("much memory is in use; end this with Ctrl-C and start it again");
}
