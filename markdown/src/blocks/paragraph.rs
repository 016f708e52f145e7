//! Renders paragraphs and the line breaks within them.

use crate::renderer::Renderer;
use crate::renderer::body_writer::{HeadingText, Position};
use crate::renderer::open_element::{OpenElement, OpenParagraph};

impl Renderer<'_, '_, '_> {
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

    /// Records an image with a title at the very start of a paragraph.
    pub(crate) fn record_captioned_image(&mut self, number: usize, start: Position) {
        let end = self.out.position();
        if let Some(OpenElement::Paragraph(paragraph)) = self.open_elements.last_mut()
            && paragraph.start == start
            && !self.document.images[number].title.is_empty()
        {
            paragraph.captioned_image = Some((number, end));
        }
    }

    pub(crate) fn start_paragraph(&mut self) {
        if self.is_title_due() {
            self.out.heading = Some(HeadingText::default());
        } else {
            self.out.begin_running_text();
        }
        let paragraph = OpenParagraph {
            start: self.out.position(),
            has_text: false,
            has_block_tag: false,
            is_unwrapped: false,
            captioned_image: None,
        };
        self.open_elements.push(OpenElement::Paragraph(paragraph));
    }

    pub(crate) fn end_paragraph(&mut self, paragraph: &OpenParagraph) {
        self.out.end_line();
        if self.end_admonition_title(paragraph.start) {
            return;
        }
        if paragraph.is_unwrapped {
            return;
        }
        let is_tags_only = paragraph.has_block_tag && !paragraph.has_text;
        if self.is_in_phrasing_element() || self.out.position() == paragraph.start {
            return;
        }
        if is_tags_only {
            return self.out.fresh_line();
        }
        let (start, end) = match paragraph.captioned_image {
            Some((number, end)) if end == self.out.position() => {
                self.write_caption(number);
                ("<figure>", "</figure>\n")
            }
            _ => ("<p>", "</p>\n"),
        };
        self.out.insert_block(paragraph.start, start);
        self.out.html(end);
    }

    pub(crate) fn line_break(&mut self, html: &str) {
        if self.out.alt.is_some() {
            return self.out.text(" ");
        }
        self.out.html(html);
        if let Some(heading) = &mut self.out.heading
            && html == "\n"
        {
            heading.text.push('\n');
            heading.html.push(' ');
        }
        self.out.end_line();
    }
}
