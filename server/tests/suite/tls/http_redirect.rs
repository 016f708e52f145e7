//! The listener that redirects from HTTP to HTTPS.

use crate::connections::sockets::read_rest;
use crate::tls::https::{settings, start};
use bindery_server::config::ListenAddress;
use std::io::Write;
use std::net::TcpStream;

#[test]
fn plain_http_is_redirected_to_https() {
    let mut settings = settings();
    let tls = settings.tls.as_mut().unwrap();
    tls.redirect = vec![ListenAddress::on("127.0.0.1", 0)];
    tls.public_port = Some(443);
    let server = start(settings);
    let fetch = |request: &str| {
        let mut stream = TcpStream::connect(server.redirects.unwrap()).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        read_rest(&mut stream)
    };
    let end = "connection: close\r\n\r\n";
    for (line, host, expected) in [
        (
            "GET /guide?a=b HTTP/1.1",
            "Example.org",
            Some("https://example.org/guide?a=b"),
        ),
        (
            "POST /guide HTTP/1.1",
            "example.org:8080",
            Some("https://example.org/guide"),
        ),
        (
            "HEAD //evil.example HTTP/1.1",
            "a.example",
            Some("https://a.example//evil.example"),
        ),
        (
            "GET http://b.example/x HTTP/1.1",
            "b.example",
            Some("https://b.example/x"),
        ),
        ("GET / HTTP/1.1", "[::1]:80", Some("https://[::1]/")),
        ("GET / HTTP/1.1", "user@evil.example", None),
        ("GET / HTTP/1.1", "evil.example/path", None),
        ("GET / HTTP/1.1", "", None),
        ("OPTIONS * HTTP/1.1", "a.example", None),
    ] {
        let response = fetch(&format!("{line}\r\nhost: {host}\r\n{end}"));
        let location = response
            .lines()
            .find_map(|line| line.strip_prefix("location: "));
        assert_eq!(location, expected, "{line} of {host}: {response}");
        let status = if expected.is_some() { "308" } else { "400" };
        assert_eq!(response.get(9..12), Some(status), "{response}");
        assert!(
            !response.contains("strict-transport-security"),
            "{response}"
        );
    }
    assert!(fetch("GET /guide HTTP/1.0\r\n\r\n").starts_with("HTTP/1.0 400 "));
    let healthy = fetch(&format!("GET /healthz HTTP/1.1\r\nhost: x\r\n{end}"));
    assert!(healthy.starts_with("HTTP/1.1 200 OK\r\n"), "{healthy}");
    assert!(!healthy.contains("strict-transport-security"), "{healthy}");
}

#[test]
fn redirects_lead_to_the_port_that_is_listened_on() {
    let mut settings = settings();
    settings.tls.as_mut().unwrap().redirect = vec![ListenAddress::on("127.0.0.1", 0)];
    let server = start(settings);
    let mut stream = TcpStream::connect(server.redirects.unwrap()).unwrap();
    stream
        .write_all(b"GET /guide HTTP/1.0\r\nhost: localhost\r\n\r\n")
        .unwrap();
    let expected = format!(
        "\r\nlocation: https://localhost:{}/guide\r\n",
        server.address.port()
    );
    let response = read_rest(&mut stream);
    assert!(response.contains(&expected), "{response}");
}
