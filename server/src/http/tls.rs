//! HTTPS: the way of a connection from its handshake to HTTP/1 or HTTP/2.
//!
//! A connection has its place before its handshake, which must be done in the time that a request's head has. One too
//! many is closed without a handshake, which would cost more than an answer. Whoever speaks HTTP here is told so.

mod certificate_details;
pub(super) mod certificates;
mod redirect;
mod sni;

use crate::config::TlsSettings;
use crate::http::h1::{self, Connection, Handler};
use crate::http::h2;
use crate::http::listen::{self, Listener, Sockets};
use crate::http::services::boxed;
use crate::http::shared::Shared;
use crate::http::stream::linger;
use crate::http::worker::{Conversation, Places, SiteHandler, Worker};
use crate::http::{tcp_peer, unix_peer};
use crate::respond::refusal::Refusal;
use actix_server::ServerBuilder;
use actix_service::{ServiceFactory, fn_service};
use actix_web::http::header::{HeaderValue, STRICT_TRANSPORT_SECURITY};
use actix_web::rt::net::TcpStream;
use certificates::{Certificates, TlsFault};
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

    /// `Strict-Transport-Security` as a header line, or nothing.
    fn hsts_line(&self) -> Rc<str> {
        let hsts = self.hsts.as_ref().and_then(|value| value.to_str().ok());
        let line = hsts.map(|value| format!("{STRICT_TRANSPORT_SECURITY}: {value}\r\n"));
        line.unwrap_or_default().into()
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

/// Serves the site over HTTPS; made once for each worker.
fn service(
    shared: &Arc<Shared>,
    tls: &Tls,
) -> impl ServiceFactory<TcpStream, Config = (), Response = (), Error = (), InitError = ()> + use<>
{
    let worker = Worker::start(shared);
    let secure = Rc::new(Secure {
        handler: Rc::new(SiteHandler(Rc::clone(&worker))),
        extra: tls.hsts_line(),
        worker,
        tls: tls.clone(),
    });
    boxed(fn_service(move |stream: TcpStream| {
        let secure = Rc::clone(&secure);
        async move {
            let peer = tcp_peer(&stream);
            secure.serve(stream, peer).await
        }
    }))
}

/// What the HTTPS connections of a worker share.
struct Secure {
    worker: Rc<Worker>,
    handler: Rc<dyn Handler>,
    tls: Tls,
    /// `Strict-Transport-Security` as a line.
    extra: Rc<str>,
}

impl Secure {
    /// Serves a connection to its end, in the version of HTTP that the handshake agreed on.
    async fn serve(&self, stream: TcpStream, peer: Option<SocketAddr>) -> Result<(), ()> {
        let admitted = self.worker.admit(Places::Limited, peer);
        let (place, conversation) =
            admitted.map_err(|refusal| self.worker.count_refusal(refusal))?;
        let stream = Box::pin(shake_hands(&self.tls, stream, &conversation)).await?;
        if stream.get_ref().1.alpn_protocol() != Some(b"h2") {
            let connection = Connection {
                stream,
                peer,
                conversation,
                handler: Rc::clone(&self.handler),
                extra: Rc::clone(&self.extra),
            };
            Box::pin(h1::serve(connection, place)).await;
            return Ok(());
        }
        let worker = Rc::clone(&self.worker);
        let site = h2::Site::new(worker, conversation, self.tls.hsts.clone(), peer);
        Box::pin(h2::converse(stream, site)).await;
        drop(place);
        Ok(())
    }
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
