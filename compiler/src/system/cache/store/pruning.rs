//! Drops entries of a cache that has grown too large.

use super::{BodyLocation, Slot};
use crate::system::cache::Key;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

/// The bytes of all files below `root`.
pub(in super::super) fn total_len(root: &Path) -> u64 {
    Slot::all(root).map(|slot| slot.len()).sum()
}

/// Drops entries until all together have about `limit` bytes: those that are not in `used`, oldest first. Slots in which
/// another build writes stay as they are.
pub(in super::super) fn prune(root: &Path, used: &HashSet<Key>, limit: u64) {
    remove_leftovers(root);
    let slots = Slot::all(root).map(|slot| (slot.len(), slot));
    let mut slots: Vec<(u64, Slot)> = slots.filter(|(len, _)| *len > 0).collect();
    slots.sort_by_key(|(len, _)| *len);
    let (mut left, mut others) = (limit, slots.len() as u64);
    for (len, slot) in slots {
        // What a small slot leaves of its share is for those after it.
        let share = left / others;
        left -= len.min(share);
        others -= 1;
        if len > share {
            // Without an effect if the disk is full: then nothing is replaced.
            let _ = slot.lock().and_then(|_lock| prune_slot(&slot, used, share));
        }
    }
}

/// Removes what no build uses: the files of a pruning that was killed, and the folders in which each entry was a file.
pub(super) fn remove_leftovers(root: &Path) {
    for entry in fs::read_dir(root).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let is_hash = name.len() == 2 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
        // Best effort, as all writing.
        let _ = match is_folder {
            true if is_hash => fs::remove_dir_all(entry.path()),
            false if name.starts_with(".tmp-") => fs::remove_file(entry.path()),
            _ => Ok(()),
        };
    }
}

fn prune_slot(slot: &Slot, used: &HashSet<Key>, limit: u64) -> io::Result<()> {
    let mut retained = Vec::new();
    let mut seen = HashSet::new();
    let mut total = 0_u64;
    let len = fs::metadata(&slot.bodies)?.len();
    for (key, place) in slot.read_places()?.into_iter().rev() {
        let is_whole = (place.offset.checked_add(place.len)).is_some_and(|end| end <= len);
        let is_retained = is_whole && (used.contains(&key) || total + place.len <= limit);
        if is_retained && seen.insert(key) {
            total += place.len;
            retained.push((key, place));
        }
    }
    retained.reverse();
    // The slot is locked, so that no other process uses these names; the next pruning replaces what a killed one left.
    let fresh = Slot {
        lock: slot.lock.clone(),
        bodies: slot.bodies.with_extension("new-bodies"),
        places: slot.places.with_extension("new-places"),
    };
    let written = copy_entries(slot, &retained, &fresh)
        .and_then(|()| fs::rename(&fresh.bodies, &slot.bodies))
        .and_then(|()| fs::rename(&fresh.places, &slot.places));
    if written.is_err() {
        let _ = fs::remove_file(&fresh.bodies);
        let _ = fs::remove_file(&fresh.places);
    }
    written
}

/// Writes the entries of a slot as those of another one.
fn copy_entries(from: &Slot, entries: &[(Key, BodyLocation)], to: &Slot) -> io::Result<()> {
    let mut source = BufReader::new(File::open(&from.bodies)?);
    let mut bodies = BufWriter::new(File::create(&to.bodies)?);
    let mut places = BufWriter::new(File::create(&to.places)?);
    let (mut at, mut offset) = (0_u64, 0);
    for (key, place) in entries {
        source.seek_relative(place.offset.wrapping_sub(at).cast_signed())?;
        let copied = io::copy(&mut source.by_ref().take(place.len), &mut bodies)?;
        at = place.offset.wrapping_add(copied);
        if copied < place.len {
            // The body is not there as a whole. Its beginning stays in the file, and nothing refers to it.
            offset += copied;
            continue;
        }
        let moved = BodyLocation { offset, ..*place };
        places.write_all(&moved.to_bytes(key))?;
        offset += place.len;
    }
    bodies.flush()?;
    places.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::cache::store::tests::{all_found, found, key, put};
    use crate::system::cache::store::{PLACE_LEN, Store};

    #[test]
    fn the_oldest_unused_entries_are_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let mut store = Store::open(root);
        for name in ["aaaaa", "bbbbb", "ccccc", "ddddd"] {
            put(&mut store, root, name);
        }
        put(&mut store, root, "aaaaa");
        let used = HashSet::from([key("bbbbb")]);
        prune(root, &used, 11);
        all_found(root, &["aaaaa", "bbbbb", "ccccc", "ddddd"]);
        drop(store);
        // A place that is not in the file of the bodies.
        let lost = BodyLocation {
            offset: 1 << 40,
            ..BodyLocation::of(b"lost", 0)
        };
        let mut places = File::options()
            .append(true)
            .open(Slot::new(root, 0).places)
            .unwrap();
        places.write_all(&lost.to_bytes(&key("lost"))).unwrap();
        prune(root, &used, 11);
        all_found(root, &["aaaaa", "bbbbb", "ddddd"]);
        let store = Store::open(root);
        assert_eq!(store.places.len(), 3);
        assert_eq!(total_len(root), 15 + 3 * PLACE_LEN as u64);
    }

    #[test]
    fn small_slots_leave_their_share_to_large_ones() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let mut stores: Vec<Store> = (0..4).map(|_| Store::open(root)).collect();
        for store in &mut stores {
            put(store, root, "small");
        }
        let names: Vec<String> = (0..20).map(|number| format!("{number:0100}")).collect();
        for name in &names {
            put(&mut stores[0], root, name);
        }
        drop(stores);
        let small = 3 * ("small".len() + PLACE_LEN) as u64;
        prune(root, &HashSet::new(), small + 1000);
        let store = Store::open(root);
        let retained = names.iter().filter(|name| found(&store, name).is_some());
        assert_eq!(retained.count(), 10);
        all_found(root, &["small", &names[19]]);
    }

    #[test]
    fn leftovers_are_removed_by_the_next_build_that_writes() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        put(&mut Store::open(root), root, "text");
        fs::create_dir_all(root.join("0f")).unwrap();
        fs::create_dir_all(root.join("other")).unwrap();
        fs::write(root.join("0f").join("0fab"), "old").unwrap();
        fs::write(root.join(".tmp-1-2"), "killed").unwrap();
        let names = || {
            let entries = fs::read_dir(root).unwrap();
            let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            let mut names: Vec<String> = names.collect();
            names.sort();
            names
        };
        all_found(root, &["text"]);
        assert_eq!(names().len(), 6);
        put(&mut Store::open(root), root, "more");
        assert_eq!(names(), ["0.bodies", "0.lock", "0.places", "other"]);
    }
}
