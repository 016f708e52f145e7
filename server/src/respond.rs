//! Writes responses: the only module that sets headers.
//!
//! In: a [`Prepared`] site and a [`RequestHead`]. Out: a response with its whole body. Pure: no clock, no sockets (the
//! connection adds `Date`, `Content-Length` and `Connection`, and leaves out the body of an answer to HEAD).
//!
//! There is deliberately no `Server` header: it would tell strangers a version and nobody else anything.

mod cache_control;
mod custom_headers;
mod headers;
mod host_field;
#[cfg(feature = "tls")]
mod https;
mod location;
mod operator;
mod policy;
pub mod refusal;
mod representation;
mod representation_response;
pub mod response_cache;
mod search;

#[cfg(feature = "tls")]
pub use self::https::{redirect_to_https, with_hsts};
pub use self::operator::{
    metrics_not_found, metrics_response, not_ready, set_server_timing_duration,
    set_server_timing_views,
};
pub use self::search::{SearchJob, SearchOutcome, SearchRefusal, search_job};

use crate::negotiate::media_type::{PageType, preferred_type};
use crate::resolve::{Resolution, resolve};
use crate::search::LazyEngine;
use crate::search::budget::SearchLimits;
use crate::search::client_settings::{SearchOverrides, client_settings, origins};
use crate::table::{Page, Resource, Site, Target};
use actix_web::dev::Response;
use actix_web::http::header::{self, HeaderMap, HeaderValue, InvalidHeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::web::Bytes;
use cache_control::REVALIDATE;
use custom_headers::CustomHeaders;
use headers::{
    ALLOW, NO_STORE, PLAIN_TEXT, SAVE_DATA, SPECULATION_RULES, set_metadata, set_security,
    set_vary, vary_by_save_data,
};
use host_field::is_valid_host;
use location::location;
use policy::document_policy;
use refusal::Refusal;
use representation::Representation;
use representation_response::respond_with_representation;
use serde_json::Value;
use std::sync::Arc;

/// A site with the header values that are the same for all requests.
#[derive(Clone, Debug)]
pub struct Prepared {
    site: &'static Site,
    document_policy: HeaderValue,
    own: CustomHeaders,
    search: Arc<LazyEngine>,
    overrides: SearchOverrides,
    search_limits: SearchLimits,
    speculation: Option<HeaderValue>,
}

impl Prepared {
    /// Prepares a site. Each worker should have its own, so that none waits for another's reference counts.
    #[must_use]
    pub fn new(site: &'static Site) -> Prepared {
        Prepared {
            site,
            document_policy: document_policy(&site.policy_sources),
            own: CustomHeaders::of(site, &site.policy_sources),
            search: Arc::new(LazyEngine::of(site)),
            overrides: SearchOverrides::default(),
            search_limits: SearchLimits::default(),
            speculation: speculation(site),
        }
    }

    /// Prepares a site with an engine that others use, too, and with what an operator decides.
    #[must_use]
    pub fn with_search(
        site: &'static Site,
        search: Arc<LazyEngine>,
        overrides: SearchOverrides,
    ) -> Prepared {
        let mut prepared = Prepared {
            search,
            overrides,
            ..Prepared::new(site)
        };
        let origins = origins(&prepared.settings());
        let asked = origins.iter().map(|origin| format!("connect-src {origin}"));
        let asked: Vec<String> = asked.collect();
        let mut sources = site.policy_sources.to_vec();
        sources.extend(asked.iter().map(String::as_str));
        prepared.document_policy = document_policy(&sources);
        prepared.own = CustomHeaders::of(site, &sources);
        prepared
    }

    /// The same with other limits of what a search may cost.
    #[must_use]
    pub fn with_search_limits(self, search_limits: SearchLimits) -> Prepared {
        Prepared {
            search_limits,
            ..self
        }
    }

    /// The same without the header fields of the site's own.
    #[must_use]
    pub fn without_custom_headers(&self) -> Prepared {
        Prepared {
            own: CustomHeaders::default(),
            ..self.clone()
        }
    }

    /// Whether a request is one to the search API, whose body counts.
    #[must_use]
    pub fn is_search(&self, target: &str) -> bool {
        search::search_path(self.site.base_path, target).is_some()
    }

    fn settings(&self) -> Value {
        client_settings(self.search.meta(), &self.overrides)
    }

    /// The site.
    #[must_use]
    pub fn site(&self) -> &'static Site {
        self.site
    }
}

/// The part of a request that decides about its answer.
#[derive(Clone, Copy, Debug)]
pub struct RequestHead<'a> {
    /// The method.
    pub method: &'a Method,
    /// Path and query as they came; scheme and host of an absolute target left out.
    pub target: &'a str,
    /// The header fields.
    pub headers: &'a HeaderMap,
}

impl<'a> From<&'a actix_web::dev::RequestHead> for RequestHead<'a> {
    fn from(head: &'a actix_web::dev::RequestHead) -> RequestHead<'a> {
        RequestHead {
            method: &head.method,
            target: head
                .uri
                .path_and_query()
                .map_or("", |target| target.as_str()),
            headers: &head.headers,
        }
    }
}

/// Whether a request target asks the search API for hits.
#[must_use]
pub fn is_search(site: &Site, target: &str) -> bool {
    let path = search::search_path(site.base_path, target);
    path.is_some_and(|(path, _)| path == "multi_search" || path.ends_with("/documents/search"))
}

/// The answer to a request without a body. A search runs at once, on this thread.
#[must_use]
pub fn respond(prepared: &Prepared, head: &RequestHead<'_>) -> Response<Bytes> {
    respond_with_body(prepared, head, &[])
}

/// The answer to a request with its body, on which only searches depend.
#[must_use]
pub fn respond_with_body(
    prepared: &Prepared,
    head: &RequestHead<'_>,
    body: &[u8],
) -> Response<Bytes> {
    match search_job(prepared, head) {
        Some(job) => job.respond(prepared, head, job.run(body)),
        None => respond_from_table(prepared, head),
    }
}

/// The answer to a request that is no search.
pub(crate) fn respond_from_table(prepared: &Prepared, head: &RequestHead<'_>) -> Response<Bytes> {
    if let Some(response) = search::respond_at_once(prepared, head) {
        return response;
    }
    let site = prepared.site;
    if !head.headers.get(header::HOST).is_none_or(is_valid_host) {
        return refusal_response(Refusal::Malformed("the host field holds no host"));
    }
    let response = match resolve(site, head.method, head.target) {
        Resolution::Page(page) => page_response(prepared, head, page),
        Resolution::Found(resource) => resource_response(prepared, head, resource),
        Resolution::RedirectPayload { to } => {
            respond_with_representation(prepared, head, Representation::redirect_payload(site, to))
        }
        Resolution::NotFound(resource) => {
            not_found_response(prepared, head, resource, StatusCode::NOT_FOUND)
        }
        Resolution::Gone(resource) => {
            not_found_response(prepared, head, resource, StatusCode::GONE)
        }
        Resolution::Redirect { to, status, query } => redirect_response(to, status, query),
        Resolution::Settings => search::settings(prepared, head),
        Resolution::NotFoundFile => Ok(text_response(StatusCode::NOT_FOUND, "Not found.\n")),
        Resolution::Healthy => Ok(with_no_store(text_response(StatusCode::OK, "ok\n"))),
        Resolution::Viewed => Ok(with_no_store(empty_response(StatusCode::NO_CONTENT))),
        Resolution::Options => Ok(with_allow(empty_response(StatusCode::NO_CONTENT))),
        Resolution::MethodNotAllowed => Ok(method_not_allowed()),
        Resolution::BadTarget(reason) => Ok(refusal_response(Refusal::Malformed(reason))),
        Resolution::TargetTooLong => Ok(refusal_response(Refusal::TargetTooLong)),
    };
    response
        .unwrap_or_else(|error| text_response(StatusCode::INTERNAL_SERVER_ERROR, error.message()))
}

/// What must not happen: the generated table does not fit its blob, or holds what no header can.
#[derive(Clone, Copy, Debug)]
enum RespondError {
    BodyOutsideBlob,
    InvalidHeader,
}

impl RespondError {
    fn message(self) -> &'static str {
        match self {
            RespondError::BodyOutsideBlob => "BUG: a body lies outside the embedded bytes.\n",
            RespondError::InvalidHeader => "BUG: the table holds an invalid header value.\n",
        }
    }
}

impl From<InvalidHeaderValue> for RespondError {
    fn from(_: InvalidHeaderValue) -> RespondError {
        RespondError::InvalidHeader
    }
}

/// A page as its document or as Markdown; that both answer the same path is told by `Vary`.
fn page_response(
    prepared: &Prepared,
    head: &RequestHead<'_>,
    page: &'static Page,
) -> Result<Response<Bytes>, RespondError> {
    if page.twin.is_empty() {
        return document_response(prepared, head, &page.html, false);
    }
    match preferred_type(head.headers) {
        PageType::Html => document_response(prepared, head, &page.html, true),
        PageType::Markdown => {
            let resource = markdown_twin(prepared.site, page);
            let mut markdown = Representation::select(prepared.site, resource, head.headers)?;
            markdown.vary = markdown.vary.and_accept();
            markdown.headers = page.html.headers;
            let mut response = respond_with_representation(prepared, head, markdown)?;
            prepared.own.apply(page.html.headers, &mut response);
            Ok(response)
        }
    }
}

/// A page's document; it names the rules by which browsers may fetch the next one ahead, but to readers who save data.
fn document_response(
    prepared: &Prepared,
    head: &RequestHead<'_>,
    resource: &'static Resource,
    has_twin: bool,
) -> Result<Response<Bytes>, RespondError> {
    let mut representation = Representation::select(prepared.site, resource, head.headers)?;
    if has_twin {
        representation.vary = representation.vary.and_accept();
    }
    let mut response = respond_with_representation(prepared, head, representation)?;
    if let Some(rules) = &prepared.speculation {
        let saves_data = head.headers.get(&SAVE_DATA);
        let headers = response.headers_mut();
        if saves_data.is_none_or(|value| value != "on") {
            headers.insert(SPECULATION_RULES.clone(), rules.clone());
        }
        vary_by_save_data(headers);
    }
    prepared.own.apply(resource.headers, &mut response);
    Ok(response)
}

/// The value of `Speculation-Rules`, where the site has such rules.
fn speculation(site: &Site) -> Option<HeaderValue> {
    let path = format!("{}_bindery/rules.speculationrules", site.base_path);
    site.table.lookup(&path)?;
    HeaderValue::from_str(&format!("\"{path}\"")).ok()
}

/// The file that a page has for its twin.
fn markdown_twin(site: &'static Site, page: &'static Page) -> &'static Resource {
    match site.table.lookup(page.twin).map(|entry| &entry.target) {
        Some(Target::Asset(resource)) => resource,
        _ => &page.html,
    }
}

fn resource_response(
    prepared: &Prepared,
    head: &RequestHead<'_>,
    resource: &'static Resource,
) -> Result<Response<Bytes>, RespondError> {
    let representation = Representation::select(prepared.site, resource, head.headers)?;
    let mut response = respond_with_representation(prepared, head, representation)?;
    prepared.own.apply(resource.headers, &mut response);
    Ok(response)
}

/// 404 or 410 with a page. Preconditions and ranges do not apply to it (sections 13.2.1 and 14.2), so it has no
/// validator. Caches may keep both without being told (section 15.1), so they are told to ask again.
fn not_found_response(
    prepared: &Prepared,
    head: &RequestHead<'_>,
    resource: &'static Resource,
    status: StatusCode,
) -> Result<Response<Bytes>, RespondError> {
    let representation = Representation::select(prepared.site, resource, head.headers)?;
    let mut response = Response::with_body(status, Bytes::new());
    let headers = response.headers_mut();
    set_security(headers);
    set_metadata(headers, prepared, &representation)?;
    set_vary(headers, &representation);
    headers.insert(header::CACHE_CONTROL, REVALIDATE.clone());
    prepared.own.apply(resource.headers, &mut response);
    Ok(response.set_body(representation.body))
}

fn redirect_response(
    to: &'static str,
    status: u16,
    query: Option<&str>,
) -> Result<Response<Bytes>, RespondError> {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::PERMANENT_REDIRECT);
    let mut response = empty_response(status);
    response
        .headers_mut()
        .insert(header::LOCATION, location(to, query)?);
    Ok(response)
}

fn method_not_allowed() -> Response<Bytes> {
    with_allow(text_response(
        StatusCode::METHOD_NOT_ALLOWED,
        "Only GET and HEAD are allowed.\n",
    ))
}

fn with_no_store(mut response: Response<Bytes>) -> Response<Bytes> {
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, NO_STORE.clone());
    response
}

/// An answer that says why there is no other.
#[must_use]
pub fn refusal_response(refusal: Refusal) -> Response<Bytes> {
    text_response(refusal.status(), refusal.message())
}

/// The answer to a client that sends too many requests: it may ask again after so many seconds (RFC 6585, section 4).
#[must_use]
pub fn too_many_requests(retry_after: u32) -> Response<Bytes> {
    let mut response = refusal_response(Refusal::TooManyRequests);
    let headers = response.headers_mut();
    headers.insert(header::RETRY_AFTER, HeaderValue::from(retry_after));
    headers.insert(header::CACHE_CONTROL, NO_STORE.clone());
    response
}

fn with_allow(mut response: Response<Bytes>) -> Response<Bytes> {
    response.headers_mut().insert(header::ALLOW, ALLOW.clone());
    response
}

fn text_response(status: StatusCode, body: impl Into<Bytes>) -> Response<Bytes> {
    let mut response = empty_response(status);
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, PLAIN_TEXT.clone());
    response.set_body(body.into())
}

fn empty_response(status: StatusCode) -> Response<Bytes> {
    let mut response = bare_response(status);
    let headers = response.headers_mut();
    set_security(headers);
    headers.insert(header::CACHE_CONTROL, REVALIDATE.clone());
    response
}

fn bare_response(status: StatusCode) -> Response<Bytes> {
    Response::with_body(status, Bytes::new())
}
