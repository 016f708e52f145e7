//! Reads width and height of an image from its first bytes.

use bindery_html::start_tags;

/// Width and height of an image in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageSize {
    /// In pixels, as it is shown.
    pub width: u32,
    /// In pixels, as it is shown.
    pub height: u32,
}

impl ImageSize {
    /// A size in pixels.
    #[must_use]
    pub const fn new(width: u32, height: u32) -> ImageSize {
        ImageSize { width, height }
    }
}

/// The size of an image as it is shown; that of a JPEG after turning it upright.
#[must_use]
pub fn size(bytes: &[u8]) -> Option<ImageSize> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some(ImageSize::new(be32(bytes, 16)?, be32(bytes, 20)?))
    } else if bytes.starts_with(b"GIF8") {
        Some(ImageSize::new(le16(bytes, 6)?, le16(bytes, 8)?))
    } else if bytes.starts_with(b"RIFF") && bytes.get(8..12)? == b"WEBP" {
        webp_size(bytes)
    } else if bytes.starts_with(b"\xff\xd8") {
        let stored = jpeg_size(bytes)?;
        match orientation(bytes) {
            5..=8 => Some(ImageSize::new(stored.height, stored.width)),
            _ => Some(stored),
        }
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

fn webp_size(bytes: &[u8]) -> Option<ImageSize> {
    let le24 = |at: usize| {
        let three: [u8; 3] = bytes.get(at..at + 3)?.try_into().ok()?;
        Some(u32::from_le_bytes([three[0], three[1], three[2], 0]))
    };
    match bytes.get(12..16)? {
        b"VP8X" => Some(ImageSize::new(le24(24)? + 1, le24(27)? + 1)),
        b"VP8 " => Some(ImageSize::new(
            le16(bytes, 26)? & 0x3fff,
            le16(bytes, 28)? & 0x3fff,
        )),
        b"VP8L" => {
            let four: [u8; 4] = bytes.get(21..25)?.try_into().ok()?;
            let bits = u32::from_le_bytes(four);
            Some(ImageSize::new(
                (bits & 0x3fff) + 1,
                ((bits >> 14) & 0x3fff) + 1,
            ))
        }
        _ => None,
    }
}

/// Walks the segments of a JPEG file to its frame header.
fn jpeg_size(bytes: &[u8]) -> Option<ImageSize> {
    let mut at = 2;
    loop {
        let marker = *bytes.get(at + 1)?;
        match marker {
            0xff => at += 1,
            0xc0..=0xcf if ![0xc4, 0xc8, 0xcc].contains(&marker) => {
                return Some(ImageSize::new(be16(bytes, at + 7)?, be16(bytes, at + 5)?));
            }
            _ => at += 2 + be16(bytes, at + 2)? as usize,
        }
    }
}

/// `width` and `height` of an SVG's root, else those of its `viewBox`.
fn svg_size(bytes: &[u8]) -> Option<ImageSize> {
    let text = std::str::from_utf8(bytes).ok()?;
    let root = start_tags(text).find(|tag| tag.is("svg"))?;
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
    if let (Some(width), Some(height)) = (root.value("width"), root.value("height")) {
        return Some(ImageSize::new(pixels(width)?, pixels(height)?));
    }
    let mut view = root.value("viewbox")?.split_ascii_whitespace().skip(2);
    Some(ImageSize::new(pixels(view.next()?)?, pixels(view.next()?)?))
}

/// How the camera was held: the value of Exif's tag 0x0112, 1 when there is none.
pub(super) fn orientation(jpeg: &[u8]) -> u8 {
    exif(jpeg).and_then(orientation_of).unwrap_or(1)
}

/// The TIFF data of the segment `APP1` that holds it.
fn exif(bytes: &[u8]) -> Option<&[u8]> {
    let mut at = 2;
    loop {
        let marker = *bytes.get(at + 1)?;
        let length = be16(bytes, at + 2)? as usize;
        match marker {
            0xe1 => {
                let segment = bytes.get(at + 4..at + 2 + length)?;
                if let Some(tiff) = segment.strip_prefix(b"Exif\0\0") {
                    return Some(tiff);
                }
            }
            // The image itself begins.
            0xda => return None,
            _ => {}
        }
        at += 2 + length;
    }
}

/// The value of tag 0x0112 in the first directory (TIFF 6.0, section 2).
fn orientation_of(tiff: &[u8]) -> Option<u8> {
    let is_little = tiff.starts_with(b"II");
    let number = |at: usize, len: usize| -> Option<usize> {
        let digits = tiff.get(at..at.checked_add(len)?)?.iter();
        let add = |sum: usize, digit: &u8| sum << 8 | usize::from(*digit);
        Some(match is_little {
            true => digits.rev().fold(0, add),
            false => digits.fold(0, add),
        })
    };
    let directory = number(4, 4)?;
    let count = number(directory, 2)?;
    let entries = (0..count).map(|entry| directory + 2 + entry * 12);
    let entry = entries
        .take_while(|at| at + 12 <= tiff.len())
        .find(|at| number(*at, 2) == Some(0x0112))?;
    u8::try_from(number(entry + 8, 2)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_from_the_first_bytes() {
        let check = |bytes: &[u8], expected| assert_eq!(size(bytes), expected);
        check(
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0\0\0\0\x20",
            Some(ImageSize::new(256, 32)),
        );
        check(b"GIF89a\x0a\0\x14\0", Some(ImageSize::new(10, 20)));
        check(
            b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x09\0\0\x13\0\0",
            Some(ImageSize::new(10, 20)),
        );
        check(
            b"\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x11\x08\0\x14\0\x0a",
            Some(ImageSize::new(10, 20)),
        );
        check(
            b"<svg width=\"10\" height=\"20px\">",
            Some(ImageSize::new(10, 20)),
        );
        check(
            b"<?xml?><svg viewBox=\"0 0 10 19.6\">",
            Some(ImageSize::new(10, 20)),
        );
        check(b"\xff\xd8\xff\xe0\0\x04", None);
        let turned = b"\xff\xd8\xff\xe1\0\x1eExif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\xff\xc0\0\x11\x08\0\x14\0\x0a";
        assert_eq!(orientation(turned), 6);
        check(turned, Some(ImageSize::new(20, 10)));
        check(b"RIFF", None);
        check(b"", None);
    }
}
