//! What an operator can see of a running server: counters ([`metrics`]), a log of requests ([`access_log`]), the
//! client behind proxies ([`client`]), and its own messages ([`messages`]).
//!
//! In: a request's head and its answer. Nothing here changes an answer; without `--metrics` and `--access-log` nothing
//! here runs.

pub mod access_log;
pub mod client;
pub mod messages;
pub mod metrics;

use crate::resolve::{PAYLOADS, VIEWS, internal};
use crate::respond::{RequestHead, is_search};
use crate::table::{Site, Target};
use actix_web::http::header::{CONTENT_ENCODING, HeaderMap, HeaderName};
use actix_web::http::{Method, Version};
use std::borrow::Cow;
use std::net::IpAddr;
use std::time::Duration;

/// The fields that tell why something is fetched.
static FETCHED_AHEAD: [HeaderName; 2] = [
    HeaderName::from_static("sec-purpose"),
    HeaderName::from_static("purpose"),
];

/// What there is to tell about one answered request.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// The request.
    pub head: RequestHead<'a>,
    /// Its version of HTTP.
    pub version: Version,
    /// Who asked, proxies looked through; nothing on a Unix socket.
    pub client: Option<IpAddr>,
    /// The status of the answer.
    pub status: u16,
    /// The fields of the answer.
    pub answered: &'a HeaderMap,
    /// The bytes of the body as sent; none after HEAD.
    pub bytes: u64,
    /// From the request's head to the composed answer.
    pub took: Duration,
}

impl Seen<'_> {
    /// The path without its query.
    #[must_use]
    pub fn path(&self) -> &str {
        let target = self.head.target;
        target.split(['?', '#']).next().unwrap_or_default()
    }

    /// A field of the request as text, or nothing.
    #[must_use]
    pub fn field(&self, name: &HeaderName) -> &str {
        let value = self.head.headers.get(name);
        value.and_then(|value| value.to_str().ok()).unwrap_or("")
    }

    /// Whether the browser fetches it before anybody wants to see it: `Sec-Purpose` is its own word (Fetch, section
    /// "Sec-Purpose header"), `Purpose` that of scripts, who may not set the former.
    #[must_use]
    pub fn is_ahead(&self) -> bool {
        FETCHED_AHEAD
            .iter()
            .any(|name| self.field(name).starts_with("prefetch"))
    }

    /// `br`, `zstd`, `gzip` or `identity`.
    #[must_use]
    pub fn encoding(&self) -> &str {
        let value = self.answered.get(CONTENT_ENCODING);
        value
            .and_then(|value| value.to_str().ok())
            .unwrap_or("identity")
    }

    /// What kind of thing answered.
    #[must_use]
    pub fn kind(&self, site: &'static Site) -> Kind {
        if is_search(site, self.head.target) {
            return Kind::Search;
        }
        match self.status {
            301 | 308 => return Kind::Redirect,
            404 | 410 => return Kind::Missing,
            _ if !matches!(*self.head.method, Method::GET | Method::HEAD) => return Kind::Other,
            _ => {}
        }
        match site.table.lookup(self.path()).map(|entry| &entry.target) {
            Some(Target::Page(_)) => Kind::Page,
            Some(Target::Asset(_)) => Kind::Asset,
            Some(_) => Kind::Redirect,
            None if page_of_payload(site, self.path()).is_some() => Kind::Payload,
            None => Kind::Other,
        }
    }
}

/// The path of the page whose payload this is.
#[must_use]
pub fn page_of_payload<'p>(site: &'static Site, path: &'p str) -> Option<Cow<'p, str>> {
    page_below(site, PAYLOADS, path)
}

/// The path of the page that a browser says was viewed.
#[must_use]
pub fn viewed_page<'p>(site: &'static Site, path: &'p str) -> Option<Cow<'p, str>> {
    page_below(site, VIEWS, path)
}

/// What follows a place of the site's own is relative to the base path; paths of pages are not.
fn page_below<'p>(site: &'static Site, place: &str, path: &'p str) -> Option<Cow<'p, str>> {
    let inner = internal(site, path)?.strip_prefix(place)?;
    let below = inner.strip_prefix('/')?;
    Some(match site.base_path {
        "/" => Cow::Borrowed(inner),
        base => Cow::Owned(format!("{base}{below}")),
    })
}

/// Kinds of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A page's document or its Markdown.
    Page,
    /// A page's payload.
    Payload,
    /// A file.
    Asset,
    /// A redirect.
    Redirect,
    /// What is not there, or no more.
    Missing,
    /// A search.
    Search,
    /// Health, refused methods.
    Other,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 7] = [
        Kind::Page,
        Kind::Payload,
        Kind::Asset,
        Kind::Redirect,
        Kind::Missing,
        Kind::Search,
        Kind::Other,
    ];

    /// Its name in counters.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Page => "page",
            Kind::Payload => "payload",
            Kind::Asset => "asset",
            Kind::Redirect => "redirect",
            Kind::Missing => "missing",
            Kind::Search => "search",
            Kind::Other => "other",
        }
    }
}
