//! Limits the work of one search request: in visits, and in CPU time of the thread that answers it.
//!
//! A *visit* is a unit of work of about a microsecond in a release build, such as reading one section, some dozens of
//! postings, or a few dozen bytes of a text. The number of visits depends on the request and the index only, so that the
//! limit of visits gives the same response on every machine. The limit of CPU time is a second safeguard.
//!
//! Code takes visits from the budget before it works. When the budget refuses, the work is skipped and the response has
//! `search_cutoff`.

use rustix::time::{ClockId, clock_gettime};
use std::cell::Cell;
use std::fmt;
use std::time::Duration;

/// The default limit of visits. On an index of 5,300 sections a request of our interface takes
/// 700 to 3,000 visits, and one of `DocSearch` (three searches, two facets, 45 hits) up to 9,000. A visit takes 0.1 to
/// 1.8 microseconds of a release build, so that the most costly requests end before a hundred milliseconds.
pub const DEFAULT_VISITS: u32 = 50_000;

/// The default limit of CPU time.
pub const DEFAULT_TIME: Duration = Duration::from_millis(50);

/// After so many visits the clock is read again: reading it is a system call of a fraction of a microsecond.
const CLOCK_INTERVAL: u64 = 256;

/// The limits of one request. Zero means no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// CPU time of the thread that answers.
    pub time: Duration,
    /// Visits, see the module.
    pub visits: u32,
}

impl SearchLimits {
    /// No limits: for authors' commands.
    pub const UNLIMITED: SearchLimits = SearchLimits {
        time: Duration::ZERO,
        visits: 0,
    };
}

impl Default for SearchLimits {
    /// Debug builds have no limit of time: their speed says nothing about the work, and their answers must be those of
    /// a release build.
    fn default() -> SearchLimits {
        SearchLimits {
            time: if cfg!(debug_assertions) {
                Duration::ZERO
            } else {
                DEFAULT_TIME
            },
            visits: DEFAULT_VISITS,
        }
    }
}

/// The stages of a response. Finding may take three quarters of the budget, which leaves some for writing hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Terms, postings, filters, ranking, facets and groups.
    Find,
    /// Writing hits.
    Compose,
}

/// The remaining budget of a request. It must be created on the thread that answers the request.
pub struct Budget {
    limits: SearchLimits,
    clock: Box<dyn Fn() -> Duration + Send>,
    started: Duration,
    used: Cell<Duration>,
    visits: Cell<u64>,
    next_clock_read: Cell<u64>,
    refusals: Cell<u32>,
    /// The refusals before the present search.
    earlier_refusals: Cell<u32>,
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("limits", &self.limits)
            .field("visits", &self.visits)
            .finish_non_exhaustive()
    }
}

impl Budget {
    /// A budget whose time is read from `clock`, which only ever grows.
    #[must_use]
    pub fn new(limits: SearchLimits, clock: impl Fn() -> Duration + Send + 'static) -> Budget {
        Budget {
            limits,
            started: clock(),
            clock: Box::new(clock),
            used: Cell::default(),
            visits: Cell::new(0),
            next_clock_read: Cell::new(CLOCK_INTERVAL),
            refusals: Cell::new(0),
            earlier_refusals: Cell::new(0),
        }
    }

    /// A budget in CPU time of the present thread.
    #[must_use]
    pub fn of_this_thread(limits: SearchLimits) -> Budget {
        Budget::new(limits, thread_time)
    }

    /// A budget without limits.
    #[must_use]
    pub fn unlimited() -> Budget {
        Budget::new(SearchLimits::UNLIMITED, || Duration::ZERO)
    }

    /// Takes visits from the budget. On `false` the caller must skip the work.
    #[must_use]
    pub fn take(&self, stage: Stage, visits: usize) -> bool {
        let total = self.visits.get().saturating_add(visits as u64);
        if total >= self.next_clock_read.get() && !self.limits.time.is_zero() {
            self.used.set(self.elapsed());
            let visits = self.visits.get();
            self.next_clock_read
                .set(visits.saturating_add(CLOCK_INTERVAL));
        }
        let is_granted = self.has_visits(stage, total) && self.has_time(stage);
        if is_granted {
            self.visits.set(total);
        } else {
            self.refusals.set(self.refusals.get().saturating_add(1));
        }
        is_granted
    }

    fn has_visits(&self, stage: Stage, total: u64) -> bool {
        let limit = u64::from(self.limits.visits);
        let limit_of_stage = match stage {
            Stage::Find => limit * 3 / 4,
            Stage::Compose => limit,
        };
        limit == 0 || total <= limit_of_stage
    }

    fn has_time(&self, stage: Stage) -> bool {
        let limit = self.limits.time;
        let limit_of_stage = match stage {
            Stage::Find => limit * 3 / 4,
            Stage::Compose => limit,
        };
        limit.is_zero() || self.used.get() <= limit_of_stage
    }

    /// Begins another search of the request.
    pub fn begin_search(&self) {
        self.earlier_refusals.set(self.refusals.get());
    }

    /// Whether work of the present search was refused, so that its answer is incomplete.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.refusals.get() > self.earlier_refusals.get()
    }

    /// The visits taken so far: never more than the limit.
    #[must_use]
    pub fn visits(&self) -> u64 {
        self.visits.get()
    }

    /// The CPU time since the budget was made.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        (self.clock)().saturating_sub(self.started)
    }
}

/// The CPU time that the present thread has used so far.
#[must_use]
pub fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
    let nanoseconds = u32::try_from(time.tv_nsec).unwrap_or_default();
    Duration::new(seconds, nanoseconds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn visits_are_granted_up_to_the_limit_and_never_beyond() {
        let budget = Budget::new(limits(0, 100), || Duration::ZERO);
        assert!(budget.take(Stage::Find, 75));
        assert!(!budget.take(Stage::Find, 1));
        assert!(budget.take(Stage::Compose, 25));
        assert!(!budget.take(Stage::Compose, 1));
        assert_eq!(budget.visits(), 100);
    }

    #[test]
    fn a_refused_piece_of_work_leaves_its_visits_to_others() {
        let budget = Budget::new(limits(0, 100), || Duration::ZERO);
        assert!(!budget.take(Stage::Find, 76));
        assert!(budget.take(Stage::Find, 75));
    }

    #[test]
    fn each_search_of_a_request_is_cut_for_itself() {
        let budget = Budget::new(limits(0, 100), || Duration::ZERO);
        budget.begin_search();
        assert!(!budget.take(Stage::Find, 80));
        assert!(budget.is_cut());
        budget.begin_search();
        assert!(budget.take(Stage::Find, 10));
        assert!(!budget.is_cut());
    }

    #[test]
    fn time_is_looked_at_every_few_visits() {
        let milliseconds = Arc::new(AtomicU64::new(7));
        let clock = Arc::clone(&milliseconds);
        let budget = Budget::new(limits(40, 0), move || {
            Duration::from_millis(clock.load(Ordering::Relaxed))
        });
        milliseconds.store(7 + 31, Ordering::Relaxed);
        assert!(budget.take(Stage::Find, 1));
        assert!(!budget.take(Stage::Find, CLOCK_INTERVAL as usize));
        assert!(budget.take(Stage::Compose, 1));
        milliseconds.store(7 + 41, Ordering::Relaxed);
        assert!(!budget.take(Stage::Compose, CLOCK_INTERVAL as usize));
        assert_eq!(budget.elapsed(), Duration::from_millis(41));
    }

    #[test]
    fn zero_is_no_limit() {
        let budget = Budget::unlimited();
        assert!(budget.take(Stage::Find, usize::MAX));
        assert!(!budget.is_cut());
    }

    #[test]
    fn the_time_of_a_thread_grows_with_its_work() {
        let before = thread_time();
        let mut sum = 0_u64;
        while thread_time() == before {
            sum = sum.wrapping_mul(31).wrapping_add(1);
        }
        assert!(thread_time() > before, "{sum}");
    }

    fn limits(milliseconds: u64, visits: u32) -> SearchLimits {
        SearchLimits {
            time: Duration::from_millis(milliseconds),
            visits,
        }
    }
}
