//! The services of a worker: the site over HTTP/1, for whoever has a place, and counters.

use super::connection::{Connection, Stream, linger};
use super::shared::Shared;
use super::worker::Worker;
use crate::limits::Limits;
use crate::respond::refusal::Refusal;
use crate::respond::{exposition, not_found_here};
use actix_http::body::MessageBody;
use actix_http::{HttpService, KeepAlive, Request, Response};
use actix_service::boxed::{self, BoxServiceFactory};
use actix_service::{Service, ServiceFactory, ServiceFactoryExt, fn_service};
use std::convert::Infallible;
use std::future::{Future, ready};
use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;

/// The whole way of a connection, for one kind of stream; made once for each worker.
pub(super) fn service<T: Stream>(
    shared: &Arc<Shared>,
    peer_of: fn(&T) -> Option<SocketAddr>,
) -> impl ServiceFactory<T, Config = (), Response = (), Error = (), InitError = ()> + use<T> {
    let worker = Worker::start(shared);
    let answerer = Rc::clone(&worker);
    let http = http1(worker.limits(), move |request| answerer.answer(request));
    boxed(admission(worker, peer_of).and_then(http))
}

/// The same, its futures boxed: the task of a connection holds what it was given and what it waits for, and without this
/// that is the dispatcher, twice.
pub(super) fn boxed<T: 'static, F>(factory: F) -> BoxServiceFactory<(), T, (), (), ()>
where
    F: ServiceFactory<T, Config = (), Response = (), Error = (), InitError = ()> + 'static,
    F::Service: 'static,
    F::Future: 'static,
    <F::Service as Service<T>>::Future: 'static,
{
    boxed::factory(factory)
}

/// Gives each stream a place, or a word why it has none.
pub(super) fn admission<T: Stream>(
    worker: Rc<Worker>,
    peer_of: fn(&T) -> Option<SocketAddr>,
) -> impl ServiceFactory<
    T,
    Config = (),
    Response = (Connection<T>, Option<SocketAddr>),
    Error = (),
    InitError = (),
> + use<T> {
    fn_service(move |stream: T| {
        let peer = peer_of(&stream);
        let admitted = match worker.admit() {
            Some((place, conversation)) => Ok((Connection::new(stream, place, conversation), peer)),
            None => Err((Rc::clone(&worker), stream)),
        };
        async move {
            match admitted {
                Ok(admitted) => Ok(admitted),
                Err((worker, stream)) => {
                    shed(&worker, stream).await;
                    Err(())
                }
            }
        }
    })
}

/// HTTP/1 on connections that have a place.
pub(super) fn http1<T: Stream, A, B>(
    limits: Limits,
    answer: impl Fn(Request) -> A + Clone + 'static,
) -> impl ServiceFactory<
    (Connection<T>, Option<SocketAddr>),
    Config = (),
    Response = (),
    Error = (),
    InitError = (),
>
where
    A: Future<Output = Result<Response<B>, Infallible>> + 'static,
    B: MessageBody + 'static,
{
    HttpService::build()
        .keep_alive(KeepAlive::Os)
        // Heads and idleness are timed by the connection.
        .client_request_timeout(Duration::ZERO)
        .client_disconnect_timeout(limits.linger)
        .on_connect_ext(|connection: &Connection<T>, data| {
            data.insert(connection.conversation());
        })
        .h1(fn_service(answer))
        .map_err(|_| ())
}

/// Tells a client that there is no place for it.
async fn shed<T: Stream>(worker: &Worker, mut stream: T) {
    worker.count_refusal(Refusal::Overloaded);
    let answer = Refusal::Overloaded.answer("");
    if stream.write_all(&answer).await.is_ok() {
        linger(stream, worker.limits().linger).await;
    }
}

/// Tells the counters to whoever asks; for a place that strangers cannot reach.
pub(super) fn metrics_service<T: Stream>(
    shared: &Arc<Shared>,
    peer_of: fn(&T) -> Option<SocketAddr>,
) -> impl ServiceFactory<T, Config = (), Response = (), Error = (), InitError = ()> + use<T> {
    let shared = Arc::clone(shared);
    let http = HttpService::build().h1(fn_service(move |request: Request| {
        let shared = Arc::clone(&shared);
        async move {
            Ok::<_, Infallible>(match request.path() {
                "/metrics" => exposition(shared.expose().await),
                _ => not_found_here(),
            })
        }
    }));
    fn_service(move |stream: T| {
        let peer = peer_of(&stream);
        ready(Ok::<_, ()>((stream, peer)))
    })
    .and_then(http.map_err(|_| ()))
}
