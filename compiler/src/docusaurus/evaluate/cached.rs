//! Cached answers of Node: they hold while what they depend on is unchanged, some only for a while.

use crate::error::BuildError;
use crate::system::cache::{content_stamp, is_changed_since};
use crate::system::files;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// What an answer of Node depends on.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::docusaurus) struct Dependencies {
    /// The files, as paths of this machine.
    files: Vec<PathBuf>,
    /// The variables with their values.
    environment: BTreeMap<String, Option<String>>,
    /// The content hash of each of `files`, in the same order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stamps: Vec<String>,
}

impl Dependencies {
    pub(super) fn stamp(&mut self) {
        self.stamps = self.files.iter().map(|path| content_stamp(path)).collect();
    }

    pub(super) fn are_changed_since(&self, start: SystemTime) -> bool {
        self.files.iter().any(|path| is_changed_since(path, start))
    }

    fn are_unchanged(&self) -> bool {
        let is_same_file = |(path, old): (&PathBuf, &String)| content_stamp(path) == *old;
        let is_same_variable =
            |(name, old): (&String, &Option<String>)| std::env::var(name).ok() == *old;
        self.stamps.len() == self.files.len()
            && self.files.iter().zip(&self.stamps).all(is_same_file)
            && self.environment.iter().all(is_same_variable)
    }
}

/// The cached answer, if all it depends on is unchanged; `parts` are its dependencies and how long it holds.
pub(super) fn read_cached<T: DeserializeOwned>(
    path: &Path,
    parts: impl Fn(&T) -> (Dependencies, Option<Duration>),
) -> Option<T> {
    let answer: T = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
    let (dependencies, lifetime) = parts(&answer);
    let is_over = lifetime.is_some_and(|lifetime| is_older(path, lifetime));
    let is_valid = dependencies.are_unchanged() && !is_over;
    is_valid.then_some(answer)
}

fn is_older(path: &Path, limit: Duration) -> bool {
    let modified = fs::metadata(path).and_then(|metadata| metadata.modified());
    let age = modified.ok().and_then(|modified| modified.elapsed().ok());
    age.is_none_or(|age| age > limit)
}

pub(super) fn write_cached(path: &Path, answer: &impl Serialize) -> Result<(), BuildError> {
    let text = serde_json::to_vec(answer).expect("BUG: plain data is JSON");
    files::write_atomically(path, &text)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::cache::present_time;

    const LIFETIME: Duration = Duration::from_secs(600);

    #[test]
    fn an_answer_is_cached_for_its_lifetime() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        write_cached(&path, &Dependencies::default()).unwrap();
        let file = fs::File::open(&path).unwrap();
        file.set_modified(present_time() - LIFETIME * 2).unwrap();
        let read = |lifetime| read_cached(&path, |one: &Dependencies| (one.clone(), lifetime));
        assert!(read(Some(LIFETIME)).is_none());
        assert!(read(Some(LIFETIME * 3)).is_some());
        assert!(read(None).is_some());
    }
}
