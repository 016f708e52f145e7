//! Detects changed, new and deleted files by their names, modification times and lengths, which every file system has.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Folders with generated files.
const SKIPPED: [&str; 3] = ["build", "node_modules", "target"];

/// The maximum depth of folders; it ends loops of symbolic links.
const MAX_DEPTH: usize = 24;

/// The files of a folder at one time.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Snapshot(BTreeMap<PathBuf, (Option<SystemTime>, u64)>);

impl Snapshot {
    /// Reads all files below a folder, without hidden and generated ones.
    pub(super) fn of(folder: &Path) -> Snapshot {
        let mut files = BTreeMap::new();
        walk(folder, MAX_DEPTH, &mut files);
        Snapshot(files)
    }
}

fn walk(folder: &Path, depth: usize, files: &mut BTreeMap<PathBuf, (Option<SystemTime>, u64)>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with('.') || SKIPPED.contains(&&*name) {
            continue;
        }
        let path = entry.path();
        let Ok(meta) = fs::metadata(&path) else {
            continue;
        };
        if !meta.is_dir() {
            files.insert(path, (meta.modified().ok(), meta.len()));
        } else if depth > 0 {
            walk(&path, depth - 1, files);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a/b.md");
        let snapshot = || Snapshot::of(folder.path());
        fs::create_dir_all(folder.path().join("a/.git")).unwrap();
        let empty = snapshot();
        fs::write(&file, "one").unwrap();
        let one = snapshot();
        assert_ne!(empty, one);
        assert_eq!(one, snapshot());
        fs::write(&file, "three").unwrap();
        assert_ne!(one, snapshot());
        fs::write(folder.path().join("a/.git/HEAD"), "x").unwrap();
        fs::remove_file(&file).unwrap();
        assert_eq!(empty, snapshot());
    }
}
