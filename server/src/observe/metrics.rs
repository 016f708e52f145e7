//! Counters, in the text format of Prometheus.
//!
//! In: [`Seen`] requests. Out: a text ([`Metrics::write`]). Their number is bounded whatever is asked for: paths of pages
//! and redirects are those of the table; of other paths and of referring hosts the first [`MAX_NAMES`] have a counter,
//! the rest share `(other)`. Each worker counts for itself, so that none waits for another.

use super::{Kind, Seen, page_of_payload, viewed_page};
use crate::table::{Site, Target};
use actix_web::http::header::REFERER;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Names of which each has a counter.
pub const MAX_NAMES: usize = 500;

/// Bytes of a name that are kept.
const MAX_NAME: usize = 200;

/// Upper bounds of the latency histogram, in microseconds.
const BOUNDS: [u64; 8] = [10, 25, 50, 100, 250, 1_000, 10_000, 100_000];

/// The counters of a server.
#[derive(Debug)]
pub struct Metrics {
    site: &'static Site,
    workers: Mutex<Vec<Arc<Counters>>>,
    missing: Mutex<Names>,
    referrers: Mutex<Names>,
    refused: Mutex<BTreeMap<u16, u64>>,
}

/// The counters of one worker.
#[derive(Debug)]
pub struct Counters {
    requests: Mutex<BTreeMap<(Kind, u16, String), u64>>,
    bytes: AtomicU64,
    answers: Durations,
    searches: Durations,
    /// By slot of the table.
    hits: Vec<AtomicU64>,
}

/// How long things took.
#[derive(Debug, Default)]
struct Durations {
    micros: AtomicU64,
    buckets: [AtomicU64; BOUNDS.len() + 1],
}

impl Durations {
    fn count(&self, micros: u64) {
        self.micros.fetch_add(micros, Ordering::Relaxed);
        let bucket = BOUNDS.iter().position(|bound| micros <= *bound);
        self.buckets[bucket.unwrap_or(BOUNDS.len())].fetch_add(1, Ordering::Relaxed);
    }
}

/// Names that strangers choose.
#[derive(Debug, Default)]
struct Names(BTreeMap<String, u64>);

impl Names {
    fn count(&mut self, name: &str) {
        let mut end = name.len().min(MAX_NAME);
        while !name.is_char_boundary(end) {
            end -= 1;
        }
        let name = &name[..end];
        if let Some(count) = self.0.get_mut(name) {
            *count += 1;
            return;
        }
        let name = if self.0.len() < MAX_NAMES {
            name
        } else {
            "(other)"
        };
        *self.0.entry(name.to_owned()).or_default() += 1;
    }
}

/// What else is told at a scrape.
#[derive(Clone, Copy, Debug)]
pub struct Gauges {
    /// Connections that are open.
    pub connections: usize,
    /// Log lines that were dropped.
    pub log_dropped: u64,
}

impl Metrics {
    /// No worker counts yet.
    #[must_use]
    pub fn new(site: &'static Site) -> Metrics {
        Metrics {
            site,
            workers: Mutex::default(),
            missing: Mutex::default(),
            referrers: Mutex::default(),
            refused: Mutex::default(),
        }
    }

    /// The counters of one more worker.
    #[must_use]
    pub fn worker(&self) -> Arc<Counters> {
        let counters = Arc::new(Counters {
            requests: Mutex::default(),
            bytes: AtomicU64::new(0),
            answers: Durations::default(),
            searches: Durations::default(),
            hits: self
                .site
                .table
                .entries
                .iter()
                .map(|_| AtomicU64::new(0))
                .collect(),
        });
        locked(&self.workers).push(Arc::clone(&counters));
        counters
    }

    /// Counts a client that was refused before it had asked anything.
    pub fn count_refused(&self, status: u16) {
        *locked(&self.refused).entry(status).or_default() += 1;
    }

    /// Counts an answered request.
    pub fn count(&self, counters: &Counters, seen: &Seen<'_>) {
        let kind = seen.kind(self.site);
        counters.count(kind, seen);
        if kind == Kind::Missing {
            locked(&self.missing).count(seen.path());
        }
        let slot = hit_path(self.site, seen).and_then(|path| self.site.table.slot(&path));
        if let Some(hits) = slot.and_then(|slot| counters.hits.get(slot)) {
            hits.fetch_add(1, Ordering::Relaxed);
        }
        if !matches!(seen.status, 200 | 206 | 301 | 304 | 308) {
            return;
        }
        if matches!(kind, Kind::Page | Kind::Missing)
            && let Some(host) = referring_host(seen.field(&REFERER))
            && !self.site.url.ends_with(host)
        {
            locked(&self.referrers).count(host);
        }
    }

    /// All counters as text.
    #[must_use]
    pub fn write(&self, gauges: Gauges) -> String {
        let workers = locked(&self.workers).clone();
        let mut text = Text::default();
        write_requests(&mut text, &workers);
        text.family(
            "bindery_refused_total",
            "counter",
            "Clients refused before a request was read.",
        );
        for (status, count) in locked(&self.refused).iter() {
            text.sample(
                "bindery_refused_total",
                &[("status", &status.to_string())],
                *count,
            );
        }
        text.family("bindery_connections", "gauge", "Connections that are open.");
        text.sample("bindery_connections", &[], gauges.connections as u64);
        text.family(
            "bindery_log_dropped_total",
            "counter",
            "Log lines not written for want of time.",
        );
        text.sample("bindery_log_dropped_total", &[], gauges.log_dropped);
        self.write_hits(&mut text, &workers);
        let names = [
            (
                "bindery_missing_total",
                "path",
                "Answers 404 and 410 by path.",
                &self.missing,
            ),
            (
                "bindery_referrers_total",
                "host",
                "Pages asked for from elsewhere.",
                &self.referrers,
            ),
        ];
        for (family, label, help, names) in names {
            text.family(family, "counter", help);
            for (name, count) in &locked(names).0 {
                text.sample(family, &[(label, name)], *count);
            }
        }
        text.0
    }

    /// Documents and payloads by page, and redirects by path.
    fn write_hits(&self, text: &mut Text, workers: &[Arc<Counters>]) {
        type IsMeant = fn(&Target) -> bool;
        let families: [(&str, &str, IsMeant); 2] = [
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
        for (family, help, is_meant) in families {
            text.family(family, "counter", help);
            for (slot, entry) in self.site.table.entries.iter().enumerate() {
                let hits = workers.iter().filter_map(|worker| worker.hits.get(slot));
                let sum: u64 = hits.map(|hits| hits.load(Ordering::Relaxed)).sum();
                if sum > 0 && is_meant(&entry.target) {
                    text.sample(family, &[("path", entry.path)], sum);
                }
            }
        }
    }
}

impl Counters {
    fn count(&self, kind: Kind, seen: &Seen<'_>) {
        let key = (kind, seen.status, seen.encoding().to_owned());
        *locked(&self.requests).entry(key).or_default() += 1;
        self.bytes.fetch_add(seen.bytes, Ordering::Relaxed);
        let micros = u64::try_from(seen.took.as_micros()).unwrap_or(u64::MAX);
        self.answers.count(micros);
        if kind == Kind::Search {
            self.searches.count(micros);
        }
    }
}

fn write_requests(text: &mut Text, workers: &[Arc<Counters>]) {
    let mut requests: BTreeMap<(Kind, u16, String), u64> = BTreeMap::new();
    for worker in workers {
        for (key, count) in locked(&worker.requests).iter() {
            *requests.entry(key.clone()).or_default() += count;
        }
    }
    text.family(
        "bindery_requests_total",
        "counter",
        "Requests by kind, status and encoding.",
    );
    for ((kind, status, encoding), count) in &requests {
        let labels = [
            ("kind", kind.name()),
            ("status", &status.to_string()),
            ("encoding", encoding),
        ];
        text.sample("bindery_requests_total", &labels, *count);
    }
    let bytes = workers.iter();
    let bytes: u64 = bytes
        .map(|worker| worker.bytes.load(Ordering::Relaxed))
        .sum();
    text.family("bindery_body_bytes_total", "counter", "Bytes of bodies.");
    text.sample("bindery_body_bytes_total", &[], bytes);
    let answers: Vec<&Durations> = workers.iter().map(|worker| &worker.answers).collect();
    let help = "From a request's head to its composed answer.";
    text.histogram("bindery_answer_seconds", help, &answers);
    let searches: Vec<&Durations> = workers.iter().map(|worker| &worker.searches).collect();
    let help = "The same of searches, the reading of their bodies included.";
    text.histogram("bindery_search_seconds", help, &searches);
}

/// The path of the table that a request hits: what is fetched ahead counts once the browser says that it is viewed.
fn hit_path<'s>(site: &'static Site, seen: &Seen<'s>) -> Option<Cow<'s, str>> {
    let path = seen.head.target.split(['?', '#']).next()?;
    match seen.status {
        204 => viewed_page(site, path),
        200 | 206 | 301 | 304 | 308 if !seen.is_ahead() => {
            Some(page_of_payload(site, path).unwrap_or(Cow::Borrowed(path)))
        }
        _ => None,
    }
}

fn seconds(micros: u64) -> String {
    let text = format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The host of a `Referer`.
fn referring_host(referrer: &str) -> Option<&str> {
    let (_, rest) = referrer.split_once("://")?;
    rest.split(['/', '?', '#'])
        .next()
        .filter(|host| !host.is_empty())
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The exposition under way.
#[derive(Default)]
struct Text(String);

impl Text {
    fn family(&mut self, name: &str, kind: &str, help: &str) {
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    fn histogram(&mut self, name: &str, help: &str, workers: &[&Durations]) {
        let sum = |read: &dyn Fn(&Durations) -> &AtomicU64| -> u64 {
            let numbers = workers.iter();
            numbers.map(|one| read(one).load(Ordering::Relaxed)).sum()
        };
        self.family(name, "histogram", help);
        let bounds = BOUNDS.iter().map(|bound| seconds(*bound));
        let bucket = format!("{name}_bucket");
        let mut below = 0;
        for (index, bound) in bounds.chain(["+Inf".to_owned()]).enumerate() {
            below += sum(&|one| &one.buckets[index]);
            self.sample(&bucket, &[("le", &bound)], below);
        }
        let micros = seconds(sum(&|one| &one.micros));
        let _ = writeln!(self.0, "{name}_sum {micros}\n{name}_count {below}");
    }

    fn sample(&mut self, name: &str, labels: &[(&str, &str)], value: u64) {
        let labels: Vec<String> = labels
            .iter()
            .map(|(label, value)| format!("{label}=\"{}\"", escaped(value)))
            .collect();
        let _ = match labels.is_empty() {
            true => writeln!(self.0, "{name} {value}"),
            false => writeln!(self.0, "{name}{{{}}} {value}", labels.join(",")),
        };
    }
}

fn escaped(value: &str) -> String {
    value
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
}
