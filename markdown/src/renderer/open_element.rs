//! The stack of open constructs while a body is written: elements, tags, tables, code blocks and footnotes.

use crate::document::{ComponentTag, Image, Segment};
use crate::masked_source::Display;
use crate::renderer::body_writer::Position;
use bindery_source::Span;
use pulldown_cmark::Alignment;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// An entry of the stack of open elements.
#[derive(Debug)]
pub(crate) enum OpenElement {
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
pub(crate) struct OpenParagraph {
    pub(crate) start: Position,
    pub(crate) has_text: bool,
    pub(crate) has_block_tag: bool,
    /// Whether the paragraph is written without `<p>`.
    pub(crate) is_unwrapped: bool,
    /// The index of an image with a title that begins the paragraph, and where it ends.
    pub(crate) captioned_image: Option<(usize, Position)>,
}

/// A heading that is being written.
#[derive(Debug)]
pub(crate) struct OpenHeading {
    pub(crate) level: u8,
    pub(crate) start: Position,
    pub(crate) is_title: bool,
    /// The id that the author wrote: `{#id}`.
    pub(crate) explicit_id: Option<(String, Span)>,
    /// The heading's other attributes as HTML, which a plugin added.
    pub(crate) attributes: String,
}

/// An image whose alternative text is being collected.
#[derive(Debug)]
pub(crate) struct OpenImage {
    /// `None` for an image in the alternative text of another.
    pub(crate) image: Option<Image>,
    pub(crate) start: Position,
}

/// An open tag or admonition.
#[derive(Debug)]
pub(crate) struct OpenTag {
    /// The index of its token.
    pub(crate) token: usize,
    /// Whether the element is a block or part of a line.
    pub(crate) display: Display,
    /// Whether its end tag was read while an element within it was still open.
    pub(crate) is_closing: bool,
    /// The kind of the tag or admonition, with its parts.
    pub(crate) kind: OpenTagKind,
}

/// The kinds of open tags.
#[derive(Debug)]
pub(crate) enum OpenTagKind {
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
    /// A tag that is not written, as `<>` and `<body>`: its children are where its parent's are.
    Transparent,
    /// A refused element, which is dropped with its content.
    Discarded,
}

/// The code block that is being read.
#[derive(Debug)]
pub(crate) struct OpenCodeBlock {
    /// The info string of the fence.
    pub(crate) info: String,
    /// The code.
    pub(crate) text: String,
}

/// The table that is being written.
#[derive(Debug, Default)]
pub(crate) struct OpenTable {
    pub(crate) alignments: Vec<Alignment>,
    pub(crate) column: usize,
    pub(crate) is_head: bool,
    pub(crate) has_body: bool,
    /// Where the current cell starts, and its content.
    pub(crate) cell_start: Position,
    pub(crate) content_start: Position,
}

/// A footnote with its references so far.
#[derive(Debug)]
pub(crate) struct Footnote {
    pub(crate) label: String,
    /// The ends of the ids of its references.
    pub(crate) references: Vec<String>,
    /// The number with which the next id is tried.
    pub(crate) next: usize,
}

/// The footnotes of a page.
#[derive(Debug, Default)]
pub(crate) struct Footnotes {
    /// Indices into `order`, by label.
    pub(crate) numbers: BTreeMap<String, usize>,
    /// The notes in the order of their first reference.
    pub(crate) order: Vec<Footnote>,
    /// The ends of the ids of all references.
    pub(crate) reference_ids: BTreeSet<String>,
    /// The content of each definition.
    pub(crate) bodies: BTreeMap<String, Vec<Segment>>,
    /// The labels of the definitions that are being written.
    pub(crate) open: Vec<String>,
    /// The label of each definition and its range in the masked text.
    pub(crate) defined: Vec<(String, Range<usize>)>,
}

impl Footnotes {
    /// Whether there is a reference to a definition.
    pub(crate) fn is_used(&self, label: &str) -> bool {
        self.numbers.contains_key(label)
    }
}
