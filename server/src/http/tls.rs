//! HTTPS: serves a connection from its TLS handshake on, and continues with HTTP/1 or HTTP/2.
//!
//! A connection is admitted before its handshake, which has the same timeout as a request's head. A connection beyond the
//! limit is closed without a handshake, which would cost more than a response. A client that speaks plain HTTP gets 400.

mod certificate_details;
pub(super) mod certificates;
mod redirect;
mod sni;

use crate::config::TlsSettings;
use crate::http::h1::{self, Connection};
use crate::http::h2;
use crate::http::handler::Handler;
use crate::http::listen::{self, Listener, ListeningSockets};
use crate::http::services::boxed;
use crate::http::shared::Shared;
use crate::http::stream::{linger, tcp_peer, unix_peer};
use crate::http::worker::{ConnectionQuota, ConnectionState, SiteHandler, Worker};
use crate::respond::refusal::Refusal;
use actix_server::ServerBuilder;
use actix_service::{ServiceFactory, fn_service};
use actix_web::http::header::{HeaderValue, STRICT_TRANSPORT_SECURITY};
use actix_web::rt::net::TcpStream;
use certificates::{Certificates, TlsError};
use std::io;
use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::Arc;
use tokio::io::AsyncWriteExt;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

/// The first byte of every TLS connection: the type of a handshake record.
const HANDSHAKE: u8 = 0x16;

/// The TLS configuration that all workers share.
#[derive(Clone)]
pub(super) struct Tls {
    acceptor: TlsAcceptor,
    pub(super) certificates: Arc<Certificates>,
    hsts: Option<HeaderValue>,
}

impl Tls {
    /// Reads the certificates, and warns of those that expire soon.
    pub(super) fn open(settings: &TlsSettings) -> Result<Tls, TlsError> {
        let certificates = Arc::new(Certificates::open(settings)?);
        certificates.warn_of_expiry();
        let config = certificates::config(Arc::clone(&certificates));
        let config = config.expect("BUG: the provider knows these versions");
        let hsts = settings.hsts.0.as_deref();
        let hsts = hsts.and_then(|value| HeaderValue::from_str(value).ok());
        Ok(Tls {
            acceptor: TlsAcceptor::from(Arc::new(config)),
            certificates,
            hsts,
        })
    }

    /// `Strict-Transport-Security` as a header line, or nothing.
    fn hsts_line(&self) -> Rc<str> {
        let hsts = self.hsts.as_ref().and_then(|value| value.to_str().ok());
        let line = hsts.map(|value| format!("{STRICT_TRANSPORT_SECURITY}: {value}\r\n"));
        line.unwrap_or_default().into()
    }
}

/// The default port of HTTPS.
const HTTPS_PORT: u16 = 443;

/// Adds the services of TLS listeners and of listeners that redirect to HTTPS. Unix sockets stay plain HTTP: their clients
/// are on this machine.
pub(super) fn attach(
    mut server: ServerBuilder,
    sockets: &mut ListeningSockets,
    shared: &Arc<Shared>,
    tls: &Tls,
    public_port: Option<u16>,
) -> io::Result<ServerBuilder> {
    let listened = listen::addresses(&sockets.site)
        .first()
        .map(SocketAddr::port);
    let port = public_port.or(listened).unwrap_or(HTTPS_PORT);
    for listener in std::mem::take(&mut sockets.site) {
        let (shared, tls) = (Arc::clone(shared), tls.clone());
        match listener {
            Listener::Tcp(listener) => {
                server = server.listen("https", listener, move || https_service(&shared, &tls))?;
            }
            unix => sockets.site.push(unix),
        }
    }
    for listener in sockets.redirect.drain(..) {
        let shared = Arc::clone(shared);
        server = match listener {
            Listener::Tcp(listener) => server.listen("redirect", listener, move || {
                redirect::service(&shared, port, tcp_peer)
            }),
            Listener::Unix(listener) => server.listen_uds("redirect", listener, move || {
                redirect::service(&shared, port, unix_peer)
            }),
        }?;
    }
    Ok(server)
}

/// Serves the site over HTTPS; created once for each worker.
fn https_service(
    shared: &Arc<Shared>,
    tls: &Tls,
) -> impl ServiceFactory<TcpStream, Config = (), Response = (), Error = (), InitError = ()> + use<>
{
    let worker = Worker::start(shared);
    let service = Rc::new(TlsService {
        handler: Rc::new(SiteHandler(Rc::clone(&worker))),
        extra_lines: tls.hsts_line(),
        worker,
        tls: tls.clone(),
    });
    boxed(fn_service(move |stream: TcpStream| {
        let service = Rc::clone(&service);
        async move {
            let peer = tcp_peer(&stream);
            service.serve(stream, peer).await
        }
    }))
}

/// The state that the HTTPS connections of a worker share.
struct TlsService {
    worker: Rc<Worker>,
    handler: Rc<dyn Handler>,
    tls: Tls,
    /// `Strict-Transport-Security` as a header line, or nothing.
    extra_lines: Rc<str>,
}

impl TlsService {
    /// Serves a connection to its end, in the version of HTTP that the handshake agreed on.
    async fn serve(&self, stream: TcpStream, peer: Option<SocketAddr>) -> Result<(), ()> {
        let admitted = self.worker.admit(ConnectionQuota::Limited, peer);
        let (permit, state) = admitted.map_err(|refusal| self.worker.count_refusal(refusal))?;
        let stream = Box::pin(handshake(&self.tls, stream, &state)).await?;
        if stream.get_ref().1.alpn_protocol() != Some(b"h2") {
            let connection = Connection {
                stream,
                peer,
                state,
                handler: Rc::clone(&self.handler),
                extra_lines: Rc::clone(&self.extra_lines),
            };
            Box::pin(h1::serve(connection, permit)).await;
            return Ok(());
        }
        let worker = Rc::clone(&self.worker);
        let site = h2::ConnectionContext::new(worker, state, self.tls.hsts.clone(), peer);
        Box::pin(h2::serve(stream, site)).await;
        drop(permit);
        Ok(())
    }
}

async fn handshake(
    tls: &Tls,
    stream: TcpStream,
    state: &ConnectionState,
) -> Result<TlsStream<TcpStream>, ()> {
    let limits = state.limits();
    let mut first = [0];
    let peeked = timeout(limits.request, stream.peek(&mut first)).await;
    match peeked {
        Ok(Ok(1)) if first[0] == HANDSHAKE => {}
        Ok(Ok(1)) if first[0].is_ascii_uppercase() => {
            refuse_plain_http(stream, state).await;
            return Err(());
        }
        _ => return Err(()),
    }
    let accepted = timeout(limits.request, tls.acceptor.accept(stream)).await;
    accepted.map_err(|_| ())?.map_err(|_| ())
}

/// Answers a plain HTTP request with 400.
async fn refuse_plain_http(mut stream: TcpStream, state: &ConnectionState) {
    let refusal = Refusal::Malformed("this port speaks HTTPS; write `https://`");
    state.count_refusal(refusal);
    let limits = state.limits();
    let response = refusal.to_bytes("");
    if let Ok(Ok(())) = timeout(limits.request, stream.write_all(&response)).await {
        linger(stream, limits.linger).await;
    }
}
