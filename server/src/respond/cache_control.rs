//! The values of `Cache-Control` (RFC 9111).
//!
//! In: a [`CachePolicy`] of the table. Out: the header's value.

use crate::table::CachePolicy;
use actix_web::http::header::HeaderValue;

/// For urls that hold a hash of their content. Without `public`, which would only add that a shared cache may keep what
/// somebody had to sign in for (RFC 9111, section 3.5), as behind a proxy that asks for a password.
pub(super) static IMMUTABLE: HeaderValue = HeaderValue::from_static("max-age=31536000, immutable");

/// For everything else, errors and redirects included.
///
/// `no-cache` and not `max-age=0, must-revalidate`: both are stored and asked for anew, but `no-cache` also forbids
/// caches to answer from a stale copy when they may otherwise (RFC 9111, section 4.2.4), and is half as long.
/// Redirects and errors carry it because 301, 308, 404 and 405 may otherwise be kept for as long as a cache pleases:
/// a browser would never ask again for a redirect that was wrong once, and a proxy could keep the 404 of an asset
/// that arrives with the next deployment.
pub(super) static REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");

/// The value for a policy.
#[must_use]
pub(super) fn cache_control(policy: CachePolicy) -> HeaderValue {
    match policy {
        CachePolicy::Immutable => IMMUTABLE.clone(),
        CachePolicy::Revalidate => REVALIDATE.clone(),
    }
}
