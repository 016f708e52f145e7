//! What keeps readers on HTTPS.

use super::empty_response;
use actix_web::dev::Response;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::web::Bytes;

/// Tells a browser to keep to HTTPS (RFC 6797); only ever over HTTPS.
pub fn with_hsts<B>(response: &mut Response<B>, hsts: Option<HeaderValue>) {
    if let Some(hsts) = hsts {
        let headers = response.headers_mut();
        headers.insert(header::STRICT_TRANSPORT_SECURITY, hsts);
    }
}

/// Leads from HTTP to the same place by HTTPS.
#[must_use]
pub fn redirect_to_https(location: HeaderValue) -> Response<Bytes> {
    let mut response = empty_response(StatusCode::PERMANENT_REDIRECT);
    let headers = response.headers_mut();
    headers.insert(header::LOCATION, location);
    response
}
