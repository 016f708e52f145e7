//! Limits and timeouts: clients that are slow, silent or too many, requests that are too large, and a server that stops.

use crate::connections::sockets::{read_head, read_rest, try_read_head};
use crate::site;
use bindery_server::config::Settings;
use bindery_server::http;
use bindery_server::limits::Limits;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc;
use std::time::{Duration, Instant};

const SHORT: Duration = Duration::from_millis(400);

/// How long a test waits for an event before it fails. It does not measure speed.
const GUARD: Duration = Duration::from_secs(60);

/// A limit that no test reaches.
const FAR_LIMIT: Duration = Duration::from_secs(600);

/// A short timeout for heads; no test reaches the other limits.
fn quick() -> Limits {
    Limits {
        request: SHORT,
        silence: FAR_LIMIT,
        keep_alive: FAR_LIMIT,
        write: FAR_LIMIT,
        ..Limits::default()
    }
}

/// Starts a server with these limits. Returns its address and its handle.
fn start(limits: Limits) -> (SocketAddr, actix_web::dev::ServerHandle) {
    let mut settings = Settings::on("127.0.0.1", 0);
    settings.limits = limits;
    start_with(settings)
}

/// Starts a server with these settings. Returns its address and its handle.
pub(crate) fn start_with(settings: Settings) -> (SocketAddr, actix_web::dev::ServerHandle) {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        actix_web::rt::System::new().block_on(async {
            let running = http::start(site(), &settings).unwrap();
            let started = (running.addresses[0], running.server.handle());
            sender.send(started).unwrap();
            running.server.await.unwrap();
        });
    });
    receiver.recv().unwrap()
}

pub(crate) fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(GUARD)).unwrap();
    stream
}

#[test]
fn a_head_that_trickles_in_is_refused_in_time() {
    let (address, _) = start(quick());
    let mut stream = connect(address);
    let mut writing = stream.try_clone().unwrap();
    // The client never stops sending, so a timeout that each byte renews would never fire.
    std::thread::spawn(move || {
        let head = b"GET /guide HTTP/1.1\r\nhost: x\r\nx-slow: ";
        for byte in head.iter().chain(std::iter::repeat(&b'a')) {
            if writing.write_all(&[*byte]).is_err() {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    });
    let response = read_rest(&mut stream);
    assert!(
        response.starts_with("HTTP/1.1 408 Request Timeout\r\n"),
        "{response}"
    );
    assert!(response.contains("\r\ndate: ") && response.contains("\r\nconnection: close\r\n"));
    assert!(
        response.ends_with("The request took too long to arrive.\n"),
        "{response}"
    );
}

#[test]
fn the_second_head_of_a_connection_is_timed_like_the_first() {
    let (address, _) = start(quick());
    let mut stream = connect(address);
    stream
        .write_all(b"HEAD /guide HTTP/1.1\r\nhost: x\r\n\r\n")
        .unwrap();
    assert!(read_head(&mut stream).starts_with("HTTP/1.1 200"));
    stream.write_all(b"GET /guide HT").unwrap();
    let response = read_rest(&mut stream);
    assert!(response.starts_with("HTTP/1.1 408 "), "{response}");
}

#[test]
fn a_connection_without_a_request_is_closed_without_a_response() {
    let (address, _) = start(Limits {
        silence: SHORT * 2,
        ..quick()
    });
    let mut stream = connect(address);
    let began = Instant::now();
    assert_eq!(read_rest(&mut stream), "");
    assert!(began.elapsed() > SHORT, "browsers connect in advance");
}

#[test]
fn a_connection_that_idles_between_requests_outlives_the_time_for_a_head() {
    let (address, _) = start(quick());
    let mut stream = connect(address);
    for _ in 0..2 {
        stream
            .write_all(b"HEAD /guide HTTP/1.1\r\nhost: x\r\n\r\n")
            .unwrap();
        assert!(read_head(&mut stream).starts_with("HTTP/1.1 200"));
        std::thread::sleep(SHORT * 2);
    }
}

#[test]
fn a_connection_that_idles_too_long_is_closed_counted_from_its_last_request() {
    let mut keep_alive = SHORT * 8;
    while !closes_the_idle_connection_only(keep_alive) {
        keep_alive *= 2;
    }
}

/// Lets one of two connections idle until the server closes it, while the other one sends requests. Returns false if the
/// machine ran this thread so rarely that the other one idled for as long, too; then nothing is known.
fn closes_the_idle_connection_only(keep_alive: Duration) -> bool {
    let (address, handle) = start(Limits {
        keep_alive,
        ..quick()
    });
    let fetch = |stream: &mut TcpStream| {
        let request = b"GET /old HTTP/1.1\r\nhost: x\r\n\r\n";
        let response = stream
            .write_all(request)
            .and_then(|()| try_read_head(stream));
        response.is_ok_and(|head| head.starts_with("HTTP/1.1 308"))
    };
    let mut busy = connect(address);
    let mut last = Instant::now();
    assert!(fetch(&mut busy));
    let mut idle = connect(address);
    assert!(fetch(&mut idle));
    let closed = std::thread::spawn(move || read_rest(&mut idle));
    // The busy connection is older than the idle one and stays open for longer.
    loop {
        let is_idle_closed = closed.is_finished();
        let began = Instant::now();
        if !fetch(&mut busy) {
            assert!(last.elapsed() >= keep_alive, "closed while in use");
            drop(handle.stop(false));
            return false;
        }
        last = began;
        if is_idle_closed {
            break;
        }
        std::thread::sleep(keep_alive / 24);
    }
    assert_eq!(closed.join().unwrap(), "", "closed without a word");
    assert_eq!(read_rest(&mut busy), "", "closed without a word");
    true
}

#[test]
fn a_client_that_reads_nothing_of_its_response_is_disconnected() {
    let (address, _) = start(Limits {
        request: FAR_LIMIT,
        write: SHORT,
        connections: 1,
        ..quick()
    });
    let mut stream = connect(address);
    stream
        .write_all(b"GET /huge.bin HTTP/1.1\r\nhost: x\r\n\r\n")
        .unwrap();
    // The response has begun, and its connection has the only permit until the server closes it.
    stream.peek(&mut [0]).unwrap();
    assert!(is_served_in_time(address));
    let mut taken = Vec::new();
    let _ = stream.read_to_end(&mut taken);
    assert!(
        taken.len() < crate::support::site::HUGE,
        "all {} bytes came",
        taken.len()
    );
}

#[test]
fn a_large_head_is_refused_with_a_reason() {
    let (address, _) = start(Limits::default());
    let fields =
        "x-filler: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n".repeat(1000);
    for head in [
        format!("GET /guide HTTP/1.1\r\nhost: x\r\n{fields}\r\n"),
        format!(
            "GET /guide HTTP/1.1\r\nhost: x\r\nx: {}\r\n\r\n",
            "a".repeat(64 << 10)
        ),
    ] {
        let mut stream = connect(address);
        let _ = stream.write_all(head.as_bytes());
        let response = read_rest(&mut stream);
        assert!(
            response.starts_with("HTTP/1.1 431 Request Header Fields Too Large\r\n"),
            "{response}"
        );
        assert!(response.ends_with("The request's header fields are too large.\n"));
    }
}

#[test]
fn a_long_target_is_414_whether_it_fits_a_read_or_not() {
    let (address, _) = start(Limits::default());
    for len in [8300, 20_000, 100_000] {
        let mut stream = connect(address);
        let target = "a".repeat(len);
        let head = format!("GET /{target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
        let _ = stream.write_all(head.as_bytes());
        let response = read_rest(&mut stream);
        assert!(
            response.starts_with("HTTP/1.1 414 URI Too Long\r\n"),
            "{len}: {response}"
        );
        assert!(
            response.ends_with("The request target is too long.\n"),
            "{response}"
        );
    }
}

#[test]
fn a_hundred_pipelined_kilobytes_are_not_one_head() {
    let (address, _) = start(Limits::default());
    let mut stream = connect(address);
    let one = "HEAD /guide HTTP/1.1\r\nhost: x\r\n\r\n";
    let all = one.repeat(4000) + "HEAD /guide HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    let mut writing = stream.try_clone().unwrap();
    std::thread::spawn(move || writing.write_all(all.as_bytes()));
    let responses = read_rest(&mut stream);
    assert_eq!(responses.matches("HTTP/1.1 200 OK\r\n").count(), 4001);
}

#[test]
fn one_connection_too_many_gets_503_with_retry_after_and_the_next_is_served() {
    let (address, _) = start(Limits {
        connections: 2,
        ..Limits::default()
    });
    let fetch = |stream: &mut TcpStream| {
        stream
            .write_all(b"HEAD /guide HTTP/1.1\r\nhost: x\r\n\r\n")
            .unwrap();
        read_head(stream)
    };
    let mut first = connect(address);
    let mut second = connect(address);
    assert!(fetch(&mut first).starts_with("HTTP/1.1 200"));
    assert!(fetch(&mut second).starts_with("HTTP/1.1 200"));
    let mut third = connect(address);
    let response = read_rest(&mut third);
    assert!(
        response.starts_with("HTTP/1.1 503 Service Unavailable\r\n"),
        "{response}"
    );
    assert!(response.contains("\r\nretry-after: 2\r\n"), "{response}");
    assert!(
        fetch(&mut first).starts_with("HTTP/1.1 200"),
        "the others go on"
    );
    drop(first);
    assert!(is_served_in_time(address));
}

/// Sends requests on new connections until one is served.
fn is_served_in_time(address: SocketAddr) -> bool {
    let began = Instant::now();
    while began.elapsed() < GUARD {
        std::thread::sleep(Duration::from_millis(40));
        let mut stream = connect(address);
        let _ = stream.write_all(b"HEAD /guide HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
        let mut response = Vec::new();
        // A refused connection may be reset.
        let _ = stream.read_to_end(&mut response);
        if response.starts_with(b"HTTP/1.1 200") {
            return true;
        }
    }
    false
}

#[test]
fn a_half_sent_request_is_answered_while_the_server_stops() {
    // Only the stop can end a connection during the test.
    let (address, handle) = start(Limits {
        request: FAR_LIMIT,
        drain: FAR_LIMIT,
        ..quick()
    });
    let mut silent = connect(address);
    let mut idle = connect(address);
    let mut half = connect(address);
    half.write_all(b"GET /guide HTTP/1.1\r\nho").unwrap();
    // The server has also read the half-sent request by then.
    for _ in 0..20 {
        idle.write_all(b"HEAD /guide HTTP/1.1\r\nhost: x\r\n\r\n")
            .unwrap();
        read_head(&mut idle);
        std::thread::sleep(Duration::from_millis(10));
    }
    let stopping = std::thread::spawn(move || {
        actix_web::rt::System::new().block_on(handle.stop(true));
    });
    assert_eq!(read_rest(&mut silent), "", "idle ones are closed at once");
    assert_eq!(read_rest(&mut idle), "", "idle ones are closed at once");
    half.write_all(b"st: x\r\n\r\n").unwrap();
    let response = read_rest(&mut half);
    assert!(response.starts_with("HTTP/1.1 200 OK\r\n"), "{response}");
    assert!(response.contains("\r\nconnection: close\r\n"), "{response}");
    assert!(response.ends_with("<h1>Guide</h1>"), "{response}");
    // The server ends with its last connection, long before the drain timeout.
    stopping.join().unwrap();
}
