//! The log of requests, a line each, on standard output.
//!
//! In: a [`Seen`] request. Out: a line in the combined format of other servers, or of JSON. Lines are written by a thread
//! of their own; when it cannot keep up they are dropped and counted, so that no reader waits for a disk.

use super::Seen;
use actix_web::http::Version;
use actix_web::http::header::{HOST, HttpDate, REFERER, USER_AGENT};
use std::fmt::Write as _;
use std::io::{self, BufWriter, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Lines that may wait to be written.
const WAITING: usize = 8192;

/// The form of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// As Apache and nginx write it
    Combined,
    /// One object a line
    Json,
}

/// So long a stop waits for lines that are not written yet.
const LAST_LINES: Duration = Duration::from_secs(1);

/// What the writing thread is handed.
#[derive(Debug)]
enum Entry {
    Line(String),
    /// Whom to tell that all before it is written.
    Written(SyncSender<()>),
}

/// A log that is being written.
#[derive(Debug)]
pub struct AccessLog {
    format: LogFormat,
    /// One of so many requests is logged.
    sample: u64,
    count: AtomicU64,
    dropped: AtomicU64,
    lines: SyncSender<Entry>,
}

impl AccessLog {
    /// Starts the writing thread, which ends with the log.
    pub fn start(format: LogFormat, sample: u64) -> io::Result<AccessLog> {
        let (lines, waiting) = sync_channel(WAITING);
        std::thread::Builder::new()
            .name("access-log".to_owned())
            .spawn(move || write_lines(&waiting, BufWriter::new(io::stdout())))?;
        Ok(AccessLog {
            format,
            sample: sample.max(1),
            count: AtomicU64::new(0),
            dropped: AtomicU64::new(0),
            lines,
        })
    }

    /// Logs a request, unless it is not among the sampled ones.
    pub fn log(&self, seen: &Seen<'_>) {
        if !self
            .count
            .fetch_add(1, Ordering::Relaxed)
            .is_multiple_of(self.sample)
        {
            return;
        }
        #[allow(clippy::disallowed_methods, reason = "a log says when")]
        let line = line(self.format, seen, SystemTime::now());
        if self.lines.try_send(Entry::Line(line)).is_err() {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Waits, for a short time, until all lines so far are written.
    pub fn finish(&self) {
        let (done, heard) = sync_channel(1);
        if self.lines.send(Entry::Written(done)).is_ok() {
            let _ = heard.recv_timeout(LAST_LINES);
        }
    }

    /// Lines that were not written for want of time.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }
}

/// Flushes whenever nothing more waits.
fn write_lines(waiting: &Receiver<Entry>, mut out: impl Write) {
    while let Ok(first) = waiting.recv() {
        let mut written = Ok(());
        let mut told = Vec::new();
        for entry in std::iter::once(first).chain(waiting.try_iter()) {
            match entry {
                Entry::Line(line) => {
                    written = written.and_then(|()| out.write_all(line.as_bytes()))
                }
                Entry::Written(done) => told.push(done),
            }
        }
        if written.and_then(|()| out.flush()).is_err() {
            return;
        }
        for done in told {
            let _ = done.try_send(());
        }
    }
}

/// The line of one request, its end included.
#[must_use]
pub fn line(format: LogFormat, seen: &Seen<'_>, now: SystemTime) -> String {
    let client = seen
        .client
        .map_or("-".to_owned(), |client| client.to_string());
    let version = match seen.version {
        Version::HTTP_10 => "HTTP/1.0",
        Version::HTTP_2 => "HTTP/2.0",
        _ => "HTTP/1.1",
    };
    match format {
        LogFormat::Combined => format!(
            "{client} - - [{}] \"{} {} {version}\" {} {} \"{}\" \"{}\"\n",
            clock(now),
            seen.head.method,
            escaped(seen.head.target),
            seen.status,
            seen.bytes,
            escaped_or_dash(seen.field(&REFERER)),
            escaped_or_dash(seen.field(&USER_AGENT)),
        ),
        LogFormat::Json => {
            let millis = now
                .duration_since(UNIX_EPOCH)
                .unwrap_or_default()
                .as_millis();
            let line = serde_json::json!({
                "time_ms": u64::try_from(millis).unwrap_or(u64::MAX),
                "client": client,
                "method": seen.head.method.as_str(),
                "target": seen.head.target,
                "version": version,
                "host": seen.field(&HOST),
                "status": seen.status,
                "bytes": seen.bytes,
                "encoding": seen.encoding(),
                "micros": u64::try_from(seen.took.as_micros()).unwrap_or(u64::MAX),
                "referrer": seen.field(&REFERER),
                "user_agent": seen.field(&USER_AGENT),
            });
            format!("{line}\n")
        }
    }
}

/// `06/Nov/1994:08:49:37 +0000`, made from `Sun, 06 Nov 1994 08:49:37 GMT`.
fn clock(now: SystemTime) -> String {
    let date = HttpDate::from(now).to_string();
    let words: Vec<&str> = date.split(' ').collect();
    match words[..] {
        [_, day, month, year, time, _] => format!("{day}/{month}/{year}:{time} +0000"),
        _ => date,
    }
}

fn escaped_or_dash(text: &str) -> String {
    match text {
        "" => "-".to_owned(),
        text => escaped(text),
    }
}

/// Quotes, back slashes and what is no visible ASCII as `\xHH`: no request can begin a line of its own.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' | 0..=0x1f | 0x7f.. => {
                let _ = write!(escaped, "\\x{byte:02X}");
            }
            _ => escaped.push(char::from(byte)),
        }
    }
    escaped
}
