//! Limits the bytes of composed responses that wait on one connection.
//!
//! In: the body of a response, and the number of bytes that wait. Out: a body that is counted until its last byte is sent
//! or dropped, or nothing if too many wait. Pages are slices of the executable and cost no memory. A search response is
//! composed for one client, which may request [`super::MAX_STREAMS`] of them at once and open no window.

use actix_web::web::Bytes;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes of composed responses that may wait on one connection; a single response may be longer.
pub(super) const MAX_UNSENT: usize = 4 << 20;

/// Counts a body, unless too many bytes wait already.
pub(super) fn count_body(body: Bytes, unsent: &Arc<AtomicUsize>) -> Option<Bytes> {
    if unsent.load(Ordering::Relaxed) >= MAX_UNSENT {
        return None;
    }
    if body.is_empty() {
        return Some(body);
    }
    unsent.fetch_add(body.len(), Ordering::Relaxed);
    Some(Bytes::from_owner(CountedBody {
        body,
        unsent: Arc::clone(unsent),
    }))
}

/// A body that is counted until it is dropped.
struct CountedBody {
    body: Bytes,
    unsent: Arc<AtomicUsize>,
}

impl AsRef<[u8]> for CountedBody {
    fn as_ref(&self) -> &[u8] {
        &self.body
    }
}

impl Drop for CountedBody {
    fn drop(&mut self) {
        self.unsent.fetch_sub(self.body.len(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_counted_until_its_last_piece_is_dropped() {
        let unsent = Arc::default();
        let mut body = count_body(Bytes::from(vec![7; 1_000]), &unsent).unwrap();
        assert_eq!(unsent.load(Ordering::Relaxed), 1_000);
        let piece = body.split_to(10);
        drop(body);
        assert_eq!(unsent.load(Ordering::Relaxed), 1_000);
        assert_eq!(&piece[..], [7; 10]);
        drop(piece);
        assert_eq!(unsent.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn no_more_is_counted_beyond_the_limit() {
        let unsent = Arc::default();
        let first = count_body(Bytes::from(vec![0; MAX_UNSENT]), &unsent);
        assert!(first.is_some());
        assert!(count_body(Bytes::from_static(b"one more"), &unsent).is_none());
        drop(first);
        assert!(count_body(Bytes::from_static(b"one more"), &unsent).is_some());
    }
}
