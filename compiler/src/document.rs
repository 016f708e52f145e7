//! What one Markdown file says, as plain data.
//!
//! Made by [`crate::markdown`], read by [`crate::assemble`]. Links and images are still as written.

mod datum;

pub use datum::{Datum, Shared, member};

use crate::source::{FileId, Span};
use serde_json::Value;
use std::collections::BTreeMap;

/// A parsed Markdown file.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// The file.
    pub file: Option<FileId>,
    /// The text of the first `# heading`, when it opens the content: as written, but for backquotes.
    pub content_title: Option<String>,
    /// Whether the first of its own headings is of level 1 and above any thematic break: no heading is made of the
    /// page's title then.
    pub has_title: bool,
    /// Headings in order, the content title included.
    pub headings: Vec<Heading>,
    /// The body, the content title's `<h1>` included.
    pub body: Vec<Segment>,
    /// How many segments of `body`, from the start, make up the content title (0 or 1: it is a segment of its own).
    pub title_segments: usize,
    /// Links in order; [`Segment::LinkAttrs`] points into it.
    pub links: Vec<Link>,
    /// Images in order; [`Segment::ImageAttrs`] points into it.
    pub images: Vec<Image>,
    /// The first paragraph as plain text, for descriptions; empty when there is none.
    pub excerpt: String,
    /// Number of segments of `body` above `<!-- truncate -->`, when it is there.
    pub truncate_at: Option<usize>,
    /// Ids of HTML elements that the author wrote: targets of links as headings are.
    pub anchors: Vec<String>,
}

/// A heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// The anchor, unique on the page.
    pub id: String,
    /// Plain text.
    pub text: String,
    /// Inline HTML without links, for tables of contents.
    pub html: String,
    /// Where it stands.
    pub span: Span,
}

/// A link as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The target as written, entities decoded.
    pub target: String,
    /// The title attribute; empty when absent.
    pub title: String,
    /// Where the target stands (or the whole link, when it cannot be told).
    pub span: Span,
    /// What it is part of.
    pub kind: LinkKind,
    /// Whether it is written as a tag.
    pub is_html: bool,
}

/// What a link is part of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LinkKind {
    /// An `<a>`.
    #[default]
    Anchor,
    /// An attribute of this name that leads to a page or file.
    Page(&'static str),
    /// An attribute of this name that loads a file.
    File(&'static str),
    /// A `srcset`.
    Files,
}

/// An image as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// The source as written.
    pub source: String,
    /// Alternative text.
    pub alt: String,
    /// The title attribute; empty when absent.
    pub title: String,
    /// Where it stands.
    pub span: Span,
    /// Whether it is written as a tag.
    pub is_html: bool,
}

/// A piece of a body.
#[derive(Clone, Debug, PartialEq)]
pub enum Segment {
    /// Finished HTML.
    Html(String),
    /// The attributes of the link with this number, inside a start tag: ` href="…"` and what else it needs.
    LinkAttrs(usize),
    /// The attributes of the image with this number, inside `<img …>`.
    ImageAttrs(usize),
    /// What stands before the `<img …>` of the image with this number.
    ImageStart(usize),
    /// What stands behind it.
    ImageEnd(usize),
    /// A component.
    Component(ComponentTag),
}

/// A component tag with its values.
#[derive(Clone, Debug, PartialEq)]
pub struct ComponentTag {
    /// The component's name: `Tabs`.
    pub name: String,
    /// Its properties, imports resolved.
    pub props: BTreeMap<String, Datum>,
    /// What stands between its tags.
    pub children: Vec<Segment>,
    /// The start tag.
    pub span: Span,
}

impl ComponentTag {
    /// The value of one of its properties.
    #[must_use]
    pub fn prop(&self, name: &str) -> Option<&Value> {
        self.props.get(name).map(Datum::value)
    }

    /// A property that is text.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.prop(name)?.as_str()
    }
}
