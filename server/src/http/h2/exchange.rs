//! Answers one request of HTTP/2: with the same response as over HTTP/1.1, without the fields of a connection.
//!
//! A response no larger than the client's flow-control window is handed to `h2` at once; the rest of a larger one is sent as
//! the window opens. Bodies are slices of the embedded bytes, so that waiting copies nothing.

use super::ConnectionContext;
use super::frame_watch::FrameWatch;
use super::unsent_bytes;
use crate::http::pending_response::{PendingResponse, read_body};
use crate::respond::refusal::Refusal;
use crate::respond::{SearchRefusal, refusal_response, too_many_requests, with_hsts};
use actix_http::Payload;
use actix_http::error::PayloadError;
use actix_web::dev::{self, Response};
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue, HttpDate};
use actix_web::http::{Method, Uri, Version};
use actix_web::web::Bytes;
use futures_core::Stream;
use h2::server::SendResponse;
use h2::{Reason, RecvStream, SendStream};
use http::header::{CONTENT_LENGTH, DATE, EXPECT, HOST};
use std::future::poll_fn;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant, SystemTime};
use tokio::time::timeout;

/// Bytes of an unneeded request body that are read before the response is sent; less than a client may send without a
/// `WINDOW_UPDATE`.
const MAX_UNREAD_BODY: usize = 32 << 10;

/// A request body that nothing has read yet.
struct UnreadBody {
    body: RecvStream,
    /// Whether the client waits for 100 (Continue).
    expects_continue: bool,
}

/// The half of a stream that carries the response.
struct ResponseStream {
    respond: SendResponse<Bytes>,
    /// Whether the request is HEAD.
    is_head: bool,
}

/// Answers a request, at once or in a new task.
pub(super) fn serve_request(
    context: &Rc<ConnectionContext>,
    request: http::Request<RecvStream>,
    respond: SendResponse<Bytes>,
) {
    let worker = &context.worker;
    let started = worker.needs_timing().then(Instant::now);
    let (parts, body) = request.into_parts();
    let expects_continue = parts
        .headers
        .get(EXPECT)
        .is_some_and(|value| value == "100-continue");
    let body = UnreadBody {
        body,
        expects_continue,
    };
    let mut stream = ResponseStream {
        respond,
        is_head: false,
    };
    let head = match to_request_head(parts, context) {
        Ok(head) => head,
        Err(refusal) => {
            context.state.count_refusal(refusal);
            send_after_drain(context, stream, refusal_response(refusal), body);
            return;
        }
    };
    stream.is_head = head.method == Method::HEAD;
    let pending = match worker.shared.admit_request(&head) {
        Ok(()) => worker.begin(&head),
        Err(retry) => PendingResponse::Ready(too_many_requests(retry.seconds())),
    };
    let searching = match pending {
        PendingResponse::Ready(mut response) => {
            worker.finish(&head, &mut response, started);
            send_after_drain(context, stream, response, body);
            return;
        }
        PendingResponse::Later(searching) => searching,
        PendingResponse::NeedsBody(search) => {
            if expects_continue {
                stream.send_continue();
            }
            search.run_with_pending_body(read_within(body.body, context.state.limits().request))
        }
    };
    let context = Rc::clone(context);
    actix_web::rt::spawn(async move {
        let mut response = searching.await;
        context.worker.finish(&head, &mut response, started);
        stream.send_composed(&context, response);
    });
}

/// Reads the unneeded body of a request, and then sends the response; a client that waits for 100 (Continue) gets the
/// response at once.
///
/// A complete response ends the stream. An error in the rest of the request (RFC 9113, section 8.1.1) would then go
/// unseen, and many clients report an error when the reset of their request body arrives before the response.
fn send_after_drain(
    context: &Rc<ConnectionContext>,
    stream: ResponseStream,
    response: Response<Bytes>,
    unread: UnreadBody,
) {
    let UnreadBody {
        mut body,
        expects_continue,
    } = unread;
    if body.is_end_stream() {
        stream.send(context, response);
        return;
    }
    let context = Rc::clone(context);
    let max_wait = context.state.limits().linger;
    actix_web::rt::spawn(async move {
        if expects_continue || drain_body(&mut body, MAX_UNREAD_BODY, max_wait).await {
            stream.send(&context, response);
            drain_body(&mut body, usize::MAX, max_wait).await;
        }
    });
}

/// Reads and drops a body without opening the window for more. Returns whether the stream is still open.
async fn drain_body(body: &mut RecvStream, max: usize, max_wait: Duration) -> bool {
    let mut count = 0;
    let reading = timeout(max_wait, async {
        while let Some(piece) = body.data().await {
            match piece {
                Ok(piece) => count += piece.len(),
                Err(_) => return false,
            }
            if count >= max {
                break;
            }
        }
        true
    });
    reading.await.unwrap_or(true)
}

/// Converts the head of a request from the types of `http` 1 to those of actix.
fn to_request_head(
    parts: http::request::Parts,
    context: &ConnectionContext,
) -> Result<dev::RequestHead, Refusal> {
    let malformed = |_| Refusal::Malformed("the request target is not well-formed");
    let mut head = dev::RequestHead::default();
    head.version = Version::HTTP_2;
    head.peer_addr = context.peer;
    head.method = Method::from_bytes(parts.method.as_str().as_bytes())
        .map_err(|_| Refusal::Malformed("the method is not a token"))?;
    if let Some(target) = parts.uri.path_and_query() {
        head.uri = Uri::try_from(target.as_str()).map_err(malformed)?;
    }
    check_host(&parts)?;
    for (name, value) in &parts.headers {
        let name = HeaderName::from_bytes(name.as_str().as_bytes());
        let value = HeaderValue::from_bytes(value.as_bytes());
        if let (Ok(name), Ok(value)) = (name, value) {
            head.headers.append(name, value);
        }
    }
    if let Some(authority) = parts.uri.authority()
        && !parts.headers.contains_key(HOST)
        && let Ok(value) = HeaderValue::from_str(authority.as_str())
    {
        head.headers.insert(HeaderName::from_static("host"), value);
    }
    Ok(head)
}

/// Requires one host, as over HTTP/1.1. A `Host` that differs from `:authority` is malformed (RFC 9113, section 8.3.1).
fn check_host(parts: &http::request::Parts) -> Result<(), Refusal> {
    let mut hosts = parts.headers.get_all(HOST).iter();
    match (hosts.next(), hosts.next(), parts.uri.authority()) {
        (_, Some(_), _) => Err(Refusal::Malformed("there are several host fields")),
        (None, None, None) => Err(Refusal::Malformed("the host field is missing")),
        (Some(host), None, Some(authority))
            if !host
                .as_bytes()
                .eq_ignore_ascii_case(authority.as_str().as_bytes()) =>
        {
            Err(Refusal::Malformed(
                "the host field differs from the authority",
            ))
        }
        _ => Ok(()),
    }
}

impl ResponseStream {
    /// Sends 100 (Continue) to a client that waits for it before it sends its body.
    fn send_continue(&mut self) {
        let mut head = http::Response::new(());
        *head.status_mut() = http::StatusCode::CONTINUE;
        let _ = self.respond.send_informational(head);
    }

    /// Sends a response that was composed for this client, unless too many bytes of such responses wait already.
    fn send_composed(mut self, context: &ConnectionContext, response: Response<Bytes>) {
        let response = response.map_body(|_, body| unsent_bytes::count_body(body, &context.unsent));
        if response.body().is_none() {
            self.respond.send_reset(Reason::ENHANCE_YOUR_CALM);
            return;
        }
        let response = response.map_body(|_, body| body.unwrap_or_default());
        self.send(context, response);
    }

    /// Sends a response; in a new task if the client's window has no room for all of it.
    fn send(mut self, context: &ConnectionContext, mut response: Response<Bytes>) {
        with_hsts(&mut response, context.hsts.clone());
        let (head, body) = to_http_response(response);
        let has_body = !self.is_head && !body.is_empty();
        let Ok(mut stream) = self.respond.send_response(head, !has_body) else {
            return;
        };
        context.watch.record_response();
        if !has_body {
            return;
        }
        stream.reserve_capacity(body.len());
        if stream.capacity() >= body.len() {
            context.watch.record_sent(body.len());
            let _ = stream.send_data(body, true);
            return;
        }
        let max_wait = context.state.limits().write;
        let watch = Rc::clone(&context.watch);
        actix_web::rt::spawn(send_with_flow_control(stream, body, watch, max_wait));
    }
}

/// Sends a body as the client opens its window. The stream is reset if the window stays closed for too long.
async fn send_with_flow_control(
    mut stream: SendStream<Bytes>,
    mut body: Bytes,
    watch: Rc<FrameWatch>,
    max_wait: Duration,
) {
    while !body.is_empty() {
        stream.reserve_capacity(body.len());
        let room = timeout(max_wait, poll_fn(|cx| stream.poll_capacity(cx))).await;
        match room {
            Ok(Some(Ok(room))) => {
                let piece = body.split_to(room.min(body.len()));
                let is_last = body.is_empty();
                watch.record_sent(piece.len());
                if stream.send_data(piece, is_last).is_err() {
                    return;
                }
            }
            Ok(_) => return,
            Err(_) => {
                stream.send_reset(Reason::CANCEL);
                return;
            }
        }
    }
}

/// Converts a response to the types of `http` 1, and adds its length and date.
fn to_http_response(response: Response<Bytes>) -> (http::Response<()>, Bytes) {
    let status = response.status().as_u16();
    let mut head = http::Response::new(());
    *head.status_mut() = http::StatusCode::from_u16(status).unwrap_or_default();
    let headers = head.headers_mut();
    copy_headers(response.headers(), headers);
    let body = response.into_body();
    let has_length = !matches!(status, 204 | 304);
    if has_length {
        headers.insert(CONTENT_LENGTH, http::HeaderValue::from(body.len()));
    }
    if let Ok(date) = http::HeaderValue::try_from(http_date_now()) {
        headers.insert(DATE, date);
    }
    (head, body)
}

#[allow(clippy::disallowed_methods, reason = "a response has a date")]
fn http_date_now() -> String {
    HttpDate::from(SystemTime::now()).to_string()
}

fn copy_headers(from: &HeaderMap, to: &mut http::HeaderMap) {
    for (name, value) in from {
        let name = http::HeaderName::from_bytes(name.as_str().as_bytes());
        let value = http::HeaderValue::from_bytes(value.as_bytes());
        if let (Ok(name), Ok(value)) = (name, value) {
            to.append(name, value);
        }
    }
}

/// Reads a body that must be complete within a time.
async fn read_within(stream: RecvStream, max_wait: Duration) -> Result<Vec<u8>, SearchRefusal> {
    let read = timeout(max_wait, read_body(request_payload(stream))).await;
    read.unwrap_or(Err(SearchRefusal::TooSlow))
}

/// The body of a request as actix reads it.
fn request_payload(stream: RecvStream) -> Payload {
    Payload::Stream {
        payload: Box::pin(RequestBody(stream)),
    }
}

struct RequestBody(RecvStream);

impl Stream for RequestBody {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let piece = ready!(self.0.poll_data(cx));
        Poll::Ready(piece.map(|piece| {
            let piece = piece.map_err(|_| PayloadError::Incomplete(None))?;
            let _ = self.0.flow_control().release_capacity(piece.len());
            Ok(piece)
        }))
    }
}
