//! A differential fuzzer: whatever is pipelined on a connection and however it is cut, each response equals, byte for
//! byte, the response to the same request sent alone; only `Date` may differ.
//!
//! `BINDERY_PIPELINES=20000 cargo test --release -p bindery-server --test suite pipelines` runs that many connections for
//! each kind of server, in place of 300.

use crate::connections::sockets::read_rest;
use crate::site;
use bindery_server::config::{ListenAddress, Settings};
use bindery_server::http;
use bindery_server::limits::Limits;
use bindery_server::observe::access_log::LogFormat;
use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::mpsc;
use std::time::Duration;

/// Connections of a run.
const CONNECTIONS: usize = 300;

/// Requests of a connection.
const MAX_REQUESTS: u64 = 12;

/// Complete requests, one for each kind of framing and of response.
const REQUESTS: &[&str] = &[
    "GET /guide HTTP/1.1\r\nhost: x\r\n\r\n",
    "GET /guide HTTP/1.1\r\nhost: x\r\naccept-encoding: br, gzip\r\n\r\n",
    "GET / HTTP/1.1\r\nhost: x\r\n\r\n",
    "GET /old HTTP/1.1\r\nhost: x\r\n\r\n",
    "GET /missing HTTP/1.1\r\nhost: x\r\n\r\n",
    "GET /missing.png HTTP/1.1\r\nhost: x\r\n\r\n",
    "GET /robots.txt HTTP/1.1\r\nhost: x\r\n\r\n",
    "GET /empty.txt HTTP/1.1\r\nhost: x\r\n\r\n",
    "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n",
    "GET /guide/ HTTP/1.1\r\nhost: x\r\n\r\n",
    "GET /guide?x=1 HTTP/1.1\r\nhost: x\r\n\r\n",
    "GET /gone HTTP/1.1\r\nhost: x\r\n\r\n",
    "GET /assets/large-3c4d.js HTTP/1.1\r\nhost: x\r\n\r\n",
    "GET http://x/guide HTTP/1.1\r\nhost: x\r\n\r\n",
    "HEAD /guide HTTP/1.1\r\nhost: x\r\n\r\n",
    "HEAD /missing HTTP/1.1\r\nhost: x\r\n\r\n",
    "HEAD /assets/large-3c4d.js HTTP/1.1\r\nhost: x\r\n\r\n",
    "GET /digits.txt HTTP/1.1\r\nhost: x\r\nrange: bytes=2-4\r\n\r\n",
    "GET /digits.txt HTTP/1.1\r\nhost: x\r\nrange: bytes=20-\r\n\r\n",
    "GET /guide HTTP/1.1\r\nhost: x\r\nif-none-match: *\r\n\r\n",
    "GET /guide HTTP/1.1\r\nhost: x\r\nif-match: \"other\"\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n",
    "DELETE /guide HTTP/1.1\r\nhost: x\r\n\r\n",
    "GET /guide HTTP/1.1\r\nhost: x\r\ncontent-length: 32\r\n\r\nGET /robots.txt HTTP/1.1\r\n\r\nabcd",
    "POST /guide HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\nhello",
    "POST /guide HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    "POST /multi_search HTTP/1.1\r\nhost: x\r\ncontent-length: 15\r\n\r\n{\"searches\":[]}",
    "POST /multi_search HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 15\r\n\r\n{\"searches\":[]}",
    "POST /multi_search HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n7;a=b\r\n{\"searc\r\n8\r\nhes\":[]}\r\n0\r\nt: u\r\n\r\n",
    "POST /multi_search HTTP/1.1\r\nhost: x\r\n\r\n",
    "GET /collections/a/documents/search?q=x HTTP/1.1\r\nhost: x\r\n\r\n",
    "GET /guide?q=HTTP/1.1%20400%20x%0D%0Acontent-length:%200%0D%0A%0D%0A HTTP/1.1\r\nhost: x\r\nrange: bytes=3-9\r\n\r\n",
    "GET /guide HTTP/1.0\r\nconnection: keep-alive\r\n\r\n",
    "\r\nGET /guide HTTP/1.1\r\nhost: x\r\n\r\n",
    "GET /guide HTTP/1.1\nhost: x\n\n",
];

/// Requests after which a connection closes.
const CLOSING_REQUESTS: &[&str] = &[
    "GET /guide HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
    "HEAD /guide HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
    "GET /guide HTTP/1.0\r\n\r\n",
    "HEAD /missing HTTP/1.0\r\n\r\n",
    "POST /guide HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 5\r\n\r\nhello",
    "POST /guide HTTP/1.1\r\nhost: x\r\ncontent-length: 70000\r\n\r\nhello",
    "POST /multi_search HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nnonsense\r\n\r\n",
    "GET /guide HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
    "CONNECT x:1 HTTP/1.1\r\nhost: x:1\r\n\r\n",
    "GET /guide HTTP/1.1\r\n\r\n",
    "GET /guide HTTP/1.1\r\nhost: x\r\nno colon\r\n\r\n",
    "GET /guide HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
    "POST /guide HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n",
    "GET /guide HTTP/9.9\r\nhost: x\r\n\r\n",
    "nonsense\r\n\r\n",
    "HEAD /a b HTTP/1.1\r\nhost: x\r\n\r\n",
    "HEAD / HTTP/1.1\r\n\r\n",
];

/// Truncated requests, after which the client closes the connection.
const UNFINISHED_REQUESTS: &[&str] = &[
    "GET /guide HTTP/1.1\r\nhos",
    "POST /multi_search HTTP/1.1\r\nhost: x\r\ncontent-length: 15\r\n\r\n{\"sear",
];

/// A pseudorandom number generator (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % end
    }

    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len() as u64) as usize]
    }
}

/// How a client reaches the server.
#[derive(Clone, Copy)]
enum Transport {
    Plain,
    #[cfg(feature = "tls")]
    Tls,
}

struct Server {
    address: SocketAddr,
    transport: Transport,
    /// Responses to requests that were sent alone.
    alone: HashMap<&'static str, Vec<u8>>,
}

fn start(transport: Transport, is_observed: bool) -> Server {
    let mut settings = Settings::on("127.0.0.1", 0);
    #[cfg(feature = "tls")]
    if let Transport::Tls = transport {
        settings.tls = crate::tls::https::settings().tls;
    }
    if is_observed {
        settings.metrics = Some(ListenAddress::on("127.0.0.1", 0));
        // The server records each request for the log, but writes a line for one in a billion.
        settings.access_log = Some((LogFormat::Combined, 1_000_000_000));
    }
    // A busy machine may take long between two pieces.
    let long = Duration::from_secs(3600);
    settings.limits = Limits {
        request: long,
        keep_alive: long,
        write: long,
        silence: long,
        linger: long,
        ..Limits::default()
    };
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        actix_web::rt::System::new().block_on(async {
            let running = http::start(site(), &settings).unwrap();
            sender.send(running.addresses[0]).unwrap();
            running.server.await.unwrap();
        });
    });
    Server {
        address: receiver.recv().unwrap(),
        transport,
        alone: HashMap::new(),
    }
}

impl Server {
    /// Sends pieces on one connection, closes its own side, and reads to the end.
    fn exchange(&self, pieces: &[&[u8]]) -> Vec<u8> {
        let mut received = Vec::new();
        match self.transport {
            Transport::Plain => {
                let mut stream = TcpStream::connect(self.address).unwrap();
                stream.set_nodelay(true).unwrap();
                let mut writing = stream.try_clone().unwrap();
                std::thread::scope(|scope| {
                    scope.spawn(move || {
                        send(&mut writing, pieces);
                        let _ = writing.shutdown(Shutdown::Write);
                    });
                    stream.read_to_end(&mut received).unwrap();
                });
            }
            #[cfg(feature = "tls")]
            Transport::Tls => {
                let mut stream = crate::tls::https::ordinary(self.address);
                stream.sock.set_nodelay(true).unwrap();
                send(&mut stream, pieces);
                stream.conn.send_close_notify();
                let _ = stream.flush();
                stream.read_to_end(&mut received).unwrap();
            }
        }
        without_dates(&received)
    }

    fn alone(&mut self, request: &'static str) -> &[u8] {
        if !self.alone.contains_key(request) {
            let response = self.exchange(&[request.as_bytes()]);
            self.alone.insert(request, response);
        }
        &self.alone[request]
    }

    /// The expected responses on a connection with these requests.
    fn expected(&mut self, requests: &[&'static str]) -> Vec<u8> {
        let mut expected = Vec::new();
        for request in requests {
            let response = self.alone(request);
            expected.extend_from_slice(response);
            if closes_connection(response) {
                break;
            }
        }
        expected
    }
}

/// Sends pieces with pauses between some, so that the server reads them separately. A write may fail, because the server
/// closes the connection after a refusal.
fn send(stream: &mut impl Write, pieces: &[&[u8]]) {
    for (number, piece) in pieces.iter().enumerate() {
        if stream.write_all(piece).is_err() || stream.flush().is_err() {
            return;
        }
        if number % 4 == 3 {
            std::thread::sleep(Duration::from_micros(200));
        } else {
            std::thread::yield_now();
        }
    }
}

/// Whether a connection ends after a response.
fn closes_connection(response: &[u8]) -> bool {
    let text = String::from_utf8_lossy(response);
    let text = text
        .strip_prefix("HTTP/1.1 100 Continue\r\n\r\n")
        .unwrap_or(&text);
    let head = text.split("\r\n\r\n").next().unwrap_or_default();
    match head.starts_with("HTTP/1.0") {
        true => !head.contains("\r\nconnection: keep-alive"),
        false => head.is_empty() || head.contains("\r\nconnection: close"),
    }
}

fn without_dates(bytes: &[u8]) -> Vec<u8> {
    let lines = bytes.split_inclusive(|byte| *byte == b'\n');
    let lines = lines.filter(|line| !line.starts_with(b"date: "));
    lines.flatten().copied().collect()
}

/// Cuts bytes at random places: nowhere, at a few places, or nearly everywhere.
fn cut<'b>(bytes: &'b [u8], random: &mut Random) -> Vec<&'b [u8]> {
    let longest = match random.below(4) {
        0 => bytes.len() as u64,
        1 => 400,
        2 => 60,
        _ => 9,
    };
    let mut rest = bytes;
    let mut pieces = Vec::new();
    while !rest.is_empty() {
        let len = (1 + random.below(longest)).min(rest.len() as u64) as usize;
        let (piece, after) = rest.split_at(len);
        pieces.push(piece);
        rest = after;
    }
    pieces
}

#[track_caller]
fn check(transport: Transport, is_observed: bool, seed: u64) {
    let count = std::env::var("BINDERY_PIPELINES").ok();
    let count = count.map_or(CONNECTIONS, |count| count.parse().unwrap());
    let mut server = start(transport, is_observed);
    let mut random = Random(seed);
    for connection in 0..count {
        let mut requests: Vec<&'static str> = (0..random.below(MAX_REQUESTS))
            .map(|_| random.of(REQUESTS))
            .collect();
        match random.below(4) {
            0 => requests.extend([random.of(CLOSING_REQUESTS), random.of(REQUESTS)]),
            1 => requests.push(random.of(UNFINISHED_REQUESTS)),
            _ => {}
        }
        let expected = server.expected(&requests);
        let bytes = requests.concat().into_bytes();
        let received = server.exchange(&cut(&bytes, &mut random));
        if received != expected {
            let same = received.iter().zip(&expected).take_while(|(a, b)| a == b);
            let from = same.count().saturating_sub(200);
            let show = |bytes: &[u8]| {
                let end = bytes.len().min(from + 600);
                String::from_utf8_lossy(&bytes[from.min(end)..end]).into_owned()
            };
            panic!(
                "connection {connection} of seed {seed}: {requests:#?}\n--- got, from byte {from}\n{}\n--- instead of\n{}",
                show(&received),
                show(&expected),
            );
        }
    }
}

#[test]
fn pipelined_responses_equal_those_to_single_requests() {
    check(Transport::Plain, false, 1);
}

#[test]
fn pipelined_responses_are_the_same_where_requests_are_counted_and_logged() {
    check(Transport::Plain, true, 2);
}

#[cfg(feature = "tls")]
#[test]
fn pipelined_responses_over_tls_equal_those_to_single_requests() {
    check(Transport::Tls, false, 3);
}

#[cfg(feature = "tls")]
#[test]
fn pipelined_responses_over_tls_are_the_same_where_requests_are_counted_and_logged() {
    check(Transport::Tls, true, 4);
}

/// A client cannot insert a response into another one by its request target.
#[test]
fn a_response_never_depends_on_text_that_a_client_sent() {
    let mut server = start(Transport::Plain, false);
    for method in ["GET", "HEAD"] {
        let request: &'static str = format!(
            "{method} /missing?q=HTTP/1.1%20400%20x%0D%0Acontent-length:%200%0D%0A%0D%0A HTTP/1.1\r\nhost: x\r\n\r\n"
        )
        .leak();
        let next = "GET /robots.txt HTTP/1.1\r\nhost: x\r\n\r\n";
        let expected = server.expected(&[request, next]);
        assert_eq!(
            server.exchange(&[request.as_bytes(), next.as_bytes()]),
            expected
        );
    }
}

/// Pipelined requests on many connections whose responses nobody reads use little memory, and other clients are served.
/// The dispatcher of actix-http took 27 MB for each connection.
#[test]
fn unread_pipelined_responses_use_little_memory() {
    const ATTACKERS: usize = 300;
    let server = start(Transport::Plain, false);
    let before = resident();
    let requests = "GET / HTTP/1.1\r\nHost:x\r\n\r\n".repeat(8000);
    let mut attackers = Vec::new();
    for _ in 0..ATTACKERS {
        let stream = TcpStream::connect(server.address).unwrap();
        stream.set_nonblocking(true).unwrap();
        attackers.push(stream);
    }
    for _ in 0..10 {
        for stream in &mut attackers {
            // Writes until the buffers of the kernel are full.
            let _ = stream.write(requests.as_bytes());
        }
        let request = b"GET /guide HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
        let mut honest = TcpStream::connect(server.address).unwrap();
        honest.write_all(request).unwrap();
        assert!(read_rest(&mut honest).ends_with("<h1>Guide</h1>"));
    }
    let grown = resident().saturating_sub(before);
    assert!(grown < 100 << 20, "{grown} bytes");
}

/// The resident memory of the process, in bytes.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1));
    kilobytes.unwrap().parse::<u64>().unwrap() << 10
}
