//! Cached responses equal composed ones, whatever responses come before and after them.

use crate::connections::sockets::{connect, read_head};
use crate::site;
use crate::support::request::{TestRequest, TestResponse};
use bindery_server::table::Target;
use std::io::{Read, Write};
use std::net::TcpStream;

/// Reads a response: its status line, its fields without those of the connection, and its body.
fn read_response(stream: &mut TcpStream) -> (String, Vec<(String, String)>, Vec<u8>) {
    let head = read_head(stream);
    let mut lines = head.lines();
    let status = lines.next().unwrap()[9..12].to_owned();
    let fields = lines.filter_map(|line| line.split_once(": "));
    let mut fields: Vec<(String, String)> = fields
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    assert!(fields.iter().any(|(name, _)| name == "date"), "{head}");
    let len = fields.iter().find(|(name, _)| name == "content-length");
    let mut body = vec![0; len.map_or(0, |(_, len)| len.parse().unwrap())];
    stream.read_exact(&mut body).unwrap();
    fields.retain(|(name, _)| name != "date" && name != "content-length");
    fields.sort();
    (status, fields, body)
}

#[track_caller]
fn check(stream: &mut TcpStream, composed: TestResponse, what: &str) {
    let (status, fields, body) = read_response(stream);
    let mut expected = composed.headers;
    expected.sort();
    assert_eq!(status, composed.status.to_string(), "{what}");
    assert_eq!(fields, expected, "{what}");
    assert!(body == composed.body, "the body of {what}");
}

fn request(path: &str, encoding: &str, more: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: x\r\naccept-encoding: {encoding}\r\n{more}\r\n")
}

fn composed(path: &str, encoding: &str) -> TestResponse {
    let request = TestRequest::get(path).with("accept-encoding", encoding);
    request.send(site())
}

#[test]
fn every_route_has_the_same_response_the_first_and_the_second_time() {
    let mut stream = connect();
    for entry in &site().table.entries {
        let path = entry.path;
        for encoding in ["br", "gzip", "zstd", "identity"] {
            for _ in 0..2 {
                let request = request(path, encoding, "");
                stream.write_all(request.as_bytes()).unwrap();
                check(&mut stream, composed(path, encoding), &request);
            }
        }
    }
}

#[test]
fn a_current_tag_gets_304_each_time() {
    let mut stream = connect();
    for entry in &site().table.entries {
        if !matches!(entry.target, Target::Page(_) | Target::Asset(_)) {
            continue;
        }
        let tag = composed(entry.path, "br");
        let tag = tag.header("etag").unwrap();
        for tag in [tag, tag, "\"other\"", "*", &format!("W/{tag}")] {
            let line = format!("if-none-match: {tag}\r\n");
            stream
                .write_all(request(entry.path, "br", &line).as_bytes())
                .unwrap();
            let expected = TestRequest::get(entry.path)
                .with("accept-encoding", "br")
                .with("if-none-match", tag)
                .send(site());
            check(&mut stream, expected, &format!("{} with {tag}", entry.path));
        }
    }
}

#[test]
fn cached_responses_stay_in_order_among_pipelined_ones() {
    let paths = [
        "/guide",
        "/guide",
        "/huge.bin",
        "/guide",
        "/none",
        "/old",
        "/assets/large-3c4d.js",
        "/guide",
        "/empty.txt",
        "/",
        "/guide?x=1",
        "/guide",
    ];
    for together in 1..=paths.len() {
        let mut stream = connect();
        for paths in paths.chunks(together) {
            let requests: String = paths.iter().map(|path| request(path, "br", "")).collect();
            stream.write_all(requests.as_bytes()).unwrap();
            for path in paths {
                check(
                    &mut stream,
                    composed(path, "br"),
                    &format!("{path} of {paths:?}"),
                );
            }
        }
    }
}

#[test]
fn the_last_response_has_connection_close() {
    for (version, line, says) in [
        ("1.1", "connection: close\r\n", Some("close")),
        ("1.1", "", None),
        ("1.0", "connection: keep-alive\r\n", Some("keep-alive")),
        ("1.0", "", None),
    ] {
        let mut stream = connect();
        let request = format!("GET /guide HTTP/{version}\r\nhost: x\r\n{line}\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let (_, fields, body) = read_response(&mut stream);
        let said = fields.iter().find(|(name, _)| name == "connection");
        assert_eq!(said.map(|(_, value)| value.as_str()), says, "{request}");
        assert_eq!(body, b"<h1>Guide</h1>");
        if says == Some("close") || version == "1.0" && says.is_none() {
            assert_eq!(stream.read(&mut [0]).unwrap(), 0, "closed");
        }
    }
}
