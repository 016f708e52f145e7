//! The state of rendering one document.
//!
//! The modules of the elements add the methods that write them; `render` calls these in the order of the parser's events.

use super::MarkdownContext;
use super::body_writer::{BodyWriter, Position};
use super::open_element::{Footnotes, OpenCodeBlock, OpenElement, OpenTable};
use super::slug::Slugger;
use super::token::MaskedSource;
use crate::diagnostic::Diagnostics;
use crate::document::Document;
use crate::source::Span;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The state of rendering one document.
#[derive(Debug)]
pub(super) struct Renderer<'s, 'p, 'd> {
    pub(super) masked: &'p MaskedSource<'s>,
    pub(super) front_matter: &'p Value,
    pub(super) context: &'p MarkdownContext<'s>,
    pub(super) sink: &'d mut Diagnostics,
    pub(super) out: BodyWriter,
    /// The stack of open elements.
    pub(super) open_elements: Vec<OpenElement>,
    /// The document so far; its body is still in `out`.
    pub(super) document: Document,
    /// One for each included file: as in Docusaurus, the heading ids of a partial do not depend on the page.
    pub(super) sluggers: BTreeMap<usize, Slugger>,
    /// All ids so far.
    pub(super) ids: BTreeSet<String>,
    /// Whether the document's own file has a thematic break above.
    pub(super) has_rule: bool,
    /// Whether the document's own file has a heading above.
    pub(super) has_heading: bool,
    pub(super) footnotes: Footnotes,
    pub(super) table: OpenTable,
    pub(super) code: Option<OpenCodeBlock>,
    /// The number of open links, nested ones included.
    pub(super) links_open: usize,
    /// The start of the text of the open Markdown link.
    pub(super) link_text: Option<Position>,
    /// The end of the asterisks that were reported last.
    pub(super) reported_asterisks_end: usize,
    /// Whether a truncate comment was read within an open element.
    pub(super) is_truncate_due: bool,
    /// Text that the parser may continue in its next event, see [`super::emoji`].
    pub(super) pending_text: String,
}

impl<'s, 'p, 'd> Renderer<'s, 'p, 'd> {
    pub(super) fn new(
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
            links_open: 0,
            link_text: None,
            reported_asterisks_end: 0,
            is_truncate_due: false,
            pending_text: String::new(),
        }
    }

    /// The span in the source of a range of the masked text.
    pub(super) fn span(&self, range: &Range<usize>) -> Span {
        self.masked.span(range)
    }
}
