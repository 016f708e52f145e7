//! One test for each assumption about actix-http's codec that [`super`] lists, by its number.

use actix_http::error::ParseError;
use actix_http::h1::{Codec, Message, MessageType};
use actix_http::{ConnectionType, Request, ServiceConfig};
use actix_web::rt::System;
use actix_web::web::BytesMut;
use tokio_util::codec::Decoder;

const NEXT: &str = "GET /next HTTP/1.1\r\nhost: x\r\n\r\n";

/// Runs a test with a codec and a buffer that holds `bytes`. The codec's configuration needs a runtime.
fn with_codec(bytes: &str, test: impl FnOnce(&mut Codec, &mut BytesMut)) {
    System::new().block_on(async {
        let mut codec = Codec::new(ServiceConfig::default());
        test(&mut codec, &mut BytesMut::from(bytes.as_bytes()));
    });
}

fn decode(codec: &mut Codec, buffer: &mut BytesMut) -> Option<Message<Request>> {
    codec.decode(buffer).unwrap()
}

/// The head at the front of the buffer.
fn head(codec: &mut Codec, buffer: &mut BytesMut) -> Request {
    match decode(codec, buffer) {
        Some(Message::Item(request)) => request,
        _ => panic!("no head"),
    }
}

fn is_error(head: &str) -> bool {
    let mut is_error = false;
    with_codec(head, |codec, buffer| {
        is_error = codec.decode(buffer).is_err()
    });
    is_error
}

#[test]
fn a1_one_head_is_taken_and_what_follows_is_left() {
    with_codec(&NEXT.repeat(3), |codec, buffer| {
        assert_eq!(head(codec, buffer).path(), "/next");
        assert_eq!(buffer, NEXT.repeat(2).as_bytes());
        head(codec, buffer);
        head(codec, buffer);
        assert!(buffer.is_empty());
    });
}

#[test]
fn a2_an_incomplete_head_stays_in_the_buffer() {
    let long = format!("GET / HTTP/1.1\r\nhost: x\r\na: {}", "b".repeat(120_000));
    for part in ["G", "GET / HT", &NEXT[..NEXT.len() - 1], &long] {
        with_codec(part, |codec, buffer| {
            assert!(decode(codec, buffer).is_none(), "{} bytes", part.len());
            assert_eq!(buffer, part.as_bytes());
        });
    }
}

#[test]
fn a3_a_body_ends_where_its_framing_says() {
    let length = "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\nhello";
    let chunks = "POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n2;a=b\r\nhe\r\n3\r\nllo\r\n0\r\nc: d\r\n\r\n";
    for request in [length, chunks] {
        with_codec(&format!("{request}{NEXT}"), |codec, buffer| {
            head(codec, buffer);
            let mut body = Vec::new();
            while let Some(Message::Chunk(Some(chunk))) = decode(codec, buffer) {
                body.extend_from_slice(&chunk);
            }
            assert_eq!(body, b"hello", "the loop ends with the end of the body");
            assert_eq!(buffer, NEXT.as_bytes());
            assert_eq!(head(codec, buffer).path(), "/next");
        });
    }
}

#[test]
fn a4_the_message_type_says_whether_a_body_follows() {
    for (fields, expected) in [
        ("", MessageType::None),
        ("content-length: 0\r\n", MessageType::None),
        ("content-length: 1\r\n", MessageType::Payload),
        ("transfer-encoding: chunked\r\n", MessageType::Payload),
    ] {
        let request = format!("GET / HTTP/1.1\r\nhost: x\r\n{fields}\r\n");
        with_codec(&request, |codec, buffer| {
            head(codec, buffer);
            assert_eq!(codec.message_type(), expected, "{fields:?}");
        });
    }
}

#[test]
fn a5_a_head_with_ambiguous_framing_is_an_error() {
    for fields in [
        "content-length: 5\r\ncontent-length: 5\r\n",
        "content-length: 5\r\ncontent-length: 6\r\n",
        "content-length: 5\r\ntransfer-encoding: chunked\r\n",
        "transfer-encoding: chunked\r\ncontent-length: 5\r\n",
        "transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n",
        "transfer-encoding: chunked, chunked\r\n",
        "transfer-encoding: gzip, chunked\r\n",
        "transfer-encoding: identity\r\n",
        "transfer-encoding: xchunked\r\n",
        "content-length: +5\r\n",
        "content-length: -5\r\n",
        "content-length: 5, 5\r\n",
        "content-length: 0x5\r\n",
        "content-length:\r\n",
        "content-length : 5\r\n",
        "transfer-encoding : chunked\r\n",
        "a: b\r\n content-length: 5\r\n",
    ] {
        let request = format!("POST / HTTP/1.1\r\nhost: x\r\n{fields}\r\n");
        assert!(is_error(&request), "{fields:?}");
    }
    let old = "POST / HTTP/1.0\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n";
    assert!(is_error(old));
}

#[test]
fn a6_the_connection_type_follows_the_field_and_the_version() {
    use ConnectionType::{Close, KeepAlive};
    for (version, fields, expected) in [
        ("1.1", "", KeepAlive),
        ("1.1", "connection: close\r\n", Close),
        ("1.1", "connection: foo, CLOSE\r\n", Close),
        ("1.1", "connection: keep-alive, close\r\n", Close),
        ("1.1", "connection: foo\r\nconnection: close\r\n", Close),
        ("1.0", "", Close),
        ("1.0", "connection: keep-alive\r\n", KeepAlive),
    ] {
        let request = format!("GET / HTTP/{version}\r\nhost: x\r\n{fields}\r\n");
        with_codec(&request, |codec, buffer| {
            let request = head(codec, buffer);
            assert_eq!(request.head().connection_type(), expected, "{fields:?}");
        });
    }
}

#[test]
fn a7_only_http_1_1_expects_a_continue() {
    for (version, value, expected) in [
        ("1.1", "100-continue", true),
        ("1.1", "100-Continue", true),
        ("1.1", "something", false),
        ("1.0", "100-continue", false),
    ] {
        let request = format!("GET / HTTP/{version}\r\nhost: x\r\nexpect: {value}\r\n\r\n");
        with_codec(&request, |codec, buffer| {
            let request = head(codec, buffer);
            assert_eq!(request.head().expect(), expected, "{version} {value}");
        });
    }
}

#[test]
fn a8_http_1_1_has_exactly_one_host() {
    assert!(is_error("GET / HTTP/1.1\r\n\r\n"));
    assert!(is_error("GET / HTTP/1.1\r\nhost: a\r\nhost: a\r\n\r\n"));
    assert!(!is_error("GET / HTTP/1.0\r\n\r\n"));
}

#[test]
fn a9_another_protocol_is_a_body_without_an_end() {
    for request in [
        "CONNECT a:1 HTTP/1.1\r\nhost: a:1\r\n\r\n",
        "GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
    ] {
        with_codec(request, |codec, buffer| {
            head(codec, buffer);
            assert_eq!(codec.message_type(), MessageType::Stream, "{request}");
        });
    }
}

#[test]
fn a10_more_fields_than_fit_are_too_large() {
    let request = |fields| {
        let fields = "a: b\r\n".repeat(fields);
        format!("GET / HTTP/1.1\r\nhost: x\r\n{fields}\r\n")
    };
    assert!(!is_error(&request(95)));
    with_codec(&request(96), |codec, buffer| {
        assert!(matches!(codec.decode(buffer), Err(ParseError::TooLarge)));
    });
}
