//! Caches evaluated documents between builds.
//!
//! An entry has two parts. The first is found by what a document is evaluated with (its text, the options, the worker's
//! sources) and lists the files that decide the result. The second is found by that and the content of these files. A
//! failure is not cached: its cause may be anything.

use super::answer::DocumentAnswer;
use super::job::Job;
use crate::docusaurus::EvaluateOptions;
use crate::system::cache::{Cache, Key, content_stamp, is_changed_since, key};
use crate::system::files;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The folder of the entries.
const FOLDER: &str = "mdx";

/// The evaluated documents of a tree.
#[derive(Debug)]
pub(super) struct EvaluatedCache {
    cache: Cache,
    tree: PathBuf,
    /// What all documents are evaluated with.
    shared: Key,
}

impl EvaluatedCache {
    /// The cache of a job; `None` when caching is off.
    pub(super) fn open(
        job: &Job,
        reading: EvaluateOptions<'_>,
        ui: &Path,
        tree: &Path,
    ) -> Option<Self> {
        let cache = Cache::open(&reading.cache?.join(FOLDER));
        let options = Value::Object(job.shared.clone()).to_string();
        let sources = source_stamps(ui);
        Some(EvaluatedCache {
            cache,
            tree: tree.to_owned(),
            shared: key(&[options.as_bytes(), sources.as_bytes()]),
        })
    }

    /// What became of a document, if all that it depends on is unchanged.
    pub(super) fn get(&self, document: &Value) -> Option<DocumentAnswer> {
        let inputs = self.inputs_key(document);
        let dependencies: Vec<String> = serde_json::from_slice(&self.cache.get(&inputs)?).ok()?;
        let answer = self.cache.get(&self.answer_key(&inputs, &dependencies))?;
        serde_json::from_slice(&answer).ok()
    }

    /// Stores what became of a document, unless it failed, or a file that it depends on was changed after `start`.
    pub(super) fn put(&self, document: &Value, answer: &DocumentAnswer, start: SystemTime) {
        let Some(dependencies) = &answer.dependencies else {
            return;
        };
        let is_changed = |path: &String| is_changed_since(&self.tree.join(path), start);
        if dependencies.iter().any(is_changed) {
            return;
        }
        let inputs = self.inputs_key(document);
        let listed = serde_json::to_vec(dependencies).expect("BUG: paths are JSON");
        self.cache.put(&inputs, &listed);
        let bytes = serde_json::to_vec(answer).expect("BUG: an answer is JSON");
        self.cache
            .put(&self.answer_key(&inputs, dependencies), &bytes);
    }

    /// Drops old entries of a large cache.
    pub(super) fn prune(&self) {
        self.cache.prune();
    }

    fn inputs_key(&self, document: &Value) -> Key {
        key(&[
            b"inputs",
            self.shared.as_bytes(),
            document.to_string().as_bytes(),
        ])
    }

    fn answer_key(&self, inputs: &Key, dependencies: &[String]) -> Key {
        let stamps = dependencies.iter().map(|path| {
            let stamp = match path.strip_prefix('$') {
                Some(name) => std::env::var(name).unwrap_or_default(),
                None => content_stamp(&self.tree.join(path)),
            };
            format!("{path}\n{stamp}\n")
        });
        let stamps: String = stamps.collect();
        key(&[b"answer", inputs.as_bytes(), stamps.as_bytes()])
    }
}

/// The content of the worker's sources and the versions of its packages.
fn source_stamps(ui: &Path) -> String {
    let mut sources: Vec<PathBuf> = files::list_files(&ui.join("bundler"))
        .unwrap_or_default()
        .into_iter()
        .map(|(_, path)| path)
        .collect();
    sources.sort();
    sources.push(ui.join("package-lock.json"));
    let stamps = sources.iter().map(|path| content_stamp(path));
    stamps.collect()
}
