//! Notices that a file changed, came or went: by names, times and lengths, which every file system tells.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Folders that hold what tools made.
const SKIPPED: [&str; 3] = ["build", "node_modules", "target"];

/// How deep folders are followed; a loop of links ends there.
const DEEPEST: usize = 24;

/// What a folder's files looked like at one time.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Stamp(BTreeMap<PathBuf, (Option<SystemTime>, u64)>);

impl Stamp {
    /// Looks at all files below a folder; hidden ones and what tools made are left out.
    pub(super) fn of(folder: &Path) -> Stamp {
        let mut files = BTreeMap::new();
        walk(folder, DEEPEST, &mut files);
        Stamp(files)
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
        let stamp = || Stamp::of(folder.path());
        fs::create_dir_all(folder.path().join("a/.git")).unwrap();
        let empty = stamp();
        fs::write(&file, "one").unwrap();
        let one = stamp();
        assert_ne!(empty, one);
        assert_eq!(one, stamp());
        fs::write(&file, "three").unwrap();
        assert_ne!(one, stamp());
        fs::write(folder.path().join("a/.git/HEAD"), "x").unwrap();
        fs::remove_file(&file).unwrap();
        assert_eq!(empty, stamp());
    }
}
