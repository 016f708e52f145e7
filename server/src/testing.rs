//! Aids for tests: requests without sockets, and sites without a build.
//!
//! ```
//! use bindery_server::testing::{TestRequest, bind, page};
//!
//! let site = bind("/", |blob| vec![("/guide", page(blob, "<h1>Guide</h1>"))]);
//! let response = TestRequest::get("/guide").with("accept-encoding", "br").send(site);
//! assert_eq!(response.status, 200);
//! assert_eq!(response.header("content-encoding"), Some("br"));
//! ```

mod fixture;

pub use fixture::{
    Blob, asset, bind, bind_with_headers, empty_site, hashed_asset, page, page_with_twin, redirect,
    text_asset, with_headers,
};

use crate::respond::{Prepared, RequestHead, respond};
use crate::table::Site;
use actix_web::http::Method;
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use actix_web::web::Bytes;

/// A request to be answered without a socket.
#[derive(Clone, Debug)]
pub struct TestRequest {
    method: Method,
    target: String,
    headers: HeaderMap,
}

impl TestRequest {
    /// A request with a method and a target, without headers. Panics when the method is no token.
    #[must_use]
    pub fn new(method: &str, target: &str) -> TestRequest {
        TestRequest {
            method: Method::from_bytes(method.as_bytes()).expect("the method is a token"),
            target: target.to_owned(),
            headers: HeaderMap::new(),
        }
    }

    /// A GET request.
    #[must_use]
    pub fn get(target: &str) -> TestRequest {
        TestRequest::new("GET", target)
    }

    /// Adds a header line. Panics when it could not stand in a request.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> TestRequest {
        let name = HeaderName::from_bytes(name.as_bytes()).expect("the name is a token");
        let value = HeaderValue::from_str(value).expect("the value is visible text");
        self.headers.append(name, value);
        self
    }

    /// The answer. The body of an answer to HEAD is there: leaving it out is the connection's work.
    #[must_use]
    pub fn send(&self, site: &'static Site) -> TestResponse {
        let head = RequestHead {
            method: &self.method,
            target: &self.target,
            headers: &self.headers,
        };
        let response = respond(&Prepared::new(site), &head);
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

/// An answer, taken apart.
#[derive(Clone, Debug)]
pub struct TestResponse {
    /// The status code.
    pub status: u16,
    /// Names in lower case, and values.
    pub headers: Vec<(String, String)>,
    /// The body as sent.
    pub body: Bytes,
}

impl TestResponse {
    /// The value of a header, by its name in lower case.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        headers
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    /// The body as text. Panics when it is none.
    #[must_use]
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("the body is text")
    }
}
