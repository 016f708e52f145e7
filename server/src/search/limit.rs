//! How often one address may ask: so many times a second, with a store for bursts. Machines of the same house (loopback)
//! are not counted: a proxy there speaks for everybody.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Requests a second, and how many may come at once.
pub const PER_SECOND: u32 = 50;
/// See [`PER_SECOND`].
pub const BURST: u32 = 200;
/// Addresses remembered; those that have rested are forgotten first.
const MOST_ADDRESSES: usize = 10_000;

/// What is left to each address. Shared by all workers.
#[derive(Debug)]
pub struct Limiter {
    per_second: f64,
    burst: f64,
    left: Mutex<HashMap<IpAddr, (f64, Instant)>>,
}

impl Default for Limiter {
    fn default() -> Self {
        Limiter::new(PER_SECOND, BURST)
    }
}

impl Limiter {
    /// A limiter; none at all when `per_second` is 0.
    #[must_use]
    pub fn new(per_second: u32, burst: u32) -> Limiter {
        Limiter {
            per_second: f64::from(per_second),
            burst: f64::from(burst.max(1)),
            left: Mutex::default(),
        }
    }

    /// Whether a request may be answered; it is counted then.
    pub fn admits(&self, address: Option<IpAddr>, now: Instant) -> bool {
        let Some(address) = address.map(|address| address.to_canonical()) else {
            return true;
        };
        if self.per_second == 0.0 || address.is_loopback() {
            return true;
        }
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        if left.len() >= MOST_ADDRESSES {
            let refill = |(left, since): &(f64, Instant)| {
                left + now.saturating_duration_since(*since).as_secs_f64() * self.per_second
            };
            left.retain(|_, state| refill(state) < self.burst);
        }
        let (tokens, since) = left.entry(network(address)).or_insert((self.burst, now));
        let waited = now.saturating_duration_since(*since).as_secs_f64();
        *tokens = (*tokens + waited * self.per_second).min(self.burst);
        *since = now;
        let is_admitted = *tokens >= 1.0;
        if is_admitted {
            *tokens -= 1.0;
        }
        is_admitted
    }
}

/// An address of IPv6 stands for its network: a house has millions of them.
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
    use std::time::Duration;

    #[test]
    fn a_burst_is_admitted_and_then_the_rate() {
        let limiter = Limiter::new(50, 200);
        let now = Instant::now();
        let far = Some(IpAddr::from([192, 0, 2, 1]));
        let admitted = (0..300).filter(|_| limiter.admits(far, now)).count();
        assert_eq!(admitted, 200);
        assert!(limiter.admits(Some(IpAddr::from([192, 0, 2, 2])), now));
        let later = now + Duration::from_secs(1);
        let admitted = (0..300).filter(|_| limiter.admits(far, later)).count();
        assert_eq!(admitted, 50);
    }

    #[test]
    fn loopback_is_not_counted() {
        let limiter = Limiter::new(1, 1);
        let now = Instant::now();
        for address in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
            let address = address.parse().ok();
            assert!((0..10).all(|_| limiter.admits(address, now)));
        }
    }

    #[test]
    fn a_network_of_ipv6_is_one_address() {
        let limiter = Limiter::new(1, 1);
        let now = Instant::now();
        assert!(limiter.admits("2001:db8::1".parse().ok(), now));
        assert!(!limiter.admits("2001:db8::2".parse().ok(), now));
        assert!(limiter.admits("2001:db8:0:1::2".parse().ok(), now));
    }
}
