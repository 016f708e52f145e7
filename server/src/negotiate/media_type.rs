//! Chooses the form of a page: its document or Markdown (RFC 9110, section 12.5.1).
//!
//! In: the `Accept` lines of a request. Out: a [`PageType`]. Never refuses: whoever accepts neither gets the document.

use super::parse_quality;
use actix_web::http::header::{ACCEPT, HeaderMap};

/// A form of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageType {
    /// Its document.
    Html,
    /// Its Markdown twin.
    Markdown,
}

/// The word without which no line asks for Markdown.
const WORD: &[u8] = b"markdown";

/// The form that a client likes best.
///
/// Markdown only for those who name `text/markdown`, and like it no less than HTML: browsers never name it, and who
/// does (`text/markdown, text/html, */*`) wants it. A range such as `text/*` or `*/*` asks for no Markdown.
#[must_use]
pub fn preferred_type(headers: &HeaderMap) -> PageType {
    let mut lines = headers.get_all(ACCEPT);
    if !lines.any(|line| names_markdown(line.as_bytes())) {
        return PageType::Html;
    }
    let liking = Liking::read(headers);
    match liking.markdown {
        Some(markdown) if markdown > 0 && markdown >= liking.html() => PageType::Markdown,
        _ => PageType::Html,
    }
}

fn names_markdown(line: &[u8]) -> bool {
    let mut windows = line.windows(WORD.len());
    windows.any(|window| window.eq_ignore_ascii_case(WORD))
}

/// What a client said, in thousandths of `q`.
#[derive(Debug, Default)]
struct Liking {
    markdown: Option<u16>,
    html: Option<u16>,
    any_text: Option<u16>,
    anything: Option<u16>,
}

impl Liking {
    /// Reads all `Accept` lines; members that are not well-formed are passed over.
    fn read(headers: &HeaderMap) -> Liking {
        let mut liking = Liking::default();
        for line in headers.get_all(ACCEPT) {
            for member in line.to_str().unwrap_or_default().split(',') {
                liking.add(member);
            }
        }
        liking
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
            // Of a type said twice the kinder word counts.
            *slot = (*slot).max(Some(quality));
        }
    }

    /// How much HTML is liked: the most specific word about it counts.
    fn html(&self) -> u16 {
        let said = self.html.or(self.any_text).or(self.anything);
        said.unwrap_or(0)
    }
}
