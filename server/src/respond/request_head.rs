//! The parts of a request that determine its response: method, target and header fields.

use actix_web::http::Method;
use actix_web::http::header::HeaderMap;

/// The method, the target and the header fields of a request.
#[derive(Clone, Copy, Debug)]
pub struct RequestHead<'a> {
    /// The method.
    pub method: &'a Method,
    /// Path and query as received, without the scheme and the host of an absolute target.
    pub target: &'a str,
    /// The header fields.
    pub headers: &'a HeaderMap,
}

impl<'a> From<&'a actix_web::dev::RequestHead> for RequestHead<'a> {
    fn from(head: &'a actix_web::dev::RequestHead) -> RequestHead<'a> {
        RequestHead {
            method: &head.method,
            target: head
                .uri
                .path_and_query()
                .map_or("", |target| target.as_str()),
            headers: &head.headers,
        }
    }
}
