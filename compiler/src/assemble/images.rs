//! Decides where an image lies, and reads its size from its first bytes.

use super::files::join;
use super::links::{Linker, Origin, escape, is_url};
use super::routes::{STATIC_FOLDER, file_route, plain};
use crate::diagnostic::{Code, Diagnostics};
use crate::document::Image;
use crate::model::RoutePath;
use crate::source::{FileId, Span};
use percent_encoding::percent_decode_str;

impl Linker<'_> {
    /// The attributes of an `<img>`.
    pub(super) fn image_attributes(
        &mut self,
        origin: &Origin<'_>,
        image: &Image,
        sink: &mut Diagnostics,
    ) -> String {
        let found = if is_url(&image.source) {
            None
        } else {
            self.find_image(origin, &image.source, image.span, sink)
        };
        let url = match &found {
            Some((route, _)) => route.as_str(),
            None => &image.source,
        };
        let mut text = format!(" src=\"{}\" alt=\"{}\"", escape(url), escape(&image.alt));
        if !image.title.is_empty() {
            text.push_str(&format!(" title=\"{}\"", escape(&image.title)));
        }
        let size = found.and_then(|(_, file)| image_size(&self.context.tree.file(file).bytes));
        if let Some((width, height)) = size {
            text.push_str(&format!(" width=\"{width}\" height=\"{height}\""));
        }
        text.push_str(" loading=\"lazy\" decoding=\"async\"");
        text
    }

    /// The served path of a picture: absolute ones lie in `static/`, others beside the page.
    fn find_image(
        &mut self,
        origin: &Origin<'_>,
        source: &str,
        span: Span,
        sink: &mut Diagnostics,
    ) -> Option<(RoutePath, FileId)> {
        let path = source.split(['?', '#']).next().unwrap_or(source);
        let path = percent_decode_str(path).decode_utf8_lossy();
        if path.starts_with('/') {
            return self.find_static(&path, span, sink);
        }
        let found = self.find_file(origin.file, &path).map(|file| file.id);
        let served = found.and_then(|file| Some((self.serve(file)?, file)));
        if served.is_none() {
            let wanted = join(origin.file.folder(), &path).unwrap_or_default();
            self.report_missing(source, &wanted, span, sink);
        }
        served
    }

    /// The file of `static/` at an absolute path.
    pub(super) fn find_static(
        &self,
        path: &str,
        span: Span,
        sink: &mut Diagnostics,
    ) -> Option<(RoutePath, FileId)> {
        let base = self.context.config.base_path.trim_end_matches('/');
        let rest = match path.strip_prefix(base) {
            Some(rest) if rest.starts_with('/') => rest,
            _ => path,
        };
        let found = file_route(self.context, &plain(rest)).and_then(|route| {
            let file = *self.targets.statics.get(&route)?;
            Some((route, file))
        });
        if found.is_none() {
            let wanted = format!("{STATIC_FOLDER}{rest}");
            self.report_missing(path, &wanted, span, sink);
        }
        found
    }

    fn report_missing(&self, written: &str, wanted: &str, span: Span, sink: &mut Diagnostics) {
        let problem = sink.error(Code::MissingImage, span, format!("no image at `{written}`"));
        problem.help(self.image_help(wanted));
    }

    /// The path of a page's picture for social networks.
    pub(super) fn social_image(
        &mut self,
        origin: &Origin<'_>,
        image: &str,
        span: Span,
        sink: &mut Diagnostics,
    ) -> Option<String> {
        if is_url(image) {
            return Some(image.to_owned());
        }
        let (route, _) = self.find_image(origin, image, span, sink)?;
        Some(route.to_string())
    }
}

/// The endings of pictures.
pub(super) const IMAGES: [&str; 7] = ["avif", "gif", "jpeg", "jpg", "png", "svg", "webp"];

/// Width and height of a picture in pixels, by its first bytes whatever its name says.
fn image_size(bytes: &[u8]) -> Option<(u32, u32)> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some((be32(bytes, 16)?, be32(bytes, 20)?))
    } else if bytes.starts_with(b"GIF8") {
        Some((le16(bytes, 6)?, le16(bytes, 8)?))
    } else if bytes.starts_with(b"RIFF") && bytes.get(8..12)? == b"WEBP" {
        webp_size(bytes)
    } else if bytes.starts_with(b"\xff\xd8") {
        jpeg_size(bytes)
    } else {
        svg_size(bytes)
    }
}

fn be16(bytes: &[u8], at: usize) -> Option<u32> {
    let pair: [u8; 2] = bytes.get(at..at + 2)?.try_into().ok()?;
    Some(u32::from(u16::from_be_bytes(pair)))
}

fn be32(bytes: &[u8], at: usize) -> Option<u32> {
    let four: [u8; 4] = bytes.get(at..at + 4)?.try_into().ok()?;
    Some(u32::from_be_bytes(four))
}

fn le16(bytes: &[u8], at: usize) -> Option<u32> {
    let pair: [u8; 2] = bytes.get(at..at + 2)?.try_into().ok()?;
    Some(u32::from(u16::from_le_bytes(pair)))
}

fn webp_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let le24 = |at: usize| {
        let three: [u8; 3] = bytes.get(at..at + 3)?.try_into().ok()?;
        Some(u32::from_le_bytes([three[0], three[1], three[2], 0]))
    };
    match bytes.get(12..16)? {
        b"VP8X" => Some((le24(24)? + 1, le24(27)? + 1)),
        b"VP8 " => Some((le16(bytes, 26)? & 0x3fff, le16(bytes, 28)? & 0x3fff)),
        b"VP8L" => {
            let four: [u8; 4] = bytes.get(21..25)?.try_into().ok()?;
            let bits = u32::from_le_bytes(four);
            Some(((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1))
        }
        _ => None,
    }
}

/// Walks the segments of a JPEG file to its frame header.
fn jpeg_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut at = 2;
    loop {
        let marker = *bytes.get(at + 1)?;
        match marker {
            0xff => at += 1,
            0xc0..=0xcf if ![0xc4, 0xc8, 0xcc].contains(&marker) => {
                return Some((be16(bytes, at + 7)?, be16(bytes, at + 5)?));
            }
            _ => at += 2 + be16(bytes, at + 2)? as usize,
        }
    }
}

/// `width` and `height` of an SVG's root, else those of its `viewBox`.
fn svg_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let text = std::str::from_utf8(bytes).ok()?;
    let start = text.find("<svg")?;
    let root = text.get(start..start + text.get(start..)?.find('>')?)?;
    let attribute = |name: &str| {
        let at = root.find(&format!(" {name}=\""))? + name.len() + 3;
        root.get(at..)?.split('"').next()
    };
    let pixels = |text: &str| {
        let number: f64 = text.trim_end_matches("px").parse().ok()?;
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "checked to be a small positive number"
        )]
        (1.0..=65_535.0)
            .contains(&number)
            .then(|| number.round() as u32)
    };
    if let (Some(width), Some(height)) = (attribute("width"), attribute("height")) {
        return Some((pixels(width)?, pixels(height)?));
    }
    let mut view = attribute("viewBox")?.split_ascii_whitespace().skip(2);
    Some((pixels(view.next()?)?, pixels(view.next()?)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_from_the_first_bytes() {
        let check = |bytes: &[u8], expected| assert_eq!(image_size(bytes), expected);
        check(
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0\0\0\0\x20",
            Some((256, 32)),
        );
        check(b"GIF89a\x0a\0\x14\0", Some((10, 20)));
        check(
            b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x09\0\0\x13\0\0",
            Some((10, 20)),
        );
        check(
            b"\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x11\x08\0\x14\0\x0a",
            Some((10, 20)),
        );
        check(b"<svg width=\"10\" height=\"20px\">", Some((10, 20)));
        check(b"<?xml?><svg viewBox=\"0 0 10 19.6\">", Some((10, 20)));
        check(b"\xff\xd8\xff\xe0\0\x04", None);
        check(b"RIFF", None);
        check(b"", None);
    }
}
