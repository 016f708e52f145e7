//! The way from a request to its answer: at once for what is stored, after its body for what is searched.

use crate::respond::{Prepared, RequestHead, SearchRefusal, respond, respond_to_search};
use crate::search::limit::{Admission, Limiter};
use crate::search::wire::MOST_BODY;
use actix_http::Payload;
use actix_http::error::PayloadError;
use actix_web::dev::{self, Response};
use actix_web::http::Method;
use actix_web::web::Bytes;
use futures_core::Stream;
use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::net::IpAddr;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::Instant;

/// An answer now or later. Nearly all are there at once, and pay nothing for those that are not.
pub(super) enum Answering {
    Ready(Option<Response<Bytes>>),
    Reading(Pin<Box<dyn Future<Output = Response<Bytes>>>>),
}

impl Future for Answering {
    type Output = Result<Response<Bytes>, Infallible>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match self.get_mut() {
            Answering::Ready(response) => {
                let response = response.take().expect("BUG: asked after its end");
                Poll::Ready(Ok(response))
            }
            Answering::Reading(reading) => reading.as_mut().poll(context).map(Ok),
        }
    }
}

/// Begins the answer to a request. `take` gives its body.
pub(super) fn begin(
    prepared: &Rc<Prepared>,
    limiter: &Limiter,
    head: &dev::RequestHead,
    peer: Option<IpAddr>,
    take: impl FnOnce() -> Payload,
) -> Answering {
    let own = RequestHead::from(head);
    if !prepared.is_search(own.target) {
        return Answering::Ready(Some(respond(prepared, &own)));
    }
    if limiter.admits(peer, Instant::now()) != Admission::Admitted {
        let refusal = Err(SearchRefusal::TooOften);
        return Answering::Ready(Some(respond_to_search(prepared, &own, refusal)));
    }
    if *own.method != Method::POST {
        return Answering::Ready(Some(respond_to_search(prepared, &own, Ok(&[]))));
    }
    let prepared = Rc::clone(prepared);
    let (method, target, headers) = (
        own.method.clone(),
        own.target.to_owned(),
        own.headers.clone(),
    );
    let payload = take();
    Answering::Reading(Box::pin(async move {
        let body = read(payload).await;
        let head = RequestHead {
            method: &method,
            target: &target,
            headers: &headers,
        };
        let body = body.as_deref().map_err(|refusal| *refusal);
        respond_to_search(&prepared, &head, body)
    }))
}

/// The whole body, unless it is too long.
async fn read(mut payload: Payload) -> Result<Vec<u8>, SearchRefusal> {
    let mut body = Vec::new();
    while let Some(chunk) = poll_fn(|context| Pin::new(&mut payload).poll_next(context)).await {
        let chunk = chunk.map_err(|fault| match fault {
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
