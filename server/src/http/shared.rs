//! The state that all workers of a server share.

use crate::config::Settings;
use crate::http::address_limits::{AddressLimits, AddressPermit, RetryAfter};
use crate::http::pending_response::SearchResources;
use crate::limits::Limits;
use crate::observe::access_log::AccessLog;
use crate::observe::client::{Proxies, find_client};
use crate::observe::line_queue;
use crate::observe::metrics::{Gauges, Metrics, MetricsSource};
use crate::respond::refusal::Refusal;
use crate::search::LazyEngine;
use crate::search::budget::SearchLimits;
use crate::search::client_settings::SearchOverrides;
use crate::table::Site;
use actix_server::GracefulShutdownSignal;
use actix_web::dev::RequestHead;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

/// The state of a server.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) site: &'static Site,
    pub(super) limits: Limits,
    /// Connections that are open.
    pub(super) connections: AtomicUsize,
    /// Notified when the server begins to stop.
    pub(super) stopping: GracefulShutdownSignal,
    pub(super) proxies: Proxies,
    pub(super) metrics: Option<Arc<Metrics>>,
    pub(super) access_log: Option<AccessLog>,
    pub(super) server_timing: bool,
    pub(super) engine: Arc<LazyEngine>,
    pub(super) overrides: SearchOverrides,
    pub(super) searches: Arc<SearchResources>,
    pub(super) search_limits: SearchLimits,
    address_limits: Arc<AddressLimits>,
    /// Metrics of other modules.
    extra_metrics: Option<Arc<dyn MetricsSource>>,
    has_warned_of_overload: AtomicBool,
}

impl Shared {
    pub(super) fn new(
        site: &'static Site,
        engine: Arc<LazyEngine>,
        settings: &Settings,
        stopping: GracefulShutdownSignal,
        metrics: Option<Metrics>,
    ) -> io::Result<Shared> {
        let log = settings.access_log;
        let log = log.map(|(format, sample)| AccessLog::start(format, sample));
        // The index is opened now, so that no reader waits for it. The command reports a damaged index; pages are served
        // without it.
        let _ = engine.open();
        Ok(Shared {
            site,
            engine,
            overrides: settings.search.clone(),
            searches: Arc::new(SearchResources::new(settings.search_share)),
            search_limits: settings.search_limits,
            limits: settings.limits,
            address_limits: Arc::new(AddressLimits::new(
                settings.limits.connections_per_address,
                settings.limits.requests_per_second_per_address,
            )),
            connections: AtomicUsize::new(0),
            stopping,
            proxies: settings.proxies.clone(),
            metrics: metrics.map(Arc::new),
            access_log: log.transpose()?,
            server_timing: settings.server_timing,
            extra_metrics: None,
            has_warned_of_overload: AtomicBool::new(false),
        })
    }

    /// Adds a source of metrics.
    #[cfg(feature = "tls")]
    pub(super) fn with_extra_metrics(self, source: Arc<dyn MetricsSource>) -> Shared {
        Shared {
            extra_metrics: Some(source),
            ..self
        }
    }

    /// Admits a connection unless its address has as many as it may. Trusted proxies and Unix sockets carry many clients
    /// and are not limited.
    pub(super) fn admit_connection(&self, peer: Option<SocketAddr>) -> Option<AddressPermit> {
        match peer.map(|peer| peer.ip()) {
            Some(address) if !self.proxies.trust(address) => {
                self.address_limits.admit_connection(address)
            }
            _ => Some(AddressPermit::FREE),
        }
    }

    /// Counts a request for the address of its client, or returns when the client may retry.
    pub(super) fn admit_request(&self, head: &RequestHead) -> Result<(), RetryAfter> {
        if !self.address_limits.limits_requests() {
            return Ok(());
        }
        let client = find_client(head.peer_addr, &head.headers, &self.proxies);
        match client.address {
            Some(client) => self.address_limits.admit_request(client, Instant::now()),
            None => Ok(()),
        }
    }

    /// The counters as text, composed on a blocking thread because this reads files of the system.
    pub(super) async fn exposition(self: &Arc<Shared>) -> String {
        let shared = Arc::clone(self);
        let composing = actix_web::rt::task::spawn_blocking(move || shared.write_metrics());
        composing.await.unwrap_or_default()
    }

    fn write_metrics(&self) -> String {
        let gauges = Gauges {
            connections: self.connections.load(Ordering::Relaxed),
            log_dropped: self.access_log.as_ref().map_or(0, AccessLog::dropped),
            messages_dropped: line_queue::stderr_dropped(),
        };
        let metrics = self.metrics.as_ref();
        let text = metrics
            .map(|metrics| metrics.write(gauges))
            .unwrap_or_default();
        match &self.extra_metrics {
            Some(source) => text + &source.exposition(),
            None => text,
        }
    }

    /// Counts and logs a refused client. The first one beyond the limit of connections is a warning for the operator.
    pub(super) fn count_refusal(&self, refusal: Refusal) {
        if let Some(metrics) = &self.metrics {
            metrics.count_refused(refusal.status().as_u16());
        }
        tracing::debug!(
            status = refusal.status().as_u16(),
            "refused: {}",
            refusal.message().trim_end()
        );
        if refusal == Refusal::Overloaded
            && !self.has_warned_of_overload.swap(true, Ordering::Relaxed)
        {
            tracing::warn!(
                "{} connections are open, which is the limit; others are answered with 503 (logged once)",
                self.limits.connections
            );
        }
    }
}
