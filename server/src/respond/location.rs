//! Builds the value of `Location` (RFC 9110, section 10.2.2).
//!
//! In: a redirect's target from the table, and the request's query. Out: the header's value. Scheme, host and path come
//! from the table alone, so that no request can make the server redirect to a foreign host.

use actix_web::http::header::{HeaderValue, InvalidHeaderValue};
use actix_web::web::Bytes;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

/// The characters that are percent-encoded in a query: all but visible ASCII.
const QUERY: &AsciiSet = &CONTROLS.add(b' ');

/// The target with the query before its fragment. A target that has a query keeps its own.
pub(super) fn location(
    to: &'static str,
    query: Option<&str>,
) -> Result<HeaderValue, InvalidHeaderValue> {
    let has_query = to.split('#').next().unwrap_or(to).contains('?');
    let Some(query) = query.filter(|_| !has_query) else {
        return HeaderValue::from_maybe_shared(Bytes::from_static(to.as_bytes()));
    };
    let (address, hash) = to.split_at(to.find('#').unwrap_or(to.len()));
    let query = utf8_percent_encode(query, QUERY);
    HeaderValue::from_maybe_shared(Bytes::from(format!("{address}?{query}{hash}")))
}
