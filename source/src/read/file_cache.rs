//! A cache of the files of a tree that is read repeatedly.
//!
//! A file is not read again if its stamp is settled and has not changed. Where it is known which files may have changed, the
//! others are not even looked at, and no folder is: unless a folder or a link is among them, or a file is new or gone.

use super::changed_paths::ChangedPaths;
use super::file_stamp::FileStamp;
use super::walk::{Found, is_skipped_at, is_wanted_name};
use super::{Problem, read_file};
use crate::tree::{FileId, Scope, SourceFile};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The distance of the ids of neighbours, so that new files get ids between them.
const STEP: u64 = 1 << 10;

/// The files of the last reading, by their paths in the tree.
#[derive(Debug, Default)]
pub struct FileCache {
    files: BTreeMap<String, CachedFile>,
    /// The second of the last change that is known of any file.
    newest: i64,
    /// `None` if the folder must be walked again.
    walked: Option<Walked>,
}

#[derive(Debug)]
struct CachedFile {
    file: SourceFile,
    /// `None` if the file must be read again.
    stamp: Option<FileStamp>,
}

/// A walk of a folder that found no problem and no link.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Walked {
    /// Absolute and without links.
    pub(super) root: PathBuf,
    pub(super) scope: Scope,
}

type ReadFile = (SourceFile, Option<Problem>);

impl FileCache {
    /// Reads what changed of these files, which are sorted by path.
    pub(super) fn read(&mut self, found: Found) -> Vec<ReadFile> {
        let ids = self.ids(&found);
        let known = &self.files;
        let read: Vec<(SourceFile, Option<Problem>, Option<FileStamp>)> = found
            .into_par_iter()
            .zip(ids)
            .map(|((path, disk_path), id)| read_one(known.get(&path), id, path, disk_path))
            .collect();
        let stamps = read.iter().filter_map(|(_, _, stamp)| stamp.as_ref());
        self.newest = stamps.map(FileStamp::second).max().unwrap_or(0);
        let entries = read.iter().map(|(file, problem, stamp)| {
            let cached = CachedFile::new(file, problem.as_ref(), stamp.clone(), self.newest);
            (file.path.clone(), cached)
        });
        self.files = entries.collect();
        read.into_iter()
            .map(|(file, problem, _)| (file, problem))
            .collect()
    }

    /// Stores that the folder of these files was walked, so that it need not be again.
    pub(super) fn set_walked(&mut self, walked: Option<Walked>) {
        self.walked = walked;
    }

    /// Reads the changed files again; `None` if the folder must be walked for them.
    pub(super) fn read_changed(
        &mut self,
        walked: &Walked,
        changed: &ChangedPaths,
    ) -> Option<Vec<ReadFile>> {
        let ChangedPaths::Only(changed) = changed else {
            return None;
        };
        if self.walked.as_ref() != Some(walked) {
            return None;
        }
        let mut touched = BTreeSet::new();
        for path in changed {
            match self.effect_of(path, walked) {
                Effect::Nothing => {}
                Effect::Content(path) => drop(touched.insert(path)),
                Effect::OtherFiles => return None,
            }
        }
        let is_due = |(path, cached): &(&String, &mut CachedFile)| {
            cached.stamp.is_none() || touched.contains(path.as_str())
        };
        let mut problems = BTreeMap::new();
        let mut again = Vec::new();
        for (path, cached) in self.files.iter_mut().filter(is_due) {
            let CachedFile { file, .. } = &*cached;
            let (id, disk_path) = (file.id, file.disk_path.clone());
            again.push(path.clone());
            let (file, problem, stamp) = read_one(Some(cached), id, path.clone(), disk_path);
            let second = stamp.as_ref().map_or(0, FileStamp::second);
            self.newest = self.newest.max(second);
            *cached = CachedFile::new(&file, problem.as_ref(), stamp, i64::MAX);
            problems.extend(problem.map(|problem| (path.clone(), problem)));
        }
        for path in again {
            if let Some(cached) = self.files.get_mut(&path) {
                cached.unsettle(self.newest);
            }
        }
        let files = self.files.iter();
        let files = files.map(|(path, cached)| (cached.file.clone(), problems.remove(path)));
        Some(files.collect())
    }

    /// What a change at a path means for the files of the tree.
    fn effect_of(&self, path: &Path, walked: &Walked) -> Effect {
        let Ok(inside) = path.strip_prefix(&walked.root) else {
            return Effect::Nothing;
        };
        let mut tree_path = String::new();
        for part in inside.components() {
            let Component::Normal(name) = part else {
                return Effect::OtherFiles;
            };
            let Some(name) = name.to_str() else {
                return Effect::OtherFiles;
            };
            if !is_wanted_name(name) || is_skipped_at(name, tree_path.is_empty(), &walked.scope) {
                return Effect::Nothing;
            }
            if !tree_path.is_empty() {
                tree_path.push('/');
            }
            tree_path.push_str(name);
        }
        let is_known = self.files.contains_key(&tree_path);
        match path.symlink_metadata() {
            Ok(metadata) if metadata.is_file() && is_known => Effect::Content(tree_path),
            // A temporary file that an editor has renamed or removed.
            Err(error) if error.kind() == io::ErrorKind::NotFound && !is_known => {
                match self.has_folder(&tree_path) {
                    true => Effect::OtherFiles,
                    false => Effect::Nothing,
                }
            }
            _ => Effect::OtherFiles,
        }
    }

    fn has_folder(&self, path: &str) -> bool {
        let start = format!("{path}/");
        let mut after = self.files.range(start.clone()..);
        after
            .next()
            .is_some_and(|(path, _)| path.starts_with(&start))
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

/// What a change at a path means for the files of the tree.
enum Effect {
    Nothing,
    /// This file may have another content.
    Content(String),
    /// There may be other files.
    OtherFiles,
}

impl CachedFile {
    fn new(
        file: &SourceFile,
        problem: Option<&Problem>,
        stamp: Option<FileStamp>,
        newest: i64,
    ) -> Self {
        let mut cached = CachedFile {
            file: file.clone(),
            stamp: stamp.filter(|_| problem.is_none()),
        };
        cached.unsettle(newest);
        cached
    }

    /// Forgets the stamp if the file was among the last to change.
    fn unsettle(&mut self, newest: i64) {
        self.stamp = self.stamp.take().filter(|stamp| stamp.is_settled(newest));
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
    known: Option<&CachedFile>,
    id: FileId,
    path: String,
    disk_path: PathBuf,
) -> (SourceFile, Option<Problem>, Option<FileStamp>) {
    // Taken before the bytes are read, so that a change meanwhile is a change afterwards.
    let stamp = FileStamp::of(&disk_path);
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
    use std::fs;

    fn read(root: &Path, cache: &mut FileCache) -> SourceTree {
        let mut sink = Diagnostics::new();
        let tree = read_again(
            root,
            &Scope::default(),
            cache,
            &ChangedPaths::Any,
            &mut sink,
        );
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
        known.stamp = FileStamp::of(&path);
        let text = |tree: &SourceTree| tree.find("a.md").unwrap().text.to_string();
        assert_eq!(text(&read(folder.path(), &mut cache)), "cached");
        assert_eq!(text(&read(folder.path(), &mut cache)), "a");
    }

    /// Paths of files below a folder, as a watcher reports them.
    fn only(folder: &Path, names: &[&str]) -> ChangedPaths {
        let root = folder.canonicalize().unwrap();
        let path = |name: &&str| match name.strip_prefix("../") {
            Some(name) => root.parent().unwrap().join(name),
            None => root.join(name),
        };
        ChangedPaths::Only(names.iter().map(path).collect())
    }

    fn text_of(tree: &SourceTree, path: &str) -> Option<String> {
        tree.find(path).map(|file| file.text.to_string())
    }

    /// Two files that were not among the last to change, and one that was.
    fn settled_files(folder: &Path) -> FileCache {
        for name in ["a.md", "b.md", "last.md"] {
            fs::write(folder.join(name), name).unwrap();
        }
        let mut cache = FileCache::default();
        read(folder, &mut cache);
        for name in ["a.md", "b.md"] {
            let stamp = FileStamp::of(&folder.join(name));
            cache.files.get_mut(name).unwrap().stamp = stamp;
        }
        cache
    }

    fn read_changed(folder: &Path, cache: &mut FileCache, names: &[&str]) -> SourceTree {
        let mut sink = Diagnostics::new();
        let changed = only(folder, names);
        let tree = read_again(folder, &Scope::default(), cache, &changed, &mut sink);
        assert_eq!(sink.into_sorted().len(), 0);
        tree
    }

    #[test]
    fn only_changed_files_and_the_last_ones_are_looked_at() {
        let folder = tempfile::tempdir().unwrap();
        let mut cache = settled_files(folder.path());
        for name in ["a.md", "b.md", "last.md", "new.md"] {
            fs::write(folder.path().join(name), "changed").unwrap();
        }
        let unrelated = [".a.md.swp", "a.md~", "gone.md", "../other/c.md"];
        let changed = [["a.md"].as_slice(), &unrelated].concat();
        let tree = read_changed(folder.path(), &mut cache, &changed);
        assert_eq!(text_of(&tree, "a.md").as_deref(), Some("changed"));
        assert_eq!(text_of(&tree, "last.md").as_deref(), Some("changed"));
        assert_eq!(text_of(&tree, "b.md").as_deref(), Some("b.md"));
        assert_eq!(text_of(&tree, "new.md"), None, "the folder is not walked");
    }

    #[test]
    fn a_new_a_removed_and_a_renamed_file_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let mut cache = settled_files(folder.path());
        fs::write(path("new.md"), "new").unwrap();
        let tree = read_changed(folder.path(), &mut cache, &["new.md"]);
        assert_eq!(text_of(&tree, "new.md").as_deref(), Some("new"));
        fs::remove_file(path("a.md")).unwrap();
        let tree = read_changed(folder.path(), &mut cache, &["a.md"]);
        assert_eq!(text_of(&tree, "a.md"), None);
        fs::rename(path("b.md"), path("c.md")).unwrap();
        let tree = read_changed(folder.path(), &mut cache, &["b.md", "c.md"]);
        assert_eq!(text_of(&tree, "b.md"), None);
        assert_eq!(text_of(&tree, "c.md").as_deref(), Some("b.md"));
    }

    /// Files may come into a new folder before it is watched.
    #[test]
    fn after_a_change_of_folders_all_is_walked_twice() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let mut cache = settled_files(folder.path());
        fs::create_dir(path("in")).unwrap();
        fs::write(path("in/one.md"), "one").unwrap();
        let tree = read_changed(folder.path(), &mut cache, &["in"]);
        assert_eq!(text_of(&tree, "in/one.md").as_deref(), Some("one"));
        fs::write(path("in/two.md"), "two").unwrap();
        let tree = read_changed(folder.path(), &mut cache, &["a.md"]);
        assert_eq!(text_of(&tree, "in/two.md").as_deref(), Some("two"));
        fs::remove_dir_all(path("in")).unwrap();
        let tree = read_changed(folder.path(), &mut cache, &["in"]);
        assert_eq!(text_of(&tree, "in/one.md"), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_tree_with_a_link_is_always_walked() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("in")).unwrap();
        std::os::unix::fs::symlink(path("in"), path("link")).unwrap();
        let mut cache = settled_files(folder.path());
        fs::write(path("in/one.md"), "one").unwrap();
        let tree = read_changed(folder.path(), &mut cache, &["a.md"]);
        assert_eq!(text_of(&tree, "link/one.md").as_deref(), Some("one"));
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
