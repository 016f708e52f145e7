//! Links as attributes of HTML.

use bindery_html::escape_attribute;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

/// Characters that an author may write in a url and a browser encodes.
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
    /// The value of `href`.
    pub(crate) url: String,
    /// Whether a click opens a new tab: the link leads to another site or to a plain file.
    pub(crate) opens_new_tab: bool,
}

impl Href {
    /// A link to a page.
    pub(super) fn to_page(url: String) -> Self {
        Href {
            url,
            opens_new_tab: false,
        }
    }

    /// A link to a plain file.
    pub(super) fn to_file(url: &str) -> Self {
        Href {
            url: url.to_owned(),
            opens_new_tab: true,
        }
    }

    /// A link to a url with a scheme; only the schemes of the web open a new tab.
    pub(super) fn to_url(target: &str) -> Self {
        let lower = target.to_ascii_lowercase();
        let is_web = ["http:", "https:", "//"]
            .iter()
            .any(|start| lower.starts_with(start));
        Href {
            url: utf8_percent_encode(target, URL).to_string(),
            opens_new_tab: is_web,
        }
    }

    /// The attributes of an `<a>`.
    pub(crate) fn attributes(&self, title: &str) -> String {
        let mut text = format!(" href=\"{}\"", escape_attribute(&self.url));
        if self.opens_new_tab {
            text.push_str(" target=\"_blank\" rel=\"noopener noreferrer\"");
        }
        if !title.is_empty() {
            text.push_str(&format!(" title=\"{}\"", escape_attribute(title)));
        }
        text
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

/// Whether a path has the extension of a Markdown file.
pub(super) fn is_markdown(path: &str) -> bool {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    extension.eq_ignore_ascii_case("md") || extension.eq_ignore_ascii_case("mdx")
}
