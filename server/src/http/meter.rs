//! Measures the head of a request while it arrives.
//!
//! In: what was read, piece by piece. Out: the limit it breaks. Pure. A head that came whole and small costs a look at
//! its last bytes.

use crate::limits::MAX_TARGET;
use crate::respond::refusal::Refusal;

/// More than a request line has besides its target.
const MAX_LINE: usize = MAX_TARGET + 64;

/// The head that is arriving.
#[derive(Debug, Default)]
pub(super) struct Meter {
    /// Bytes since the last empty line.
    bytes: usize,
    /// Whether its first line has ended.
    has_line: bool,
    /// Whether the line under way has more than its end.
    has_text: bool,
    /// Whether the request is one that may have a body.
    may_have_body: bool,
    /// Whether the head of such a request has ended, so that what comes is no head.
    is_past: bool,
}

impl Meter {
    /// The next request begins.
    pub(super) fn reset(&mut self) {
        *self = Meter::default();
    }

    /// Adds what was read of a head that may have `limit` bytes.
    pub(super) fn feed(&mut self, piece: &[u8], limit: usize) -> Option<Refusal> {
        if self.is_past {
            return None;
        }
        if self.bytes == 0 {
            self.may_have_body = may_have_body(piece);
        }
        if !self.may_have_body && self.bytes + piece.len() <= MAX_TARGET.min(limit) {
            if piece.ends_with(b"\r\n\r\n") {
                self.reset();
            } else {
                self.bytes += piece.len();
                let line = piece.rsplit(|byte| *byte == b'\n').next();
                let is_new = line.is_some_and(|line| line.len() < piece.len());
                self.has_line |= is_new;
                self.has_text = has_text(line.unwrap_or_default()) || (self.has_text && !is_new);
            }
            return None;
        }
        self.feed_lines(piece, limit)
    }

    fn feed_lines(&mut self, piece: &[u8], limit: usize) -> Option<Refusal> {
        for line in piece.split_inclusive(|byte| *byte == b'\n') {
            if self.bytes == 0 {
                self.may_have_body = may_have_body(line);
            }
            self.bytes += line.len();
            self.has_text |= has_text(line);
            if !self.has_line && self.bytes > MAX_LINE {
                return Some(Refusal::TargetTooLong);
            }
            if self.bytes > limit {
                return Some(Refusal::HeadTooLarge);
            }
            if line.ends_with(b"\n") {
                match self.has_text {
                    true => self.has_line = true,
                    false if self.has_line && self.may_have_body => {
                        self.is_past = true;
                        return None;
                    }
                    false => self.reset(),
                }
                self.has_text = false;
            }
        }
        None
    }
}

/// Those that browsers ask for pages with have none.
fn may_have_body(head: &[u8]) -> bool {
    !head.starts_with(b"GET ") && !head.starts_with(b"HEAD ")
}

fn has_text(line: &[u8]) -> bool {
    line.iter().any(|byte| !matches!(byte, b'\r' | b'\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feed_all(pieces: &[&[u8]], limit: usize) -> Option<Refusal> {
        let mut meter = Meter::default();
        pieces.iter().find_map(|piece| meter.feed(piece, limit))
    }

    #[test]
    fn a_large_head_is_refused_however_it_is_cut() {
        let head = format!("GET / HTTP/1.1\r\n{}\r\n", "a: bbbbbbbbbb\r\n".repeat(4000));
        for size in [1, 7, 100, 8192, 70_000] {
            let pieces: Vec<&[u8]> = head.as_bytes().chunks(size).collect();
            assert_eq!(
                feed_all(&pieces, 32 << 10),
                Some(Refusal::HeadTooLarge),
                "in pieces of {size}"
            );
            assert_eq!(feed_all(&pieces, 128 << 10), None);
        }
    }

    #[test]
    fn a_long_first_line_is_a_long_target() {
        let head = format!("GET /{} HTTP/1.1\r\nhost: x\r\n\r\n", "a".repeat(9000));
        for size in [1, 100, 70_000] {
            let pieces: Vec<&[u8]> = head.as_bytes().chunks(size).collect();
            assert_eq!(feed_all(&pieces, 32 << 10), Some(Refusal::TargetTooLong));
        }
    }

    #[test]
    fn many_small_heads_are_not_one_large_one() {
        let heads = "GET / HTTP/1.1\r\nhost: x\r\n\r\n".repeat(5000);
        for size in [13, 100, 8192, 1 << 20] {
            let pieces: Vec<&[u8]> = heads.as_bytes().chunks(size).collect();
            assert_eq!(feed_all(&pieces, 32 << 10), None, "in pieces of {size}");
        }
    }

    #[test]
    fn a_body_is_no_head() {
        let head = "\r\nPOST /multi_search HTTP/1.1\r\ncontent-length: 65536\r\n\r\n";
        let request = format!("{head}{}", " ".repeat(64 << 10));
        for size in [1, 13, head.len(), 8192, 1 << 20] {
            let pieces: Vec<&[u8]> = request.as_bytes().chunks(size).collect();
            assert_eq!(feed_all(&pieces, 32 << 10), None, "in pieces of {size}");
        }
        let long = format!(
            "POST / HTTP/1.1\r\n{}\r\n",
            "a: bbbbbbbbbb\r\n".repeat(4000)
        );
        let pieces: Vec<&[u8]> = long.as_bytes().chunks(100).collect();
        assert_eq!(feed_all(&pieces, 32 << 10), Some(Refusal::HeadTooLarge));
    }
}
