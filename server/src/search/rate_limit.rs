//! Limits the CPU time that searches of one client address may use: a token bucket in milliseconds, refilled at a share
//! of a core.
//!
//! A request is charged a small fixed cost when it is admitted, and the CPU time of its searches when it is answered.
//! All clients without a distinct address (loopback and Unix sockets, where a proxy connects for everybody) share one
//! larger bucket. A /64 network of IPv6 counts as one address, because one household has a whole such network.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The share of a core that an address gets, in percent. A search takes some 2 to 10 ms: a reader who types ten letters
/// a second takes less than half of this share, and the bucket is full after ten seconds of rest.
pub const DEFAULT_SHARE: u32 = 20;
/// The seconds after which an empty bucket is full again: how much may be used at once.
const SECONDS_TO_FILL: f64 = 10.0;
/// How much larger the bucket is that all clients behind loopback share.
const LOCAL_FACTOR: f64 = 4.0;
/// The cost of each admitted request, even if it is refused later: reading its body, writing its response.
const FIXED_COST: Duration = Duration::from_millis(1);
/// Addresses remembered in each of the two generations.
const ADDRESSES_PER_GENERATION: usize = 5_000;

/// The buckets of all addresses. Shared by all threads.
#[derive(Debug)]
pub struct Limiter {
    /// Milliseconds of CPU time for each second; 0 for no limit.
    share: f64,
    buckets: Mutex<Buckets>,
}

/// Whether a request is admitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// The request is admitted, and its fixed cost is charged.
    Admitted,
    /// The request is refused, and nothing is charged.
    Refused {
        /// Seconds until the next request will be admitted, at least 1: for `Retry-After` (RFC 9110, section 10.2.3).
        retry_after: u64,
    },
}

/// Two generations: once the newer one is full, it becomes the older one, which is dropped. An address that sends a
/// request moves to the newer one. So eviction costs no more than insertion.
#[derive(Debug, Default)]
struct Buckets {
    newer: HashMap<IpAddr, Bucket>,
    older: HashMap<IpAddr, Bucket>,
    local: Option<Bucket>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    /// Milliseconds; below zero after searches that took more than was left.
    left: f64,
    since: Instant,
}

impl Default for Limiter {
    fn default() -> Self {
        Limiter::new(DEFAULT_SHARE)
    }
}

impl Limiter {
    /// A limiter that gives each address this share of a core, in percent; 0 for no limit.
    #[must_use]
    pub fn new(percent: u32) -> Limiter {
        Limiter {
            share: f64::from(percent) * 10.0,
            buckets: Mutex::default(),
        }
    }

    /// Whether a request of this client may be answered. `None` is a client on a Unix socket.
    pub fn admits(&self, address: Option<IpAddr>, now: Instant) -> Admission {
        if self.share == 0.0 {
            return Admission::Admitted;
        }
        let (network, share) = self.bucket_key(address);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let bucket = buckets.of(network, share, now);
        if bucket.left > 0.0 {
            bucket.left -= milliseconds(FIXED_COST);
            return Admission::Admitted;
        }
        // Until one fixed cost is available, so that not just a single request is admitted then.
        let seconds = (milliseconds(FIXED_COST) - bucket.left) / share;
        Admission::Refused {
            retry_after: (seconds.ceil() as u64).max(1),
        }
    }

    /// Charges an admitted request the CPU time that its answer took.
    pub fn charge(&self, address: Option<IpAddr>, used: Duration, now: Instant) {
        if self.share == 0.0 {
            return;
        }
        let (network, share) = self.bucket_key(address);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let bucket = buckets.of(network, share, now);
        // The debt is bounded: no client waits longer than a full bucket takes to fill.
        bucket.left = (bucket.left - milliseconds(used)).max(-share * SECONDS_TO_FILL);
    }

    /// The network of an address (`None` for all local ones), and its milliseconds for each second.
    fn bucket_key(&self, address: Option<IpAddr>) -> (Option<IpAddr>, f64) {
        match client_of(address) {
            Some(network) => (Some(network), self.share),
            None => (None, self.share * LOCAL_FACTOR),
        }
    }
}

impl Buckets {
    /// The bucket of a network, refilled up to now.
    fn of(&mut self, network: Option<IpAddr>, share: f64, now: Instant) -> &mut Bucket {
        let size = share * SECONDS_TO_FILL;
        let full = Bucket {
            left: size,
            since: now,
        };
        let bucket = match network {
            None => self.local.get_or_insert(full),
            Some(network) => {
                let is_new = !self.newer.contains_key(&network);
                if is_new && self.newer.len() >= ADDRESSES_PER_GENERATION {
                    self.older = std::mem::take(&mut self.newer);
                }
                let older = &mut self.older;
                self.newer
                    .entry(network)
                    .or_insert_with(|| older.remove(&network).unwrap_or(full))
            }
        };
        let waited = now.saturating_duration_since(bucket.since);
        bucket.left = (bucket.left + waited.as_secs_f64() * share).min(size);
        bucket.since = bucket.since.max(now);
        bucket
    }
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

/// The client of an address: the address itself or its IPv6 network; `None` for all addresses of this machine.
#[must_use]
pub fn client_of(address: Option<IpAddr>) -> Option<IpAddr> {
    address
        .map(|address| address.to_canonical())
        .filter(|address| !address.is_loopback())
        .map(network)
}

fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
        IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAR: Option<IpAddr> = Some(IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1)));

    fn is_admitted(limiter: &Limiter, address: Option<IpAddr>, now: Instant) -> bool {
        limiter.admits(address, now) == Admission::Admitted
    }

    fn admitted(limiter: &Limiter, address: Option<IpAddr>, now: Instant) -> usize {
        (0..100_000)
            .take_while(|_| is_admitted(limiter, address, now))
            .count()
    }

    #[test]
    fn costly_searches_use_up_the_share_sooner_than_cheap_ones() {
        let now = Instant::now();
        let cheap = Limiter::new(20);
        assert_eq!(admitted(&cheap, FAR, now), 2_000);
        let costly = Limiter::new(20);
        let mut count = 0;
        while is_admitted(&costly, FAR, now) {
            costly.charge(FAR, Duration::from_millis(99), now);
            count += 1;
        }
        assert_eq!(count, 20);
    }

    #[test]
    fn a_second_gives_the_share_of_a_second() {
        let limiter = Limiter::new(20);
        let now = Instant::now();
        assert_eq!(admitted(&limiter, FAR, now), 2_000);
        assert_eq!(admitted(&limiter, FAR, now + Duration::from_secs(1)), 200);
    }

    #[test]
    fn a_refused_client_learns_when_to_come_back() {
        let limiter = Limiter::new(20);
        let now = Instant::now();
        assert!(is_admitted(&limiter, FAR, now));
        limiter.charge(FAR, Duration::from_millis(2_999), now);
        let Admission::Refused { retry_after } = limiter.admits(FAR, now) else {
            panic!("admitted with a debt of a second");
        };
        assert_eq!(retry_after, 6);
        let later = now + Duration::from_secs(retry_after);
        assert!(is_admitted(&limiter, FAR, later));
    }

    #[test]
    fn a_debt_is_bounded() {
        let limiter = Limiter::new(20);
        let now = Instant::now();
        limiter.charge(FAR, Duration::from_secs(3_600), now);
        let refused = limiter.admits(FAR, now);
        assert_eq!(refused, Admission::Refused { retry_after: 11 });
    }

    #[test]
    fn local_clients_share_one_larger_bucket() {
        let limiter = Limiter::new(20);
        let now = Instant::now();
        assert_eq!(admitted(&limiter, None, now), 8_000);
        for address in ["127.0.0.1", "127.0.0.9", "::1", "::ffff:127.0.0.1"] {
            assert!(!is_admitted(&limiter, address.parse().ok(), now));
        }
        assert!(is_admitted(&limiter, FAR, now));
    }

    #[test]
    fn a_network_of_ipv6_is_one_address() {
        let limiter = Limiter::new(20);
        let now = Instant::now();
        admitted(&limiter, "2001:db8::1".parse().ok(), now);
        assert!(!is_admitted(&limiter, "2001:db8::2".parse().ok(), now));
        assert!(is_admitted(&limiter, "2001:db8:0:1::2".parse().ok(), now));
    }

    #[test]
    fn no_share_is_no_limit() {
        let limiter = Limiter::new(0);
        let now = Instant::now();
        limiter.charge(FAR, Duration::from_secs(3_600), now);
        assert!(is_admitted(&limiter, FAR, now));
    }

    #[test]
    fn many_addresses_take_bounded_memory_and_the_busy_ones_are_remembered() {
        let limiter = Limiter::new(20);
        let now = Instant::now();
        admitted(&limiter, FAR, now);
        for number in 0..100_000_u32 {
            let address = Some(IpAddr::from((0x0a00_0000 + number).to_be_bytes()));
            assert!(is_admitted(&limiter, address, now));
            assert!(!is_admitted(&limiter, FAR, now));
        }
        let buckets = limiter.buckets.lock().unwrap();
        assert!(buckets.newer.len() + buckets.older.len() <= 10_000);
    }
}
