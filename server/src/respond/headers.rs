//! Sets the header fields of responses, in groups. Constant values are static.

use super::cache_control::cache_control;
use super::error::RespondError;
use super::header_value::from_table;
use super::policy::SVG_POLICY;
use super::prepared_site::PreparedSite;
use super::representation::{Representation, Vary};
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};

/// The value of `Allow`.
pub(super) static ALLOW: HeaderValue = HeaderValue::from_static("GET, HEAD");
/// The value of `Accept-Ranges`.
pub(super) static BYTES: HeaderValue = HeaderValue::from_static("bytes");
/// The media type of JSON responses.
pub(super) const JSON_TYPE: &str = "application/json; charset=utf-8";
/// The media type of text responses.
pub(super) static PLAIN_TEXT: HeaderValue = HeaderValue::from_static("text/plain; charset=utf-8");

/// `Cache-Control` of responses that no cache may store.
pub(super) static NO_STORE: HeaderValue = HeaderValue::from_static("no-store");
/// The media type of counters (text format of Prometheus).
pub(super) static EXPOSITION: HeaderValue =
    HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");

static ACCEPT: HeaderValue = HeaderValue::from_static("Accept");
static ACCEPT_ENCODING: HeaderValue = HeaderValue::from_static("Accept-Encoding");
static ACCEPT_AND_ENCODING: HeaderValue = HeaderValue::from_static("Accept, Accept-Encoding");
static ONLY_SAVE_DATA: HeaderValue = HeaderValue::from_static("Save-Data");
static ACCEPT_AND_SAVE_DATA: HeaderValue = HeaderValue::from_static("Accept, Save-Data");
static ENCODING_AND_SAVE_DATA: HeaderValue = HeaderValue::from_static("Accept-Encoding, Save-Data");
static ACCEPT_ENCODING_AND_SAVE_DATA: HeaderValue =
    HeaderValue::from_static("Accept, Accept-Encoding, Save-Data");
/// The request field by which a reader asks for less data.
pub(super) static SAVE_DATA: HeaderName = HeaderName::from_static("save-data");
/// The response field that names the rules for prefetching.
pub(super) static SPECULATION_RULES: HeaderName = HeaderName::from_static("speculation-rules");

static PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
/// Denies features that no page uses. Features of embedded players (full screen, autoplay) keep their defaults.
static DENIED_FEATURES: HeaderValue =
    HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=(), usb=()");
static OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
static RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
static SAME_ORIGIN: HeaderValue = HeaderValue::from_static("same-origin");

static NO_INDEX: HeaderValue = HeaderValue::from_static("noindex");
static ROBOTS_TAG: HeaderName = HeaderName::from_static("x-robots-tag");
static NOSNIFF: HeaderValue = HeaderValue::from_static("nosniff");
static REFERRER_POLICY: HeaderValue = HeaderValue::from_static("strict-origin-when-cross-origin");

/// The fields of every response with a body, and of redirects.
pub(super) fn set_security(headers: &mut HeaderMap) {
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, NOSNIFF.clone());
    headers.insert(header::REFERRER_POLICY, REFERRER_POLICY.clone());
}

/// The fields of documents that restrict browser features and isolate their windows from other sites.
fn set_isolation(headers: &mut HeaderMap) {
    headers.insert(PERMISSIONS_POLICY.clone(), DENIED_FEATURES.clone());
    headers.insert(OPENER_POLICY.clone(), SAME_ORIGIN.clone());
    headers.insert(RESOURCE_POLICY.clone(), SAME_ORIGIN.clone());
}

/// The fields that describe the body: type, encoding, and security policy.
pub(super) fn set_metadata(
    headers: &mut HeaderMap,
    prepared: &PreparedSite<'_>,
    representation: &Representation<'_>,
) -> Result<(), RespondError> {
    let media_type = representation.media_type;
    let policy = match media_type {
        _ if media_type.starts_with("text/html") => {
            set_isolation(headers);
            let own = prepared.custom_headers.policy(representation.headers);
            Some(own.unwrap_or(&prepared.document_policy))
        }
        _ if media_type.starts_with("image/svg+xml") => Some(&SVG_POLICY),
        _ => None,
    };
    if let Some(policy) = policy {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy.clone());
    }
    headers.insert(header::CONTENT_TYPE, from_table(media_type)?);
    if let Some(encoding) = representation.encoding.content_encoding() {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    if !representation.link.is_empty() {
        headers.insert(header::LINK, from_table(representation.link)?);
    }
    if representation.no_index {
        headers.insert(ROBOTS_TAG.clone(), NO_INDEX.clone());
    }
    Ok(())
}

/// The fields for caches: entity tag, freshness, and `Vary`.
pub(super) fn set_validators(
    headers: &mut HeaderMap,
    representation: &Representation<'_>,
) -> Result<(), RespondError> {
    headers.insert(header::ETAG, representation.etag_value()?);
    headers.insert(header::CACHE_CONTROL, cache_control(representation.cache));
    set_vary(headers, representation);
    Ok(())
}

/// `Vary`, on every response of a resource that has variants, whichever is sent (RFC 9110, section 12.5.5).
pub(super) fn set_vary(headers: &mut HeaderMap, representation: &Representation<'_>) {
    let value = match representation.vary {
        Vary::Nothing => return,
        Vary::Accept => &ACCEPT,
        Vary::Encoding => &ACCEPT_ENCODING,
        Vary::Both => &ACCEPT_AND_ENCODING,
    };
    headers.insert(header::VARY, value.clone());
}

/// Adds `Save-Data` to `Vary` (RFC 9110, section 12.5.5), also for readers who did not send it: a cache must not give their
/// response to a reader who does.
pub(super) fn vary_by_save_data(headers: &mut HeaderMap) {
    let value = match headers.get(header::VARY) {
        Some(value) if *value == ACCEPT => &ACCEPT_AND_SAVE_DATA,
        Some(value) if *value == ACCEPT_ENCODING => &ENCODING_AND_SAVE_DATA,
        Some(_) => &ACCEPT_ENCODING_AND_SAVE_DATA,
        None => &ONLY_SAVE_DATA,
    };
    headers.insert(header::VARY, value.clone());
}
