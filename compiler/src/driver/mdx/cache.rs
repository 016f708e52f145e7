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
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The folder of the entries.
const FOLDER: &str = "mdx";

/// The evaluated documents of a tree.
#[derive(Debug)]
pub(super) struct EvaluatedCache<'j> {
    cache: Cache,
    /// What stands for the content of files.
    texts: &'j Map<String, Value>,
    tree: PathBuf,
    /// What all documents are evaluated with.
    shared: Key,
}

impl<'j> EvaluatedCache<'j> {
    /// The cache of a job; `None` when caching is off.
    pub(super) fn open(
        job: &'j Job,
        reading: EvaluateOptions<'_>,
        ui: &Path,
        tree: &Path,
    ) -> Option<Self> {
        let cache = Cache::open(&reading.cache?.join(FOLDER));
        let options = Value::Object(job.shared.clone()).to_string();
        let sources = source_stamps(ui);
        Some(EvaluatedCache {
            cache,
            texts: &job.texts,
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
                None => match self.texts.get(path) {
                    Some(text) => key(&[text.to_string().as_bytes()]).to_hex().to_string(),
                    None => content_stamp(&self.tree.join(path)),
                },
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_document_depends_on_the_processed_texts_of_its_partials_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let reading = EvaluateOptions {
            content: path,
            ui: path,
            cache: Some(path),
        };
        let job = |own: &str, other: &str| Job {
            documents: Vec::new(),
            shared: Map::new(),
            data: Map::new(),
            texts: [("docs/_own.md", own), ("docs/_other.md", other)]
                .map(|(path, text)| (path.to_owned(), text.into()))
                .into_iter()
                .collect(),
        };
        let document = json!({"path": "docs/a.md", "text": "x"});
        let answer = json!({"files": ["docs/a.md"], "nodes": [], "dependencies": ["docs/_own.md"]});
        let answer: DocumentAnswer = serde_json::from_value(answer).unwrap();
        let is_known = |job: &Job| {
            let cache = EvaluatedCache::open(job, reading, path, path).unwrap();
            cache.get(&document).is_some()
        };
        let first = job("one", "two");
        let cache = EvaluatedCache::open(&first, reading, path, path).unwrap();
        cache.put(&document, &answer, crate::system::cache::present_time());
        drop(cache);
        assert!(is_known(&first));
        assert!(is_known(&job("one", "another")));
        assert!(!is_known(&job("other", "two")));
    }
}
