//! Makes a [`HeaderValue`] of a string in the route table without copying it.

use actix_web::http::header::{HeaderValue, InvalidHeaderValue};
use actix_web::web::Bytes;

/// A header value that borrows its bytes from the table.
pub(super) fn from_table(value: &'static str) -> Result<HeaderValue, InvalidHeaderValue> {
    HeaderValue::from_maybe_shared(Bytes::from_static(value.as_bytes()))
}
