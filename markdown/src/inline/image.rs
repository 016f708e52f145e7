//! Renders images. Their attributes are segments, which are filled in when the whole site is known.

use crate::document::{Image, Segment};
use crate::renderer::Renderer;
use crate::renderer::body_writer::Position;
use crate::renderer::open_element::{OpenElement, OpenImage};
use bindery_source::Span;
use bindery_source::diagnostic::Code;
use std::ops::Range;

impl Renderer<'_, '_, '_> {
    pub(crate) fn start_image(&mut self, source: &str, title: &str, range: &Range<usize>) {
        self.mark_text();
        let image = self.out.alt.is_none().then(|| Image {
            source: self.masked.unmask(source),
            alt: String::new(),
            title: self.masked.unmask(title),
            span: self.span(range),
            is_html: false,
        });
        if image.is_some() {
            self.out.alt = Some(String::new());
        }
        let start = self.out.position();
        self.open_elements
            .push(OpenElement::Image(OpenImage { image, start }));
    }

    pub(crate) fn end_image(&mut self, open: OpenImage) {
        let Some(mut image) = open.image else { return };
        image.alt = self.out.alt.take().unwrap_or_default();
        if image.alt.trim().is_empty() {
            self.report_alt(image.span);
        }
        let number = self.document.images.len();
        self.document.images.push(image);
        self.out.segment(Segment::ImageStart(number));
        self.out.html("<img");
        self.out.segment(Segment::ImageAttrs(number));
        self.out.html(">");
        self.out.segment(Segment::ImageEnd(number));
        if !self.context.options.is_caption_off {
            self.record_captioned_image(number, open.start);
        }
    }

    /// Records an image with a title at the very start of a paragraph.
    fn record_captioned_image(&mut self, number: usize, start: Position) {
        let end = self.out.position();
        if let Some(OpenElement::Paragraph(paragraph)) = self.open_elements.last_mut()
            && paragraph.start == start
            && !self.document.images[number].title.is_empty()
        {
            paragraph.captioned_image = Some((number, end));
        }
    }

    /// Writes the caption of an image that is a whole paragraph: its title, which is then not an attribute.
    pub(crate) fn write_caption(&mut self, number: usize) {
        let title = std::mem::take(&mut self.document.images[number].title);
        self.out.html("\n<figcaption>");
        self.out.text(&title);
        self.out.html("</figcaption>");
    }

    /// Reports an image without alternative text. Markdown cannot mark an image as decorative, HTML can.
    pub(crate) fn report_alt(&mut self, span: Span) {
        self.sink
            .warn(Code::MissingAlt, span, "the image has no alternative text")
            .help("say what it shows; decoration is written `<img src=\"…\" alt=\"\" />`");
    }
}
