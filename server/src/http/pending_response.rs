//! The way from a request to its response: at once for what is stored, on the search pool for what is searched.

mod composed_bytes;
mod search_pool;

use crate::observe::client::Client;
use crate::respond::{
    Prepared, RequestHead, SearchJob, SearchRefusal, respond_from_table, search_job,
};
use crate::search::rate_limit::{Admission, Limiter, client_of};
use crate::search::typesense::MOST_BODY;
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

/// What a client is charged for each byte of an answer, beside the time of the search: 1 ms for 20 KB.
const TIME_OF_A_BYTE: Duration = Duration::from_nanos(50);

/// What the searches of all workers share: the threads that run them, and how much of those each client may take.
#[derive(Debug, Default)]
pub(super) struct SearchShare {
    pool: SearchPool,
    limiter: Limiter,
    composed: ComposedBytes,
}

impl SearchShare {
    /// Clients that may each use so many percent of a core.
    pub(super) fn new(percent: u32) -> SearchShare {
        SearchShare {
            pool: SearchPool::default(),
            limiter: Limiter::new(percent),
            composed: ComposedBytes::default(),
        }
    }
}

/// The address whose share a client uses. One that a proxy named is no client of this machine, whatever it is.
fn share_of(client: Client) -> Option<IpAddr> {
    match client.address {
        Some(address) if client.is_named_by_proxy && address.to_canonical().is_loopback() => {
            Some(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
        }
        address => address,
    }
}

/// A response now or later. Nearly all are ready, and pay nothing for those that are not.
pub(super) enum Answering {
    Ready(Response<Bytes>),
    /// A search whose body must be read first.
    NeedsBody(Box<PendingSearch>),
    Searching(Searching),
}

/// A search on its way.
pub(super) struct Searching(Pin<Box<dyn Future<Output = Response<Bytes>>>>);

impl Searching {
    /// A response that is composed on another thread.
    pub(super) fn new(response: impl Future<Output = Response<Bytes>> + 'static) -> Searching {
        Searching(Box::pin(response))
    }
}

impl Future for Searching {
    type Output = Response<Bytes>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Response<Bytes>> {
        self.0.as_mut().poll(context)
    }
}

/// A search that has not begun.
pub(super) struct PendingSearch {
    prepared: Rc<Prepared>,
    share: Arc<SearchShare>,
    /// Whose share it uses.
    client: Option<IpAddr>,
    method: Method,
    target: String,
    headers: HeaderMap,
    job: SearchJob,
}

/// Begins the response to a request.
pub(super) fn begin(
    prepared: &Rc<Prepared>,
    share: &Arc<SearchShare>,
    head: &dev::RequestHead,
    client: Client,
) -> Answering {
    let own = RequestHead::from(head);
    let Some(job) = search_job(prepared, &own) else {
        return Answering::Ready(respond_from_table(prepared, &own));
    };
    let client = share_of(client);
    if let Admission::Refused { retry_after } = share.limiter.admits(client, Instant::now()) {
        let refusal = SearchRefusal::TooOften { retry_after };
        return Answering::Ready(job.refuse(prepared, refusal));
    }
    let search = PendingSearch {
        prepared: Rc::clone(prepared),
        share: Arc::clone(share),
        client,
        method: own.method.clone(),
        target: own.target.to_owned(),
        headers: own.headers.clone(),
        job,
    };
    match search.method == Method::POST {
        true => Answering::NeedsBody(Box::new(search)),
        false => Answering::Searching(search.with_body(Ok(Vec::new()))),
    }
}

impl PendingSearch {
    /// Runs the search, or says why it cannot be run.
    pub(super) fn with_body(self, body: Result<Vec<u8>, SearchRefusal>) -> Searching {
        self.with_body_of(ready(body))
    }

    /// The same with a body that is still to be read.
    pub(super) fn with_body_of(
        self,
        body: impl Future<Output = Result<Vec<u8>, SearchRefusal>> + 'static,
    ) -> Searching {
        Searching(Box::pin(async move {
            match body.await {
                Ok(body) => self.run(body).await,
                Err(refusal) => self.refuse(refusal),
            }
        }))
    }

    async fn run(self, body: Vec<u8>) -> Response<Bytes> {
        let client = client_of(self.client);
        if !self.share.composed.has_room(client) {
            return self.refuse(SearchRefusal::Busy);
        }
        let (job, share, address) = (self.job.clone(), Arc::clone(&self.share), self.client);
        let running = self.share.pool.run(client, move || {
            let outcome = job.run(&body);
            let used = outcome.used + TIME_OF_A_BYTE * outcome.bytes();
            share.limiter.charge(address, used, Instant::now());
            outcome
        });
        let found = match running {
            Ok(running) => running.await,
            Err(full) => Ok(Err(full)),
        };
        match found {
            Ok(Ok(found)) => {
                let response = self.job.respond(&self.prepared, &self.head(), found);
                response.map_body(|_, body| self.share.composed.count(client, body))
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
        if body.len() + chunk.len() > MOST_BODY {
            return Err(SearchRefusal::TooLong);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}
