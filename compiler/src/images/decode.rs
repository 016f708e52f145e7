//! Decodes PNG, JPEG and WebP files, and turns their pixels upright.

use super::size::orientation;
use std::io::Cursor;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

/// The first bytes of a PNG file.
pub(super) const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The first bytes of a JPEG file.
const JPEG: &[u8] = b"\xff\xd8";

/// Rows of pixels of four bytes: red, green, blue, alpha.
pub(super) struct DecodedImage {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) pixels: Vec<u8>,
}

/// Whether the file has a format that can be copied, and is not animated.
pub(super) fn is_still(bytes: &[u8]) -> bool {
    if bytes.starts_with(PNG) {
        !is_animated_png(bytes)
    } else if is_webp(bytes) {
        // The flag of animation in the extended header (RFC 9649, section 2.7).
        let is_extended = bytes.get(12..16) == Some(b"VP8X");
        !(is_extended && bytes.get(20).is_some_and(|flags| flags & 2 != 0))
    } else {
        bytes.starts_with(JPEG)
    }
}

fn is_webp(bytes: &[u8]) -> bool {
    bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP")
}

/// An animated PNG has an `acTL` chunk before its first `IDAT`.
fn is_animated_png(bytes: &[u8]) -> bool {
    let mut at = PNG.len();
    while let Some(head) = bytes.get(at..at + 8) {
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]);
        match &head[4..] {
            b"acTL" => return true,
            b"IDAT" => return false,
            _ => at = at.saturating_add(length as usize).saturating_add(12),
        }
    }
    false
}

/// The pixels of a file.
pub(super) fn decode(bytes: &[u8]) -> Result<DecodedImage, String> {
    if bytes.starts_with(PNG) {
        decode_png(bytes)
    } else if is_webp(bytes) {
        decode_webp(bytes)
    } else if bytes.starts_with(JPEG) {
        decode_jpeg(bytes)
    } else {
        Err("neither PNG, JPEG nor WebP".to_owned())
    }
}

fn decode_png(bytes: &[u8]) -> Result<DecodedImage, String> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(|error| error.to_string())?;
    let len = reader.output_buffer_size().ok_or("too large")?;
    let mut raw = vec![0; len];
    let info = reader
        .next_frame(&mut raw)
        .map_err(|error| error.to_string())?;
    raw.truncate(info.buffer_size());
    let pixels = match info.color_type {
        png::ColorType::Rgba => raw,
        png::ColorType::Rgb | png::ColorType::Indexed => each(&raw, 3, |c| [c[0], c[1], c[2], 255]),
        png::ColorType::GrayscaleAlpha => each(&raw, 2, |c| [c[0], c[0], c[0], c[1]]),
        png::ColorType::Grayscale => each(&raw, 1, |c| [c[0], c[0], c[0], 255]),
    };
    decoded(info.width as usize, info.height as usize, pixels)
}

fn decode_webp(bytes: &[u8]) -> Result<DecodedImage, String> {
    let image = webp::Decoder::new(bytes)
        .decode()
        .ok_or("damaged WebP data")?;
    let pixels = match image.is_alpha() {
        true => image.to_vec(),
        false => each(&image, 3, |c| [c[0], c[1], c[2], 255]),
    };
    decoded(image.width() as usize, image.height() as usize, pixels)
}

fn decode_jpeg(bytes: &[u8]) -> Result<DecodedImage, String> {
    let options = DecoderOptions::default()
        .set_strict_mode(false)
        .set_max_width(1 << 16)
        .set_max_height(1 << 16)
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    let raw = decoder.decode().map_err(|error| error.to_string())?;
    let (width, height) = decoder.dimensions().ok_or("no size")?;
    let pixels = each(&raw, 3, |c| [c[0], c[1], c[2], 255]);
    Ok(upright(decoded(width, height, pixels)?, orientation(bytes)))
}

/// Pixels of four bytes from pixels of `len` bytes.
fn each(raw: &[u8], len: usize, pixel: impl Fn(&[u8]) -> [u8; 4]) -> Vec<u8> {
    raw.chunks_exact(len).flat_map(pixel).collect()
}

fn decoded(width: usize, height: usize, pixels: Vec<u8>) -> Result<DecodedImage, String> {
    match pixels.len() == width * height * 4 && !pixels.is_empty() {
        true => Ok(DecodedImage {
            width,
            height,
            pixels,
        }),
        false => Err("pixels are missing".to_owned()),
    }
}

/// Turns and mirrors the image as the camera asks for (Exif 2.32, tag 0x0112, values 1 to 8).
fn upright(image: DecodedImage, orientation: u8) -> DecodedImage {
    if !(2..=8).contains(&orientation) {
        return image;
    }
    let (w, h) = (image.width, image.height);
    let (width, height) = if orientation >= 5 { (h, w) } else { (w, h) };
    let mut pixels = Vec::with_capacity(image.pixels.len());
    for y in 0..height {
        for x in 0..width {
            let (sx, sy) = match orientation {
                2 => (w - 1 - x, y),
                3 => (w - 1 - x, h - 1 - y),
                4 => (x, h - 1 - y),
                5 => (y, x),
                6 => (y, h - 1 - x),
                7 => (w - 1 - y, h - 1 - x),
                _ => (w - 1 - y, x),
            };
            let at = (sy * w + sx) * 4;
            pixels.extend_from_slice(&image.pixels[at..at + 4]);
        }
    }
    DecodedImage {
        width,
        height,
        pixels,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cameras_are_held_in_eight_ways() {
        // Two pixels side by side, A and B, and below them C and D; each orientation brings A to a corner of its own.
        let flat = |orientation| {
            let pixels = b"AAAABBBBCCCCDDDD".to_vec();
            let image = upright(decoded(2, 2, pixels).unwrap(), orientation);
            let letters: Vec<u8> = image.pixels.chunks(4).map(|pixel| pixel[0]).collect();
            String::from_utf8(letters).unwrap()
        };
        let all: Vec<_> = (1..=8).map(flat).collect();
        assert_eq!(
            all,
            [
                "ABCD", "BADC", "DCBA", "CDAB", "ACBD", "CADB", "DBCA", "BDAC"
            ]
        );
    }

    #[test]
    fn a_turned_picture_swaps_its_sides() {
        let turned = upright(decoded(2, 1, b"AAAABBBB".to_vec()).unwrap(), 6);
        assert_eq!((turned.width, turned.height), (1, 2));
    }
}
