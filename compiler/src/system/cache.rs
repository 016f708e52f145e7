//! A cache on disk between builds: bytes by the hash of everything they depend on, below `target/bindery-cache`.
//!
//! An entry is therefore never stale, only unused. A damaged entry counts
//! as missing. Writing is best effort: a build never fails because its cache cannot be written.

mod store;

use crate::system::files;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, SystemTime};
use store::Store;

/// Above this many bytes a cache drops the entries that the present build did not use, oldest first.
const PRUNE_ABOVE: u64 = 1024 * 1024 * 1024;

/// Names an entry.
pub type Key = blake3::Hash;

/// A folder of entries.
#[derive(Debug)]
pub struct Cache {
    root: PathBuf,
    used: Mutex<HashSet<Key>>,
    /// The entries, which are read when the first one is needed.
    store: Mutex<Option<Store>>,
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
            store: Mutex::default(),
            hits: AtomicUsize::new(0),
            written: AtomicUsize::new(0),
        }
    }

    /// The bytes of `key`, when they are there and whole.
    #[must_use]
    pub fn get(&self, key: &Key) -> Option<Vec<u8>> {
        self.mark(key);
        let body = self.read(key)?;
        self.hits.fetch_add(1, Ordering::Relaxed);
        Some(body)
    }

    fn read(&self, key: &Key) -> Option<Vec<u8>> {
        let (place, body) = self.with_store(|store| store.read(key))?;
        place.matches(&body).then_some(body)
    }

    /// Stores `body` under `key`.
    pub fn put(&self, key: &Key, body: &[u8]) {
        self.mark(key);
        let checked = (store::checksum(body), body);
        let written = self.with_store(|store| store.write(&self.root, key, checked));
        if written.is_ok() {
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

    /// Writes the entries asked for so far as a cache in another folder.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn export(&self, to: &Path) -> Result<(), crate::error::BuildError> {
        let mut keys: Vec<Key> = self.used().iter().copied().collect();
        keys.sort_by_key(|key| *key.as_bytes());
        let entries = keys.into_iter();
        let entries: Vec<(Key, Vec<u8>)> = entries
            .filter_map(|key| Some((key, self.read(&key)?)))
            .collect();
        for (name, bytes) in store::to_files(&entries) {
            files::write_if_changed(&to.join(name), &bytes)?;
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
        if store::total_len(&self.root) > limit {
            // The files are replaced: those that are open are the old ones.
            *self.lock_store() = None;
            store::prune(&self.root, &self.used(), limit / 2);
        }
    }

    fn with_store<T>(&self, run: impl FnOnce(&mut Store) -> T) -> T {
        run(self
            .lock_store()
            .get_or_insert_with(|| Store::open(&self.root)))
    }

    fn lock_store(&self) -> MutexGuard<'_, Option<Store>> {
        self.store.lock().expect("BUG: a cache user panicked")
    }

    fn mark(&self, key: &Key) {
        self.used().insert(*key);
    }

    fn used(&self) -> MutexGuard<'_, HashSet<Key>> {
        self.used.lock().expect("BUG: a cache user panicked")
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
        let name = key(&[b"a"]);
        Cache::open(folder.path()).put(&name, b"body");
        let bodies = folder.path().join("0.bodies");
        assert_eq!(fs::read(&bodies).unwrap(), b"body");
        for damaged in [&b""[..], b"bod", b"badl"] {
            fs::write(&bodies, damaged).unwrap();
            assert_eq!(Cache::open(folder.path()).get(&name), None);
        }
        let cache = Cache::open(folder.path());
        cache.put(&name, b"body");
        assert!(cache.get(&name).is_some());
        assert!(Cache::open(folder.path()).get(&name).is_some());
    }

    #[test]
    fn the_used_entries_are_exported() {
        let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let [first, second, third] = [b"1", b"2", b"3"].map(|name| key(&[name]));
        let old = Cache::open(folder.path());
        old.put(&first, b"one");
        old.put(&second, b"two");
        drop(old);
        let cache = Cache::open(folder.path());
        cache.put(&third, b"three");
        assert!(cache.get(&second).is_some());
        cache.export(other.path()).unwrap();
        let exported = Cache::open(other.path());
        assert_eq!(exported.get(&third).as_deref(), Some(&b"three"[..]));
        assert_eq!(exported.get(&second).as_deref(), Some(&b"two"[..]));
        assert_eq!(exported.get(&first), None);
        let files = || files::list_files(other.path()).unwrap().into_iter();
        let bytes = || {
            files()
                .map(|(_, path)| fs::read(path).unwrap())
                .collect::<Vec<_>>()
        };
        let before = bytes();
        // The order in which they were made does not matter.
        let again = Cache::open(folder.path());
        assert!(again.get(&second).is_some() && again.get(&third).is_some());
        again.export(other.path()).unwrap();
        assert_eq!(bytes(), before);
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
        drop(old);
        let count = || {
            let cache = Cache::open(folder.path());
            (0..10)
                .filter(|n| cache.get(&key(&[&[*n]])).is_some())
                .count()
        };
        let cache = Cache::open(folder.path());
        assert!(cache.get(&key(&[&[3]])).is_some());
        cache.prune_above(20_000);
        assert_eq!(count(), 10);
        cache.prune_above(1_000);
        assert_eq!(count(), 1);
        assert!(cache.get(&key(&[&[3]])).is_some());
        cache.put(&key(&[&[4]]), &[4; 1000]);
        assert_eq!(count(), 2);
    }
}
