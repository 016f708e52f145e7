//! One connection of HTTP/1 from its first byte to its end: limits, timeouts, and one response at a time.
//!
//! - A head or a body that takes too long, or a head that is too large, is refused with a reason.
//! - A connection on which nothing was ever sent is closed silently: browsers open some in advance.
//! - A client that takes nothing of its response is disconnected.
//! - When the server stops, a connection ends as soon as it is idle; a request that has begun to arrive is answered. A new
//!   connection has a moment to send its first request.
//! - Nothing is answered after a response that says `Connection: close`.

use super::deadline::{DeadlineTimer, TaskWaker};
use super::encode::{HeadContext, Persistence};
use super::reader::{BodyKind, BodyPart, RequestReader};
use crate::http::answering::Answering;
use crate::http::connection::{Stream, linger};
use crate::http::worker::{Conversation, Place, Worker};
use crate::respond::SearchRefusal;
use crate::respond::refusal::Refusal;
use crate::respond::response_cache::CachedResponse;
use crate::search::wire::MOST_BODY;
use actix_http::{ConnectionType, Request};
use actix_web::dev::{self, Response};
use actix_web::http::header::CONTENT_LENGTH;
use actix_web::http::{Method, Version};
use actix_web::web::Bytes;
use std::future::poll_fn;
use std::io::{self, ErrorKind, IoSlice};
use std::net::SocketAddr;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};
use std::time::Instant as StdInstant;
use tokio::io::{AsyncWriteExt, ReadBuf};
use tokio::time::Instant;

/// Bytes that are read from a connection at once.
pub(in crate::http) const READ_BUFFER: usize = 16 << 10;

/// Bytes of the longest body as it is sent, with what frames it: chunk sizes, extensions, trailers.
const MAX_FRAMED_BODY: usize = 8 * MOST_BODY;

/// Responses after which a client that pipelines lets other connections of the worker have their turn.
const RESPONSES_PER_TURN: u32 = 8;

/// Answers the requests of a connection.
pub(in crate::http) trait Handler {
    /// Begins the response to a request.
    fn begin(&self, head: &dev::RequestHead) -> Outcome;

    /// When a request arrived, where anybody wants to know how long its response took.
    fn start_clock(&self) -> Option<StdInstant>;

    /// Completes and records a response that was composed for this request.
    fn finish(
        &self,
        head: &dev::RequestHead,
        response: &mut Response<Bytes>,
        began: Option<StdInstant>,
    );

    /// Records a response from the cache.
    fn finish_cached(
        &self,
        head: &dev::RequestHead,
        response: &CachedResponse,
        began: Option<StdInstant>,
    );
}

/// How a request is answered.
pub(in crate::http) enum Outcome {
    /// From the cache.
    Cached(&'static CachedResponse),
    /// By a response that is composed for it.
    Composed(Answering),
}

/// A connection, and what answers its requests.
pub(in crate::http) struct Connection<T> {
    pub(in crate::http) stream: T,
    pub(in crate::http) peer: Option<SocketAddr>,
    pub(in crate::http) conversation: Rc<Conversation>,
    pub(in crate::http) handler: Rc<dyn Handler>,
    /// Further header lines for every response, each with its end.
    pub(in crate::http) extra: Rc<str>,
}

/// Serves a connection until it ends. Its place is free again only then.
pub(in crate::http) async fn serve<T: Stream>(connection: Connection<T>, place: Place) {
    let linger_for = connection.conversation.limits().linger;
    let mut session = Session::new(connection);
    let end = session.run().await;
    let mut stream = session.stream;
    match end {
        Ok(End::Idle) => {
            let _ = tokio::time::timeout(linger_for, stream.shutdown()).await;
        }
        Ok(End::Closing) => linger(stream, linger_for).await,
        Err(_) => {}
    }
    drop(place);
}

/// How a connection ends.
enum End {
    /// Between two requests, or by the client.
    Idle,
    /// After a response that says so, or a refusal; the client may still be sending.
    Closing,
}

/// What the server waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Waiting {
    FirstRequest,
    NextRequest,
    Head,
    Body,
}

/// What came of waiting for bytes.
enum Filled {
    Bytes(usize),
    EndOfStream,
    /// The time was over, or the server stops.
    TimedOut,
}

/// What the client still sends of a request after its response was composed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rest {
    Nothing,
    /// A body that no response depends on.
    Body,
    /// Something that is too long, or does not end where the head says: no request can follow.
    Unknown,
}

enum Next {
    Request(Request),
    Refused(Refusal),
    Ended,
}

struct Session<T> {
    stream: T,
    peer: Option<SocketAddr>,
    conversation: Rc<Conversation>,
    handler: Rc<dyn Handler>,
    extra: Rc<str>,
    reader: RequestReader,
    read_timer: DeadlineTimer,
    write_timer: DeadlineTimer,
    has_answered: bool,
    /// Responses since the connection last waited for its client.
    responses_in_turn: u32,
}

impl<T: Stream> Session<T> {
    fn new(connection: Connection<T>) -> Session<T> {
        let worker = connection.conversation.worker();
        Session {
            reader: RequestReader::new(worker.codec_config()),
            stream: connection.stream,
            peer: connection.peer,
            conversation: connection.conversation,
            handler: connection.handler,
            extra: connection.extra,
            read_timer: DeadlineTimer::default(),
            write_timer: DeadlineTimer::default(),
            has_answered: false,
            responses_in_turn: 0,
        }
    }

    fn worker(&self) -> &Worker {
        self.conversation.worker()
    }

    async fn run(&mut self) -> io::Result<End> {
        loop {
            match self.next_request().await? {
                Next::Ended => return Ok(End::Idle),
                Next::Refused(refusal) => {
                    self.refuse(refusal).await?;
                    return Ok(End::Closing);
                }
                Next::Request(request) => {
                    if self.answer(request).await? == Persistence::Close {
                        return Ok(End::Closing);
                    }
                }
            }
            self.has_answered = true;
            self.responses_in_turn += 1;
            if self.responses_in_turn == RESPONSES_PER_TURN {
                self.responses_in_turn = 0;
                yield_turn().await;
            }
        }
    }

    /// Waits for the next head.
    async fn next_request(&mut self) -> io::Result<Next> {
        let limit = self.conversation.limits().head;
        let mut since = Instant::now();
        let mut waiting = match self.has_answered {
            true => Waiting::NextRequest,
            false => Waiting::FirstRequest,
        };
        loop {
            let next = {
                let mut diagnosed = self.conversation.worker().diagnosed.borrow_mut();
                self.reader.next_request(limit, &mut diagnosed)
            };
            match next {
                Ok(Some(request)) => return Ok(Next::Request(request)),
                Ok(None) => {}
                Err(refusal) => return Ok(Next::Refused(refusal)),
            }
            if self.reader.is_empty() {
                self.reader.shrink();
            } else if waiting != Waiting::Head {
                waiting = Waiting::Head;
                since = Instant::now();
            }
            match self.fill(waiting, since).await? {
                Filled::Bytes(_) => {}
                Filled::TimedOut if waiting == Waiting::Head => {
                    return Ok(Next::Refused(Refusal::TooSlow));
                }
                Filled::TimedOut | Filled::EndOfStream => return Ok(Next::Ended),
            }
        }
    }

    /// Answers one request.
    async fn answer(&mut self, mut request: Request) -> io::Result<Persistence> {
        let began = self.handler.start_clock();
        request.head_mut().peer_addr = self.peer;
        let mut rest = self.rest_of(request.head());
        let answering = match self.handler.begin(request.head()) {
            Outcome::Cached(response) => {
                self.handler.finish_cached(request.head(), response, began);
                let persistence = self.persistence(request.head(), rest);
                self.send_cached(request.version(), response, persistence)
                    .await?;
                return self.skip(rest, persistence).await;
            }
            Outcome::Composed(answering) => answering,
        };
        let mut response = match answering {
            Answering::Ready(response) => response,
            Answering::Searching(searching) => searching.await,
            Answering::NeedsBody(search) => {
                let body = match self.reader.body_kind() {
                    BodyKind::None => Ok(Vec::new()),
                    _ => self.read_body(request.head().expect()).await?,
                };
                rest = match body {
                    Ok(_) => Rest::Nothing,
                    Err(_) => Rest::Unknown,
                };
                search.with_body(body).await
            }
        };
        self.handler.finish(request.head(), &mut response, began);
        let persistence = self.persistence(request.head(), rest);
        self.send(request.head(), &response, persistence).await?;
        self.skip(rest, persistence).await
    }

    /// What the client still sends of a request whose head has arrived.
    fn rest_of(&self, head: &dev::RequestHead) -> Rest {
        match self.reader.body_kind() {
            BodyKind::None => Rest::Nothing,
            // It may wait for leave to send the body, which it does not get.
            BodyKind::Framed if head.expect() => Rest::Unknown,
            BodyKind::Framed => {
                let length = head.headers.get(CONTENT_LENGTH);
                let length = length.and_then(|length| length.to_str().ok());
                let length = length.map(|length| length.trim().parse::<usize>());
                match length {
                    None | Some(Ok(..=MOST_BODY)) => Rest::Body,
                    Some(_) => Rest::Unknown,
                }
            }
            BodyKind::Endless => Rest::Unknown,
        }
    }

    fn persistence(&self, head: &dev::RequestHead, rest: Rest) -> Persistence {
        let closes = head.connection_type() == ConnectionType::Close
            || (head.version == Version::HTTP_10
                && head.connection_type() != ConnectionType::KeepAlive);
        match closes || rest == Rest::Unknown || self.conversation.is_draining() {
            true => Persistence::Close,
            false => Persistence::KeepAlive,
        }
    }

    /// Reads what is left of a request, so that the next one can follow.
    async fn skip(&mut self, rest: Rest, persistence: Persistence) -> io::Result<Persistence> {
        if rest == Rest::Body && persistence == Persistence::KeepAlive {
            let body = self.read_body(false).await?;
            return Ok(match body {
                Ok(_) => Persistence::KeepAlive,
                Err(_) => Persistence::Close,
            });
        }
        Ok(persistence)
    }

    /// Reads the body of a request to its end.
    async fn read_body(
        &mut self,
        expects_continue: bool,
    ) -> io::Result<Result<Vec<u8>, SearchRefusal>> {
        if expects_continue {
            self.write_all([b"HTTP/1.1 100 Continue\r\n\r\n", b"", b""])
                .await?;
        }
        let since = Instant::now();
        let mut body = Vec::new();
        let mut framed = 0;
        loop {
            match self.reader.next_body_part() {
                Ok(BodyPart::Data(data)) => {
                    if body.len() + data.len() > MOST_BODY {
                        return Ok(Err(SearchRefusal::TooLong));
                    }
                    body.extend_from_slice(&data);
                    continue;
                }
                Ok(BodyPart::End) => return Ok(Ok(body)),
                Ok(BodyPart::Incomplete) if framed > MAX_FRAMED_BODY => {
                    return Ok(Err(SearchRefusal::TooLong));
                }
                Ok(BodyPart::Incomplete) => {}
                Err(_) => return Ok(Err(SearchRefusal::Broken)),
            }
            match self.fill(Waiting::Body, since).await? {
                Filled::Bytes(len) => framed += len,
                Filled::TimedOut => return Ok(Err(SearchRefusal::TooSlow)),
                Filled::EndOfStream => return Ok(Err(SearchRefusal::Broken)),
            }
        }
    }

    async fn refuse(&mut self, refusal: Refusal) -> io::Result<()> {
        self.conversation.count_refusal(refusal);
        let mut more = Vec::new();
        self.worker().date.append_to(&mut more);
        let more = String::from_utf8_lossy(&more) + &*self.extra;
        let answer = refusal.answer(&more);
        self.write_all([&answer, b"", b""]).await
    }

    async fn send_cached(
        &mut self,
        version: Version,
        response: &'static CachedResponse,
        persistence: Persistence,
    ) -> io::Result<()> {
        let mut head = self.worker().take_buffer();
        self.context(version, persistence)
            .append_cached(response, &mut head);
        let sent = self
            .write_all([&head, &response.fields, &response.body])
            .await;
        self.worker().return_buffer(head);
        sent
    }

    async fn send(
        &mut self,
        request: &dev::RequestHead,
        response: &Response<Bytes>,
        persistence: Persistence,
    ) -> io::Result<()> {
        let mut head = self.worker().take_buffer();
        self.context(request.version, persistence)
            .append(response, &mut head);
        let body: &[u8] = match request.method == Method::HEAD {
            true => b"",
            false => response.body(),
        };
        let sent = self.write_all([&head, body, b""]).await;
        self.worker().return_buffer(head);
        sent
    }

    fn context(&self, version: Version, persistence: Persistence) -> HeadContext<'_> {
        HeadContext {
            version,
            persistence,
            date: &self.worker().date,
            extra: &self.extra,
        }
    }

    /// Reads some bytes, within the time that `waiting` has, counted from `since`.
    async fn fill(&mut self, waiting: Waiting, since: Instant) -> io::Result<Filled> {
        poll_fn(|cx| self.poll_fill(waiting, since, cx)).await
    }

    fn poll_fill(
        &mut self,
        waiting: Waiting,
        since: Instant,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<Filled>> {
        {
            let worker = self.conversation.worker();
            let mut buffer = worker.read_buffer.borrow_mut();
            let mut buffer = ReadBuf::new(&mut buffer);
            match Pin::new(&mut self.stream).poll_read(cx, &mut buffer) {
                Poll::Ready(Ok(())) if buffer.filled().is_empty() => {
                    return Poll::Ready(Ok(Filled::EndOfStream));
                }
                Poll::Ready(Ok(())) => {
                    self.reader.extend(buffer.filled());
                    return Poll::Ready(Ok(Filled::Bytes(buffer.filled().len())));
                }
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Pending => {}
            }
        }
        let limits = self.conversation.limits();
        let is_draining = self.conversation.is_draining();
        let time = match waiting {
            Waiting::NextRequest if is_draining => return Poll::Ready(Ok(Filled::TimedOut)),
            Waiting::FirstRequest if is_draining => limits.linger.min(limits.silence),
            Waiting::FirstRequest => limits.silence,
            Waiting::NextRequest => limits.keep_alive,
            Waiting::Head | Waiting::Body => limits.request,
        };
        self.responses_in_turn = 0;
        let waker = match self.conversation.wake_on_drain(cx) {
            true => TaskWaker::Registered,
            false => TaskWaker::New,
        };
        ready!(self.read_timer.poll(since + time, waker, cx));
        Poll::Ready(Ok(Filled::TimedOut))
    }

    /// Writes all parts, in as few system calls as the socket allows.
    async fn write_all(&mut self, parts: [&[u8]; 3]) -> io::Result<()> {
        let total: usize = parts.iter().map(|part| part.len()).sum();
        let mut written = 0;
        poll_fn(|cx| {
            while written < total {
                let slices = remaining(parts, written);
                match Pin::new(&mut self.stream).poll_write_vectored(cx, &slices) {
                    Poll::Ready(Ok(0)) => return Poll::Ready(Err(ErrorKind::WriteZero.into())),
                    Poll::Ready(Ok(len)) => {
                        written += len;
                        self.write_timer.clear();
                    }
                    Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                    Poll::Pending => return self.poll_write_timeout(cx),
                }
            }
            match Pin::new(&mut self.stream).poll_flush(cx) {
                Poll::Ready(flushed) => {
                    self.write_timer.clear();
                    Poll::Ready(flushed)
                }
                // With TLS, a client that takes nothing shows here.
                Poll::Pending => self.poll_write_timeout(cx),
            }
        })
        .await
    }

    /// Fails when the client has taken nothing for too long.
    fn poll_write_timeout(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let time = self.conversation.limits().write;
        ready!(self.write_timer.poll_since_first(time, cx));
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }
}

/// What is left of `parts` after `written` bytes.
fn remaining<'a>(parts: [&'a [u8]; 3], mut written: usize) -> [IoSlice<'a>; 3] {
    parts.map(|part| {
        let skipped = written.min(part.len());
        written -= skipped;
        IoSlice::new(&part[skipped..])
    })
}

/// Lets the other tasks of the thread run once.
async fn yield_turn() {
    let mut has_yielded = false;
    poll_fn(|cx| {
        if std::mem::replace(&mut has_yielded, true) {
            return Poll::Ready(());
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}
