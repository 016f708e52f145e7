//! HTTPS: the way of a connection from its handshake to HTTP/1 or HTTP/2.
//!
//! A connection has its place before its handshake, which must be done in the time that a request's head has. One too
//! many is closed without a handshake, which would cost more than an answer. Whoever speaks HTTP here is told so.

use super::certificates::{self, Certificates, TlsFault};
use super::connection::{Connection, linger};
use super::http2;
use super::listen::{self, Listener, Sockets};
use super::redirect;
use super::services::http1;
use super::shared::Shared;
use super::worker::{Conversation, Worker};
use super::{tcp_peer, unix_peer};
use crate::config::TlsSettings;
use crate::respond::refusal::Refusal;
use crate::respond::with_hsts;
use actix_server::ServerBuilder;
use actix_service::{ServiceFactory, ServiceFactoryExt, fn_service};
use actix_web::http::header::HeaderValue;
use actix_web::rt::net::TcpStream;
use std::io;
use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::Arc;
use tokio::io::AsyncWriteExt;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

/// The first byte of every connection with TLS: a record of its handshake.
const HANDSHAKE: u8 = 0x16;

/// HTTPS as all workers share it.
#[derive(Clone)]
pub(super) struct Tls {
    acceptor: TlsAcceptor,
    pub(super) certificates: Arc<Certificates>,
    hsts: Option<HeaderValue>,
}

impl Tls {
    /// Reads the certificates, and warns of those that expire soon.
    pub(super) fn open(settings: &TlsSettings) -> Result<Tls, TlsFault> {
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
}

/// The port of HTTPS, unless it is known.
const HTTPS_PORT: u16 = 443;

/// Gives the sockets that speak TLS, and those that lead to it, their services. Unix sockets are left: whoever reaches
/// them is on this machine.
pub(super) fn attach(
    mut server: ServerBuilder,
    sockets: &mut Sockets,
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
                server = server.listen("https", listener, move || service(&shared, &tls))?;
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

/// The whole way of a connection; made once for each worker.
fn service(
    shared: &Arc<Shared>,
    tls: &Tls,
) -> impl ServiceFactory<TcpStream, Config = (), Response = (), Error = (), InitError = ()> + use<>
{
    let worker = Worker::start(shared);
    let tls = Rc::new(tls.clone());
    let (answerer, hsts) = (Rc::clone(&worker), tls.hsts.clone());
    let http = http1(worker.limits(), move |request| {
        let (answering, hsts) = (answerer.answer(request), hsts.clone());
        async move {
            let mut response = answering.await?;
            with_hsts(&mut response, hsts);
            Ok(response)
        }
    });
    fn_service(move |stream: TcpStream| {
        let peer = tcp_peer(&stream);
        open(Rc::clone(&worker), Rc::clone(&tls), stream, peer)
    })
    .and_then(http)
}

/// A connection that is to speak HTTP/1. One of HTTP/2 is held to its end here, and an error like any other end.
async fn open(
    worker: Rc<Worker>,
    tls: Rc<Tls>,
    stream: TcpStream,
    peer: Option<SocketAddr>,
) -> Result<(Connection<TlsStream<TcpStream>>, Option<SocketAddr>), ()> {
    let Some(permit) = worker.shared.admit_connection(peer) else {
        worker.count_refusal(Refusal::TooManyConnections);
        return Err(());
    };
    let Some((mut place, conversation)) = worker.admit() else {
        worker.count_refusal(Refusal::Overloaded);
        return Err(());
    };
    place.permit = permit;
    let stream = shake_hands(&tls, stream, &conversation).await?;
    if stream.get_ref().1.alpn_protocol() != Some(b"h2") {
        let connection = Connection::new(stream, place, conversation);
        return Ok((connection.over_https(tls.hsts.as_ref()), peer));
    }
    let site = http2::Site::new(worker, conversation, tls.hsts.clone(), peer);
    Box::pin(http2::converse(stream, site)).await;
    drop(place);
    Err(())
}

async fn shake_hands(
    tls: &Tls,
    stream: TcpStream,
    conversation: &Conversation,
) -> Result<TlsStream<TcpStream>, ()> {
    let limits = conversation.limits();
    let mut first = [0];
    let peeked = timeout(limits.request, stream.peek(&mut first)).await;
    match peeked {
        Ok(Ok(1)) if first[0] == HANDSHAKE => {}
        Ok(Ok(1)) if first[0].is_ascii_uppercase() => {
            refuse_plain(stream, conversation).await;
            return Err(());
        }
        _ => return Err(()),
    }
    let shaken = timeout(limits.request, tls.acceptor.accept(stream)).await;
    shaken.map_err(|_| ())?.map_err(|_| ())
}

/// Answers a request of plain HTTP.
async fn refuse_plain(mut stream: TcpStream, conversation: &Conversation) {
    let refusal = Refusal::Malformed("this port speaks HTTPS; write `https://`");
    conversation.count_refusal(refusal);
    let limits = conversation.limits();
    let answer = refusal.answer("");
    if let Ok(Ok(())) = timeout(limits.request, stream.write_all(&answer)).await {
        linger(stream, limits.linger).await;
    }
}
