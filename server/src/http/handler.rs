//! The interface between a connection of HTTP/1 and what answers its requests: the site, the counters, or redirects.

use crate::http::pending_response::PendingResponse;
use crate::respond::response_cache::CachedResponse;
use actix_web::dev::{self, Response};
use actix_web::web::Bytes;
use std::time::Instant;

/// Answers the requests of an HTTP/1 connection.
pub(super) trait Handler {
    /// Begins the response to a request.
    fn begin(&self, head: &dev::RequestHead) -> HandlerOutcome;

    /// The current time, if the duration of the response is measured.
    fn start_clock(&self) -> Option<Instant>;

    /// Completes and records a response that was composed for this request.
    fn finish(
        &self,
        head: &dev::RequestHead,
        response: &mut Response<Bytes>,
        started: Option<Instant>,
    );

    /// Records a response from the cache.
    fn finish_cached(
        &self,
        head: &dev::RequestHead,
        response: &CachedResponse,
        started: Option<Instant>,
    );
}

/// The response to a request, from the cache or composed for it.
pub(super) enum HandlerOutcome {
    /// A cached response.
    Cached(&'static CachedResponse),
    /// A response that is composed for this request.
    Composed(PendingResponse),
}
