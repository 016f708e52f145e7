//! The hashes of bodies that a process packs repeatedly.
//!
//! A hash is found by the address of the body. The entry holds the body, so that no other one can be at this address.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

/// The hashes of the bodies of the last pack and the present one.
#[derive(Debug, Default)]
pub struct BodyHashes(Mutex<Hashes>);

#[derive(Debug, Default)]
struct Hashes {
    last: HashMap<usize, Entry>,
    current: HashMap<usize, Entry>,
    #[cfg(test)]
    count: usize,
}

type Entry = (Arc<[u8]>, blake3::Hash);

impl BodyHashes {
    fn lock(&self) -> MutexGuard<'_, Hashes> {
        self.0.lock().expect("BUG: a pack panicked")
    }

    /// Forgets the bodies that the last pack did not have.
    pub(super) fn begin(&self) {
        let mut hashes = self.lock();
        hashes.last = std::mem::take(&mut hashes.current);
    }

    /// The hash of a body.
    pub(super) fn hash(&self, body: &Arc<[u8]>) -> blake3::Hash {
        let mut hashes = self.lock();
        let address = body.as_ptr().addr();
        let is_same = |entry: &Entry| Arc::ptr_eq(&entry.0, body);
        if let Some((_, hash)) = hashes.current.get(&address).filter(|entry| is_same(entry)) {
            return *hash;
        }
        let known = hashes.last.get(&address).filter(|entry| is_same(entry));
        let hash = match known {
            Some((_, hash)) => *hash,
            None => {
                #[cfg(test)]
                (hashes.count += 1);
                blake3::hash(body)
            }
        };
        hashes.current.insert(address, (Arc::clone(body), hash));
        hash
    }

    /// How many bodies were hashed so far.
    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        self.lock().count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_hashed_once_and_forgotten_when_it_is_gone() {
        let hashes = BodyHashes::default();
        let body: Arc<[u8]> = b"text".as_slice().into();
        for _ in 0..3 {
            hashes.begin();
            assert_eq!(hashes.hash(&body), blake3::hash(b"text"));
        }
        let copy: Arc<[u8]> = b"text".as_slice().into();
        assert_eq!(hashes.hash(&copy), blake3::hash(b"text"));
        assert_eq!(hashes.count(), 2);
        hashes.begin();
        hashes.begin();
        assert_eq!(Arc::strong_count(&body), 1);
    }
}
