//! One connection of HTTP/1 from its first byte to its end: limits, timeouts, and one response at a time.
//!
//! - A head or a body that takes too long, or a head that is too large, is refused with a reason.
//! - A connection on which nothing was ever sent is closed silently: browsers open some in advance.
//! - A client that takes nothing of its response is disconnected.
//! - When the server stops, a connection ends as soon as it is idle; a request that has begun to arrive is answered. A new
//!   connection has a moment to send its first request.
//! - Nothing is answered after a response that says `Connection: close`.

use super::encode::{HeadContext, Persistence};
use super::reader::{BodyKind, BodyPart, RequestReader};
use super::transport::{Filled, Transport, Waiting, yield_turn};
use crate::http::pending_response::Answering;
use crate::http::stream::{Stream, linger};
use crate::http::worker::{Conversation, Place};
use crate::respond::SearchRefusal;
use crate::respond::refusal::Refusal;
use crate::respond::response_cache::CachedResponse;
use crate::search::typesense::MOST_BODY;
use actix_http::{ConnectionType, Request};
use actix_web::dev::{self, Response};
use actix_web::http::header::CONTENT_LENGTH;
use actix_web::http::{Method, Version};
use actix_web::web::Bytes;
use std::io;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Instant as StdInstant;
use tokio::io::AsyncWriteExt;
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
    let mut stream = session.transport.stream;
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
    transport: Transport<T>,
    peer: Option<SocketAddr>,
    conversation: Rc<Conversation>,
    handler: Rc<dyn Handler>,
    extra: Rc<str>,
    reader: RequestReader,
    has_answered: bool,
    /// Responses since the connection last waited for its client.
    responses_in_turn: u32,
}

impl<T: Stream> Session<T> {
    fn new(connection: Connection<T>) -> Session<T> {
        let worker = connection.conversation.worker();
        Session {
            reader: RequestReader::new(worker.codec_config()),
            transport: Transport::new(connection.stream, Rc::clone(&connection.conversation)),
            peer: connection.peer,
            conversation: connection.conversation,
            handler: connection.handler,
            extra: connection.extra,
            has_answered: false,
            responses_in_turn: 0,
        }
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
            if std::mem::take(&mut self.transport.has_waited) {
                self.responses_in_turn = 0;
            }
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
            match self
                .transport
                .fill(&mut self.reader, waiting, since)
                .await?
            {
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
            self.transport
                .write_all([b"HTTP/1.1 100 Continue\r\n\r\n", b"", b""])
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
            match self
                .transport
                .fill(&mut self.reader, Waiting::Body, since)
                .await?
            {
                Filled::Bytes(len) => framed += len,
                Filled::TimedOut => return Ok(Err(SearchRefusal::TooSlow)),
                Filled::EndOfStream => return Ok(Err(SearchRefusal::Broken)),
            }
        }
    }

    async fn refuse(&mut self, refusal: Refusal) -> io::Result<()> {
        self.conversation.count_refusal(refusal);
        let mut more = Vec::new();
        self.conversation.worker().date.append_to(&mut more);
        let more = String::from_utf8_lossy(&more) + &*self.extra;
        let mut answer = refusal.answer(&more);
        if self.reader.is_head_request() {
            // Such a response has no content (RFC 9110, section 9.3.2), and says how long it would be.
            answer.truncate(answer.len() - refusal.message().len());
        }
        self.transport.write_all([&answer, b"", b""]).await
    }

    async fn send_cached(
        &mut self,
        version: Version,
        response: &'static CachedResponse,
        persistence: Persistence,
    ) -> io::Result<()> {
        let mut head = self.conversation.worker().take_buffer();
        self.context(version, persistence)
            .append_cached(response, &mut head);
        let sent = self
            .transport
            .write_all([&head, &response.fields, &response.body])
            .await;
        self.conversation.worker().return_buffer(head);
        sent
    }

    async fn send(
        &mut self,
        request: &dev::RequestHead,
        response: &Response<Bytes>,
        persistence: Persistence,
    ) -> io::Result<()> {
        let mut head = self.conversation.worker().take_buffer();
        self.context(request.version, persistence)
            .append(response, &mut head);
        let body: &[u8] = match request.method == Method::HEAD {
            true => b"",
            false => response.body(),
        };
        let sent = self.transport.write_all([&head, body, b""]).await;
        self.conversation.worker().return_buffer(head);
        sent
    }

    fn context(&self, version: Version, persistence: Persistence) -> HeadContext<'_> {
        HeadContext {
            version,
            persistence,
            date: &self.conversation.worker().date,
            extra: &self.extra,
        }
    }
}
