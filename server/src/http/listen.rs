//! Opens the listening sockets of a server: TCP addresses, Unix sockets, and sockets that it inherits.
//!
//! In: the settings. Out: [`ListeningSockets`], or a [`ServeError`] that says what to do.

mod duplicate;
mod error;
pub(super) mod inherited;
mod listener;
pub(super) mod unix_socket;

pub use error::ServeError;
pub(super) use listener::{Listener, ListenerPurpose};

use crate::config::{ListenAddress, Mode, Settings};
use duplicate::first_duplicate;
use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use unix_socket::SocketFile;

/// Connections that may wait in the queue of a socket.
const BACKLOG: u32 = 2048;

/// The listening sockets of a server, by purpose.
#[derive(Debug, Default)]
pub(super) struct ListeningSockets {
    pub(super) site: Vec<Listener>,
    /// Plain HTTP for the site, even if there is a certificate.
    pub(super) plain_site: Vec<Listener>,
    pub(super) redirect: Vec<Listener>,
    pub(super) metrics: Vec<Listener>,
    /// The files of Unix sockets that this process created; dropping removes them.
    pub(super) files: Vec<SocketFile>,
}

impl ListeningSockets {
    /// Opens the sockets that the settings name. A socket that is inherited for a purpose replaces all sockets of that
    /// purpose.
    pub(super) fn open(
        settings: &Settings,
        inherited: Vec<(ListenerPurpose, Listener)>,
    ) -> Result<ListeningSockets, ServeError> {
        let mut sockets = ListeningSockets::default();
        for (purpose, listener) in inherited {
            match purpose {
                ListenerPurpose::Site => sockets.site.push(listener),
                ListenerPurpose::PlainSite => sockets.plain_site.push(listener),
                ListenerPurpose::Redirect => sockets.redirect.push(listener),
                ListenerPurpose::Metrics => sockets.metrics.push(listener),
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
            let targets = settings.metrics.as_slice();
            sockets.metrics = sockets.open_all(targets, settings, Mode::METRICS)?;
        }
        Ok(sockets)
    }

    fn open_all(
        &mut self,
        targets: &[ListenAddress],
        settings: &Settings,
        default_mode: Mode,
    ) -> Result<Vec<Listener>, ServeError> {
        let mut opened = Vec::new();
        for target in targets {
            let listeners = match target {
                ListenAddress::Tcp { host, port } => open_tcp(host, *port),
                ListenAddress::Unix(path) => {
                    let socket =
                        unix_socket::listen_at(path, default_mode, settings.unix_socket, BACKLOG);
                    socket.map(|(listener, file)| {
                        self.files.push(file);
                        vec![Listener::Unix(listener)]
                    })
                }
            };
            opened.extend(listeners.map_err(|source| open_error(settings, target, source))?);
        }
        Ok(opened)
    }

    /// The addresses of the site.
    pub(super) fn addresses(&self) -> Vec<SocketAddr> {
        addresses(self.site.iter().chain(&self.plain_site))
    }
}

/// The addresses of listeners; Unix sockets have none.
pub(super) fn addresses<'a>(sockets: impl IntoIterator<Item = &'a Listener>) -> Vec<SocketAddr> {
    let sockets = sockets.into_iter();
    sockets.filter_map(Listener::address).collect()
}

/// The error of opening a socket. The program that has the port may be this one.
fn open_error(settings: &Settings, target: &ListenAddress, source: io::Error) -> ServeError {
    let is_taken = source.kind() == ErrorKind::AddrInUse;
    match first_duplicate(addresses_of(settings)) {
        Some(duplicate) if is_taken && duplicate == target => {
            ServeError::Duplicate(duplicate.clone())
        }
        _ => listen_error(target, source),
    }
}

fn listen_error(listen: &ListenAddress, source: io::Error) -> ServeError {
    ServeError::Listen {
        listen: listen.clone(),
        source,
    }
}

/// Checks the addresses of the settings without listening on them: host names must have addresses, and the paths of Unix
/// sockets must be free or be sockets.
///
/// # Errors
/// The first address that cannot be listened on.
pub(super) fn check_addresses(settings: &Settings) -> Result<(), ServeError> {
    for target in addresses_of(settings) {
        let checked = match target {
            ListenAddress::Tcp { host, port } => (host.as_str(), *port).to_socket_addrs().map(drop),
            ListenAddress::Unix(path) => unix_socket::check_path(path),
        };
        checked.map_err(|source| listen_error(target, source))?;
    }
    match first_duplicate(addresses_of(settings)) {
        Some(duplicate) => Err(ServeError::Duplicate(duplicate.clone())),
        None => Ok(()),
    }
}

/// The addresses of the settings in the order in which they are listened on.
fn addresses_of(settings: &Settings) -> impl Iterator<Item = &ListenAddress> {
    let redirects = settings.tls.iter().flat_map(|tls| &tls.redirect);
    let site = settings.listen.iter();
    site.chain(redirects).chain(&settings.metrics)
}

/// Listens on every address of a host name; an error if no address can be listened on.
fn open_tcp(host: &str, port: u16) -> io::Result<Vec<Listener>> {
    let mut opened = Vec::new();
    let mut last_error = None;
    for address in (host, port).to_socket_addrs()? {
        match listen_on(address) {
            Ok(listener) => opened.push(Listener::Tcp(listener)),
            Err(error) => last_error = Some(error),
        }
    }
    match (opened.is_empty(), last_error) {
        (true, Some(last_error)) => Err(last_error),
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
