//! Renders a text whose MDX was replaced by placeholders (`scan`): iterates over the events of the CommonMark parser and
//! writes the body of the document.
//!
//! The methods that write an element are in the module of that element; this module dispatches the events to them. A tag
//! that begins in one paragraph or container and ends in another is closed at the border and reported.

use crate::blocks::toc;
use crate::context::MarkdownContext;
use crate::document::Document;
use crate::inline::emoji;
use crate::inline::reference::{References, Undefined};
use crate::masked_source::{self, Display, MaskedSource, Part, TokenKind};
use crate::renderer::Renderer;
use crate::renderer::body_writer::Excerpt;
use crate::renderer::open_element::OpenElement;
use bindery_source::diagnostic::Diagnostics;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde_json::Value;
use std::ops::Range;

/// Writes the body of a masked text.
pub(crate) fn render<'s>(
    masked: &MaskedSource<'s>,
    front_matter: &Value,
    context: &MarkdownContext<'s>,
    sink: &mut Diagnostics,
) -> Document {
    let mut renderer = Renderer::new(masked, front_matter, context, sink);
    let mut references = References::default();
    let undefined = Undefined::default();
    let mut events = Parser::new_with_broken_link_callback(
        &masked.text,
        options(),
        Some(|link| undefined.record(&link)),
    )
    .into_offset_iter();
    for (event, range) in events.by_ref() {
        let label = references.record(&event);
        renderer.event(event, range.clone());
        if let Some(label) = label {
            references.place(label, &range, &renderer);
        }
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

impl Renderer<'_, '_, '_> {
    /// Renders an event of the CommonMark parser.
    pub(crate) fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        if !matches!(event, Event::Text(_)) {
            self.write_pending_text();
        }
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag, range),
            Event::Text(text) if self.code.is_some() => self.code_text(&text),
            Event::Text(text) => {
                self.check_emphasis(&text, &range);
                self.check_footnote_references(&text, &range);
                self.check_likely_markup(&text, &range);
                match self.has_names_in_text() {
                    true => self.push_pending_text(&text),
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
            Tag::Heading { level, .. } => self.start_heading(level as u8),
            Tag::BlockQuote(None) => self.open_block("<blockquote>\n", "</blockquote>\n"),
            Tag::BlockQuote(Some(kind)) => self.start_alert(kind),
            Tag::CodeBlock(kind) => self.start_code(&kind),
            Tag::List(start) => self.start_list(start),
            Tag::Item => self.start_item(),
            Tag::Table(alignments) => self.start_table(alignments),
            Tag::TableHead => self.start_table_head(),
            Tag::TableRow => {
                self.check_row(&range);
                self.start_table_row();
            }
            Tag::TableCell => self.start_table_cell(),
            Tag::FootnoteDefinition(label) => self.start_footnote(&label, range),
            _ => self.open_elements.push(OpenElement::Block("")),
        }
    }

    fn end(&mut self, tag: TagEnd, range: Range<usize>) {
        if tag == TagEnd::HtmlBlock {
            return;
        }
        if tag == TagEnd::Paragraph {
            self.check_table_lines(&range);
        }
        self.close_tags_above();
        match (tag, self.open_elements.pop()) {
            (_, Some(OpenElement::Paragraph(paragraph))) => self.end_paragraph(&paragraph),
            (_, Some(OpenElement::Heading(heading))) => self.end_heading(heading, &range),
            (_, Some(OpenElement::Link(external))) => self.end_markdown_link(external, &range),
            (_, Some(OpenElement::Image(image))) => self.end_image(image),
            (_, Some(OpenElement::Inline(close))) => self.out.html_and_toc(close),
            (TagEnd::CodeBlock, _) => self.end_code(&range),
            (TagEnd::TableHead, _) => self.end_table_head(),
            (TagEnd::Table, _) => self.end_table(),
            (TagEnd::TableCell, Some(OpenElement::Block(close))) => self.end_table_cell(close),
            (TagEnd::FootnoteDefinition, _) => self.end_footnote(),
            (_, Some(OpenElement::Block(close))) => {
                self.out.end_line();
                self.out.html(close);
            }
            (_, Some(OpenElement::Tag(_)) | None) => {}
        }
        self.after_end();
    }

    fn open_inline(&mut self, open: &str, close: &'static str) {
        self.mark_text();
        self.out.html_and_toc(open);
        self.open_elements.push(OpenElement::Inline(close));
    }

    fn rule(&mut self) {
        self.close_inline_tags();
        self.out.fresh_line();
        self.out.html("<hr>\n");
    }

    /// Whether names behind colons in a text may mean something: emoji, and directives.
    pub(crate) fn has_names_in_text(&self) -> bool {
        self.context.options.has_emoji || self.context.options.has_code
    }

    /// Buffers text until the next event that is not text: the parser may split a name into several events.
    pub(crate) fn push_pending_text(&mut self, text: &str) {
        self.pending_text.push_str(text);
    }

    /// Writes the buffered text, with names replaced by emoji except in the alternative text of images.
    pub(crate) fn write_pending_text(&mut self) {
        if self.pending_text.is_empty() {
            return;
        }
        let text = std::mem::take(&mut self.pending_text);
        let mut at = 0;
        let has_emoji = self.context.options.has_emoji && self.out.alt.is_none();
        while let Some(found) = emoji::next(&text, at).filter(|_| has_emoji) {
            self.text_with_directives(&text[at..found.start]);
            if let Some(heading) = &mut self.out.heading {
                let name = text[found.start..found.end].to_owned();
                let emoji = found.emoji.to_owned();
                heading.replaced.push((heading.text.len(), emoji, name));
            }
            self.plain_text(found.emoji);
            at = found.end;
        }
        self.text_with_directives(&text[at..]);
    }

    /// Writes text with markers. To Docusaurus `:Name` in it is a directive, which is shown as it is written, but is no part of
    /// the id of a heading.
    fn text_with_directives(&mut self, text: &str) {
        let is_meant = self.out.heading.is_some() && self.context.options.has_code;
        let mut at = 0;
        while let Some(found) = text_directive(&text[at..]).filter(|_| is_meant) {
            let range = at + found.start..at + found.end;
            self.text(&text[at..range.start]);
            if let Some(heading) = &mut self.out.heading {
                let name = text[range.clone()].to_owned();
                heading
                    .replaced
                    .push((heading.text.len(), name, String::new()));
            }
            self.text(&text[range.clone()]);
            at = range.end;
        }
        if at < text.len() {
            self.text(&text[at..]);
        }
    }

    /// Writes text with markers.
    pub(crate) fn text(&mut self, text: &str) {
        if masked_source::find_open(text).is_none() {
            return self.plain_text(text);
        }
        for part in self.masked.parts(text) {
            match part {
                Part::Text(text) => self.plain_text(text),
                Part::Token(number) => self.inline_token(number),
            }
        }
    }

    fn code_span(&mut self, code: &str) {
        self.mark_text();
        self.out.html_and_toc("<code>");
        self.out.text(&self.masked.unmask(code));
        self.out.html_and_toc("</code>");
    }

    /// Writes the lines of an HTML block: each is a block marker or a line that the scanner read as text.
    fn html_lines(&mut self, html: &str) {
        for line in html.split_inclusive('\n') {
            match masked_source::block_marker(line)
                .filter(|number| *number < self.masked.tokens.len())
            {
                Some(number) => self.block_token(number),
                None => self.text(line),
            }
        }
    }

    fn block_token(&mut self, number: usize) {
        self.out.end_line();
        let masked = self.masked;
        match &masked.tokens[number].kind {
            TokenKind::Open(tag) => self.start_tag(tag, number, Display::Block),
            TokenKind::End(opener) => self.end_block_tag(*opener),
            TokenKind::Admonition {
                kind,
                name,
                has_title,
            } => self.start_admonition(*kind, name, *has_title, number),
            TokenKind::Math { latex, display } => {
                self.formula(latex, *display, number, Display::Block)
            }
            TokenKind::Truncate => self.truncate(),
            _ => self.inline_token(number),
        }
    }

    fn inline_token(&mut self, number: usize) {
        let masked = self.masked;
        match &masked.tokens[number].kind {
            TokenKind::Open(tag) => self.start_tag(tag, number, Display::Inline),
            TokenKind::Close(name) => self.end_inline_tag(name, number),
            TokenKind::Math { latex, display } => {
                self.formula(latex, *display, number, Display::Inline)
            }
            TokenKind::Expression(expression) => self.expression(expression, number),
            TokenKind::HeadingId(id) => self.explicit_heading_id(id, number),
            TokenKind::Url(url) => self.bare_url(url, number),
            TokenKind::Truncate => self.truncate(),
            TokenKind::Unwrapped => self.mark_unwrapped(),
            TokenKind::End(_) | TokenKind::Admonition { .. } | TokenKind::ParagraphStart => {}
        }
    }

    /// Ends the document.
    pub(crate) fn finish(mut self) -> Document {
        self.write_pending_text();
        while !self.open_elements.is_empty() {
            match self.open_elements.last() {
                Some(OpenElement::Tag(_)) => self.close_top_tag(),
                _ => drop(self.open_elements.pop()),
            }
        }
        if self.is_truncate_due {
            self.truncate_here();
        }
        self.out.end_line();
        self.write_footnotes();
        self.check_aliases();
        self.check_search_terms();
        let mut document = self.document;
        if let Excerpt::Done(line) = &mut self.out.excerpt {
            document.excerpt = std::mem::take(line);
        }
        document.body = self.out.finish();
        toc::fill_placeholders(&mut document.body, &document.headings);
        document
    }
}

/// The first text directive, by the rules of remark-directive: a colon and a name, neither beside another colon.
fn text_directive(text: &str) -> Option<Range<usize>> {
    let colons = text.match_indices(':').map(|(at, _)| at);
    let mut found = colons.filter_map(|at| {
        let rest = &text[at + 1..];
        let end = rest
            .find(|letter: char| !letter.is_ascii_alphanumeric() && !matches!(letter, '-' | '_'))
            .unwrap_or(rest.len());
        let is_name = rest.starts_with(|letter: char| letter.is_ascii_alphabetic())
            && !rest[..end].ends_with(['-', '_']);
        let is_alone = !text[..at].ends_with(':') && !rest[end..].starts_with(':');
        (is_name && is_alone).then_some(at..at + 1 + end)
    });
    found.next()
}
