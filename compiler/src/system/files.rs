//! Writes files atomically, and only when their bytes change.

use crate::error::BuildError;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Whether [`write_if_changed`] touched the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteOutcome {
    /// The file has new bytes.
    Changed,
    /// The file already held these bytes.
    Unchanged,
}

/// Replaces `path` by `bytes` in one step, unless it holds them already.
///
/// # Errors
/// When the folder cannot be written.
pub fn write_if_changed(path: &Path, bytes: &[u8]) -> Result<WriteOutcome, BuildError> {
    write_parts_if_changed(path, [bytes].into_iter())
}

/// Replaces `path` by the bytes of `parts` in one step, unless it holds them already. Neither the parts nor the file are put
/// together in memory.
///
/// # Errors
/// When the folder cannot be written.
pub fn write_parts_if_changed<'p>(
    path: &Path,
    parts: impl Iterator<Item = &'p [u8]> + Clone,
) -> Result<WriteOutcome, BuildError> {
    if holds(path, parts.clone()).unwrap_or(false) {
        return Ok(WriteOutcome::Unchanged);
    }
    write_parts(path, parts)?;
    Ok(WriteOutcome::Changed)
}

/// Whether a file has the bytes of `parts`.
fn holds<'p>(path: &Path, parts: impl Iterator<Item = &'p [u8]> + Clone) -> io::Result<bool> {
    let len: usize = parts.clone().map(<[u8]>::len).sum();
    let mut file = fs::File::open(path)?;
    if file.metadata()?.len() != len as u64 {
        return Ok(false);
    }
    let mut buffer = vec![0; len.min(64 * 1024)];
    for chunk in parts.flat_map(|part| part.chunks(64 * 1024)) {
        let read = &mut buffer[..chunk.len()];
        file.read_exact(read)?;
        if read != chunk {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Replaces `path` by `bytes` in one step; a reader sees the old file or the new one.
///
/// # Errors
/// When the folder cannot be made or written.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), BuildError> {
    write_parts(path, [bytes].into_iter())
}

fn write_parts<'p>(
    path: &Path,
    mut parts: impl Iterator<Item = &'p [u8]>,
) -> Result<(), BuildError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(|error| BuildError::io("create", folder, &error))?;
    let temporary = temporary_beside(path);
    let result = fs::File::create(&temporary)
        .and_then(|mut file| parts.try_for_each(|part| file.write_all(part)))
        .and_then(|()| fs::rename(&temporary, path));
    result.map_err(|error| {
        let _ = fs::remove_file(&temporary);
        BuildError::io("write", path, &error)
    })
}

/// A name in the same folder that no other thread or process uses. It is short, because that of `path` may already have the
/// greatest length that the file system allows.
#[must_use]
pub fn temporary_beside(path: &Path) -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    path.with_file_name(format!(".tmp-{}-{count}", std::process::id()))
}

/// Creates a folder for temporary files in `parent`, that of all users for example. A folder or a link that exists, which
/// another user may have made, is an error.
///
/// # Errors
/// When the folder cannot be created.
pub fn create_temporary_folder(parent: &Path) -> Result<PathBuf, BuildError> {
    let failed = |path: &Path, error| BuildError::io("create", path, &error);
    fs::create_dir_all(parent).map_err(|error| failed(parent, error))?;
    let folder = temporary_beside(&parent.join("folder"));
    let folder = std::path::absolute(&folder).unwrap_or(folder);
    create_folder(&folder).map_err(|error| failed(&folder, error))?;
    Ok(folder)
}

fn create_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// All files below `folder` in order of their paths, each with its path relative to it (forward slashes). Does not
/// follow symbolic links to folders; a missing folder has no files.
///
/// # Errors
/// When a folder cannot be read.
pub fn list_files(folder: &Path) -> Result<Vec<(String, PathBuf)>, BuildError> {
    let mut list = Vec::new();
    if !folder.exists() {
        return Ok(list);
    }
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.map_err(|error| {
            let path = error.path().unwrap_or(folder).to_owned();
            BuildError::io("read", &path, &error.into())
        })?;
        // Links are looked at, too.
        if entry.file_type().is_file() || entry.path().is_file() {
            let relative = entry.path().strip_prefix(folder).unwrap_or(entry.path());
            let name = relative.to_string_lossy().replace('\\', "/");
            list.push((name, entry.into_path()));
        }
    }
    Ok(list)
}

/// Copies every file below `from` to the same place below `to`.
///
/// # Errors
/// When a file cannot be read or written.
pub fn copy_tree(from: &Path, to: &Path) -> Result<(), BuildError> {
    for (name, path) in list_files(from)? {
        let bytes = fs::read(&path).map_err(|error| BuildError::io("read", &path, &error))?;
        write_if_changed(&to.join(name), &bytes)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_temporary_folder_is_never_one_that_exists() {
        let parent = tempfile::tempdir().unwrap();
        let other = tempfile::tempdir().unwrap();
        let link = parent.path().join("link");
        std::os::unix::fs::symlink(other.path(), &link).unwrap();
        assert!(create_folder(&link).is_err());
        let own = create_temporary_folder(parent.path()).unwrap();
        assert!(own.is_dir() && own.parent() == Some(parent.path()));
    }

    #[test]
    fn the_same_bytes_leave_the_file_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/er/file");
        assert_eq!(
            write_if_changed(&path, b"one").unwrap(),
            WriteOutcome::Changed
        );
        assert_eq!(
            write_if_changed(&path, b"one").unwrap(),
            WriteOutcome::Unchanged
        );
        assert_eq!(
            write_if_changed(&path, b"two").unwrap(),
            WriteOutcome::Changed
        );
        assert_eq!(fs::read(&path).unwrap(), b"two");
        let names = list_files(folder.path()).unwrap();
        assert_eq!(names.len(), 1, "no temporary file stays: {names:?}");
        assert_eq!(names[0].0, "deep/er/file");
    }

    #[test]
    fn parts_are_compared_with_the_file_as_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let long = vec![b'x'; 70_000];
        let write = |parts: &[&[u8]]| write_parts_if_changed(&path, parts.iter().copied()).unwrap();
        assert_eq!(write(&[b"one", &long, b"two"]), WriteOutcome::Changed);
        let whole = [b"one", long.as_slice(), b"two"].concat();
        assert_eq!(fs::read(&path).unwrap(), whole);
        assert_eq!(write(&[&whole]), WriteOutcome::Unchanged);
        assert_eq!(
            write(&[b"on", b"e", &long, b"tw", b"o"]),
            WriteOutcome::Unchanged
        );
        assert_eq!(write(&[b"one", &long, b"twx"]), WriteOutcome::Changed);
        assert_eq!(write(&[b"one", &long]), WriteOutcome::Changed);
        assert_eq!(write(&[]), WriteOutcome::Changed);
    }

    #[test]
    fn a_folder_in_the_way_is_an_error_with_its_path() {
        let folder = tempfile::tempdir().unwrap();
        let error = write_if_changed(folder.path(), b"x").unwrap_err();
        assert!(error.to_string().starts_with("cannot write"), "{error}");
    }
}
