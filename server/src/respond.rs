//! Writes responses: the only module that sets headers.
//!
//! In: a [`Prepared`] site and a [`RequestHead`]. Out: a response with its whole body. Pure: no clock, no sockets (the
//! connection adds `Date`, `Content-Length` and `Connection`, and leaves out the body of an answer to HEAD).
//!
//! There is deliberately no `Server` header: it would tell strangers a version and nobody else anything.

mod representation;

use crate::cache::{REVALIDATE, cache_control};
use crate::conditional::{ETag, Verdict, evaluate_preconditions, range_may_apply};
use crate::location::location;
use crate::policy::{DRAWING_POLICY, document_policy};
use crate::range::{Selection, select_range};
use crate::resolve::{Resolution, resolve};
use crate::table::{Resource, Site};
use actix_web::dev::Response;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue, InvalidHeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::web::Bytes;
use representation::Representation;

/// The methods there are, as `Allow` names them.
static ALLOW: HeaderValue = HeaderValue::from_static("GET, HEAD");
static ACCEPT_ENCODING: HeaderValue = HeaderValue::from_static("Accept-Encoding");
static BYTES: HeaderValue = HeaderValue::from_static("bytes");
static NOSNIFF: HeaderValue = HeaderValue::from_static("nosniff");
static REFERRER_POLICY: HeaderValue = HeaderValue::from_static("strict-origin-when-cross-origin");
static PLAIN_TEXT: HeaderValue = HeaderValue::from_static("text/plain; charset=utf-8");

/// A site with the header values that are the same for all requests.
#[derive(Clone, Debug)]
pub struct Prepared {
    site: &'static Site,
    document_policy: HeaderValue,
}

impl Prepared {
    /// Prepares a site. Each worker should have its own, so that none waits for another's reference counts.
    #[must_use]
    pub fn new(site: &'static Site) -> Prepared {
        Prepared {
            site,
            document_policy: document_policy(site.script_hashes),
        }
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

/// The answer to a request.
#[must_use]
pub fn respond(prepared: &Prepared, head: &RequestHead<'_>) -> Response<Bytes> {
    let site = prepared.site;
    let response = match resolve(site, head.method, head.target) {
        Resolution::Found(resource) => found(prepared, head, resource),
        Resolution::RedirectPayload { to } => {
            selected(prepared, head, Representation::redirect_payload(site, to))
        }
        Resolution::NotFound(resource) => not_found(prepared, head, resource),
        Resolution::Redirect { to, status, query } => redirect(to, status, query),
        Resolution::NotFoundFile => Ok(text(StatusCode::NOT_FOUND, "Not found.\n")),
        Resolution::Options => Ok(with_allow(empty(StatusCode::NO_CONTENT))),
        Resolution::MethodNotAllowed => Ok(method_not_allowed()),
        Resolution::BadTarget(reason) => Ok(bad_request(reason)),
    };
    response.unwrap_or_else(|fault| text(StatusCode::INTERNAL_SERVER_ERROR, fault.message()))
}

/// What must not happen: the generated table does not fit its blob, or holds what no header can.
#[derive(Clone, Copy, Debug)]
enum Fault {
    BodyOutsideBlob,
    InvalidHeader,
}

impl Fault {
    fn message(self) -> &'static str {
        match self {
            Fault::BodyOutsideBlob => "BUG: a body lies outside the embedded bytes.\n",
            Fault::InvalidHeader => "BUG: the table holds an invalid header value.\n",
        }
    }
}

impl From<InvalidHeaderValue> for Fault {
    fn from(_: InvalidHeaderValue) -> Fault {
        Fault::InvalidHeader
    }
}

fn found(
    prepared: &Prepared,
    head: &RequestHead<'_>,
    resource: &'static Resource,
) -> Result<Response<Bytes>, Fault> {
    let representation = Representation::select(prepared.site, resource, head.headers)?;
    selected(prepared, head, representation)
}

/// Answers with a representation as the preconditions and the range ask (RFC 9110, section 13.2.2).
fn selected(
    prepared: &Prepared,
    head: &RequestHead<'_>,
    representation: Representation,
) -> Result<Response<Bytes>, Fault> {
    let current = ETag::strong(&representation.etag);
    match evaluate_preconditions(head.headers, current) {
        Verdict::Failed => return precondition_failed(&representation),
        Verdict::NotModified => return not_modified(&representation),
        Verdict::Proceed => {}
    }
    match requested_range(head, &representation) {
        Selection::Whole => whole(prepared, StatusCode::OK, representation),
        Selection::Part { first, last } => partial(prepared, representation, first, last),
        Selection::Unsatisfiable => unsatisfiable(&representation),
    }
}

/// Only GET has ranges (section 14.2); HEAD therefore describes the whole body.
fn requested_range(head: &RequestHead<'_>, representation: &Representation) -> Selection {
    let may_apply = *head.method == Method::GET
        && head.headers.contains_key(header::RANGE)
        && range_may_apply(head.headers, ETag::strong(&representation.etag));
    if may_apply {
        select_range(head.headers, representation.body.len() as u64)
    } else {
        Selection::Whole
    }
}

fn whole(
    prepared: &Prepared,
    status: StatusCode,
    representation: Representation,
) -> Result<Response<Bytes>, Fault> {
    let mut response = Response::with_body(status, Bytes::new());
    let headers = response.headers_mut();
    set_security(headers);
    set_metadata(headers, prepared, &representation)?;
    set_validators(headers, &representation)?;
    headers.insert(header::ACCEPT_RANGES, BYTES.clone());
    Ok(response.set_body(representation.body))
}

/// 206 (section 15.3.7).
fn partial(
    prepared: &Prepared,
    mut representation: Representation,
    first: u64,
    last: u64,
) -> Result<Response<Bytes>, Fault> {
    let len = representation.body.len();
    let content_range = HeaderValue::try_from(format!("bytes {first}-{last}/{len}"))?;
    // Both are below `len`, which is a `usize`.
    let part = first as usize..last as usize + 1;
    representation.body = representation.body.slice(part);
    let mut response = whole(prepared, StatusCode::PARTIAL_CONTENT, representation)?;
    response
        .headers_mut()
        .insert(header::CONTENT_RANGE, content_range);
    Ok(response)
}

/// 416 (section 15.5.17).
fn unsatisfiable(representation: &Representation) -> Result<Response<Bytes>, Fault> {
    let len = representation.body.len();
    let mut response = text(
        StatusCode::RANGE_NOT_SATISFIABLE,
        "The requested range lies outside the content.\n",
    );
    let headers = response.headers_mut();
    let content_range = HeaderValue::try_from(format!("bytes */{len}"))?;
    headers.insert(header::CONTENT_RANGE, content_range);
    headers.insert(header::ACCEPT_RANGES, BYTES.clone());
    set_vary(headers, representation);
    Ok(response)
}

/// 304 (section 15.4.5): what a cache needs to find and freshen its copy, nothing else.
fn not_modified(representation: &Representation) -> Result<Response<Bytes>, Fault> {
    let mut response = empty_without_headers(StatusCode::NOT_MODIFIED);
    set_validators(response.headers_mut(), representation)?;
    Ok(response)
}

/// 412 (section 15.5.13).
fn precondition_failed(representation: &Representation) -> Result<Response<Bytes>, Fault> {
    let mut response = text(
        StatusCode::PRECONDITION_FAILED,
        "The content is not the version that was asked for.\n",
    );
    set_vary(response.headers_mut(), representation);
    Ok(response)
}

/// 404 with a page. Preconditions and ranges do not apply to it (sections 13.2.1 and 14.2), so it has no validator.
fn not_found(
    prepared: &Prepared,
    head: &RequestHead<'_>,
    resource: &'static Resource,
) -> Result<Response<Bytes>, Fault> {
    let representation = Representation::select(prepared.site, resource, head.headers)?;
    let mut response = Response::with_body(StatusCode::NOT_FOUND, Bytes::new());
    let headers = response.headers_mut();
    set_security(headers);
    set_metadata(headers, prepared, &representation)?;
    set_vary(headers, &representation);
    headers.insert(header::CACHE_CONTROL, REVALIDATE.clone());
    Ok(response.set_body(representation.body))
}

fn redirect(to: &'static str, status: u16, query: Option<&str>) -> Result<Response<Bytes>, Fault> {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::PERMANENT_REDIRECT);
    let mut response = empty(status);
    response
        .headers_mut()
        .insert(header::LOCATION, location(to, query)?);
    Ok(response)
}

fn method_not_allowed() -> Response<Bytes> {
    with_allow(text(
        StatusCode::METHOD_NOT_ALLOWED,
        "Only GET and HEAD are allowed.\n",
    ))
}

fn bad_request(reason: &str) -> Response<Bytes> {
    text(StatusCode::BAD_REQUEST, format!("Bad request: {reason}.\n"))
}

fn with_allow(mut response: Response<Bytes>) -> Response<Bytes> {
    response.headers_mut().insert(header::ALLOW, ALLOW.clone());
    response
}

fn text(status: StatusCode, body: impl Into<Bytes>) -> Response<Bytes> {
    let mut response = empty(status);
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, PLAIN_TEXT.clone());
    response.set_body(body.into())
}

fn empty(status: StatusCode) -> Response<Bytes> {
    let mut response = empty_without_headers(status);
    let headers = response.headers_mut();
    set_security(headers);
    headers.insert(header::CACHE_CONTROL, REVALIDATE.clone());
    response
}

fn empty_without_headers(status: StatusCode) -> Response<Bytes> {
    Response::with_body(status, Bytes::new())
}

fn set_security(headers: &mut HeaderMap) {
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, NOSNIFF.clone());
    headers.insert(header::REFERRER_POLICY, REFERRER_POLICY.clone());
}

/// What the body is: type, encoding, and the policy it runs under.
fn set_metadata(
    headers: &mut HeaderMap,
    prepared: &Prepared,
    representation: &Representation,
) -> Result<(), Fault> {
    let media_type = representation.media_type;
    if media_type.starts_with("text/html") {
        set(
            headers,
            header::CONTENT_SECURITY_POLICY,
            &prepared.document_policy,
        );
    } else if media_type.starts_with("image/svg+xml") {
        set(headers, header::CONTENT_SECURITY_POLICY, &DRAWING_POLICY);
    }
    headers.insert(header::CONTENT_TYPE, from_table(media_type)?);
    if let Some(encoding) = representation.encoding.content_encoding() {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    Ok(())
}

/// What caches need: tag, freshness, and what the choice depended on.
fn set_validators(headers: &mut HeaderMap, representation: &Representation) -> Result<(), Fault> {
    headers.insert(header::ETAG, representation.etag_value()?);
    headers.insert(header::CACHE_CONTROL, cache_control(representation.cache));
    set_vary(headers, representation);
    Ok(())
}

/// On every answer about a resource that has variants, whichever was sent (section 12.5.5).
fn set_vary(headers: &mut HeaderMap, representation: &Representation) {
    if representation.has_variants {
        headers.insert(header::VARY, ACCEPT_ENCODING.clone());
    }
}

fn set(headers: &mut HeaderMap, name: HeaderName, value: &HeaderValue) {
    headers.insert(name, value.clone());
}

/// A header value that points into the table; nothing is copied.
fn from_table(value: &'static str) -> Result<HeaderValue, InvalidHeaderValue> {
    HeaderValue::from_maybe_shared(Bytes::from_static(value.as_bytes()))
}
