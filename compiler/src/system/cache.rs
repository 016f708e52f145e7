//! A cache on disk between builds: bytes by the hash of everything they depend on, below `target/bindery-cache`.
//!
//! An entry is therefore never stale, only unused. A damaged entry counts
//! as missing. Writing is best effort: a build never fails because its cache cannot be written.

use crate::system::files;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

/// Above this many bytes a cache drops the entries that the present build did not use, oldest first.
const PRUNE_ABOVE: u64 = 1024 * 1024 * 1024;

/// Length of the checksum in front of each entry.
const CHECK_LEN: usize = 16;

/// Names an entry.
pub type Key = blake3::Hash;

/// A folder of entries.
#[derive(Debug)]
pub struct Cache {
    root: PathBuf,
    used: Mutex<HashSet<Key>>,
    hits: AtomicUsize,
    written: AtomicUsize,
}

impl Cache {
    /// The cache in `root`, which is created when first written.
    #[must_use]
    pub fn open(root: &Path) -> Self {
        Cache {
            root: root.to_owned(),
            used: Mutex::default(),
            hits: AtomicUsize::new(0),
            written: AtomicUsize::new(0),
        }
    }

    /// The bytes of `key`, when they are there and whole.
    #[must_use]
    pub fn get(&self, key: &Key) -> Option<Vec<u8>> {
        self.mark(key);
        let mut entry = fs::read(self.path(key)).ok()?;
        let (check, body) = entry.split_at_checked(CHECK_LEN)?;
        if check != checksum(body) {
            return None;
        }
        self.hits.fetch_add(1, Ordering::Relaxed);
        entry.drain(..CHECK_LEN);
        Some(entry)
    }

    /// Stores `body` under `key`.
    pub fn put(&self, key: &Key, body: &[u8]) {
        self.mark(key);
        let entry = [checksum(body).as_slice(), body].concat();
        if files::write_atomically(&self.path(key), &entry).is_ok() {
            self.written.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// How many entries were found so far.
    #[must_use]
    pub fn hits(&self) -> usize {
        self.hits.load(Ordering::Relaxed)
    }

    /// How many entries were added so far.
    #[must_use]
    pub fn written(&self) -> usize {
        self.written.load(Ordering::Relaxed)
    }

    /// Copies the entries asked for so far to another folder of the same layout.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn export(&self, to: &Path) -> Result<(), crate::error::BuildError> {
        let used = self.used.lock().expect("BUG: a cache user panicked");
        let mut keys: Vec<&Key> = used.iter().collect();
        keys.sort_by_key(|key| *key.as_bytes());
        let target = Cache::open(to);
        for key in keys {
            if let Ok(entry) = fs::read(self.path(key)) {
                files::write_if_changed(&target.path(key), &entry)?;
            }
        }
        Ok(())
    }

    /// Drops unused entries when the folder has grown beyond `PRUNE_ABOVE` bytes; does nothing when nothing was added.
    pub fn prune(&self) {
        if self.written() > 0 {
            self.prune_above(PRUNE_ABOVE);
        }
    }

    fn prune_above(&self, limit: u64) {
        let used = self.used.lock().expect("BUG: a cache user panicked");
        let kept: HashSet<PathBuf> = used.iter().map(|key| self.path(key)).collect();
        let mut total = 0;
        let mut unused = Vec::new();
        for (_, path) in files::list_files(&self.root).unwrap_or_default() {
            let Ok(meta) = fs::metadata(&path) else {
                continue;
            };
            total += meta.len();
            if !kept.contains(&path) {
                unused.push((meta.modified().ok(), meta.len(), path));
            }
        }
        if total <= limit {
            return;
        }
        unused.sort();
        for (_, len, path) in unused {
            if total <= limit / 2 {
                break;
            }
            if fs::remove_file(&path).is_ok() {
                total -= len;
            }
        }
    }

    fn mark(&self, key: &Key) {
        let mut used = self.used.lock().expect("BUG: a cache user panicked");
        used.insert(*key);
    }

    fn path(&self, key: &Key) -> PathBuf {
        let name = key.to_hex();
        self.root.join(&name[..2]).join(&name[2..40])
    }
}

/// A key made of several parts, none of which can run into the next.
#[must_use]
pub fn key(parts: &[&[u8]]) -> Key {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize()
}

/// The first `digits` hexadecimal digits of the hash of `bytes`.
#[must_use]
pub fn short_hash(bytes: &[u8], digits: usize) -> String {
    blake3::hash(bytes).to_hex()[..digits].to_owned()
}

/// The hash of a file's content, or of the names in a folder; empty where there is neither.
#[must_use]
pub fn content_stamp(path: &Path) -> String {
    if let Ok(bytes) = fs::read(path) {
        return short_hash(&bytes, 32);
    }
    let Ok(entries) = fs::read_dir(path) else {
        return String::new();
    };
    let entries = entries.flatten().map(|entry| entry.file_name());
    let mut names: Vec<_> = entries.collect();
    names.sort();
    short_hash(format!("{names:?}").as_bytes(), 32)
}

/// The start of a process, for [`is_changed_since`].
#[must_use]
#[allow(
    clippy::disallowed_methods,
    reason = "it is compared with the times of files, and enters no result"
)]
pub fn present_time() -> SystemTime {
    SystemTime::now()
}

/// Whether a file or folder was changed at `start` or later. What a process made of it meanwhile must not be stored with
/// the stamp that it has now.
#[must_use]
pub fn is_changed_since(path: &Path, start: SystemTime) -> bool {
    let Ok(metadata) = fs::metadata(path) else {
        return false;
    };
    metadata.modified().is_ok_and(|time| time >= start) || changed(&metadata) >= Some(start)
}

/// When the entry of a file was changed: a file that takes the place of another keeps the time of its content.
#[cfg(unix)]
fn changed(metadata: &fs::Metadata) -> Option<SystemTime> {
    use std::os::unix::fs::MetadataExt;
    let seconds = u64::try_from(metadata.ctime()).ok()?;
    let nanoseconds = u64::try_from(metadata.ctime_nsec()).ok()?;
    let age = Duration::from_secs(seconds) + Duration::from_nanos(nanoseconds);
    SystemTime::UNIX_EPOCH.checked_add(age)
}

#[cfg(not(unix))]
fn changed(_: &fs::Metadata) -> Option<SystemTime> {
    None
}

fn checksum(body: &[u8]) -> [u8; CHECK_LEN] {
    let hash = blake3::hash(body);
    let mut check = [0; CHECK_LEN];
    check.copy_from_slice(&hash.as_bytes()[..CHECK_LEN]);
    check
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_after_the_start_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let (old, new) = (folder.path().join("old"), folder.path().join("new"));
        fs::write(&old, "1").unwrap();
        let hour = Duration::from_secs(3600);
        assert!(!is_changed_since(&old, present_time() + hour));
        assert!(is_changed_since(&old, present_time() - hour));
        assert!(!is_changed_since(&new, present_time() - hour));
        // A file with an old time of its content that takes the place of another.
        let file = fs::File::options().write(true).open(&old).unwrap();
        file.set_modified(present_time() - 2 * hour).unwrap();
        fs::rename(&old, &new).unwrap();
        assert_eq!(is_changed_since(&new, present_time() - hour), cfg!(unix));
    }

    #[test]
    fn what_was_put_is_got() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path());
        let name = key(&[b"a", b"b"]);
        assert_eq!(cache.get(&name), None);
        cache.put(&name, b"body");
        assert_eq!(
            Cache::open(folder.path()).get(&name).as_deref(),
            Some(&b"body"[..])
        );
        assert_ne!(name, key(&[b"ab", b""]));
    }

    #[test]
    fn a_damaged_entry_counts_as_missing() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path());
        let name = key(&[b"a"]);
        cache.put(&name, b"body");
        for damaged in [
            &b""[..],
            b"short",
            b"0123456789abcdef",
            b"0123456789abcdefbody",
        ] {
            fs::write(cache.path(&name), damaged).unwrap();
            assert_eq!(cache.get(&name), None);
        }
        cache.put(&name, b"body");
        assert!(cache.get(&name).is_some());
    }

    #[test]
    fn an_unwritable_cache_is_no_error() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, b"").unwrap();
        let cache = Cache::open(&file);
        cache.put(&key(&[b"a"]), b"body");
        assert_eq!(cache.written(), 0);
    }

    #[test]
    fn pruning_spares_what_this_build_used() {
        let folder = tempfile::tempdir().unwrap();
        let old = Cache::open(folder.path());
        for n in 0..10u8 {
            old.put(&key(&[&[n]]), &[n; 1000]);
        }
        let cache = Cache::open(folder.path());
        assert!(cache.get(&key(&[&[3]])).is_some());
        cache.prune_above(20_000);
        assert_eq!(files::list_files(folder.path()).unwrap().len(), 10);
        cache.prune_above(1_000);
        assert_eq!(files::list_files(folder.path()).unwrap().len(), 1);
        assert!(cache.get(&key(&[&[3]])).is_some());
    }
}
