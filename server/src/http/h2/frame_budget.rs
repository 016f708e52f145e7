//! The frame budget of a connection: how many frames a client may send without making progress.
//!
//! In: the type and the length of each frame that a client sends, and the progress of the connection (responses, bytes of
//! bodies in both directions). Out: whether the client may go on. RFC 9113, section 10.5, allows a server to treat a client
//! as an attacker that sends too many PING, SETTINGS, PRIORITY, `WINDOW_UPDATE`, `RST_STREAM`, empty or unknown frames. It
//! names the error code `ENHANCE_YOUR_CALM`.
//!
//! The budget is a token bucket. Its unit is a byte of progress, so that no fractions are needed: a frame costs
//! [`FRAME_COST`] units, a byte of a body earns one. The bucket is also refilled over time, because a client may send a
//! few PINGs on an idle connection. Ordinary clients stay far from the limit:
//!
//! | client | frames | units spent | units earned |
//! |---|---|---|---|
//! | start of a connection of Firefox | SETTINGS, `WINDOW_UPDATE`, 6 PRIORITY | 8 K of 1,000 K | - |
//! | GET of a small file | HEADERS, 2 `WINDOW_UPDATE` | 3 K | 8 K and its bytes |
//! | download; a client that acknowledges each 16 KB frame twice | 2 `WINDOW_UPDATE` a frame | 2 K | 16 K |
//! | upload in DATA frames of 16 KB | DATA | 1 K | 16 K |
//! | keep-alive PING each second, without a request | PING | 1 K a second | 10 K a second |
//! | 128 requests canceled at once | 128 HEADERS, 128 `RST_STREAM` | 256 K | 1,024 K |

use super::frame::{CONTINUATION, DATA, END_STREAM, HEADERS, PADDED};
use std::time::Duration;
use tokio::time::Instant;

/// The cost of a frame, in bytes of progress.
const FRAME_COST: u64 = 1 << 10;

/// The cost of each byte of a frame that carries neither a head nor a body, in bytes of progress.
const BYTE_COST: u64 = 4;

/// Frames that a client may send at once without progress.
pub(super) const MAX_FRAMES: u64 = 1_000;

/// Frames a second that a client may send without progress.
const FRAMES_PER_SECOND: u64 = 10;

/// Frames that a response pays for: those that request it, acknowledge it, and change its priority.
const FRAMES_PER_RESPONSE: u64 = 8;

const NANOS_PER_UNIT: u128 = 1_000_000_000 / (FRAMES_PER_SECOND * FRAME_COST) as u128;

const CAPACITY: u64 = MAX_FRAMES * FRAME_COST;

/// The frames a client may still send.
#[derive(Debug)]
pub(super) struct FrameBudget {
    /// Units that are left.
    left: u64,
    refilled_at: Instant,
    is_exceeded: bool,
}

impl FrameBudget {
    /// A full budget.
    pub(super) fn new(now: Instant) -> FrameBudget {
        FrameBudget {
            left: CAPACITY,
            refilled_at: now,
            is_exceeded: false,
        }
    }

    /// Whether the client sent more frames than it may. Progress made later does not change it back.
    pub(super) fn is_exceeded(&self) -> bool {
        self.is_exceeded
    }

    /// Refills the bucket for the time since the last call.
    pub(super) fn refill(&mut self, now: Instant) {
        let waited = now.saturating_duration_since(self.refilled_at);
        let units = waited.as_nanos() / NANOS_PER_UNIT;
        let units = u64::try_from(units).unwrap_or(u64::MAX);
        if units >= CAPACITY {
            self.refilled_at = now;
        } else {
            // A fraction of a unit counts at the next call.
            let counted = u128::from(units) * NANOS_PER_UNIT;
            self.refilled_at += Duration::from_nanos(u64::try_from(counted).unwrap_or(0));
        }
        self.add(units);
    }

    /// Counts a response as progress.
    pub(super) fn refill_for_response(&mut self) {
        self.add(FRAMES_PER_RESPONSE * FRAME_COST);
    }

    /// Counts bytes of a response body as progress; they fit the windows that the client opened.
    pub(super) fn refill_for_bytes(&mut self, bytes: usize) {
        self.add(u64::try_from(bytes).unwrap_or(u64::MAX));
    }

    /// Counts a frame of the client by its kind, its flags and the length of its payload in bytes.
    pub(super) fn spend(&mut self, kind: u8, flags: u8, len: usize) {
        let bytes = u64::try_from(len).unwrap_or(u64::MAX);
        let cost = match kind {
            // Padding is no progress.
            DATA if flags & PADDED == 0 => {
                self.add(bytes);
                if len == 0 && flags & END_STREAM != 0 {
                    // The usual end of a body that was sent in pieces; a stream has one.
                    0
                } else {
                    FRAME_COST
                }
            }
            DATA | HEADERS | CONTINUATION => FRAME_COST,
            _ => FRAME_COST.saturating_add(bytes.saturating_mul(BYTE_COST)),
        };
        match self.left.checked_sub(cost) {
            Some(left) => self.left = left,
            None => {
                self.left = 0;
                self.is_exceeded = true;
            }
        }
    }

    fn add(&mut self, units: u64) {
        self.left = self.left.saturating_add(units).min(CAPACITY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PING: u8 = 6;
    const WINDOW_UPDATE: u8 = 8;

    /// How many frames of a kind are allowed, at most 100,001.
    fn count_until_exceeded(budget: &mut FrameBudget, kind: u8, len: usize) -> u64 {
        let mut count = 0;
        while !budget.is_exceeded() && count < 100_000 {
            budget.spend(kind, 0, len);
            count += 1;
        }
        count
    }

    #[test]
    fn frames_without_progress_end_the_budget() {
        for (name, kind, len, expected) in [
            ("PING", PING, 8, 970),
            ("SETTINGS without content", 4, 0, 1_001),
            ("SETTINGS with six entries", 4, 36, 877),
            ("PRIORITY", 2, 5, 981),
            ("WINDOW_UPDATE", WINDOW_UPDATE, 4, 985),
            ("RST_STREAM", 3, 4, 985),
            ("empty CONTINUATION", CONTINUATION, 0, 1_001),
            ("HEADERS that are never answered", HEADERS, 20, 1_001),
            ("empty DATA", DATA, 0, 1_001),
            ("DATA of one byte", DATA, 1, 1_001),
            ("unknown", 0xee, 0, 1_001),
            ("unknown of 16 KB", 0xee, 16 << 10, 16),
        ] {
            let mut budget = FrameBudget::new(Instant::now());
            let count = count_until_exceeded(&mut budget, kind, len);
            assert_eq!(count, expected, "{name}");
        }
    }

    #[test]
    fn padding_is_no_progress() {
        let mut budget = FrameBudget::new(Instant::now());
        for _ in 0..=MAX_FRAMES {
            budget.spend(DATA, PADDED, 256);
        }
        assert!(budget.is_exceeded());
    }

    #[test]
    fn a_ping_each_second_is_always_allowed() {
        let mut now = Instant::now();
        let mut budget = FrameBudget::new(now);
        for _ in 0..100_000 {
            now += Duration::from_secs(1);
            budget.refill(now);
            budget.spend(PING, 0, 8);
        }
        assert!(!budget.is_exceeded());
    }

    #[test]
    fn short_steps_of_the_clock_refill_as_much_as_long_ones() {
        let begin = Instant::now();
        let mut budget = FrameBudget::new(begin);
        for _ in 0..990 {
            budget.spend(DATA, 0, 0);
        }
        for step in 1..=10_000_u64 {
            budget.refill(begin + Duration::from_micros(step * 100));
        }
        // 10 frames were left, and a second brings 10.
        assert_eq!(count_until_exceeded(&mut budget, DATA, 0), 21);
    }

    #[test]
    fn a_download_that_is_acknowledged_twice_a_frame_is_allowed() {
        let mut budget = FrameBudget::new(Instant::now());
        for _ in 0..100_000 {
            budget.refill_for_bytes(16 << 10);
            budget.spend(WINDOW_UPDATE, 0, 4);
            budget.spend(WINDOW_UPDATE, 0, 4);
        }
        assert!(!budget.is_exceeded());
    }

    #[test]
    fn many_small_requests_are_allowed() {
        let mut budget = FrameBudget::new(Instant::now());
        for _ in 0..100_000 {
            budget.spend(HEADERS, 0, 60);
            budget.spend(2, 0, 5);
            budget.refill_for_response();
            budget.spend(WINDOW_UPDATE, 0, 4);
            budget.spend(WINDOW_UPDATE, 0, 4);
        }
        assert!(!budget.is_exceeded());
    }

    #[test]
    fn an_upload_of_whole_frames_is_allowed() {
        let mut budget = FrameBudget::new(Instant::now());
        for _ in 0..100_000 {
            budget.spend(DATA, 0, 1 << 10);
        }
        assert!(!budget.is_exceeded());
    }

    #[test]
    fn a_window_of_one_byte_for_each_byte_is_not_allowed() {
        let mut budget = FrameBudget::new(Instant::now());
        let mut count = 0;
        while !budget.is_exceeded() {
            budget.refill_for_bytes(1);
            budget.spend(WINDOW_UPDATE, 0, 4);
            count += 1;
        }
        assert_eq!(count, 986);
    }
}
