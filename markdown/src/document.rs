//! A parsed Markdown file, as plain data.
//!
//! The `markdown` stage creates it, the `assemble` stage reads it. The targets of links and images are not resolved.

mod data_value;
pub mod nodes;

pub use data_value::{DataValue, SharedValue, member};

use bindery_source::{FileId, Span};
use serde_json::Value;
use std::collections::BTreeMap;

/// A parsed Markdown file.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// The file.
    pub file: Option<FileId>,
    /// The text of an `# h1` at the start of the content: its Markdown source without backquotes.
    pub content_title: Option<String>,
    /// Whether the first heading of the file itself, not of a partial, has level 1 and is above any thematic break. The
    /// page then needs no heading with its title.
    pub has_title: bool,
    /// Headings in order, the content title included.
    pub headings: Vec<Heading>,
    /// The body, the content title's `<h1>` included.
    pub body: Vec<Segment>,
    /// The number of segments at the start of `body` that are the content title: 0 or 1.
    pub title_segments: usize,
    /// Links in order; [`Segment::LinkAttrs`] points into it.
    pub links: Vec<Link>,
    /// Images in order; [`Segment::ImageAttrs`] points into it.
    pub images: Vec<Image>,
    /// The first paragraph as plain text, for descriptions; empty when there is none.
    pub excerpt: String,
    /// The number of segments of `body` before `<!-- truncate -->`, if there is one.
    pub truncate_at: Option<usize>,
    /// The ids of HTML elements in the content, which links can target like headings.
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
    /// The span of the heading in the source.
    pub span: Span,
}

/// An unresolved link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The target, with character references decoded.
    pub target: String,
    /// The title attribute; empty when absent.
    pub title: String,
    /// The span of the target, or of the whole link if the target was not found in its source.
    pub span: Span,
    /// The attribute that contains it.
    pub kind: LinkKind,
    /// Whether the link is written as a tag.
    pub is_html: bool,
}

/// The attribute that contains a link.
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

/// An unresolved image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// The source as in the content.
    pub source: String,
    /// Alternative text.
    pub alt: String,
    /// The title attribute; empty when absent.
    pub title: String,
    /// The span of the image in the source.
    pub span: Span,
    /// Whether the image is written as a tag.
    pub is_html: bool,
}

/// A segment of a body.
#[derive(Clone, Debug, PartialEq)]
pub enum Segment {
    /// Finished HTML.
    Html(String),
    /// The attributes of the link with this index, within a start tag: ` href="…"` and others.
    LinkAttrs(usize),
    /// The attributes of the image with this index, within `<img …>`.
    ImageAttrs(usize),
    /// The HTML before the `<img …>` of the image with this index.
    ImageStart(usize),
    /// The HTML after it.
    ImageEnd(usize),
    /// A component.
    Component(ComponentTag),
}

/// A component tag with evaluated properties.
#[derive(Clone, Debug, PartialEq)]
pub struct ComponentTag {
    /// The component's name: `Tabs`.
    pub name: String,
    /// The evaluated properties by name.
    pub props: BTreeMap<String, DataValue>,
    /// The content between its tags.
    pub children: Vec<Segment>,
    /// The span of the start tag.
    pub span: Span,
}

impl ComponentTag {
    /// The value of one of its properties.
    #[must_use]
    pub fn prop(&self, name: &str) -> Option<&Value> {
        self.props.get(name).map(DataValue::value)
    }

    /// A property that is text.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.prop(name)?.as_str()
    }
}
