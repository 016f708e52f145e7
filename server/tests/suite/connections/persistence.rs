//! When an HTTP/1 connection persists, when it closes, and how much of a request body is read (RFC 9112, section 9).

use crate::connections::limits::{connect as connect_to, start_with};
use crate::connections::sockets::{connect, exchange, read_head, read_rest};
use bindery_server::config::Settings;
use bindery_server::limits::Limits;
use std::io::{Read, Write};
use std::net::SocketAddr;
use std::time::Duration;

const GUARD: Duration = Duration::from_secs(60);

fn start(limits: Limits) -> (SocketAddr, actix_web::dev::ServerHandle) {
    let mut settings = Settings::on("127.0.0.1", 0);
    settings.limits = limits;
    // Each worker receives the stop separately.
    settings.workers = std::num::NonZeroUsize::new(1);
    start_with(settings)
}

fn stop(handle: actix_web::dev::ServerHandle) -> std::thread::JoinHandle<()> {
    std::thread::spawn(move || {
        actix_web::rt::System::new().block_on(handle.stop(true));
    })
}

#[test]
fn no_request_is_answered_after_a_response_that_closes() {
    let next = "GET /robots.txt HTTP/1.1\r\nhost: x\r\n\r\n";
    for closing in [
        "GET /guide HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
        "GET /guide HTTP/1.0\r\n\r\n",
        "POST /guide HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 5\r\n\r\n",
        "POST /guide HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n",
        "GET /guide HTTP/1.1\r\n\r\n",
    ] {
        let response = exchange(format!("{closing}{next}"));
        assert_eq!(
            response.matches("HTTP/1.").count(),
            1,
            "{closing}: {response}"
        );
    }
}

#[test]
fn a_short_unneeded_body_is_skipped() {
    let body = "GET /robots.txt HTTP/1.1\r\nhost: x\r\n\r\n";
    let len = body.len();
    let next = "GET /guide HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    let response = exchange(format!(
        "POST /guide HTTP/1.1\r\nhost: x\r\ncontent-length: {len}\r\n\r\n{body}{next}"
    ));
    assert!(response.starts_with("HTTP/1.1 405 "), "{response}");
    assert_eq!(response.matches("HTTP/1.1 ").count(), 2, "{response}");
    assert!(response.ends_with("<h1>Guide</h1>"), "{response}");
}

#[test]
fn a_body_that_stops_arriving_is_408() {
    let (address, _) = start(Limits {
        request: Duration::from_millis(50),
        ..Limits::default()
    });
    let mut stream = connect_to(address);
    stream
        .write_all(b"POST /multi_search HTTP/1.1\r\nhost: x\r\ncontent-length: 15\r\n\r\n{\"sear")
        .unwrap();
    let response = read_rest(&mut stream);
    // On a busy machine the head may be late as well; the text then names that timeout.
    assert!(
        response.starts_with("HTTP/1.1 408 Request Timeout\r\n"),
        "{response}"
    );
    assert!(response.contains("\r\nconnection: close\r\n"), "{response}");
}

#[test]
fn a_body_framed_by_endless_extensions_or_trailers_is_refused() {
    let head = "POST /multi_search HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n";
    for endless in ["1;", "0\r\na: "] {
        let mut stream = connect();
        stream
            .write_all(format!("{head}{endless}").as_bytes())
            .unwrap();
        let mut writing = stream.try_clone().unwrap();
        std::thread::spawn(move || {
            let piece = vec![b'a'; 64 << 10];
            while writing.write_all(&piece).is_ok() {}
        });
        assert!(read_head(&mut stream).starts_with("HTTP/1.1 413 "));
    }
}

/// The timeout of a head starts with its first byte, also if that byte arrived together with the previous request.
#[test]
fn a_half_head_behind_a_whole_request_has_the_time_of_a_head() {
    let (address, _) = start(Limits {
        request: Duration::from_millis(50),
        keep_alive: GUARD,
        ..Limits::default()
    });
    let mut stream = connect_to(address);
    stream
        .write_all(b"HEAD /guide HTTP/1.1\r\nhost: x\r\n\r\nGET /guide HT")
        .unwrap();
    assert!(read_head(&mut stream).starts_with("HTTP/1.1 200 "));
    assert!(read_rest(&mut stream).starts_with("HTTP/1.1 408 "));
}

#[test]
fn a_half_head_behind_a_whole_request_is_answered_when_the_server_stops() {
    let (address, handle) = start(Limits {
        request: GUARD,
        drain: GUARD,
        ..Limits::default()
    });
    let mut stream = connect_to(address);
    stream
        .write_all(b"HEAD /guide HTTP/1.1\r\nhost: x\r\n\r\nGET /guide HT")
        .unwrap();
    assert!(read_head(&mut stream).starts_with("HTTP/1.1 200 "));
    // The end of an idle connection shows that the stop has begun.
    let mut idle = connect_to(address);
    idle.write_all(b"HEAD /guide HTTP/1.1\r\nhost: x\r\n\r\n")
        .unwrap();
    read_head(&mut idle);
    let stopping = stop(handle);
    assert_eq!(read_rest(&mut idle), "");
    stream.write_all(b"TP/1.1\r\nhost: x\r\n\r\n").unwrap();
    let response = read_rest(&mut stream);
    assert!(response.starts_with("HTTP/1.1 200 OK\r\n"), "{response}");
    assert!(response.ends_with("<h1>Guide</h1>"), "{response}");
    stopping.join().unwrap();
}

/// A client that connected just before the stop has not sent its request yet.
#[test]
fn a_new_connection_may_still_send_a_request_when_the_server_stops() {
    let (address, handle) = start(Limits {
        linger: GUARD,
        silence: GUARD,
        drain: GUARD,
        ..Limits::default()
    });
    let mut new = connect_to(address);
    let mut idle = connect_to(address);
    idle.write_all(b"HEAD /guide HTTP/1.1\r\nhost: x\r\n\r\n")
        .unwrap();
    read_head(&mut idle);
    let stopping = stop(handle);
    assert_eq!(read_rest(&mut idle), "");
    new.write_all(b"GET /guide HTTP/1.1\r\nhost: x\r\n\r\n")
        .unwrap();
    let mut response = String::new();
    new.read_to_string(&mut response).unwrap();
    assert!(response.starts_with("HTTP/1.1 200 OK\r\n"), "{response}");
    assert!(response.contains("\r\nconnection: close\r\n"), "{response}");
    drop((new, idle));
    stopping.join().unwrap();
}

#[test]
fn mixed_requests_on_a_connection_are_answered_in_order() {
    let mut stream = connect();
    for _ in 0..3 {
        for (request, status) in [
            ("GET /guide HTTP/1.1\r\nhost: x\r\n\r\n", "200"),
            ("HEAD /guide HTTP/1.1\r\nhost: x\r\n\r\n", "200"),
            ("GET /old HTTP/1.1\r\nhost: x\r\n\r\n", "308"),
            ("OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n", "204"),
        ] {
            stream.write_all(request.as_bytes()).unwrap();
            let head = read_head(&mut stream);
            assert_eq!(&head[9..12], status, "{request}");
            if request.starts_with("GET /guide") {
                let mut body = [0; 14];
                stream.read_exact(&mut body).unwrap();
                assert_eq!(&body, b"<h1>Guide</h1>");
            }
        }
    }
}

#[test]
fn a_refusal_of_a_head_request_has_no_body() {
    for request in [
        "HEAD / HTTP/1.1\r\n\r\n",
        "HEAD /a b HTTP/1.1\r\nhost: x\r\n\r\n",
        "HEAD / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
    ] {
        let response = exchange(request);
        assert!(
            response.starts_with("HTTP/1.1 400 Bad Request\r\n"),
            "{response}"
        );
        assert!(!response.contains("content-length: 0"), "{response}");
        assert!(response.ends_with("\r\n\r\n"), "{response}");
    }
}
