//! Checks one site on a separate thread, whenever its texts change.
//!
//! If several requests arrive during a check, only the last one is run, so a check always uses the newest texts.

use crate::LspOptions;
use crate::diagnostics::diagnostics_by_file;
use crate::position::Encoding;
use crate::snapshot::Snapshot;
use bindery_compiler::driver::{Checker, OpenTexts};
use bindery_compiler::source::FileId;
use serde_json::Value;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// How long no key must be typed before a check begins.
const QUIET: Duration = Duration::from_millis(120);

/// The open texts of a check.
#[derive(Clone, Debug, Default)]
pub(crate) struct CheckInput {
    /// By path.
    pub(crate) texts: OpenTexts,
    /// The client's numbers of the texts, by URI.
    pub(crate) versions: BTreeMap<String, i32>,
}

/// A check that has ended, with or without a result.
#[derive(Debug)]
pub(crate) struct FinishedCheck {
    /// The content folder.
    pub(crate) root: PathBuf,
    /// The result; `None` if the check panicked.
    pub(crate) result: Option<CheckResult>,
}

/// The result of a check.
#[derive(Debug)]
pub(crate) struct CheckResult {
    /// The checked site.
    pub(crate) snapshot: Arc<Snapshot>,
    /// The diagnostics of each file, as the client gets them.
    pub(crate) diagnostics: BTreeMap<FileId, Vec<Value>>,
}

/// Starts the thread of a site; it ends when the returned sender is dropped.
pub(crate) fn start_worker(
    root: &Path,
    options: &LspOptions,
    encoding: Encoding,
    report: impl Fn(FinishedCheck) -> bool + Send + 'static,
) -> Sender<CheckInput> {
    let (sender, inputs) = channel();
    let root = root.to_owned();
    let ui = (options.find_ui)(&root);
    let cache = options.cache.clone();
    // A thread that cannot be started drops the receiver; requests about the site are answered without it.
    let _ = thread::Builder::new()
        .name("bindery-check".to_owned())
        .spawn(move || {
            let new_checker = || Checker::new(&root, &ui, &cache);
            let mut checker = new_checker();
            let mut is_first = true;
            // A large snapshot takes long to drop, so that the main loop never has the last reference.
            let (mut last, mut before) = (None, None);
            while let Some(input) = next_input(&inputs, is_first) {
                is_first = false;
                let CheckInput { texts, versions } = input;
                let check = || {
                    let snapshot = Snapshot::new(checker.check(&texts), versions);
                    CheckResult {
                        diagnostics: diagnostics_by_file(&snapshot, encoding),
                        snapshot: Arc::new(snapshot),
                    }
                };
                let result = catch_unwind(AssertUnwindSafe(check)).ok();
                if result.is_none() {
                    checker = new_checker();
                }
                let present = result.as_ref().map(|one| Arc::clone(&one.snapshot));
                let root = root.clone();
                if !report(FinishedCheck { root, result }) {
                    return;
                }
                drop(std::mem::replace(&mut before, last.take()));
                last = present;
            }
        });
    sender
}

/// The newest input, when none came for a moment; the first at once.
fn next_input(inputs: &Receiver<CheckInput>, is_first: bool) -> Option<CheckInput> {
    let mut input = inputs.recv().ok()?;
    loop {
        let next = match is_first {
            true => inputs.try_recv().map_err(|_| RecvTimeoutError::Timeout),
            false => inputs.recv_timeout(QUIET),
        };
        match next {
            Ok(newer) => input = newer,
            Err(RecvTimeoutError::Timeout) => return Some(input),
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
}
