//! The error response of the API: a status and a message, in the words of Typesense where it has the same error.

/// The reason why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiError {
    /// The HTTP status.
    pub status: u16,
    /// The reason, for developers.
    pub message: String,
}

impl ApiError {
    pub(super) fn new(status: u16, message: impl Into<String>) -> ApiError {
        ApiError {
            status,
            message: message.into(),
        }
    }
}
