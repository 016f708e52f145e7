//! Responses and header fields for the operators of the server: `Server-Timing`, readiness, counters.

use super::headers::EXPOSITION;
use super::text_response::{text_response, with_no_store};
use actix_web::dev::Response;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::web::Bytes;
use std::time::Duration;

static SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");

/// Adds to `Server-Timing` how long the response took to compose, if the operator has set the flag for it.
pub fn set_server_timing_duration(response: &mut Response<Bytes>, took: Duration) {
    let millis = took.as_secs_f64() * 1000.0;
    if let Ok(value) = HeaderValue::try_from(format!("compose;dur={millis:.3}")) {
        response.headers_mut().append(SERVER_TIMING.clone(), value);
    }
}

/// Adds `views` to `Server-Timing` of a document, if views are counted. The client reads it, and only then reports the view
/// of a page that it has prefetched.
pub fn set_server_timing_views(response: &mut Response<Bytes>) {
    let media_type = response.headers().get(header::CONTENT_TYPE);
    if media_type.is_some_and(|value| value.as_bytes().starts_with(b"text/html")) {
        let headers = response.headers_mut();
        headers.append(SERVER_TIMING.clone(), HeaderValue::from_static("views"));
    }
}

/// 503: the response of `/readyz` while the server is stopping.
#[must_use]
pub fn not_ready() -> Response<Bytes> {
    with_no_store(text_response(StatusCode::SERVICE_UNAVAILABLE, "stopping\n"))
}

/// 404: the response to other paths at the address of the counters.
#[must_use]
pub fn metrics_not_found() -> Response<Bytes> {
    text_response(
        StatusCode::NOT_FOUND,
        "Not found; the counters are at /metrics.\n",
    )
}

/// The response with the counters.
#[must_use]
pub fn metrics_response(counters: String) -> Response<Bytes> {
    let mut response = with_no_store(text_response(StatusCode::OK, counters));
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, EXPOSITION.clone());
    response
}
