//! The state of rendering one document.
//!
//! `inline`, `blocks` and `elements` add the methods that write elements; `render` calls these in the order of the parser's
//! events. Here are the methods that these modules share.

pub(crate) mod body_writer;
pub(crate) mod open_element;

use crate::context::MarkdownContext;
use crate::document::Document;
use crate::masked_source::{Display, MaskedSource};
use crate::mdx::tag::Attribute;
use crate::renderer::body_writer::{BodyWriter, Position};
use crate::renderer::open_element::{
    Footnotes, OpenCodeBlock, OpenElement, OpenTable, OpenTag, OpenTagKind,
};
use crate::slug::Slugger;
use bindery_html::ForeignContent;
use bindery_source::Span;
use bindery_source::diagnostic::Diagnostics;
use serde_json::Value;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ops::Range;

/// The elements that contain phrasing content only: a paragraph directly in them is written without `<p>`.
const PHRASING_ONLY: &[&str] = &[
    "caption",
    "dt",
    "figcaption",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "legend",
    "p",
    "pre",
    "summary",
];

/// The state of rendering one document.
#[derive(Debug)]
pub(crate) struct Renderer<'s, 'p, 'd> {
    pub(crate) masked: &'p MaskedSource<'s>,
    pub(crate) front_matter: &'p Value,
    pub(crate) context: &'p MarkdownContext<'s>,
    pub(crate) sink: &'d mut Diagnostics,
    pub(crate) out: BodyWriter,
    /// The stack of open elements.
    pub(crate) open_elements: Vec<OpenElement>,
    /// The document so far; its body is still in `out`.
    pub(crate) document: Document,
    /// One for each included file: as in Docusaurus, the heading ids of a partial do not depend on the page.
    pub(crate) sluggers: BTreeMap<usize, Slugger>,
    /// All ids so far, with the places where they are given.
    pub(crate) ids: BTreeMap<String, Span>,
    /// Whether the document's own file has a thematic break above.
    pub(crate) has_rule: bool,
    /// Whether the document's own file has a heading above.
    pub(crate) has_heading: bool,
    pub(crate) footnotes: Footnotes,
    pub(crate) table: OpenTable,
    pub(crate) code: Option<OpenCodeBlock>,
    /// Whether the author's tags are in SVG or MathML.
    pub(crate) foreign: ForeignContent,
    /// The number of open links, nested ones included.
    pub(crate) links_open: usize,
    /// The start of the text of the open Markdown link.
    pub(crate) link_text: Option<Position>,
    /// Where the last merge conflict of the text has its middle.
    pub(crate) last_conflict: OnceCell<Option<usize>>,
    /// The start tags that were reported as unclosed within their paragraph, and whose end tags may follow.
    pub(crate) unclosed_tags: Vec<usize>,
    /// The end of the asterisks that were reported last.
    pub(crate) reported_asterisks_end: usize,
    /// Whether a truncate comment was read within an open element.
    pub(crate) is_truncate_due: bool,
    /// Text that the parser may continue in its next event, see [`crate::inline::emoji`].
    pub(crate) pending_text: String,
}

impl<'s, 'p, 'd> Renderer<'s, 'p, 'd> {
    pub(crate) fn new(
        masked: &'p MaskedSource<'s>,
        front_matter: &'p Value,
        context: &'p MarkdownContext<'s>,
        sink: &'d mut Diagnostics,
    ) -> Self {
        Renderer {
            masked,
            front_matter,
            context,
            sink,
            out: BodyWriter::default(),
            open_elements: Vec::new(),
            document: Document::default(),
            sluggers: BTreeMap::new(),
            ids: BTreeMap::new(),
            has_rule: false,
            has_heading: false,
            footnotes: Footnotes::default(),
            table: OpenTable::default(),
            code: None,
            foreign: ForeignContent::default(),
            links_open: 0,
            link_text: None,
            last_conflict: OnceCell::new(),
            unclosed_tags: Vec::new(),
            reported_asterisks_end: 0,
            is_truncate_due: false,
            pending_text: String::new(),
        }
    }

    /// The span in the source of a range of the masked text.
    pub(crate) fn span(&self, range: &Range<usize>) -> Span {
        self.masked.span(range)
    }

    /// Records that the paragraph contains something other than block tags. An inline element, link or image calls this
    /// before it is opened, so its content need not: looking further up would take quadratic time in nested emphasis.
    pub(crate) fn mark_text(&mut self) {
        if let Some(OpenElement::Paragraph(paragraph)) = self.open_elements.last_mut() {
            paragraph.has_text = true;
        }
    }

    /// Records that the paragraph contains a block tag.
    pub(crate) fn mark_block_tag(&mut self) {
        if let Some(OpenElement::Paragraph(paragraph)) = self.open_elements.last_mut() {
            paragraph.has_block_tag = true;
        }
    }

    pub(crate) fn mark_unwrapped(&mut self) {
        if let Some(OpenElement::Paragraph(paragraph)) = self.open_elements.last_mut() {
            paragraph.is_unwrapped = true;
        }
    }

    pub(crate) fn plain_text(&mut self, text: &str) {
        if !text.trim_ascii().is_empty() {
            self.mark_text();
            if matches!(
                self.open_elements.last(),
                Some(OpenElement::Block("</li>\n"))
            ) {
                self.out.begin_running_text();
            }
        }
        self.out.text(text);
    }

    /// Writes the start tag of a block that ends with `close`.
    pub(crate) fn open_block(&mut self, open: &str, close: &'static str) {
        self.out.fresh_line();
        self.out.html(open);
        self.open_elements.push(OpenElement::Block(close));
    }

    /// Opens a tag.
    pub(crate) fn push_tag(&mut self, kind: OpenTagKind, token: usize, display: Display) {
        self.open_elements.push(OpenElement::Tag(Box::new(OpenTag {
            token,
            display,
            is_closing: false,
            kind,
        })));
    }

    /// The span of an attribute of the tag with this number.
    pub(crate) fn attribute_span(&self, attribute: &Attribute<'_>, number: usize) -> Span {
        let source = &self.masked.sources[self.masked.tokens[number].source];
        Span::new(source.file.id, attribute.range.start, attribute.range.end)
    }

    /// Whether an open tag is of a kind.
    pub(crate) fn is_in(&self, is_wanted: impl Fn(&OpenTagKind) -> bool) -> bool {
        let mut open = self.open_elements.iter();
        open.any(|element| matches!(element, OpenElement::Tag(tag) if is_wanted(&tag.kind)))
    }

    /// Whether the innermost open element is one that contains no paragraphs.
    pub(crate) fn is_in_phrasing_element(&self) -> bool {
        let Some(OpenElement::Tag(tag)) = self.open_elements.last() else {
            return false;
        };
        matches!(&tag.kind, OpenTagKind::Element(name) if PHRASING_ONLY.contains(&name.as_str()))
    }

    /// Ends the excerpt here, or after the element that is open.
    pub(crate) fn truncate(&mut self) {
        if self.open_elements.is_empty() {
            self.truncate_here();
        } else {
            self.is_truncate_due = true;
        }
    }

    /// Ends the excerpt here, unless it has ended.
    pub(crate) fn truncate_here(&mut self) {
        self.is_truncate_due = false;
        if self.document.truncate_at.is_none() && self.out.is_outermost() {
            self.out.flush();
            self.document.truncate_at = Some(self.out.len());
        }
    }
}
