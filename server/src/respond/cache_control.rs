//! The values of `Cache-Control` (RFC 9111).
//!
//! In: a [`CachePolicy`] of the table. Out: the header's value.

use crate::table::CachePolicy;
use actix_web::http::header::HeaderValue;

/// For urls that contain a hash of the content. Without `public`, which would only allow shared caches to store responses
/// to requests with `Authorization` (RFC 9111, section 3.5), such as those behind a proxy that asks for a password.
pub(super) static IMMUTABLE: HeaderValue = HeaderValue::from_static("max-age=31536000, immutable");

/// For everything else, errors and redirects included.
///
/// `no-cache` and not `max-age=0, must-revalidate`: caches store and revalidate both, but `no-cache` also forbids stale
/// responses where caches may otherwise send them (RFC 9111, section 4.2.4), and is half as long. Redirects and errors have
/// it because caches may store 301, 308, 404 and 405 for any time by default: a browser would never revalidate a redirect
/// that was wrong once, and a proxy could store the 404 of an asset that the next deployment adds.
pub(super) static REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");

/// The value for a policy.
#[must_use]
pub(super) fn cache_control(policy: CachePolicy) -> HeaderValue {
    match policy {
        CachePolicy::Immutable => IMMUTABLE.clone(),
        CachePolicy::Revalidate => REVALIDATE.clone(),
    }
}
