//! The `Date` field of HTTP/1 responses.

use actix_http::header::HttpDate;
use std::cell::{Cell, RefCell};
use std::time::{SystemTime, UNIX_EPOCH};

/// The current date as a header field, formatted once a second.
#[derive(Debug, Default)]
pub(super) struct DateCache {
    second: Cell<u64>,
    line: RefCell<Vec<u8>>,
}

impl DateCache {
    /// Appends the field to a response head.
    #[allow(clippy::disallowed_methods, reason = "a response has a date")]
    pub(super) fn append_to(&self, head: &mut Vec<u8>) {
        let now = SystemTime::now();
        let second = now
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| since.as_secs());
        let mut line = self.line.borrow_mut();
        if line.is_empty() || self.second.replace(second) != second {
            self.second.set(second);
            *line = format!("date: {}\r\n", HttpDate::from(now)).into_bytes();
        }
        head.extend_from_slice(&line);
    }
}
