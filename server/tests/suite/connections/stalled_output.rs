//! A server whose standard output and standard error nobody reads still serves requests, and still stops.

use crate::cli::{SILENT, bindery};
use crate::connections::sockets::{read_head, read_rest};
use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Read, Write, pipe};
use std::net::TcpStream;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

/// The longest time that anything here waits for an event.
const GUARD: Duration = Duration::from_secs(60);

/// A server whose output is no longer read.
struct Stalled {
    child: Child,
    address: String,
    pipes: [(PipeReader, PipeWriter); 2],
}

impl Stalled {
    /// Starts a server, reads where it listens, and fills both pipes.
    fn start(arguments: &[&str]) -> Stalled {
        let (out, err) = (pipe().unwrap(), pipe().unwrap());
        let standard = ["serve", "--quiet", "--port", "0"];
        let mut command = bindery(&[&standard[..], arguments].concat());
        command
            .env(SILENT, "1")
            .stdout(out.1.try_clone().unwrap())
            .stderr(err.1.try_clone().unwrap());
        let child = command.spawn().unwrap();
        let mut lines = BufReader::new(out.0.try_clone().unwrap()).lines();
        let address = lines.find_map(|line| {
            let line = line.unwrap();
            let (_, url) = line.split_once("Serving http://")?;
            url.split('/').next().map(str::to_owned)
        });
        let stalled = Stalled {
            child,
            address: address.unwrap(),
            pipes: [out, err],
        };
        for (_, writer) in &stalled.pipes {
            let mut writer = writer.try_clone().unwrap();
            // Ends when the reader is closed.
            std::thread::spawn(move || while writer.write_all(&[b'x'; 4096]).is_ok() {});
        }
        stalled
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(GUARD)).unwrap();
        stream
    }

    fn signal(&self, name: &str) {
        let mut kill = Command::new("kill");
        let status = kill.args([name, &self.child.id().to_string()]).status();
        assert!(status.unwrap().success());
    }

    /// The exit code; the process must end by itself.
    fn wait(&mut self) -> Option<i32> {
        let began = Instant::now();
        while began.elapsed() < GUARD {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("the server did not end")
    }
}

impl Drop for Stalled {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_server_whose_output_stalls_answers_and_stops() {
    let metrics = free_port();
    let metrics = format!("127.0.0.1:{metrics}");
    let mut stalled = Stalled::start(&[
        "--access-log",
        "json",
        "--log-level",
        "debug",
        "--metrics",
        &metrics,
    ]);
    // Each of these requests writes a message to standard error.
    for _ in 0..2000 {
        let mut stream = stalled.connect();
        stream.write_all(b"GET / HTTP/9.9\r\n\r\n").unwrap();
        let mut response = Vec::new();
        // A reset may cut the response; the connection must end.
        let _ = stream.read_to_end(&mut response);
        assert!(response.starts_with(b"HTTP/1.1 "), "{response:?}");
    }
    // Each of these requests writes a line to the access log.
    let mut stream = stalled.connect();
    let agent = "a".repeat(1000);
    for _ in 0..4000 {
        let head = format!("HEAD /guide HTTP/1.1\r\nhost: x\r\nuser-agent: {agent}\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        let response = read_head(&mut stream);
        assert!(response.starts_with("HTTP/1.1 200"), "{response}");
    }
    let mut scrape = TcpStream::connect(&metrics).unwrap();
    let head = b"GET /metrics HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    scrape.write_all(head).unwrap();
    let counters = read_rest(&mut scrape);
    let dropped = |name: &str| {
        let line = counters.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|count| count.trim().parse::<u64>().ok())
    };
    assert!(
        dropped("bindery_log_dropped_total").unwrap() > 0,
        "{counters}"
    );
    assert!(dropped("bindery_messages_dropped_total").is_some());
    assert!(
        counters.contains("bindery_refused_total{status=\"505\"} 2000\n")
            || counters.contains("bindery_refused_total{status=\"400\"} 2000\n"),
        "{counters}"
    );
    stalled.signal("-TERM");
    assert_eq!(stalled.wait(), Some(0));
}

#[test]
fn a_second_signal_ends_a_server_whose_output_stalls() {
    let mut stalled = Stalled::start(&["--access-log", "combined"]);
    let mut download = stalled.connect();
    download
        .write_all(b"GET /huge.bin HTTP/1.1\r\nhost: x\r\n\r\n")
        .unwrap();
    let mut start = [0; 15];
    download.read_exact(&mut start).unwrap();
    // The kernel merges signals that arrive together, so the test sends them until the process ends.
    let began = Instant::now();
    while stalled.child.try_wait().unwrap().is_none() && began.elapsed() < GUARD {
        stalled.signal("-TERM");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(stalled.wait(), Some(1));
}

#[test]
fn an_error_that_prevents_the_start_is_printed_before_the_exit() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let mut command = bindery(&["serve", "--port", &port]);
    let output = command.env(SILENT, "1").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("is taken by another program"), "{said}");
    assert_eq!(output.status.code(), Some(1));
}

fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}
