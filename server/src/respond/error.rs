//! The errors of composing a response, which only a bug of the build can cause.

use actix_web::http::header::InvalidHeaderValue;

/// The generated table does not belong to its blob, or holds an invalid header value.
#[derive(Clone, Copy, Debug)]
pub(super) enum RespondError {
    BodyOutsideBlob,
    InvalidHeader,
}

impl RespondError {
    /// The body of the response.
    pub(super) fn message(self) -> &'static str {
        match self {
            RespondError::BodyOutsideBlob => "BUG: a body lies outside the embedded bytes.\n",
            RespondError::InvalidHeader => "BUG: the table holds an invalid header value.\n",
        }
    }
}

impl From<InvalidHeaderValue> for RespondError {
    fn from(_: InvalidHeaderValue) -> RespondError {
        RespondError::InvalidHeader
    }
}
