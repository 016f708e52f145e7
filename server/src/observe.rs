//! What an operator can see of a running server: counters ([`metrics`]), a log of requests ([`access_log`]), the
//! client behind proxies ([`client`]), and the server's own messages ([`messages`]).
//!
//! In: a request's head and what is known of its answer ([`Seen`]), through the [`Observer`] of a worker. Nothing here
//! changes an answer, blocks a worker, or shares a lock with a thread that writes to a stream.

pub mod access_log;
pub mod client;
mod durations;
mod exposition;
mod heavy_hitters;
pub mod line_queue;
pub mod messages;
pub mod metrics;
mod process;
mod same_origin;

use crate::negotiate::Encoding;
use crate::resolve::{PAYLOADS, VIEWS, internal};
use crate::respond::{RequestHead, is_search};
use crate::table::{Site, Target};
use access_log::{AccessLog, WorkerLog};
use actix_web::http::header::{CONTENT_ENCODING, HeaderMap, HeaderName};
use actix_web::http::{Method, Version};
use client::Client;
use metrics::{Counters, Metrics};
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

/// The fields that say why something is fetched.
static PURPOSES: [HeaderName; 2] = [
    HeaderName::from_static("sec-purpose"),
    HeaderName::from_static("purpose"),
];

/// Observes the answers of one worker: counts them, and logs them.
#[derive(Debug, Default)]
pub struct Observer {
    counters: Option<(Arc<Metrics>, Arc<Counters>)>,
    log: Option<WorkerLog>,
}

impl Observer {
    /// The observer of one more worker; it must stay on the worker's thread.
    #[must_use]
    pub fn new(metrics: Option<&Arc<Metrics>>, log: Option<&AccessLog>) -> Observer {
        Observer {
            counters: metrics.map(|metrics| (Arc::clone(metrics), metrics.worker())),
            log: log.map(AccessLog::worker),
        }
    }

    /// Whether answers are counted or logged at all.
    #[must_use]
    pub fn is_active(&self) -> bool {
        self.counters.is_some() || self.log.is_some()
    }

    /// Whether answers are counted, so that views of pages are, too.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.counters.is_some()
    }

    /// Counts and logs an answer.
    pub fn observe(&self, seen: &Seen<'_>) {
        if let Some((metrics, counters)) = &self.counters {
            metrics.count(counters, seen);
        }
        if let Some(log) = &self.log {
            log.log(seen);
        }
    }
}

/// What is known about one answered request.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// The request.
    pub head: RequestHead<'a>,
    /// Its version of HTTP.
    pub version: Version,
    /// Who sent it.
    pub client: Client,
    /// The status of the answer.
    pub status: u16,
    /// The encoding of the answer's body.
    pub encoding: Encoding,
    /// The bytes of the body as sent; none after HEAD.
    pub bytes: u64,
    /// What answered it.
    pub subject: Subject,
    /// From the request's head to the composed answer.
    pub took: Duration,
}

impl Seen<'_> {
    /// The path without its query.
    #[must_use]
    pub fn path(&self) -> &str {
        path_of(self.head.target)
    }

    /// A field of the request as text, or nothing.
    #[must_use]
    pub fn field(&self, name: &HeaderName) -> &str {
        let value = self.head.headers.get(name);
        value.and_then(|value| value.to_str().ok()).unwrap_or("")
    }

    /// Whether the browser fetches it before anybody wants to see it: browsers send `Sec-Purpose` (Fetch, section
    /// "`Sec-Purpose` header"), scripts, which may not set that one, send `Purpose`.
    #[must_use]
    pub fn is_prefetch(&self) -> bool {
        PURPOSES
            .iter()
            .any(|name| self.field(name).starts_with("prefetch"))
    }

    /// `br`, `zstd`, `gzip` or `identity`.
    #[must_use]
    pub fn encoding_name(&self) -> &'static str {
        self.encoding.content_encoding().unwrap_or("identity")
    }
}

/// The encoding that an answer's header fields name.
#[must_use]
pub fn encoding_of(answered: &HeaderMap) -> Encoding {
    let value = answered.get(CONTENT_ENCODING);
    let known = Encoding::ALL.into_iter().find(|encoding| {
        let name = encoding.content_encoding();
        name.is_some_and(|name| value.is_some_and(|value| value == name))
    });
    known.unwrap_or(Encoding::Identity)
}

/// What answered a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// What kind of thing it is.
    pub kind: Kind,
    /// The slot of the table whose hits are counted: that of the page, file or redirect; for a payload or a view, that
    /// of its page.
    pub slot: Option<usize>,
}

impl Subject {
    /// The page for unknown paths.
    pub const MISSING: Subject = Subject {
        kind: Kind::Missing,
        slot: None,
    };

    /// The entry in this slot of the site's table, asked for by its own path with GET or HEAD.
    #[must_use]
    pub fn of_slot(site: &'static Site, slot: usize) -> Subject {
        let kind = match site.table.entries.get(slot).map(|entry| &entry.target) {
            Some(Target::Page(_)) => Kind::Page,
            Some(Target::Asset(_)) => Kind::Asset,
            Some(Target::Redirect { .. }) => Kind::Redirect,
            Some(Target::Gone) | None => Kind::Missing,
        };
        Subject {
            kind,
            slot: Some(slot),
        }
    }

    /// Finds out what answered a request with this status.
    #[must_use]
    pub fn find(site: &'static Site, head: &RequestHead<'_>, status: u16) -> Subject {
        let path = path_of(head.target);
        let slot = match status {
            204 => viewed_page(site, path),
            _ => Some(page_of_payload(site, path).unwrap_or(Cow::Borrowed(path))),
        };
        Subject {
            kind: kind(site, head, status),
            slot: slot.and_then(|path| site.table.slot(&path)),
        }
    }
}

fn kind(site: &'static Site, head: &RequestHead<'_>, status: u16) -> Kind {
    if is_search(site, head.target) {
        return Kind::Search;
    }
    match status {
        301 | 308 => return Kind::Redirect,
        404 | 410 => return Kind::Missing,
        _ if !matches!(*head.method, Method::GET | Method::HEAD) => return Kind::Other,
        _ => {}
    }
    let path = path_of(head.target);
    match site.table.lookup(path).map(|entry| &entry.target) {
        Some(Target::Page(_)) => Kind::Page,
        Some(Target::Asset(_)) => Kind::Asset,
        Some(_) => Kind::Redirect,
        None if page_of_payload(site, path).is_some() => Kind::Payload,
        None => Kind::Other,
    }
}

fn path_of(target: &str) -> &str {
    target.split(['?', '#']).next().unwrap_or_default()
}

/// The path of the page whose payload this is.
fn page_of_payload<'p>(site: &'static Site, path: &'p str) -> Option<Cow<'p, str>> {
    page_below(site, PAYLOADS, path)
}

/// The path of the page that a browser says was viewed.
fn viewed_page<'p>(site: &'static Site, path: &'p str) -> Option<Cow<'p, str>> {
    page_below(site, VIEWS, path)
}

/// A path below `/_bindery/…` is relative to the base path, the path of a page is not.
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
