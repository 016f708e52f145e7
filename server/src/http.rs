//! Carries requests from sockets to [`respond`] and answers back, with actix-server and actix-http.
//!
//! [`serve`] is the whole server; [`service`] mounts a site in somebody else's application.
//!
//! The server is a plain service function without an `App`: the table is the router, and an `App` would only add a
//! resource map and extensions to each request (8 % more instructions in a trial, the same throughput). Around each
//! stream stands a [`connection`] with the limits that actix-http does not have. Compression middleware must not be put
//! around it: bodies are stored compressed.

mod answering;
mod aside;
mod connection;
mod listen;
mod meter;
mod shared;
mod signals;
mod worker;

pub use listen::ServeError;

use crate::config::Settings;
use crate::respond::Prepared;
use crate::search::LazyEngine;
use crate::search::limit::Limiter;
use crate::search::settings::SearchOverrides;
use crate::table::Site;
use actix_web::dev::Server;
use actix_web::rt::System;
use actix_web::rt::net::{TcpStream, UnixStream};
use actix_web::{HttpRequest, HttpResponse, Route, web};
use listen::Listener;
use rustix::process::{Resource, getrlimit, setrlimit};
use shared::Shared;
use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::Arc;

/// Descriptors that are not connections: listeners, event queues, files of the process.
const OTHER_DESCRIPTORS: u64 = 128;

/// Serves the site until a signal stops it; `on_ready` is told the addresses once connections are accepted.
///
/// The first SIGTERM or Ctrl-C lets open requests finish, the second ends the process at once.
pub fn serve(
    site: &'static Site,
    settings: &Settings,
    on_ready: impl FnOnce(&[SocketAddr]),
) -> Result<(), ServeError> {
    let mut settings = settings.clone();
    settings.limits.connections = settings.limits.connections.min(places_for_connections());
    System::new().block_on(async {
        let listening = signals::Signals::listen().map_err(ServeError::Run)?;
        let running = start(site, &settings)?;
        actix_web::rt::spawn(signals::stop_on_signal(listening, running.server.handle()));
        on_ready(&running.addresses);
        running.server.await.map_err(ServeError::Run)
    })
}

/// How many connections the system allows the process, after asking for as many as it may have. Refusing the next one
/// in words needs a descriptor, too, so the accept loop never meets the system's limit.
fn places_for_connections() -> usize {
    let limit = getrlimit(Resource::Nofile);
    let wished = rustix::process::Rlimit {
        current: limit.maximum,
        maximum: limit.maximum,
    };
    let granted = match setrlimit(Resource::Nofile, wished) {
        Ok(()) => limit.maximum,
        Err(_) => limit.current,
    };
    let places = granted.map_or(u64::MAX, |granted| {
        granted.saturating_sub(OTHER_DESCRIPTORS)
    });
    usize::try_from(places.max(1)).unwrap_or(usize::MAX)
}

/// Whether a server with these settings could start: listens for a moment.
pub fn check(settings: &Settings) -> Result<(), ServeError> {
    System::new().block_on(async {
        for listen in settings.listen.iter().chain(&settings.metrics) {
            listen::open(listen)?;
        }
        Ok(())
    })
}

/// A server that accepts connections.
#[allow(
    missing_debug_implementations,
    reason = "actix's server has no Debug implementation"
)]
pub struct Running {
    /// Where it listens; Unix sockets left out.
    pub addresses: Vec<SocketAddr>,
    /// Where it tells counters.
    pub metrics_addresses: Vec<SocketAddr>,
    /// To be awaited until it ends; its handle stops it.
    pub server: Server,
}

/// Starts a server inside a running actix system, without a signal handler.
pub fn start(site: &'static Site, settings: &Settings) -> Result<Running, ServeError> {
    let mut listeners = Vec::new();
    for listen in &settings.listen {
        listeners.extend(listen::open(listen)?);
    }
    let telling = match &settings.metrics {
        Some(listen) => listen::open(listen)?,
        None => Vec::new(),
    };
    let limits = settings.limits;
    let mut server = Server::build()
        .shutdown_timeout(limits.drain.as_secs())
        // Those beyond the limit are told so, which takes a place, too.
        .max_concurrent_connections(limits.connections.saturating_mul(2).max(64))
        .disable_signals();
    if let Some(workers) = settings.workers {
        server = server.workers(workers.get());
    }
    let stopping = server.graceful_shutdown_signal();
    let shared = Shared::new(site, settings, stopping).map_err(ServeError::Run)?;
    let shared = Arc::new(shared);
    let addresses = listeners.iter().filter_map(Listener::address).collect();
    for listener in listeners {
        let shared = Arc::clone(&shared);
        server = match listener {
            Listener::Tcp(listener) => {
                server.listen("http", listener, move || worker::service(&shared, tcp_peer))
            }
            Listener::Unix(listener) => server.listen_uds("http", listener, move || {
                worker::service(&shared, unix_peer)
            }),
        }
        .map_err(ServeError::Run)?;
    }
    let metrics_addresses = telling.iter().filter_map(Listener::address).collect();
    for listener in telling {
        let shared = Arc::clone(&shared);
        server = match listener {
            Listener::Tcp(listener) => server.listen("metrics", listener, move || {
                worker::metrics_service(&shared, tcp_peer)
            }),
            Listener::Unix(listener) => server.listen_uds("metrics", listener, move || {
                worker::metrics_service(&shared, unix_peer)
            }),
        }
        .map_err(ServeError::Run)?;
    }
    Ok(Running {
        addresses,
        metrics_addresses,
        server: server.run(),
    })
}

fn tcp_peer(stream: &TcpStream) -> Option<SocketAddr> {
    // Answers are written whole; waiting for more would only delay them.
    let _ = stream.set_nodelay(true);
    stream.peer_addr().ok()
}

fn unix_peer(_: &UnixStream) -> Option<SocketAddr> {
    None
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
