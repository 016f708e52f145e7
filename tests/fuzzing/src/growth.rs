//! Measures how work grows with its input.
//!
//! The work for a small and for a large input is compared by the processor time of this thread, so that neither a slow
//! machine nor a busy one changes the ratio. Linear work grows in proportion to the input, quadratic work by its square.

use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// The ratio of the larger input to the smaller one.
const GROWTH: u32 = 8;

/// The factor by which caches and other processes may slow linear work; quadratic work exceeds it by [`GROWTH`].
const NOISE: u32 = 3;

/// How often the measures are repeated; the least of each counts.
const ROUNDS: usize = 6;

/// Work below this is too little to compare.
const RESOLUTION: Duration = Duration::from_micros(100);

/// Says by how much `work` outgrows its input, if it does; `work` gets the size of an input, at most `max_size`.
#[must_use]
pub fn outgrows(max_size: usize, work: impl Fn(usize)) -> Option<String> {
    let [mut small, mut large] = [Duration::MAX; 2];
    for _ in 0..ROUNDS {
        small = small.min(thread_time(|| work(max_size / GROWTH as usize)));
        large = large.min(thread_time(|| work(max_size)));
        if large <= small.max(RESOLUTION) * GROWTH * NOISE {
            return None;
        }
    }
    Some(format!(
        "{large:?} for {max_size}, {small:?} for 1/{GROWTH} of it"
    ))
}

/// The processor time that this thread takes for `work`.
fn thread_time(work: impl FnOnce()) -> Duration {
    let now = || {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
        let nanoseconds = u32::try_from(time.tv_nsec).unwrap_or_default();
        Duration::new(seconds, nanoseconds)
    };
    let start = now();
    work();
    now().saturating_sub(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quadratic_work_is_found_and_linear_work_is_not() {
        let count = |steps: usize| {
            let mut sum = 0_usize;
            for step in 0..steps {
                sum = std::hint::black_box(sum.wrapping_add(step));
            }
        };
        assert_eq!(outgrows(800_000, count), None);
        assert!(outgrows(4_000, |size| count(size * size)).is_some());
    }
}
