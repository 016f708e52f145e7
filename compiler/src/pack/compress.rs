//! Compresses bodies with brotli, gzip and zstd; an encoding that is not smaller than the plain bytes is dropped.
//!
//! A cache keeps the results by the hash of the bytes.
//!
//! The levels were chosen by measuring the library's pages, with brotli 11 = 100 units of time. Brotli 10 takes 32 and
//! makes 2.3 % more bytes. Zstd 19 takes 47, zstd 15 takes 7 and makes 0.8 % more. Libdeflate 12 takes 20, libdeflate
//! 10 takes 5 and makes 0.6 % more. On generated pages brotli 3 takes a third of the time of brotli 5 and makes 12 % more bytes.

use crate::system::cache::{self, Cache};
use bindery_compression::{FAST_LEVELS, Levels, ON_REQUEST_FORMAT, brotli, gzip, zstd};

/// A part of the cache key. Change it with every change of this file, of the crate that encodes, or of an encoder's version.
const ENCODINGS_FORMAT: &[u8] = b"encodings-8 brotli-1.2.0 libdeflater-1.26.1 zstd-0.13.4";

/// Bodies below this length are never smaller in another encoding by more than a header's length.
const MIN_LEN: usize = 64;

/// The compression effort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// For debug builds: a fiftieth of the time, a quarter more bytes.
    Fast,
    /// For what few clients ask for: a twentieth of the time, a tenth more bytes.
    Low,
    /// For the pages of release builds.
    Good,
    /// For the interface's files, which every visit loads and few builds change; for pages on request.
    Best,
    /// No compression: for previews.
    None,
    /// For the pages of release builds of large sites: a twelfth of the time of [`Effort::Good`], a twelfth more bytes.
    Large,
    /// As [`Effort::Good`], for sites of any size.
    Full,
}

/// Sites with more pages get [`Effort::Large`] where [`Effort::Good`] is asked for.
const LARGE_ABOVE: usize = 2_000;

impl Effort {
    fn levels(self) -> Option<Levels> {
        let [brotli, gzip, zstd] = match self {
            Effort::None => return None,
            Effort::Low => return Some(FAST_LEVELS),
            Effort::Fast => [3, 5, 3],
            // Brotli 9 allocates 32 MB for each body, which takes as long as brotli 10.
            Effort::Large => [8, 10, 15],
            Effort::Good | Effort::Full => [10, 10, 15],
            Effort::Best => [11, 12, 19],
        };
        Some(Levels { brotli, gzip, zstd })
    }

    /// The effort for the documents of a site with so many pages.
    #[must_use]
    pub(crate) fn for_documents(self, pages: usize) -> Self {
        match self {
            Effort::Good if pages > LARGE_ABOVE => Effort::Large,
            other => other,
        }
    }

    /// The effort of this name: `fast`, `good`, `full` or `best`.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "fast" => Some(Effort::Fast),
            "good" => Some(Effort::Good),
            "full" => Some(Effort::Full),
            "best" => Some(Effort::Best),
            _ => None,
        }
    }
}

/// A body that is at least this part shorter in brotli is shorter in gzip and in Zstandard, too, at any level.
const SURE_GAIN: usize = 4;

/// Which encodings of a body are stored. The server makes the others when a client asks for them, at the levels of
/// [`Effort::Low`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredEncodings {
    /// All.
    All,
    /// Brotli, which nearly all clients accept.
    Brotli,
}

/// How a body is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompressOptions {
    /// The effort.
    pub effort: Effort,
    /// The encodings that are made now.
    pub stored: StoredEncodings,
}

/// An encoding of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EncodedBody {
    /// The bytes, which are stored.
    Stored(Vec<u8>),
    /// The server makes the bytes on request.
    OnRequest {
        /// The number of plain bytes, which these do not exceed.
        max_len: u64,
        /// Stands for the bytes: the hash of the plain ones and of the encoder.
        hash: blake3::Hash,
    },
}

/// The names of the codings, for the tags of bodies that are made on request.
const BR: &[u8] = b"br";
const GZIP: &[u8] = b"gzip";
const ZSTD: &[u8] = b"zstd";

impl EncodedBody {
    fn on_request(coding: &[u8], body: &[u8], plain: &blake3::Hash) -> EncodedBody {
        EncodedBody::OnRequest {
            max_len: body.len() as u64,
            hash: cache::key(&[ON_REQUEST_FORMAT, coding, plain.as_bytes()]),
        }
    }

    /// The number of bytes that are stored.
    #[must_use]
    pub fn stored_len(&self) -> u64 {
        match self {
            EncodedBody::Stored(bytes) => bytes.len() as u64,
            EncodedBody::OnRequest { .. } => 0,
        }
    }
}

/// The encodings of one body; `None` where the plain bytes are no longer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encodings {
    /// Brotli.
    pub br: Option<EncodedBody>,
    /// Gzip.
    pub gzip: Option<EncodedBody>,
    /// Zstandard.
    pub zstd: Option<EncodedBody>,
}

/// All encodings of `body`, or none for a media type that is compressed by itself.
#[must_use]
pub fn compress(
    cache: &Cache,
    options: CompressOptions,
    media_type: &str,
    body: &[u8],
) -> Encodings {
    if body.len() < MIN_LEN || !is_compressible(media_type) {
        return Encodings::default();
    }
    let CompressOptions { effort, stored } = options;
    let Some(levels) = effort.levels() else {
        return Encodings::default();
    };
    let key_options = [effort as u8, stored as u8];
    let plain = blake3::hash(body);
    let key = cache::key(&[ENCODINGS_FORMAT, &key_options, plain.as_bytes()]);
    let entry = cache.get(&key);
    if let Some(known) = entry.and_then(|entry| unpack(&entry, body, &plain)) {
        return known;
    }
    let made = match stored {
        StoredEncodings::All => encode_all(levels, body),
        StoredEncodings::Brotli => encode_as_brotli(levels.brotli, body, &plain),
    };
    cache.put(&key, &pack(&made));
    made
}

/// The encodings of a body that the server makes on request. They are taken to be shorter than the body.
#[must_use]
pub fn on_request(body: &[u8]) -> Encodings {
    let plain = blake3::hash(body);
    Encodings {
        br: Some(EncodedBody::on_request(BR, body, &plain)),
        gzip: Some(EncodedBody::on_request(GZIP, body, &plain)),
        zstd: Some(EncodedBody::on_request(ZSTD, body, &plain)),
    }
}

fn encode_all(levels: Levels, body: &[u8]) -> Encodings {
    let keep = |encoded: Vec<u8>| {
        let is_shorter = encoded.len() < body.len();
        is_shorter.then_some(EncodedBody::Stored(encoded))
    };
    Encodings {
        br: keep(brotli(levels.brotli, body)),
        gzip: keep(gzip(levels.gzip, body)),
        zstd: keep(zstd(levels.zstd, body)),
    }
}

/// Encodes in brotli. The others are made here only if it is not certain that they are shorter than the body.
fn encode_as_brotli(level: i32, body: &[u8], plain: &blake3::Hash) -> Encodings {
    let br = brotli(level, body);
    let is_shorter = |encoded: &[u8]| encoded.len() < body.len();
    let is_sure = br.len() < body.len() - body.len() / SURE_GAIN;
    let on_request = |coding, encode: &dyn Fn() -> Vec<u8>| {
        let is_kept = is_sure || is_shorter(&encode());
        is_kept.then(|| EncodedBody::on_request(coding, body, plain))
    };
    let Levels {
        gzip: gzip_level,
        zstd: zstd_level,
        ..
    } = FAST_LEVELS;
    Encodings {
        gzip: on_request(GZIP, &|| gzip(gzip_level, body)),
        zstd: on_request(ZSTD, &|| zstd(zstd_level, body)),
        br: is_shorter(&br).then_some(EncodedBody::Stored(br)),
    }
}

/// Whether bodies of this media type shrink: text does, most images and fonts do not.
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

/// Each of the three encodings: its kind, and the bytes that are stored with their length.
fn pack(encodings: &Encodings) -> Vec<u8> {
    let mut packed = Vec::new();
    for body in [&encodings.br, &encodings.gzip, &encodings.zstd] {
        match body {
            None => packed.push(0),
            Some(EncodedBody::Stored(bytes)) => {
                packed.push(1);
                packed.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
                packed.extend_from_slice(bytes);
            }
            Some(EncodedBody::OnRequest { .. }) => packed.push(2),
        }
    }
    packed
}

fn unpack(packed: &[u8], body: &[u8], plain: &blake3::Hash) -> Option<Encodings> {
    let mut rest = packed;
    let mut next = |coding| -> Option<Option<EncodedBody>> {
        let (kind, tail) = rest.split_first()?;
        rest = tail;
        Some(match kind {
            0 => None,
            1 => {
                let (len, tail) = rest.split_first_chunk::<8>()?;
                let len = usize::try_from(u64::from_le_bytes(*len)).ok()?;
                let (bytes, tail) = tail.split_at_checked(len)?;
                rest = tail;
                Some(EncodedBody::Stored(bytes.to_owned()))
            }
            _ => Some(EncodedBody::on_request(coding, body, plain)),
        })
    };
    Some(Encodings {
        br: next(BR)?,
        gzip: next(GZIP)?,
        zstd: next(ZSTD)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn options(effort: Effort, stored: StoredEncodings) -> CompressOptions {
        CompressOptions { effort, stored }
    }

    fn stored(encoding: Option<EncodedBody>) -> Vec<u8> {
        match encoding {
            Some(EncodedBody::Stored(bytes)) => bytes,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_made_on_request_is_neither_made_nor_stored() {
        let text = b"<p>text</p>".repeat(2000);
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path());
        let brotli_only = options(Effort::Good, StoredEncodings::Brotli);
        let made = compress(&cache, brotli_only, "text/css", &text);
        let all = on_request(&text);
        let hash = |encoding: &Option<EncodedBody>| match encoding {
            Some(EncodedBody::OnRequest { max_len, hash }) => {
                assert_eq!(*max_len, text.len() as u64);
                *hash
            }
            other => panic!("{other:?}"),
        };
        let hashes = [&all.br, &all.gzip, &all.zstd].map(hash);
        assert_eq!(hash(&made.gzip), hashes[1]);
        assert_eq!(hash(&made.zstd), hashes[2]);
        assert_eq!(stored(made.br), brotli(10, &text));
        assert_ne!(hashes[0], hashes[1]);
        assert_ne!(hashes[1], hashes[2]);
        let other = b"<p>TEXT</p>".repeat(2000);
        assert_ne!(on_request(&other).gzip, all.gzip);
    }

    #[test]
    fn without_a_sure_gain_each_encoding_is_tried() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path());
        let brotli_only = options(Effort::Fast, StoredEncodings::Brotli);
        let mut noise = vec![0; 4096];
        blake3::Hasher::new()
            .finalize_xof()
            .read_exact(&mut noise)
            .unwrap();
        let made = compress(&cache, brotli_only, "text/plain", &noise);
        assert_eq!(made, Encodings::default());
        // Half a kilobyte of zeros among noise is a small gain.
        noise.extend_from_slice(&[0; 512]);
        let made = compress(&cache, brotli_only, "text/plain", &noise);
        assert_eq!(made.gzip, on_request(&noise).gzip);
        assert_eq!(made.zstd, on_request(&noise).zstd);
        assert!(made.br.is_some());
    }

    #[test]
    fn the_second_time_comes_from_the_cache() {
        let text = b"<p>text</p>".repeat(2000);
        let folder = tempfile::tempdir().unwrap();
        let first = Cache::open(folder.path());
        let fast = options(Effort::Fast, StoredEncodings::All);
        let made = compress(&first, fast, "text/css", &text);
        let second = Cache::open(folder.path());
        assert_eq!(
            compress(&second, fast, "text/css", &text),
            made,
            "the cached result is the same"
        );
        assert_eq!((second.hits(), second.written()), (1, 0));
        for other in [
            options(Effort::Best, StoredEncodings::All),
            options(Effort::Best, StoredEncodings::Brotli),
            options(Effort::Fast, StoredEncodings::Brotli),
        ] {
            let made = compress(&second, other, "text/css", &text);
            let cached = compress(&Cache::open(folder.path()), other, "text/css", &text);
            assert_eq!(cached, made);
        }
        assert_eq!(second.written(), 3, "other options are other entries");
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
            let made = compress(
                &cache,
                options(effort, StoredEncodings::All),
                "text/html",
                &text,
            );
            let [br, gzip, zstd] = [made.br, made.gzip, made.zstd].map(stored);
            let plain = bindery_compression::from_brotli(&br, text.len());
            assert_eq!(plain.as_ref(), Some(&text));
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
    fn only_a_good_effort_is_lower_for_large_sites() {
        use Effort::{Best, Fast, Full, Good, Large};
        let of = |effort: Effort, pages| effort.for_documents(pages);
        assert_eq!([of(Good, 2_000), of(Good, 2_001)], [Good, Large]);
        let others = [Fast, Full, Best];
        assert_eq!(others.map(|effort| of(effort, 50_000)), others);
        assert_eq!(Effort::parse("full"), Some(Full));
        assert_eq!(Full.levels(), Good.levels());
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
                compress(
                    &cache,
                    options(Effort::Best, StoredEncodings::All),
                    media_type,
                    body
                ),
                Encodings::default()
            );
        }
        assert!(is_compressible("image/svg+xml"));
        assert!(is_compressible("application/ld+json"));
    }
}
