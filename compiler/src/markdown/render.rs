//! Walks over the events of the CommonMark parser and writes the body.
//!
//! Each feature's own module has the methods that write it; here is the order of things: which frames are open, what an
//! end closes, and what becomes of tags that cross the borders of paragraphs or containers (they are closed at the
//! border and reported).

use super::component::TagFrame;
use super::footnote::Footnotes;
use super::output::{Mark, Output};
use super::paragraph::Paragraph;
use super::reference::{References, Undefined};
use super::slug::Slugger;
use super::token::{self, MaskedSource, Part, TokenKind};
use super::{MarkdownContext, code};
use crate::diagnostic::Diagnostics;
use crate::document::Document;
use crate::source::Span;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Writes the body of a masked text.
pub(super) fn render<'s>(
    masked: &MaskedSource<'s>,
    front_matter: &Value,
    context: &MarkdownContext<'s>,
    sink: &mut Diagnostics,
) -> Document {
    let mut renderer = Renderer {
        masked,
        front_matter,
        context,
        sink,
        out: Output::default(),
        frames: Vec::new(),
        document: Document::default(),
        sluggers: BTreeMap::new(),
        ids: BTreeSet::new(),
        has_rule: false,
        has_heading: false,
        footnotes: Footnotes::default(),
        table: super::table::Table::default(),
        code: None,
        links_open: 0,
        link_text: None,
        asterisks_until: 0,
        is_truncate_due: false,
        held_text: String::new(),
    };
    let mut references = References::default();
    let undefined = Undefined::default();
    let mut events = Parser::new_with_broken_link_callback(
        &masked.text,
        options(),
        Some(|link| undefined.note(&link)),
    )
    .into_offset_iter();
    for (event, range) in events.by_ref() {
        references.note(&event);
        renderer.event(event, range);
    }
    references.report(&mut renderer, events.reference_definitions());
    drop(events);
    undefined.report(&mut renderer);
    renderer.finish()
}

fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_GFM
}

/// Something that is open.
#[derive(Debug)]
pub(super) enum Frame {
    /// A paragraph.
    Paragraph(Paragraph),
    /// A heading.
    Heading(super::heading::Open),
    /// Another block of Markdown; what closes it.
    Block(&'static str),
    /// Emphasis and the like; what closes it.
    Inline(&'static str),
    /// A link; whether it is external. `None` within another link.
    Link(Option<bool>),
    /// An image.
    Image(super::image::Open),
    /// A tag or an admonition.
    Tag(Box<TagFrame>),
}

/// The state of the walk.
#[derive(Debug)]
pub(super) struct Renderer<'s, 'p, 'd> {
    pub(super) masked: &'p MaskedSource<'s>,
    pub(super) front_matter: &'p Value,
    pub(super) context: &'p MarkdownContext<'s>,
    pub(super) sink: &'d mut Diagnostics,
    pub(super) out: Output,
    pub(super) frames: Vec<Frame>,
    pub(super) document: Document,
    /// One for each file that was set in: Docusaurus makes the ids of a partial without a look at the page.
    pub(super) sluggers: BTreeMap<usize, Slugger>,
    /// All ids so far.
    pub(super) ids: BTreeSet<String>,
    /// Whether a thematic break of the page's own stood above.
    pub(super) has_rule: bool,
    /// Whether a heading of the page's own stood above.
    pub(super) has_heading: bool,
    pub(super) footnotes: Footnotes,
    pub(super) table: super::table::Table,
    pub(super) code: Option<code::Block>,
    pub(super) links_open: usize,
    /// Where the text of the open link of Markdown begins.
    pub(super) link_text: Option<Mark>,
    /// Where the asterisks that were reported last end.
    pub(super) asterisks_until: usize,
    is_truncate_due: bool,
    /// Text that may still go on, see [`super::emoji`].
    pub(super) held_text: String,
}

impl Renderer<'_, '_, '_> {
    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        if !matches!(event, Event::Text(_)) {
            self.write_held_text();
        }
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag, range),
            Event::Text(text) if self.code.is_some() => self.code_text(&text),
            Event::Text(text) => {
                self.check_emphasis(&text, &range);
                self.check_notes(&text, &range);
                match self.context.options.has_emoji {
                    true => self.hold_text(&text),
                    false => self.text(&text),
                }
            }
            Event::Code(code) => self.code_span(&code),
            Event::Html(html) => self.html_lines(&html),
            Event::InlineHtml(html) => self.plain_text(&html),
            Event::SoftBreak => self.line_break("\n"),
            Event::HardBreak => self.line_break("<br>\n"),
            Event::Rule => {
                self.has_rule |= self.masked.source(range.start) == 0;
                self.rule();
            }
            Event::FootnoteReference(label) => self.footnote_reference(&label),
            Event::TaskListMarker(is_done) => self.task_marker(is_done),
            Event::InlineMath(text) | Event::DisplayMath(text) => self.plain_text(&text),
        }
    }

    fn start(&mut self, tag: Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Emphasis => return self.open_inline("<em>", "</em>"),
            Tag::Strong => return self.open_inline("<strong>", "</strong>"),
            Tag::Strikethrough => return self.open_inline("<del>", "</del>"),
            Tag::Superscript | Tag::Subscript => return self.open_inline("", ""),
            Tag::Link {
                link_type,
                dest_url,
                title,
                ..
            } => return self.start_link(link_type, &dest_url, &title, &range),
            Tag::Image {
                dest_url, title, ..
            } => return self.start_image(&dest_url, &title, &range),
            _ => {}
        }
        self.close_inline_tags();
        self.out.end_line();
        match tag {
            Tag::HtmlBlock => {}
            Tag::Paragraph => self.start_paragraph(),
            Tag::Heading { level, .. } => self.start_heading(level as u8, range),
            Tag::BlockQuote(None) => self.open_block("<blockquote>\n", "</blockquote>\n"),
            Tag::BlockQuote(Some(kind)) => self.start_alert(kind),
            Tag::CodeBlock(kind) => self.start_code(&kind),
            Tag::List(start) => self.start_list(start),
            Tag::Item => self.start_item(),
            Tag::Table(alignments) => self.start_table(alignments),
            Tag::TableHead => self.start_table_head(),
            Tag::TableRow => self.start_table_row(),
            Tag::TableCell => self.start_table_cell(),
            Tag::FootnoteDefinition(label) => self.start_footnote(&label, range),
            _ => self.frames.push(Frame::Block("")),
        }
    }

    fn end(&mut self, tag: TagEnd, range: Range<usize>) {
        if tag == TagEnd::HtmlBlock {
            return;
        }
        self.close_tags_above();
        match (tag, self.frames.pop()) {
            (_, Some(Frame::Paragraph(paragraph))) => self.end_paragraph(&paragraph),
            (_, Some(Frame::Heading(heading))) => self.end_heading(heading, &range),
            (_, Some(Frame::Link(external))) => self.end_markdown_link(external, &range),
            (_, Some(Frame::Image(image))) => self.end_image(image),
            (_, Some(Frame::Inline(close))) => self.out.html_and_toc(close),
            (TagEnd::CodeBlock, _) => self.end_code(&range),
            (TagEnd::TableHead, _) => self.end_table_head(),
            (TagEnd::Table, _) => self.end_table(),
            (TagEnd::FootnoteDefinition, _) => self.end_footnote(),
            (_, Some(Frame::Block(close))) => {
                self.out.end_line();
                self.out.html(close);
            }
            (_, Some(Frame::Tag(_)) | None) => {}
        }
        self.after_end();
    }

    /// Closes tags whose end came while something within them was open, and cuts where a truncate mark stood deeper.
    pub(super) fn after_end(&mut self) {
        while matches!(self.frames.last(), Some(Frame::Tag(tag)) if tag.is_closing) {
            self.close_top_tag();
        }
        if self.is_truncate_due && self.frames.is_empty() {
            self.truncate_here();
        }
    }

    pub(super) fn open_block(&mut self, open: &str, close: &'static str) {
        self.out.fresh_line();
        self.out.html(open);
        self.frames.push(Frame::Block(close));
    }

    fn open_inline(&mut self, open: &str, close: &'static str) {
        self.mark_text();
        self.out.html_and_toc(open);
        self.frames.push(Frame::Inline(close));
    }

    fn rule(&mut self) {
        self.close_inline_tags();
        self.out.fresh_line();
        self.out.html("<hr>\n");
    }

    /// Text that may hold markers.
    pub(super) fn text(&mut self, text: &str) {
        if token::find_open(text).is_none() {
            return self.plain_text(text);
        }
        for part in self.masked.parts(text) {
            match part {
                Part::Text(text) => self.plain_text(text),
                Part::Token(number) => self.inline_token(number),
            }
        }
    }

    pub(super) fn plain_text(&mut self, text: &str) {
        if !text.trim_ascii().is_empty() {
            self.mark_text();
            if matches!(self.frames.last(), Some(Frame::Block("</li>\n"))) {
                self.out.begin_running_text();
            }
        }
        self.out.text(text);
    }

    fn code_span(&mut self, code: &str) {
        self.mark_text();
        self.out.html_and_toc("<code>");
        self.out.text(&self.masked.unmask(code));
        self.out.html_and_toc("</code>");
    }

    /// HTML blocks: lines that are markers, and what the scanner took for text.
    fn html_lines(&mut self, html: &str) {
        for line in html.split_inclusive('\n') {
            match token::block_marker(line).filter(|number| *number < self.masked.tokens.len()) {
                Some(number) => self.block_token(number),
                None => self.text(line),
            }
        }
    }

    fn block_token(&mut self, number: usize) {
        self.out.end_line();
        let masked = self.masked;
        match &masked.tokens[number].kind {
            TokenKind::Open(tag) => self.start_tag(tag, number, true),
            TokenKind::End(opener) => self.end_block_tag(*opener),
            TokenKind::Admonition {
                kind,
                name,
                has_title,
            } => self.start_admonition(*kind, name, *has_title, number),
            TokenKind::Math { latex, is_display } => self.formula(latex, *is_display, number, true),
            TokenKind::Truncate => self.truncate(),
            _ => self.inline_token(number),
        }
    }

    fn inline_token(&mut self, number: usize) {
        let masked = self.masked;
        match &masked.tokens[number].kind {
            TokenKind::Open(tag) => self.start_tag(tag, number, false),
            TokenKind::Close(name) => self.end_inline_tag(name, number),
            TokenKind::Math { latex, is_display } => {
                self.formula(latex, *is_display, number, false)
            }
            TokenKind::Expression(expression) => self.expression(expression, number),
            TokenKind::HeadingId(id) => self.own_heading_id(id, number),
            TokenKind::Url(url) => self.bare_url(url, number),
            TokenKind::Truncate => self.truncate(),
            TokenKind::Unwrapped => self.mark_unwrapped(),
            TokenKind::End(_) | TokenKind::Admonition { .. } | TokenKind::ParagraphStart => {}
        }
    }

    fn truncate(&mut self) {
        if self.frames.is_empty() {
            self.truncate_here();
        } else {
            self.is_truncate_due = true;
        }
    }

    fn truncate_here(&mut self) {
        self.is_truncate_due = false;
        if self.document.truncate_at.is_none() && self.out.is_outermost() {
            self.out.flush();
            self.document.truncate_at = Some(self.out.len());
        }
    }

    pub(super) fn span(&self, range: &Range<usize>) -> Span {
        self.masked.span(range)
    }

    fn finish(mut self) -> Document {
        self.write_held_text();
        while !self.frames.is_empty() {
            match self.frames.last() {
                Some(Frame::Tag(_)) => self.close_top_tag(),
                _ => drop(self.frames.pop()),
            }
        }
        if self.is_truncate_due {
            self.truncate_here();
        }
        self.out.end_line();
        self.write_footnotes();
        self.check_aliases();
        let mut document = self.document;
        document.words = self.out.words;
        if let super::output::Excerpt::Done(line) = &mut self.out.excerpt {
            document.excerpt = std::mem::take(line);
        }
        document.body = self.out.finish();
        super::toc::fill(&mut document.body, &document.headings);
        document
    }
}
