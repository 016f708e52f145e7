//! Answers with a selected representation: 200, 206 for a range, 304 if the client has it, or an error (412, 416).

use super::error::RespondError;
use super::headers::{BYTES, set_metadata, set_security, set_validators, set_vary};
use super::prepared_site::PreparedSite;
use super::representation::Representation;
use super::request_head::RequestHead;
use super::text_response::{bare_response, text_response};
use crate::conditional::{ETag, PreconditionOutcome, evaluate_preconditions, range_may_apply};
use crate::range::{RangeSelection, select_range};
use actix_web::dev::Response;
use actix_web::http::header::{self, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::web::Bytes;

/// Answers with a representation as the preconditions and the range ask (RFC 9110, section 13.2.2).
pub(super) fn respond_with_representation(
    prepared: &PreparedSite<'_>,
    head: &RequestHead<'_>,
    mut representation: Representation<'_>,
) -> Result<Response<Bytes>, RespondError> {
    let current = ETag::strong(&representation.etag);
    match evaluate_preconditions(head.headers, current) {
        PreconditionOutcome::Failed => return precondition_failed(&representation),
        PreconditionOutcome::NotModified => return not_modified(&representation),
        PreconditionOutcome::Proceed => {}
    }
    let body = representation.load()?;
    match requested_range(head, &representation, body.len()) {
        RangeSelection::Whole => full_response(prepared, StatusCode::OK, &representation, body),
        RangeSelection::Part { first, last } => {
            partial_response(prepared, &representation, &body, first, last)
        }
        RangeSelection::Unsatisfiable => unsatisfiable_range(&representation, body.len()),
    }
}

/// Only GET has ranges (section 14.2); HEAD therefore describes the whole body.
fn requested_range(
    head: &RequestHead<'_>,
    representation: &Representation<'_>,
    len: usize,
) -> RangeSelection {
    let may_apply = *head.method == Method::GET
        && head.headers.contains_key(header::RANGE)
        && range_may_apply(head.headers, ETag::strong(&representation.etag));
    if may_apply {
        select_range(head.headers, len as u64)
    } else {
        RangeSelection::Whole
    }
}

fn full_response(
    prepared: &PreparedSite<'_>,
    status: StatusCode,
    representation: &Representation<'_>,
    body: Bytes,
) -> Result<Response<Bytes>, RespondError> {
    let mut response = Response::with_body(status, Bytes::new());
    let headers = response.headers_mut();
    set_security(headers);
    set_metadata(headers, prepared, representation)?;
    set_validators(headers, representation)?;
    headers.insert(header::ACCEPT_RANGES, BYTES.clone());
    Ok(response.set_body(body))
}

/// 206 (section 15.3.7).
fn partial_response(
    prepared: &PreparedSite<'_>,
    representation: &Representation<'_>,
    body: &Bytes,
    first: u64,
    last: u64,
) -> Result<Response<Bytes>, RespondError> {
    let len = body.len();
    let content_range = HeaderValue::try_from(format!("bytes {first}-{last}/{len}"))?;
    // Both are below `len`, which is a `usize`.
    let part = first as usize..last as usize + 1;
    let status = StatusCode::PARTIAL_CONTENT;
    let mut response = full_response(prepared, status, representation, body.slice(part))?;
    response
        .headers_mut()
        .insert(header::CONTENT_RANGE, content_range);
    Ok(response)
}

/// 416 (section 15.5.17).
fn unsatisfiable_range(
    representation: &Representation<'_>,
    len: usize,
) -> Result<Response<Bytes>, RespondError> {
    let mut response = text_response(
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

/// 304 (section 15.4.5), with the fields that a cache needs to find and freshen its copy.
fn not_modified(representation: &Representation<'_>) -> Result<Response<Bytes>, RespondError> {
    let mut response = bare_response(StatusCode::NOT_MODIFIED);
    set_validators(response.headers_mut(), representation)?;
    Ok(response)
}

/// 412 (section 15.5.13).
fn precondition_failed(
    representation: &Representation<'_>,
) -> Result<Response<Bytes>, RespondError> {
    let mut response = text_response(
        StatusCode::PRECONDITION_FAILED,
        "The content is not the version that was asked for.\n",
    );
    set_vary(response.headers_mut(), representation);
    Ok(response)
}
