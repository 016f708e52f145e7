//! Refuses malformed requests and connections beyond the limits, with the reason as a line of text.
//!
//! In: the bytes that the client sent, or the limit that it exceeded. Out: the bytes of a whole response, after which
//! the connection is closed.

use actix_web::http::StatusCode;

/// The reason why a client is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// 400: not HTTP, for this reason.
    Malformed(&'static str),
    /// 408: the head or the body took too long.
    TooSlow,
    /// 414: the request target is too long.
    TargetTooLong,
    /// 431: the head is too large.
    HeadTooLarge,
    /// 501: an unknown transfer coding.
    UnknownCoding,
    /// 505: not HTTP/1.
    AnotherVersion,
    /// 429: the client sends more requests a second than one client may.
    TooManyRequests,
    /// 503: there are too many connections of one address.
    TooManyConnections,
    /// 503: there are too many connections.
    Overloaded,
}

/// Seconds after which a client may retry that exceeded a limit of connections.
const RETRY_AFTER: u32 = 2;

impl Refusal {
    /// The status of the response.
    #[must_use]
    pub fn status(self) -> StatusCode {
        match self {
            Refusal::Malformed(_) => StatusCode::BAD_REQUEST,
            Refusal::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Refusal::TargetTooLong => StatusCode::URI_TOO_LONG,
            Refusal::HeadTooLarge => StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            Refusal::UnknownCoding => StatusCode::NOT_IMPLEMENTED,
            Refusal::AnotherVersion => StatusCode::HTTP_VERSION_NOT_SUPPORTED,
            Refusal::TooManyRequests => StatusCode::TOO_MANY_REQUESTS,
            Refusal::TooManyConnections | Refusal::Overloaded => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// The body of the response: one line.
    #[must_use]
    pub fn message(self) -> String {
        match self {
            Refusal::Malformed(reason) => format!("Bad request: {reason}.\n"),
            Refusal::TooSlow => "The request took too long to arrive.\n".to_owned(),
            Refusal::TargetTooLong => "The request target is too long.\n".to_owned(),
            Refusal::HeadTooLarge => "The request's header fields are too large.\n".to_owned(),
            Refusal::UnknownCoding => "The transfer-encoding is not understood.\n".to_owned(),
            Refusal::AnotherVersion => "The version is neither HTTP/1.1 nor HTTP/1.0.\n".to_owned(),
            Refusal::TooManyRequests => "Too many requests; try again soon.\n".to_owned(),
            Refusal::TooManyConnections => {
                "Too many connections from this address; try again soon.\n".to_owned()
            }
            Refusal::Overloaded => "Too many connections; try again soon.\n".to_owned(),
        }
    }

    /// The whole response; `more` are further lines of its head, each with its line end.
    #[must_use]
    pub fn to_bytes(self, more: &str) -> Vec<u8> {
        let status = self.status();
        let message = self.message();
        let reason = status.canonical_reason().unwrap_or_default();
        let (code, len) = (status.as_u16(), message.len());
        let mut response = format!(
            "HTTP/1.1 {code} {reason}\r\ncontent-length: {len}\r\ncontent-type: text/plain; charset=utf-8\r\n\
             cache-control: no-store\r\nx-content-type-options: nosniff\r\nconnection: close\r\n{more}"
        );
        if matches!(self, Refusal::TooManyConnections | Refusal::Overloaded) {
            response.push_str(&format!("retry-after: {RETRY_AFTER}\r\n"));
        }
        response.push_str("\r\n");
        response.push_str(&message);
        response.into_bytes()
    }
}

/// The refusal of these bytes (RFC 9110, sections 15.6.2 and 15.6.6; RFC 9112, section 6.1).
#[must_use]
pub fn refusal_of(sent: &[u8]) -> Refusal {
    let line = sent.split(|byte| *byte == b'\n').next().unwrap_or_default();
    match diagnose(sent) {
        UNKNOWN_CODING if !line.trim_ascii_end().ends_with(b"HTTP/1.0") => Refusal::UnknownCoding,
        WRONG_VERSION if is_another_version(line.trim_ascii_end()) => Refusal::AnotherVersion,
        reason => Refusal::Malformed(reason),
    }
}

/// Whether a line ends with `HTTP/` and a version from 2 on.
fn is_another_version(line: &[u8]) -> bool {
    let version = line.rsplit(|byte| *byte == b' ').next().unwrap_or_default();
    matches!(
        version,
        [b'H', b'T', b'T', b'P', b'/', b'2'..=b'9', b'.', b'0'..=b'9']
    )
}

const UNKNOWN_CODING: &str = "the transfer-encoding is not understood";
const WRONG_VERSION: &str = "the version is neither HTTP/1.1 nor HTTP/1.0";

/// The error in these bytes.
#[must_use]
pub fn diagnose(sent: &[u8]) -> &'static str {
    if sent.starts_with(&[0x16, 0x03]) {
        return "this port speaks HTTP without TLS";
    }
    if sent.starts_with(b"PRI * HTTP/2") {
        return "HTTP/2 is spoken over TLS only";
    }
    let head = sent.windows(4).position(|window| window == b"\r\n\r\n");
    let mut lines = sent[..head.unwrap_or(sent.len())].split(|byte| *byte == b'\n');
    let request_line = lines.next().unwrap_or_default();
    if let Some(reason) = request_line_error(request_line) {
        return reason;
    }
    let fields: Vec<&[u8]> = lines
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
        .filter(|line| !line.is_empty())
        .collect();
    let target = request_line.split(|byte| *byte == b' ').nth(1);
    let is_encoded = |byte: &u8| byte.is_ascii_graphic() && !b"\"<>\\^`{|}".contains(byte);
    header_fields_error(&fields, request_line).unwrap_or_else(|| match target {
        Some(target) if !target.iter().all(is_encoded) => {
            "the request target holds a character that must be percent-encoded"
        }
        _ => "it is not well-formed HTTP/1.1",
    })
}

/// Whether a line, with or without its end, is a well-formed request line of HTTP/1 (RFC 9112, section 3).
#[must_use]
pub fn is_request_line(line: &[u8]) -> bool {
    request_line_error(line.strip_suffix(b"\n").unwrap_or(line)).is_none()
}

fn request_line_error(line: &[u8]) -> Option<&'static str> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let words: Vec<&[u8]> = line.split(|byte| *byte == b' ').collect();
    if line.iter().any(u8::is_ascii_control) {
        return Some("control characters are not allowed in the request line");
    }
    let [method, target, version] = words[..] else {
        return Some("the request line is not `METHOD target HTTP/1.1`");
    };
    if method.is_empty() || !method.iter().all(|byte| is_token(*byte)) {
        return Some("the method is not a token");
    }
    if ![b"HTTP/1.1".as_slice(), b"HTTP/1.0"].contains(&version) {
        return Some(WRONG_VERSION);
    }
    let is_form = target.starts_with(b"/") || target == b"*" || method == b"CONNECT";
    let is_absolute = [b"http://".as_slice(), b"https://"]
        .iter()
        .any(|scheme| target.starts_with(scheme));
    (!is_form && !is_absolute).then_some("the request target must begin with a slash")
}

fn header_fields_error(fields: &[&[u8]], request_line: &[u8]) -> Option<&'static str> {
    let mut hosts = 0;
    let mut lengths = Vec::new();
    let mut is_coded = false;
    for field in fields {
        if field.starts_with(b" ") || field.starts_with(b"\t") {
            return Some("a header field is folded over two lines");
        }
        let Some(colon) = field.iter().position(|byte| *byte == b':') else {
            return Some("a header field has no colon");
        };
        let (name, value) = (&field[..colon], field[colon + 1..].trim_ascii());
        if name.is_empty() || !name.iter().all(|byte| is_token(*byte)) {
            return Some("the name of a header field is not a token");
        }
        if value
            .iter()
            .any(|byte| byte.is_ascii_control() && *byte != b'\t')
        {
            return Some("control characters are not allowed in a header field");
        }
        hosts += usize::from(name.eq_ignore_ascii_case(b"host"));
        is_coded |= name.eq_ignore_ascii_case(b"transfer-encoding");
        if name.eq_ignore_ascii_case(b"content-length") {
            lengths.push(value);
        }
    }
    let is_number = |value: &&[u8]| !value.is_empty() && value.iter().all(u8::is_ascii_digit);
    match lengths[..] {
        [_, _, ..] => Some("there are several content-length fields"),
        [length] if !is_number(&length) => Some("the content-length is not a number"),
        [_] if is_coded => Some("there are both content-length and transfer-encoding"),
        _ if is_coded => Some(UNKNOWN_CODING),
        _ if hosts > 1 => Some("there are several host fields"),
        _ if hosts == 0 && request_line.trim_ascii_end().ends_with(b"1.1") => {
            Some("the host field is missing")
        }
        _ => None,
    }
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_error_in_a_head_has_its_own_reason() {
        let host = "GET / HTTP/1.1\r\nhost: x\r\n";
        for (sent, reason) in [
            ("\u{16}\u{3}\u{1}", "this port speaks HTTP without TLS"),
            ("PRI * HTTP/2.0\r\n\r\n", "HTTP/2 is spoken over TLS only"),
            (
                "nonsense\r\n\r\n",
                "the request line is not `METHOD target HTTP/1.1`",
            ),
            (
                "GET / HTTP/9.9\r\n\r\n",
                "the version is neither HTTP/1.1 nor HTTP/1.0",
            ),
            ("GE(T / HTTP/1.1\r\n\r\n", "the method is not a token"),
            (
                "GET guide HTTP/1.1\r\n\r\n",
                "the request target must begin with a slash",
            ),
            ("GET / HTTP/1.1\r\n\r\n", "the host field is missing"),
            ("GET / HTTP/1.0\r\n\r\n", "it is not well-formed HTTP/1.1"),
        ] {
            assert_eq!(diagnose(sent.as_bytes()), reason, "for {sent:?}");
        }
        for (field, reason) in [
            ("host: y", "there are several host fields"),
            (" folded", "a header field is folded over two lines"),
            ("no colon", "a header field has no colon"),
            ("bad name: x", "the name of a header field is not a token"),
            (
                "a: \u{1}",
                "control characters are not allowed in a header field",
            ),
            ("content-length: x", "the content-length is not a number"),
            (
                "content-length: 1\r\ncontent-length: 2",
                "there are several content-length fields",
            ),
            (
                "transfer-encoding: gzip",
                "the transfer-encoding is not understood",
            ),
        ] {
            let sent = format!("{host}{field}\r\n\r\n");
            assert_eq!(diagnose(sent.as_bytes()), reason, "for {field:?}");
        }
    }

    #[test]
    fn the_length_of_a_refusal_is_that_of_its_body() {
        let response = String::from_utf8(Refusal::Overloaded.to_bytes("")).unwrap();
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 503 Service Unavailable\r\n"));
        assert!(head.contains("\r\nretry-after: 2"));
        assert!(head.contains(&format!("\r\ncontent-length: {}\r\n", body.len())));
    }
}
