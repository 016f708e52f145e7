//! Responses with a line of text, or without a body.

use super::cache_control::REVALIDATE;
use super::headers::{ALLOW, NO_STORE, PLAIN_TEXT, set_security};
use super::refusal::Refusal;
use actix_web::dev::Response;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::web::Bytes;

/// The response of a refusal.
#[must_use]
pub fn refusal_response(refusal: Refusal) -> Response<Bytes> {
    text_response(refusal.status(), refusal.message())
}

/// 429: the client sends too many requests, and may retry after so many seconds (RFC 6585, section 4).
#[must_use]
pub fn too_many_requests(retry_after: u32) -> Response<Bytes> {
    let mut response = refusal_response(Refusal::TooManyRequests);
    let headers = response.headers_mut();
    headers.insert(header::RETRY_AFTER, HeaderValue::from(retry_after));
    headers.insert(header::CACHE_CONTROL, NO_STORE.clone());
    response
}

/// 405.
pub(super) fn method_not_allowed() -> Response<Bytes> {
    with_allow(text_response(
        StatusCode::METHOD_NOT_ALLOWED,
        "Only GET and HEAD are allowed.\n",
    ))
}

/// Adds `Allow`.
pub(super) fn with_allow(mut response: Response<Bytes>) -> Response<Bytes> {
    response.headers_mut().insert(header::ALLOW, ALLOW.clone());
    response
}

/// A response with a line of text.
pub(super) fn text_response(status: StatusCode, body: impl Into<Bytes>) -> Response<Bytes> {
    let mut response = empty_response(status);
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, PLAIN_TEXT.clone());
    response.set_body(body.into())
}

/// A response without a body.
pub(super) fn empty_response(status: StatusCode) -> Response<Bytes> {
    let mut response = bare_response(status);
    let headers = response.headers_mut();
    set_security(headers);
    headers.insert(header::CACHE_CONTROL, REVALIDATE.clone());
    response
}

/// A response without a body and without header fields.
pub(super) fn bare_response(status: StatusCode) -> Response<Bytes> {
    Response::with_body(status, Bytes::new())
}

/// Forbids caches to store a response.
pub(super) fn with_no_store(mut response: Response<Bytes>) -> Response<Bytes> {
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, NO_STORE.clone());
    response
}
