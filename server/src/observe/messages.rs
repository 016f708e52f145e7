//! The server's own messages, a line each, on standard error: those of this crate, and those of the crates below it.
//!
//! In: events of `tracing`, which actix speaks, too. Out: `warning: …`, or an object where the access log is JSON. Spans
//! are not kept: nothing here has any. What is not asked for costs the look at one number.

use super::access_log::LogFormat;
use serde_json::{Map, Value};
use std::fmt;
use std::io::{self, Write};
use std::time::{SystemTime, UNIX_EPOCH};
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// How much is said.
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

/// Writes the process' messages from now on, unless something else does already.
pub fn write_messages(level: LogLevel, format: LogFormat) {
    let filter = level.filter();
    let _ = tracing::subscriber::set_global_default(Messages { filter, format });
}

#[derive(Debug)]
struct Messages {
    filter: LevelFilter,
    format: LogFormat,
}

impl Subscriber for Messages {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= self.filter
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(self.filter)
    }

    fn event(&self, event: &Event<'_>) {
        let mut said = Said::default();
        event.record(&mut said);
        #[allow(clippy::disallowed_methods, reason = "a message says when")]
        let line = said.line(self.format, event.metadata(), SystemTime::now());
        let _ = io::stderr().write_all(line.as_bytes());
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// The words of an event, and what else it tells.
#[derive(Debug, Default)]
struct Said {
    message: String,
    fields: Map<String, Value>,
}

impl Said {
    fn put(&mut self, field: &Field, value: Value) {
        // Where an event comes from when it went through the crate `log`.
        if !field.name().starts_with("log.") {
            self.fields.insert(field.name().to_owned(), value);
        }
    }

    fn line(self, format: LogFormat, metadata: &Metadata<'_>, now: SystemTime) -> String {
        let level = match *metadata.level() {
            tracing::Level::ERROR => "error",
            tracing::Level::WARN => "warning",
            tracing::Level::INFO => "info",
            _ => "debug",
        };
        if format == LogFormat::Json {
            let since = now.duration_since(UNIX_EPOCH).unwrap_or_default();
            let mut line = self.fields;
            let time = u64::try_from(since.as_millis()).unwrap_or(u64::MAX);
            line.insert("time_ms".to_owned(), Value::from(time));
            line.insert("level".to_owned(), Value::from(level));
            line.insert("target".to_owned(), Value::from(metadata.target()));
            line.insert("message".to_owned(), Value::from(self.message));
            return format!("{}\n", Value::Object(line));
        }
        // A client's bytes must not begin a line of their own.
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
    for letter in text.chars() {
        match letter.is_control() {
            true => escaped.extend(letter.escape_default()),
            false => escaped.push(letter),
        }
    }
    escaped
}

impl Visit for Said {
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
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    /// Keeps lines in place of writing them.
    struct Kept(Messages, Arc<Mutex<Vec<String>>>);

    impl Subscriber for Kept {
        fn enabled(&self, metadata: &Metadata<'_>) -> bool {
            self.0.enabled(metadata)
        }
        fn event(&self, event: &Event<'_>) {
            let mut said = Said::default();
            event.record(&mut said);
            let now = UNIX_EPOCH + Duration::from_millis(1234);
            let line = said.line(self.0.format, event.metadata(), now);
            self.1.lock().unwrap().push(line);
        }
        fn new_span(&self, attributes: &Attributes<'_>) -> Id {
            self.0.new_span(attributes)
        }
        fn record(&self, _: &Id, _: &Record<'_>) {}
        fn record_follows_from(&self, _: &Id, _: &Id) {}
        fn enter(&self, _: &Id) {}
        fn exit(&self, _: &Id) {}
    }

    fn lines(level: LogLevel, format: LogFormat) -> Vec<String> {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let filter = level.filter();
        let subscriber = Kept(Messages { filter, format }, Arc::clone(&kept));
        tracing::subscriber::with_default(subscriber, || {
            tracing::error!(port = 8080_u64, "cannot listen");
            tracing::warn!("full\nof {} things", 3);
            tracing::info!("started");
            tracing::debug!(reason = "no host", "refused");
        });
        kept.lock().unwrap().clone()
    }

    #[test]
    fn a_level_holds_those_above_it() {
        let texts = |level| lines(level, LogFormat::Combined);
        assert_eq!(texts(LogLevel::Error), ["error: cannot listen port=8080\n"]);
        assert_eq!(texts(LogLevel::Warn)[1], "warning: full\\nof 3 things\n");
        assert_eq!(texts(LogLevel::Info)[2..], ["info: started\n"]);
        assert_eq!(
            texts(LogLevel::Debug)[3],
            "debug: refused reason=\"no host\"\n"
        );
    }

    #[test]
    fn json_is_an_object_a_line() {
        let lines = lines(LogLevel::Warn, LogFormat::Json);
        let [error, warning] = &lines[..] else {
            panic!("{lines:?}");
        };
        let error: Value = serde_json::from_str(error).unwrap();
        assert_eq!(error["level"], "error");
        assert_eq!(error["port"], 8080);
        assert_eq!(error["time_ms"], 1234);
        assert_eq!(error["message"], "cannot listen");
        assert_eq!(warning.matches('\n').count(), 1);
    }
}
