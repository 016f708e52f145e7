//! A listener for HTTP beside HTTPS: leads each request to the same place by HTTPS.
//!
//! In: a request's target and its host. Out: 308 with `https://HOST/…`, or 400 where there is no host that could stand
//! in a url. Health is told here, too, so that whoever asks for it needs no certificate.

use crate::http::h1::{Handler, Outcome};
use crate::http::pending_response::Answering;
use crate::http::services::http1;
use crate::http::shared::Shared;
use crate::http::stream::Stream;
use crate::http::worker::{Places, SiteHandler, Worker};
use crate::resolve::HEALTH;
use crate::respond::refusal::Refusal;
use crate::respond::response_cache::CachedResponse;
use crate::respond::{redirect_to_https, refused};
use actix_service::ServiceFactory;
use actix_web::dev::{self, Response};
use actix_web::http::header::{HOST, HeaderValue};
use actix_web::web::Bytes;
use std::net::{Ipv6Addr, SocketAddr};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

/// What a url leaves out.
const HTTPS_PORT: u16 = 443;

/// The longest name that a host can have.
const MAX_HOST: usize = 253;

/// Leads from HTTP to HTTPS on one kind of stream; made once for each worker.
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
    http1(worker, handler, Places::Limited, peer_of)
}

/// Answers with redirects to HTTPS.
struct RedirectHandler {
    site: SiteHandler,
    port: u16,
}

impl Handler for RedirectHandler {
    fn begin(&self, head: &dev::RequestHead) -> Outcome {
        match HEALTH.contains(&head.uri.path()) {
            true => self.site.begin(head),
            false => Outcome::Composed(Answering::Ready(led(head, self.port))),
        }
    }

    fn start_clock(&self) -> Option<Instant> {
        self.site.start_clock()
    }

    fn finish(
        &self,
        head: &dev::RequestHead,
        response: &mut Response<Bytes>,
        began: Option<Instant>,
    ) {
        self.site.finish(head, response, began);
    }

    fn finish_cached(
        &self,
        head: &dev::RequestHead,
        response: &CachedResponse,
        began: Option<Instant>,
    ) {
        self.site.finish_cached(head, response, began);
    }
}

fn led(head: &dev::RequestHead, port: u16) -> Response<Bytes> {
    let Some(target) = head
        .uri
        .path_and_query()
        .filter(|target| target.as_str() != "*")
    else {
        return refused(Refusal::Malformed("this has no place to be led to"));
    };
    let authority = match head.uri.authority() {
        Some(authority) => Some(authority.as_str()),
        None => head.headers.get(HOST).and_then(|host| host.to_str().ok()),
    };
    let location = authority
        .and_then(host)
        .map(|host| url(&host, port, target.as_str()))
        .and_then(|url| HeaderValue::from_str(&url).ok());
    match location {
        Some(location) => redirect_to_https(location),
        None => refused(Refusal::Malformed(
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

/// The host of an authority, its port left out; nothing when it is not one that a url can have.
fn host(authority: &str) -> Option<String> {
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
            assert_eq!(host(authority).as_deref(), expected, "for {authority:?}");
        }
    }

    #[test]
    fn the_usual_port_is_left_out() {
        assert_eq!(url("a.example", 443, "/x?y"), "https://a.example/x?y");
        assert_eq!(url("a.example", 8443, "//x"), "https://a.example:8443//x");
    }
}
