//! Limits the bytes of composed responses that are not sent yet, for each client and for all clients together.
//!
//! Pages are slices of the executable and cost no memory. A search response is composed for one client, which may read it
//! slowly or never. In: the client and the body of a response. Out: whether there is room for another response, and a body
//! that is counted until its last byte is sent or dropped.

use super::search_pool::SearchClient;
use actix_web::web::Bytes;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Unsent bytes of all clients together.
const MAX_TOTAL: usize = 64 << 20;

/// Unsent bytes of one client. Clients of this machine have only the total limit.
const MAX_PER_CLIENT: usize = 8 << 20;

/// Counts the composed bytes that are not sent yet.
#[derive(Clone, Debug, Default)]
pub(in crate::http) struct ComposedBytes(Arc<Mutex<Counts>>);

#[derive(Debug, Default)]
struct Counts {
    total: usize,
    clients: HashMap<SearchClient, usize>,
}

impl ComposedBytes {
    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether another response may be composed for a client. It may exceed the limit by its own length.
    pub(in crate::http) fn has_room(&self, client: SearchClient) -> bool {
        let counts = self.counts();
        let own = counts.clients.get(&client).copied().unwrap_or_default();
        counts.total < MAX_TOTAL && (client.is_none() || own < MAX_PER_CLIENT)
    }

    /// Counts a body until it is dropped.
    pub(in crate::http) fn count(&self, client: SearchClient, body: Bytes) -> Bytes {
        if body.is_empty() {
            return body;
        }
        let mut counts = self.counts();
        counts.total += body.len();
        *counts.clients.entry(client).or_default() += body.len();
        drop(counts);
        Bytes::from_owner(CountedBody {
            body,
            client,
            composed: self.clone(),
        })
    }
}

struct CountedBody {
    body: Bytes,
    client: SearchClient,
    composed: ComposedBytes,
}

impl AsRef<[u8]> for CountedBody {
    fn as_ref(&self) -> &[u8] {
        &self.body
    }
}

impl Drop for CountedBody {
    fn drop(&mut self) {
        let len = self.body.len();
        let mut counts = self.composed.counts();
        counts.total -= len;
        if let Some(own) = counts.clients.get_mut(&self.client) {
            *own -= len;
            if *own == 0 {
                counts.clients.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    fn client(number: u8) -> SearchClient {
        Some(IpAddr::from([192, 0, 2, number]))
    }

    #[test]
    fn a_client_that_takes_nothing_gets_no_more_and_others_do() {
        let composed = ComposedBytes::default();
        let body = composed.count(client(1), Bytes::from(vec![0; MAX_PER_CLIENT]));
        assert!(!composed.has_room(client(1)));
        assert!(composed.has_room(client(2)) && composed.has_room(None));
        drop(body);
        assert!(composed.has_room(client(1)));
        assert!(composed.counts().clients.is_empty());
    }

    #[test]
    fn all_clients_together_have_a_bound() {
        let composed = ComposedBytes::default();
        let bodies: Vec<Bytes> = (0..8)
            .map(|number| composed.count(client(number), Bytes::from(vec![0; MAX_TOTAL / 8])))
            .collect();
        assert!(!composed.has_room(client(99)) && !composed.has_room(None));
        drop(bodies);
        assert_eq!(composed.counts().total, 0);
    }

    #[test]
    fn a_body_is_counted_until_its_last_piece_is_dropped() {
        let composed = ComposedBytes::default();
        let mut body = composed.count(None, Bytes::from(vec![7; 1000]));
        let piece = body.split_to(10);
        drop(body);
        assert_eq!(composed.counts().total, 1000);
        drop(piece);
        assert_eq!(composed.counts().total, 0);
    }
}
