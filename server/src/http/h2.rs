//! An HTTP/2 connection, from its preface to its end. The crate `h2` implements the protocol; this module limits it.
//!
//! actix-http's own dispatcher for HTTP/2 is not used: it stands on `h2` 0.3, which gets no fixes any more, sets neither
//! the number of streams nor the size of a head, cannot say GOAWAY when the server stops, and keeps idle connections for
//! as long as they answer its pings. What is here:
//!
//! - [`MAX_STREAMS`] at once, heads of at most the size that HTTP/1's have.
//! - A preface, a frame or a head that takes too long ends the connection ([`frame_watch`] watches them), as does a client that
//!   takes nothing of what it is sent; an answer of which a client takes nothing is reset ([`exchange`]).
//! - Streams that are opened and reset at once end the connection (`h2` counts them), as do too many frames that ask for
//!   nothing ([`frame_budget`]).
//! - Composed answers that a client does not take are kept up to a limit ([`unsent`]).
//! - A connection reads so much at once, and answers so many requests, and then lets others of its worker go first.
//! - A connection without open streams ends in time with GOAWAY.
//! - When the server stops, the client gets GOAWAY at once, and the requests it sent by then are answered.

mod exchange;
mod frame_budget;
mod frame_watch;
mod unsent;

use crate::http::stream::{Stream, linger};
use crate::http::worker::{Conversation, Worker};
use actix_web::http::header::HeaderValue;
use actix_web::web::Bytes;
use exchange::answer;
use frame_watch::{Pace, Paced};
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

/// Answers that a client may wait for at once; clients expect 100 at least.
const MAX_STREAMS: u32 = 128;

/// Streams that may be reset before anybody looked at them.
const MAX_RESETS: usize = 20;

/// Requests of one connection that are answered before other connections of the worker are polled.
const ANSWERS_PER_TURN: usize = 16;

/// What a connection is about.
pub(super) struct Site {
    worker: Rc<Worker>,
    conversation: Rc<Conversation>,
    hsts: Option<HeaderValue>,
    peer: Option<SocketAddr>,
    pace: Rc<Pace>,
    /// Bytes of composed answers that the client has not taken.
    unsent: Arc<AtomicUsize>,
}

impl Site {
    pub(super) fn new(
        worker: Rc<Worker>,
        conversation: Rc<Conversation>,
        hsts: Option<HeaderValue>,
        peer: Option<SocketAddr>,
    ) -> Site {
        Site {
            worker,
            conversation,
            hsts,
            peer,
            pace: Rc::new(Pace::new(Instant::now())),
            unsent: Arc::default(),
        }
    }
}

/// Serves a connection to its end.
pub(super) async fn converse<T: Stream>(stream: T, site: Site) {
    let limits = *site.conversation.limits();
    let pace = Rc::clone(&site.pace);
    let left = Rc::new(Cell::new(None));
    let stream = Paced::new(stream, Rc::clone(&pace), Rc::clone(&left));
    let handshake = Builder::new()
        .max_concurrent_streams(MAX_STREAMS)
        .max_pending_accept_reset_streams(MAX_RESETS)
        .max_header_list_size(u32::try_from(limits.head).unwrap_or(u32::MAX))
        .handshake(stream);
    // Browsers send the preface as soon as they may.
    let Ok(Ok(connection)) = timeout(limits.request, handshake).await else {
        return;
    };
    let driver = Driver {
        connection,
        site: Rc::new(site),
        pace,
        ending: Ending::Open,
        idle_since: Some(Instant::now()),
        timer: Box::pin(sleep_until(Instant::now() + limits.keep_alive)),
    };
    driver.await;
    // A close with unread bytes is a reset, which can overtake GOAWAY.
    if let Some(stream) = left.take() {
        linger(stream, limits.linger).await;
    }
}

/// How far the end of a connection has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    Open,
    /// GOAWAY asked the client to open no more streams.
    GoAwaySent,
    /// What is left is sent until this time.
    Cut(Instant),
}

/// What the connection does when a limit is reached.
enum Next {
    /// Sends GOAWAY with this reason and ends: the client stands still in the middle of a frame or a head.
    Cut(Reason),
    /// Sends GOAWAY and finishes what was asked: no stream was open for too long.
    GoAway,
    /// Ends without a frame: the client takes nothing, or the time to send GOAWAY is over.
    Drop,
}

struct Driver<T: Stream> {
    connection: Connection<Paced<T>, Bytes>,
    site: Rc<Site>,
    pace: Rc<Pace>,
    ending: Ending,
    /// Since when no stream is open.
    idle_since: Option<Instant>,
    timer: Pin<Box<Sleep>>,
}

impl<T: Stream> Driver<T> {
    /// Whether the connection ended.
    fn poll_connection(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        for _ in 0..ANSWERS_PER_TURN {
            match ready!(self.connection.poll_accept(cx)) {
                // h2 sent GOAWAY with the reason, as far as the client reads.
                None | Some(Err(_)) => return Poll::Ready(()),
                Some(Ok((request, respond))) => answer(&self.site, request, respond),
            }
            // Also when the stream is over before anybody looks.
            self.idle_since = None;
        }
        // There may be more requests, and these answers are not sent yet.
        cx.waker().wake_by_ref();
        Poll::Pending
    }

    fn note_idleness(&mut self) {
        let is_idle = !self.connection.has_streams();
        match (is_idle, self.idle_since) {
            (true, None) => self.idle_since = Some(Instant::now()),
            (false, Some(_)) => self.idle_since = None,
            _ => {}
        }
    }

    /// The next limit that is reached if the client does nothing. All that could change it wakes the connection.
    fn next(&self) -> Option<(Instant, Next)> {
        let limits = self.site.conversation.limits();
        if let Ending::Cut(deadline) = self.ending {
            return Some((deadline, Next::Drop));
        }
        let stuck = self.pace.stuck_since();
        let stuck = stuck.map(|since| (since + limits.write, Next::Drop));
        let slow = self.pace.restless_since();
        let slow = slow.map(|since| (since + limits.request, Next::Cut(Reason::ENHANCE_YOUR_CALM)));
        let idle = self.idle_since.map(|since| match self.ending {
            Ending::Open => (since + limits.keep_alive, Next::GoAway),
            // Time for requests that crossed GOAWAY, and for the acknowledgement of the PING that h2 sends with it.
            _ => (since + limits.linger, Next::Cut(Reason::NO_ERROR)),
        });
        let all = [stuck, slow, idle].into_iter().flatten();
        all.min_by_key(|(deadline, _)| *deadline)
    }

    fn go_away(&mut self) {
        self.ending = Ending::GoAwaySent;
        if self.idle_since.is_some() {
            // From now on, for the linger.
            self.idle_since = Some(Instant::now());
        }
        self.connection.graceful_shutdown();
    }

    fn cut(&mut self, reason: Reason) {
        self.connection.abrupt_shutdown(reason);
        let linger = self.site.conversation.limits().linger;
        self.ending = Ending::Cut(Instant::now() + linger);
    }
}

impl<T: Stream> Future for Driver<T> {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let this = self.get_mut();
        this.pace.begin_turn();
        loop {
            if this.ending == Ending::Open && this.site.conversation.is_draining() {
                this.go_away();
            }
            if this.poll_connection(cx).is_ready() {
                return Poll::Ready(());
            }
            if this.pace.is_budget_exceeded() && !matches!(this.ending, Ending::Cut(_)) {
                tracing::debug!("an HTTP/2 client sent too many frames that ask for nothing");
                this.cut(Reason::ENHANCE_YOUR_CALM);
                continue;
            }
            this.note_idleness();
            this.site.conversation.wake_on_drain(cx);
            let Some((deadline, next)) = this.next() else {
                return Poll::Pending;
            };
            if this.timer.deadline() != deadline {
                this.timer.as_mut().reset(deadline);
            }
            ready!(this.timer.as_mut().poll(cx));
            match next {
                Next::GoAway => this.go_away(),
                Next::Drop => return Poll::Ready(()),
                Next::Cut(reason) => this.cut(reason),
            }
        }
    }
}
