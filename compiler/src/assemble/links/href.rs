//! Links as a browser is given them.

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

/// What an author may leave raw in a url and a browser would not.
pub(crate) const URL: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'`')
    .add(b'{')
    .add(b'}')
    .add(b'\\')
    .add(b'^')
    .add(b'|');

/// A resolved link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Href {
    /// What a browser is given.
    pub(crate) url: String,
    /// Whether it leads away from the reader: to another site, or to a plain file.
    pub(crate) is_elsewhere: bool,
}

impl Href {
    /// The attributes of an `<a>`.
    pub(crate) fn attributes(&self, title: &str) -> String {
        let mut text = format!(" href=\"{}\"", escape(&self.url));
        if self.is_elsewhere {
            text.push_str(" target=\"_blank\" rel=\"noopener noreferrer\"");
        }
        if !title.is_empty() {
            text.push_str(&format!(" title=\"{}\"", escape(title)));
        }
        text
    }
}

/// Text as it may stand in HTML, attributes included.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// A link to a page.
pub(crate) fn inside(url: String) -> Href {
    Href {
        url,
        is_elsewhere: false,
    }
}

/// A link to a plain file.
pub(crate) fn away(url: &str) -> Href {
    Href {
        url: url.to_owned(),
        is_elsewhere: true,
    }
}

/// A url with a scheme: only those of the web open a page of their own.
pub(crate) fn outside(target: &str) -> Href {
    let lower = target.to_ascii_lowercase();
    let is_web = ["http:", "https:", "//"]
        .iter()
        .any(|start| lower.starts_with(start));
    Href {
        url: utf8_percent_encode(target, URL).to_string(),
        is_elsewhere: is_web,
    }
}

/// Whether the target has a scheme or a host.
pub(crate) fn is_url(target: &str) -> bool {
    let scheme = target.split_once(':').map_or("", |(scheme, _)| scheme);
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    is_scheme || target.starts_with("//")
}

pub(crate) fn is_markdown(path: &str) -> bool {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    extension.eq_ignore_ascii_case("md") || extension.eq_ignore_ascii_case("mdx")
}
