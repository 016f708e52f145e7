//! What is open while a body is written: elements, tags, tables, code blocks and footnotes.

use super::body_writer::Position;
use crate::document::{ComponentTag, Image, Segment};
use crate::source::Span;
use pulldown_cmark::Alignment;
use std::collections::BTreeMap;
use std::ops::Range;

/// An entry of the stack of open elements.
#[derive(Debug)]
pub(super) enum OpenElement {
    /// A paragraph.
    Paragraph(OpenParagraph),
    /// A heading.
    Heading(OpenHeading),
    /// Another Markdown block, with its end tag.
    Block(&'static str),
    /// Emphasis or another inline element, with its end tag.
    Inline(&'static str),
    /// A link; whether it is external. `None` for a link in the text of another.
    Link(Option<bool>),
    /// An image.
    Image(OpenImage),
    /// A tag or an admonition.
    Tag(Box<OpenTag>),
}

/// A paragraph that is being written.
#[derive(Debug)]
pub(super) struct OpenParagraph {
    pub(super) start: Position,
    pub(super) has_text: bool,
    pub(super) has_block_tag: bool,
    /// Whether it is written without `<p>`.
    pub(super) is_unwrapped: bool,
    /// The index of an image with a title that begins the paragraph, and where it ends.
    pub(super) captioned_image: Option<(usize, Position)>,
}

/// A heading that is being written.
#[derive(Debug)]
pub(super) struct OpenHeading {
    pub(super) level: u8,
    pub(super) start: Position,
    pub(super) is_title: bool,
    /// The id that the author wrote: `{#id}`.
    pub(super) explicit_id: Option<(String, Span)>,
}

/// An image whose alternative text is being collected.
#[derive(Debug)]
pub(super) struct OpenImage {
    /// `None` for an image in the alternative text of another.
    pub(super) image: Option<Image>,
    pub(super) start: Position,
}

/// An open tag or admonition.
#[derive(Debug)]
pub(super) struct OpenTag {
    /// The index of its token.
    pub(super) token: usize,
    /// Whether it is a block, not part of a line.
    pub(super) is_block: bool,
    /// Whether its end tag was read while an element within it was still open.
    pub(super) is_closing: bool,
    /// Its kind.
    pub(super) kind: OpenTagKind,
}

/// The kinds of open tags.
#[derive(Debug)]
pub(super) enum OpenTagKind {
    /// A component; its children are being collected.
    Component(ComponentTag),
    /// An HTML element.
    Element(String),
    /// An HTML link; whether it is external.
    Anchor(Option<bool>),
    /// An admonition; while its title is not yet read, the position of its `aria-label`.
    Admonition { title_due: Option<Position> },
    /// An unknown or failed component: its children are written without it.
    ChildrenOnly,
    /// A refused element, which is dropped with its content.
    Discarded,
}

/// The code block that is being read.
#[derive(Debug)]
pub(super) struct OpenCodeBlock {
    /// The info string of the fence.
    pub(super) info: String,
    /// The code.
    pub(super) text: String,
}

/// The table that is being written.
#[derive(Debug, Default)]
pub(super) struct OpenTable {
    pub(super) alignments: Vec<Alignment>,
    pub(super) column: usize,
    pub(super) is_head: bool,
    pub(super) has_body: bool,
}

/// The footnotes of a page.
#[derive(Debug, Default)]
pub(super) struct Footnotes {
    /// Indices into `order`, by label.
    pub(super) numbers: BTreeMap<String, usize>,
    /// Labels in the order of their first reference, with the number of references.
    pub(super) order: Vec<(String, usize)>,
    /// The content of each definition.
    pub(super) bodies: BTreeMap<String, Vec<Segment>>,
    /// The labels of the definitions that are being written.
    pub(super) open: Vec<String>,
    /// The label of each definition and its range in the masked text.
    pub(super) defined: Vec<(String, Range<usize>)>,
}

impl Footnotes {
    /// Whether there is a reference to a definition.
    pub(super) fn is_used(&self, label: &str) -> bool {
        self.numbers.contains_key(label)
    }
}
