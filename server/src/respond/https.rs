//! `Strict-Transport-Security`, and the redirect from HTTP to HTTPS.

use super::text_response::empty_response;
use actix_web::dev::Response;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::web::Bytes;

/// Adds `Strict-Transport-Security` (RFC 6797). Only for responses over HTTPS.
pub fn with_hsts<B>(response: &mut Response<B>, hsts: Option<HeaderValue>) {
    if let Some(hsts) = hsts {
        let headers = response.headers_mut();
        headers.insert(header::STRICT_TRANSPORT_SECURITY, hsts);
    }
}

/// 308 to the same url with HTTPS.
#[must_use]
pub fn redirect_to_https(location: HeaderValue) -> Response<Bytes> {
    let mut response = empty_response(StatusCode::PERMANENT_REDIRECT);
    let headers = response.headers_mut();
    headers.insert(header::LOCATION, location);
    response
}
