//! What all workers of a server share.

use crate::config::Settings;
use crate::limits::Limits;
use crate::observe::access_log::AccessLog;
use crate::observe::client::Network;
use crate::observe::metrics::{Gauges, Metrics};
use crate::respond::refusal::Refusal;
use crate::search::LazyEngine;
use crate::search::limit::Limiter;
use crate::search::settings::SearchOverrides;
use crate::table::Site;
use actix_server::GracefulShutdownSignal;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// One server, seen from all of its threads.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) site: &'static Site,
    pub(super) limits: Limits,
    /// Connections that are open.
    pub(super) connections: AtomicUsize,
    /// Comes when the server is told to stop.
    pub(super) stopping: GracefulShutdownSignal,
    pub(super) trusted_proxies: Vec<Network>,
    pub(super) metrics: Option<Metrics>,
    pub(super) access_log: Option<AccessLog>,
    pub(super) server_timing: bool,
    pub(super) engine: Arc<LazyEngine>,
    pub(super) overrides: SearchOverrides,
    pub(super) limiter: Limiter,
    has_told_overload: AtomicBool,
}

impl Shared {
    pub(super) fn new(
        site: &'static Site,
        settings: &Settings,
        stopping: GracefulShutdownSignal,
        metrics: Option<Metrics>,
    ) -> io::Result<Shared> {
        let log = settings.access_log;
        let log = log.map(|(format, sample)| AccessLog::start(format, sample));
        let engine = Arc::new(LazyEngine::of(site));
        // Opened now, so that no reader waits for it; a refused one is told by the command, and pages are served without.
        let _ = engine.open();
        Ok(Shared {
            site,
            engine,
            overrides: settings.search.clone(),
            limiter: Limiter::new(settings.search_share),
            limits: settings.limits,
            connections: AtomicUsize::new(0),
            stopping,
            trusted_proxies: settings.trusted_proxies.clone(),
            metrics,
            access_log: log.transpose()?,
            server_timing: settings.server_timing,
            has_told_overload: AtomicBool::new(false),
        })
    }

    /// The counters as text.
    pub(super) fn expose(&self) -> String {
        let gauges = Gauges {
            connections: self.connections.load(Ordering::Relaxed),
            log_dropped: self.access_log.as_ref().map_or(0, AccessLog::dropped),
        };
        let metrics = self.metrics.as_ref();
        metrics
            .map(|metrics| metrics.write(gauges))
            .unwrap_or_default()
    }

    /// Takes note of a client that was refused. The first one for want of a place is told to the operator.
    pub(super) fn count_refusal(&self, refusal: Refusal) {
        if let Some(metrics) = &self.metrics {
            metrics.count_refused(refusal.status().as_u16());
        }
        tracing::debug!(
            status = refusal.status().as_u16(),
            "refused: {}",
            refusal.message().trim_end()
        );
        if refusal == Refusal::Overloaded && !self.has_told_overload.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                "{} connections are open, which is the limit; others are answered with 503 (told once)",
                self.limits.connections
            );
        }
    }
}
