//! Composes responses: the only module that sets header fields.
//!
//! In: a [`PreparedSite`] site and a [`RequestHead`]. Out: a response with its whole body. Pure: no clock, no sockets. The
//! connection adds `Date`, `Content-Length` and `Connection`, and omits the body of a response to HEAD.
//!
//! There is deliberately no `Server` field: it would only help attackers to find out the version.

mod cache_control;
mod custom_headers;
mod error;
mod header_value;
mod headers;
mod host_field;
#[cfg(feature = "tls")]
mod https;
mod location;
mod operator;
mod policy;
mod prepared_site;
pub mod refusal;
mod representation;
mod representation_response;
mod request_head;
pub mod response_cache;
mod search;
mod search_path;
mod text_response;

#[cfg(feature = "tls")]
pub use self::https::{redirect_to_https, with_hsts};
pub use self::operator::{
    metrics_not_found, metrics_response, not_ready, set_server_timing_duration,
    set_server_timing_views,
};
pub use self::prepared_site::PreparedSite;
pub use self::request_head::RequestHead;
pub use self::search::{SearchJob, SearchOutcome, SearchRefusal, search_job};
pub use self::search_path::{is_search, is_search_api};
pub use self::text_response::{refusal_response, too_many_requests};

use crate::negotiate::media_type::{PageType, preferred_type};
use crate::resolve::{Resolution, resolve};
use crate::table::{Page, Resource, Site, Target};
use actix_web::dev::Response;
use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::web::Bytes;
use cache_control::REVALIDATE;
use error::RespondError;
use headers::{
    SAVE_DATA, SPECULATION_RULES, set_metadata, set_security, set_vary, vary_by_save_data,
};
use host_field::is_valid_host;
use location::location;
use refusal::Refusal;
use representation::Representation;
use representation_response::respond_with_representation;
use text_response::{empty_response, method_not_allowed, text_response, with_allow, with_no_store};

/// The response to a request without a body. A search runs at once, on this thread.
///
/// ```
/// # let fixture = bindery_fixture::build_site("/", |blob| vec![("/", bindery_fixture::page(blob, "<h1>Home</h1>"))]);
/// # let site = bindery_server::Site::new(fixture.index, fixture.blob, fixture.timings);
/// # let site: &'static bindery_server::Site = Box::leak(Box::new(site));
/// use actix_web::http::Method;
/// use actix_web::http::header::HeaderMap;
/// use bindery_server::{PreparedSite, RequestHead, respond};
///
/// let prepared = PreparedSite::new(site);
/// let headers = HeaderMap::new();
/// let head = RequestHead { method: &Method::GET, target: "/", headers: &headers };
/// assert_eq!(respond(&prepared, &head).status(), 200);
/// ```
#[must_use]
pub fn respond(prepared: &PreparedSite<'_>, head: &RequestHead<'_>) -> Response<Bytes> {
    respond_with_body(prepared, head, &[])
}

/// The response to a request with a body. Only searches read the body.
#[must_use]
pub fn respond_with_body(
    prepared: &PreparedSite<'_>,
    head: &RequestHead<'_>,
    body: &[u8],
) -> Response<Bytes> {
    match search_job(prepared, head) {
        Some(job) => job.respond(prepared, head, job.run(body)),
        None => respond_from_table(prepared, head),
    }
}

/// The response to a request that is not a search.
pub(crate) fn respond_from_table(
    prepared: &PreparedSite<'_>,
    head: &RequestHead<'_>,
) -> Response<Bytes> {
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
    response.unwrap_or_else(|error| text_response(error.status(), error.message()))
}

/// A page as its document or as Markdown, which `Vary` declares.
fn page_response(
    prepared: &PreparedSite<'_>,
    head: &RequestHead<'_>,
    page: &Page,
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
            prepared
                .custom_headers
                .apply(page.html.headers, &mut response);
            Ok(response)
        }
    }
}

/// A page's document. It names the rules by which browsers may prefetch other pages, unless the reader saves data.
fn document_response(
    prepared: &PreparedSite<'_>,
    head: &RequestHead<'_>,
    resource: &Resource,
    has_twin: bool,
) -> Result<Response<Bytes>, RespondError> {
    let mut representation = Representation::select(prepared.site, resource, head.headers)?;
    if has_twin {
        representation.vary = representation.vary.and_accept();
    }
    let mut response = respond_with_representation(prepared, head, representation)?;
    if let Some(rules) = &prepared.speculation_rules {
        let saves_data = head.headers.get(&SAVE_DATA);
        let headers = response.headers_mut();
        if saves_data.is_none_or(|value| value != "on") {
            headers.insert(SPECULATION_RULES.clone(), rules.clone());
        }
        vary_by_save_data(headers);
    }
    prepared
        .custom_headers
        .apply(resource.headers, &mut response);
    Ok(response)
}

/// The Markdown file of a page.
fn markdown_twin<'s>(site: &'s Site, page: &'s Page) -> &'s Resource {
    match site.table.lookup(page.twin).map(|entry| &entry.target) {
        Some(Target::Asset(resource)) => resource,
        _ => &page.html,
    }
}

fn resource_response(
    prepared: &PreparedSite<'_>,
    head: &RequestHead<'_>,
    resource: &Resource,
) -> Result<Response<Bytes>, RespondError> {
    let representation = Representation::select(prepared.site, resource, head.headers)?;
    let mut response = respond_with_representation(prepared, head, representation)?;
    prepared
        .custom_headers
        .apply(resource.headers, &mut response);
    Ok(response)
}

/// 404 or 410 with a page. Preconditions and ranges do not apply (RFC 9110, sections 13.2.1 and 14.2), so it has no
/// validator. Caches may store both by default (section 15.1), so `Cache-Control` makes them revalidate.
fn not_found_response(
    prepared: &PreparedSite<'_>,
    head: &RequestHead<'_>,
    resource: &Resource,
    status: StatusCode,
) -> Result<Response<Bytes>, RespondError> {
    let mut representation = Representation::select(prepared.site, resource, head.headers)?;
    let body = representation.load()?;
    let mut response = Response::with_body(status, Bytes::new());
    let headers = response.headers_mut();
    set_security(headers);
    set_metadata(headers, prepared, &representation)?;
    set_vary(headers, &representation);
    headers.insert(header::CACHE_CONTROL, REVALIDATE.clone());
    prepared
        .custom_headers
        .apply(resource.headers, &mut response);
    Ok(response.set_body(body))
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
