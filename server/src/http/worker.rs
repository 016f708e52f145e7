//! What a worker thread knows about its connections, and how it answers their requests.

use super::address_limits::ConnectionPermit;
use super::answering::{self, Answering};
use super::aside::Aside;
use super::shared::Shared;
use crate::limits::Limits;
use crate::observe::Seen;
use crate::observe::client::client_address;
use crate::observe::metrics::{Counters, Metrics};
use crate::resolve::READY;
use crate::respond::kept::Kept;
use crate::respond::refusal::Refusal;
use crate::respond::{Prepared, RequestHead, not_ready, tell_duration, tell_views};
use actix_http::body::{self, EitherBody};
use actix_http::{ConnectionType, Payload, Request, Response};
use actix_web::dev;
use actix_web::http::{Method, Version};
use actix_web::web::Bytes;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt;
use std::future::Future;
use std::net::IpAddr;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll, Waker};
use std::time::Instant;

/// The part of a read that is kept to say what was wrong with it.
const REMEMBERED: usize = 4 << 10;

/// One thread's view of a server.
#[derive(Debug)]
pub(super) struct Worker {
    pub(super) shared: Arc<Shared>,
    prepared: Rc<Prepared>,
    kept: Kept,
    conversations: RefCell<BTreeMap<u64, Rc<Conversation>>>,
    next: Cell<u64>,
    is_draining: Cell<bool>,
    /// What some connection read last. The dispatcher refuses in the same breath as it reads, so this is enough.
    last_read: RefCell<Vec<u8>>,
    counters: Option<Arc<Counters>>,
}

impl Worker {
    /// To be called on the worker's thread.
    pub(super) fn start(shared: &Arc<Shared>) -> Rc<Worker> {
        let engine = Arc::clone(&shared.engine);
        let prepared = Prepared::with_search(shared.site, engine, shared.overrides.clone());
        let worker = Rc::new(Worker {
            shared: Arc::clone(shared),
            kept: Kept::new(&prepared),
            prepared: Rc::new(prepared),
            conversations: RefCell::default(),
            next: Cell::new(0),
            is_draining: Cell::new(false),
            last_read: RefCell::default(),
            counters: shared.metrics.as_ref().map(Metrics::worker),
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

    /// A place for one more connection, unless there are too many.
    pub(super) fn admit(self: &Rc<Worker>) -> Option<(Place, Rc<Conversation>)> {
        let open = &self.shared.connections;
        if open.fetch_add(1, Ordering::Relaxed) >= self.shared.limits.connections {
            open.fetch_sub(1, Ordering::Relaxed);
            return None;
        }
        let id = self.next.get();
        self.next.set(id + 1);
        let conversation = Rc::new(Conversation {
            worker: Rc::clone(self),
            phase: Cell::new(Phase::Silent),
            waker: Cell::new(None),
            is_clear: Cell::new(true),
            aside: Cell::new(None),
        });
        let place = Place {
            worker: Rc::clone(self),
            id,
            permit: ConnectionPermit::FREE,
        };
        let mut conversations = self.conversations.borrow_mut();
        conversations.insert(id, Rc::clone(&conversation));
        Some((place, conversation))
    }

    /// The answer to a request of HTTP/1.
    pub(super) fn answer(self: &Rc<Worker>, request: Request) -> Outgoing {
        match self.remembered(&request) {
            Some(response) => Outgoing::Aside(Some(response)),
            None => Outgoing::Whole(self.compose(request)),
        }
    }

    /// The head of a remembered answer, whose rest the connection sends. Only when all before it is written, so that its
    /// head is the first in the dispatcher's buffer: bodies are in one piece, none is half in it.
    fn remembered(&self, request: &Request) -> Option<Response<body::None>> {
        let conversation = request.conn_data::<Rc<Conversation>>()?;
        let is_first = conversation.is_clear.replace(false);
        if !is_first || self.observes() || request.version() > Version::HTTP_11 {
            return None;
        }
        let head = RequestHead::from(request.head());
        let written = self.kept.answer(&self.prepared, &head)?;
        conversation.set_phase(Phase::Idle);
        let mut response = Response::with_body(written.status, body::None::new());
        conversation.aside.set(Some(Aside::new(written)));
        if self.is_draining.get() {
            response
                .head_mut()
                .set_connection_type(ConnectionType::Close);
        }
        Some(response)
    }

    /// The whole answer to a request of HTTP/1; a search waits for its body first.
    pub(super) fn compose(self: &Rc<Worker>, mut request: Request) -> Answering {
        let began = self.observes().then(Instant::now);
        let payload = request.take_payload();
        match self.begin(request.head(), || payload) {
            Answering::Ready(mut response) => {
                set_phase(&request, Phase::Idle);
                if let Some(response) = &mut response {
                    self.finish(request.head(), response, began);
                }
                Answering::Ready(response)
            }
            Answering::Reading(reading) => {
                set_phase(&request, Phase::Request);
                let worker = Rc::clone(self);
                Answering::Reading(Box::pin(async move {
                    let mut response = reading.await;
                    set_phase(&request, Phase::Idle);
                    worker.finish(request.head(), &mut response, began);
                    response
                }))
            }
        }
    }

    /// An answer that does not depend on the site.
    #[cfg(feature = "tls")]
    pub(super) fn answer_with(
        &self,
        request: &Request,
        mut response: Response<Bytes>,
    ) -> Answering {
        let began = self.observes().then(Instant::now);
        set_phase(request, Phase::Idle);
        self.finish(request.head(), &mut response, began);
        Answering::Ready(Some(response))
    }

    /// Begins the answer to a request of any version; [`Worker::finish`] must see what comes of it.
    pub(super) fn begin(
        &self,
        head: &dev::RequestHead,
        payload: impl FnOnce() -> Payload,
    ) -> Answering {
        match head.uri.path() {
            READY if self.is_draining.get() => Answering::Ready(Some(not_ready())),
            _ => {
                let limiter = &self.shared.limiter;
                answering::begin(&self.prepared, limiter, head, self.client(head), payload)
            }
        }
    }

    /// Tells an answer to counters and log, and ends the connection after it when the server stops.
    pub(super) fn finish(
        &self,
        head: &dev::RequestHead,
        response: &mut Response<Bytes>,
        began: Option<Instant>,
    ) {
        if let Some(began) = began {
            self.observe(head, response, began);
            if self.counters.is_some() {
                tell_views(response);
            }
            if self.shared.server_timing {
                tell_duration(response, began.elapsed());
            }
        }
        if self.is_draining.get() {
            let head = response.head_mut();
            head.set_connection_type(ConnectionType::Close);
        }
    }

    /// Who asks, proxies looked through.
    fn client(&self, head: &dev::RequestHead) -> Option<IpAddr> {
        let trusted = &self.shared.trusted_proxies;
        client_address(head.peer_addr, &head.headers, trusted)
    }

    pub(super) fn limits(&self) -> Limits {
        self.shared.limits
    }

    /// Takes note of a client that was refused.
    pub(super) fn count_refusal(&self, refusal: Refusal) {
        self.shared.count_refusal(refusal);
    }
}

fn set_phase(request: &Request, phase: Phase) {
    if let Some(conversation) = request.conn_data::<Rc<Conversation>>() {
        conversation.set_phase(phase);
    }
}

impl Worker {
    /// Whether anybody wants to know how long an answer took.
    pub(super) fn observes(&self) -> bool {
        self.counters.is_some() || self.shared.access_log.is_some() || self.shared.server_timing
    }

    fn observe(&self, request: &dev::RequestHead, response: &Response<Bytes>, began: Instant) {
        let head = RequestHead::from(request);
        let is_sent = *head.method != Method::HEAD;
        let seen = Seen {
            head,
            version: request.version,
            client: self.client(request),
            status: response.status().as_u16(),
            answered: response.headers(),
            bytes: if is_sent {
                response.body().len() as u64
            } else {
                0
            },
            took: began.elapsed(),
        };
        if let (Some(metrics), Some(counters)) = (&self.shared.metrics, &self.counters) {
            metrics.count(counters, &seen);
        }
        if let Some(log) = &self.shared.access_log {
            log.log(&seen);
        }
    }
}

/// An answer on its way to the dispatcher.
pub(super) enum Outgoing {
    /// A head; the rest is the connection's.
    Aside(Option<Response<body::None>>),
    Whole(Answering),
}

impl Future for Outgoing {
    type Output = Result<Response<EitherBody<Bytes, body::None>>, Infallible>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        match self.get_mut() {
            Outgoing::Aside(response) => {
                let response = response.take().expect("BUG: asked after its end");
                Poll::Ready(Ok(response.map_body(|_, none| EitherBody::right(none))))
            }
            Outgoing::Whole(answering) => {
                let answer = Pin::new(answering).poll(cx);
                answer.map_ok(|response| response.map_body(|_, body| EitherBody::left(body)))
            }
        }
    }
}

/// A connection's place among those that are open; free again when dropped.
#[derive(Debug)]
pub(super) struct Place {
    worker: Rc<Worker>,
    id: u64,
    /// Given back with the place.
    pub(super) permit: ConnectionPermit,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.worker.conversations.borrow_mut().remove(&self.id);
        let open = &self.worker.shared.connections;
        open.fetch_sub(1, Ordering::Relaxed);
    }
}

/// What is under way on a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Nothing was ever read.
    Silent,
    /// A head has begun.
    Head,
    /// A request is being read by whoever answers it.
    Request,
    /// All that was asked is answered, or being sent.
    Idle,
}

/// A connection as its stream and its service share it.
pub(super) struct Conversation {
    worker: Rc<Worker>,
    phase: Cell<Phase>,
    /// Of the dispatcher, while it waits for the client.
    waker: Cell<Option<Waker>>,
    /// Whether all that the dispatcher had to write is written.
    is_clear: Cell<bool>,
    aside: Cell<Option<Aside>>,
}

impl Conversation {
    pub(super) fn phase(&self) -> Phase {
        self.phase.get()
    }

    pub(super) fn set_phase(&self, phase: Phase) {
        self.phase.set(phase);
    }

    pub(super) fn limits(&self) -> &Limits {
        &self.worker.shared.limits
    }

    pub(super) fn is_draining(&self) -> bool {
        self.worker.is_draining.get()
    }

    /// Remembers whom to wake; says whether it is the same as before.
    pub(super) fn wake_on_drain(&self, cx: &mut Context<'_>) -> bool {
        let known = self.waker.take();
        let known = known.filter(|waker| waker.will_wake(cx.waker()));
        let is_known = known.is_some();
        let waker = known.unwrap_or_else(|| cx.waker().clone());
        self.waker.set(Some(waker));
        is_known
    }

    /// The part of an answer that the connection sends itself.
    pub(super) fn take_aside(&self) -> Option<Aside> {
        self.aside.take()
    }

    pub(super) fn put_back(&self, aside: Aside) {
        self.aside.set(Some(aside));
    }

    pub(super) fn set_clear(&self) {
        self.is_clear.set(true);
    }

    pub(super) fn remember(&self, piece: &[u8]) {
        let mut last = self.worker.last_read.borrow_mut();
        last.clear();
        last.extend_from_slice(&piece[..piece.len().min(REMEMBERED)]);
    }

    pub(super) fn with_last_read<R>(&self, look: impl FnOnce(&[u8]) -> R) -> R {
        look(&self.worker.last_read.borrow())
    }

    pub(super) fn count_refusal(&self, refusal: Refusal) {
        self.worker.shared.count_refusal(refusal);
    }
}

impl fmt::Debug for Conversation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Conversation")
            .field("phase", &self.phase)
            .finish_non_exhaustive()
    }
}
