//! Compresses bodies with brotli, gzip and zstd; an encoding that is not smaller than the plain bytes is dropped.
//!
//! A cache keeps the results by the hash of the bytes.
//!
//! The levels were chosen by measuring the library's pages, with brotli 11 = 100 units of time. Brotli 10 takes 32 and
//! makes 2.3 % more bytes. Zstd 19 takes 47, zstd 15 takes 7 and makes 0.8 % more. Libdeflate 12 takes 20, libdeflate
//! 10 takes 5 and makes 0.6 % more.

use crate::system::cache::{self, Cache};
use bindery_compression::{FAST_LEVELS, brotli, gzip, zstd};

/// A part of the cache key. Change it with every change of this file, of the crate that encodes, or of an encoder's version.
const FORMAT: &[u8] = b"encodings-5 brotli-9.1.1 libdeflater-1.26.1 zstd-0.13.4";

/// Bodies below this length are never smaller in another encoding by more than a header's length.
const MIN_LEN: usize = 64;

/// The compression effort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// For debug builds: a hundredth of the time, a fifth more bytes.
    Fast,
    /// For the pages of release builds.
    Good,
    /// For the interface's files, which every visit loads and few builds change; for pages on request.
    Best,
    /// No compression: for previews.
    None,
}

impl Effort {
    /// Levels of brotli, libdeflate and zstd.
    fn levels(self) -> Option<(i32, i32, i32)> {
        match self {
            Effort::None => None,
            Effort::Fast => Some(FAST_LEVELS),
            Effort::Good => Some((10, 10, 15)),
            Effort::Best => Some((11, 12, 19)),
        }
    }

    /// The effort of this name: `fast`, `good` or `best`.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "fast" => Some(Effort::Fast),
            "good" => Some(Effort::Good),
            "best" => Some(Effort::Best),
            _ => None,
        }
    }
}

/// When the gzip encoding of a body is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GzipTime {
    /// At build, and stored.
    Build,
    /// When a client asks for it: nearly all clients know a better encoding. The build makes it at the same level, because
    /// its length and its entity tag are a part of the table.
    Request,
}

/// The encodings of one body; `None` where the plain bytes are no longer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encodings {
    /// Brotli.
    pub br: Option<Vec<u8>>,
    /// Gzip.
    pub gzip: Option<Vec<u8>>,
    /// Zstandard.
    pub zstd: Option<Vec<u8>>,
}

/// All encodings of `body`, or none for a media type that is compressed by itself.
#[must_use]
pub fn compress(
    cache: &Cache,
    (effort, gzip_time): (Effort, GzipTime),
    media_type: &str,
    body: &[u8],
) -> Encodings {
    if body.len() < MIN_LEN || !is_compressible(media_type) {
        return Encodings::default();
    }
    let Some((br, deflate, zst)) = effort.levels() else {
        return Encodings::default();
    };
    let deflate = match gzip_time {
        GzipTime::Build => deflate,
        GzipTime::Request => FAST_LEVELS.1,
    };
    let options = [effort as u8, gzip_time as u8];
    let key = cache::key(&[FORMAT, &options, blake3::hash(body).as_bytes()]);
    if let Some(known) = cache.get(&key).and_then(|entry| unpack(&entry)) {
        return known;
    }
    let keep = |encoded: Vec<u8>| (encoded.len() < body.len()).then_some(encoded);
    let made = Encodings {
        br: keep(brotli(br, body)),
        gzip: keep(gzip(deflate, body)),
        zstd: keep(zstd(zst, body)),
    };
    cache.put(&key, &pack(&made));
    made
}

/// Whether bodies of this media type shrink: text does, most pictures and fonts do not.
#[must_use]
pub fn is_compressible(media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or("").trim();
    essence.starts_with("text/")
        || essence.ends_with("+json")
        || essence.ends_with("+xml")
        || matches!(
            essence,
            "application/json"
                | "application/javascript"
                | "application/xml"
                | "application/wasm"
                | "application/vnd.ms-fontobject"
                | "font/ttf"
                | "font/otf"
                | "image/x-icon"
                | "image/vnd.microsoft.icon"
                | "image/bmp"
        )
}

/// Three length-prefixed bodies; an absent one has the length `u64::MAX`.
fn pack(encodings: &Encodings) -> Vec<u8> {
    let mut packed = Vec::new();
    for body in [&encodings.br, &encodings.gzip, &encodings.zstd] {
        let len = body.as_ref().map_or(u64::MAX, |body| body.len() as u64);
        packed.extend_from_slice(&len.to_le_bytes());
        packed.extend_from_slice(body.as_deref().unwrap_or_default());
    }
    packed
}

fn unpack(packed: &[u8]) -> Option<Encodings> {
    let mut rest = packed;
    let mut next = || {
        let (len, tail) = rest.split_first_chunk::<8>()?;
        rest = tail;
        let len = u64::from_le_bytes(*len);
        if len == u64::MAX {
            return Some(None);
        }
        let (body, tail) = rest.split_at_checked(usize::try_from(len).ok()?)?;
        rest = tail;
        Some(Some(body.to_owned()))
    };
    Some(Encodings {
        br: next()?,
        gzip: next()?,
        zstd: next()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn the_second_time_comes_from_the_cache() {
        let text = b"<p>text</p>".repeat(2000);
        let folder = tempfile::tempdir().unwrap();
        let first = Cache::open(folder.path());
        let fast = (Effort::Fast, GzipTime::Build);
        let made = compress(&first, fast, "text/css", &text);
        let second = Cache::open(folder.path());
        assert_eq!(
            compress(&second, fast, "text/css", &text),
            made,
            "the cached result is the same"
        );
        assert_eq!((second.hits(), second.written()), (1, 0));
        for other in [
            (Effort::Best, GzipTime::Build),
            (Effort::Best, GzipTime::Request),
        ] {
            let _ = compress(&second, other, "text/css", &text);
        }
        assert_eq!(second.written(), 2, "other options are other entries");
    }

    #[test]
    fn each_encoding_has_its_own_name_at_every_effort() {
        let text: Vec<u8> = (0..2000_u32)
            .flat_map(|n| format!("<p>{} is {}</p>", n % 97, n * n).into_bytes())
            .collect();
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path());
        let mut shortest = [text.len(); 3];
        for effort in [Effort::Fast, Effort::Good, Effort::Best] {
            let made = compress(&cache, (effort, GzipTime::Build), "text/html", &text);
            let [br, gzip, zstd] = [made.br, made.gzip, made.zstd].map(Option::unwrap);
            let mut plain = Vec::new();
            brotli::BrotliDecompress(&mut br.as_slice(), &mut plain).unwrap();
            assert_eq!(plain, text);
            assert!(gzip.starts_with(&[0x1f, 0x8b]), "{effort:?}");
            assert!(zstd.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]), "{effort:?}");
            // More effort makes fewer bytes.
            let lengths = [br.len(), gzip.len(), zstd.len()];
            for (length, before) in lengths.iter().zip(shortest) {
                assert!(*length < before, "{effort:?}: {lengths:?}, {shortest:?}");
            }
            shortest = lengths;
        }
    }

    #[test]
    fn what_does_not_shrink_is_left_out() {
        let text = b"<p>text</p>".repeat(2000);
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path());
        let mut noise = vec![0; 4096];
        blake3::Hasher::new()
            .finalize_xof()
            .read_exact(&mut noise)
            .unwrap();
        for (media_type, body) in [
            ("text/plain", noise.as_slice()),
            ("font/woff2", &text),
            ("image/png", &text),
            ("text/plain", b"tiny"),
        ] {
            assert_eq!(
                compress(&cache, (Effort::Best, GzipTime::Build), media_type, body),
                Encodings::default()
            );
        }
        assert!(is_compressible("image/svg+xml"));
        assert!(is_compressible("application/ld+json"));
    }
}
