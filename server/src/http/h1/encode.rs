//! Writes response heads of HTTP/1 (RFC 9112, section 4).

use crate::http::date_cache::DateCache;
use crate::respond::response_cache::CachedResponse;
use actix_web::dev::Response;
use actix_web::http::header::{CONNECTION, CONTENT_LENGTH, DATE, HeaderName, TRANSFER_ENCODING};
use actix_web::http::{StatusCode, Version};
use actix_web::web::Bytes;

/// Whether a connection persists after a response (RFC 9112, section 9.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Persistence {
    KeepAlive,
    Close,
}

/// The parts of a response head that do not depend on the resource.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeadContext<'a> {
    pub(super) version: Version,
    pub(super) persistence: Persistence,
    pub(super) date: &'a DateCache,
    /// Further lines for every response of the connection, each with its end.
    pub(super) extra_lines: &'a str,
}

impl HeadContext<'_> {
    /// Appends the head of a cached response, without the fields that it has stored.
    pub(super) fn append_cached(&self, response: &CachedResponse, head: &mut Vec<u8>) {
        self.append_common(response.status, head);
    }

    /// Appends the whole head of a response. The length is that of its body, also for HEAD; a status that excludes a
    /// body has none (RFC 9110, section 8.6).
    pub(super) fn append(&self, response: &Response<Bytes>, head: &mut Vec<u8>) {
        let status = response.status();
        self.append_common(status, head);
        if has_length(status) {
            let len = response.body().len();
            head.extend_from_slice(format!("content-length: {len}\r\n").as_bytes());
        }
        let is_framing = |name: &HeaderName| {
            [CONNECTION, CONTENT_LENGTH, DATE, TRANSFER_ENCODING].contains(name)
        };
        let fields = response.headers().iter();
        let mut fields: Vec<_> = fields.filter(|(name, _)| !is_framing(name)).collect();
        // A map has no order, and two responses to one request should be the same bytes.
        fields.sort_by_key(|(name, _)| name.as_str());
        for (name, value) in fields {
            for part in [name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"] {
                head.extend_from_slice(part);
            }
        }
        head.extend_from_slice(b"\r\n");
    }

    fn append_common(&self, status: StatusCode, head: &mut Vec<u8>) {
        let version: &[u8] = match self.version {
            Version::HTTP_10 => b"HTTP/1.0 ",
            _ => b"HTTP/1.1 ",
        };
        let reason = status.canonical_reason().unwrap_or_default();
        for part in [version, status.as_str().as_bytes(), b" ", reason.as_bytes()] {
            head.extend_from_slice(part);
        }
        head.extend_from_slice(b"\r\n");
        self.date.append_to(head);
        head.extend_from_slice(self.extra_lines.as_bytes());
        head.extend_from_slice(match (self.persistence, self.version) {
            (Persistence::KeepAlive, Version::HTTP_10) => b"connection: keep-alive\r\n",
            (Persistence::Close, Version::HTTP_11) => b"connection: close\r\n",
            _ => b"",
        });
    }
}

/// Whether a response of this status has a body, if only an empty one (RFC 9110, section 6.4.1).
fn has_length(status: StatusCode) -> bool {
    !status.is_informational()
        && status != StatusCode::NO_CONTENT
        && status != StatusCode::NOT_MODIFIED
}
