//! Limits for one client address: how many connections it may have open, and how many requests it may send a second.
//!
//! In: addresses and the time. Out: whether a connection or a request is admitted. Both limits are off unless an operator
//! sets them. All addresses of an IPv6 /64 network count as one, because a single subscriber has at least one
//! such network (RFC 6177). Each decision takes constant time, and memory is bounded however many addresses there are.
//!
//! All workers share one [`AddressLimits`].

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The burst that one address may send, in seconds of its rate: a page and its files are requested together.
const BURST_SECONDS: u32 = 4;

/// Addresses whose requests are remembered, at most: two generations of half as many. One takes some 48 bytes.
const MAX_ADDRESSES: usize = 65_536;

/// The unit that has a limit: an IPv4 address, or the upper half of an IPv6 address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Client {
    V4(u32),
    V6Network(u64),
}

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Client {
        match address.to_canonical() {
            IpAddr::V4(address) => Client::V4(address.into()),
            IpAddr::V6(address) => {
                let bits = u128::from(address) >> 64;
                Client::V6Network(u64::try_from(bits).unwrap_or(u64::MAX))
            }
        }
    }
}

/// How long a client whose request was refused must wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RetryAfter {
    wait: Duration,
}

impl RetryAfter {
    /// The value of the field `Retry-After`, in whole seconds, at least 1 (RFC 9110, section 10.2.3).
    pub(super) fn seconds(self) -> u32 {
        let whole = self.wait.as_secs() + u64::from(self.wait.subsec_nanos() > 0);
        u32::try_from(whole.max(1)).unwrap_or(u32::MAX)
    }
}

/// The limits and what each address has used of them.
#[derive(Debug)]
pub(super) struct AddressLimits {
    max_connections: Option<NonZeroU32>,
    connections: Mutex<HashMap<Client, u32>>,
    requests: Option<Mutex<RequestRates>>,
}

impl AddressLimits {
    /// Limits of open connections and of requests a second; `None` means no limit.
    pub(super) fn new(
        max_connections: Option<NonZeroU32>,
        max_requests_per_second: Option<NonZeroU32>,
    ) -> AddressLimits {
        AddressLimits {
            max_connections,
            connections: Mutex::default(),
            requests: max_requests_per_second.map(|rate| Mutex::new(RequestRates::new(rate))),
        }
    }

    /// Admits a connection unless its address has the maximum already. The connection counts until the permit is dropped. Callers admit trusted proxies and Unix sockets, which carry many clients, with [`AddressPermit::FREE`].
    pub(super) fn admit_connection(self: &Arc<Self>, address: IpAddr) -> Option<AddressPermit> {
        let Some(max) = self.max_connections else {
            return Some(AddressPermit::FREE);
        };
        let client = Client::from(address);
        let mut connections = locked(&self.connections);
        let open = connections.entry(client).or_insert(0);
        if *open >= max.get() {
            return None;
        }
        *open += 1;
        Some(AddressPermit(Some((Arc::clone(self), client))))
    }

    /// Admits and counts a request of a client, or returns when the client may retry.
    pub(super) fn admit_request(&self, address: IpAddr, now: Instant) -> Result<(), RetryAfter> {
        match &self.requests {
            Some(requests) => locked(requests).admit(address.into(), now),
            None => Ok(()),
        }
    }

    /// Whether requests are limited at all. If not, callers need not find out the client.
    pub(super) fn limits_requests(&self) -> bool {
        self.requests.is_some()
    }

    fn release(&self, client: Client) {
        let mut connections = locked(&self.connections);
        if let Some(open) = connections.get_mut(&client) {
            *open -= 1;
            if *open == 0 {
                connections.remove(&client);
            }
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An open connection of an address; dropping it makes room for another one.
#[derive(Debug)]
pub(super) struct AddressPermit(Option<(Arc<AddressLimits>, Client)>);

impl AddressPermit {
    /// A permit that counts for no address.
    pub(super) const FREE: AddressPermit = AddressPermit(None);
}

impl Drop for AddressPermit {
    fn drop(&mut self) {
        if let Some((limits, client)) = self.0.take() {
            limits.release(client);
        }
    }
}

/// The request rate of each address, by the generic cell rate algorithm (ITU-T I.371). It stores one time for each address
/// where a token bucket would store a level and a time.
///
/// An address is dropped, and has a full burst again, after a whole generation without a request, or if there are too many
/// addresses.
#[derive(Debug)]
struct RequestRates {
    /// The time between two requests at the full rate.
    interval: Duration,
    /// How far ahead of the full rate a client may be.
    tolerance: Duration,
    /// When each address will have a full burst again.
    recent: HashMap<Client, Instant>,
    earlier: HashMap<Client, Instant>,
    /// When the recent generation started.
    generation_started: Option<Instant>,
}

impl RequestRates {
    fn new(per_second: NonZeroU32) -> RequestRates {
        let interval = Duration::from_secs(1) / per_second.get();
        let burst = per_second.get().saturating_mul(BURST_SECONDS);
        RequestRates {
            interval,
            tolerance: interval * (burst - 1),
            recent: HashMap::new(),
            earlier: HashMap::new(),
            generation_started: None,
        }
    }

    fn admit(&mut self, client: Client, now: Instant) -> Result<(), RetryAfter> {
        self.begin_generation_if_due(now);
        let known = self
            .recent
            .get(&client)
            .or_else(|| self.earlier.get(&client));
        let full_at = known.map_or(now, |at| (*at).max(now));
        let ahead = full_at.saturating_duration_since(now);
        if ahead > self.tolerance {
            let wait = ahead - self.tolerance;
            self.recent.insert(client, full_at);
            return Err(RetryAfter { wait });
        }
        self.recent.insert(client, full_at + self.interval);
        Ok(())
    }

    /// Drops the addresses without a request for a whole generation. A generation is at least as long as a burst takes to
    /// refill, so they have a full burst anyway.
    fn begin_generation_if_due(&mut self, now: Instant) {
        let started = *self.generation_started.get_or_insert(now);
        let is_old = now.saturating_duration_since(started) > self.tolerance + self.interval;
        if is_old || self.recent.len() >= MAX_ADDRESSES / 2 {
            self.earlier = std::mem::take(&mut self.recent);
            self.generation_started = Some(now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(connections: u32, requests: u32) -> Arc<AddressLimits> {
        let limit = NonZeroU32::new;
        Arc::new(AddressLimits::new(limit(connections), limit(requests)))
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    /// How many of a thousand requests are admitted at once.
    fn admitted(limits: &AddressLimits, from: &str, now: Instant) -> usize {
        let admit = |_: &i32| limits.admit_request(address(from), now).is_ok();
        (0..1_000).filter(admit).count()
    }

    #[test]
    fn nothing_is_limited_unless_an_operator_says_so() {
        let limits = limits(0, 0);
        let one = address("192.0.2.1");
        let permits: Vec<_> = (0..1_000)
            .map(|_| limits.admit_connection(one).unwrap())
            .collect();
        assert_eq!(permits.len(), 1_000);
        assert_eq!(admitted(&limits, "192.0.2.1", Instant::now()), 1_000);
        assert!(limits.connections.lock().unwrap().is_empty());
    }

    #[test]
    fn an_address_has_so_many_connections_and_others_have_as_many() {
        let limits = limits(2, 0);
        let (one, other) = (address("192.0.2.1"), address("192.0.2.2"));
        let first = limits.admit_connection(one);
        let second = limits.admit_connection(one);
        assert!(first.is_some() && second.is_some());
        assert!(limits.admit_connection(one).is_none());
        assert!(
            limits
                .admit_connection(address("::ffff:192.0.2.1"))
                .is_none()
        );
        assert!(limits.admit_connection(other).is_some());
        drop(first);
        assert!(limits.admit_connection(one).is_some());
    }

    #[test]
    fn an_address_without_connections_takes_no_memory() {
        let limits = limits(2, 0);
        for last in 0..=255 {
            drop(limits.admit_connection(IpAddr::from([192, 0, 2, last])));
        }
        assert!(limits.connections.lock().unwrap().is_empty());
    }

    #[test]
    fn a_burst_is_admitted_and_then_the_rate() {
        let limits = limits(0, 10);
        let now = Instant::now();
        assert_eq!(admitted(&limits, "192.0.2.1", now), 40);
        assert_eq!(admitted(&limits, "192.0.2.2", now), 40);
        let later = now + Duration::from_secs(1);
        assert_eq!(admitted(&limits, "192.0.2.1", later), 10);
        let much_later = now + Duration::from_secs(3_600);
        assert_eq!(admitted(&limits, "192.0.2.1", much_later), 40);
    }

    #[test]
    fn refused_requests_do_not_make_the_wait_longer() {
        let limits = limits(0, 1);
        let now = Instant::now();
        let from = address("192.0.2.1");
        assert_eq!(admitted(&limits, "192.0.2.1", now), 4);
        let refused = limits.admit_request(from, now).unwrap_err();
        assert_eq!(refused.seconds(), 1);
        assert!(
            limits
                .admit_request(from, now + Duration::from_secs(1))
                .is_ok()
        );
    }

    #[test]
    fn retry_after_is_whole_seconds_and_at_least_one() {
        for (millis, seconds) in [(1, 1), (1_000, 1), (1_001, 2), (59_999, 60)] {
            let wait = Duration::from_millis(millis);
            assert_eq!(RetryAfter { wait }.seconds(), seconds, "{millis} ms");
        }
    }

    #[test]
    fn a_network_of_ipv6_is_one_client() {
        let limits = limits(1, 1);
        let now = Instant::now();
        let _first = limits.admit_connection(address("2001:db8::1")).unwrap();
        assert!(
            limits
                .admit_connection(address("2001:db8::ffff:2"))
                .is_none()
        );
        assert!(
            limits
                .admit_connection(address("2001:db8:0:1::1"))
                .is_some()
        );
        assert_eq!(admitted(&limits, "2001:db8::1", now), 4);
        assert_eq!(admitted(&limits, "2001:db8::2", now), 0);
        assert_eq!(admitted(&limits, "2001:db8:0:1::2", now), 4);
    }

    #[test]
    fn memory_is_bounded_however_many_addresses_ask() {
        let limits = limits(0, 1);
        let now = Instant::now();
        for at in 0..(MAX_ADDRESSES as u32 * 3) {
            let _ = limits.admit_request(IpAddr::from(at.to_be_bytes()), now);
        }
        let rates = limits.requests.as_ref().unwrap().lock().unwrap();
        assert!(rates.recent.len() + rates.earlier.len() <= MAX_ADDRESSES);
    }

    #[test]
    fn an_address_that_goes_on_asking_is_not_forgotten() {
        let limits = limits(0, 1);
        let mut now = Instant::now();
        let from = "192.0.2.1";
        assert_eq!(admitted(&limits, from, now), 4);
        for _ in 0..100 {
            now += Duration::from_secs(1);
            assert_eq!(admitted(&limits, from, now), 1);
        }
    }
}
