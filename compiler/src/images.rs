//! Image files: their size, their damage, and the smaller copies that narrow screens load instead.
//!
//! Pure: bytes in, bytes out. The first bytes of a file decide its format, not its name.

mod damage;
mod decode;
mod size;

pub(crate) use self::damage::{Damage, find_damage};
pub use self::size::{ImageSize, size};

use crate::config::ImagesConfig;
use decode::DecodedImage;
use resize::Type::Lanczos3;
use rgb::FromSlice;

/// Part of the cache key of a copy. Raise it when a copy of the same image would get different bytes.
pub const COPIES_VERSION: u32 = 1;

/// An image with fewer pixels on a side is an icon, of which a copy would save nothing.
const MIN_SIDE: u32 = 128;

/// An image with more pixels gets no copies: copying it takes four bytes of memory per pixel.
const MAX_PIXELS: u64 = 64_000_000;

/// A PNG with fewer bytes per pixel is probably a drawing, for which lossless WebP is often smaller than lossy.
const MAX_DRAWING_BYTES_PER_PIXEL: f64 = 0.5;

/// The widths of an image's copies, ascending; none for an image that is small, animated or a vector graphic. No copy is
/// wider than the image.
#[must_use]
pub fn copy_widths(bytes: &[u8], config: &ImagesConfig) -> Vec<u32> {
    let Some(ImageSize { width, height }) = size(bytes).filter(|_| decode::is_still(bytes)) else {
        return Vec::new();
    };
    if width.min(height) < MIN_SIDE || u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Vec::new();
    }
    let (low, high) = (config.min_width.min(config.max_width), config.max_width);
    let gaps = config.steps.max(2) - 1;
    let steps = (0..config.steps.max(1)).map(|step| match config.steps {
        0 | 1 => high,
        _ => low + (high - low) * step / gaps,
    });
    let mut widths: Vec<u32> = steps.filter(|step| *step <= width).collect();
    if width < high {
        widths.push(width);
    }
    widths.sort_unstable();
    widths.dedup();
    widths
}

/// A copy of the image as WebP, `width` pixels wide and in proportion.
///
/// # Errors
/// When the image is damaged, with what the decoder says.
pub fn copy(bytes: &[u8], width: u32, quality: u32) -> Result<Vec<u8>, String> {
    let image = decode::decode(bytes)?;
    let is_drawing = bytes.starts_with(decode::PNG)
        && (bytes.len() as f64) < MAX_DRAWING_BYTES_PER_PIXEL * (image.pixels.len() / 4) as f64;
    let image = shrink(image, width as usize)?;
    let (width, height) = (to_u32(image.width), to_u32(image.height));
    let encoder = webp::Encoder::from_rgba(&image.pixels, width, height);
    let lossy = encoder.encode(quality.clamp(1, 100) as f32).to_vec();
    if is_drawing {
        let lossless = encoder.encode_lossless().to_vec();
        if lossless.len() < lossy.len() {
            return Ok(lossless);
        }
    }
    Ok(lossy)
}

/// The image in the given width, unchanged when it is no wider.
fn shrink(image: DecodedImage, width: usize) -> Result<DecodedImage, String> {
    if width >= image.width {
        return Ok(image);
    }
    let height = (image.height * width).div_ceil(image.width).max(1);
    let mut pixels = vec![0; width * height * 4];
    let mut resizer = resize::new(
        image.width,
        image.height,
        width,
        height,
        resize::Pixel::RGBA8P,
        Lanczos3,
    )
    .map_err(|error| error.to_string())?;
    resizer
        .resize(image.pixels.as_rgba(), pixels.as_rgba_mut())
        .map_err(|error| error.to_string())?;
    Ok(DecodedImage {
        width,
        height,
        pixels,
    })
}

fn to_u32(pixels: usize) -> u32 {
    u32::try_from(pixels).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIG: ImagesConfig = ImagesConfig {
        quality: 70,
        max_width: 960,
        min_width: 640,
        steps: 2,
    };

    /// A PNG of a slope of colours.
    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header().unwrap();
        let pixels: Vec<u8> = (0..height)
            .flat_map(|y| {
                (0..width)
                    .flat_map(move |x| [(x % 251) as u8, (y % 241) as u8, (x * y % 239) as u8])
            })
            .collect();
        writer.write_image_data(&pixels).unwrap();
        writer.finish().unwrap();
        bytes
    }

    #[test]
    fn copies_are_never_wider_than_the_picture() {
        let check = |width, height, expected: &[u32]| {
            assert_eq!(
                copy_widths(&png(width, height), &CONFIG),
                expected,
                "{width}"
            );
        };
        check(2000, 200, &[640, 960]);
        check(960, 200, &[640, 960]);
        check(800, 200, &[640, 800]);
        check(640, 200, &[640]);
        check(300, 200, &[300]);
        check(100, 2000, &[]);
        let three = ImagesConfig { steps: 3, ..CONFIG };
        assert_eq!(copy_widths(&png(1000, 200), &three), [640, 800, 960]);
        let one = ImagesConfig { steps: 1, ..CONFIG };
        assert_eq!(copy_widths(&png(1000, 200), &one), [960]);
    }

    #[test]
    fn a_copy_is_webp_of_the_width_asked_for() {
        let original = png(1000, 301);
        let copy = copy(&original, 640, 70).unwrap();
        assert_eq!(size(&copy), Some(ImageSize::new(640, 193)));
        assert!(copy.starts_with(b"RIFF"));
        assert!(
            copy.len() < original.len(),
            "{} {}",
            copy.len(),
            original.len()
        );
        // A copy is an image that can be copied.
        assert_eq!(
            size(&super::copy(&copy, 320, 70).unwrap()),
            Some(ImageSize::new(320, 97))
        );
    }

    #[test]
    fn copies_are_the_same_each_time() {
        let original = png(700, 200);
        assert_eq!(copy(&original, 640, 70), copy(&original, 640, 70));
    }

    #[test]
    fn drawings_are_kept_without_loss_where_that_is_smaller() {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 640, 640);
        encoder.set_color(png::ColorType::Grayscale);
        let mut writer = encoder.write_header().unwrap();
        let pixels: Vec<u8> = (0..640 * 640)
            .map(|at| if at / 640 % 8 == 0 { 0 } else { 255 })
            .collect();
        writer.write_image_data(&pixels).unwrap();
        writer.finish().unwrap();
        let copy = copy(&bytes, 640, 70).unwrap();
        assert_eq!(copy.get(12..16), Some(b"VP8L".as_slice()));
    }

    #[test]
    fn damaged_and_moving_pictures_are_told_apart() {
        let mut damaged = png(700, 200);
        damaged.truncate(3000);
        assert_eq!(copy_widths(&damaged, &CONFIG), [640, 700]);
        assert!(copy(&damaged, 640, 70).is_err());
        let mut moving = png(700, 200);
        moving.splice(33..33, *b"\0\0\0\x08acTL\0\0\0\x02\0\0\0\0\0\0\0\0");
        assert_eq!(copy_widths(&moving, &CONFIG), Vec::<u32>::new());
        assert_eq!(
            copy_widths(b"<svg width=\"700\" height=\"700\">", &CONFIG),
            Vec::<u32>::new()
        );
        assert_eq!(copy_widths(b"", &CONFIG), Vec::<u32>::new());
    }
}
