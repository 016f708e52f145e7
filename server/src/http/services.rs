//! The services that actix-server calls with each connection: the site over HTTP/1, and the counters.

use crate::http::h1::{self, Connection};
use crate::http::handler::{Handler, HandlerOutcome};
use crate::http::pending_response::{PendingResponse, ResponseFuture};
use crate::http::shared::Shared;
use crate::http::stream::{Stream, linger};
use crate::http::worker::{ConnectionQuota, SiteHandler, Worker};
use crate::respond::refusal::Refusal;
use crate::respond::response_cache::CachedResponse;
use crate::respond::{metrics_not_found, metrics_response};
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
pub(super) fn site_service<T: Stream>(
    shared: &Arc<Shared>,
    peer_of: fn(&T) -> Option<SocketAddr>,
) -> impl ServiceFactory<T, Config = (), Response = (), Error = (), InitError = ()> + use<T> {
    let worker = Worker::start(shared);
    let handler = Rc::new(SiteHandler(Rc::clone(&worker)));
    http1_service(worker, handler, ConnectionQuota::Limited, peer_of)
}

/// Serves HTTP/1 with a handler.
pub(super) fn http1_service<T: Stream>(
    worker: Rc<Worker>,
    handler: Rc<dyn Handler>,
    quota: ConnectionQuota,
    peer_of: fn(&T) -> Option<SocketAddr>,
) -> impl ServiceFactory<T, Config = (), Response = (), Error = (), InitError = ()> + use<T> {
    let extra_lines: Rc<str> = "".into();
    boxed(fn_service(move |stream: T| {
        let (worker, handler, extra_lines) = (
            Rc::clone(&worker),
            Rc::clone(&handler),
            Rc::clone(&extra_lines),
        );
        async move {
            let peer = peer_of(&stream);
            let (permit, state) = match worker.admit(quota, peer) {
                Ok(admitted) => admitted,
                Err(refusal) => {
                    refuse(&worker, refusal, stream).await;
                    return Err(());
                }
            };
            let connection = Connection {
                stream,
                peer,
                state,
                handler,
                extra_lines,
            };
            h1::serve(connection, permit).await;
            Ok(())
        }
    }))
}

/// Boxes the futures of a factory: the task of a connection would otherwise hold each of them twice.
pub(super) fn boxed<T: 'static, F>(factory: F) -> BoxServiceFactory<(), T, (), (), ()>
where
    F: ServiceFactory<T, Config = (), Response = (), Error = (), InitError = ()> + 'static,
    F::Service: 'static,
    F::Future: 'static,
    <F::Service as Service<T>>::Future: 'static,
{
    boxed::factory(factory)
}

/// Refuses a connection beyond the limits. The server does not wait for a client whose address has too many
/// connections: while such a client reads its response, it would hold a descriptor that others need.
async fn refuse<T: Stream>(worker: &Worker, refusal: Refusal, mut stream: T) {
    worker.count_refusal(refusal);
    let is_sent = stream.write_all(&refusal.to_bytes("")).await.is_ok();
    if is_sent && refusal != Refusal::TooManyConnections {
        linger(stream, worker.limits().linger).await;
    }
}

/// Serves the counters, at a separate address, which is not public.
pub(super) fn metrics_service<T: Stream>(
    shared: &Arc<Shared>,
    peer_of: fn(&T) -> Option<SocketAddr>,
) -> impl ServiceFactory<T, Config = (), Response = (), Error = (), InitError = ()> + use<T> {
    let handler = Rc::new(MetricsHandler(Arc::clone(shared)));
    http1_service(
        Worker::start(shared),
        handler,
        ConnectionQuota::Unlimited,
        peer_of,
    )
}

/// Answers with the counters. Its own requests are not counted.
struct MetricsHandler(Arc<Shared>);

impl Handler for MetricsHandler {
    fn begin(&self, head: &dev::RequestHead) -> HandlerOutcome {
        let shared = Arc::clone(&self.0);
        HandlerOutcome::Composed(match head.uri.path() {
            "/metrics" => PendingResponse::Later(ResponseFuture::new(async move {
                metrics_response(shared.exposition().await)
            })),
            _ => PendingResponse::Ready(metrics_not_found()),
        })
    }

    fn start_clock(&self) -> Option<Instant> {
        None
    }

    fn finish(&self, _: &dev::RequestHead, _: &mut Response<Bytes>, _: Option<Instant>) {}

    fn finish_cached(&self, _: &dev::RequestHead, _: &CachedResponse, _: Option<Instant>) {}
}
