//! Serves one connection of HTTP/2, from its preface to its end. The crate `h2` implements the protocol; this module
//! adds the limits.
//!
//! actix-http's own dispatcher for HTTP/2 is not used: it depends on `h2` 0.3, which gets no fixes any more, limits
//! neither the number of streams nor the size of a head, cannot send GOAWAY when the server stops, and keeps an idle
//! connection open as long as it answers pings. The limits:
//!
//! - A connection has at most [`MAX_STREAMS`] streams; a head has the same size limit as in HTTP/1.
//! - A preface, a frame or a head that takes too long ends the connection ([`frame_watch`]), as does a client that reads
//!   nothing. A response of which the client reads nothing is reset ([`exchange`]).
//! - Streams that are opened and reset at once end the connection (`h2` counts them), as do too many frames that request
//!   nothing ([`frame_budget`]).
//! - The bytes of composed responses that a client does not read are limited ([`unsent`]).
//! - A connection reads a limited number of bytes and requests in a turn, and then yields to the others of its worker.
//! - A connection without open streams gets GOAWAY when the keep-alive timeout passes.
//! - When the server stops, the client gets GOAWAY at once, and the requests that it has sent by then are answered.

mod exchange;
mod frame;
mod frame_budget;
mod frame_watch;
mod unsent_bytes;

use crate::http::stream::{Stream, linger};
use crate::http::worker::{ConnectionState, Worker};
use actix_web::http::header::HeaderValue;
use actix_web::web::Bytes;
use exchange::serve_request;
use frame_watch::{FrameWatch, WatchedStream};
use h2::Reason;
use h2::server::{Builder, Connection};
use std::cell::Cell;
use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::task::{Context, Poll, ready};
use tokio::time::{Instant, Sleep, sleep_until, timeout};

/// Streams that a client may have open at once; clients expect 100 at least.
const MAX_STREAMS: u32 = 128;

/// Streams that a client may reset before they are accepted.
const MAX_RESETS: usize = 20;

/// Requests that a connection answers in a turn, before other connections of the worker are polled.
const REQUESTS_PER_TURN: usize = 16;

/// The state of a connection that all of its streams share.
pub(super) struct ConnectionContext {
    worker: Rc<Worker>,
    state: Rc<ConnectionState>,
    hsts: Option<HeaderValue>,
    peer: Option<SocketAddr>,
    watch: Rc<FrameWatch>,
    /// Bytes of composed responses that are not sent yet.
    unsent: Arc<AtomicUsize>,
}

impl ConnectionContext {
    pub(super) fn new(
        worker: Rc<Worker>,
        state: Rc<ConnectionState>,
        hsts: Option<HeaderValue>,
        peer: Option<SocketAddr>,
    ) -> ConnectionContext {
        ConnectionContext {
            worker,
            state,
            hsts,
            peer,
            watch: Rc::new(FrameWatch::new(Instant::now())),
            unsent: Arc::default(),
        }
    }
}

/// Serves a connection to its end.
pub(super) async fn serve<T: Stream>(stream: T, context: ConnectionContext) {
    let limits = *context.state.limits();
    let watch = Rc::clone(&context.watch);
    let reclaimed = Rc::new(Cell::new(None));
    let stream = WatchedStream::new(stream, Rc::clone(&watch), Rc::clone(&reclaimed));
    let handshake = Builder::new()
        .max_concurrent_streams(MAX_STREAMS)
        .max_pending_accept_reset_streams(MAX_RESETS)
        .max_header_list_size(u32::try_from(limits.head).unwrap_or(u32::MAX))
        .handshake(stream);
    // Clients send the preface at once, so it has the time of a head.
    let Ok(Ok(connection)) = timeout(limits.request, handshake).await else {
        return;
    };
    let driver = ConnectionDriver {
        connection,
        context: Rc::new(context),
        watch,
        phase: ShutdownPhase::Open,
        idle_since: Some(Instant::now()),
        timer: Box::pin(sleep_until(Instant::now() + limits.keep_alive)),
    };
    driver.await;
    // Closing with unread bytes resets the connection, and the reset can overtake GOAWAY.
    if let Some(stream) = reclaimed.take() {
        linger(stream, limits.linger).await;
    }
}

/// How far the shutdown of a connection has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ShutdownPhase {
    Open,
    /// GOAWAY has asked the client to open no more streams.
    GoAwaySent,
    /// Frames that are queued may be sent until this time.
    Aborting(Instant),
}

/// The reaction to a timeout.
enum LimitAction {
    /// Sends GOAWAY with this reason and ends: the client stopped in the middle of a frame or a head.
    Abort(Reason),
    /// Sends GOAWAY and answers what was requested: no stream was open for too long.
    GoAway,
    /// Ends without a frame: the client reads nothing, or the time to send GOAWAY is over.
    Drop,
}

struct ConnectionDriver<T: Stream> {
    connection: Connection<WatchedStream<T>, Bytes>,
    context: Rc<ConnectionContext>,
    watch: Rc<FrameWatch>,
    phase: ShutdownPhase,
    /// Since when no stream is open.
    idle_since: Option<Instant>,
    timer: Pin<Box<Sleep>>,
}

impl<T: Stream> ConnectionDriver<T> {
    /// Answers requests. Ready when the connection has ended.
    fn poll_connection(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        for _ in 0..REQUESTS_PER_TURN {
            match ready!(self.connection.poll_accept(cx)) {
                // h2 sent GOAWAY with the reason, as far as the client reads.
                None | Some(Err(_)) => return Poll::Ready(()),
                Some(Ok((request, respond))) => serve_request(&self.context, request, respond),
            }
            // Also for a stream that ends before `update_idle_since` sees it.
            self.idle_since = None;
        }
        // There may be more requests, and these responses are not sent yet.
        cx.waker().wake_by_ref();
        Poll::Pending
    }

    fn update_idle_since(&mut self) {
        let is_idle = !self.connection.has_streams();
        match (is_idle, self.idle_since) {
            (true, None) => self.idle_since = Some(Instant::now()),
            (false, Some(_)) => self.idle_since = None,
            _ => {}
        }
    }

    /// The next timeout, if the client does nothing until then. Whatever changes it wakes the connection.
    fn next_limit(&self) -> Option<(Instant, LimitAction)> {
        let limits = self.context.state.limits();
        if let ShutdownPhase::Aborting(deadline) = self.phase {
            return Some((deadline, LimitAction::Drop));
        }
        let blocked_since = self.watch.blocked_since();
        let blocked_since = blocked_since.map(|since| (since + limits.write, LimitAction::Drop));
        let slow = self.watch.incomplete_since();
        let slow = slow.map(|since| {
            (
                since + limits.request,
                LimitAction::Abort(Reason::ENHANCE_YOUR_CALM),
            )
        });
        let idle = self.idle_since.map(|since| match self.phase {
            ShutdownPhase::Open => (since + limits.keep_alive, LimitAction::GoAway),
            // Time for requests that crossed GOAWAY, and for the acknowledgement of the PING that h2 sends with it.
            _ => (since + limits.linger, LimitAction::Abort(Reason::NO_ERROR)),
        });
        let all = [blocked_since, slow, idle].into_iter().flatten();
        all.min_by_key(|(deadline, _)| *deadline)
    }

    fn go_away(&mut self) {
        self.phase = ShutdownPhase::GoAwaySent;
        if self.idle_since.is_some() {
            // The linger counts from now on.
            self.idle_since = Some(Instant::now());
        }
        self.connection.graceful_shutdown();
    }

    fn abort(&mut self, reason: Reason) {
        self.connection.abrupt_shutdown(reason);
        let linger = self.context.state.limits().linger;
        self.phase = ShutdownPhase::Aborting(Instant::now() + linger);
    }
}

impl<T: Stream> Future for ConnectionDriver<T> {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let this = self.get_mut();
        this.watch.begin_turn();
        loop {
            if this.phase == ShutdownPhase::Open && this.context.state.is_draining() {
                this.go_away();
            }
            if this.poll_connection(cx).is_ready() {
                return Poll::Ready(());
            }
            if this.watch.is_budget_exceeded() && !matches!(this.phase, ShutdownPhase::Aborting(_))
            {
                tracing::debug!("an HTTP/2 client sent too many frames without progress");
                this.abort(Reason::ENHANCE_YOUR_CALM);
                continue;
            }
            this.update_idle_since();
            this.context.state.wake_on_drain(cx);
            let Some((deadline, next)) = this.next_limit() else {
                return Poll::Pending;
            };
            if this.timer.deadline() != deadline {
                this.timer.as_mut().reset(deadline);
            }
            ready!(this.timer.as_mut().poll(cx));
            match next {
                LimitAction::GoAway => this.go_away(),
                LimitAction::Drop => return Poll::Ready(()),
                LimitAction::Abort(reason) => this.abort(reason),
            }
        }
    }
}
