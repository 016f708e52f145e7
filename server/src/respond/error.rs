//! The errors of composing a response. Except for a lost file, only a bug of the build can cause them.

use crate::table::BodyError;
use actix_web::http::StatusCode;
use actix_web::http::header::InvalidHeaderValue;

/// The generated table does not belong to its blob, holds an invalid header value, or a file beside the executable is lost.
#[derive(Clone, Copy, Debug)]
pub(super) enum RespondError {
    BodyOutsideBlob,
    DifferentBody,
    FileLost,
    InvalidHeader,
}

impl RespondError {
    /// The body of the response.
    pub(super) fn message(self) -> &'static str {
        match self {
            RespondError::BodyOutsideBlob => "BUG: a body lies outside the embedded bytes.\n",
            RespondError::DifferentBody => {
                "BUG: a body that was made on request is not that of the build.\n"
            }
            RespondError::FileLost => "This file is not available at the moment.\n",
            RespondError::InvalidHeader => "BUG: the table holds an invalid header value.\n",
        }
    }

    /// The status of the response.
    pub(super) fn status(self) -> StatusCode {
        match self {
            RespondError::FileLost => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl From<BodyError> for RespondError {
    fn from(error: BodyError) -> RespondError {
        match error {
            BodyError::OutsideBlob => RespondError::BodyOutsideBlob,
            BodyError::Differs => RespondError::DifferentBody,
            BodyError::FileLost => RespondError::FileLost,
        }
    }
}

impl From<InvalidHeaderValue> for RespondError {
    fn from(_: InvalidHeaderValue) -> RespondError {
        RespondError::InvalidHeader
    }
}
