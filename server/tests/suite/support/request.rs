//! Requests to a site without a socket.
//!
//! ```text
//! let response = TestRequest::get("/guide").with("accept-encoding", "br").send(site());
//! assert_eq!(response.header("content-encoding"), Some("br"));
//! ```

use actix_web::http::Method;
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use actix_web::web::Bytes;
use bindery_server::table::Site;
use bindery_server::{PreparedSite, RequestHead, respond};

/// A request that needs no socket.
#[derive(Clone, Debug)]
pub(crate) struct TestRequest {
    method: Method,
    target: String,
    headers: HeaderMap,
}

impl TestRequest {
    /// A request with a method and a target, without headers. Panics if the method is not a token.
    pub(crate) fn new(method: &str, target: &str) -> TestRequest {
        TestRequest {
            method: Method::from_bytes(method.as_bytes()).expect("the method is a token"),
            target: target.to_owned(),
            headers: HeaderMap::new(),
        }
    }

    /// A GET request.
    pub(crate) fn get(target: &str) -> TestRequest {
        TestRequest::new("GET", target)
    }

    /// Adds a header field. Panics if its name or value is malformed.
    pub(crate) fn with(mut self, name: &str, value: &str) -> TestRequest {
        let name = HeaderName::from_bytes(name.as_bytes()).expect("the name is a token");
        let value = HeaderValue::from_str(value).expect("the value is visible text");
        self.headers.append(name, value);
        self
    }

    /// Returns the response. The response to HEAD has a body, which the connection omits.
    pub(crate) fn send(&self, site: &'static Site) -> TestResponse {
        let head = RequestHead {
            method: &self.method,
            target: &self.target,
            headers: &self.headers,
        };
        let response = respond(&PreparedSite::new(site), &head);
        let headers = response.headers().iter();
        TestResponse {
            status: response.status().as_u16(),
            headers: headers
                .map(|(name, value)| {
                    let value = String::from_utf8_lossy(value.as_bytes()).into_owned();
                    (name.as_str().to_owned(), value)
                })
                .collect(),
            body: response.into_body(),
        }
    }
}

/// A response with its header fields as text.
#[derive(Clone, Debug)]
pub(crate) struct TestResponse {
    /// The status code.
    pub(crate) status: u16,
    /// Names in lower case, and values.
    pub(crate) headers: Vec<(String, String)>,
    /// The body as sent.
    pub(crate) body: Bytes,
}

impl TestResponse {
    /// The value of a header, by its name in lower case.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        headers
            .find(|(other, _)| other == name)
            .map(|(_, value)| value.as_str())
    }

    /// The body as text. Panics if it is not UTF-8.
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("the body is text")
    }
}
