//! The service of an HTTP listener that redirects each request to the same url with HTTPS.
//!
//! In: a request's target and its host. Out: 308 with `https://HOST/…`, or 400 if the host cannot be part of a url. Health
//! checks are answered directly, so that they need no certificate.

use crate::http::handler::{Handler, HandlerOutcome};
use crate::http::pending_response::PendingResponse;
use crate::http::services::http1_service;
use crate::http::shared::Shared;
use crate::http::stream::Stream;
use crate::http::worker::{ConnectionQuota, SiteHandler, Worker};
use crate::resolve::HEALTH;
use crate::respond::refusal::Refusal;
use crate::respond::response_cache::CachedResponse;
use crate::respond::{redirect_to_https, refusal_response};
use actix_service::ServiceFactory;
use actix_web::dev::{self, Response};
use actix_web::http::header::{HOST, HeaderValue};
use actix_web::web::Bytes;
use std::net::{Ipv6Addr, SocketAddr};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

/// The default port, which a url leaves out.
const HTTPS_PORT: u16 = 443;

/// Bytes of the longest host name (RFC 1035).
const MAX_HOST: usize = 253;

/// Redirects to HTTPS on one kind of stream; created once for each worker.
pub(in crate::http) fn service<T: Stream>(
    shared: &Arc<Shared>,
    port: u16,
    peer_of: fn(&T) -> Option<SocketAddr>,
) -> impl ServiceFactory<T, Config = (), Response = (), Error = (), InitError = ()> + use<T> {
    let worker = Worker::start(shared);
    let handler = Rc::new(RedirectHandler {
        site: SiteHandler(Rc::clone(&worker)),
        port,
    });
    http1_service(worker, handler, ConnectionQuota::Limited, peer_of)
}

/// Answers with redirects to HTTPS.
struct RedirectHandler {
    site: SiteHandler,
    port: u16,
}

impl Handler for RedirectHandler {
    fn begin(&self, head: &dev::RequestHead) -> HandlerOutcome {
        match HEALTH.contains(&head.uri.path()) {
            true => self.site.begin(head),
            false => {
                HandlerOutcome::Composed(PendingResponse::Ready(redirect_response(head, self.port)))
            }
        }
    }

    fn start_clock(&self) -> Option<Instant> {
        self.site.start_clock()
    }

    fn finish(
        &self,
        head: &dev::RequestHead,
        response: &mut Response<Bytes>,
        started: Option<Instant>,
    ) {
        self.site.finish(head, response, started);
    }

    fn finish_cached(
        &self,
        head: &dev::RequestHead,
        response: &CachedResponse,
        started: Option<Instant>,
    ) {
        self.site.finish_cached(head, response, started);
    }
}

fn redirect_response(head: &dev::RequestHead, port: u16) -> Response<Bytes> {
    let Some(target) = head
        .uri
        .path_and_query()
        .filter(|target| target.as_str() != "*")
    else {
        return refusal_response(Refusal::Malformed("the request target has no path"));
    };
    let authority = match head.uri.authority() {
        Some(authority) => Some(authority.as_str()),
        None => head.headers.get(HOST).and_then(|host| host.to_str().ok()),
    };
    let location = authority
        .and_then(valid_host)
        .map(|host| url(&host, port, target.as_str()))
        .and_then(|url| HeaderValue::from_str(&url).ok());
    match location {
        Some(location) => redirect_to_https(location),
        None => refusal_response(Refusal::Malformed(
            "the host field is missing or names no host",
        )),
    }
}

fn url(host: &str, port: u16, target: &str) -> String {
    match port {
        HTTPS_PORT => format!("https://{host}{target}"),
        port => format!("https://{host}:{port}{target}"),
    }
}

/// The host of an authority without its port; `None` if it cannot be part of a url.
fn valid_host(authority: &str) -> Option<String> {
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => {
            let (address, port) = rest.split_once(']')?;
            let address: Ipv6Addr = address.parse().ok()?;
            (format!("[{address}]"), port)
        }
        None => {
            let at = authority.find(':').unwrap_or(authority.len());
            (authority[..at].to_ascii_lowercase(), &authority[at..])
        }
    };
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    let is_name = !host.is_empty()
        && host.len() <= MAX_HOST
        && host.bytes().all(is_letter)
        && !host.starts_with(['.', '-']);
    let is_port = match port.strip_prefix(':') {
        Some(port) => port.bytes().all(|byte| byte.is_ascii_digit()) && port.len() <= 5,
        None => port.is_empty(),
    };
    ((is_name || host.starts_with('[')) && is_port).then_some(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_taken_only_when_a_url_can_have_it() {
        for (authority, expected) in [
            ("Example.org", Some("example.org")),
            ("example.org:8080", Some("example.org")),
            ("example.org:", Some("example.org")),
            ("127.0.0.1:80", Some("127.0.0.1")),
            ("[::1]:80", Some("[::1]")),
            ("[::1]", Some("[::1]")),
            ("", None),
            (":80", None),
            ("user@evil.example", None),
            ("evil.example/x", None),
            ("evil.example\\x", None),
            ("a b", None),
            ("a%2eb", None),
            ("[nonsense]", None),
            ("[::1]x", None),
            ("example.org:80x", None),
            ("..", None),
        ] {
            assert_eq!(
                valid_host(authority).as_deref(),
                expected,
                "for {authority:?}"
            );
        }
    }

    #[test]
    fn the_usual_port_is_left_out() {
        assert_eq!(url("a.example", 443, "/x?y"), "https://a.example/x?y");
        assert_eq!(url("a.example", 8443, "//x"), "https://a.example:8443//x");
    }
}
