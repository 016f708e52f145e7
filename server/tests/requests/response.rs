//! Requests to a site without a socket.

use actix_web::http::Method;
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use actix_web::web::Bytes;
use bindery_server::table::Site;
use bindery_server::{PreparedSite, RequestHead, respond};

/// A response.
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Response {
    /// The value of a header field, if it is text.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}

/// The response to a GET request with these header fields.
pub(crate) fn get<'i>(
    site: &'static Site,
    target: &str,
    fields: impl IntoIterator<Item = (&'i str, &'i str)>,
) -> Response {
    let mut headers = HeaderMap::new();
    for (name, value) in fields {
        let name = HeaderName::from_bytes(name.as_bytes()).expect("the name is a token");
        let value = HeaderValue::from_str(value).expect("the value is visible text");
        headers.append(name, value);
    }
    let head = RequestHead {
        method: &Method::GET,
        target,
        headers: &headers,
    };
    let response = respond(&PreparedSite::new(site), &head);
    Response {
        status: response.status().as_u16(),
        headers: response.headers().clone(),
        body: response.into_body(),
    }
}
