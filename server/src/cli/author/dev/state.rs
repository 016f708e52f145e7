//! The site that `bindery dev` serves, and the diagnostics of its content.

use super::print_error;
use crate::search::LazyEngine;
use crate::table::Site;
use bindery_compiler::diagnostic::Severity;
use bindery_compiler::driver::{PreviewOutcome, PreviewSearch, Problem};
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, MutexGuard};
use tokio::sync::watch;

/// A table has a static lifetime, so that each build leaks one. Beyond this many bytes the process is restarted.
const MAX_LEAKED_BYTES: usize = 1 << 30;

/// Shared by the thread that builds and those that answer requests.
#[derive(Debug, Default)]
pub(super) struct State {
    current: Mutex<Current>,
    builds: watch::Sender<BuildEvent>,
}

/// What open pages are informed of after each build.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct BuildEvent {
    /// The number of the build.
    pub(super) build: u64,
    /// The hash of scripts and styles; `None` before the first site.
    pub(super) bundle: Option<String>,
}

#[derive(Debug, Default)]
struct Current {
    site: Option<&'static Site>,
    /// Its engine.
    search: Option<Arc<LazyEngine>>,
    /// Incremented with every build.
    version: u64,
    problems: Vec<Problem>,
    leaked_bytes: usize,
}

impl State {
    fn lock(&self) -> MutexGuard<'_, Current> {
        (self.current.lock()).expect("BUG: a thread of `dev` panicked")
    }

    /// The event of the last build, and those that follow.
    pub(super) fn builds(&self) -> watch::Receiver<BuildEvent> {
        self.builds.subscribe()
    }

    /// The last site that was built.
    pub(super) fn site(&self) -> Option<&'static Site> {
        self.lock().site
    }

    /// Its search engine.
    pub(super) fn search(&self) -> Option<Arc<LazyEngine>> {
        self.lock().search.clone()
    }

    /// Stores the result of a build.
    pub(super) fn replace(&self, previewed: PreviewOutcome) {
        let mut current = self.lock();
        current.version += 1;
        current.problems = previewed.problems;
        current.problems.retain(|problem| !problem.is_known);
        if let Some((blob, offset)) = previewed.blob {
            current.leaked_bytes += blob.len();
            if current.leaked_bytes > MAX_LEAKED_BYTES {
                drop(current);
                restart_process();
                return;
            }
            let site = Site::open(blob.leak(), offset, "");
            let site: &'static Site = Box::leak(Box::new(site));
            let search = previewed.search;
            let make = move || match search.as_ref().map(PreviewSearch::index) {
                Some(Ok(index)) => index,
                Some(Err(error)) => {
                    print_error(&format!("cannot build the search index: {error}"));
                    Vec::new()
                }
                None => Vec::new(),
            };
            current.search = Some(Arc::new(LazyEngine::deferred(site, make)));
            current.site = Some(site);
        }
        let event = BuildEvent {
            build: current.version,
            bundle: current.site.map(|site| site.build_id.to_owned()),
        };
        drop(current);
        self.builds.send_replace(event);
    }

    /// The state for the overlay, as JSON.
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

/// Replaces the process by a new one with the same arguments; the open page retries until the new process answers.
#[cfg(unix)]
fn restart_process() {
    use std::os::unix::process::CommandExt;
    let arguments = std::env::args_os().skip(1);
    if let Ok(executable) = std::env::current_exe() {
        let error = std::process::Command::new(executable)
            .args(arguments)
            .exec();
        super::print_error(&format!("cannot restart: {error}"));
    }
}

#[cfg(not(unix))]
fn restart_process() {
    super::print_error("much memory is in use; end this with Ctrl-C and start it again");
}
