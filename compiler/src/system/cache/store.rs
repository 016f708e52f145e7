//! The files of a cache: all bodies one after another in a file, and a list of their places in another.
//!
//! A file for each entry would cost a build of thousands of pages a fifth of its time. Both files grow until they are pruned. An
//! entry is added by writing its body and then its place, so that a build that is killed loses its last entry at most.
//!
//! Each process that writes has a slot of its own, a pair of files that it locks; the lock ends with the process. So two builds at once
//! use two slots. Readers need no lock: a place has the checksum of its body, and what does not match counts as missing.

mod pruning;

pub(super) use self::pruning::{prune, total_len};

use self::pruning::remove_leftovers;
use super::Key;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Builds that can write at once; others only read.
const MAX_SLOTS: usize = 8;

/// Length of the checksum of a body.
const CHECK_LEN: usize = 16;

/// Length of a place in its file: key, offset, length and checksum.
const PLACE_LEN: usize = 32 + 8 + 8 + CHECK_LEN;

/// The beginning of the hash of a body.
pub(super) type Check = [u8; CHECK_LEN];

/// Where a body is.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyLocation {
    offset: u64,
    len: u64,
    check: Check,
}

impl BodyLocation {
    fn of(body: &[u8], offset: u64) -> BodyLocation {
        BodyLocation {
            offset,
            len: body.len() as u64,
            check: checksum(body),
        }
    }

    /// Whether a body is the one that was stored.
    pub(super) fn matches(&self, body: &[u8]) -> bool {
        self.check == checksum(body)
    }

    fn to_bytes(self, key: &Key) -> [u8; PLACE_LEN] {
        let mut bytes = [0; PLACE_LEN];
        bytes[..32].copy_from_slice(key.as_bytes());
        bytes[32..40].copy_from_slice(&self.offset.to_le_bytes());
        bytes[40..48].copy_from_slice(&self.len.to_le_bytes());
        bytes[48..].copy_from_slice(&self.check);
        bytes
    }

    fn read(bytes: &[u8; PLACE_LEN]) -> Option<(Key, BodyLocation)> {
        let (key, rest) = bytes.split_first_chunk::<32>()?;
        let (offset, rest) = rest.split_first_chunk::<8>()?;
        let (len, rest) = rest.split_first_chunk::<8>()?;
        let place = BodyLocation {
            offset: u64::from_le_bytes(*offset),
            len: u64::from_le_bytes(*len),
            check: *rest.first_chunk()?,
        };
        Some((Key::from_bytes(*key), place))
    }
}

/// The paths of a slot's files.
struct Slot {
    lock: PathBuf,
    bodies: PathBuf,
    places: PathBuf,
}

impl Slot {
    fn new(root: &Path, number: usize) -> Slot {
        Slot {
            lock: root.join(format!("{number}.lock")),
            bodies: root.join(format!("{number}.bodies")),
            places: root.join(format!("{number}.places")),
        }
    }

    fn all(root: &Path) -> impl DoubleEndedIterator<Item = Slot> {
        (0..MAX_SLOTS).map(|number| Slot::new(root, number))
    }

    /// Locks the slot, unless another cache has it.
    fn lock(&self) -> io::Result<File> {
        let mut options = File::options();
        let lock = options.create(true).truncate(false).write(true);
        let lock = lock.open(&self.lock)?;
        lock.try_lock()?;
        Ok(lock)
    }

    /// The places in the order in which they were written.
    fn read_places(&self) -> io::Result<Vec<(Key, BodyLocation)>> {
        let bytes = fs::read(&self.places)?;
        let (places, _) = bytes.as_chunks::<PLACE_LEN>();
        Ok(places.iter().filter_map(BodyLocation::read).collect())
    }

    fn len(&self) -> u64 {
        let len = |path| fs::metadata(path).map_or(0, |metadata| metadata.len());
        len(&self.bodies) + len(&self.places)
    }
}

/// The entries of a cache that were there when it was first used, and those that it added.
#[derive(Debug)]
pub(super) struct Store {
    /// The bodies of each slot.
    bodies: Vec<File>,
    /// The slot and the place of each body.
    places: HashMap<Key, (usize, BodyLocation)>,
    writer: Option<Writer>,
    /// Whether a write failed. What follows a body that was written in part would have wrong places.
    has_failed: bool,
}

/// The end of a slot that is locked.
#[derive(Debug)]
struct Writer {
    /// The index of the slot's bodies among those of the store.
    slot: usize,
    bodies: File,
    places: File,
    end: u64,
    _lock: File,
}

impl Store {
    /// Reads where the bodies below `root` are.
    pub(super) fn open(root: &Path) -> Store {
        let mut store = Store {
            bodies: Vec::new(),
            places: HashMap::new(),
            writer: None,
            has_failed: false,
        };
        // The first slot comes last, so that its places win: most builds write there, also what was damaged elsewhere.
        for slot in Slot::all(root).rev() {
            // What takes the place of the bodies meanwhile has other checksums.
            if let (Ok(places), Ok(bodies)) = (slot.read_places(), File::open(&slot.bodies)) {
                let number = store.bodies.len();
                store.bodies.push(bodies);
                let places = places.into_iter();
                (store.places).extend(places.map(|(key, place)| (key, (number, place))));
            }
        }
        store
    }

    /// The bytes at the place of `key`, which may be damaged.
    pub(super) fn read(&self, key: &Key) -> Option<(BodyLocation, Vec<u8>)> {
        let (slot, place) = self.places.get(key)?;
        let mut bodies = self.bodies.get(*slot)?;
        bodies.seek(SeekFrom::Start(place.offset)).ok()?;
        let mut body = Vec::new();
        bodies.take(place.len).read_to_end(&mut body).ok()?;
        Some((*place, body))
    }

    /// Adds a body with its [`checksum`]. After an error the store adds nothing more.
    pub(super) fn write(&mut self, root: &Path, key: &Key, body: (Check, &[u8])) -> io::Result<()> {
        if self.has_failed {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let result = self.append(root, key, body);
        self.has_failed = result.is_err();
        result
    }

    fn append(&mut self, root: &Path, key: &Key, (check, body): (Check, &[u8])) -> io::Result<()> {
        if self.writer.is_none() {
            self.writer = Some(self.open_writer(root)?);
        }
        let Some(writer) = &mut self.writer else {
            return Ok(());
        };
        let place = BodyLocation {
            offset: writer.end,
            len: body.len() as u64,
            check,
        };
        writer.bodies.write_all(body)?;
        writer.end += place.len;
        writer.places.write_all(&place.to_bytes(key))?;
        self.places.insert(*key, (writer.slot, place));
        Ok(())
    }

    fn open_writer(&mut self, root: &Path) -> io::Result<Writer> {
        fs::create_dir_all(root)?;
        remove_leftovers(root);
        let mut free = Slot::all(root).map(|slot| slot.lock().map(|lock| (slot, lock)));
        let mut first = free.next();
        while let Some(Err(_)) = &first
            && let Some(next) = free.next()
        {
            first = Some(next);
        }
        let (slot, lock) = first.unwrap_or_else(|| Err(io::ErrorKind::ResourceBusy.into()))?;
        let mut options = File::options();
        let options = options.create(true).append(true);
        let (bodies, places) = (options.open(&slot.bodies)?, options.open(&slot.places)?);
        // A build that was killed may have left a part of a place.
        let len = places.metadata()?.len();
        places.set_len(len - len % PLACE_LEN as u64)?;
        let end = bodies.metadata()?.len();
        self.bodies.push(File::open(&slot.bodies)?);
        Ok(Writer {
            slot: self.bodies.len() - 1,
            bodies,
            places,
            end,
            _lock: lock,
        })
    }
}

/// The files of a cache with these entries: their names and their bytes.
pub(super) fn to_files(entries: &[(Key, Vec<u8>)]) -> [(String, Vec<u8>); 2] {
    let (mut bodies, mut places) = (Vec::new(), Vec::new());
    for (key, body) in entries {
        let place = BodyLocation::of(body, bodies.len() as u64);
        bodies.extend_from_slice(body);
        places.extend_from_slice(&place.to_bytes(key));
    }
    [
        ("0.bodies".to_owned(), bodies),
        ("0.places".to_owned(), places),
    ]
}

/// The checksum of a body.
pub(super) fn checksum(body: &[u8]) -> Check {
    let hash = blake3::hash(body);
    let mut check = [0; CHECK_LEN];
    check.copy_from_slice(&hash.as_bytes()[..CHECK_LEN]);
    check
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn key(name: &str) -> Key {
        blake3::hash(name.as_bytes())
    }

    pub(super) fn found(store: &Store, name: &str) -> Option<Vec<u8>> {
        let (place, body) = store.read(&key(name))?;
        place.matches(&body).then_some(body)
    }

    pub(super) fn put(store: &mut Store, root: &Path, name: &str) {
        let body = name.as_bytes();
        (store.write(root, &key(name), (checksum(body), body))).unwrap();
    }

    pub(super) fn all_found(root: &Path, names: &[&str]) {
        let store = Store::open(root);
        for name in names {
            assert_eq!(found(&store, name).as_deref(), Some(name.as_bytes()));
        }
    }

    #[test]
    fn builds_at_once_write_into_slots_of_their_own() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let mut stores: Vec<Store> = (0..3).map(|_| Store::open(root)).collect();
        for (at, store) in stores.iter_mut().enumerate() {
            put(store, root, &format!("first {at}"));
        }
        for (at, store) in stores.iter_mut().enumerate() {
            put(store, root, &format!("second {at}"));
            assert_eq!(
                found(store, &format!("first {at}")),
                Some(format!("first {at}").into())
            );
        }
        all_found(
            root,
            &[
                "first 0", "first 1", "first 2", "second 0", "second 1", "second 2",
            ],
        );
        drop(stores);
        let mut later = Store::open(root);
        put(&mut later, root, "later");
        let is_there = |name: &str| root.join(name).exists();
        assert!(is_there("2.bodies") && !is_there("3.bodies"));
        all_found(root, &["first 2", "second 0", "later"]);
    }

    #[test]
    fn more_builds_than_slots_only_read() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let mut stores: Vec<Store> = (0..MAX_SLOTS).map(|_| Store::open(root)).collect();
        stores.iter_mut().for_each(|store| put(store, root, "text"));
        let mut other = Store::open(root);
        let body = (checksum(b"other"), &b"other"[..]);
        assert!(other.write(root, &key("other"), body).is_err());
        assert!(found(&other, "text").is_some());
        stores.pop();
        let later = other.write(root, &key("other"), body);
        assert!(later.is_err(), "it was refused a slot once");
        put(&mut Store::open(root), root, "other");
    }

    #[test]
    fn a_damaged_body_of_a_later_slot_hides_no_good_one() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let mut stores: Vec<Store> = (0..2).map(|_| Store::open(root)).collect();
        stores.iter_mut().for_each(|store| put(store, root, "text"));
        drop(stores);
        fs::write(Slot::new(root, 1).bodies, "tex_").unwrap();
        all_found(root, &["text"]);
        // One that was damaged in the first slot is written there again.
        fs::write(Slot::new(root, 0).bodies, "t_xt").unwrap();
        let mut store = Store::open(root);
        assert_eq!(found(&store, "text"), None);
        put(&mut store, root, "text");
        all_found(root, &["text"]);
    }

    #[test]
    fn nothing_is_added_after_a_failed_write() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let mut store = Store::open(root);
        put(&mut store, root, "first");
        let slot = Slot::new(root, 0);
        let places = fs::read(&slot.places).unwrap();
        // A file that is open for reading only refuses the body.
        let read_only = File::open(&slot.bodies).unwrap();
        let writer = store.writer.as_mut().unwrap();
        let bodies = std::mem::replace(&mut writer.bodies, read_only);
        let body = (checksum(b"failed"), &b"failed"[..]);
        assert!(store.write(root, &key("failed"), body).is_err());
        // A part of it is in the file, behind which another body would have a wrong place.
        store.writer.as_mut().unwrap().bodies = bodies;
        fs::write(&slot.bodies, "firstfai").unwrap();
        let second = (checksum(b"second"), &b"second"[..]);
        assert!(store.write(root, &key("second"), second).is_err());
        assert_eq!(fs::read(&slot.places).unwrap(), places);
        drop(store);
        put(&mut Store::open(root), root, "third");
        all_found(root, &["first", "third"]);
    }

    #[test]
    fn what_a_killed_build_left_is_harmless() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let mut store = Store::open(root);
        put(&mut store, root, "one");
        put(&mut store, root, "two");
        drop(store);
        let slot = Slot::new(root, 0);
        let append = |path: &Path, bytes: &[u8]| {
            let mut file = File::options().append(true).open(path).unwrap();
            file.write_all(bytes).unwrap();
        };
        // A body without its place, and half of a place.
        append(&slot.bodies, b"three");
        append(&slot.places, &[7; PLACE_LEN / 2]);
        all_found(root, &["one", "two"]);
        let mut store = Store::open(root);
        put(&mut store, root, "four");
        drop(store);
        all_found(root, &["one", "two", "four"]);
        assert_eq!(found(&Store::open(root), "three"), None);
    }
}
