//! A cache of the files of a tree that is read repeatedly.
//!
//! A file is the same if its length, its times and its place on the disk are. Times have the resolution of the system's clock,
//! so that a file can change twice at the same time: a file that was among the last to change when it was read is read
//! again.

use super::{Found, Problem, read_file};
use crate::tree::{FileId, SourceFile};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The distance of the ids of neighbours, so that new files get ids between them.
const STEP: u64 = 1 << 10;

/// Files that changed within so many seconds before the last one are read again. Some file systems count whole or even seconds.
const RESOLUTION: i64 = 2;

/// The files of the last reading, by their paths in the tree.
#[derive(Debug, Default)]
pub struct FileCache {
    files: BTreeMap<String, CachedFile>,
}

#[derive(Debug)]
struct CachedFile {
    file: SourceFile,
    /// `None` if the file must be read again.
    stamp: Option<Stamp>,
}

/// What changes when a file changes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stamp {
    disk_path: PathBuf,
    len: u64,
    /// Seconds and nanoseconds of the last change of the file or of its entry.
    changed: (i64, i64),
    modified: (i64, i64),
    /// Device and number.
    place: (u64, u64),
}

impl Stamp {
    #[cfg(unix)]
    fn new(disk_path: &Path, metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Stamp {
            disk_path: disk_path.to_owned(),
            len: metadata.len(),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            place: (metadata.dev(), metadata.ino()),
        }
    }

    #[cfg(not(unix))]
    fn new(disk_path: &Path, metadata: &Metadata) -> Self {
        let modified = metadata.modified().ok();
        let since = modified.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
        let since = since.unwrap_or_default();
        let seconds = i64::try_from(since.as_secs()).unwrap_or(i64::MAX);
        let modified = (seconds, i64::from(since.subsec_nanos()));
        Stamp {
            disk_path: disk_path.to_owned(),
            len: metadata.len(),
            changed: modified,
            modified,
            place: (0, 0),
        }
    }

    fn of(disk_path: &Path) -> Option<Self> {
        let metadata = fs::metadata(disk_path).ok()?;
        Some(Stamp::new(disk_path, &metadata))
    }
}

impl FileCache {
    /// Reads what changed of these files, which are sorted by path.
    pub(super) fn read(&mut self, found: Found) -> Vec<(SourceFile, Option<Problem>)> {
        let ids = self.ids(&found);
        let known = &self.files;
        let read: Vec<(SourceFile, Option<Problem>, Option<Stamp>)> = found
            .into_par_iter()
            .zip(ids)
            .map(|((path, disk_path), id)| read_one(known, id, path, disk_path))
            .collect();
        let stamps = read.iter().filter_map(|(_, _, stamp)| stamp.as_ref());
        let newest = stamps.map(|stamp| stamp.changed.0).max().unwrap_or(0);
        let settled = |stamp: &Stamp| stamp.changed.0 < newest.saturating_sub(RESOLUTION);
        let entries = read.iter().map(|(file, problem, stamp)| {
            let stamp = stamp.clone().filter(settled);
            let cached = CachedFile {
                file: file.clone(),
                stamp: stamp.filter(|_| problem.is_none()),
            };
            (file.path.clone(), cached)
        });
        self.files = entries.collect();
        read.into_iter()
            .map(|(file, problem, _)| (file, problem))
            .collect()
    }

    /// The id of each file: that of the last reading, or one between those of its neighbours.
    fn ids(&self, found: &Found) -> Vec<FileId> {
        let known = |path: &str| self.files.get(path).map(|one| u64::from(one.file.id.0));
        let known: Vec<Option<u64>> = found.iter().map(|(path, _)| known(path)).collect();
        let ids = fill_gaps(&known).unwrap_or_else(|| {
            let count = found.len() as u64;
            let step = STEP.min(u64::from(u32::MAX) / count.max(1)).max(1);
            (1..=count).map(|number| number * step).collect()
        });
        let ids = ids.into_iter();
        ids.map(|id| FileId(u32::try_from(id).unwrap_or(u32::MAX)))
            .collect()
    }
}

/// Ids for those that have none, in rising order; `None` where there is no space between two known ids.
fn fill_gaps(known: &[Option<u64>]) -> Option<Vec<u64>> {
    let mut ids = Vec::with_capacity(known.len());
    let mut last = 0;
    let mut at = 0;
    while at < known.len() {
        let count = known[at..].iter().take_while(|id| id.is_none()).count() as u64;
        let next = known.get(at + count as usize).copied().flatten();
        let next_id = next.unwrap_or(last + (count + 1) * STEP);
        let space = next_id.checked_sub(last)?;
        if space <= count || next_id > u64::from(u32::MAX) {
            return None;
        }
        ids.extend((1..=count).map(|number| last + space * number / (count + 1)));
        ids.extend(next);
        last = next_id;
        at += count as usize + 1;
    }
    Some(ids)
}

fn read_one(
    known: &BTreeMap<String, CachedFile>,
    id: FileId,
    path: String,
    disk_path: PathBuf,
) -> (SourceFile, Option<Problem>, Option<Stamp>) {
    // Taken before the bytes are read, so that a change meanwhile is a change afterwards.
    let stamp = Stamp::of(&disk_path);
    let known = known.get(&path);
    if let Some(known) = known
        && known.stamp.is_some()
        && known.stamp == stamp
    {
        let file = SourceFile {
            id,
            ..known.file.clone()
        };
        return (file, None, stamp);
    }
    let (mut file, problem) = read_file(id, path, disk_path);
    // Equal bytes are shared, so that later comparisons need not read them.
    if let Some(known) = known.filter(|known| known.file.bytes == file.bytes) {
        file.bytes = Arc::clone(&known.file.bytes);
        file.text = Arc::clone(&known.file.text);
    }
    (file, problem, stamp)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostics;
    use crate::read::read_again;
    use crate::tree::{Scope, SourceTree};

    fn read(root: &Path, cache: &mut FileCache) -> SourceTree {
        let mut sink = Diagnostics::new();
        let tree = read_again(root, &Scope::default(), cache, &mut sink);
        assert_eq!(sink.into_sorted().len(), 0);
        tree
    }

    #[test]
    fn files_keep_their_ids_and_bytes_until_they_change() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write("a.md", "a");
        write("c.md", "c");
        let mut cache = FileCache::default();
        let first = read(folder.path(), &mut cache);
        write("b.md", "b");
        write("c.md", "d");
        let second = read(folder.path(), &mut cache);
        let (a, c) = (first.find("a.md").unwrap(), first.find("c.md").unwrap());
        let file = |path: &str| second.find(path).unwrap();
        assert!(Arc::ptr_eq(&a.bytes, &file("a.md").bytes));
        assert_eq!((a.id, c.id), (file("a.md").id, file("c.md").id));
        assert!(a.id < file("b.md").id && file("b.md").id < c.id);
        assert_eq!(&*file("c.md").text, "d");
        assert_eq!(second.file(file("b.md").id).path, "b.md");
        fs::remove_file(folder.path().join("a.md")).unwrap();
        assert_eq!(read(folder.path(), &mut cache).files.len(), 2);
    }

    #[test]
    fn a_settled_file_is_not_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.md");
        fs::write(&path, "a").unwrap();
        let mut cache = FileCache::default();
        read(folder.path(), &mut cache);
        let known = cache.files.get_mut("a.md").unwrap();
        assert_eq!(known.stamp, None, "it was the last to change");
        // What is cached differs from the disk, so that reading it would show.
        known.file.text = "cached".into();
        known.file.bytes = known.file.text.as_bytes().into();
        known.stamp = Stamp::of(&path);
        let text = |tree: &SourceTree| tree.find("a.md").unwrap().text.to_string();
        assert_eq!(text(&read(folder.path(), &mut cache)), "cached");
        assert_eq!(text(&read(folder.path(), &mut cache)), "a");
    }

    #[test]
    fn ids_are_between_those_of_neighbours() {
        assert_eq!(fill_gaps(&[None, None]), Some(vec![1024, 2048]));
        let between = fill_gaps(&[None, Some(1024), None, None, Some(2048), None]);
        let expected = vec![512, 1024, 1365, 1706, 2048, 3072];
        assert_eq!(between, Some(expected));
        assert_eq!(fill_gaps(&[Some(7), None, Some(8)]), None);
        assert_eq!(fill_gaps(&[]), Some(Vec::new()));
    }
}
