//! Chooses the media type of a page: HTML or Markdown (RFC 9110, section 12.5.1).
//!
//! In: the `Accept` lines of a request. Out: a [`PageType`]. Never fails: a client that accepts neither gets HTML.

use super::parse_quality;
use actix_web::http::header::{ACCEPT, HeaderMap};

/// A media type of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageType {
    /// `text/html`: the page's document.
    Html,
    /// `text/markdown`: the page's Markdown twin.
    Markdown,
}

/// A line without this word does not ask for Markdown.
const WORD: &[u8] = b"markdown";

/// The media type that a client prefers.
///
/// This is Markdown only if the client names `text/markdown` with at least the weight of HTML. Browsers never name it; a
/// client that does (`text/markdown, text/html, */*`) wants it. A range such as `text/*` or `*/*` does not select Markdown.
#[must_use]
pub fn preferred_type(headers: &HeaderMap) -> PageType {
    let mut lines = headers.get_all(ACCEPT);
    if !lines.any(|line| names_markdown(line.as_bytes())) {
        return PageType::Html;
    }
    let weights = AcceptWeights::read(headers);
    match weights.markdown {
        Some(markdown) if markdown > 0 && markdown >= weights.html() => PageType::Markdown,
        _ => PageType::Html,
    }
}

fn names_markdown(line: &[u8]) -> bool {
    let mut windows = line.windows(WORD.len());
    windows.any(|window| window.eq_ignore_ascii_case(WORD))
}

/// The weights of `Accept`, in thousandths.
#[derive(Debug, Default)]
struct AcceptWeights {
    markdown: Option<u16>,
    html: Option<u16>,
    any_text: Option<u16>,
    anything: Option<u16>,
}

impl AcceptWeights {
    /// Reads all `Accept` lines; malformed members are ignored.
    fn read(headers: &HeaderMap) -> AcceptWeights {
        let mut weights = AcceptWeights::default();
        for line in headers.get_all(ACCEPT) {
            for member in line.to_str().unwrap_or_default().split(',') {
                weights.add(member);
            }
        }
        weights
    }

    fn add(&mut self, member: &str) {
        let (name, parameters) = member.split_once(';').unwrap_or((member, ""));
        let name = name.trim_ascii();
        let slot = if name.eq_ignore_ascii_case("text/markdown") {
            &mut self.markdown
        } else if name.eq_ignore_ascii_case("text/html") {
            &mut self.html
        } else if name.eq_ignore_ascii_case("text/*") {
            &mut self.any_text
        } else if name == "*/*" {
            &mut self.anything
        } else {
            return;
        };
        if let Some(quality) = parse_quality(parameters) {
            // If a type occurs twice, the higher weight counts.
            *slot = (*slot).max(Some(quality));
        }
    }

    /// The weight of HTML, from the most specific range that matches it.
    fn html(&self) -> u16 {
        let weight = self.html.or(self.any_text).or(self.anything);
        weight.unwrap_or(0)
    }
}
