//! Malformed HTTP/2: the outcome of each protocol error, in the order of RFC 9113.
//!
//! Where the standard names another error code, the crate `h2` often sends `PROTOCOL_ERROR`; the connection ends anyway.

mod cases;
mod floods;
mod stepwise;

use crate::tls::https::{SHORT, TlsClientStream, client, connect, settings, start};
use rustls::version::TLS13;
use std::io::{Read, Write};
use std::net::SocketAddr;
use std::sync::OnceLock;
use std::time::Duration;

const DATA: u8 = 0;
const HEADERS: u8 = 1;
const PRIORITY: u8 = 2;
const RESET: u8 = 3;
const SETTINGS: u8 = 4;
const PUSH: u8 = 5;
const PING: u8 = 6;
const GOAWAY: u8 = 7;
const WINDOW: u8 = 8;
const CONTINUATION: u8 = 9;

const END_STREAM: u8 = 1;
const ACK: u8 = 1;
const END_HEADERS: u8 = 4;
const PADDED: u8 = 8;
const PRIORITIZED: u8 = 0x20;
const WHOLE_REQUESTS: u8 = END_STREAM | END_HEADERS;

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// `GET /` of `localhost`, compressed.
const GET: &[u8] = b"\x82\x87\x84\x01\x09localhost";
/// A header block, encoded with HPACK: `POST /` of `localhost`.
const POST: &[u8] = b"\x83\x87\x84\x01\x09localhost";

/// The payload of the tests' PING frames. Their acknowledgement shows that the connection is open.
const PING_PAYLOAD: &[u8; 8] = b"are you?";

/// The outcome of a protocol error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// The whole connection ends, with this code.
    Away(u32),
    /// The connection ends without a frame.
    Closed,
    /// This stream ends, with this code.
    Reset(u32, u32),
    /// Nothing ends.
    Fine,
}
use Outcome::{Away, Closed, Fine, Reset};

const PROTOCOL_ERROR: u32 = 1;
const REFUSED_STREAM: u32 = 7;
const ENHANCE_YOUR_CALM: u32 = 11;

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let len = (payload.len() as u32).to_be_bytes();
    let mut bytes = vec![len[1], len[2], len[3], kind, flags];
    bytes.extend(stream.to_be_bytes());
    bytes.extend(payload);
    bytes
}

fn get(stream: u32) -> Vec<u8> {
    frame(HEADERS, WHOLE_REQUESTS, stream, GET)
}

fn setting(id: u16, value: u32) -> Vec<u8> {
    let mut payload = id.to_be_bytes().to_vec();
    payload.extend(value.to_be_bytes());
    frame(SETTINGS, 0, 0, &payload)
}

/// A field that is not compressed.
fn field(name: &str, value: &str) -> Vec<u8> {
    let mut bytes = vec![0, name.len() as u8];
    bytes.extend(name.as_bytes());
    bytes.push(value.len() as u8);
    bytes.extend(value.as_bytes());
    bytes
}

struct Frame {
    kind: u8,
    flags: u8,
    stream: u32,
    payload: Vec<u8>,
}

impl Frame {
    fn is_ping_ack(&self) -> bool {
        self.kind == PING && self.flags == ACK && self.payload == PING_PAYLOAD
    }
}

fn read_frame(stream: &mut TlsClientStream) -> Option<Frame> {
    let mut head = [0; 9];
    stream.read_exact(&mut head).ok()?;
    let len = u32::from_be_bytes([0, head[0], head[1], head[2]]);
    let mut payload = vec![0; len as usize];
    stream.read_exact(&mut payload).ok()?;
    Some(Frame {
        kind: head[3],
        flags: head[4],
        stream: u32::from_be_bytes([head[5], head[6], head[7], head[8]]),
        payload,
    })
}

fn number(bytes: &[u8]) -> u32 {
    u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}

fn address() -> SocketAddr {
    static ADDRESS: OnceLock<SocketAddr> = OnceLock::new();
    *ADDRESS.get_or_init(|| start(settings()).address)
}

fn open(address: SocketAddr) -> TlsClientStream {
    connect(address, client(&[&TLS13], &["h2"])).unwrap()
}

/// Sends frames after the preface and returns their outcome.
fn send(bytes: &[u8]) -> Outcome {
    let mut stream = open(address());
    let hello = [PREFACE, &frame(SETTINGS, 0, 0, &[])].concat();
    send_raw(&mut stream, &[&hello, bytes].concat())
}

fn send_raw(stream: &mut TlsClientStream, bytes: &[u8]) -> Outcome {
    // The write may fail, because the server may have closed the connection.
    let _ = stream.write_all(bytes);
    let _ = stream.write_all(&frame(PING, 0, 0, PING_PAYLOAD));
    let _ = stream.flush();
    outcome(stream)
}

/// The frames up to the second acknowledged PING, GOAWAY or the end. `RST_STREAM` may come after the first
/// acknowledgement, but always before the second.
fn listen(stream: &mut TlsClientStream) -> Vec<Frame> {
    let mut frames = Vec::new();
    let mut signs = 0;
    while let Some(frame) = read_frame(stream) {
        if frame.is_ping_ack() {
            signs += 1;
            let _ = stream.write_all(&self::frame(PING, 0, 0, PING_PAYLOAD));
            let _ = stream.flush();
        }
        let closes_connection = signs == 2 || frame.kind == GOAWAY;
        frames.push(frame);
        if closes_connection {
            break;
        }
    }
    frames
}

fn outcome(stream: &mut TlsClientStream) -> Outcome {
    let frames = listen(stream);
    if let Some(away) = frames.last().filter(|frame| frame.kind == GOAWAY) {
        return Away(number(&away.payload[4..]));
    }
    if frames.iter().filter(|frame| frame.is_ping_ack()).count() < 2 {
        return Closed;
    }
    let reset = frames.iter().rfind(|frame| frame.kind == RESET);
    reset.map_or(Fine, |frame| Reset(frame.stream, number(&frame.payload)))
}

#[test]
fn each_protocol_error_has_the_outcome_of_the_standard() {
    let mut wrong = Vec::new();
    for (name, bytes, expected) in cases::cases() {
        let outcome = send(&bytes);
        if outcome != expected {
            wrong.push(format!("{name}: {outcome:?} instead of {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_malformed_preface_ends_the_connection() {
    for preface in [
        &b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"[..],
        b"PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n",
    ] {
        let outcome = send_raw(&mut open(address()), preface);
        assert!(
            [Away(PROTOCOL_ERROR), Closed].contains(&outcome),
            "{outcome:?}"
        );
    }
}

#[test]
fn a_head_without_end_ends_the_connection() {
    let mut bytes = frame(HEADERS, END_STREAM, 1, GET);
    for _ in 0..2000 {
        bytes.extend(frame(CONTINUATION, 0, 1, &field("a", "b")));
    }
    assert_eq!(send(&bytes), Away(ENHANCE_YOUR_CALM));
    let empty: Vec<u8> = (0..20_000)
        .flat_map(|_| frame(CONTINUATION, 0, 1, &[]))
        .collect();
    let bytes = [frame(HEADERS, END_STREAM, 1, GET), empty].concat();
    assert_eq!(send(&bytes), Away(ENHANCE_YOUR_CALM));
}

#[test]
fn a_client_that_stalls_inside_a_frame_or_a_head_is_disconnected() {
    let mut settings = settings();
    settings.limits.request = SHORT;
    let address = start(settings).address;
    let hello = [PREFACE, &frame(SETTINGS, 0, 0, &[])].concat();
    let unfinished_request = frame(HEADERS, END_STREAM, 1, GET);
    for (sent, expected) in [
        (PREFACE[..10].to_vec(), Closed),
        ([&hello, &get(1)[..5]].concat(), Away(ENHANCE_YOUR_CALM)),
        ([&hello, &get(1)[..12]].concat(), Away(ENHANCE_YOUR_CALM)),
        (
            [&hello[..], &unfinished_request].concat(),
            Away(ENHANCE_YOUR_CALM),
        ),
    ] {
        let mut stream = open(address);
        stream.write_all(&sent).unwrap();
        let outcome = outcome(&mut stream);
        assert_eq!(outcome, expected, "for {sent:?}");
    }
}
