//! Begins the response to a request: stored content at once, searches on the search pool.
//!
//! In: the head of a request and its client. Out: a [`PendingResponse`]. The searches of all workers share
//! [`SearchResources`].

mod composed_bytes;
mod search_pool;

use crate::observe::client::Client;
use crate::respond::{
    PreparedSite, RequestHead, SearchJob, SearchRefusal, respond_from_table, search_job,
};
use crate::search::rate_limit::{Admission, Limiter, client_of};
use crate::search::typesense::MAX_BODY;
use actix_http::Payload;
use actix_http::error::PayloadError;
use actix_web::dev::{self, Response};
use actix_web::http::Method;
use actix_web::http::header::HeaderMap;
use actix_web::web::Bytes;
use composed_bytes::ComposedBytes;
use futures_core::Stream;
use search_pool::{PoolFull, SearchPool};
use std::future::{Future, poll_fn, ready};
use std::net::{IpAddr, Ipv4Addr};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

/// CPU time that a client is charged for each byte of a search response, besides the time of the search: 1 ms for 20 KB.
const CHARGE_PER_BYTE: Duration = Duration::from_nanos(50);

/// The resources that the searches of all workers share: the threads that run them, the quota of each client, and the
/// memory for responses that are not sent yet.
#[derive(Debug, Default)]
pub(super) struct SearchResources {
    pool: SearchPool,
    limiter: Limiter,
    composed: ComposedBytes,
}

impl SearchResources {
    /// Each client may use `percent` percent of a core.
    pub(super) fn new(percent: u32) -> SearchResources {
        SearchResources {
            pool: SearchPool::default(),
            limiter: Limiter::new(percent),
            composed: ComposedBytes::default(),
        }
    }
}

/// The address whose quota a client uses. A loopback address that a proxy named does not get the larger quota of
/// connections from this machine.
fn quota_address(client: Client) -> Option<IpAddr> {
    match client.address {
        Some(address) if client.is_named_by_proxy && address.to_canonical().is_loopback() => {
            Some(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
        }
        address => address,
    }
}

/// A response, or what produces it. Nearly all responses are ready, and need no allocation.
pub(super) enum PendingResponse {
    Ready(Response<Bytes>),
    /// A search whose request body must be read first.
    NeedsBody(Box<PendingSearch>),
    /// A response that another thread composes.
    Later(ResponseFuture),
}

/// A response that is composed on another thread.
pub(super) struct ResponseFuture(Pin<Box<dyn Future<Output = Response<Bytes>>>>);

impl ResponseFuture {
    /// Boxes a future.
    pub(super) fn new(response: impl Future<Output = Response<Bytes>> + 'static) -> ResponseFuture {
        ResponseFuture(Box::pin(response))
    }
}

impl Future for ResponseFuture {
    type Output = Response<Bytes>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Response<Bytes>> {
        self.0.as_mut().poll(context)
    }
}

/// A search that has not started.
pub(super) struct PendingSearch {
    prepared: Rc<PreparedSite<'static>>,
    resources: Arc<SearchResources>,
    /// The address whose quota it uses.
    client: Option<IpAddr>,
    method: Method,
    target: String,
    headers: HeaderMap,
    job: SearchJob<'static>,
}

/// Begins the response to a request.
pub(super) fn begin_response(
    prepared: &Rc<PreparedSite<'static>>,
    resources: &Arc<SearchResources>,
    head: &dev::RequestHead,
    client: Client,
) -> PendingResponse {
    let request = RequestHead::from(head);
    let Some(job) = search_job(prepared, &request) else {
        return PendingResponse::Ready(respond_from_table(prepared, &request));
    };
    let client = quota_address(client);
    if let Admission::Refused { retry_after } = resources.limiter.admits(client, Instant::now()) {
        let refusal = SearchRefusal::TooOften { retry_after };
        return PendingResponse::Ready(job.refuse(prepared, refusal));
    }
    let search = PendingSearch {
        prepared: Rc::clone(prepared),
        resources: Arc::clone(resources),
        client,
        method: request.method.clone(),
        target: request.target.to_owned(),
        headers: request.headers.clone(),
        job,
    };
    match search.method == Method::POST {
        true => PendingResponse::NeedsBody(Box::new(search)),
        false => PendingResponse::Later(search.run_with_body(Ok(Vec::new()))),
    }
}

impl PendingSearch {
    /// Runs the search with a body that has been read, or composes the refusal.
    pub(super) fn run_with_body(self, body: Result<Vec<u8>, SearchRefusal>) -> ResponseFuture {
        self.run_with_pending_body(ready(body))
    }

    /// Reads the body, then runs the search.
    pub(super) fn run_with_pending_body(
        self,
        body: impl Future<Output = Result<Vec<u8>, SearchRefusal>> + 'static,
    ) -> ResponseFuture {
        ResponseFuture(Box::pin(async move {
            match body.await {
                Ok(body) => self.run(body).await,
                Err(refusal) => self.refuse(refusal),
            }
        }))
    }

    async fn run(self, body: Vec<u8>) -> Response<Bytes> {
        let client = client_of(self.client);
        if !self.resources.composed.has_room(client) {
            return self.refuse(SearchRefusal::Busy);
        }
        let (job, resources, address) =
            (self.job.clone(), Arc::clone(&self.resources), self.client);
        let running = self.resources.pool.run(client, move || {
            let outcome = job.run(&body);
            let used = outcome.used + CHARGE_PER_BYTE * outcome.body_len();
            resources.limiter.charge(address, used, Instant::now());
            outcome
        });
        let found = match running {
            Ok(running) => running.await,
            Err(full) => Ok(Err(full)),
        };
        match found {
            Ok(Ok(found)) => {
                let response = self.job.respond(&self.prepared, &self.head(), found);
                response.map_body(|_, body| self.resources.composed.count(client, body))
            }
            Ok(Err(PoolFull)) => self.refuse(SearchRefusal::Busy),
            Err(_) => self.refuse(SearchRefusal::Failed),
        }
    }

    fn refuse(&self, refusal: SearchRefusal) -> Response<Bytes> {
        self.job.refuse(&self.prepared, refusal)
    }

    fn head(&self) -> RequestHead<'_> {
        RequestHead {
            method: &self.method,
            target: &self.target,
            headers: &self.headers,
        }
    }
}

/// The whole body of a request, unless it is too long.
pub(super) async fn read_body(mut payload: Payload) -> Result<Vec<u8>, SearchRefusal> {
    let mut body = Vec::new();
    while let Some(chunk) = poll_fn(|context| Pin::new(&mut payload).poll_next(context)).await {
        let chunk = chunk.map_err(|error| match error {
            PayloadError::Overflow => SearchRefusal::TooLong,
            _ => SearchRefusal::Broken,
        })?;
        if body.len() + chunk.len() > MAX_BODY {
            return Err(SearchRefusal::TooLong);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}
