//! Runs searches on threads of their own, so that no page, health check, timeout or stop waits for a search.
//!
//! In: closures and their clients. Out: the results, as futures. The queue is bounded; a search beyond the bound is refused
//! at once, because its client would wait too long. Clients take turns (start-time fair queueing): however many searches
//! one client sends, another client waits for one of them at most.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// Searches that may wait for each thread. With the default budget of a search this is less than a second.
const WAITING_PER_THREAD: usize = 16;

/// Searches of one client that may wait or run. A reader who is typing has one or two.
const MAX_PER_CLIENT: usize = 3;

/// Added to the threads' nice value, so that workers run first where there are fewer processors than threads.
const NICENESS: i32 = 5;

/// The client of a search: an address or a network. `None` means all clients of this machine; they have no limit of their
/// own, because a local proxy may forward the searches of everybody.
pub(in crate::http) type SearchClient = Option<IpAddr>;

/// The queue is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::http) struct PoolFull;

/// Runs a search, or reports that the queue has no room for it.
type Job = Box<dyn FnOnce(Result<(), PoolFull>) + Send>;

/// The threads and their queue. The threads start with the first search.
pub(in crate::http) struct SearchPool {
    threads: usize,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    has_job: Condvar,
}

#[derive(Default)]
struct Queue {
    has_threads: bool,
    waiting: VecDeque<Waiting>,
    /// The clients of the searches that run.
    running: Vec<SearchClient>,
    /// The turn in which the last search began.
    turn: u64,
    /// The turn of each client's last search, if it has not come yet.
    last_turns: HashMap<SearchClient, u64>,
}

struct Waiting {
    client: SearchClient,
    /// A client has one search in each turn.
    turn: u64,
    job: Job,
}

impl Default for SearchPool {
    /// One thread for each two processors: searches are the smaller part of a site's work.
    fn default() -> SearchPool {
        let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        SearchPool::new(processors.div_ceil(2))
    }
}

impl SearchPool {
    pub(in crate::http) fn new(threads: usize) -> SearchPool {
        SearchPool {
            threads,
            shared: Arc::default(),
        }
    }

    /// Runs a search on one of the threads. The receiver fails if the search panics, and gets [`PoolFull`] if the search
    /// has to make room for a client with fewer searches. If the receiver is dropped first, the search does not run.
    pub(in crate::http) fn run<R: Send + 'static>(
        &self,
        client: SearchClient,
        search: impl FnOnce() -> R + Send + 'static,
    ) -> Result<oneshot::Receiver<Result<R, PoolFull>>, PoolFull> {
        let (sender, receiver) = oneshot::channel();
        let job: Job = Box::new(move |room| {
            if !sender.is_closed() {
                let _ = sender.send(room.map(|()| search()));
            }
        });
        let mut queue = self.shared.queue();
        let displaced = queue.push(client, job, self.threads * WAITING_PER_THREAD)?;
        if !std::mem::replace(&mut queue.has_threads, true) {
            self.start_threads();
        }
        drop(queue);
        self.shared.has_job.notify_one();
        if let Some(displaced) = displaced {
            displaced(Err(PoolFull));
        }
        Ok(receiver)
    }

    fn start_threads(&self) {
        for _ in 0..self.threads {
            let shared = Arc::clone(&self.shared);
            let thread = std::thread::Builder::new().name("search".to_owned());
            if let Err(error) = thread.spawn(move || shared.run_jobs()) {
                tracing::error!("a thread for searches does not start: {error}");
            }
        }
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run_jobs(&self) {
        // The system may refuse this, which only costs priority.
        let _ = rustix::process::nice(NICENESS);
        loop {
            let mut queue = self.queue();
            let (client, job) = loop {
                match queue.take() {
                    Some(next) => break next,
                    None => {
                        let waited = self.has_job.wait(queue);
                        queue = waited.unwrap_or_else(PoisonError::into_inner);
                    }
                }
            };
            drop(queue);
            if catch_unwind(AssertUnwindSafe(|| job(Ok(())))).is_err() {
                tracing::error!("a search failed; its client got status 500");
            }
            self.queue().end(client);
        }
    }
}

impl Queue {
    fn waiting_of(&self, client: SearchClient) -> usize {
        let clients = self.waiting.iter().map(|waiting| waiting.client);
        clients.filter(|known| *known == client).count()
    }

    fn running_of(&self, client: SearchClient) -> usize {
        let running = self.running.iter();
        running.filter(|known| **known == client).count()
    }

    /// Adds a job. If the queue is full, it displaces the last job of the client with the most jobs, provided that client
    /// has more than this one.
    fn push(
        &mut self,
        client: SearchClient,
        job: Job,
        capacity: usize,
    ) -> Result<Option<Job>, PoolFull> {
        let own = self.waiting_of(client);
        if client.is_some() && own + self.running_of(client) >= MAX_PER_CLIENT {
            return Err(PoolFull);
        }
        let mut displaced = None;
        if self.waiting.len() >= capacity {
            let at = self.last_of_largest(own + 1).ok_or(PoolFull)?;
            displaced = self.waiting.remove(at).map(|waiting| waiting.job);
        }
        let last = self.last_turns.get(&client).copied();
        let turn = last.unwrap_or_default().max(self.turn) + 1;
        self.last_turns.insert(client, turn);
        self.waiting.push_back(Waiting { client, turn, job });
        Ok(displaced)
    }

    /// The index of the last job of the client with the most jobs, if that client has more than `least`.
    fn last_of_largest(&self, least: usize) -> Option<usize> {
        let counts = self.waiting.iter().enumerate();
        let counts = counts.map(|(at, waiting)| (self.waiting_of(waiting.client), at));
        counts
            .max()
            .filter(|(count, _)| *count > least)
            .map(|(_, at)| at)
    }

    /// The first job of the earliest turn.
    fn take(&mut self) -> Option<(SearchClient, Job)> {
        let next = (0..self.waiting.len()).min_by_key(|at| self.waiting[*at].turn)?;
        let Waiting { client, turn, job } = self.waiting.remove(next)?;
        self.turn = turn;
        self.last_turns.retain(|_, last| *last > turn);
        self.running.push(client);
        Some((client, job))
    }

    fn end(&mut self, client: SearchClient) {
        if let Some(at) = self.running.iter().position(|known| *known == client) {
            self.running.swap_remove(at);
        }
    }
}

impl fmt::Debug for SearchPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchPool")
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{SyncSender, channel, sync_channel};

    fn client(number: u8) -> SearchClient {
        Some(IpAddr::from([192, 0, 2, number]))
    }

    /// A pool of one thread, which is busy until something is sent.
    fn busy_pool() -> (SearchPool, SyncSender<()>) {
        let pool = SearchPool::new(1);
        let (end, ended) = sync_channel::<()>(0);
        let (begin, begun) = channel();
        let running = pool.run(client(0), move || {
            begin.send(()).unwrap();
            ended.recv().unwrap();
        });
        begun.recv().unwrap();
        std::mem::forget(running);
        (pool, end)
    }

    #[test]
    fn searches_beyond_the_bound_are_refused() {
        let (pool, end) = busy_pool();
        let waiting: Vec<_> = (1..=WAITING_PER_THREAD as u8)
            .map(|number| pool.run(client(number), move || number).unwrap())
            .collect();
        assert_eq!(pool.run(client(99), || 0).err(), Some(PoolFull));
        end.send(()).unwrap();
        for (number, found) in (1..).zip(waiting) {
            assert_eq!(found.blocking_recv().unwrap(), Ok(number));
        }
    }

    #[test]
    fn one_client_has_few_searches_at_once() {
        let (pool, end) = busy_pool();
        let mine = client(1);
        let waiting: Vec<_> = (0..MAX_PER_CLIENT).map(|_| pool.run(mine, || ())).collect();
        assert!(waiting.iter().all(Result::is_ok));
        assert_eq!(pool.run(mine, || ()).err(), Some(PoolFull));
        assert!(pool.run(client(2), || ()).is_ok());
        end.send(()).unwrap();
    }

    #[test]
    fn a_client_waits_for_one_search_of_each_other_client() {
        let (pool, end) = busy_pool();
        let (report, order) = channel();
        let mut waiting = Vec::new();
        for (number, name) in [(1, "a1"), (1, "a2"), (2, "b1"), (2, "b2"), (3, "c1")] {
            let report = report.clone();
            let run = pool.run(client(number), move || report.send(name).unwrap());
            waiting.push(run.unwrap());
        }
        drop(report);
        end.send(()).unwrap();
        let order: Vec<&str> = order.iter().collect();
        assert_eq!(order, ["a1", "b1", "c1", "a2", "b2"]);
    }

    #[test]
    fn a_full_queue_makes_room_for_a_client_that_has_fewer() {
        let (pool, end) = busy_pool();
        let mut local: Vec<_> = (0..WAITING_PER_THREAD)
            .map(|_| pool.run(None, || ()).unwrap())
            .collect();
        assert_eq!(pool.run(None, || ()).err(), Some(PoolFull));
        let newcomer = pool.run(client(1), || 7).unwrap();
        let last = local.pop().unwrap();
        assert_eq!(last.blocking_recv().unwrap(), Err(PoolFull), "it made room");
        end.send(()).unwrap();
        assert_eq!(newcomer.blocking_recv().unwrap(), Ok(7));
        for found in local {
            assert_eq!(found.blocking_recv().unwrap(), Ok(()));
        }
    }

    #[test]
    fn a_search_that_panics_costs_no_other_its_thread() {
        let pool = SearchPool::new(1);
        let failed = pool.run(None, || panic!("a search that fails")).unwrap();
        assert!(failed.blocking_recv().is_err());
        let next = pool.run(None, || 7).unwrap();
        assert_eq!(next.blocking_recv().unwrap(), Ok(7));
    }

    #[test]
    fn a_search_that_nobody_waits_for_does_not_run() {
        let (pool, end) = busy_pool();
        let (ran, has_run) = channel::<()>();
        drop(pool.run(client(1), move || ran.send(())));
        end.send(()).unwrap();
        assert!(has_run.recv().is_err(), "its sender is dropped unused");
    }
}
