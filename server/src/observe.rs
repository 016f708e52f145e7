//! Observability of a running server: counters ([`metrics`]), a log of requests ([`access_log`]), the client behind proxies
//! ([`client`]), and the server's own messages ([`messages`]).
//!
//! In: a request's head and the facts about its response ([`RequestRecord`]), through the [`Observer`] of a worker. Nothing here
//! changes a response, blocks a worker, or shares a lock with a thread that writes to a stream.

pub mod access_log;
pub mod client;
mod durations;
mod exposition;
mod heavy_hitters;
pub mod line_queue;
pub mod messages;
pub mod metrics;
mod name_metric;
mod process;
mod same_origin;

use crate::negotiate::Encoding;
use crate::resolve::{PAYLOADS, VIEWS, internal};
use crate::respond::{RequestHead, is_search};
use crate::table::{Site, Target};
use access_log::{AccessLog, WorkerLog};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::http::{Method, Version};
use client::Client;
use metrics::{Counters, Metrics};
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

/// The request fields that declare a prefetch.
static PURPOSES: [HeaderName; 2] = [
    HeaderName::from_static("sec-purpose"),
    HeaderName::from_static("purpose"),
];

/// Counts and logs the requests of one worker.
#[derive(Debug, Default)]
pub struct Observer {
    counters: Option<(Arc<Metrics>, Arc<Counters>)>,
    log: Option<WorkerLog>,
}

impl Observer {
    /// Creates the observer of a worker; it must stay on the worker's thread.
    #[must_use]
    pub fn new(metrics: Option<&Arc<Metrics>>, log: Option<&AccessLog>) -> Observer {
        Observer {
            counters: metrics.map(|metrics| (Arc::clone(metrics), metrics.worker())),
            log: log.map(AccessLog::worker),
        }
    }

    /// Whether requests are counted or logged at all.
    #[must_use]
    pub fn is_active(&self) -> bool {
        self.counters.is_some() || self.log.is_some()
    }

    /// Whether requests and views of pages are counted.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.counters.is_some()
    }

    /// Counts and logs a request.
    pub fn observe(&self, record: &RequestRecord<'_>) {
        if let Some((metrics, counters)) = &self.counters {
            metrics.count(counters, record);
        }
        if let Some(log) = &self.log {
            log.log(record);
        }
    }
}

/// An answered request.
#[derive(Clone, Copy, Debug)]
pub struct RequestRecord<'a> {
    /// The request.
    pub head: RequestHead<'a>,
    /// The HTTP version of the request.
    pub version: Version,
    /// The client that sent the request.
    pub client: Client,
    /// The status of the response.
    pub status: u16,
    /// The encoding of the response body.
    pub encoding: Encoding,
    /// The bytes of the body as sent; 0 for HEAD.
    pub bytes: u64,
    /// The route that answered it.
    pub route: MatchedRoute,
    /// The time from the request's head to the composed response.
    pub took: Duration,
}

impl RequestRecord<'_> {
    /// The path without its query.
    #[must_use]
    pub fn path(&self) -> &str {
        path_without_query(self.head.target)
    }

    /// The bytes of a field of the request; none if it is absent.
    #[must_use]
    pub fn field_bytes(&self, name: &HeaderName) -> &[u8] {
        let value = self.head.headers.get(name);
        value.map_or(&[], HeaderValue::as_bytes)
    }

    /// A field of the request as text, or an empty string, also where it is not ASCII.
    #[must_use]
    pub fn field(&self, name: &HeaderName) -> &str {
        let value = self.head.headers.get(name);
        value.and_then(|value| value.to_str().ok()).unwrap_or("")
    }

    /// Whether the request is a prefetch: browsers send `Sec-Purpose` (Fetch, section "`Sec-Purpose` header"); scripts, which
    /// may not set that field, send `Purpose`.
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

/// The route that answered a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchedRoute {
    /// The kind of the route.
    pub kind: RouteKind,
    /// The slot of the table entry whose hits are counted: that of the page, file or redirect. For a payload or a view, that
    /// of its page.
    pub slot: Option<usize>,
}

impl MatchedRoute {
    /// The not-found page.
    pub const NOT_FOUND: MatchedRoute = MatchedRoute {
        kind: RouteKind::NotFound,
        slot: None,
    };

    /// The table entry in this slot, requested by its own path with GET or HEAD.
    #[must_use]
    pub fn of_slot(site: &'static Site, slot: usize) -> MatchedRoute {
        let kind = match site.table.entries.get(slot).map(|entry| &entry.target) {
            Some(Target::Page(_)) => RouteKind::Page,
            Some(Target::Asset(_)) => RouteKind::Asset,
            Some(Target::Redirect { .. }) => RouteKind::Redirect,
            Some(Target::Gone) | None => RouteKind::NotFound,
        };
        MatchedRoute {
            kind,
            slot: Some(slot),
        }
    }

    /// Finds the route that answered a request with this status.
    #[must_use]
    pub fn find(site: &'static Site, head: &RequestHead<'_>, status: u16) -> MatchedRoute {
        let path = path_without_query(head.target);
        let slot = match status {
            204 => viewed_page(site, path),
            _ => Some(page_of_payload(site, path).unwrap_or(Cow::Borrowed(path))),
        };
        MatchedRoute {
            kind: kind(site, head, status),
            slot: slot.and_then(|path| site.table.slot(&path)),
        }
    }
}

fn kind(site: &'static Site, head: &RequestHead<'_>, status: u16) -> RouteKind {
    if is_search(site, head.target) {
        return RouteKind::Search;
    }
    match status {
        301 | 308 => return RouteKind::Redirect,
        404 | 410 => return RouteKind::NotFound,
        _ if !matches!(*head.method, Method::GET | Method::HEAD) => return RouteKind::Other,
        _ => {}
    }
    let path = path_without_query(head.target);
    match site.table.lookup(path).map(|entry| &entry.target) {
        Some(Target::Page(_)) => RouteKind::Page,
        Some(Target::Asset(_)) => RouteKind::Asset,
        Some(_) => RouteKind::Redirect,
        None if page_of_payload(site, path).is_some() => RouteKind::Payload,
        None => RouteKind::Other,
    }
}

fn path_without_query(target: &str) -> &str {
    target.split(['?', '#']).next().unwrap_or_default()
}

/// The path of the page whose payload this is.
fn page_of_payload<'p>(site: &'static Site, path: &'p str) -> Option<Cow<'p, str>> {
    internal_page_path(site, PAYLOADS, path)
}

/// The path of the page whose view a client reports.
fn viewed_page<'p>(site: &'static Site, path: &'p str) -> Option<Cow<'p, str>> {
    internal_page_path(site, VIEWS, path)
}

/// A path below `/_bindery/…` is relative to the base path, the path of a page is not.
fn internal_page_path<'p>(
    site: &'static Site,
    prefix: &str,
    path: &'p str,
) -> Option<Cow<'p, str>> {
    let inner = internal(site, path)?.strip_prefix(prefix)?;
    let below = inner.strip_prefix('/')?;
    Some(match site.base_path {
        "/" => Cow::Borrowed(inner),
        base => Cow::Owned(format!("{base}{below}")),
    })
}

/// Kinds of routes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RouteKind {
    /// A page's document or its Markdown.
    Page,
    /// A page's payload.
    Payload,
    /// A file.
    Asset,
    /// A redirect.
    Redirect,
    /// 404 and 410.
    NotFound,
    /// A search.
    Search,
    /// Health, refused methods.
    Other,
}

impl RouteKind {
    /// All kinds of routes.
    pub const ALL: [RouteKind; 7] = [
        RouteKind::Page,
        RouteKind::Payload,
        RouteKind::Asset,
        RouteKind::Redirect,
        RouteKind::NotFound,
        RouteKind::Search,
        RouteKind::Other,
    ];

    /// The kind's name in counters: `page`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            RouteKind::Page => "page",
            RouteKind::Payload => "payload",
            RouteKind::Asset => "asset",
            RouteKind::Redirect => "redirect",
            RouteKind::NotFound => "missing",
            RouteKind::Search => "search",
            RouteKind::Other => "other",
        }
    }
}
