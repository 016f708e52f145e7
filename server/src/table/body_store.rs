//! Bodies that are not in the blob, shared by all requests that need them at the same time.
//!
//! The latest stay in memory, up to [`CACHED_BYTES`]. Of others only those that are being sent are in memory, each once, however
//! many clients read them: the bytes of all bodies together are the limit that no client can exceed.

use super::BodyError;
use actix_web::web::Bytes;
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Limit of the bytes of cached bodies.
const CACHED_BYTES: usize = 32 << 20;

/// A larger body is not cached: it would replace hundreds of pages.
const MAX_CACHED_BODY: usize = 1 << 20;

/// Bytes of the bodies that the workers' caches may retain for good. A body counts once for each worker.
const MAX_RETAINED_BYTES: usize = 32 << 20;

/// The store. Its keys are entity tags, which differ where bytes do.
#[derive(Debug, Default)]
pub(super) struct BodyStore {
    state: Mutex<State>,
    retained_bytes: AtomicUsize,
}

#[derive(Debug, Default)]
struct State {
    known: HashMap<&'static str, Weak<Vec<u8>>>,
    /// The latest bodies, oldest first.
    cached: VecDeque<Arc<Vec<u8>>>,
    bytes: usize,
}

/// Bytes that a response shares with the store.
struct Shared(Arc<Vec<u8>>);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl BodyStore {
    /// The body of this tag; `make` makes it if no other request has it.
    pub(super) fn get_or_make(
        &self,
        tag: &'static str,
        make: impl FnOnce() -> Result<Vec<u8>, BodyError>,
    ) -> Result<Bytes, BodyError> {
        if let Some(known) = self.state().known.get(tag).and_then(Weak::upgrade) {
            return Ok(Bytes::from_owner(Shared(known)));
        }
        // Two workers may make the same body at once. Waiting would block all other requests of one of them.
        let body = Arc::new(make()?);
        self.state().insert(tag, &body);
        Ok(Bytes::from_owner(Shared(body)))
    }

    pub(super) fn can_retain(&self) -> bool {
        self.retained_bytes.load(Ordering::Relaxed) < MAX_RETAINED_BYTES
    }

    pub(super) fn retain(&self, len: usize) {
        self.retained_bytes.fetch_add(len, Ordering::Relaxed);
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        // Nothing in here panics with the lock held.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn insert(&mut self, tag: &'static str, body: &Arc<Vec<u8>>) {
        self.known.insert(tag, Arc::downgrade(body));
        if body.len() > MAX_CACHED_BODY {
            return;
        }
        self.bytes += body.len();
        self.cached.push_back(Arc::clone(body));
        while self.bytes > CACHED_BYTES
            && let Some(oldest) = self.cached.pop_front()
        {
            self.bytes -= oldest.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_made_once_while_it_is_cached_or_sent() {
        let store = BodyStore::default();
        let first = store.get_or_make("a", || Ok(vec![1; 10])).unwrap();
        let second = store.get_or_make("a", || Err(BodyError::Differs)).unwrap();
        assert_eq!(first.as_ptr(), second.as_ptr());
        let large = store.get_or_make("b", || Ok(vec![2; MAX_CACHED_BODY + 1]));
        assert!(store.get_or_make("b", || Err(BodyError::Differs)).is_ok());
        drop(large);
        let again = store.get_or_make("b", || Err(BodyError::Differs));
        assert_eq!(again.unwrap_err(), BodyError::Differs);
    }

    #[test]
    fn cached_bodies_have_a_limit() {
        const TAGS: [&str; 40] = ["x"; 40];
        let store = BodyStore::default();
        for tag in TAGS {
            store
                .state()
                .insert(tag, &Arc::new(vec![0; MAX_CACHED_BODY]));
        }
        let state = store.state();
        assert_eq!((state.cached.len(), state.bytes), (32, CACHED_BYTES));
    }
}
