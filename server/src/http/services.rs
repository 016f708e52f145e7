//! The services of a worker: the site over HTTP/1, for connections that have a place, and counters.

use crate::http::h1::{self, Connection, Handler, Outcome};
use crate::http::pending_response::{Answering, Searching};
use crate::http::shared::Shared;
use crate::http::stream::{Stream, linger};
use crate::http::worker::{Places, SiteHandler, Worker};
use crate::respond::refusal::Refusal;
use crate::respond::response_cache::CachedResponse;
use crate::respond::{exposition, not_found_here};
use actix_http::Response;
use actix_service::boxed::{self, BoxServiceFactory};
use actix_service::{Service, ServiceFactory, fn_service};
use actix_web::dev;
use actix_web::web::Bytes;
use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;
use tokio::io::AsyncWriteExt;

/// Serves the site over HTTP/1 on one kind of stream; made once for each worker.
pub(super) fn service<T: Stream>(
    shared: &Arc<Shared>,
    peer_of: fn(&T) -> Option<SocketAddr>,
) -> impl ServiceFactory<T, Config = (), Response = (), Error = (), InitError = ()> + use<T> {
    let worker = Worker::start(shared);
    let handler = Rc::new(SiteHandler(Rc::clone(&worker)));
    http1(worker, handler, Places::Limited, peer_of)
}

/// Serves HTTP/1 with a handler.
pub(super) fn http1<T: Stream>(
    worker: Rc<Worker>,
    handler: Rc<dyn Handler>,
    places: Places,
    peer_of: fn(&T) -> Option<SocketAddr>,
) -> impl ServiceFactory<T, Config = (), Response = (), Error = (), InitError = ()> + use<T> {
    let extra: Rc<str> = "".into();
    boxed(fn_service(move |stream: T| {
        let (worker, handler, extra) = (Rc::clone(&worker), Rc::clone(&handler), Rc::clone(&extra));
        async move {
            let peer = peer_of(&stream);
            let (place, conversation) = match worker.admit(places, peer) {
                Ok(admitted) => admitted,
                Err(refusal) => {
                    refuse(&worker, refusal, stream).await;
                    return Err(());
                }
            };
            let connection = Connection {
                stream,
                peer,
                conversation,
                handler,
                extra,
            };
            h1::serve(connection, place).await;
            Ok(())
        }
    }))
}

/// The same, its futures boxed: the task of a connection would hold each of them twice.
pub(super) fn boxed<T: 'static, F>(factory: F) -> BoxServiceFactory<(), T, (), (), ()>
where
    F: ServiceFactory<T, Config = (), Response = (), Error = (), InitError = ()> + 'static,
    F::Service: 'static,
    F::Future: 'static,
    <F::Service as Service<T>>::Future: 'static,
{
    boxed::factory(factory)
}

/// Refuses a client for which there is no place. One whose address has too many is not waited for: while it reads its
/// answer it would hold a descriptor that others need.
async fn refuse<T: Stream>(worker: &Worker, refusal: Refusal, mut stream: T) {
    worker.count_refusal(refusal);
    let is_sent = stream.write_all(&refusal.answer("")).await.is_ok();
    if is_sent && refusal != Refusal::TooManyConnections {
        linger(stream, worker.limits().linger).await;
    }
}

/// Serves the counters, at an address that strangers cannot reach.
pub(super) fn metrics_service<T: Stream>(
    shared: &Arc<Shared>,
    peer_of: fn(&T) -> Option<SocketAddr>,
) -> impl ServiceFactory<T, Config = (), Response = (), Error = (), InitError = ()> + use<T> {
    let handler = Rc::new(MetricsHandler(Arc::clone(shared)));
    http1(Worker::start(shared), handler, Places::Unlimited, peer_of)
}

/// Answers with the counters. Its own requests are not counted.
struct MetricsHandler(Arc<Shared>);

impl Handler for MetricsHandler {
    fn begin(&self, head: &dev::RequestHead) -> Outcome {
        let shared = Arc::clone(&self.0);
        Outcome::Composed(match head.uri.path() {
            "/metrics" => {
                Answering::Searching(Searching::new(
                    async move { exposition(shared.expose().await) },
                ))
            }
            _ => Answering::Ready(not_found_here()),
        })
    }

    fn start_clock(&self) -> Option<Instant> {
        None
    }

    fn finish(&self, _: &dev::RequestHead, _: &mut Response<Bytes>, _: Option<Instant>) {}

    fn finish_cached(&self, _: &dev::RequestHead, _: &CachedResponse, _: Option<Instant>) {}
}
