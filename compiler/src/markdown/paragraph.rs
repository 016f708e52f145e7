//! Paragraphs and the breaks within them.

use super::output::{HeadingText, Mark};
use super::render::{Frame, Renderer};

/// An open paragraph.
#[derive(Debug)]
pub(super) struct Paragraph {
    mark: Mark,
    has_text: bool,
    has_block_tag: bool,
    is_unwrapped: bool,
    /// The number of a picture with a title that stands first, and where it ends.
    picture: Option<(usize, Mark)>,
}

impl Renderer<'_, '_, '_> {
    /// Notes that the paragraph holds something besides block tags.
    pub(super) fn mark_text(&mut self) {
        for frame in self.frames.iter_mut().rev() {
            match frame {
                Frame::Paragraph(paragraph) => return paragraph.has_text = true,
                Frame::Inline(_) | Frame::Link(_) | Frame::Image(_) => {}
                _ => return,
            }
        }
    }

    /// Notes that the paragraph holds a block tag.
    pub(super) fn mark_block_tag(&mut self) {
        if let Some(Frame::Paragraph(paragraph)) = self.frames.last_mut() {
            paragraph.has_block_tag = true;
        }
    }

    pub(super) fn mark_unwrapped(&mut self) {
        if let Some(Frame::Paragraph(paragraph)) = self.frames.last_mut() {
            paragraph.is_unwrapped = true;
        }
    }

    /// Notes a picture with a title at the very start of a paragraph.
    pub(super) fn note_picture(&mut self, number: usize, start: Mark) {
        let end = self.out.mark();
        if let Some(Frame::Paragraph(paragraph)) = self.frames.last_mut()
            && paragraph.mark == start
            && !self.document.images[number].title.is_empty()
        {
            paragraph.picture = Some((number, end));
        }
    }

    pub(super) fn start_paragraph(&mut self) {
        if self.is_title_due() {
            self.out.heading = Some(HeadingText::default());
        } else {
            self.out.begin_running_text();
        }
        let paragraph = Paragraph {
            mark: self.out.mark(),
            has_text: false,
            has_block_tag: false,
            is_unwrapped: false,
            picture: None,
        };
        self.frames.push(Frame::Paragraph(paragraph));
    }

    pub(super) fn end_paragraph(&mut self, paragraph: &Paragraph) {
        self.out.end_line();
        if self.end_admonition_title(paragraph.mark) {
            return;
        }
        if paragraph.is_unwrapped {
            return;
        }
        let is_tags_only = paragraph.has_block_tag && !paragraph.has_text;
        if self.is_in_phrasing_element() || self.out.mark() == paragraph.mark {
            return;
        }
        if is_tags_only {
            return self.out.fresh_line();
        }
        let (start, end) = match paragraph.picture {
            Some((number, end)) if end == self.out.mark() => {
                self.write_caption(number);
                ("<figure>", "</figure>\n")
            }
            _ => ("<p>", "</p>\n"),
        };
        self.out.insert_block(paragraph.mark, start);
        self.out.html(end);
    }

    pub(super) fn line_break(&mut self, html: &str) {
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
