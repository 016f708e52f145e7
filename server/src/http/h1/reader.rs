//! Parses the requests of a connection, one at a time.
//!
//! In: bytes, in pieces of any size. Out: heads, and the bodies that follow them. Pure: no socket, no clock. The size
//! of the pieces changes neither a request nor a refusal.

use crate::limits::MAX_TARGET;
use crate::respond::refusal::{Refusal, is_request_line, refusal_of};
use actix_http::error::ParseError;
use actix_http::h1::{Codec, Message, MessageType};
use actix_http::{Request, ServiceConfig};
use actix_web::web::{Bytes, BytesMut};
use tokio_util::codec::Decoder;

/// Bytes of the longest request line: the target, a method and a version.
const MAX_REQUEST_LINE: usize = MAX_TARGET + 64;

/// Bytes of a head that are copied, so that a refusal can say what is wrong with it.
const MAX_HEAD_COPY: usize = MAX_TARGET;

/// The first bytes of a client that speaks TLS.
const TLS_HANDSHAKE: &[u8] = &[0x16, 0x03];

/// Bytes that an idle connection may hold.
const IDLE_BUFFER: usize = 4 << 10;

/// Parses the requests of one connection.
pub(super) struct RequestReader {
    buffer: BytesMut,
    codec: Codec,
    scan: HeadScan,
    /// Whether the last head begins with the method HEAD.
    is_head_request: bool,
}

/// The kind of body that follows a head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BodyKind {
    None,
    /// A body whose end is known from its length or its chunks.
    Framed,
    /// Another protocol.
    Endless,
}

/// The next part of a body.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum BodyPart {
    /// Some content.
    Data(Bytes),
    /// The body has ended.
    End,
    /// The rest has not arrived yet.
    Incomplete,
}

/// The body has no valid framing.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MalformedBody;

impl RequestReader {
    pub(super) fn new(config: ServiceConfig) -> RequestReader {
        RequestReader {
            buffer: BytesMut::new(),
            codec: Codec::new(config),
            scan: HeadScan::default(),
            is_head_request: false,
        }
    }

    /// Whether the last request, however malformed, has the method HEAD.
    pub(super) fn is_head_request(&self) -> bool {
        self.is_head_request
    }

    /// Adds what was read from the connection.
    pub(super) fn extend(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
    }

    /// Whether no byte waits to be parsed.
    pub(super) fn is_empty(&self) -> bool {
        self.buffer.is_empty()
    }

    /// Frees the memory that a large request took.
    pub(super) fn shrink(&mut self) {
        if self.buffer.is_empty() && self.buffer.capacity() > IDLE_BUFFER {
            self.buffer = BytesMut::new();
        }
    }

    /// The next head, once it is complete. A head may have `limit` bytes; `head_copy` is a buffer from which the
    /// message about a malformed head is made.
    ///
    /// A head is parsed when its empty line has arrived. It is also parsed when its request line has arrived, so that a
    /// malformed line is refused soon, and each time its length has doubled, so that a slow head costs little.
    pub(super) fn next_request(
        &mut self,
        limit: usize,
        head_copy: &mut Vec<u8>,
    ) -> Result<Option<Request>, Refusal> {
        if self.scan.is_new() {
            self.skip_empty_lines();
        }
        let len = self.buffer.len();
        self.is_head_request = self.buffer.starts_with(b"HEAD ");
        let is_small = len <= MAX_TARGET.min(limit);
        let is_complete = match self.scan.is_new() && is_small {
            // Most heads arrive whole; the parser sees that by itself.
            true => false,
            false => self.scan.advance(&self.buffer, limit)?,
        };
        if len == 0 || !is_complete && !self.scan.should_parse(len) {
            return Ok(None);
        }
        self.scan.record_parse(len);
        head_copy.clear();
        head_copy.extend_from_slice(&self.buffer[..len.min(MAX_HEAD_COPY)]);
        match self.codec.decode(&mut self.buffer) {
            Ok(Some(Message::Item(request))) => {
                self.scan = HeadScan::default();
                Ok(Some(request))
            }
            Ok(None) if !is_complete => Ok(None),
            Ok(_) => Err(Refusal::Malformed("it is not well-formed HTTP/1.1")),
            Err(ParseError::TooLarge) => Err(Refusal::HeadTooLarge),
            Err(_) => malformed(head_copy, is_complete),
        }
    }

    /// Skips the empty lines before a request (RFC 9112, section 2.2).
    fn skip_empty_lines(&mut self) {
        let mut bytes = self.buffer.iter();
        let is_end = |byte: &u8| matches!(byte, b'\r' | b'\n');
        if let Some(begin) = bytes.position(|byte| !is_end(byte)) {
            let _ = self.buffer.split_to(begin);
        } else {
            self.buffer.clear();
        }
    }

    /// The body that follows the last head.
    pub(super) fn body_kind(&self) -> BodyKind {
        match self.codec.message_type() {
            MessageType::None => BodyKind::None,
            MessageType::Payload => BodyKind::Framed,
            MessageType::Stream => BodyKind::Endless,
        }
    }

    /// The next part of the body that follows the head that was read last.
    pub(super) fn next_body_part(&mut self) -> Result<BodyPart, MalformedBody> {
        match self.codec.decode(&mut self.buffer) {
            Ok(Some(Message::Chunk(Some(data)))) => Ok(BodyPart::Data(data)),
            Ok(Some(Message::Chunk(None))) => Ok(BodyPart::End),
            Ok(None) => Ok(BodyPart::Incomplete),
            Ok(Some(Message::Item(_))) | Err(_) => Err(MalformedBody),
        }
    }
}

/// The refusal of a malformed head. It depends on the head alone: on the whole head if that has arrived, else on the
/// request line. Before the end of the request line, the reader waits for more.
fn malformed(head: &[u8], is_complete: bool) -> Result<Option<Request>, Refusal> {
    let mut scan = HeadScan::default();
    let has_end = scan.advance(head, usize::MAX)?;
    if is_complete || has_end {
        return Err(refusal_of(&head[..scan.scanned]));
    }
    if head.starts_with(TLS_HANDSHAKE) {
        return Err(refusal_of(head));
    }
    let line_end = head.iter().position(|byte| *byte == b'\n');
    match line_end.map(|end| &head[..=end]) {
        Some(line) if is_request_line(line) => Ok(None),
        Some(line) => Err(refusal_of(line)),
        None => Ok(None),
    }
}

/// How much of a head has been scanned and parsed.
#[derive(Debug, Default)]
struct HeadScan {
    /// Bytes that were scanned for line ends.
    scanned: usize,
    /// The length of the head when it was parsed last.
    parsed: usize,
    /// Whether the current line has a byte besides its line end.
    has_text: bool,
    /// Whether the request line has ended.
    has_request_line: bool,
    /// Whether the request line had ended when the head was parsed last.
    has_parsed_request_line: bool,
}

impl HeadScan {
    fn is_new(&self) -> bool {
        self.parsed == 0 && self.scanned == 0
    }

    /// Whether an incomplete head of this length is to be parsed.
    fn should_parse(&self, len: usize) -> bool {
        let has_new_line = self.has_request_line && !self.has_parsed_request_line;
        has_new_line || len >= 2 * self.parsed
    }

    fn record_parse(&mut self, len: usize) {
        self.parsed = len;
        self.has_parsed_request_line = self.has_request_line;
    }

    /// Scans the bytes of `head` that are new. Returns whether the head has ended.
    fn advance(&mut self, head: &[u8], limit: usize) -> Result<bool, Refusal> {
        for line in head[self.scanned..].split_inclusive(|byte| *byte == b'\n') {
            self.scanned += line.len();
            self.has_text |= line.iter().any(|byte| !matches!(byte, b'\r' | b'\n'));
            if !self.has_request_line && self.scanned > MAX_REQUEST_LINE {
                return Err(Refusal::TargetTooLong);
            }
            if self.scanned > limit {
                return Err(Refusal::HeadTooLarge);
            }
            if line.ends_with(b"\n") {
                if !self.has_text && self.has_request_line {
                    return Ok(true);
                }
                self.has_request_line |= self.has_text;
                self.has_text = false;
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::rt::System;

    /// The results of reading bytes in pieces of `size`: paths of requests, bodies, and the refusal at the end.
    fn read(bytes: &[u8], size: usize, limit: usize) -> (Vec<String>, Option<Refusal>) {
        System::new().block_on(async {
            let mut reader = RequestReader::new(ServiceConfig::default());
            let mut seen = Vec::new();
            let mut body: Option<Vec<u8>> = None;
            for piece in bytes.chunks(size) {
                reader.extend(piece);
                loop {
                    if let Some(known) = &mut body {
                        match reader.next_body_part().unwrap() {
                            BodyPart::Data(data) => known.extend_from_slice(&data),
                            BodyPart::End => {
                                seen.push(String::from_utf8(body.take().unwrap()).unwrap());
                            }
                            BodyPart::Incomplete => break,
                        }
                        continue;
                    }
                    match reader.next_request(limit, &mut Vec::new()) {
                        Ok(Some(request)) => {
                            seen.push(request.uri().to_string());
                            if reader.body_kind() == BodyKind::Framed {
                                body = Some(Vec::new());
                            }
                        }
                        Ok(None) => break,
                        Err(refusal) => return (seen, Some(refusal)),
                    }
                }
            }
            (seen, None)
        })
    }

    #[track_caller]
    fn check(bytes: &str, limit: usize, seen: &[&str], refusal: Option<Refusal>) {
        for size in [1, 2, 7, 100, 1460, 8192, READ] {
            let (got, refused) = read(bytes.as_bytes(), size, limit);
            assert_eq!(got, seen, "in pieces of {size}");
            assert_eq!(refused, refusal, "in pieces of {size}");
        }
    }

    const LIMIT: usize = 32 << 10;
    const READ: usize = 16 << 10;
    const GET: &str = "GET /a HTTP/1.1\r\nhost: x\r\n\r\n";

    #[test]
    fn requests_and_bodies_are_taken_one_by_one_however_they_are_cut() {
        let post = "POST /b HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\nhello";
        let chunked = "POST /c HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n5\r\nworld\r\n0\r\n\r\n";
        let all = format!("{GET}{post}\r\n{GET}{chunked}{GET}");
        check(
            &all,
            LIMIT,
            &["/a", "/b", "hello", "/a", "/c", "world", "/a"],
            None,
        );
    }

    #[test]
    fn many_small_heads_are_not_one_large_one() {
        let heads = GET.repeat(3000);
        check(&heads, LIMIT, &["/a"; 3000], None);
    }

    #[test]
    fn a_large_head_is_refused_however_it_is_cut() {
        let head = format!(
            "GET / HTTP/1.1\r\nhost: x\r\n{}\r\n",
            "a: b\r\n".repeat(8000)
        );
        check(&head, LIMIT, &[], Some(Refusal::HeadTooLarge));
        let head = format!(
            "GET /a HTTP/1.1\r\nhost: x\r\na: {}\r\n\r\n",
            "b".repeat(30_000)
        );
        check(&head, LIMIT, &["/a"], None);
        check(&head, 1 << 10, &[], Some(Refusal::HeadTooLarge));
    }

    #[test]
    fn a_long_request_line_is_refused_however_it_is_cut() {
        for len in [8300, 20_000, 100_000] {
            let head = format!("GET /{} HTTP/1.1\r\nhost: x\r\n\r\n", "a".repeat(len));
            check(&head, LIMIT, &[], Some(Refusal::TargetTooLong));
        }
    }

    #[test]
    fn a_malformed_head_is_refused_with_the_same_reason_however_it_is_cut() {
        for (head, reason) in [
            (
                "GET / HTTP/1.1\r\nno colon\r\n\r\n",
                "a header field has no colon",
            ),
            ("GET / HTTP/1.1\r\n\r\n", "the host field is missing"),
            (
                "GET / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
                "there are several content-length fields",
            ),
        ] {
            for whole in [head.to_owned(), format!("{head}{GET}")] {
                check(&whole, LIMIT, &[], Some(Refusal::Malformed(reason)));
            }
        }
    }

    #[test]
    fn a_malformed_request_line_is_refused_before_the_head_ends() {
        for (bytes, expected) in [
            ("\u{16}\u{3}", Some("this port speaks HTTP without TLS")),
            ("GET / HTTP/9.9\r\n", None),
            ("GET  / HTTP/1.1\r\n", None),
        ] {
            for size in [1, 3, READ] {
                let (_, refused) = read(bytes.as_bytes(), size, LIMIT);
                assert!(refused.is_some(), "{bytes:?}");
                if let Some(reason) = expected {
                    assert_eq!(refused, Some(Refusal::Malformed(reason)));
                }
            }
        }
    }

    #[test]
    fn empty_lines_between_requests_are_skipped() {
        check(
            &format!("\r\n\r\n{GET}\r\n\n\r\n{GET}"),
            LIMIT,
            &["/a", "/a"],
            None,
        );
    }

    #[test]
    fn an_idle_reader_holds_no_memory_of_a_large_request() {
        System::new().block_on(async {
            let mut reader = RequestReader::new(ServiceConfig::default());
            let head = format!(
                "GET / HTTP/1.1\r\nhost: x\r\na: {}\r\n\r\n",
                "b".repeat(30_000)
            );
            reader.extend(head.as_bytes());
            let request = reader.next_request(LIMIT, &mut Vec::new()).unwrap();
            drop(request.unwrap());
            reader.shrink();
            assert!(reader.buffer.capacity() <= IDLE_BUFFER);
        });
    }
}
