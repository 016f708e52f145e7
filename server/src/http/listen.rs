//! Where the server listens: addresses, Unix sockets, sockets of others, and the words for what goes wrong.

pub(super) mod inherited;
pub(super) mod unix_socket;

use crate::config::{Listen, Mode, Settings};
use inherited::Purpose;
use std::fmt;
use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::os::unix::net::UnixListener;
use unix_socket::SocketFile;

/// Connections that may wait to be accepted.
const BACKLOG: u32 = 2048;

/// A socket that accepts connections.
#[derive(Debug)]
pub(super) enum Listener {
    Tcp(TcpListener),
    Unix(UnixListener),
}

impl Listener {
    /// The address, of which a Unix socket has none.
    pub(super) fn address(&self) -> Option<SocketAddr> {
        match self {
            Listener::Tcp(listener) => listener.local_addr().ok(),
            Listener::Unix(_) => None,
        }
    }
}

/// All sockets of a server, by what they are for.
#[derive(Debug, Default)]
pub(super) struct Sockets {
    pub(super) site: Vec<Listener>,
    /// The site without TLS, whatever the settings say.
    pub(super) plain_site: Vec<Listener>,
    pub(super) redirect: Vec<Listener>,
    pub(super) metrics: Vec<Listener>,
    /// The files of Unix sockets that were made here; they are removed when this is dropped.
    pub(super) files: Vec<SocketFile>,
}

impl Sockets {
    /// Opens what the settings name; a socket that was inherited for a purpose stands in for all of that purpose.
    pub(super) fn open(
        settings: &Settings,
        inherited: Vec<(Purpose, Listener)>,
    ) -> Result<Sockets, ServeError> {
        let mut sockets = Sockets::default();
        for (purpose, listener) in inherited {
            match purpose {
                Purpose::Site => sockets.site.push(listener),
                Purpose::PlainSite => sockets.plain_site.push(listener),
                Purpose::Redirect => sockets.redirect.push(listener),
                Purpose::Metrics => sockets.metrics.push(listener),
            }
        }
        if sockets.site.is_empty() && sockets.plain_site.is_empty() {
            sockets.site = sockets.open_all(&settings.listen, settings, Mode::SITE)?;
        }
        match &settings.tls {
            Some(tls) if sockets.redirect.is_empty() => {
                sockets.redirect = sockets.open_all(&tls.redirect, settings, Mode::SITE)?;
            }
            None if !sockets.redirect.is_empty() => {
                let message = "the socket `redirect` leads to HTTPS; say with `--tls-cert` and `--tls-key` what to serve it with";
                return Err(ServeError::Inherit(message.to_owned()));
            }
            _ => {}
        }
        if sockets.metrics.is_empty() {
            let places = settings.metrics.as_slice();
            sockets.metrics = sockets.open_all(places, settings, Mode::METRICS)?;
        }
        Ok(sockets)
    }

    fn open_all(
        &mut self,
        places: &[Listen],
        settings: &Settings,
        default_mode: Mode,
    ) -> Result<Vec<Listener>, ServeError> {
        let mut opened = Vec::new();
        for place in places {
            let listeners = match place {
                Listen::Address { host, port } => open_tcp(host, *port),
                Listen::Unix(path) => {
                    let socket =
                        unix_socket::open(path, default_mode, settings.unix_socket, BACKLOG);
                    socket.map(|(listener, file)| {
                        self.files.push(file);
                        vec![Listener::Unix(listener)]
                    })
                }
            };
            opened.extend(listeners.map_err(|source| cannot_listen(place, source))?);
        }
        Ok(opened)
    }

    /// Where the site is.
    pub(super) fn addresses(&self) -> Vec<SocketAddr> {
        addresses(self.site.iter().chain(&self.plain_site))
    }
}

/// The addresses among sockets; those of Unix have none.
pub(super) fn addresses<'a>(sockets: impl IntoIterator<Item = &'a Listener>) -> Vec<SocketAddr> {
    let sockets = sockets.into_iter();
    sockets.filter_map(Listener::address).collect()
}

fn cannot_listen(listen: &Listen, source: io::Error) -> ServeError {
    ServeError::Listen {
        listen: listen.clone(),
        source,
    }
}

/// Whether the places of the settings exist, without listening on them: host names have addresses, and the paths of Unix
/// sockets are free or belong to sockets.
///
/// # Errors
/// The first place that cannot be listened on.
pub(super) fn check_places(settings: &Settings) -> Result<(), ServeError> {
    let redirects = settings.tls.iter().flat_map(|tls| &tls.redirect);
    let places = settings
        .listen
        .iter()
        .chain(redirects)
        .chain(&settings.metrics);
    for place in places {
        let checked = match place {
            Listen::Address { host, port } => (host.as_str(), *port).to_socket_addrs().map(drop),
            Listen::Unix(path) => unix_socket::check(path),
        };
        checked.map_err(|source| cannot_listen(place, source))?;
    }
    Ok(())
}

/// Every address that the name stands for; an error when none can be listened on.
fn open_tcp(host: &str, port: u16) -> io::Result<Vec<Listener>> {
    let mut opened = Vec::new();
    let mut fault = None;
    for address in (host, port).to_socket_addrs()? {
        match listen_on(address) {
            Ok(listener) => opened.push(Listener::Tcp(listener)),
            Err(error) => fault = Some(error),
        }
    }
    match (opened.is_empty(), fault) {
        (true, Some(fault)) => Err(fault),
        (true, None) => Err(ErrorKind::AddrNotAvailable.into()),
        (false, _) => Ok(opened),
    }
}

fn listen_on(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => tokio::net::TcpSocket::new_v4(),
        SocketAddr::V6(_) => tokio::net::TcpSocket::new_v6(),
    }?;
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)?.into_std()
}

/// Why a server could not start, or ended.
#[derive(Debug)]
pub enum ServeError {
    /// The address cannot be listened on.
    Listen {
        /// As configured.
        listen: Listen,
        /// What the system said.
        source: io::Error,
    },
    /// A socket that the process was started with cannot be used.
    Inherit(String),
    /// The certificate or its key cannot be used.
    Tls(String),
    /// The running server failed.
    Run(io::Error),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (host, port, source) = match self {
            ServeError::Run(source) => return write!(f, "the server failed: {source}"),
            ServeError::Inherit(message) | ServeError::Tls(message) => return f.write_str(message),
            ServeError::Listen {
                listen: Listen::Unix(path),
                source,
            } => {
                let path = path.display();
                return match source.kind() {
                    ErrorKind::AddrInUse => {
                        write!(f, "another program listens on the socket {path}")
                    }
                    _ => write!(f, "cannot listen on the socket {path}: {source}"),
                };
            }
            ServeError::Listen {
                listen: Listen::Address { host, port },
                source,
            } => (host, port, source),
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
            ServeError::Inherit(_) | ServeError::Tls(_) => None,
        }
    }
}

fn next_port(port: u16) -> u16 {
    port.checked_add(1).unwrap_or(8080)
}
