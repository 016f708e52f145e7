//! Compresses a body with brotli, gzip or zstd, and reads brotli.
//!
//! Pure: the same body and level always give the same bytes.
//!
//! Brotli is the reference implementation in C: for the pages of release builds it takes three quarters of the time of the Rust
//! one, and at levels 5 to 8 it needs no large tables.

use compu::decoder::{BrotliC as BrotliDecoder, DecodeStatus, Decoder};
use compu::encoder::{BrotliC, BrotliOptions, BrotliQuality, EncodeOp, EncodeStatus, Encoder};
use std::io::Write;

const BROTLI_LEVELS: [BrotliQuality; 12] = [
    BrotliQuality::Q0,
    BrotliQuality::Q1,
    BrotliQuality::Q2,
    BrotliQuality::Q3,
    BrotliQuality::Q4,
    BrotliQuality::Q5,
    BrotliQuality::Q6,
    BrotliQuality::Q7,
    BrotliQuality::Q8,
    BrotliQuality::Q9,
    BrotliQuality::Q10,
    BrotliQuality::Q11,
];

/// The body in brotli (RFC 7932); the highest level is 11.
///
/// # Panics
/// When brotli has no such level.
#[must_use]
pub fn brotli(level: i32, body: &[u8]) -> Vec<u8> {
    let quality = usize::try_from(level).map(|at| BROTLI_LEVELS[at]);
    let options = BrotliOptions::new().quality(quality.expect("BUG: brotli has no such level"));
    let mut encoder = BrotliC::new(options).expect("BUG: no memory for brotli");
    let mut encoded = Vec::with_capacity(body.len() / 3 + SPARE);
    let mut rest = body;
    loop {
        let step = encoder.encode_vec(rest, &mut encoded, EncodeOp::Finish);
        match step.status {
            EncodeStatus::Finished => return encoded,
            EncodeStatus::Error => panic!("BUG: brotli failed in memory"),
            EncodeStatus::Continue | EncodeStatus::NeedOutput => {
                rest = &rest[rest.len() - step.input_remain..];
                encoded.reserve(encoded.len() + SPARE);
            }
        }
    }
}

/// What a buffer has room for at least, in bytes.
const SPARE: usize = 1024;

/// The bytes that were compressed with brotli; none when they are malformed or more than `max_len`.
#[must_use]
pub fn from_brotli(encoded: &[u8], max_len: usize) -> Option<Vec<u8>> {
    let mut decoder = BrotliDecoder::new()?;
    let mut plain = Vec::with_capacity(max_len.min(encoded.len().saturating_mul(4) + SPARE));
    let mut rest = encoded;
    loop {
        let step = decoder.decode_vec(rest, &mut plain);
        rest = &rest[rest.len() - step.input_remain..];
        match step.status.ok()? {
            DecodeStatus::Finished if rest.is_empty() && plain.len() <= max_len => {
                return Some(plain);
            }
            DecodeStatus::NeedOutput if plain.len() <= max_len => {
                plain.reserve(plain.len().min(max_len - plain.len()) + 1);
            }
            _ => return None,
        }
    }
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
pub const ON_REQUEST_FORMAT: &[u8] = b"on-request-2";

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
        let known = "44cff249ede07410 021592751c52038a f2486210068b643d";
        assert_eq!(
            (&*name, encoded.join(" ").as_str()),
            ("on-request-2", known)
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
            let encoded = super::brotli(level, &text);
            assert_eq!(
                super::from_brotli(&encoded, text.len()).as_ref(),
                Some(&text)
            );
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
