//! Answers of the search: those of its API, the settings of the interface, and the page for readers without script.

use super::headers::{JSON, JSON_TYPE, set_security};
use super::representation::Representation;
use super::selected::selected;
use super::{Fault, Prepared, RequestHead, empty};
use crate::cache::REVALIDATE;
use crate::search::budget::{Budget, SearchLimits};
use crate::search::page;
use crate::search::wire::{self, WireAnswer, WireRequest};
use crate::table::Page;
use actix_web::dev::Response;
use actix_web::http::header::{self, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::web::Bytes;

static ANY: HeaderValue = HeaderValue::from_static("*");
static METHODS: HeaderValue = HeaderValue::from_static("GET, POST, OPTIONS");
static HEADERS: HeaderValue = HeaderValue::from_static("content-type, x-typesense-api-key");
static A_DAY: HeaderValue = HeaderValue::from_static("86400");
static NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// The path of a request to the search API, below the base path; the root is accepted, too, for that is where clients ask.
pub(super) fn search_path<'r>(base_path: &str, target: &'r str) -> Option<(&'r str, &'r str)> {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let below = path
        .strip_prefix(base_path)
        .filter(|path| wire::is_search(path));
    let path = below.or_else(|| path.strip_prefix('/').filter(|path| wire::is_search(path)))?;
    Some((path, query))
}

/// The answer to a request to the search API, when it is one.
pub(super) fn respond_to_search(
    prepared: &Prepared,
    head: &RequestHead<'_>,
    body: &[u8],
) -> Option<Response<Bytes>> {
    let (path, query) = search_path(prepared.site.base_path, head.target)?;
    if *head.method == Method::OPTIONS {
        return Some(preflight());
    }
    let request = WireRequest {
        method: head.method.as_str(),
        path,
        query,
        body,
    };
    let budget = Budget::of_this_thread(SearchLimits::default());
    let engine = prepared.search.engine();
    let answer = wire::respond_to(engine, request, &budget);
    let media_type = wire::media_type(path, &answer);
    let mut response = write(answer);
    let media_type = HeaderValue::from_static(media_type);
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, media_type);
    Some(response)
}

/// Asked from anywhere: what can be found is public.
fn write(answer: WireAnswer) -> Response<Bytes> {
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = json(status, answer.body.into());
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, NO_STORE.clone());
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, ANY.clone());
    if status == StatusCode::METHOD_NOT_ALLOWED {
        headers.insert(header::ALLOW, METHODS.clone());
    }
    response
}

pub(super) fn refused(status: StatusCode, message: &str) -> Response<Bytes> {
    write(WireAnswer {
        status: status.as_u16(),
        body: serde_json::json!({ "message": message }).to_string().into(),
    })
}

/// What browsers ask before they send another site's key in a header.
fn preflight() -> Response<Bytes> {
    let mut response = empty(StatusCode::NO_CONTENT);
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, ANY.clone());
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, METHODS.clone());
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HEADERS.clone());
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, A_DAY.clone());
    response
}

/// What the operator and the site's configuration say, for the interface.
pub(super) fn settings(
    prepared: &Prepared,
    head: &RequestHead<'_>,
) -> Result<Response<Bytes>, Fault> {
    let settings = prepared.settings().to_string();
    selected(prepared, head, Representation::made(JSON_TYPE, settings))
}

fn json(status: StatusCode, body: Bytes) -> Response<Bytes> {
    let mut response = Response::with_body(status, Bytes::new());
    let headers = response.headers_mut();
    set_security(headers);
    headers.insert(header::CONTENT_TYPE, JSON.clone());
    headers.insert(header::CACHE_CONTROL, REVALIDATE.clone());
    response.set_body(body)
}

/// The search page with the results of the query in its address, when it is that page and there is a query.
pub(super) fn results(
    prepared: &Prepared,
    head: &RequestHead<'_>,
    page: &'static Page,
) -> Option<Result<Response<Bytes>, Fault>> {
    let (path, query) = head.target.split_once('?')?;
    let query = page::query_of(query)?;
    let engine = prepared.search.engine()?;
    let language = page::language_of(engine, path)?;
    let document = prepared.site.stored(&page.html.identity);
    let Some(document) = document.and_then(|bytes| std::str::from_utf8(bytes).ok()) else {
        return Some(Err(Fault::BodyOutsideBlob));
    };
    let budget = Budget::of_this_thread(SearchLimits::default());
    let document = page::with_results(engine, document, language, &query, &budget);
    let mut made = Representation::made(page.html.media_type, document);
    made.no_index = true;
    made.headers = page.html.headers;
    let response = selected(prepared, head, made);
    Some(response.map(|mut response| {
        prepared.own.apply(page.html.headers, &mut response);
        response
    }))
}
