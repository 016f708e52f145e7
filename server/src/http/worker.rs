//! A worker thread: its connections, and the responses to their requests.

use crate::http::address_limits::AddressPermit;
use crate::http::date_cache::DateCache;
use crate::http::handler::{Handler, HandlerOutcome};
use crate::http::pending_response::{self, PendingResponse};
use crate::http::shared::Shared;
use crate::limits::Limits;
use crate::negotiate::encoding_of;
use crate::observe::client::{Client, find_client};
use crate::observe::{MatchedRoute, Observer, RequestRecord};
use crate::resolve::READY;
use crate::respond::refusal::Refusal;
use crate::respond::response_cache::{CachedResponse, ResponseCache, Views};
use crate::respond::{
    PreparedSite, RequestHead, not_ready, set_server_timing_duration, set_server_timing_views,
    too_many_requests,
};
use actix_http::{Response, ServiceConfig};
use actix_web::dev;
use actix_web::http::Method;
use actix_web::web::Bytes;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt;
use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Waker};
use std::time::Instant;

/// Bytes that a connection of HTTP/1 reads at once.
pub(super) const READ_BUFFER: usize = 16 << 10;

/// Buffers for response heads that a worker stores for reuse.
const SPARE_BUFFERS: usize = 64;

/// Bytes of the largest such buffer.
const MAX_SPARE_BUFFER: usize = 4 << 10;

/// The state of one worker thread.
pub(super) struct Worker {
    pub(super) shared: Arc<Shared>,
    prepared: Rc<PreparedSite<'static>>,
    responses: ResponseCache,
    connections: RefCell<BTreeMap<u64, Rc<ConnectionState>>>,
    next_id: Cell<u64>,
    is_draining: Cell<bool>,
    observer: Observer,
    codec_config: ServiceConfig,
    pub(super) date: DateCache,
    /// The buffer that all connections read into. Each copies its bytes, so that an idle connection holds no buffer.
    pub(super) read_buffer: RefCell<Box<[u8]>>,
    /// A copy of the head that some connection parsed last, from which the message about a malformed head is made.
    pub(super) head_copy: RefCell<Vec<u8>>,
    spare_buffers: RefCell<Vec<Vec<u8>>>,
}

impl Worker {
    /// Must be called on the worker's thread.
    pub(super) fn start(shared: &Arc<Shared>) -> Rc<Worker> {
        let engine = Arc::clone(&shared.engine);
        let prepared = PreparedSite::with_search(shared.site, engine, shared.overrides.clone())
            .with_search_limits(shared.search_limits);
        let observer = Observer::new(shared.metrics.as_ref(), shared.access_log.as_ref());
        let views = match observer.counts() {
            true => Views::Counted,
            false => Views::Ignored,
        };
        let worker = Rc::new(Worker {
            shared: Arc::clone(shared),
            responses: ResponseCache::new(&prepared, views),
            prepared: Rc::new(prepared),
            connections: RefCell::default(),
            next_id: Cell::new(0),
            is_draining: Cell::new(false),
            observer,
            codec_config: ServiceConfig::default(),
            date: DateCache::default(),
            read_buffer: RefCell::new(vec![0; READ_BUFFER].into_boxed_slice()),
            head_copy: RefCell::default(),
            spare_buffers: RefCell::default(),
        });
        let weak = Rc::downgrade(&worker);
        let stopping = shared.stopping.clone();
        actix_web::rt::spawn(async move {
            stopping.notified().await;
            if let Some(worker) = weak.upgrade() {
                worker.drain();
            }
        });
        worker
    }

    fn drain(&self) {
        self.is_draining.set(true);
        for state in self.connections.borrow().values() {
            if let Some(waker) = state.waker.take() {
                waker.wake();
            }
        }
    }

    /// Admits one more connection, unless too many are open, or too many of its address.
    pub(super) fn admit(
        self: &Rc<Worker>,
        quota: ConnectionQuota,
        peer: Option<SocketAddr>,
    ) -> Result<(ConnectionPermit, Rc<ConnectionState>), Refusal> {
        let address_permit = match quota {
            ConnectionQuota::Limited => self.shared.admit_connection(peer),
            ConnectionQuota::Unlimited => Some(AddressPermit::FREE),
        };
        let address_permit = address_permit.ok_or(Refusal::TooManyConnections)?;
        let open = &self.shared.connections;
        let max = match quota {
            ConnectionQuota::Limited => self.shared.limits.connections,
            ConnectionQuota::Unlimited => usize::MAX,
        };
        if open.fetch_add(1, Ordering::Relaxed) >= max {
            open.fetch_sub(1, Ordering::Relaxed);
            return Err(Refusal::Overloaded);
        }
        let id = self.next_id.get();
        self.next_id.set(id + 1);
        let state = Rc::new(ConnectionState {
            worker: Rc::clone(self),
            waker: Cell::new(None),
        });
        let permit = ConnectionPermit {
            worker: Rc::clone(self),
            id,
            _address_permit: address_permit,
        };
        let mut connections = self.connections.borrow_mut();
        connections.insert(id, Rc::clone(&state));
        Ok((permit, state))
    }

    /// The configuration of the HTTP/1 parser.
    pub(super) fn codec_config(&self) -> ServiceConfig {
        self.codec_config.clone()
    }

    /// An empty buffer for a response head.
    pub(super) fn take_buffer(&self) -> Vec<u8> {
        let spare = self.spare_buffers.borrow_mut().pop();
        spare.unwrap_or_else(|| Vec::with_capacity(MAX_SPARE_BUFFER / 2))
    }

    /// Stores a buffer for reuse.
    pub(super) fn return_buffer(&self, mut buffer: Vec<u8>) {
        let mut spare = self.spare_buffers.borrow_mut();
        if spare.len() < SPARE_BUFFERS && buffer.capacity() <= MAX_SPARE_BUFFER {
            buffer.clear();
            spare.push(buffer);
        }
    }

    /// Begins the response to a request of any version. The response must be given to [`Worker::finish`].
    pub(super) fn begin(&self, head: &dev::RequestHead) -> PendingResponse {
        match head.uri.path() {
            READY if self.is_draining.get() => PendingResponse::Ready(not_ready()),
            _ => {
                let searches = &self.shared.searches;
                pending_response::begin_response(&self.prepared, searches, head, self.client(head))
            }
        }
    }

    /// Records a response, and adds the header fields that operators asked for.
    pub(super) fn finish(
        &self,
        head: &dev::RequestHead,
        response: &mut Response<Bytes>,
        started: Option<Instant>,
    ) {
        if let Some(started) = started {
            self.observe(head, response, started);
            if self.observer.counts() {
                set_server_timing_views(response);
            }
            if self.shared.server_timing {
                set_server_timing_duration(response, started.elapsed());
            }
        }
    }

    /// The client of a request, behind trusted proxies.
    fn client(&self, head: &dev::RequestHead) -> Client {
        find_client(head.peer_addr, &head.headers, &self.shared.proxies)
    }

    pub(super) fn limits(&self) -> Limits {
        self.shared.limits
    }

    /// Counts and logs a refused client.
    pub(super) fn count_refusal(&self, refusal: Refusal) {
        self.shared.count_refusal(refusal);
    }
}

impl Worker {
    /// Whether the duration of responses is measured.
    pub(super) fn needs_timing(&self) -> bool {
        self.observer.is_active() || self.shared.server_timing
    }

    fn observe(&self, request: &dev::RequestHead, response: &Response<Bytes>, started: Instant) {
        let head = RequestHead::from(request);
        let is_sent = *head.method != Method::HEAD;
        let status = response.status().as_u16();
        self.observer.observe(&RequestRecord {
            head,
            version: request.version,
            client: self.client(request),
            status,
            encoding: encoding_of(response.headers()),
            route: MatchedRoute::find(self.shared.site, &head, status),
            bytes: if is_sent {
                response.body().len() as u64
            } else {
                0
            },
            took: started.elapsed(),
        });
    }
}

impl Worker {
    fn observe_cached(
        &self,
        request: &dev::RequestHead,
        response: &CachedResponse,
        started: Instant,
    ) {
        let route = response.slot.map_or(MatchedRoute::NOT_FOUND, |slot| {
            MatchedRoute::of_slot(self.shared.site, slot)
        });
        self.observer.observe(&RequestRecord {
            head: RequestHead::from(request),
            version: request.version,
            client: self.client(request),
            status: response.status.as_u16(),
            encoding: response.encoding,
            route,
            bytes: response.body.len() as u64,
            took: started.elapsed(),
        });
    }
}

/// Answers requests with the site.
#[derive(Debug)]
pub(super) struct SiteHandler(pub(super) Rc<Worker>);

impl Handler for SiteHandler {
    fn begin(&self, head: &dev::RequestHead) -> HandlerOutcome {
        let worker = &self.0;
        if let Err(retry) = worker.shared.admit_request(head) {
            return HandlerOutcome::Composed(PendingResponse::Ready(too_many_requests(
                retry.seconds(),
            )));
        }
        // `Server-Timing` has another duration each time, so such responses are not cached.
        if !worker.shared.server_timing {
            let cached = worker.responses.get(&worker.prepared, &head.into());
            if let Some(cached) = cached {
                return HandlerOutcome::Cached(cached);
            }
        }
        HandlerOutcome::Composed(worker.begin(head))
    }

    fn start_clock(&self) -> Option<Instant> {
        self.0.needs_timing().then(Instant::now)
    }

    fn finish(
        &self,
        head: &dev::RequestHead,
        response: &mut Response<Bytes>,
        started: Option<Instant>,
    ) {
        self.0.finish(head, response, started);
    }

    fn finish_cached(
        &self,
        head: &dev::RequestHead,
        response: &CachedResponse,
        started: Option<Instant>,
    ) {
        if let Some(started) = started {
            self.0.observe_cached(head, response, started);
        }
    }
}

/// Whether the connections of a listener are limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ConnectionQuota {
    /// The limit of connections applies.
    Limited,
    /// All connections are accepted, so that operators can observe a server that is full.
    Unlimited,
}

/// Permits one connection to be open, until this is dropped.
#[derive(Debug)]
pub(super) struct ConnectionPermit {
    worker: Rc<Worker>,
    id: u64,
    /// Released with this permit.
    _address_permit: AddressPermit,
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.worker.connections.borrow_mut().remove(&self.id);
        let open = &self.worker.shared.connections;
        open.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The state of a connection that its worker needs.
pub(super) struct ConnectionState {
    worker: Rc<Worker>,
    /// Wakes the task that waits for the client.
    waker: Cell<Option<Waker>>,
}

impl ConnectionState {
    pub(super) fn worker(&self) -> &Worker {
        &self.worker
    }

    pub(super) fn limits(&self) -> &Limits {
        &self.worker.shared.limits
    }

    pub(super) fn is_draining(&self) -> bool {
        self.worker.is_draining.get()
    }

    /// Registers the task to be woken when the server begins to stop. Returns whether this task was registered before.
    pub(super) fn wake_on_drain(&self, cx: &mut Context<'_>) -> bool {
        let known = self.waker.take();
        let known = known.filter(|waker| waker.will_wake(cx.waker()));
        let is_known = known.is_some();
        let waker = known.unwrap_or_else(|| cx.waker().clone());
        self.waker.set(Some(waker));
        is_known
    }

    pub(super) fn count_refusal(&self, refusal: Refusal) {
        self.worker.shared.count_refusal(refusal);
    }
}

impl fmt::Debug for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker")
            .field("is_draining", &self.is_draining)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for ConnectionState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConnectionState").finish_non_exhaustive()
    }
}
