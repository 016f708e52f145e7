//! The HTTP server: reads requests from sockets and writes the responses of [`respond`](mod@crate::respond), with actix-server and
//! actix-http.
//!
//! In: a site and [`Settings`]. Out: a server that runs until it is stopped. [`serve`] is the whole server; [`service`]
//! mounts a site in another actix application.
//!
//! The server is a plain service function without an actix `App`: the table is the router, and an `App` would only add a
//! resource map and extensions to each request (8 % more instructions in a trial, the same throughput). Each stream is a
//! connection of `h1` or `h2`, with the limits and timeouts that actix-http does not have. Do not add compression
//! middleware: bodies are stored compressed.

mod address_limits;
mod date_cache;
mod descriptors;
mod h1;
#[cfg(feature = "tls")]
mod h2;
mod handler;
mod listen;
mod mount;
mod pending_response;
mod services;
mod shared;
mod signals;
mod stream;
#[cfg(feature = "tls")]
mod tls;
mod worker;

pub use listen::ServeError;
pub use mount::{known_paths, service};
#[cfg(feature = "author")]
pub(crate) use signals::StopSignals;

use crate::config::Settings;
use crate::limits::Limits;
use crate::observe::line_queue;
use crate::observe::metrics::Metrics;
use crate::search::LazyEngine;
use crate::table::Site;
use actix_server::ServerBuilder;
use actix_web::dev::Server;
use actix_web::rt::System;
use descriptors::{limit_connections, max_sockets};
use listen::inherited::take_inherited;
use listen::unix_socket::SocketFile;
use listen::{Listener, ListenerPurpose, ListeningSockets};
use shared::Shared;
use std::io;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::sync::Arc;
use stream::{tcp_peer, unix_peer};

/// Serves the site until a signal stops it. Calls `on_ready` with the addresses once connections are accepted.
///
/// The first SIGTERM or Ctrl-C stops gracefully, the second ends the process at once.
///
/// ```no_run
/// use bindery_server::{ServeError, Settings, Site, serve};
///
/// fn run(site: &'static Site) -> Result<(), ServeError> {
///     serve(site, &Settings::on("127.0.0.1", 8080), |addresses| println!("{addresses:?}"))
/// }
/// ```
///
/// # Errors
/// A [`ServeError`] says why the server cannot listen, or why it ended.
pub fn serve(
    site: &'static Site,
    settings: &Settings,
    on_ready: impl FnOnce(&[SocketAddr]),
) -> Result<(), ServeError> {
    let engine = Arc::new(LazyEngine::new(site));
    serve_with_engine(site, engine, settings, on_ready)
}

/// Like [`serve`], with the search of `engine`.
pub(crate) fn serve_with_engine(
    site: &'static Site,
    engine: Arc<LazyEngine>,
    settings: &Settings,
    on_ready: impl FnOnce(&[SocketAddr]),
) -> Result<(), ServeError> {
    let inherited = take_inherited()?;
    let mut settings = settings.clone();
    let requested = settings.limits.connections;
    settings.limits.connections = limit_connections(requested, Limits::default().connections);
    System::new().block_on(async {
        let listening = signals::StopSignals::listen().map_err(ServeError::Run)?;
        let hangups = signals::HangupSignals::listen().map_err(ServeError::Run)?;
        let running = start_with(site, engine, &settings, inherited)?;
        hangups.on_each(running.reload());
        let (server, files) = (running.server, running.socket_files);
        actix_web::rt::spawn(signals::stop_on_signal(listening, server.handle(), files));
        on_ready(&running.addresses);
        let ended = server.await;
        // On a blocking thread, so that a second signal still ends the process at once.
        let _ = actix_web::rt::task::spawn_blocking(line_queue::finish).await;
        ended.map_err(ServeError::Run)
    })
}

fn processor_count() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Checks that a server with these settings could start, even while another server runs: reads the certificates, looks up
/// host names, and examines the paths of Unix sockets. Does not listen and changes nothing.
///
/// # Errors
/// The error that would keep the server from starting.
pub fn check(settings: &Settings) -> Result<(), ServeError> {
    OptionalTls::open(settings)?;
    listen::check_addresses(settings)
}

/// Like [`check`], and also listens for a moment.
///
/// # Errors
/// The error that keeps the server from starting, also a port that another server uses.
pub fn check_listening(settings: &Settings) -> Result<(), ServeError> {
    let inherited = take_inherited()?;
    check(settings)?;
    System::new().block_on(async { ListeningSockets::open(settings, inherited).map(drop) })
}

/// One line for each certificate of these settings: its file, its names and when it expires. Fails if a certificate
/// cannot be used.
#[cfg(feature = "tls")]
pub fn describe_certificates(settings: &Settings) -> Result<Vec<String>, ServeError> {
    let Some(tls) = &settings.tls else {
        return Ok(Vec::new());
    };
    let opened = tls::certificates::Certificates::open(tls);
    opened
        .map(|certificates| certificates.describe())
        .map_err(|error| ServeError::Tls(error.to_string()))
}

/// A server that accepts connections.
#[allow(
    missing_debug_implementations,
    reason = "actix's server has no Debug implementation"
)]
pub struct Running {
    /// The addresses of the site, without Unix sockets.
    pub addresses: Vec<SocketAddr>,
    /// The addresses that redirect from HTTP to HTTPS.
    pub redirect_addresses: Vec<SocketAddr>,
    /// The addresses of the counters.
    pub metrics_addresses: Vec<SocketAddr>,
    /// The server. Await it until it ends; its handle stops it.
    pub server: Server,
    /// The files of its Unix sockets; dropping removes them.
    socket_files: Vec<SocketFile>,
    #[cfg(feature = "tls")]
    certificates: Option<Arc<tls::certificates::Certificates>>,
}

impl Running {
    /// The action of SIGHUP: reloads the certificates, or does nothing without HTTPS.
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

/// The TLS configuration, if the settings have one.
#[cfg(feature = "tls")]
struct OptionalTls(Option<tls::Tls>);
#[cfg(not(feature = "tls"))]
struct OptionalTls;

impl OptionalTls {
    #[cfg(feature = "tls")]
    fn open(settings: &Settings) -> Result<OptionalTls, ServeError> {
        let opened = settings.tls.as_ref().map(tls::Tls::open).transpose();
        opened
            .map(OptionalTls)
            .map_err(|error| ServeError::Tls(error.to_string()))
    }

    #[cfg(not(feature = "tls"))]
    fn open(settings: &Settings) -> Result<OptionalTls, ServeError> {
        match settings.tls {
            None => Ok(OptionalTls),
            Some(_) => Err(ServeError::Tls(
                "this program was built without the feature `tls`".to_owned(),
            )),
        }
    }
}

impl OptionalTls {
    /// Adds the services of TLS listeners and of listeners that redirect to HTTPS, and reloads certificates that change.
    /// Returns the remaining sockets.
    #[cfg(feature = "tls")]
    fn attach(
        &self,
        server: ServerBuilder,
        mut sockets: ListeningSockets,
        shared: &Arc<Shared>,
        settings: &Settings,
    ) -> io::Result<(ServerBuilder, ListeningSockets)> {
        let (Some(tls), Some(settings)) = (&self.0, &settings.tls) else {
            return Ok((server, sockets));
        };
        tls::certificates::watch(Arc::clone(&tls.certificates), settings.reload_interval);
        let server = tls::attach(server, &mut sockets, shared, tls, settings.public_port)?;
        Ok((server, sockets))
    }

    #[cfg(not(feature = "tls"))]
    fn attach(
        &self,
        server: ServerBuilder,
        sockets: ListeningSockets,
        _: &Arc<Shared>,
        _: &Settings,
    ) -> io::Result<(ServerBuilder, ListeningSockets)> {
        Ok((server, sockets))
    }
}

/// Starts a server inside a running actix system, without a signal handler.
pub fn start(site: &'static Site, settings: &Settings) -> Result<Running, ServeError> {
    let engine = Arc::new(LazyEngine::new(site));
    start_with(site, engine, settings, Vec::new())
}

fn start_with(
    site: &'static Site,
    engine: Arc<LazyEngine>,
    settings: &Settings,
    inherited: Vec<(ListenerPurpose, Listener)>,
) -> Result<Running, ServeError> {
    let secured = OptionalTls::open(settings)?;
    let mut sockets = ListeningSockets::open(settings, inherited)?;
    let limits = settings.limits;
    let workers = settings
        .workers
        .map_or_else(processor_count, NonZeroUsize::get);
    let mut server = Server::build()
        .shutdown_timeout(limits.drain.as_secs())
        // A connection beyond the limit gets a response, so it needs a socket, too.
        .max_concurrent_connections(max_sockets(limits.connections).div_ceil(workers))
        .disable_signals();
    if let Some(workers) = settings.workers {
        server = server.workers(workers.get());
    }
    let stopping = server.graceful_shutdown_signal();
    let metrics = (!sockets.metrics.is_empty()).then(|| Metrics::new(site));
    let shared = Shared::new(site, engine, settings, stopping, metrics).map_err(ServeError::Run)?;
    #[cfg(feature = "tls")]
    let shared = match &secured.0 {
        Some(tls) => shared.with_extra_metrics(Arc::<tls::certificates::Certificates>::clone(
            &tls.certificates,
        )),
        None => shared,
    };
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

/// Adds the services of the site and of the counters.
fn attach(
    mut server: ServerBuilder,
    sockets: ListeningSockets,
    shared: &Arc<Shared>,
) -> io::Result<ServerBuilder> {
    for listener in sockets.site.into_iter().chain(sockets.plain_site) {
        let shared = Arc::clone(shared);
        server = match listener {
            Listener::Tcp(listener) => server.listen("http", listener, move || {
                services::site_service(&shared, tcp_peer)
            }),
            Listener::Unix(listener) => server.listen_uds("http", listener, move || {
                services::site_service(&shared, unix_peer)
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
