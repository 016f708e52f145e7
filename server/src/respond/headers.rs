//! Sets headers, group by group; the values that never change are made once.

use super::cache_control::cache_control;
use super::policy::SVG_POLICY;
use super::representation::{Representation, Vary};
use super::{Prepared, RespondError};
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue, InvalidHeaderValue};
use actix_web::web::Bytes;

/// The methods there are, as `Allow` names them.
pub(super) static ALLOW: HeaderValue = HeaderValue::from_static("GET, HEAD");
/// The value of `Accept-Ranges`.
pub(super) static BYTES: HeaderValue = HeaderValue::from_static("bytes");
/// The media type of answers that are data.
pub(super) const JSON_TYPE: &str = "application/json; charset=utf-8";
/// The media type of answers that are a line of text.
pub(super) static PLAIN_TEXT: HeaderValue = HeaderValue::from_static("text/plain; charset=utf-8");

/// For what is true now only.
pub(super) static NO_STORE: HeaderValue = HeaderValue::from_static("no-store");
/// The media type of counters.
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
/// A reader's wish to have little sent.
pub(super) static SAVE_DATA: HeaderName = HeaderName::from_static("save-data");
/// Names the rules by which a browser fetches ahead.
pub(super) static SPECULATION_RULES: HeaderName = HeaderName::from_static("speculation-rules");

static PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
/// No page asks for any of these; what a player in a frame needs (full screen, playing by itself) is left alone.
static DENIED_FEATURES: HeaderValue =
    HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=(), usb=()");
static OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
static RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
static SAME_ORIGIN: HeaderValue = HeaderValue::from_static("same-origin");

static NO_INDEX: HeaderValue = HeaderValue::from_static("noindex");
static ROBOTS_TAG: HeaderName = HeaderName::from_static("x-robots-tag");
static NOSNIFF: HeaderValue = HeaderValue::from_static("nosniff");
static REFERRER_POLICY: HeaderValue = HeaderValue::from_static("strict-origin-when-cross-origin");

/// What every answer with a body carries, and redirects.
pub(super) fn set_security(headers: &mut HeaderMap) {
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, NOSNIFF.clone());
    headers.insert(header::REFERRER_POLICY, REFERRER_POLICY.clone());
}

/// What documents carry: which of the browser's powers they use, and that other sites' windows cannot reach into theirs.
fn set_isolation(headers: &mut HeaderMap) {
    headers.insert(PERMISSIONS_POLICY.clone(), DENIED_FEATURES.clone());
    headers.insert(OPENER_POLICY.clone(), SAME_ORIGIN.clone());
    headers.insert(RESOURCE_POLICY.clone(), SAME_ORIGIN.clone());
}

/// What the body is: type, encoding, and the policy it runs under.
pub(super) fn set_metadata(
    headers: &mut HeaderMap,
    prepared: &Prepared,
    representation: &Representation,
) -> Result<(), RespondError> {
    let media_type = representation.media_type;
    let policy = match media_type {
        _ if media_type.starts_with("text/html") => {
            set_isolation(headers);
            let own = prepared.own.policy(representation.headers);
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

/// What caches need: tag, freshness, and what the choice depended on.
pub(super) fn set_validators(
    headers: &mut HeaderMap,
    representation: &Representation,
) -> Result<(), RespondError> {
    headers.insert(header::ETAG, representation.etag_value()?);
    headers.insert(header::CACHE_CONTROL, cache_control(representation.cache));
    set_vary(headers, representation);
    Ok(())
}

/// On every answer about a resource that has variants, whichever was sent (section 12.5.5).
pub(super) fn set_vary(headers: &mut HeaderMap, representation: &Representation) {
    let value = match representation.vary {
        Vary::Nothing => return,
        Vary::Accept => &ACCEPT,
        Vary::Encoding => &ACCEPT_ENCODING,
        Vary::Both => &ACCEPT_AND_ENCODING,
    };
    headers.insert(header::VARY, value.clone());
}

/// Adds `Save-Data` to the fields that a choice depended on (RFC 9110, section 12.5.5): also for readers who did not send
/// it, because a cache must not hand their answer to one who does.
pub(super) fn vary_by_save_data(headers: &mut HeaderMap) {
    let value = match headers.get(header::VARY) {
        Some(value) if *value == ACCEPT => &ACCEPT_AND_SAVE_DATA,
        Some(value) if *value == ACCEPT_ENCODING => &ENCODING_AND_SAVE_DATA,
        Some(_) => &ACCEPT_ENCODING_AND_SAVE_DATA,
        None => &ONLY_SAVE_DATA,
    };
    headers.insert(header::VARY, value.clone());
}

/// A header value that points into the table; nothing is copied.
pub(super) fn from_table(value: &'static str) -> Result<HeaderValue, InvalidHeaderValue> {
    HeaderValue::from_maybe_shared(Bytes::from_static(value.as_bytes()))
}
