//! Carries requests from sockets to [`respond`] and answers back, with actix-server and actix-http.
//!
//! [`serve`] is the whole server; [`service`] mounts a site in somebody else's application.
//!
//! The server is a plain service function without an `App`: the table is the router, and an `App` would only add a
//! resource map and extensions to each request (8 % more instructions in a trial, the same throughput). Each
//! stream is a connection of [`h1`] or [`h2`], with the limits and timeouts that actix-http does not have. Compression
//! middleware must not be put around it: bodies are stored compressed.

mod address_limits;
mod h1;
#[cfg(feature = "tls")]
mod h2;
mod listen;
mod pending_response;
mod services;
mod shared;
mod signals;
mod stream;
#[cfg(feature = "tls")]
mod tls;
mod worker;

pub use listen::ServeError;

use crate::config::Settings;
use crate::observe::client::Client;
use crate::observe::line_queue;
use crate::observe::metrics::Metrics;
use crate::respond::Prepared;
use crate::search::LazyEngine;
use crate::search::client_settings::SearchOverrides;
use crate::table::Site;
use actix_server::ServerBuilder;
use actix_web::dev::Server;
use actix_web::rt::System;
use actix_web::rt::net::{TcpStream, UnixStream};
use actix_web::{HttpRequest, HttpResponse, Route, web};
use listen::inherited::{self, Purpose};
use listen::unix_socket::SocketFile;
use listen::{Listener, Sockets};
use pending_response::{Answering, SearchShare, read_body};
use rustix::process::{Resource, getrlimit, setrlimit};
use shared::Shared;
use std::io;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::rc::Rc;
use std::sync::Arc;

/// Descriptors that are not connections of readers: those of the process itself, and of clients who are told that there
/// is no place.
const OTHER_DESCRIPTORS: u64 = 128;

/// Listeners, event queues, files of the process.
const OWN_DESCRIPTORS: usize = 64;

/// Serves the site until a signal stops it; `on_ready` is told the addresses once connections are accepted.
///
/// The first SIGTERM or Ctrl-C lets open requests finish, the second ends the process at once.
pub fn serve(
    site: &'static Site,
    settings: &Settings,
    on_ready: impl FnOnce(&[SocketAddr]),
) -> Result<(), ServeError> {
    let inherited = inherited::take()?;
    let mut settings = settings.clone();
    settings.limits.connections = settings.limits.connections.min(places_for_connections());
    System::new().block_on(async {
        let listening = signals::Signals::listen().map_err(ServeError::Run)?;
        let hangups = signals::Hangups::listen().map_err(ServeError::Run)?;
        let running = start_with(site, &settings, inherited)?;
        hangups.reload_with(running.reload());
        let (server, files) = (running.server, running.socket_files);
        actix_web::rt::spawn(signals::stop_on_signal(listening, server.handle(), files));
        on_ready(&running.addresses);
        let ended = server.await;
        // On a thread of its own, so that a second signal ends the process meanwhile, too.
        let _ = actix_web::rt::task::spawn_blocking(line_queue::finish).await;
        ended.map_err(ServeError::Run)
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

/// Connections and those that are being refused, of all workers together: never more than there are descriptors for.
fn most_sockets(connections: usize) -> usize {
    let granted = getrlimit(Resource::Nofile).current;
    let granted = granted.map_or(usize::MAX, |granted| {
        usize::try_from(granted).unwrap_or(usize::MAX)
    });
    let left = granted
        .saturating_sub(connections)
        .saturating_sub(OWN_DESCRIPTORS);
    connections.saturating_add(left.clamp(1, connections.max(64)))
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Whether a server with these settings could start, as far as this can be known beside a running one: reads the
/// certificate, looks up host names, and looks at the paths of Unix sockets. Listens nowhere and changes nothing.
///
/// # Errors
/// What would keep the server from starting.
pub fn check(settings: &Settings) -> Result<(), ServeError> {
    Secured::open(settings)?;
    listen::check_places(settings)
}

/// The same, and listens for a moment.
///
/// # Errors
/// What keeps the server from starting; a port that a running server has, too.
pub fn check_listening(settings: &Settings) -> Result<(), ServeError> {
    let inherited = inherited::take()?;
    check(settings)?;
    System::new().block_on(async { Sockets::open(settings, inherited).map(drop) })
}

/// A line for each certificate that these settings name: its file, its names and when it expires. Fails if one cannot be
/// used.
#[cfg(feature = "tls")]
pub fn describe_certificates(settings: &Settings) -> Result<Vec<String>, ServeError> {
    let Some(tls) = &settings.tls else {
        return Ok(Vec::new());
    };
    let opened = tls::certificates::Certificates::open(tls);
    opened
        .map(|certificates| certificates.describe())
        .map_err(|fault| ServeError::Tls(fault.to_string()))
}

/// A server that accepts connections.
#[allow(
    missing_debug_implementations,
    reason = "actix's server has no Debug implementation"
)]
pub struct Running {
    /// Where it listens; Unix sockets left out.
    pub addresses: Vec<SocketAddr>,
    /// Where it leads from HTTP to HTTPS.
    pub redirect_addresses: Vec<SocketAddr>,
    /// Where it tells counters.
    pub metrics_addresses: Vec<SocketAddr>,
    /// To be awaited until it ends; its handle stops it.
    pub server: Server,
    /// The files of its Unix sockets, which are removed when this is dropped.
    socket_files: Vec<SocketFile>,
    #[cfg(feature = "tls")]
    certificates: Option<Arc<tls::certificates::Certificates>>,
}

impl Running {
    /// What SIGHUP does: reloads the certificate, or does nothing without HTTPS.
    fn reload(&self) -> impl FnMut() + 'static {
        #[cfg(feature = "tls")]
        let certificates = self.certificates.clone();
        move || {
            #[cfg(feature = "tls")]
            if let Some(certificates) = &certificates {
                return certificates.refresh();
            }
            tracing::info!("SIGHUP is ignored: there is no certificate to reload");
        }
    }
}

/// HTTPS, where it is wanted.
#[cfg(feature = "tls")]
struct Secured(Option<tls::Tls>);
#[cfg(not(feature = "tls"))]
struct Secured;

impl Secured {
    #[cfg(feature = "tls")]
    fn open(settings: &Settings) -> Result<Secured, ServeError> {
        let opened = settings.tls.as_ref().map(tls::Tls::open).transpose();
        opened
            .map(Secured)
            .map_err(|fault| ServeError::Tls(fault.to_string()))
    }

    #[cfg(not(feature = "tls"))]
    fn open(settings: &Settings) -> Result<Secured, ServeError> {
        match settings.tls {
            None => Ok(Secured),
            Some(_) => Err(ServeError::Tls(
                "this program was built without the feature `tls`".to_owned(),
            )),
        }
    }
}

impl Secured {
    /// Gives the sockets that speak TLS, or lead to it, their services, and takes up new certificates. Out: the sockets
    /// that are left.
    #[cfg(feature = "tls")]
    fn attach(
        &self,
        server: ServerBuilder,
        mut sockets: Sockets,
        shared: &Arc<Shared>,
        settings: &Settings,
    ) -> io::Result<(ServerBuilder, Sockets)> {
        let (Some(tls), Some(settings)) = (&self.0, &settings.tls) else {
            return Ok((server, sockets));
        };
        tls::certificates::watch(Arc::clone(&tls.certificates), settings.look_every);
        let server = tls::attach(server, &mut sockets, shared, tls, settings.public_port)?;
        Ok((server, sockets))
    }

    #[cfg(not(feature = "tls"))]
    fn attach(
        &self,
        server: ServerBuilder,
        sockets: Sockets,
        _: &Arc<Shared>,
        _: &Settings,
    ) -> io::Result<(ServerBuilder, Sockets)> {
        Ok((server, sockets))
    }
}

/// Starts a server inside a running actix system, without a signal handler.
pub fn start(site: &'static Site, settings: &Settings) -> Result<Running, ServeError> {
    start_with(site, settings, Vec::new())
}

fn start_with(
    site: &'static Site,
    settings: &Settings,
    inherited: Vec<(Purpose, Listener)>,
) -> Result<Running, ServeError> {
    let secured = Secured::open(settings)?;
    let mut sockets = Sockets::open(settings, inherited)?;
    let limits = settings.limits;
    let workers = settings.workers.map_or_else(processors, NonZeroUsize::get);
    let mut server = Server::build()
        .shutdown_timeout(limits.drain.as_secs())
        // Those beyond the limit are told so, which takes a place, too.
        .max_concurrent_connections(most_sockets(limits.connections).div_ceil(workers))
        .disable_signals();
    if let Some(workers) = settings.workers {
        server = server.workers(workers.get());
    }
    let stopping = server.graceful_shutdown_signal();
    let metrics = (!sockets.metrics.is_empty()).then(|| Metrics::new(site));
    let shared = Shared::new(site, settings, stopping, metrics).map_err(ServeError::Run)?;
    #[cfg(feature = "tls")]
    let shared = shared.with_certificates(secured.0.as_ref());
    let shared = Arc::new(shared);
    let (addresses, redirect_addresses, metrics_addresses) = (
        sockets.addresses(),
        listen::addresses(&sockets.redirect),
        listen::addresses(&sockets.metrics),
    );
    let socket_files = std::mem::take(&mut sockets.files);
    let (server, sockets) = secured
        .attach(server, sockets, &shared, settings)
        .map_err(ServeError::Run)?;
    let server = attach(server, sockets, &shared).map_err(ServeError::Run)?;
    Ok(Running {
        addresses,
        redirect_addresses,
        metrics_addresses,
        server: server.run(),
        socket_files,
        #[cfg(feature = "tls")]
        certificates: secured.0.map(|tls| tls.certificates),
    })
}

/// Gives each socket the service of its purpose.
fn attach(
    mut server: ServerBuilder,
    sockets: Sockets,
    shared: &Arc<Shared>,
) -> io::Result<ServerBuilder> {
    for listener in sockets.site.into_iter().chain(sockets.plain_site) {
        let shared = Arc::clone(shared);
        server = match listener {
            Listener::Tcp(listener) => server.listen("http", listener, move || {
                services::service(&shared, tcp_peer)
            }),
            Listener::Unix(listener) => server.listen_uds("http", listener, move || {
                services::service(&shared, unix_peer)
            }),
        }?;
    }
    for listener in sockets.metrics {
        let shared = Arc::clone(shared);
        server = match listener {
            Listener::Tcp(listener) => server.listen("metrics", listener, move || {
                services::metrics_service(&shared, tcp_peer)
            }),
            Listener::Unix(listener) => server.listen_uds("metrics", listener, move || {
                services::metrics_service(&shared, unix_peer)
            }),
        }?;
    }
    Ok(server)
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
/// # static SITE: bindery_server::table::Site = bindery_server::testing::empty_site();
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
    let searches = Arc::new(SearchShare::default());
    web::to(move |request: HttpRequest, payload: web::Payload| {
        let client = Client {
            address: request.peer_addr().map(|peer| peer.ip()),
            is_named_by_proxy: false,
        };
        let answering = pending_response::begin(&prepared, &searches, request.head(), client);
        async move {
            HttpResponse::from(match answering {
                Answering::Ready(response) => response,
                Answering::Searching(searching) => searching.await,
                Answering::NeedsBody(search) => {
                    let body = read_body(payload.into_inner()).await;
                    search.with_body(body).await
                }
            })
        }
    })
}
