//! Compresses a body with brotli, gzip or zstd, and reads brotli.
//!
//! Pure: the same body and level always give the same bytes.
//!
//! This is a crate of its own because brotli's encoder is generic over its allocator: rustc compiles it in the crate that
//! calls it, with that crate's settings. Debug builds optimise this crate, but not the compiler crate.

use std::io::{Read, Write};

/// The body in brotli (RFC 7932); the highest level is 11.
#[must_use]
pub fn brotli(level: i32, body: &[u8]) -> Vec<u8> {
    // With a window of 16 bits, levels 5 to 9 would use hash tables of 32 MB instead of one: the encoder lacks those that the
    // reference implementation has for small windows.
    let smallest = if level < 10 { 17 } else { 16 };
    let params = brotli::enc::BrotliEncoderParams {
        quality: level,
        // A window just above the body costs no byte and spares the encoder's large tables.
        lgwin: i32::try_from(body.len().next_power_of_two().ilog2())
            .unwrap_or(22)
            .clamp(smallest, 22),
        size_hint: body.len(),
        ..Default::default()
    };
    let mut encoded = Vec::with_capacity(body.len() / 3);
    let mut reader = body;
    brotli::BrotliCompress(&mut reader, &mut encoded, &params)
        .expect("BUG: brotli failed in memory");
    encoded
}

/// The bytes that were compressed with brotli; none when they are malformed or more than `max_len`.
#[must_use]
pub fn from_brotli(encoded: &[u8], max_len: usize) -> Option<Vec<u8>> {
    let mut plain = Vec::new();
    let limit = u64::try_from(max_len).ok()? + 1;
    brotli::Decompressor::new(encoded, 4096)
        .take(limit)
        .read_to_end(&mut plain)
        .ok()?;
    (plain.len() <= max_len).then_some(plain)
}

/// The body in gzip (RFC 1952); the highest level is 12.
///
/// # Panics
/// When libdeflate has no such level.
#[must_use]
pub fn gzip(level: i32, body: &[u8]) -> Vec<u8> {
    let level = libdeflater::CompressionLvl::new(level).expect("BUG: libdeflate has no such level");
    let mut encoder = libdeflater::Compressor::new(level);
    let mut encoded = vec![0; encoder.gzip_compress_bound(body.len())];
    let len = encoder
        .gzip_compress(body, &mut encoded)
        .expect("BUG: libdeflate's bound was too small");
    encoded.truncate(len);
    encoded
}

/// The body in Zstandard (RFC 8878); the highest level is 22.
///
/// # Panics
/// When zstd has no such level.
#[must_use]
pub fn zstd(level: i32, body: &[u8]) -> Vec<u8> {
    let mut encoder =
        zstd::stream::Encoder::new(Vec::new(), level).expect("BUG: zstd has no such level");
    encoder
        .set_pledged_src_size(Some(body.len() as u64))
        .and_then(|()| encoder.write_all(body))
        .and_then(|()| encoder.finish())
        .expect("BUG: zstd failed in memory")
}

/// The `len` bytes that were compressed with [`zstd()`]; none when they are malformed or have another length.
#[must_use]
pub fn from_zstd(encoded: &[u8], len: usize) -> Option<Vec<u8>> {
    let plain = zstd::bulk::decompress(encoded, len).ok()?;
    (plain.len() == len).then_some(plain)
}

/// The level of each encoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels {
    /// From 0 to 11.
    pub brotli: i32,
    /// From 0 to 12.
    pub gzip: i32,
    /// From 1 to 22.
    pub zstd: i32,
}

/// The levels for bodies that are encoded while somebody waits.
pub const FAST_LEVELS: Levels = Levels {
    brotli: 5,
    gzip: 5,
    zstd: 3,
};

/// Names the encoders at these levels. It is a part of the entity tags of what is encoded on request, so it changes with the
/// bytes: a test says when.
pub const ON_REQUEST_FORMAT: &[u8] = b"on-request-1";

/// The difference between a body and another one, from which [`apply_difference`] makes the body. Where they have much
/// in common it is short.
///
/// # Panics
/// When zstd fails in memory.
#[must_use]
pub fn difference(base: &[u8], body: &[u8]) -> Vec<u8> {
    // Level 9 finds nearly all that level 19 finds, in a tenth of the time.
    zstd::bulk::Compressor::with_dictionary(9, base)
        .and_then(|mut encoder| encoder.compress(body))
        .expect("BUG: zstd failed in memory")
}

/// The body of `len` bytes whose difference to `base` is `difference`; none when they do not belong together.
#[must_use]
pub fn apply_difference(base: &[u8], difference: &[u8], len: usize) -> Option<Vec<u8>> {
    let mut decoder = zstd::bulk::Decompressor::with_dictionary(base).ok()?;
    let body = decoder.decompress(difference, len).ok()?;
    (body.len() == len).then_some(body)
}

#[cfg(test)]
mod tests {
    fn text() -> Vec<u8> {
        (0..2000u32)
            .flat_map(|n| format!("<p>{} is {}</p>", n % 97, n * n).into_bytes())
            .collect()
    }

    #[test]
    fn a_difference_is_short_and_gives_the_body() {
        let base = text();
        let mut body = b"<html lang=de>".to_vec();
        body.extend_from_slice(&base);
        let difference = super::difference(&base, &body);
        assert!(difference.len() < 200, "{}", difference.len());
        let made = super::apply_difference(&base, &difference, body.len());
        assert_eq!(made.as_ref(), Some(&body));
        let other = super::apply_difference(&base[1..], &difference, body.len());
        assert_ne!(other.as_ref(), Some(&body));
        assert_eq!(super::apply_difference(&base, &difference, 10), None);
        assert_eq!(super::apply_difference(&base, b"text", 10), None);
    }

    #[test]
    fn other_bytes_need_another_name() {
        let text = text();
        let levels = super::FAST_LEVELS;
        let encoded = [
            super::brotli(levels.brotli, &text),
            super::gzip(levels.gzip, &text),
            super::zstd(levels.zstd, &text),
        ];
        let encoded = encoded.map(|bytes| blake3::hash(&bytes).to_hex()[..16].to_owned());
        let name = String::from_utf8_lossy(super::ON_REQUEST_FORMAT);
        // If this fails, give `ON_REQUEST_FORMAT` another number, and put it here with the new hashes.
        let known = "5f714523b20508b4 021592751c52038a f2486210068b643d";
        assert_eq!(
            (&*name, encoded.join(" ").as_str()),
            ("on-request-1", known)
        );
    }

    #[test]
    fn brotli_is_read_up_to_a_limit() {
        let text = text();
        let encoded = super::brotli(5, &text);
        assert_eq!(super::from_brotli(&encoded, text.len()), Some(text.clone()));
        assert_eq!(super::from_brotli(&encoded, text.len() - 1), None);
        assert_eq!(
            super::from_brotli(&encoded[..encoded.len() / 2], 1 << 20),
            None
        );
        assert_eq!(super::from_brotli(b"text", 1 << 20), None);
    }

    #[test]
    fn zstd_is_read_if_it_has_the_length() {
        let text = text();
        let encoded = super::zstd(3, &text);
        assert_eq!(super::from_zstd(&encoded, text.len()), Some(text.clone()));
        assert_eq!(super::from_zstd(&encoded, text.len() - 1), None);
        assert_eq!(super::from_zstd(&encoded, text.len() + 1), None);
        assert_eq!(super::from_zstd(b"text", 100), None);
    }

    #[test]
    fn every_encoding_decodes_to_the_same_bytes() {
        let text = text();
        for level in 3..=11 {
            let mut plain = Vec::new();
            let encoded = super::brotli(level, &text);
            brotli::BrotliDecompress(&mut encoded.as_slice(), &mut plain).unwrap();
            assert_eq!(plain, text);
            assert!(encoded.len() < text.len() / 2);
        }
        for level in 1..=12 {
            let encoded = super::gzip(level, &text);
            let mut plain = vec![0; text.len()];
            libdeflater::Decompressor::new()
                .gzip_decompress(&encoded, &mut plain)
                .unwrap();
            assert_eq!(plain, text);
            assert!(encoded.len() < text.len() / 2);
        }
        for level in 1..=19 {
            let encoded = super::zstd(level, &text);
            assert_eq!(zstd::bulk::decompress(&encoded, text.len()).unwrap(), text);
            assert!(encoded.len() < text.len() / 2);
        }
    }
}
