//! A fault and its construction.

use std::ops::Range;

/// What is wrong at a place of a JSON text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonFault {
    /// The place, in bytes.
    pub range: Range<usize>,
    /// The problem in one line.
    pub message: String,
    /// How to solve it.
    pub help: String,
    /// Whether a program may delete the text at the place.
    pub is_deletable: bool,
}

/// Boxed, because a successful scan is the usual one.
pub(super) type Step<T> = Result<T, Box<JsonFault>>;

pub(super) fn fault<T>(
    range: Range<usize>,
    message: impl Into<String>,
    help: impl Into<String>,
) -> Step<T> {
    Err(Box::new(JsonFault {
        range,
        message: message.into(),
        help: help.into(),
        is_deletable: false,
    }))
}
