//! Carries requests from sockets to [`respond`] and answers back, with actix-web.
//!
//! [`serve`] is the whole server; [`service`] mounts a site in somebody else's application.
//!
//! The server is an `HttpServer` around a plain service function, without an `App`: the table is the router, and an
//! `App` would only add a resource map and extensions to each request (8 % more instructions in a trial, the same
//! throughput). Compression middleware must not be put around it: bodies are stored compressed.

mod answering;
mod signals;

use crate::config::Settings;
use crate::respond::Prepared;
use crate::search::LazyEngine;
use crate::search::limit::Limiter;
use crate::search::settings::SearchOverrides;
use crate::table::Site;
use actix_http::Request;
use actix_web::dev::{Server, fn_service};
use actix_web::rt::System;
use actix_web::{HttpRequest, HttpResponse, HttpServer, Route, web};
use std::fmt;
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// How long an idle connection is kept. Readers come back to a page's neighbour within half a minute or not at all,
/// and an idle connection costs memory.
const KEEP_ALIVE: Duration = Duration::from_secs(30);

/// How long a client may take to send the head of its first request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a connection that is being closed may linger to read what the client still sends; without it the client
/// would see a reset instead of the answer.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// How long open requests may take once the server is told to stop: less than the ten seconds after which container
/// runtimes kill.
const DRAIN_SECONDS: u64 = 8;

/// Serves the site until a signal stops it; `on_ready` is told the addresses once connections are accepted.
///
/// The first SIGTERM or Ctrl-C lets open requests finish, the second ends the process at once.
pub fn serve(
    site: &'static Site,
    settings: &Settings,
    on_ready: impl FnOnce(&[SocketAddr]),
) -> Result<(), ServeError> {
    System::new().block_on(async {
        let listening = signals::Signals::listen().map_err(ServeError::Run)?;
        let running = start(site, settings)?;
        actix_web::rt::spawn(signals::stop_on_signal(listening, running.server.handle()));
        on_ready(&running.addresses);
        running.server.await.map_err(ServeError::Run)
    })
}

/// A server that accepts connections.
#[allow(
    missing_debug_implementations,
    reason = "actix's server has no Debug implementation"
)]
pub struct Running {
    /// Where it listens.
    pub addresses: Vec<SocketAddr>,
    /// To be awaited until it ends; its handle stops it.
    pub server: Server,
}

/// Starts a server inside a running actix system, without a signal handler.
pub fn start(site: &'static Site, settings: &Settings) -> Result<Running, ServeError> {
    let host_and_port = (settings.host.as_str(), settings.port);
    let overrides = settings.search.clone();
    let engine = Arc::new(LazyEngine::of(site));
    // Opened now, so that no reader waits for it; a refused one is told by the command, and pages are served without.
    let _ = engine.open();
    let limiter = Arc::new(Limiter::default());
    let mut server = HttpServer::new(move || {
        let prepared = Prepared::with_search(site, Arc::clone(&engine), overrides.clone());
        let prepared = Rc::new(prepared);
        let limiter = Arc::clone(&limiter);
        fn_service(move |mut request: Request| {
            let payload = request.take_payload();
            let head = request.head();
            let peer = head.peer_addr.map(|peer| peer.ip());
            answering::begin(&prepared, &limiter, head, peer, || payload)
        })
    })
    .keep_alive(KEEP_ALIVE)
    .client_request_timeout(HEAD_TIMEOUT)
    .client_disconnect_timeout(CLOSE_TIMEOUT)
    .shutdown_timeout(DRAIN_SECONDS)
    .tcp_nodelay(true)
    .disable_signals();
    if let Some(workers) = settings.workers {
        server = server.workers(workers.get());
    }
    let server = server
        .bind(host_and_port)
        .map_err(|source| ServeError::Listen {
            host: settings.host.clone(),
            port: settings.port,
            source,
        })?;
    Ok(Running {
        addresses: server.addrs(),
        server: server.run(),
    })
}

/// The site as a service of another actix application.
///
/// It answers every path by itself, its own 404 page included, so it is best mounted as the default service: the
/// application's own routes then come first. Do not wrap it in `middleware::Compress`.
///
/// ```
/// use actix_web::{App, HttpResponse, web};
/// # static SITE: bindery_server::table::Site = bindery_server::testing::EMPTY_SITE;
///
/// let app = App::new()
///     .route("/api/health", web::get().to(HttpResponse::NoContent))
///     .default_service(bindery_server::service(&SITE));
/// # let _ = app;
/// ```
#[must_use]
pub fn service(site: &'static Site) -> Route {
    let engine = Arc::new(LazyEngine::of(site));
    let prepared = Prepared::with_search(site, engine, SearchOverrides::default());
    let prepared = Rc::new(prepared);
    let limiter = Arc::new(Limiter::default());
    web::to(move |request: HttpRequest, payload: web::Payload| {
        let peer = request.peer_addr().map(|peer| peer.ip());
        let head = request.head();
        let answering = answering::begin(&prepared, &limiter, head, peer, || payload.into_inner());
        async move { answering.await.map(HttpResponse::from) }
    })
}

/// Why a server could not start, or ended.
#[derive(Debug)]
pub enum ServeError {
    /// The address cannot be listened on.
    Listen {
        /// As configured.
        host: String,
        /// As configured.
        port: u16,
        /// What the system said.
        source: io::Error,
    },
    /// The running server failed.
    Run(io::Error),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (host, port, source) = match self {
            ServeError::Run(source) => return write!(f, "the server failed: {source}"),
            ServeError::Listen { host, port, source } => (host, port, source),
        };
        match source.kind() {
            ErrorKind::AddrInUse => write!(
                f,
                "port {port} of {host} is taken by another program; choose another one with `--port {}`, or `--port 0` for any free one",
                next_port(*port)
            ),
            ErrorKind::PermissionDenied => write!(
                f,
                "listening on port {port} of {host} is not permitted; ports below 1024 need privileges, choose a higher one with `--port 8080`"
            ),
            ErrorKind::AddrNotAvailable => write!(
                f,
                "{host} is no address of this machine; listen on all of its addresses with `--host 0.0.0.0`"
            ),
            _ => write!(
                f,
                "cannot listen on port {port} of {host}: {source}; name an address of this machine with `--host`"
            ),
        }
    }
}

impl std::error::Error for ServeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ServeError::Listen { source, .. } | ServeError::Run(source) => Some(source),
        }
    }
}

fn next_port(port: u16) -> u16 {
    port.checked_add(1).unwrap_or(8080)
}
