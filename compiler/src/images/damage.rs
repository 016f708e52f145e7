//! Finds image files that no browser shows, by their headers and their end, without decoding pixels.

mod bitmaps;
mod png;

use super::decode::PNG;
use bindery_source::SourceFile;
use std::ops::Range;

/// The extensions of the files that are images.
const EXTENSIONS: [&str; 9] = [
    "apng", "avif", "bmp", "gif", "ico", "jpeg", "jpg", "png", "webp",
];

/// What is wrong with an image file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Damage {
    /// The file has no bytes.
    Empty,
    /// The first bytes of the file are those of no image.
    OtherFormat,
    /// The file ends before the image does.
    CutOff,
    /// The file has all of its parts, and one of them is wrong.
    BadPart(&'static str),
    /// The file is an SVG document with an error of the syntax.
    BadXml {
        /// What the parser says.
        message: String,
        /// The place in the text.
        range: Range<usize>,
    },
}

/// What is wrong with a file whose name is that of an image; `None` for a sound image and for other files.
#[must_use]
pub(crate) fn find_damage(file: &SourceFile) -> Option<Damage> {
    let is_svg = file.has_extension("svg");
    if !is_svg && !EXTENSIONS.iter().any(|own| file.has_extension(own)) {
        return None;
    }
    if !file.is_readable {
        return None;
    }
    if file.bytes.is_empty() {
        return Some(Damage::Empty);
    }
    if is_svg {
        return find_xml_error(&file.text);
    }
    match is_complete(&file.bytes) {
        Some(true) if file.bytes.starts_with(PNG) => png::find_damage(&file.bytes),
        Some(true) => None,
        Some(false) => Some(Damage::CutOff),
        None => Some(Damage::OtherFormat),
    }
}

/// Whether an image reaches its end; `None` for bytes that are no image. The first bytes decide the format, as in browsers.
fn is_complete(bytes: &[u8]) -> Option<bool> {
    match bytes {
        _ if bytes.starts_with(PNG) => Some(png::ends(bytes).is_some()),
        [0xff, 0xd8, ..] => Some(jpeg_ends(bytes).is_some()),
        [b'G', b'I', b'F', b'8', ..] => Some(gif_ends(bytes).is_some()),
        [b'R', b'I', b'F', b'F', size @ ..] if bytes.get(8..12) == Some(b"WEBP") => {
            let size: [u8; 4] = size.get(..4)?.try_into().ok()?;
            Some(bytes.len() as u64 >= u64::from(u32::from_le_bytes(size)) + 8)
        }
        _ if bytes.get(4..8) == Some(b"ftyp") => Some(boxes_end(bytes).is_some()),
        [0, 0, 1, 0, ..] => Some(bitmaps::icon_ends(bytes).is_some()),
        [b'B', b'M', ..] => Some(bitmaps::bitmap_ends(bytes).is_some()),
        _ => None,
    }
}

/// Steps from segment to segment to the first scan, and finds the marker of the end behind it (ITU T.81, annex B).
fn jpeg_ends(bytes: &[u8]) -> Option<()> {
    let mut at = 2;
    loop {
        match bytes.get(at..at + 2)? {
            [0xff, 0xff] => at += 1,
            [0xff, 0xda] => break,
            [0xff, 0x01 | 0xd0..=0xd7] => at += 2,
            [0xff, _] => {
                let length = bytes.get(at + 2..at + 4)?;
                at += 2 + usize::from(u16::from_be_bytes([length[0], length[1]]));
            }
            _ => return None,
        }
    }
    let mut pairs = bytes[at..].windows(2).rev();
    pairs.any(|pair| pair == [0xff, 0xd9]).then_some(())
}

/// Steps from block to block to the trailer, or to the end of the file: browsers need no trailer (`GIF89a`, appendix A).
fn gif_ends(bytes: &[u8]) -> Option<()> {
    let table = |flags: u8| match flags & 0x80 {
        0 => 0,
        _ => 3 << ((flags & 7) + 1),
    };
    let mut at = 13 + table(*bytes.get(10)?);
    let mut has_image = false;
    while let Some(kind) = bytes.get(at) {
        at += match kind {
            0x21 => 2,
            0x2c => {
                has_image = true;
                11 + table(*bytes.get(at + 9)?)
            }
            _ => break,
        };
        // Sub-blocks begin with their length; the last one has none.
        loop {
            let length = usize::from(*bytes.get(at)?);
            at += 1 + length;
            if length == 0 {
                break;
            }
        }
    }
    has_image.then_some(())
}

/// Steps over the boxes of a file of AVIF, each of which begins with its length (ISO/IEC 14496-12, section 4.2).
fn boxes_end(bytes: &[u8]) -> Option<()> {
    let mut at = 0_usize;
    while at < bytes.len() {
        let length = u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?);
        let length = match length {
            // The last box goes to the end of the file.
            0 => return Some(()),
            1 => {
                let long = bytes.get(at + 8..at + 16)?;
                usize::try_from(u64::from_be_bytes(long.try_into().ok()?)).ok()?
            }
            length => length as usize,
        };
        at = at.checked_add(length.max(8))?;
    }
    (at == bytes.len()).then_some(())
}

/// The error of the syntax of an SVG file: browsers show none of it.
fn find_xml_error(text: &str) -> Option<Damage> {
    let options = roxmltree::ParsingOptions {
        allow_dtd: true,
        ..roxmltree::ParsingOptions::default()
    };
    let error = match roxmltree::Document::parse_with_options(text, options) {
        Ok(document) if document.root_element().tag_name().name() == "svg" => return None,
        Ok(_) => return Some(Damage::OtherFormat),
        Err(error) => error,
    };
    if is_at_end(&error) {
        let end = text.trim_end().len();
        return Some(Damage::BadXml {
            message: "the file ends before its elements are closed".to_owned(),
            range: end..end,
        });
    }
    let place = error.pos();
    let line = text.split('\n').nth(place.row.saturating_sub(1) as usize)?;
    let start = line.as_ptr() as usize - text.as_ptr() as usize;
    let mut letters = line
        .char_indices()
        .skip(place.col.saturating_sub(1) as usize);
    let range = match letters.next() {
        Some((at, letter)) => start + at..start + at + letter.len_utf8(),
        None => start + line.len()..start + line.len(),
    };
    Some(Damage::BadXml {
        message: xml_message(&error),
        range,
    })
}

/// Whether the file ends too early; the parser gives no place then.
fn is_at_end(error: &roxmltree::Error) -> bool {
    use roxmltree::Error;
    matches!(
        error,
        Error::NoRootNode | Error::UnclosedRootNode | Error::UnexpectedEndOfStream
    )
}

fn xml_message(error: &roxmltree::Error) -> String {
    use roxmltree::Error;
    match error {
        Error::UnexpectedCloseTag(expected, found, _) => {
            format!("`</{found}>` is in the place of `</{expected}>`")
        }
        Error::UnknownEntityReference(name, _) => format!("XML has no entity `&{name};`"),
        Error::UnknownNamespace(prefix, _) => format!("the prefix `{prefix}:` is not declared"),
        Error::DuplicatedAttribute(name, _) => format!("the attribute `{name}` is there twice"),
        other => other
            .to_string()
            .replace(&format!(" at {}", other.pos()), ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bindery_source::FileId;

    fn damage(path: &str, bytes: &[u8]) -> Option<Damage> {
        let text = std::str::from_utf8(bytes).unwrap_or_default();
        let mut file = SourceFile::from_text(FileId(0), path, text);
        file.bytes = bytes.into();
        find_damage(&file)
    }

    /// One grey pixel in each format, whose last byte is needed.
    const IMAGES: [&[u8]; 5] = [
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0\x3a\x7e\x9b\x55\0\0\0\x0aIDAT\x78\x9c\x63\x68\0\0\0\x82\0\x81\x77\xcd\x72\xb6\0\0\0\0IEND",
        b"\xff\xd8\xff\xe1\0\x06\xff\xd8\xff\xd9\xff\xda\0\x04\0\0abc\xff\0d\xff\xd9",
        b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff\x21\xf9\x04\0\0\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0",
        b"RIFF\x0c\0\0\0WEBPVP8 \0\0\0\0",
        b"\0\0\0\x0cftypavif\0\0\0\x09mdatx",
    ];

    #[test]
    fn an_image_that_is_cut_off_is_found_at_each_byte() {
        for image in IMAGES {
            assert_eq!(damage("a.png", image), None);
            assert_eq!(
                damage("a.jpg", &[image, b"more"].concat()).filter(|_| image[0] != 0),
                None
            );
            for length in 13..image.len() {
                let found = damage("a.PNG", &image[..length]);
                assert_eq!(found, Some(Damage::CutOff), "{length} of {image:?}");
            }
        }
    }

    #[test]
    fn files_that_are_no_images_are_found() {
        assert_eq!(damage("a.png", b""), Some(Damage::Empty));
        assert_eq!(damage("a.svg", b""), Some(Damage::Empty));
        assert_eq!(damage("a.webp", b"text"), Some(Damage::OtherFormat));
        assert_eq!(damage("a.png", b"<svg/>"), Some(Damage::OtherFormat));
        assert_eq!(damage("a.svg", b"<html/>"), Some(Damage::OtherFormat));
        assert_eq!(damage("a.ico", b"\0\0\x01\0\x01"), Some(Damage::CutOff));
        assert_eq!(damage("a.txt", b""), None);
    }

    #[test]
    fn errors_of_svg_have_their_place() {
        for (text, place, expected) in [
            (
                "<svg><rect",
                "",
                "the file ends before its elements are closed",
            ),
            (
                "<svg>\n <g>\n</svg>",
                "<",
                "`</svg>` is in the place of `</g>`",
            ),
            ("<svg>&nbsp;</svg>", "&", "XML has no entity `&nbsp;`"),
            (
                "<svg a=\"1\" a=\"2\"/>",
                "a",
                "the attribute `a` is there twice",
            ),
        ] {
            let Some(Damage::BadXml { message, range }) = damage("a.svg", text.as_bytes()) else {
                panic!("{text}");
            };
            assert_eq!(
                (message.as_str(), &text[range]),
                (expected, place),
                "{text}"
            );
        }
        let drawing = "<?xml version=\"1.0\"?>\n<!DOCTYPE svg [<!ENTITY n \"x\">]>\n<svg id=\"&n;\"><g/></svg>\n";
        assert_eq!(damage("a.svg", drawing.as_bytes()), None);
    }
}
