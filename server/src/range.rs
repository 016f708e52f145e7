//! Reads `Range` (RFC 9110, section 14).
//!
//! In: the request's headers and the length of the selected body, encoded as it is sent. Out: a [`RangeSelection`]. A
//! single range is honoured. Several ranges get the whole body, which section 14.2 allows, so that no response needs
//! `multipart/byteranges`. A malformed field counts as absent.

use actix_web::http::header::{HeaderMap, RANGE};

/// The part of the body to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RangeSelection {
    /// 200 with everything.
    Whole,
    /// 206 with the bytes from `first` to `last`, both included.
    Part {
        /// First byte.
        first: u64,
        /// Last byte.
        last: u64,
    },
    /// 416: no byte of the range exists.
    Unsatisfiable,
}

/// The part that a request asks for, of a body of `len` bytes.
#[must_use]
pub fn select_range(headers: &HeaderMap, len: u64) -> RangeSelection {
    let mut lines = headers.get_all(RANGE);
    let (Some(line), None) = (lines.next(), lines.next()) else {
        return RangeSelection::Whole;
    };
    line.to_str()
        .ok()
        .and_then(single_range)
        .map_or(RangeSelection::Whole, |range| satisfy(range, len))
}

/// A range as written (`range-spec`).
#[derive(Clone, Copy)]
enum RangeSpec {
    /// `first-` or `first-last`.
    From { first: u64, last: Option<u64> },
    /// `-length`.
    Suffix { length: u64 },
}

/// The only member of `bytes=…`; empty list members do not count (section 5.6.1).
fn single_range(line: &str) -> Option<RangeSpec> {
    let (unit, set) = line.split_once('=')?;
    if !unit.trim_ascii().eq_ignore_ascii_case("bytes") {
        return None;
    }
    let mut members = set
        .split(',')
        .map(str::trim_ascii)
        .filter(|member| !member.is_empty());
    let range = parse_range(members.next()?)?;
    members.next().is_none().then_some(range)
}

fn parse_range(text: &str) -> Option<RangeSpec> {
    let (first, last) = text.split_once('-')?;
    if first.is_empty() {
        let length = parse_position(last)?;
        return Some(RangeSpec::Suffix { length });
    }
    let first = parse_position(first)?;
    if last.is_empty() {
        return Some(RangeSpec::From { first, last: None });
    }
    let last = parse_position(last)?;
    (first <= last).then_some(RangeSpec::From {
        first,
        last: Some(last),
    })
}

/// A number; one that is too large for a `u64` counts as the largest.
fn parse_position(digits: &str) -> Option<u64> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(u64::MAX))
}

fn satisfy(range: RangeSpec, len: u64) -> RangeSelection {
    match range {
        RangeSpec::Suffix { length: 0 } => RangeSelection::Unsatisfiable,
        // The suffix of an empty body is satisfiable, but no `Content-Range` can name it.
        RangeSpec::Suffix { .. } if len == 0 => RangeSelection::Whole,
        RangeSpec::Suffix { length } => RangeSelection::Part {
            first: len - length.min(len),
            last: len - 1,
        },
        RangeSpec::From { first, .. } if first >= len => RangeSelection::Unsatisfiable,
        RangeSpec::From { first, last } => RangeSelection::Part {
            first,
            last: last.unwrap_or(u64::MAX).min(len - 1),
        },
    }
}
