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
const FORMAT: &[u8] = b"encodings-6 brotli-9.1.1 libdeflater-1.26.1 zstd-0.13.4";

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

/// Which encodings of a body are stored. The server makes the others when a client asks for them, at the levels of
/// [`Effort::Fast`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredEncodings {
    /// All.
    All,
    /// Brotli, which nearly all clients accept.
    Brotli,
    /// None.
    None,
}

/// An encoding of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EncodedBody {
    /// The bytes, which are stored.
    Stored(Vec<u8>),
    /// What the route table says about bytes that the server makes on request: the build makes them, too, and drops them.
    OnRequest {
        /// Their number.
        len: u64,
        /// Their hash.
        hash: blake3::Hash,
    },
}

impl EncodedBody {
    /// The number of bytes.
    #[must_use]
    pub fn len(&self) -> u64 {
        match self {
            EncodedBody::Stored(bytes) => bytes.len() as u64,
            EncodedBody::OnRequest { len, .. } => *len,
        }
    }

    /// Whether there are no bytes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
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
    (effort, stored): (Effort, StoredEncodings),
    media_type: &str,
    body: &[u8],
) -> Encodings {
    if body.len() < MIN_LEN || !is_compressible(media_type) {
        return Encodings::default();
    }
    let Some(levels) = effort.levels() else {
        return Encodings::default();
    };
    let (br, deflate, zst) = match stored {
        StoredEncodings::All => levels,
        StoredEncodings::Brotli => (levels.0, FAST_LEVELS.1, FAST_LEVELS.2),
        StoredEncodings::None => FAST_LEVELS,
    };
    let options = [effort as u8, stored as u8];
    let key = cache::key(&[FORMAT, &options, blake3::hash(body).as_bytes()]);
    if let Some(known) = cache.get(&key).and_then(|entry| unpack(&entry)) {
        return known;
    }
    let keep = |encoded: Vec<u8>, is_stored| {
        let is_shorter = encoded.len() < body.len();
        is_shorter.then(|| match is_stored {
            true => EncodedBody::Stored(encoded),
            false => EncodedBody::OnRequest {
                len: encoded.len() as u64,
                hash: blake3::hash(&encoded),
            },
        })
    };
    let are_all = stored == StoredEncodings::All;
    let made = Encodings {
        br: keep(brotli(br, body), stored != StoredEncodings::None),
        gzip: keep(gzip(deflate, body), are_all),
        zstd: keep(zstd(zst, body), are_all),
    };
    cache.put(&key, &pack(&made));
    made
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

/// Each of the three encodings: its kind, its length, and its bytes or their hash.
fn pack(encodings: &Encodings) -> Vec<u8> {
    let mut packed = Vec::new();
    for body in [&encodings.br, &encodings.gzip, &encodings.zstd] {
        let (kind, bytes): (u8, &[u8]) = match body {
            None => (0, &[]),
            Some(EncodedBody::Stored(bytes)) => (1, bytes),
            Some(EncodedBody::OnRequest { hash, .. }) => (2, hash.as_bytes()),
        };
        packed.push(kind);
        let len = body.as_ref().map_or(0, EncodedBody::len);
        packed.extend_from_slice(&len.to_le_bytes());
        packed.extend_from_slice(bytes);
    }
    packed
}

fn unpack(packed: &[u8]) -> Option<Encodings> {
    let mut rest = packed;
    let mut next = || -> Option<Option<EncodedBody>> {
        let (kind, tail) = rest.split_first()?;
        let (len, tail) = tail.split_first_chunk::<8>()?;
        let len = u64::from_le_bytes(*len);
        let (body, tail) = match kind {
            0 => (None, tail),
            1 => {
                let (bytes, tail) = tail.split_at_checked(usize::try_from(len).ok()?)?;
                (Some(EncodedBody::Stored(bytes.to_owned())), tail)
            }
            _ => {
                let (hash, tail) = tail.split_first_chunk::<{ blake3::OUT_LEN }>()?;
                let hash = blake3::Hash::from_bytes(*hash);
                (Some(EncodedBody::OnRequest { len, hash }), tail)
            }
        };
        rest = tail;
        Some(body)
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

    fn stored(encoding: Option<EncodedBody>) -> Vec<u8> {
        match encoding {
            Some(EncodedBody::Stored(bytes)) => bytes,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_made_on_request_is_known_by_its_hash() {
        let text = b"<p>text</p>".repeat(2000);
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path());
        let made = compress(
            &cache,
            (Effort::Good, StoredEncodings::Brotli),
            "text/css",
            &text,
        );
        assert_eq!(stored(made.br), brotli(10, &text));
        let on_request = |bytes: Vec<u8>| {
            Some(EncodedBody::OnRequest {
                len: bytes.len() as u64,
                hash: blake3::hash(&bytes),
            })
        };
        assert_eq!(made.gzip, on_request(gzip(FAST_LEVELS.1, &text)));
        assert_eq!(made.zstd, on_request(zstd(FAST_LEVELS.2, &text)));
    }

    #[test]
    fn the_second_time_comes_from_the_cache() {
        let text = b"<p>text</p>".repeat(2000);
        let folder = tempfile::tempdir().unwrap();
        let first = Cache::open(folder.path());
        let fast = (Effort::Fast, StoredEncodings::All);
        let made = compress(&first, fast, "text/css", &text);
        let second = Cache::open(folder.path());
        assert_eq!(
            compress(&second, fast, "text/css", &text),
            made,
            "the cached result is the same"
        );
        assert_eq!((second.hits(), second.written()), (1, 0));
        for other in [
            (Effort::Best, StoredEncodings::All),
            (Effort::Best, StoredEncodings::Brotli),
            (Effort::Fast, StoredEncodings::None),
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
            let made = compress(&cache, (effort, StoredEncodings::All), "text/html", &text);
            let [br, gzip, zstd] = [made.br, made.gzip, made.zstd].map(stored);
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
                compress(
                    &cache,
                    (Effort::Best, StoredEncodings::All),
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
