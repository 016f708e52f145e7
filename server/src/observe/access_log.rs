//! The access log: one line for each request, on standard output.
//!
//! In: a [`RequestRecord`]. Out: a line in the combined format of other servers, or of JSON, in the [`LineQueue`] of
//! standard output.

use super::RequestRecord;
use super::line_queue::{LineBuffer, LineQueue};
use actix_web::http::Version;
use actix_web::http::header::{HOST, HttpDate, REFERER, USER_AGENT};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::fmt::{self, Write as _};
use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The form of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// As Apache and nginx write it
    Combined,
    /// One object a line
    Json,
}

/// A log that is being written.
#[derive(Debug)]
pub struct AccessLog {
    format: LogFormat,
    /// One in so many requests is logged, at least 1.
    sample: u64,
    queue: &'static Arc<LineQueue>,
}

impl AccessLog {
    /// Begins to log requests to standard output.
    ///
    /// # Errors
    /// When the system gives the process no thread or no descriptor.
    pub fn start(format: LogFormat, sample: u64) -> io::Result<AccessLog> {
        Ok(AccessLog {
            format,
            sample: sample.max(1),
            queue: LineQueue::stdout()?,
        })
    }

    /// The log of one worker.
    #[must_use]
    pub fn worker(&self) -> WorkerLog {
        WorkerLog {
            format: self.format,
            sample: self.sample,
            count: Cell::new(0),
            clock: RefCell::default(),
            lines: self.queue.buffer(),
        }
    }

    /// Lines that were dropped because standard output was too slow.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.queue.dropped()
    }
}

/// One worker's part of the log.
#[derive(Debug)]
pub struct WorkerLog {
    format: LogFormat,
    sample: u64,
    count: Cell<u64>,
    clock: RefCell<Clock>,
    lines: LineBuffer,
}

impl WorkerLog {
    /// Logs a request if it is among the sampled ones. Never blocks.
    pub fn log(&self, record: &RequestRecord<'_>) {
        let count = self.count.get();
        self.count.set(count.wrapping_add(1));
        if !count.is_multiple_of(self.sample) {
            return;
        }
        #[allow(clippy::disallowed_methods, reason = "a log has timestamps")]
        let now = SystemTime::now();
        let since = now.duration_since(UNIX_EPOCH).unwrap_or_default();
        self.lines.push(|line| match self.format {
            LogFormat::Combined => combined(line, record, self.clock.borrow_mut().at(since)),
            LogFormat::Json => json(line, record, since),
        });
    }
}

/// The time of day as the combined format writes it, made once a second.
#[derive(Debug, Default)]
struct Clock {
    second: u64,
    text: String,
}

impl Clock {
    /// `06/Nov/1994:08:49:37 +0000`.
    fn at(&mut self, since_epoch: Duration) -> &str {
        if self.text.is_empty() || self.second != since_epoch.as_secs() {
            self.second = since_epoch.as_secs();
            let date = HttpDate::from(UNIX_EPOCH + Duration::from_secs(self.second)).to_string();
            // Made from `Sun, 06 Nov 1994 08:49:37 GMT`.
            let words: Vec<&str> = date.split(' ').collect();
            self.text = match words[..] {
                [_, day, month, year, time, _] => format!("{day}/{month}/{year}:{time} +0000"),
                _ => date,
            };
        }
        &self.text
    }
}

fn combined(line: &mut Vec<u8>, record: &RequestRecord<'_>, time: &str) {
    put_client(line, record);
    put(
        line,
        format_args!(" - - [{time}] \"{} ", record.head.method),
    );
    put_escaped(line, record.head.target.as_bytes());
    put(
        line,
        format_args!(
            " {}\" {} {} \"",
            version(record),
            record.status,
            record.bytes
        ),
    );
    for (name, end) in [(REFERER, "\" \""), (USER_AGENT, "\"\n")] {
        match record.field_bytes(&name) {
            [] => line.push(b'-'),
            bytes => put_escaped(line, bytes),
        }
        line.extend_from_slice(end.as_bytes());
    }
}

fn json(line: &mut Vec<u8>, record: &RequestRecord<'_>, since_epoch: Duration) {
    let millis = u64::try_from(since_epoch.as_millis()).unwrap_or(u64::MAX);
    put(line, format_args!("{{\"time_ms\":{millis},\"client\":\""));
    put_client(line, record);
    line.push(b'"');
    let field = |name| text_of(record.field_bytes(name));
    for (name, text) in [
        ("method", Cow::from(record.head.method.as_str())),
        ("target", Cow::from(record.head.target)),
        ("version", Cow::from(version(record))),
        ("host", field(&HOST)),
        ("referrer", field(&REFERER)),
        ("user_agent", field(&USER_AGENT)),
        ("encoding", Cow::from(record.encoding_name())),
    ] {
        put(line, format_args!(",\"{name}\":"));
        // Writing a text into memory cannot fail.
        let _ = serde_json::to_writer(&mut *line, &text);
    }
    let micros = u64::try_from(record.took.as_micros()).unwrap_or(u64::MAX);
    let (status, bytes) = (record.status, record.bytes);
    put(
        line,
        format_args!(",\"status\":{status},\"bytes\":{bytes},\"micros\":{micros}}}\n"),
    );
}

fn version(record: &RequestRecord<'_>) -> &'static str {
    match record.version {
        Version::HTTP_10 => "HTTP/1.0",
        Version::HTTP_2 => "HTTP/2.0",
        _ => "HTTP/1.1",
    }
}

fn put_client(line: &mut Vec<u8>, record: &RequestRecord<'_>) {
    match record.client.address {
        Some(address) => put(line, format_args!("{address}")),
        None => line.push(b'-'),
    }
}

fn put(line: &mut Vec<u8>, text: fmt::Arguments<'_>) {
    // Writing into memory cannot fail.
    let _ = line.write_fmt(text);
}

/// Escapes quotes, backslashes and all bytes but visible ASCII as `\xHH`, so that no request can forge a line.
fn put_escaped(line: &mut Vec<u8>, text: &[u8]) {
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~') && *byte != b'"' && *byte != b'\\';
    if text.iter().all(is_plain) {
        line.extend_from_slice(text);
        return;
    }
    for byte in text {
        match is_plain(byte) {
            true => line.push(*byte),
            false => put(line, format_args!("\\x{byte:02X}")),
        }
    }
}

/// The text of a field; bytes that are not UTF-8, which JSON cannot hold, as `\xHH`.
fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::from(text);
    }
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            // Writing into memory cannot fail.
            let _ = write!(text, "\\x{byte:02X}");
        }
    }
    Cow::from(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::negotiate::Encoding;
    use crate::observe::client::Client;
    use crate::observe::{MatchedRoute, RouteKind};
    use crate::respond::RequestHead;
    use actix_web::http::Method;
    use actix_web::http::header::{HeaderMap, HeaderValue};

    fn with_record<R>(look: impl FnOnce(&RequestRecord<'_>) -> R) -> R {
        let mut headers = HeaderMap::new();
        headers.insert(USER_AGENT, HeaderValue::from_static("a\"b\\c"));
        let referrer = HeaderValue::from_bytes(b"/\xC3\xA9\xFF").unwrap();
        headers.insert(REFERER, referrer);
        look(&RequestRecord {
            head: RequestHead {
                method: &Method::GET,
                target: "/a?\u{1b}=é",
                headers: &headers,
            },
            version: Version::HTTP_2,
            client: Client::default(),
            status: 200,
            encoding: Encoding::Br,
            bytes: 7,
            route: MatchedRoute {
                kind: RouteKind::Other,
                slot: None,
            },
            took: Duration::from_micros(12),
        })
    }

    #[test]
    fn a_line_of_the_combined_format_holds_visible_ascii_only() {
        let mut line = Vec::new();
        with_record(|record| combined(&mut line, record, "TIME"));
        let expected = "- - - [TIME] \"GET /a?\\x1B=\\xC3\\xA9 HTTP/2.0\" 200 7 \"/\\xC3\\xA9\\xFF\" \"a\\x22b\\x5Cc\"\n";
        assert_eq!(String::from_utf8(line).unwrap(), expected);
    }

    #[test]
    fn a_line_of_json_is_one_object() {
        let mut line = Vec::new();
        with_record(|record| json(&mut line, record, Duration::from_millis(1234)));
        let value: serde_json::Value = serde_json::from_slice(&line).unwrap();
        assert_eq!(value["time_ms"], 1234);
        assert_eq!(value["target"], "/a?\u{1b}=é");
        assert_eq!(value["user_agent"], "a\"b\\c");
        assert_eq!(value["referrer"], "/é\\xFF");
        assert_eq!(
            (&value["encoding"], &value["micros"]),
            (&"br".into(), &12.into())
        );
        assert_eq!(line.iter().filter(|byte| **byte == b'\n').count(), 1);
    }

    #[test]
    fn the_time_changes_with_the_second() {
        let mut clock = Clock::default();
        let at = |clock: &mut Clock, millis| clock.at(Duration::from_millis(millis)).to_owned();
        assert_eq!(
            at(&mut clock, 784_111_777_000),
            "06/Nov/1994:08:49:37 +0000"
        );
        assert_eq!(
            at(&mut clock, 784_111_777_999),
            "06/Nov/1994:08:49:37 +0000"
        );
        assert_eq!(
            at(&mut clock, 784_111_778_000),
            "06/Nov/1994:08:49:38 +0000"
        );
    }
}
