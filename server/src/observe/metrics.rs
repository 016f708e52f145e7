//! Counts requests, and writes the counters in the text format of Prometheus.
//!
//! In: [`RequestRecord`]s. Out: a text ([`Metrics::write`]). The number of counters is bounded, whatever clients
//! request: paths of pages and redirects are those of the table; of unknown paths and referring hosts, the
//! [`MAX_NAMES`] most frequent have a counter, and the others share `(other)`. Each worker has its own counters, so
//! that none waits for another.

use super::durations::{Counter, DurationHistogram};
use super::exposition::{Exposition, MetricType};
use super::heavy_hitters::HeavyHitters;
use super::name_metric::NameMetric;
use super::process::ProcessFigures;
use super::same_origin::{authority_of, is_same_origin, may_be_document, may_be_same_origin};
use super::{RequestRecord, RouteKind};
use crate::negotiate::Encoding;
use crate::respond::RequestHead;
use crate::table::{Site, Target};
use actix_web::http::Method;
use actix_web::http::header::REFERER;
use std::array;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// The number of names that have a counter each.
pub const MAX_NAMES: usize = 500;

/// The statuses that have a counter, the most frequent first. All others, which no code here sends, share the last one,
/// as status 0.
const STATUSES: [u16; 25] = [
    200, 304, 308, 404, 301, 206, 204, 503, 429, 400, 405, 408, 410, 412, 413, 414, 415, 416, 417,
    421, 422, 431, 500, 501, 0,
];

/// The counters of a server.
#[derive(Debug)]
pub struct Metrics {
    site: &'static Site,
    started: SystemTime,
    workers: Mutex<Vec<Arc<Counters>>>,
    missing: Mutex<HeavyHitters>,
    referrers: Mutex<HeavyHitters>,
    refused: Mutex<BTreeMap<u16, u64>>,
}

/// The counters of one worker. Only its thread writes them.
#[derive(Debug)]
pub struct Counters {
    requests: [[[Counter; Encoding::ALL.len()]; STATUSES.len()]; RouteKind::ALL.len()],
    bytes: Counter,
    answers: DurationHistogram,
    searches: DurationHistogram,
    /// The hits of each slot of the table.
    hits: Box<[Counter]>,
}

/// Metrics that another module writes.
pub trait MetricsSource: std::fmt::Debug + Send + Sync {
    /// The metrics in the text format of Prometheus.
    fn exposition(&self) -> String;
}

/// Values that are read at a scrape.
#[derive(Clone, Copy, Debug)]
pub struct Gauges {
    /// Connections that are open.
    pub connections: usize,
    /// Lines of the access log that were dropped.
    pub log_dropped: u64,
    /// Messages that were dropped.
    pub messages_dropped: u64,
}

impl Metrics {
    /// Creates the counters of a server without workers.
    #[must_use]
    pub fn new(site: &'static Site) -> Metrics {
        #[allow(
            clippy::disallowed_methods,
            reason = "a scraper asks for the start time"
        )]
        let started = SystemTime::now();
        Metrics {
            site,
            started,
            workers: Mutex::default(),
            missing: Mutex::new(HeavyHitters::new(MAX_NAMES)),
            referrers: Mutex::new(HeavyHitters::new(MAX_NAMES)),
            refused: Mutex::default(),
        }
    }

    /// Adds the counters of a worker.
    #[must_use]
    pub fn worker(&self) -> Arc<Counters> {
        let entries = self.site.table.entries.iter();
        let counters = Arc::new(Counters {
            requests: array::from_fn(|_| {
                array::from_fn(|_| array::from_fn(|_| Counter::default()))
            }),
            bytes: Counter::default(),
            answers: DurationHistogram::default(),
            searches: DurationHistogram::default(),
            hits: entries.map(|_| Counter::default()).collect(),
        });
        locked(&self.workers).push(Arc::clone(&counters));
        counters
    }

    /// Counts a client that was refused before it sent a whole request.
    pub fn count_refused(&self, status: u16) {
        *locked(&self.refused).entry(status).or_default() += 1;
    }

    /// Counts an answered request; `counters` are those of the calling worker.
    pub fn count(&self, counters: &Counters, record: &RequestRecord<'_>) {
        counters.count(record);
        let kind = record.route.kind;
        if kind == RouteKind::NotFound {
            locked(&self.missing).count(record.path());
        }
        let hit = record.route.slot.and_then(|slot| counters.hits.get(slot));
        if let Some(hits) = hit
            && is_hit(record)
        {
            hits.add(1);
        }
        let is_found = matches!(record.status, 200 | 206 | 301 | 304 | 308);
        if is_found
            && kind == RouteKind::Page
            && let Some(host) = authority_of(record.field(&REFERER))
            && is_plain_host(host)
            && !self.is_own_host(host)
        {
            locked(&self.referrers).count(host);
        }
    }

    /// Whether a host is that of the site's url.
    fn is_own_host(&self, host: &str) -> bool {
        authority_of(self.site.url).is_some_and(|own| own.eq_ignore_ascii_case(host))
    }

    /// All counters as text.
    #[must_use]
    pub fn write(&self, gauges: Gauges) -> String {
        let workers = locked(&self.workers).clone();
        let mut text = Exposition::default();
        self.write_build(&mut text);
        write_requests(&mut text, &workers);
        self.write_refused(&mut text);
        write_gauges(&mut text, gauges);
        self.write_hits(&mut text, &workers);
        let missing = NameMetric {
            name: "bindery_missing_total",
            help: "Responses with status 404 or 410, by path.",
            label: "path",
        };
        missing.write(&mut text, &self.missing);
        let referrers = NameMetric {
            name: "bindery_referrers_total",
            help: "Page requests by the host of their referrer.",
            label: "host",
        };
        referrers.write(&mut text, &self.referrers);
        self.write_process(&mut text);
        text.into_text()
    }

    fn write_build(&self, text: &mut Exposition) {
        let name = "bindery_build_info";
        text.metric(
            name,
            MetricType::Gauge,
            "Always 1; the labels say what is running.",
        );
        let labels = [
            ("version", env!("CARGO_PKG_VERSION")),
            ("content_hash", self.site.content_hash),
            ("revision", option_env!("BINDERY_REVISION").unwrap_or("")),
        ];
        text.sample(name, &labels, 1);
    }

    fn write_refused(&self, text: &mut Exposition) {
        let name = "bindery_refused_total";
        text.metric(
            name,
            MetricType::Counter,
            "Clients refused before a request was read.",
        );
        for (status, count) in locked(&self.refused).iter() {
            text.sample(name, &[("status", &status.to_string())], *count);
        }
    }

    /// Documents and payloads by page, and redirects by path.
    fn write_hits(&self, text: &mut Exposition, workers: &[Arc<Counters>]) {
        type IsMeant = fn(&Target) -> bool;
        let metrics: [(&str, &str, IsMeant); 2] = [
            (
                "bindery_page_views_total",
                "Views by page; what is fetched ahead counts when it is shown.",
                |target| matches!(target, Target::Page(_)),
            ),
            (
                "bindery_redirects_total",
                "Redirects of the table by path.",
                |target| matches!(target, Target::Redirect { .. }),
            ),
        ];
        for (name, help, is_meant) in metrics {
            text.metric(name, MetricType::Counter, help);
            for (slot, entry) in self.site.table.entries.iter().enumerate() {
                let hits = workers.iter().filter_map(|worker| worker.hits.get(slot));
                let sum: u64 = hits.map(Counter::get).sum();
                if sum > 0 && is_meant(&entry.target) {
                    text.sample(name, &[("path", entry.path)], sum);
                }
            }
        }
    }

    fn write_process(&self, text: &mut Exposition) {
        let figures = ProcessFigures::read();
        if let Some(seconds) = figures.cpu_seconds {
            let help = "Seconds of CPU time, in user and system mode.";
            text.single(
                "process_cpu_seconds_total",
                MetricType::Counter,
                help,
                seconds,
            );
        }
        let gauges = [
            (
                "process_resident_memory_bytes",
                "Resident memory.",
                figures.resident_bytes,
            ),
            (
                "process_virtual_memory_bytes",
                "Virtual memory.",
                figures.virtual_bytes,
            ),
            (
                "process_open_fds",
                "Open file descriptors.",
                figures.open_fds,
            ),
            (
                "process_max_fds",
                "Limit of open file descriptors.",
                figures.max_fds,
            ),
        ];
        for (name, help, value) in gauges {
            if let Some(value) = value {
                text.single(name, MetricType::Gauge, help, value);
            }
        }
        let started = self.started.duration_since(UNIX_EPOCH).unwrap_or_default();
        let help = "When the server started, in seconds since the epoch.";
        let seconds = started.as_secs_f64();
        text.single(
            "process_start_time_seconds",
            MetricType::Gauge,
            help,
            seconds,
        );
    }
}

impl Counters {
    fn count(&self, record: &RequestRecord<'_>) {
        let known = STATUSES.iter().position(|status| *status == record.status);
        let status = known.unwrap_or(STATUSES.len() - 1);
        self.requests[record.route.kind as usize][status][record.encoding as usize].add(1);
        self.bytes.add(record.bytes);
        let micros = u64::try_from(record.took.as_micros()).unwrap_or(u64::MAX);
        self.answers.count(micros);
        if record.route.kind == RouteKind::Search {
            self.searches.count(micros);
        }
    }
}

/// Whether a request counts as a hit of its entry. A prefetched page counts when the client reports its view, which
/// only a page of this site may do. A request that another site embeds or fetches is not a view, nor is HEAD.
fn is_hit(record: &RequestRecord<'_>) -> bool {
    let RequestHead {
        method, headers, ..
    } = record.head;
    match (record.status, record.route.kind) {
        (204, _) => *method == Method::POST && is_same_origin(headers),
        (200 | 206 | 301 | 304 | 308, _) if record.is_prefetch() => false,
        (200 | 206 | 304, RouteKind::Page) => *method == Method::GET && may_be_document(headers),
        (200 | 206 | 304, RouteKind::Payload) => {
            *method == Method::GET && may_be_same_origin(headers)
        }
        (200 | 206 | 301 | 304 | 308, _) => true,
        _ => false,
    }
}

/// Whether a host has only the characters of hosts and ports, so that no client can count for `(other)`.
fn is_plain_host(host: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]_".contains(&byte);
    host.bytes().all(is_plain)
}

fn write_requests(text: &mut Exposition, workers: &[Arc<Counters>]) {
    let name = "bindery_requests_total";
    text.metric(
        name,
        MetricType::Counter,
        "Requests by kind, status and encoding.",
    );
    for kind in RouteKind::ALL {
        for (status_index, status) in STATUSES.iter().enumerate() {
            for encoding in Encoding::ALL {
                let cell = |worker: &Arc<Counters>| {
                    worker.requests[kind as usize][status_index][encoding as usize].get()
                };
                let count: u64 = workers.iter().map(cell).sum();
                if count > 0 {
                    let labels = [
                        ("kind", kind.name()),
                        ("status", &*status.to_string()),
                        (
                            "encoding",
                            encoding.content_encoding().unwrap_or("identity"),
                        ),
                    ];
                    text.sample(name, &labels, count);
                }
            }
        }
    }
    let bytes: u64 = workers.iter().map(|worker| worker.bytes.get()).sum();
    text.single(
        "bindery_body_bytes_total",
        MetricType::Counter,
        "Bytes of response bodies.",
        bytes,
    );
    let answers: Vec<&DurationHistogram> = workers.iter().map(|worker| &worker.answers).collect();
    let help = "From a request's head to its composed answer.";
    DurationHistogram::write(text, "bindery_answer_seconds", help, &answers);
    let searches: Vec<&DurationHistogram> = workers.iter().map(|worker| &worker.searches).collect();
    let help = "From the head of a search request to its composed response, including the reading of its body.";
    DurationHistogram::write(text, "bindery_search_seconds", help, &searches);
}

fn write_gauges(text: &mut Exposition, gauges: Gauges) {
    let help = "Connections that are open.";
    text.single(
        "bindery_connections",
        MetricType::Gauge,
        help,
        gauges.connections,
    );
    for (name, help, count) in [
        (
            "bindery_log_dropped_total",
            "Lines of the access log that standard output did not take in time.",
            gauges.log_dropped,
        ),
        (
            "bindery_messages_dropped_total",
            "Messages that standard error did not take in time.",
            gauges.messages_dropped,
        ),
    ] {
        text.single(name, MetricType::Counter, help, count);
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
