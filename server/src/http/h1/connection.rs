//! Serves one connection of HTTP/1 from its first byte to its end: limits, timeouts, and one response at a time.
//!
//! - A head or a body that takes too long, or a head that is too large, is refused with a reason.
//! - A connection on which nothing was ever sent is closed silently: browsers open some in advance.
//! - A client that reads nothing of its response for too long is disconnected.
//! - When the server stops, a connection ends as soon as it is idle. A request that has begun to arrive is answered, and a
//!   new connection has a short time to send its first request.
//! - No request is answered after a response with `Connection: close`.

use super::encode::{HeadContext, Persistence};
use super::reader::{BodyKind, BodyPart, RequestReader};
use super::transport::{ReadOutcome, Transport, WaitingFor, yield_turn};
use crate::http::handler::{Handler, HandlerOutcome};
use crate::http::pending_response::PendingResponse;
use crate::http::stream::{Stream, linger};
use crate::http::worker::{ConnectionPermit, ConnectionState};
use crate::respond::SearchRefusal;
use crate::respond::refusal::Refusal;
use crate::respond::response_cache::CachedResponse;
use crate::search::typesense::MAX_BODY;
use actix_http::{ConnectionType, Request};
use actix_web::dev::{self, Response};
use actix_web::http::header::CONTENT_LENGTH;
use actix_web::http::{Method, Version};
use actix_web::web::Bytes;
use std::io;
use std::net::SocketAddr;
use std::rc::Rc;
use tokio::io::AsyncWriteExt;
use tokio::time::Instant;

/// Bytes of the longest request body including its framing: chunk sizes, extensions, trailers.
const MAX_FRAMED_BODY: usize = 8 * MAX_BODY;

/// After so many pipelined responses, a connection yields to the other connections of its worker.
const RESPONSES_PER_TURN: u32 = 8;

/// A connection, and what answers its requests.
pub(in crate::http) struct Connection<T> {
    pub(in crate::http) stream: T,
    pub(in crate::http) peer: Option<SocketAddr>,
    pub(in crate::http) state: Rc<ConnectionState>,
    pub(in crate::http) handler: Rc<dyn Handler>,
    /// Further header lines for every response, each with its end.
    pub(in crate::http) extra_lines: Rc<str>,
}

/// Serves a connection until it ends, and then releases its permit.
pub(in crate::http) async fn serve<T: Stream>(connection: Connection<T>, permit: ConnectionPermit) {
    let linger_for = connection.state.limits().linger;
    let mut session = Session::new(connection);
    let end = session.run().await;
    let mut stream = session.transport.stream;
    match end {
        Ok(ConnectionEnd::Idle) => {
            let _ = tokio::time::timeout(linger_for, stream.shutdown()).await;
        }
        Ok(ConnectionEnd::Closing) => linger(stream, linger_for).await,
        Err(_) => {}
    }
    drop(permit);
}

/// How a connection ends.
enum ConnectionEnd {
    /// Between two requests, or by the client.
    Idle,
    /// After a response that says so, or a refusal; the client may still be sending.
    Closing,
}

/// The part of a request's body that is unread when its response is composed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum UnreadBody {
    None,
    /// A body that can be read and dropped, so that the next request can follow.
    Skippable,
    /// A body that is too long or has no known end: no request can follow.
    Unskippable,
}

enum NextRequest {
    Request(Request),
    Refused(Refusal),
    Ended,
}

struct Session<T> {
    transport: Transport<T>,
    peer: Option<SocketAddr>,
    state: Rc<ConnectionState>,
    handler: Rc<dyn Handler>,
    extra_lines: Rc<str>,
    reader: RequestReader,
    has_answered: bool,
    /// Responses since the connection last waited for its client.
    responses_in_turn: u32,
}

impl<T: Stream> Session<T> {
    fn new(connection: Connection<T>) -> Session<T> {
        let worker = connection.state.worker();
        Session {
            reader: RequestReader::new(worker.codec_config()),
            transport: Transport::new(connection.stream, Rc::clone(&connection.state)),
            peer: connection.peer,
            state: connection.state,
            handler: connection.handler,
            extra_lines: connection.extra_lines,
            has_answered: false,
            responses_in_turn: 0,
        }
    }

    async fn run(&mut self) -> io::Result<ConnectionEnd> {
        loop {
            match self.next_request().await? {
                NextRequest::Ended => return Ok(ConnectionEnd::Idle),
                NextRequest::Refused(refusal) => {
                    self.refuse(refusal).await?;
                    return Ok(ConnectionEnd::Closing);
                }
                NextRequest::Request(request) => {
                    if self.answer(request).await? == Persistence::Close {
                        return Ok(ConnectionEnd::Closing);
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
    async fn next_request(&mut self) -> io::Result<NextRequest> {
        let limit = self.state.limits().head;
        let mut since = Instant::now();
        let mut waiting = match self.has_answered {
            true => WaitingFor::NextRequest,
            false => WaitingFor::FirstRequest,
        };
        loop {
            let next = {
                let mut head_copy = self.state.worker().head_copy.borrow_mut();
                self.reader.next_request(limit, &mut head_copy)
            };
            match next {
                Ok(Some(request)) => return Ok(NextRequest::Request(request)),
                Ok(None) => {}
                Err(refusal) => return Ok(NextRequest::Refused(refusal)),
            }
            if self.reader.is_empty() {
                self.reader.shrink();
            } else if waiting != WaitingFor::Head {
                waiting = WaitingFor::Head;
                since = Instant::now();
            }
            match self
                .transport
                .fill(&mut self.reader, waiting, since)
                .await?
            {
                ReadOutcome::Bytes(_) => {}
                ReadOutcome::TimedOut if waiting == WaitingFor::Head => {
                    return Ok(NextRequest::Refused(Refusal::TooSlow));
                }
                ReadOutcome::TimedOut | ReadOutcome::EndOfStream => return Ok(NextRequest::Ended),
            }
        }
    }

    /// Answers one request.
    async fn answer(&mut self, mut request: Request) -> io::Result<Persistence> {
        let started = self.handler.start_clock();
        request.head_mut().peer_addr = self.peer;
        let mut unread = self.unread_body(request.head());
        let pending = match self.handler.begin(request.head()) {
            HandlerOutcome::Cached(response) => {
                self.handler
                    .finish_cached(request.head(), response, started);
                let persistence = self.persistence(request.head(), unread);
                self.send_cached(request.version(), response, persistence)
                    .await?;
                return self.skip_body(unread, persistence).await;
            }
            HandlerOutcome::Composed(pending) => pending,
        };
        let mut response = match pending {
            PendingResponse::Ready(response) => response,
            PendingResponse::Later(response) => response.await,
            PendingResponse::NeedsBody(search) => {
                let body = match self.reader.body_kind() {
                    BodyKind::None => Ok(Vec::new()),
                    _ => self.read_body(request.head().expect()).await?,
                };
                unread = match body {
                    Ok(_) => UnreadBody::None,
                    Err(_) => UnreadBody::Unskippable,
                };
                search.run_with_body(body).await
            }
        };
        self.handler.finish(request.head(), &mut response, started);
        let persistence = self.persistence(request.head(), unread);
        self.send(request.head(), &response, persistence).await?;
        self.skip_body(unread, persistence).await
    }

    /// The body that follows a head.
    fn unread_body(&self, head: &dev::RequestHead) -> UnreadBody {
        match self.reader.body_kind() {
            BodyKind::None => UnreadBody::None,
            // The client may wait for 100 (Continue), which it does not get.
            BodyKind::Framed if head.expect() => UnreadBody::Unskippable,
            BodyKind::Framed => {
                let length = head.headers.get(CONTENT_LENGTH);
                let length = length.and_then(|length| length.to_str().ok());
                let length = length.map(|length| length.trim().parse::<usize>());
                match length {
                    None | Some(Ok(..=MAX_BODY)) => UnreadBody::Skippable,
                    Some(_) => UnreadBody::Unskippable,
                }
            }
            BodyKind::Endless => UnreadBody::Unskippable,
        }
    }

    fn persistence(&self, head: &dev::RequestHead, unread: UnreadBody) -> Persistence {
        let closes = head.connection_type() == ConnectionType::Close
            || (head.version == Version::HTTP_10
                && head.connection_type() != ConnectionType::KeepAlive);
        match closes || unread == UnreadBody::Unskippable || self.state.is_draining() {
            true => Persistence::Close,
            false => Persistence::KeepAlive,
        }
    }

    /// Reads and drops the rest of a body, so that the next request can follow.
    async fn skip_body(
        &mut self,
        unread: UnreadBody,
        persistence: Persistence,
    ) -> io::Result<Persistence> {
        if unread == UnreadBody::Skippable && persistence == Persistence::KeepAlive {
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
                    if body.len() + data.len() > MAX_BODY {
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
                .fill(&mut self.reader, WaitingFor::Body, since)
                .await?
            {
                ReadOutcome::Bytes(len) => framed += len,
                ReadOutcome::TimedOut => return Ok(Err(SearchRefusal::TooSlow)),
                ReadOutcome::EndOfStream => return Ok(Err(SearchRefusal::Broken)),
            }
        }
    }

    async fn refuse(&mut self, refusal: Refusal) -> io::Result<()> {
        self.state.count_refusal(refusal);
        let mut more = Vec::new();
        self.state.worker().date.append_to(&mut more);
        let more = String::from_utf8_lossy(&more) + &*self.extra_lines;
        let mut response = refusal.to_bytes(&more);
        if self.reader.is_head_request() {
            // A response to HEAD has no content, but the length that it would have (RFC 9110, section 9.3.2).
            response.truncate(response.len() - refusal.message().len());
        }
        self.transport.write_all([&response, b"", b""]).await
    }

    async fn send_cached(
        &mut self,
        version: Version,
        response: &'static CachedResponse,
        persistence: Persistence,
    ) -> io::Result<()> {
        let mut head = self.state.worker().take_buffer();
        self.context(version, persistence)
            .append_cached(response, &mut head);
        let sent = self
            .transport
            .write_all([&head, &response.fields, &response.body])
            .await;
        self.state.worker().return_buffer(head);
        sent
    }

    async fn send(
        &mut self,
        request: &dev::RequestHead,
        response: &Response<Bytes>,
        persistence: Persistence,
    ) -> io::Result<()> {
        let mut head = self.state.worker().take_buffer();
        self.context(request.version, persistence)
            .append(response, &mut head);
        let body: &[u8] = match request.method == Method::HEAD {
            true => b"",
            false => response.body(),
        };
        let sent = self.transport.write_all([&head, body, b""]).await;
        self.state.worker().return_buffer(head);
        sent
    }

    fn context(&self, version: Version, persistence: Persistence) -> HeadContext<'_> {
        HeadContext {
            version,
            persistence,
            date: &self.state.worker().date,
            extra_lines: &self.extra_lines,
        }
    }
}
