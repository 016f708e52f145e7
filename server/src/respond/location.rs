//! Builds the value of `Location` (RFC 9110, section 10.2.2).
//!
//! In: a redirect's target out of the table and the request's query. Out: the header's value. The scheme, the host and
//! the path are the table's alone, so that no request can make the server redirect to a foreign host.

use actix_web::http::header::{HeaderValue, InvalidHeaderValue};
use actix_web::web::Bytes;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

/// What may not stand in a query: whatever is no visible ASCII.
const QUERY: &AsciiSet = &CONTROLS.add(b' ');

/// The target with the query before its hash; a target with a query of its own keeps that.
pub(super) fn location(
    to: &'static str,
    query: Option<&str>,
) -> Result<HeaderValue, InvalidHeaderValue> {
    let own = to.split('#').next().unwrap_or(to).contains('?');
    let Some(query) = query.filter(|_| !own) else {
        return HeaderValue::from_maybe_shared(Bytes::from_static(to.as_bytes()));
    };
    let (address, hash) = to.split_at(to.find('#').unwrap_or(to.len()));
    let query = utf8_percent_encode(query, QUERY);
    HeaderValue::from_maybe_shared(Bytes::from(format!("{address}?{query}{hash}")))
}
