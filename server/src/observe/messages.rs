//! Writes the messages of the server and of its dependencies to standard error, one line each.
//!
//! In: events of `tracing`, which actix uses, too. Out: `warning: …`, or a JSON object if the access log is JSON, in the
//! [`LineQueue`] of standard error. Spans are ignored, because no code here uses them. An event below the level costs one
//! comparison.

use super::access_log::LogFormat;
use super::line_queue::{self, LineBuffer, LineQueue};
use serde_json::{Map, Value};
use std::backtrace::{Backtrace, BacktraceStatus};
use std::fmt;
use std::io;
use std::panic::PanicHookInfo;
use std::time::{SystemTime, UNIX_EPOCH};
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// The lowest level of messages that are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum LogLevel {
    /// Only what keeps the server from doing its work
    Error,
    /// What an operator should look at, too
    #[default]
    Warn,
    /// Starts, stops and new certificates, too
    Info,
    /// Why clients were refused, too
    Debug,
}

impl LogLevel {
    fn filter(self) -> LevelFilter {
        match self {
            LogLevel::Error => LevelFilter::ERROR,
            LogLevel::Warn => LevelFilter::WARN,
            LogLevel::Info => LevelFilter::INFO,
            LogLevel::Debug => LevelFilter::DEBUG,
        }
    }
}

/// Writes the messages and panics of the process from now on, unless another subscriber is installed.
///
/// # Errors
/// When the system gives the process no thread or no descriptor.
pub fn write_messages(level: LogLevel, format: LogFormat) -> io::Result<()> {
    let messages = Messages {
        filter: level.filter(),
        format,
        lines: LineQueue::stderr()?.buffer(),
    };
    if tracing::subscriber::set_global_default(messages).is_ok() {
        std::panic::set_hook(Box::new(report_panic));
    }
    Ok(())
}

/// Reports a panic as a message. The hook of the standard library would write to standard error itself, and block a worker.
fn report_panic(panic: &PanicHookInfo<'_>) {
    let backtrace = Backtrace::capture();
    match backtrace.status() {
        BacktraceStatus::Captured => tracing::error!("{panic}\n{backtrace}"),
        _ => tracing::error!("{panic}"),
    }
    if std::thread::current().name() == Some("main") {
        // A panic of the main thread ends the process.
        line_queue::finish();
    }
}

#[derive(Debug)]
struct Messages {
    filter: LevelFilter,
    format: LogFormat,
    lines: LineBuffer,
}

impl Subscriber for Messages {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        own_level(metadata) <= self.filter
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(self.filter)
    }

    fn event(&self, event: &Event<'_>) {
        let mut fields = EventFields::default();
        event.record(&mut fields);
        let level = match fields.message.as_str() {
            // actix-server reports this for a connection that arrives while it stops.
            "No workers" => Level::DEBUG,
            _ => own_level(event.metadata()),
        };
        if level > self.filter {
            return;
        }
        #[allow(clippy::disallowed_methods, reason = "a message has a timestamp")]
        let line = fields.line(
            self.format,
            level,
            event.metadata().target(),
            SystemTime::now(),
        );
        self.lines
            .push(|bytes| bytes.extend_from_slice(line.as_bytes()));
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// The level of an event for an operator. actix reports malformed requests as errors, and every start and stop of a worker;
/// h2 and rustls warn about bytes that clients send. Such events are debug messages here, so that clients cannot write
/// warnings.
fn own_level(metadata: &Metadata<'_>) -> Level {
    let is_detail = match metadata.target().split("::").next() {
        Some("actix_http" | "h2" | "rustls" | "tokio_rustls") => true,
        Some("actix_server") => *metadata.level() > Level::WARN,
        _ => false,
    };
    match is_detail {
        true => (*metadata.level()).max(Level::DEBUG),
        false => *metadata.level(),
    }
}

/// The text of an event, and its other fields.
#[derive(Debug, Default)]
struct EventFields {
    message: String,
    fields: Map<String, Value>,
}

impl EventFields {
    fn put(&mut self, field: &Field, value: Value) {
        // The crate `log` adds the source location of an event.
        if !field.name().starts_with("log.") {
            self.fields.insert(field.name().to_owned(), value);
        }
    }

    fn line(self, format: LogFormat, level: Level, target: &str, now: SystemTime) -> String {
        let level = match level {
            Level::ERROR => "error",
            Level::WARN => "warning",
            Level::INFO => "info",
            _ => "debug",
        };
        if format == LogFormat::Json {
            let since = now.duration_since(UNIX_EPOCH).unwrap_or_default();
            let mut line = self.fields;
            let time = u64::try_from(since.as_millis()).unwrap_or(u64::MAX);
            line.insert("time_ms".to_owned(), Value::from(time));
            line.insert("level".to_owned(), Value::from(level));
            line.insert("target".to_owned(), Value::from(target));
            line.insert("message".to_owned(), Value::from(self.message));
            return format!("{}\n", Value::Object(line));
        }
        // Bytes from a client must not forge a line.
        let mut line = format!("{level}: {}", without_controls(&self.message));
        for (name, value) in self.fields {
            line.push_str(&format!(" {name}={value}"));
        }
        line.push('\n');
        line
    }
}

fn without_controls(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character.is_control() {
            true => escaped.extend(character.escape_default()),
            false => escaped.push(character),
        }
    }
    escaped
}

impl Visit for EventFields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        match field.name() {
            "message" => self.message = format!("{value:?}"),
            _ => self.put(field, Value::from(format!("{value:?}"))),
        }
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "message" => value.clone_into(&mut self.message),
            _ => self.put(field, Value::from(value)),
        }
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.put(field, Value::from(value));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.put(field, Value::from(value));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.put(field, Value::from(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    /// What a subscriber with this level and format writes.
    fn lines(level: LogLevel, format: LogFormat) -> Vec<String> {
        let (mut reader, writer) = std::io::pipe().unwrap();
        let queue = LineQueue::start("test", writer).unwrap();
        let subscriber = Messages {
            filter: level.filter(),
            format,
            lines: queue.buffer(),
        };
        tracing::subscriber::with_default(subscriber, || {
            tracing::error!(port = 8080_u64, "cannot listen");
            tracing::warn!("full\nof {} things", 3);
            tracing::info!("started");
            tracing::debug!(reason = "no host", "refused");
            tracing::error!(target: "actix_http::h1::dispatcher", "stream error");
            tracing::info!(target: "actix_server::worker", "shutting down idle worker");
            tracing::error!(target: "actix_server::accept", "No workers");
            tracing::warn!(target: "h2::proto::ping_pong", "unsolicited ACK");
            tracing::warn!(target: "rustls::conn", "illegal SNI");
            tracing::error!("the end");
        });
        let mut text = String::new();
        while !text.contains("the end") {
            let mut bytes = [0; 4096];
            let read = reader.read(&mut bytes).unwrap();
            text.push_str(std::str::from_utf8(&bytes[..read]).unwrap());
        }
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn what_clients_send_is_a_debug_message_whoever_reports_it() {
        let warnings = lines(LogLevel::Info, LogFormat::Combined);
        let texts = [
            "error: cannot listen port=8080",
            "warning: full\\nof 3 things",
        ];
        assert_eq!(warnings[..2], texts);
        assert_eq!(warnings[2..], ["info: started", "error: the end"]);
        let all = lines(LogLevel::Debug, LogFormat::Combined);
        assert_eq!(all[4], "debug: stream error");
        assert_eq!(all[5], "debug: shutting down idle worker");
        assert_eq!(all[6], "debug: No workers");
        assert_eq!(all[7], "debug: unsolicited ACK");
        assert_eq!(all[8], "debug: illegal SNI");
    }

    #[test]
    fn a_level_includes_the_more_severe_ones() {
        let texts = |level| lines(level, LogFormat::Combined);
        assert_eq!(texts(LogLevel::Error).len(), 2);
        assert_eq!(texts(LogLevel::Warn).len(), 3);
        assert_eq!(
            texts(LogLevel::Debug)[3],
            "debug: refused reason=\"no host\""
        );
    }

    #[test]
    fn json_is_an_object_a_line() {
        let lines = lines(LogLevel::Warn, LogFormat::Json);
        let [error, warning, _] = &lines[..] else {
            panic!("{lines:?}");
        };
        let error: Value = serde_json::from_str(error).unwrap();
        assert_eq!(error["level"], "error");
        assert_eq!(error["port"], 8080);
        assert!(error["time_ms"].is_u64());
        assert_eq!(error["message"], "cannot listen");
        assert!(warning.contains("full\\nof 3 things"), "{warning}");
    }
}
