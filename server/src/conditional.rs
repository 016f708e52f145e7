//! Evaluates the preconditions of a request (RFC 9110, section 13).
//!
//! In: the request's headers and the entity tag of the selected representation. Out: a [`PreconditionOutcome`]. Resources have no
//! modification date (it would make builds irreproducible), so `If-Modified-Since` and `If-Unmodified-Since` are
//! ignored, as section 13.1.3 asks.

use actix_web::http::header::{HeaderMap, IF_MATCH, IF_NONE_MATCH, IF_RANGE};

/// The result of evaluating the preconditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreconditionOutcome {
    /// All hold, or there are none.
    Proceed,
    /// 304: the client has it.
    NotModified,
    /// 412: the client meant another version.
    Failed,
}

/// Evaluates in the order of section 13.2.2: `If-Match` before `If-None-Match`.
#[must_use]
pub fn evaluate_preconditions(headers: &HeaderMap, current: ETag<'_>) -> PreconditionOutcome {
    let names = |field, is_current: &dyn Fn(ETag<'_>) -> bool| {
        let mut lines = headers.get_all(field).filter_map(|line| line.to_str().ok());
        lines.any(|line| line.trim_ascii() == "*" || list_tags(line).any(is_current))
    };
    if headers.contains_key(IF_MATCH) && !names(IF_MATCH, &|tag| tag.strong_eq(current)) {
        return PreconditionOutcome::Failed;
    }
    if names(IF_NONE_MATCH, &|tag| tag.weak_eq(current)) {
        return PreconditionOutcome::NotModified;
    }
    PreconditionOutcome::Proceed
}

/// Whether a `Range` may be honoured: there is no `If-Range`, or it holds the current tag (section 13.1.5).
///
/// A date never matches, for there is no modification date to compare it with.
#[must_use]
pub fn range_may_apply(headers: &HeaderMap, current: ETag<'_>) -> bool {
    let mut lines = headers.get_all(IF_RANGE);
    let Some(line) = lines.next() else {
        return true;
    };
    let is_current = line
        .to_str()
        .ok()
        .and_then(|line| ETag::parse(line.trim_ascii()))
        .is_some_and(|(tag, rest)| rest.is_empty() && tag.strong_eq(current));
    is_current && lines.next().is_none()
}

/// An entity tag (RFC 9110, section 8.8.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ETag<'a> {
    is_weak: bool,
    /// With its quotes.
    opaque: &'a str,
}

impl<'a> ETag<'a> {
    /// The strong tag of a stored body, given with its quotes.
    #[must_use]
    pub const fn strong(opaque: &'a str) -> ETag<'a> {
        ETag {
            is_weak: false,
            opaque,
        }
    }

    /// Whether both are strong and have the same value (section 8.8.3.2).
    #[must_use]
    pub fn strong_eq(self, other: ETag<'_>) -> bool {
        !self.is_weak && !other.is_weak && self.opaque == other.opaque
    }

    /// Whether both have the same value, weak or not (section 8.8.3.2).
    #[must_use]
    pub fn weak_eq(self, other: ETag<'_>) -> bool {
        self.opaque == other.opaque
    }

    /// The tag at the beginning of `text`, and what follows it.
    fn parse(text: &'a str) -> Option<(ETag<'a>, &'a str)> {
        let (is_weak, quoted) = match text.strip_prefix("W/") {
            Some(quoted) => (true, quoted),
            None => (false, text),
        };
        let len = quoted.strip_prefix('"')?.find('"')? + 2;
        let (opaque, rest) = quoted.split_at(len);
        Some((ETag { is_weak, opaque }, rest))
    }
}

/// The tags of one line, up to the first syntax error. A tag may contain a comma, so `split(',')` is not used.
fn list_tags(line: &str) -> impl Iterator<Item = ETag<'_>> {
    let mut rest = line;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches([',', ' ', '\t']);
        let (tag, after) = ETag::parse(rest)?;
        let after = after.trim_start_matches([' ', '\t']);
        if !after.is_empty() && !after.starts_with(',') {
            return None;
        }
        rest = after;
        Some(tag)
    })
}
