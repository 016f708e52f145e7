//! `[logo]`: the image in the navbar, and that of the footer.

use crate::config::values::FIELD_CODES;
use crate::diagnostic::Diagnostics;
use crate::source::Span;
use crate::value::{Fields, Node};

/// `[logo]`: the image in the navbar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogoConfig {
    /// `alt`: the text alternative of the image; the site's title by default.
    pub alt: String,
    /// `src`: a path under `static/`; without it the navbar shows Bindery's mark.
    pub src: Option<(String, Span)>,
    /// `src_dark`: the same for the dark theme.
    pub src_dark: Option<(String, Span)>,
    /// `href`: the link's target; the home page by default.
    pub href: Option<(String, Span)>,
    /// `width` in pixels, 32 by default.
    pub width: u32,
    /// `height` in pixels, 32 by default.
    pub height: u32,
}

/// `[logo]` as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "documented at LogoConfig")]
pub struct RawLogo {
    pub alt: Option<String>,
    pub src: Option<(String, Span)>,
    pub src_dark: Option<(String, Span)>,
    pub href: Option<(String, Span)>,
    pub width: Option<u32>,
    pub height: Option<u32>,
}

impl RawLogo {
    /// Fills in the defaults; `title` is the site's.
    pub(in crate::config) fn resolve(self, title: &str) -> LogoConfig {
        LogoConfig {
            alt: self.alt.unwrap_or_else(|| title.to_owned()),
            src: self.src,
            src_dark: self.src_dark,
            href: self.href,
            width: self.width.unwrap_or(32),
            height: self.height.unwrap_or(32),
        }
    }
}

pub(in crate::config) fn read_logo(node: &Node, sink: &mut Diagnostics) -> RawLogo {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let logo = RawLogo {
        alt: fields.string("alt"),
        src: fields.string_at("src"),
        src_dark: fields.string_at("src_dark"),
        href: fields.string_at("href"),
        width: fields.integer("width", 1, 4096),
        height: fields.integer("height", 1, 4096),
    };
    for key in ["target", "class_name"] {
        let _ = fields.string(key);
    }
    fields.finish();
    logo
}
