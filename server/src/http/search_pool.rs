//! Threads that run searches, so that no page, health check, timeout or stop waits for one.
//!
//! In: closures, of which a bounded number may wait. Out: their results, as futures. A search beyond the bound is refused
//! at once, for its client would wait longer than it is patient.

use std::fmt;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tokio::sync::oneshot;

/// Searches that may wait for each thread. With the default budget of a search this is about a second.
const WAITING_PER_THREAD: usize = 16;

/// Added to the threads' nice value, so that workers run first where there are fewer processors than threads.
const NICENESS: i32 = 5;

type Job = Box<dyn FnOnce() + Send>;

/// The pool; its threads start with the first search.
pub(super) struct SearchPool {
    threads: usize,
    capacity: usize,
    /// Searches that wait or run.
    taken: Arc<AtomicUsize>,
    jobs: OnceLock<Sender<Job>>,
}

/// As many searches wait as may.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PoolFull;

/// The right to run one search.
pub(super) struct Slot<'p> {
    pool: &'p SearchPool,
    taken: Taken,
}

/// One of the pool's places, until dropped.
struct Taken(Arc<AtomicUsize>);

impl Drop for Taken {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Default for SearchPool {
    /// One thread for two processors: searches are the smaller part of a site's work.
    fn default() -> SearchPool {
        let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        SearchPool::new(processors.div_ceil(2))
    }
}

impl SearchPool {
    pub(super) fn new(threads: usize) -> SearchPool {
        SearchPool {
            threads,
            capacity: threads * (1 + WAITING_PER_THREAD),
            taken: Arc::default(),
            jobs: OnceLock::new(),
        }
    }

    /// A place for one search, unless all are taken.
    pub(super) fn reserve(&self) -> Result<Slot<'_>, PoolFull> {
        let before = self.taken.fetch_add(1, Ordering::Relaxed);
        let taken = Taken(Arc::clone(&self.taken));
        match before < self.capacity {
            true => Ok(Slot { pool: self, taken }),
            false => Err(PoolFull),
        }
    }

    fn jobs(&self) -> &Sender<Job> {
        self.jobs.get_or_init(|| {
            let (sender, receiver) = channel();
            let receiver = Arc::new(Mutex::new(receiver));
            for _ in 0..self.threads {
                let receiver = Arc::clone(&receiver);
                let thread = std::thread::Builder::new().name("search".to_owned());
                if let Err(error) = thread.spawn(move || run_jobs(&receiver)) {
                    tracing::error!("a thread for searches does not start: {error}");
                }
            }
            sender
        })
    }
}

impl Slot<'_> {
    /// Runs a search on one of the threads. The receiver fails when the search panicked; a search whose receiver is
    /// dropped before it begins does not run.
    pub(super) fn run<R: Send + 'static>(
        self,
        search: impl FnOnce() -> R + Send + 'static,
    ) -> oneshot::Receiver<R> {
        let (sender, receiver) = oneshot::channel();
        let taken = self.taken;
        // When no thread could be started the job is dropped, and with it the sender.
        let _ = self.pool.jobs().send(Box::new(move || {
            let _taken = taken;
            if !sender.is_closed() {
                let _ = sender.send(search());
            }
        }));
        receiver
    }
}

fn run_jobs(jobs: &Mutex<Receiver<Job>>) {
    // Not permitted everywhere, and only a preference.
    let _ = rustix::process::nice(NICENESS);
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else {
            return;
        };
        if catch_unwind(AssertUnwindSafe(job)).is_err() {
            tracing::error!("a search failed; its client got status 500");
        }
    }
}

impl fmt::Debug for SearchPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchPool")
            .field("threads", &self.threads)
            .field("taken", &self.taken)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::sync_channel;

    #[test]
    fn searches_beyond_the_bound_are_refused_until_one_has_ended() {
        let pool = SearchPool::new(1);
        let (block, blocked) = sync_channel::<()>(0);
        let first = pool.reserve().unwrap().run(move || blocked.recv().unwrap());
        let waiting: Vec<_> = (0..WAITING_PER_THREAD)
            .map(|number| pool.reserve().unwrap().run(move || number))
            .collect();
        assert_eq!(pool.reserve().err(), Some(PoolFull));
        block.send(()).unwrap();
        first.blocking_recv().unwrap();
        for (number, found) in waiting.into_iter().enumerate() {
            assert_eq!(found.blocking_recv().unwrap(), number);
        }
        // The place is free once the closure is dropped, which is after its result was sent.
        while pool.reserve().is_err() {
            std::thread::yield_now();
        }
    }

    #[test]
    fn a_search_that_panics_costs_no_other_its_thread() {
        let pool = SearchPool::new(1);
        let failed = pool
            .reserve()
            .unwrap()
            .run(|| panic!("a search that fails"));
        assert!(failed.blocking_recv().is_err());
        assert_eq!(pool.reserve().unwrap().run(|| 7).blocking_recv(), Ok(7));
    }

    #[test]
    fn a_search_that_nobody_waits_for_does_not_run() {
        let pool = SearchPool::new(1);
        let (block, blocked) = sync_channel::<()>(0);
        let first = pool.reserve().unwrap().run(move || blocked.recv().unwrap());
        let (ran, has_run) = channel::<()>();
        drop(pool.reserve().unwrap().run(move || ran.send(())));
        block.send(()).unwrap();
        first.blocking_recv().unwrap();
        assert!(has_run.recv().is_err(), "its sender is dropped unused");
    }
}
