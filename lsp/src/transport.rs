//! Reads and writes messages with their `Content-Length`, as the base protocol of LSP has them.
//!
//! The reader of `lsp-server` allocates whatever a client announces, and ends at the first message that is not JSON. This one has
//! limits, and goes on after a message that it cannot use.

use lsp_server::{ErrorCode, Message};
use serde_json::json;
use std::io::{self, BufRead, Read, Write};

/// The largest message in bytes; the text of the largest file fits, escaped.
const MAX_MESSAGE: u64 = 80 * 1024 * 1024;

/// The longest line of a header in bytes.
const MAX_HEADER_LINE: u64 = 4096;

/// The most lines of a header.
const MAX_HEADER_LINES: usize = 32;

/// A message, or why it cannot be read.
#[derive(Debug)]
pub(crate) enum Frame {
    /// A message.
    Message(Message),
    /// What cannot be used; the text is for the client.
    Invalid(ErrorCode, String),
}

/// Reads the next message; `None` at the end of the input, or where no header can be found any more.
pub(crate) fn read_frame(input: &mut dyn BufRead) -> io::Result<Option<Frame>> {
    let length = match read_header(input)? {
        Header::End => return Ok(None),
        Header::Invalid(message) => {
            return Ok(Some(Frame::Invalid(ErrorCode::InvalidRequest, message)));
        }
        Header::Length(length) => length,
    };
    if length > MAX_MESSAGE {
        io::copy(&mut input.take(length), &mut io::sink())?;
        let message = format!("the message has {length} bytes, at most {MAX_MESSAGE} are read");
        return Ok(Some(Frame::Invalid(ErrorCode::InvalidRequest, message)));
    }
    // The buffer grows with what arrives, not with what is announced.
    let mut body = Vec::new();
    input.take(length).read_to_end(&mut body)?;
    if (body.len() as u64) < length {
        return Ok(None);
    }
    Ok(Some(parse(&body)))
}

fn parse(body: &[u8]) -> Frame {
    let value = match serde_json::from_slice::<serde_json::Value>(body) {
        Ok(value) => value,
        Err(error) => return Frame::Invalid(ErrorCode::ParseError, error.to_string()),
    };
    match serde_json::from_value(value) {
        Ok(message) => Frame::Message(message),
        Err(_) => {
            let message = "the message is no request, response or notification of JSON-RPC 2.0";
            Frame::Invalid(ErrorCode::InvalidRequest, message.to_owned())
        }
    }
}

enum Header {
    Length(u64),
    Invalid(String),
    End,
}

fn read_header(input: &mut dyn BufRead) -> io::Result<Header> {
    let mut length = None;
    let mut invalid = None;
    for _ in 0..MAX_HEADER_LINES {
        let mut line = Vec::new();
        input.take(MAX_HEADER_LINE).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(Header::End);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        if line.is_empty() {
            match (length, invalid) {
                (Some(length), None) => return Ok(Header::Length(length)),
                (None, None) if length.is_none() => {
                    return Ok(Header::Invalid("`Content-Length` is missing".to_owned()));
                }
                (_, invalid) => return Ok(Header::Invalid(invalid.unwrap_or_default())),
            }
        }
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        if name.eq_ignore_ascii_case("content-length") {
            match value.trim().parse() {
                Ok(number) => length = Some(number),
                Err(_) => invalid = Some("`Content-Length` is no number".to_owned()),
            }
        }
    }
    Ok(Header::Invalid(
        "the header of a message has too many lines".to_owned(),
    ))
}

/// Writes a message.
pub(crate) fn write_message(output: &mut dyn Write, message: &Message) -> io::Result<()> {
    let mut output = output;
    message.write(&mut output)
}

/// Writes the answer to a message whose id is not known.
pub(crate) fn write_error(
    output: &mut dyn Write,
    code: ErrorCode,
    message: &str,
) -> io::Result<()> {
    let error = json!({"code": code as i32, "message": message});
    let body = json!({"jsonrpc": "2.0", "id": null, "error": error}).to_string();
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(input: &[u8]) -> Vec<String> {
        let mut input = input;
        let mut found = Vec::new();
        while let Some(frame) = read_frame(&mut input).unwrap() {
            found.push(match frame {
                Frame::Message(Message::Notification(one)) => one.method,
                Frame::Message(other) => format!("{other:?}"),
                Frame::Invalid(code, message) => format!("{}: {message}", code as i32),
            });
        }
        found
    }

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    #[test]
    fn reading_goes_on_after_a_message_that_is_no_use() {
        let good = framed(r#"{"jsonrpc":"2.0","method":"m"}"#);
        let input = [
            framed("{"),
            good.clone(),
            framed("[]"),
            "Content-Length: x\r\n\r\n".to_owned(),
            "Content-Type: a\r\n\r\n".to_owned(),
            good.replace("Content-Length", "content-type: utf-8\r\ncontent-length"),
            "Content-Length: 50\r\n\r\n{}".to_owned(),
        ];
        let found = read_all(input.concat().as_bytes());
        let starts = ["-32700", "m", "-32600", "-32600", "-32600", "m"];
        assert_eq!(found.len(), starts.len(), "{found:?}");
        for (one, start) in found.iter().zip(starts) {
            assert!(one.starts_with(start), "{one} {start}");
        }
    }

    #[test]
    fn an_announced_length_reserves_no_memory() {
        let huge = format!("Content-Length: {}\r\n\r\nabc", u64::MAX);
        assert_eq!(read_all(huge.as_bytes()).len(), 1);
        let long = format!("Content-Length: {MAX_MESSAGE}\r\n\r\nabc");
        assert_eq!(read_all(long.as_bytes()), [""; 0]);
        let endless = "x".repeat(1 << 20);
        assert!(read_all(endless.as_bytes()).len() < 10);
    }
}
