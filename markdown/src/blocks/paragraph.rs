//! Renders paragraphs and the line breaks within them.

use crate::renderer::Renderer;
use crate::renderer::body_writer::HeadingText;
use crate::renderer::open_element::{OpenElement, OpenParagraph};

impl Renderer<'_, '_, '_> {
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
