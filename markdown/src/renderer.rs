//! The state of rendering one document.
//!
//! The modules of the elements add the methods that write them; `render` calls these in the order of the parser's events.

pub(crate) mod body_writer;
pub(crate) mod open_element;

use crate::context::MarkdownContext;
use crate::document::Document;
use crate::masked_source::MaskedSource;
use crate::renderer::body_writer::{BodyWriter, Position};
use crate::renderer::open_element::{Footnotes, OpenCodeBlock, OpenElement, OpenTable};
use crate::slug::Slugger;
use bindery_html::ForeignContent;
use bindery_source::Span;
use bindery_source::diagnostic::Diagnostics;
use serde_json::Value;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

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
    /// All ids so far.
    pub(crate) ids: BTreeSet<String>,
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
            ids: BTreeSet::new(),
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
}
