//! Properties that can only be tested over a socket: message framing, pipelining, HEAD (RFC 9112).

use crate::site;
use bindery_server::config::Settings;
use bindery_server::http;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::{OnceLock, mpsc};
use std::time::Duration;

/// The address of a server shared by all tests.
fn server() -> SocketAddr {
    static ADDRESS: OnceLock<SocketAddr> = OnceLock::new();
    *ADDRESS.get_or_init(|| {
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async {
                let running = http::start(site(), &Settings::on("127.0.0.1", 0)).unwrap();
                sender.send(running.addresses[0]).unwrap();
                running.server.await.unwrap();
            });
        });
        receiver.recv().unwrap()
    })
}

pub(crate) fn connect() -> TcpStream {
    let stream = TcpStream::connect(server()).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    stream
}

/// Sends bytes and reads until the server closes.
pub(crate) fn exchange(request: impl AsRef<[u8]>) -> String {
    let mut stream = connect();
    stream.write_all(request.as_ref()).unwrap();
    read_rest(&mut stream)
}

pub(crate) fn read_rest(stream: &mut TcpStream) -> String {
    let mut response = Vec::new();
    stream.read_to_end(&mut response).unwrap();
    String::from_utf8(response).unwrap()
}

/// Reads one head, up to its empty line.
pub(crate) fn read_head(stream: &mut TcpStream) -> String {
    try_read_head(stream).unwrap()
}

/// The head of the next response, or why none came.
pub(crate) fn try_read_head(stream: &mut TcpStream) -> std::io::Result<String> {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte)?;
        head.push(byte[0]);
    }
    Ok(String::from_utf8(head).unwrap())
}

#[track_caller]
fn check(request: &str, status_line: &str) -> String {
    let response = exchange(request);
    let first = response.lines().next().unwrap_or_default();
    assert_eq!(first, status_line, "for {request:?}");
    response
}

#[test]
fn a_response_has_length_and_date_and_no_server_name() {
    let response = check(
        "GET /guide HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
        "HTTP/1.1 200 OK",
    );
    assert!(
        response.contains("\r\ncontent-length: 14\r\n"),
        "{response}"
    );
    assert!(response.contains("\r\ndate: "));
    assert!(!response.contains("\r\nserver: "));
    assert!(response.ends_with("\r\n\r\n<h1>Guide</h1>"));
}

#[test]
fn head_has_the_length_of_get_and_no_body() {
    for target in [
        "/guide",
        "/missing",
        "/missing.png",
        "/_bindery/page/old",
        "/digits.txt",
    ] {
        let fetch = |method| {
            exchange(format!(
                "{method} {target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
            ))
        };
        let (get, head) = (fetch("GET"), fetch("HEAD"));
        let (get_head, body) = get.split_once("\r\n\r\n").unwrap();
        let lines = |head: &str| {
            let mut lines: Vec<_> = head
                .lines()
                .filter(|line| !line.starts_with("date"))
                .map(str::to_owned)
                .collect();
            lines.sort();
            lines
        };
        assert!(!body.is_empty());
        assert_eq!(
            lines(get_head),
            lines(head.strip_suffix("\r\n\r\n").unwrap()),
            "for {target}"
        );
    }
}

#[test]
fn pipelined_requests_are_answered_in_order() {
    let mut requests = String::new();
    for index in 0..50 {
        let target = ["/guide", "/old", "/missing", "/digits.txt"][index % 4];
        let method = if index % 3 == 0 { "HEAD" } else { "GET" };
        requests.push_str(&format!("{method} {target} HTTP/1.1\r\nhost: x\r\n\r\n"));
    }
    requests.push_str("GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    let responses = exchange(requests);
    let statuses: Vec<_> = responses
        .split("HTTP/1.1 ")
        .skip(1)
        .map(|response| &response[..3])
        .collect();
    assert_eq!(statuses.len(), 51);
    for (index, status) in statuses[..50].iter().enumerate() {
        assert_eq!(
            *status,
            ["200", "308", "404", "200"][index % 4],
            "answer {index}"
        );
    }
    assert!(responses.ends_with("<h1>Home</h1>"));
}

#[test]
fn an_absolute_target_is_answered_like_its_path() {
    check(
        "GET http://example.org/guide?a=1 HTTP/1.1\r\nhost: example.org\r\nconnection: close\r\n\r\n",
        "HTTP/1.1 200 OK",
    );
    check(
        "GET http://example.org HTTP/1.1\r\nhost: example.org\r\nconnection: close\r\n\r\n",
        "HTTP/1.1 200 OK",
    );
    let response = check(
        "GET http://evil.example/guide/ HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n",
        "HTTP/1.1 308 Permanent Redirect",
    );
    assert!(response.contains("\r\nlocation: /guide\r\n"), "{response}");
}

#[test]
fn options_of_the_whole_server_has_no_body_and_no_length() {
    let response = check(
        "OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
        "HTTP/1.1 204 No Content",
    );
    assert!(response.contains("\r\nallow: GET, HEAD\r\n"));
    assert!(!response.contains("content-length"));
}

#[test]
fn http_1_0_closes_unless_asked_to_keep_alive() {
    check("GET /guide HTTP/1.0\r\n\r\n", "HTTP/1.0 200 OK");
    let response =
        exchange("GET /guide HTTP/1.0\r\nconnection: keep-alive\r\n\r\nGET / HTTP/1.0\r\n\r\n");
    assert_eq!(response.matches("HTTP/1.0 200 OK").count(), 2, "{response}");
    assert!(response.contains("\r\nconnection: keep-alive\r\n"));
}

#[test]
fn a_half_closed_connection_gets_the_whole_response() {
    let mut stream = connect();
    stream
        .write_all(b"GET /assets/large-3c4d.js HTTP/1.1\r\nhost: x\r\n\r\n")
        .unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    let response = read_rest(&mut stream);
    let (_, body) = response.split_once("\r\n\r\n").unwrap();
    assert_eq!(body.len(), 300_000);
}

#[test]
fn a_304_leaves_the_connection_usable() {
    let mut stream = connect();
    stream
        .write_all(b"GET /guide HTTP/1.1\r\nhost: x\r\nif-none-match: *\r\n\r\n")
        .unwrap();
    let head = read_head(&mut stream);
    assert!(head.starts_with("HTTP/1.1 304 Not Modified\r\n"));
    assert!(
        head.contains("\r\ndate: ") && !head.contains("content-length"),
        "{head}"
    );
    stream
        .write_all(b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
        .unwrap();
    assert!(read_rest(&mut stream).ends_with("<h1>Home</h1>"));
}

#[test]
fn a_redirect_has_an_empty_body_of_known_length() {
    let response = check(
        "GET /old HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
        "HTTP/1.1 308 Permanent Redirect",
    );
    assert!(
        response.contains("\r\ncontent-length: 0\r\n") && response.ends_with("\r\n\r\n"),
        "{response}"
    );
}

#[test]
fn the_body_of_a_get_request_is_not_read_as_the_next_request() {
    let with_length = "GET /guide HTTP/1.1\r\nhost: x\r\ncontent-length: 29\r\n\r\nGET /missing HTTP/1.1\r\n\r\nabcd\
        GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    let response = exchange(with_length);
    assert_eq!(response.matches("HTTP/1.1 200 OK").count(), 2, "{response}");
    assert_eq!(response.matches("HTTP/1.1 ").count(), 2, "{response}");
    let chunked = "GET /guide HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n\
        GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    let response = exchange(chunked);
    assert_eq!(response.matches("HTTP/1.1 200 OK").count(), 2, "{response}");
}

#[test]
fn a_large_upload_is_refused_without_a_reset() {
    let mut stream = connect();
    stream
        .write_all(b"POST /guide HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n")
        .unwrap();
    let _ = stream.write_all(&vec![b'x'; 200_000]);
    let head = read_head(&mut stream);
    assert!(
        head.starts_with("HTTP/1.1 405 Method Not Allowed\r\n"),
        "{head}"
    );
    assert!(head.contains("\r\nconnection: close\r\n"));
}

#[test]
fn requests_that_are_not_http_are_refused() {
    for request in [
        "nonsense\r\n\r\n",
        "GET /\u{1} HTTP/1.1\r\nhost: x\r\n\r\n",
        "GET /guide HTTP/1.1\r\nhost: x\r\nbad header: x\r\n\r\n",
        "GET /guide HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
    ] {
        let response = exchange(request);
        assert!(
            response.starts_with("HTTP/1.1 400 Bad Request\r\n"),
            "{request:?} got {response}"
        );
    }
}

#[test]
fn a_request_without_one_host_is_refused() {
    check(
        "GET /guide HTTP/1.1\r\nconnection: close\r\n\r\n",
        "HTTP/1.1 400 Bad Request",
    );
    check(
        "GET /guide HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n",
        "HTTP/1.1 400 Bad Request",
    );
    check("GET /guide HTTP/1.0\r\n\r\n", "HTTP/1.0 200 OK");
}

#[test]
fn too_many_headers_are_refused() {
    let headers = "x-many: 1\r\n".repeat(200);
    check(
        &format!("GET /guide HTTP/1.1\r\nhost: x\r\n{headers}\r\n"),
        "HTTP/1.1 431 Request Header Fields Too Large",
    );
}

#[test]
fn paths_of_other_bytes_than_ascii_are_answered_or_refused_but_never_followed() {
    let fetch = |target: &str| {
        exchange(format!(
            "GET {target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
        ))
    };
    assert!(fetch("/caf%c3%a9").contains("\r\nlocation: /caf%C3%A9\r\n"));
    for target in [
        "/café",
        "/\\evil.example",
        "//evil.example/",
        "/a|b",
        "/a\"b",
    ] {
        let response = fetch(target);
        let status = response.split(' ').nth(1).unwrap_or_default();
        assert!(
            ["308", "400", "404"].contains(&status),
            "{target}: {response}"
        );
        assert!(!response.contains("location: //") && !response.contains("location: /\\"));
    }
}

#[test]
fn an_upgrade_request_gets_an_ordinary_response() {
    for upgrade in ["h2c", "websocket"] {
        let response = check(
            &format!(
                "GET /guide HTTP/1.1\r\nhost: x\r\nconnection: upgrade, close\r\nupgrade: {upgrade}\r\n\r\n"
            ),
            "HTTP/1.1 200 OK",
        );
        assert!(response.ends_with("<h1>Guide</h1>"), "{response}");
    }
}

#[test]
fn connect_is_refused() {
    check(
        "CONNECT example.org:443 HTTP/1.1\r\nhost: example.org:443\r\n\r\n",
        "HTTP/1.1 405 Method Not Allowed",
    );
}

#[test]
fn expect_100_continue_is_answered() {
    let response = exchange(
        "POST /guide HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 5\r\n\r\n",
    );
    assert!(
        response.contains("HTTP/1.1 405 Method Not Allowed\r\n"),
        "{response}"
    );
}

#[test]
fn a_client_that_sends_nothing_is_disconnected() {
    let mut stream = connect();
    stream.write_all(b"GET /guide HT").unwrap();
    let response = read_rest(&mut stream);
    assert!(
        response.is_empty() || response.starts_with("HTTP/1.1 408 "),
        "{response}"
    );
}
