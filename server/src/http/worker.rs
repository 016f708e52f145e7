//! What a worker thread knows about its connections, and how it answers their requests.

use crate::http::address_limits::ConnectionPermit;
use crate::http::h1::{DateCache, Handler, Outcome, READ_BUFFER};
use crate::http::pending_response::{self, Answering};
use crate::http::shared::Shared;
use crate::limits::Limits;
use crate::observe::client::{Client, find_client};
use crate::observe::{Observer, Seen, Subject, encoding_of};
use crate::resolve::READY;
use crate::respond::refusal::Refusal;
use crate::respond::response_cache::{CachedResponse, ResponseCache, Views};
use crate::respond::{
    Prepared, RequestHead, not_ready, tell_duration, tell_views, too_many_requests,
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

/// Buffers for response heads that a worker stores for reuse.
const SPARE_BUFFERS: usize = 64;

/// Bytes of the largest such buffer.
const MAX_SPARE_BUFFER: usize = 4 << 10;

/// One thread's view of a server.
pub(super) struct Worker {
    pub(super) shared: Arc<Shared>,
    prepared: Rc<Prepared>,
    responses: ResponseCache,
    conversations: RefCell<BTreeMap<u64, Rc<Conversation>>>,
    next: Cell<u64>,
    is_draining: Cell<bool>,
    observer: Observer,
    codec_config: ServiceConfig,
    pub(super) date: DateCache,
    /// Where connections read to; each copies what it got, so that an idle one holds no buffer.
    pub(super) read_buffer: RefCell<Box<[u8]>>,
    /// The head that some connection parsed last, for the message that says what is wrong with it.
    pub(super) diagnosed: RefCell<Vec<u8>>,
    spare_buffers: RefCell<Vec<Vec<u8>>>,
}

impl Worker {
    /// To be called on the worker's thread.
    pub(super) fn start(shared: &Arc<Shared>) -> Rc<Worker> {
        let engine = Arc::clone(&shared.engine);
        let prepared = Prepared::with_search(shared.site, engine, shared.overrides.clone())
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
            conversations: RefCell::default(),
            next: Cell::new(0),
            is_draining: Cell::new(false),
            observer,
            codec_config: ServiceConfig::default(),
            date: DateCache::default(),
            read_buffer: RefCell::new(vec![0; READ_BUFFER].into_boxed_slice()),
            diagnosed: RefCell::default(),
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
        for conversation in self.conversations.borrow().values() {
            if let Some(waker) = conversation.waker.take() {
                waker.wake();
            }
        }
    }

    /// A place for one more connection, unless there are too many, or too many of its address.
    pub(super) fn admit(
        self: &Rc<Worker>,
        places: Places,
        peer: Option<SocketAddr>,
    ) -> Result<(Place, Rc<Conversation>), Refusal> {
        let permit = match places {
            Places::Limited => self.shared.admit_connection(peer),
            Places::Unlimited => Some(ConnectionPermit::FREE),
        };
        let permit = permit.ok_or(Refusal::TooManyConnections)?;
        let open = &self.shared.connections;
        let most = match places {
            Places::Limited => self.shared.limits.connections,
            Places::Unlimited => usize::MAX,
        };
        if open.fetch_add(1, Ordering::Relaxed) >= most {
            open.fetch_sub(1, Ordering::Relaxed);
            return Err(Refusal::Overloaded);
        }
        let id = self.next.get();
        self.next.set(id + 1);
        let conversation = Rc::new(Conversation {
            worker: Rc::clone(self),
            waker: Cell::new(None),
        });
        let place = Place {
            worker: Rc::clone(self),
            id,
            _permit: permit,
        };
        let mut conversations = self.conversations.borrow_mut();
        conversations.insert(id, Rc::clone(&conversation));
        Ok((place, conversation))
    }

    /// How the parser of HTTP/1 is set up.
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

    /// Begins the response to a request of any version; [`Worker::finish`] must see what comes of it.
    pub(super) fn begin(&self, head: &dev::RequestHead) -> Answering {
        match head.uri.path() {
            READY if self.is_draining.get() => Answering::Ready(not_ready()),
            _ => {
                let searches = &self.shared.searches;
                pending_response::begin(&self.prepared, searches, head, self.client(head))
            }
        }
    }

    /// Records a response, and adds to it what operators asked for.
    pub(super) fn finish(
        &self,
        head: &dev::RequestHead,
        response: &mut Response<Bytes>,
        began: Option<Instant>,
    ) {
        if let Some(began) = began {
            self.observe(head, response, began);
            if self.observer.counts() {
                tell_views(response);
            }
            if self.shared.server_timing {
                tell_duration(response, began.elapsed());
            }
        }
    }

    /// Who asks, proxies looked through.
    fn client(&self, head: &dev::RequestHead) -> Client {
        find_client(head.peer_addr, &head.headers, &self.shared.proxies)
    }

    pub(super) fn limits(&self) -> Limits {
        self.shared.limits
    }

    /// Takes note of a client that was refused.
    pub(super) fn count_refusal(&self, refusal: Refusal) {
        self.shared.count_refusal(refusal);
    }
}

impl Worker {
    /// Whether anybody wants to know how long an answer took.
    pub(super) fn observes(&self) -> bool {
        self.observer.is_active() || self.shared.server_timing
    }

    fn observe(&self, request: &dev::RequestHead, response: &Response<Bytes>, began: Instant) {
        let head = RequestHead::from(request);
        let is_sent = *head.method != Method::HEAD;
        let status = response.status().as_u16();
        self.observer.observe(&Seen {
            head,
            version: request.version,
            client: self.client(request),
            status,
            encoding: encoding_of(response.headers()),
            subject: Subject::find(self.shared.site, &head, status),
            bytes: if is_sent {
                response.body().len() as u64
            } else {
                0
            },
            took: began.elapsed(),
        });
    }
}

impl Worker {
    fn observe_cached(
        &self,
        request: &dev::RequestHead,
        response: &CachedResponse,
        began: Instant,
    ) {
        let subject = response.slot.map_or(Subject::MISSING, |slot| {
            Subject::of_slot(self.shared.site, slot)
        });
        self.observer.observe(&Seen {
            head: RequestHead::from(request),
            version: request.version,
            client: self.client(request),
            status: response.status.as_u16(),
            encoding: response.encoding,
            subject,
            bytes: response.body.len() as u64,
            took: began.elapsed(),
        });
    }
}

/// Answers requests for the site.
#[derive(Debug)]
pub(super) struct SiteHandler(pub(super) Rc<Worker>);

impl Handler for SiteHandler {
    fn begin(&self, head: &dev::RequestHead) -> Outcome {
        let worker = &self.0;
        if let Err(retry) = worker.shared.admit_request(head) {
            return Outcome::Composed(Answering::Ready(too_many_requests(retry.seconds())));
        }
        // The duration differs each time.
        if !worker.shared.server_timing {
            let cached = worker.responses.get(&worker.prepared, &head.into());
            if let Some(cached) = cached {
                return Outcome::Cached(cached);
            }
        }
        Outcome::Composed(worker.begin(head))
    }

    fn start_clock(&self) -> Option<Instant> {
        self.0.observes().then(Instant::now)
    }

    fn finish(
        &self,
        head: &dev::RequestHead,
        response: &mut Response<Bytes>,
        began: Option<Instant>,
    ) {
        self.0.finish(head, response, began);
    }

    fn finish_cached(
        &self,
        head: &dev::RequestHead,
        response: &CachedResponse,
        began: Option<Instant>,
    ) {
        if let Some(began) = began {
            self.0.observe_cached(head, response, began);
        }
    }
}

/// How many connections a listener may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Places {
    /// Those that the limits leave.
    Limited,
    /// As many as come: operators see a server that is full.
    Unlimited,
}

/// A connection's place among those that are open; free again when dropped.
#[derive(Debug)]
pub(super) struct Place {
    worker: Rc<Worker>,
    id: u64,
    /// Given back with the place.
    /// Of the connection's address.
    _permit: ConnectionPermit,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.worker.conversations.borrow_mut().remove(&self.id);
        let open = &self.worker.shared.connections;
        open.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A connection, as the worker knows it.
pub(super) struct Conversation {
    worker: Rc<Worker>,
    /// Of the task that waits for the client.
    waker: Cell<Option<Waker>>,
}

impl Conversation {
    pub(super) fn worker(&self) -> &Worker {
        &self.worker
    }

    pub(super) fn limits(&self) -> &Limits {
        &self.worker.shared.limits
    }

    pub(super) fn is_draining(&self) -> bool {
        self.worker.is_draining.get()
    }

    /// Wakes the task when the server begins to stop; says whether it is the task that was to be woken before.
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

impl fmt::Debug for Conversation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Conversation").finish_non_exhaustive()
    }
}
