//! Header values out of the table.

use actix_web::http::header::{HeaderValue, InvalidHeaderValue};
use actix_web::web::Bytes;

/// A header value that points into the table; nothing is copied.
pub(super) fn from_table(value: &'static str) -> Result<HeaderValue, InvalidHeaderValue> {
    HeaderValue::from_maybe_shared(Bytes::from_static(value.as_bytes()))
}
