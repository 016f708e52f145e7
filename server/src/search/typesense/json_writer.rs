//! Writes JSON into a buffer of limited size.

use super::error::ApiError;

use serde::Serialize;
use std::io;

/// Bytes of a response. The largest page of hits that our client and `DocSearch` request has some 100 KB.
pub const MAX_RESPONSE: usize = 2_000_000;

/// A response that is being written. Bytes beyond the maximum are dropped.
#[derive(Debug)]
pub(super) struct JsonWriter {
    bytes: Vec<u8>,
    max: usize,
    is_full: bool,
}

impl JsonWriter {
    pub(super) fn new() -> JsonWriter {
        JsonWriter::with_max(MAX_RESPONSE)
    }

    fn with_max(max: usize) -> JsonWriter {
        JsonWriter {
            bytes: Vec::new(),
            max,
            is_full: false,
        }
    }

    /// Whether bytes were dropped; all further bytes are dropped, too.
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// Appends text as it is.
    pub(super) fn raw(&mut self, text: &str) {
        let _ = io::Write::write_all(self, text.as_bytes());
    }

    /// Appends a value as JSON.
    pub(super) fn json(&mut self, value: &impl Serialize) {
        // Only a full buffer can fail: all keys are strings, and no value fails to serialize.
        let _ = serde_json::to_writer(self, value);
    }

    /// Appends a list as JSON, its items one by one.
    pub(super) fn list<T>(
        &mut self,
        items: impl Iterator<Item = T>,
        mut write: impl FnMut(&mut JsonWriter, T),
    ) {
        self.raw("[");
        for (at, item) in items.enumerate() {
            if self.is_full {
                return;
            }
            self.raw(if at > 0 { "," } else { "" });
            write(self, item);
        }
        self.raw("]");
    }

    /// The bytes.
    ///
    /// # Errors
    /// When bytes were dropped.
    pub(super) fn finish(self) -> Result<Vec<u8>, ApiError> {
        match self.is_full {
            false => Ok(self.bytes),
            true => Err(ApiError::new(
                413,
                format!(
                    "The answer is longer than the maximum of {} bytes; ask for fewer hits (`per_page`, `group_limit`) or fields (`include_fields`, `highlight_full_fields`).",
                    self.max
                ),
            )),
        }
    }
}

impl io::Write for JsonWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_full || self.bytes.len() + bytes.len() > self.max {
            self.is_full = true;
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_is_too_long_is_refused_with_a_reason() {
        let mut output = JsonWriter::with_max(10);
        output.raw("0123456789");
        assert!(!output.is_full());
        output.json(&"x");
        assert!(output.is_full());
        output.raw("");
        let error = output.finish().unwrap_err();
        assert_eq!(error.status, 413);
        assert!(error.message.contains("10 bytes"), "{}", error.message);
    }

    #[test]
    fn a_list_ends_where_the_output_is_full() {
        let mut output = JsonWriter::with_max(10);
        let mut written = 0;
        output.list(0..1_000, |output, number| {
            written += 1;
            output.json(&number);
        });
        assert!(output.is_full());
        assert_eq!(written, 6);
    }
}
