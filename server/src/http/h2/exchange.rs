//! One request of HTTP/2 and its answer: the same as over HTTP/1.1, without what concerns a connection.
//!
//! What is stored and fits what the client takes at once is handed over on the spot; the rest is sent as the client makes
//! room. Bodies are slices of the embedded bytes, so nothing is copied to wait.

use super::Site;
use super::frame_watch::Pace;
use super::unsent;
use crate::http::pending_response::{Answering, read_body};
use crate::respond::refusal::Refusal;
use crate::respond::{SearchRefusal, refused, too_many_requests, with_hsts};
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

/// Bytes of a body that nobody needs that are read before the answer is sent; less than a client may send without a
/// `WINDOW_UPDATE`.
const MAX_UNREAD_BODY: usize = 32 << 10;

/// Answers a request, now or in a task of its own.
pub(super) fn answer(
    site: &Rc<Site>,
    request: http::Request<RecvStream>,
    mut respond: SendResponse<Bytes>,
) {
    let worker = &site.worker;
    let began = worker.observes().then(Instant::now);
    let (parts, body) = request.into_parts();
    let mut body = Some(body);
    let waits = parts
        .headers
        .get(EXPECT)
        .is_some_and(|value| value == "100-continue");
    let head = match head(parts, site) {
        Ok(head) => head,
        Err(refusal) => {
            site.conversation.count_refusal(refusal);
            send_after_body(site, respond, refused(refusal), false, body, waits);
            return;
        }
    };
    let is_head = head.method == Method::HEAD;
    let answering = match worker.shared.admit_request(&head) {
        Ok(()) => worker.begin(&head),
        Err(retry) => Answering::Ready(too_many_requests(retry.seconds())),
    };
    let searching = match answering {
        Answering::Ready(mut response) => {
            worker.finish(&head, &mut response, began);
            send_after_body(site, respond, response, is_head, body, waits);
            return;
        }
        Answering::Searching(searching) => searching,
        Answering::NeedsBody(search) => {
            if waits {
                let mut go_on = http::Response::new(());
                *go_on.status_mut() = http::StatusCode::CONTINUE;
                let _ = respond.send_informational(go_on);
            }
            let payload = body_of(body.take().expect("BUG: a body is read once"));
            let time = site.conversation.limits().request;
            search.with_body_of(async move {
                let read = timeout(time, read_body(payload)).await;
                read.unwrap_or(Err(SearchRefusal::TooSlow))
            })
        }
    };
    let site = Rc::clone(site);
    actix_web::rt::spawn(async move {
        let mut response = searching.await;
        site.worker.finish(&head, &mut response, began);
        send_composed(&site, respond, response, is_head);
    });
}

/// Reads the body that nobody needs, and then sends the answer; a client that waits for 100 (Continue) gets it at once. A
/// whole answer ends the stream: an error in the rest of the request (RFC 9113, section 8.1.1) would go unseen, and many
/// clients report the reset of what they still send as an error if they see it before the answer.
fn send_after_body(
    site: &Rc<Site>,
    respond: SendResponse<Bytes>,
    response: Response<Bytes>,
    is_head: bool,
    body: Option<RecvStream>,
    waits: bool,
) {
    let Some(mut body) = body.filter(|body| !body.is_end_stream()) else {
        send(site, respond, response, is_head);
        return;
    };
    let site = Rc::clone(site);
    let patience = site.conversation.limits().linger;
    actix_web::rt::spawn(async move {
        if waits || drain_body(&mut body, MAX_UNREAD_BODY, patience).await {
            send(&site, respond, response, is_head);
            drain_body(&mut body, usize::MAX, patience).await;
        }
    });
}

/// Reads a body without making room for more. Returns whether its stream is still open.
async fn drain_body(body: &mut RecvStream, max: usize, patience: Duration) -> bool {
    let mut count = 0;
    let reading = timeout(patience, async {
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

/// The head as the rest of the server knows it.
fn head(parts: http::request::Parts, site: &Site) -> Result<dev::RequestHead, Refusal> {
    let malformed = |_| Refusal::Malformed("the request target is not well-formed");
    let mut head = dev::RequestHead::default();
    head.version = Version::HTTP_2;
    head.peer_addr = site.peer;
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

/// One host, as over HTTP/1.1; one that differs from `:authority` is malformed (RFC 9113, section 8.3.1).
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

/// Sends an answer that was composed for this client, unless the client leaves too many of them untaken.
fn send_composed(
    site: &Site,
    mut respond: SendResponse<Bytes>,
    response: Response<Bytes>,
    is_head: bool,
) {
    let response = response.map_body(|_, body| unsent::count(body, &site.unsent));
    if response.body().is_none() {
        respond.send_reset(Reason::ENHANCE_YOUR_CALM);
        return;
    }
    let response = response.map_body(|_, body| body.unwrap_or_default());
    send(site, respond, response, is_head);
}

/// Sends an answer; in a task of its own where the client has no room for all of it.
fn send(
    site: &Site,
    mut respond: SendResponse<Bytes>,
    mut response: Response<Bytes>,
    is_head: bool,
) {
    with_hsts(&mut response, site.hsts.clone());
    let (head, body) = compose(response);
    let has_body = !is_head && !body.is_empty();
    let Ok(mut stream) = respond.send_response(head, !has_body) else {
        return;
    };
    site.pace.note_answer();
    if !has_body {
        return;
    }
    stream.reserve_capacity(body.len());
    if stream.capacity() >= body.len() {
        site.pace.note_sent(body.len());
        let _ = stream.send_data(body, true);
        return;
    }
    let patience = site.conversation.limits().write;
    let pace = Rc::clone(&site.pace);
    actix_web::rt::spawn(send_as_taken(stream, body, pace, patience));
}

/// Sends a body as the client makes room; one that makes none for too long gets no more of it.
async fn send_as_taken(
    mut stream: SendStream<Bytes>,
    mut body: Bytes,
    pace: Rc<Pace>,
    patience: Duration,
) {
    while !body.is_empty() {
        stream.reserve_capacity(body.len());
        let room = timeout(patience, poll_fn(|cx| stream.poll_capacity(cx))).await;
        match room {
            Ok(Some(Ok(room))) => {
                let piece = body.split_to(room.min(body.len()));
                let is_last = body.is_empty();
                pace.note_sent(piece.len());
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

/// The head as it is sent, and the body.
fn compose(response: Response<Bytes>) -> (http::Response<()>, Bytes) {
    let status = response.status().as_u16();
    let mut head = http::Response::new(());
    *head.status_mut() = http::StatusCode::from_u16(status).unwrap_or_default();
    let headers = head.headers_mut();
    copy(response.headers(), headers);
    let body = response.into_body();
    let has_length = !matches!(status, 204 | 304);
    if has_length {
        headers.insert(CONTENT_LENGTH, http::HeaderValue::from(body.len()));
    }
    if let Ok(date) = http::HeaderValue::try_from(now()) {
        headers.insert(DATE, date);
    }
    (head, body)
}

#[allow(clippy::disallowed_methods, reason = "an answer has a date")]
fn now() -> String {
    HttpDate::from(SystemTime::now()).to_string()
}

fn copy(from: &HeaderMap, to: &mut http::HeaderMap) {
    for (name, value) in from {
        let name = http::HeaderName::from_bytes(name.as_str().as_bytes());
        let value = http::HeaderValue::from_bytes(value.as_bytes());
        if let (Ok(name), Ok(value)) = (name, value) {
            to.append(name, value);
        }
    }
}

/// The body of a request.
fn body_of(stream: RecvStream) -> Payload {
    Payload::Stream {
        payload: Box::pin(Body(stream)),
    }
}

struct Body(RecvStream);

impl Stream for Body {
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
