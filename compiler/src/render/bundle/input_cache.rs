//! Remembers what the bundler's files are, so that the builds of one process read them again only after a change.

use super::markdown_code::{code_of, is_text};
use super::read_file;
use crate::error::BuildError;
use crate::source::FileStamp;
use crate::system::cache::content_stamp;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The files that were looked at.
#[derive(Debug, Default)]
pub(super) struct InputCache {
    files: BTreeMap<PathBuf, CachedInput>,
    /// The second of the last change that is known of any file.
    newest: i64,
    /// The number of the present build.
    build: u64,
    #[cfg(test)]
    reads: usize,
}

/// A file, without its content.
#[derive(Debug)]
struct CachedInput {
    /// `None` if the file must be read again.
    stamp: Option<FileStamp>,
    hash: blake3::Hash,
    /// The hash of what the bundler uses of it: of Markdown only the code.
    code_hash: blake3::Hash,
    /// The parts between quotation marks that may be paths.
    quoted: Option<Arc<[String]>>,
    /// The last build that looked at it.
    build: u64,
}

impl InputCache {
    /// Begins a build: forgets the files that the last one did not look at.
    pub(super) fn begin(&mut self) {
        let (build, newest) = (self.build, self.newest);
        self.files.retain(|_, file| file.build == build);
        for file in self.files.values_mut() {
            file.stamp = (file.stamp.take()).filter(|stamp| stamp.is_settled(newest));
        }
        self.build += 1;
    }

    /// The hash of what the bundler uses of a file.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(super) fn code_hash(&mut self, path: &Path) -> Result<blake3::Hash, BuildError> {
        Ok(self.file(path)?.code_hash)
    }

    /// The parts of a source between quotation marks that may be paths of other files.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(super) fn quoted(&mut self, path: &Path) -> Result<Arc<[String]>, BuildError> {
        let file = self.file(path)?;
        if let Some(quoted) = &file.quoted {
            return Ok(Arc::clone(quoted));
        }
        let bytes = read_file(path)?;
        let source = String::from_utf8_lossy(&bytes);
        let parts = source.split(['\'', '"', '`']);
        let is_path = |part: &&str| {
            part.ends_with(".json") || part.starts_with("@site/") || part.starts_with("../")
        };
        let quoted: Arc<[String]> = parts.filter(is_path).map(str::to_owned).collect();
        file.quoted = Some(Arc::clone(&quoted));
        Ok(quoted)
    }

    /// What [`content_stamp`] gives for a path.
    pub(super) fn content_stamp(&mut self, path: &Path) -> String {
        match self.file(path) {
            Ok(file) => file.hash.to_hex()[..32].to_owned(),
            // A folder, or nothing.
            Err(_) => content_stamp(path),
        }
    }

    fn file(&mut self, path: &Path) -> Result<&mut CachedInput, BuildError> {
        // Taken before the bytes are read, so that a change meanwhile is a change afterwards.
        let stamp = FileStamp::of(path);
        let second = stamp.as_ref().map_or(0, FileStamp::second);
        self.newest = self.newest.max(second);
        let is_same = |known: &CachedInput| {
            // What this build has read is not read again in it.
            known.build == self.build || known.stamp.is_some() && known.stamp == stamp
        };
        if !self.files.get(path).is_some_and(is_same) {
            let bytes = read_file(path)?;
            #[cfg(test)]
            (self.reads += 1);
            let hash = blake3::hash(&bytes);
            let code_hash = match is_text(path) {
                true => blake3::hash(code_of(&String::from_utf8_lossy(&bytes)).as_bytes()),
                false => hash,
            };
            let file = CachedInput {
                stamp,
                hash,
                code_hash,
                quoted: None,
                build: self.build,
            };
            self.files.insert(path.to_owned(), file);
        }
        let file = self.files.get_mut(path).expect("BUG: it was inserted");
        file.build = self.build;
        Ok(file)
    }

    /// How many files were read so far.
    #[cfg(test)]
    pub(super) fn reads(&self) -> usize {
        self.reads
    }

    /// Takes all files as settled, as they are some seconds later.
    #[cfg(test)]
    pub(super) fn settle(&mut self) {
        for (path, file) in &mut self.files {
            file.stamp = FileStamp::of(path);
        }
        self.newest += 60;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_settled_file_is_read_once_and_a_changed_one_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.ts");
        fs::write(&path, "import x from '@site/x.ts'; '../y' 'z'").unwrap();
        let mut cache = InputCache::default();
        let first = cache.code_hash(&path).unwrap();
        assert_eq!(*cache.quoted(&path).unwrap(), ["@site/x.ts", "../y"]);
        assert_eq!(cache.content_stamp(&path), content_stamp(&path));
        assert_eq!(cache.reads(), 1);
        cache.begin();
        assert_eq!(cache.code_hash(&path).unwrap(), first);
        assert_eq!(cache.reads(), 2, "it was the last to change");
        cache.settle();
        cache.begin();
        assert_eq!(cache.code_hash(&path).unwrap(), first);
        assert_eq!(cache.reads(), 2);
        fs::write(&path, "other").unwrap();
        cache.begin();
        assert_ne!(cache.code_hash(&path).unwrap(), first);
        assert!(cache.quoted(&path).unwrap().is_empty());
        fs::remove_file(&path).unwrap();
        cache.begin();
        assert!(cache.code_hash(&path).is_err());
        assert_eq!(cache.content_stamp(&path), "");
        cache.begin();
        assert!(cache.files.is_empty());
    }

    #[test]
    fn of_markdown_only_the_code_counts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.mdx");
        let hash = |text: &str| {
            fs::write(&path, text).unwrap();
            let mut cache = InputCache::default();
            (cache.code_hash(&path).unwrap(), cache.content_stamp(&path))
        };
        let (one, other) = (
            hash("export const a = 1\n\nOne.\n"),
            hash("export const a = 1\n\nTwo.\n"),
        );
        assert_eq!(one.0, other.0);
        assert_ne!(one.1, other.1);
    }
}
