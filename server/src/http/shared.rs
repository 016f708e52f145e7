//! What all workers of a server share.

use super::address_limits::{AddressLimits, ConnectionPermit, RetryAfter};
use crate::config::Settings;
use crate::limits::Limits;
use crate::observe::access_log::AccessLog;
use crate::observe::client::{Network, client_address};
use crate::observe::metrics::{Gauges, Metrics};
use crate::respond::refusal::Refusal;
use crate::search::LazyEngine;
use crate::search::limit::Limiter;
use crate::search::settings::SearchOverrides;
use crate::table::Site;
use actix_server::GracefulShutdownSignal;
use actix_web::dev::RequestHead;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

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
    address_limits: Arc<AddressLimits>,
    /// The certificates of HTTPS, whose ends the counters show.
    #[cfg(feature = "tls")]
    certificates: Option<Arc<super::certificates::Certificates>>,
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
            limiter: Limiter::default(),
            limits: settings.limits,
            address_limits: Arc::new(AddressLimits::new(
                settings.limits.connections_per_address,
                settings.limits.requests_per_second_per_address,
            )),
            connections: AtomicUsize::new(0),
            stopping,
            trusted_proxies: settings.trusted_proxies.clone(),
            metrics,
            access_log: log.transpose()?,
            server_timing: settings.server_timing,
            #[cfg(feature = "tls")]
            certificates: None,
            has_told_overload: AtomicBool::new(false),
        })
    }

    /// The same, showing when these certificates expire.
    #[cfg(feature = "tls")]
    pub(super) fn with_certificates(self, tls: Option<&super::secure::Tls>) -> Shared {
        Shared {
            certificates: tls.map(|tls| Arc::clone(&tls.certificates)),
            ..self
        }
    }

    /// Admits a connection unless its address has as many as it may. Trusted proxies and Unix sockets carry many clients
    /// and are not limited.
    pub(super) fn admit_connection(&self, peer: Option<SocketAddr>) -> Option<ConnectionPermit> {
        let is_trusted = |address: IpAddr| {
            let mut trusted = self.trusted_proxies.iter();
            trusted.any(|network| network.contains(address))
        };
        match peer.map(|peer| peer.ip()) {
            Some(address) if !is_trusted(address) => self.address_limits.admit_connection(address),
            _ => Some(ConnectionPermit::FREE),
        }
    }

    /// Counts a request for the address of its client, or says when the client may ask again.
    pub(super) fn admit_request(&self, head: &RequestHead) -> Result<(), RetryAfter> {
        if !self.address_limits.limits_requests() {
            return Ok(());
        }
        let client = client_address(head.peer_addr, &head.headers, &self.trusted_proxies);
        match client {
            Some(client) => self.address_limits.admit_request(client, Instant::now()),
            None => Ok(()),
        }
    }

    /// The counters as text.
    pub(super) fn expose(&self) -> String {
        let gauges = Gauges {
            connections: self.connections.load(Ordering::Relaxed),
            log_dropped: self.access_log.as_ref().map_or(0, AccessLog::dropped),
        };
        let metrics = self.metrics.as_ref();
        let text = metrics
            .map(|metrics| metrics.write(gauges))
            .unwrap_or_default();
        #[cfg(feature = "tls")]
        if let Some(certificates) = &self.certificates {
            return text + &certificates.exposition();
        }
        text
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
