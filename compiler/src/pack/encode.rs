//! Encodes every body of an output.
//!
//! A text is stored once, in brotli. The server decodes it for the few clients that accept no encoding, and makes gzip and
//! Zstandard on request.
//!
//! A page that only repeats the text of the default locale differs from it in a few links and words. Its bodies are
//! stored as the difference to that page's, and the server makes its encodings on request, so that each further locale
//! costs a few percent of the first. The tag of an encoding made on request is known at build; of its length only that it is at
//! most that of the plain body.

use super::compress::{self, CompressOptions, Effort, EncodedBody, Encodings, StoredEncodings};
use super::sizes::Sizes;
use super::{Asset, PageAssets, SiteOutput, Target};
use crate::system::cache::{self, Cache};
use crate::system::progress::{Counter, Stage};
use bindery_compression::{difference, zstd};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// A part of the cache key of differences. Change it when the format or the encoder changes.
const DIFFERENCE_FORMAT: &[u8] = b"difference-1 zstd-0.13.4";

/// A part of the cache key of search indexes. Change it when the format or the encoder changes.
const SEARCH_FORMAT: &[u8] = b"search-1 zstd-0.13.4";

/// Larger search indexes are stored whole.
const MAX_DECODED_SEARCH: usize = 32 << 20;

/// Bodies below this length are stored whole.
const MIN_LEN: usize = 512;

/// Larger bodies are stored whole, with all their encodings: making these takes the server too long.
const MAX_ON_REQUEST: usize = 1 << 20;

/// A difference must be shorter than this part of its body: otherwise the body is stored whole, and compressed well.
const MIN_GAIN: usize = 8;

/// The bodies of all targets, encoded.
#[derive(Debug)]
pub struct Encoded<'s> {
    pub(super) output: &'s SiteOutput,
    pub(super) targets: Vec<(&'s str, EncodedTarget<'s>)>,
    pub(super) not_found: (EncodedAsset<'s>, EncodedAsset<'s>),
    pub(super) not_found_below: Vec<(&'s str, (EncodedAsset<'s>, EncodedAsset<'s>))>,
    /// The list of routes.
    pub(super) routes: PlainFile<'s>,
    /// The search index.
    pub(super) search: PlainFile<'s>,
    /// Bytes by encoding.
    pub sizes: Sizes,
}

#[derive(Debug)]
#[allow(
    clippy::large_enum_variant,
    reason = "a site holds mostly pages, the largest variant"
)]
pub(super) enum EncodedTarget<'s> {
    Page(EncodedAsset<'s>, EncodedAsset<'s>, Option<&'s str>),
    Asset(EncodedAsset<'s>),
    Redirect(&'s str, u16),
    Gone,
}

#[derive(Debug)]
pub(super) struct EncodedAsset<'s> {
    pub(super) asset: &'s Asset,
    pub(super) encodings: Encodings,
    pub(super) plain: PlainBody<'s>,
}

/// Bytes that the program reads and that no request asks for.
#[derive(Debug)]
pub(super) struct PlainFile<'s> {
    pub(super) plain: &'s [u8],
    pub(super) stored: StoredFile,
}

/// How these are stored.
#[derive(Debug)]
pub(super) enum StoredFile {
    /// As they are.
    Whole,
    /// In brotli.
    Brotli(Vec<u8>),
    /// In Zstandard.
    Zstd(Vec<u8>),
}

impl PlainFile<'_> {
    fn stored_len(&self) -> u64 {
        let len = match &self.stored {
            StoredFile::Whole => self.plain.len(),
            StoredFile::Brotli(bytes) | StoredFile::Zstd(bytes) => bytes.len(),
        };
        len as u64
    }
}

/// How a plain body is stored.
#[derive(Debug)]
pub(super) enum PlainBody<'s> {
    /// As it is.
    Whole,
    /// As its encoding in brotli; the others are made on request.
    Brotli,
    /// As the difference to another body; all encodings are made on request.
    Difference(Difference<'s>),
}

#[derive(Debug)]
pub(super) struct Difference<'s> {
    pub(super) base: &'s [u8],
    pub(super) bytes: Vec<u8>,
}

/// Encodes every body in parallel.
#[must_use]
pub fn encode_assets<'s>(output: &'s SiteOutput, cache: &Cache) -> Encoded<'s> {
    let bases = bases(output);
    let counter = Counter::new(Stage::Compress, output.targets.len());
    let encode = |asset, base| encode(cache, asset, base);
    let page = |page: &'s PageAssets| {
        let base = match page.base.as_ref().and_then(|path| output.targets.get(path)) {
            Some(Target::Page(base)) => Some(base),
            _ => None,
        };
        rayon::join(
            || encode(&page.html, base.map(|base| &base.html)),
            || encode(&page.payload, base.map(|base| &base.payload)),
        )
    };
    let target = |(path, target): (&'s String, &'s Target)| {
        let encoded = match target {
            Target::Page(own) => {
                let (html, payload) = page(own);
                EncodedTarget::Page(html, payload, own.twin.as_deref())
            }
            Target::Asset(asset) => {
                EncodedTarget::Asset(encode(asset, bases.get(path.as_str()).copied()))
            }
            Target::Redirect { to, status } => EncodedTarget::Redirect(to, *status),
            Target::Gone => EncodedTarget::Gone,
        };
        counter.add_one();
        (path.as_str(), encoded)
    };
    // The search index is one body, which takes a core for as long as a tenth of the pages.
    let (search, targets) = rayon::join(
        || encode_search(output, cache),
        || output.targets.par_iter().map(target).collect(),
    );
    let mut encoded = Encoded {
        output,
        targets,
        not_found: page(&output.not_found),
        not_found_below: output
            .not_found_below
            .iter()
            .map(|(path, own)| (path.as_str(), page(own)))
            .collect(),
        routes: encode_routes(output, cache),
        search,
        sizes: Sizes::default(),
    };
    encoded.sizes = measure(&encoded);
    encoded
}

/// Encodes the list of routes, which would be a tenth of a blob. Those of a preview stay as they are.
fn encode_routes<'s>(output: &'s SiteOutput, cache: &Cache) -> PlainFile<'s> {
    let plain = output.routes.as_slice();
    let options = CompressOptions {
        effort: match output.not_found.html.effort {
            Effort::None => Effort::None,
            _ => Effort::Low,
        },
        stored: StoredEncodings::Brotli,
    };
    let encoded = compress::compress(cache, options, "application/json", plain);
    let stored = match encoded.br {
        Some(EncodedBody::Stored(bytes)) => StoredFile::Brotli(bytes),
        _ => StoredFile::Whole,
    };
    PlainFile { plain, stored }
}

/// Encodes the search index, which the server decodes when it starts. That of a large site stays as it is: decoded it would take
/// memory that the system cannot take back, and too much time.
fn encode_search<'s>(output: &'s SiteOutput, cache: &Cache) -> PlainFile<'s> {
    let plain = output.search.as_slice();
    let level = match output.not_found.html.effort {
        Effort::None => None,
        Effort::Fast => Some(3),
        Effort::Low | Effort::Large | Effort::Good | Effort::Full | Effort::Best => Some(9),
    };
    let level = level.filter(|_| (MIN_LEN..=MAX_DECODED_SEARCH).contains(&plain.len()));
    let stored = level.map_or(StoredFile::Whole, |level: i32| {
        let hash = blake3::hash(plain);
        let key = cache::key(&[SEARCH_FORMAT, &level.to_le_bytes(), hash.as_bytes()]);
        StoredFile::Zstd(cache.get(&key).unwrap_or_else(|| {
            let made = zstd(level, plain);
            cache.put(&key, &made);
            made
        }))
    });
    PlainFile { plain, stored }
}

/// The bytes of a body in all forms in which it is stored.
fn stored_len(encoded: &EncodedAsset<'_>) -> u64 {
    let Encodings { br, gzip, zstd } = &encoded.encodings;
    let encodings = [br, gzip, zstd].into_iter().flatten();
    let plain = match &encoded.plain {
        PlainBody::Whole => encoded.asset.body.len() as u64,
        PlainBody::Brotli => 0,
        PlainBody::Difference(difference) => difference.bytes.len() as u64,
    };
    encodings.map(EncodedBody::stored_len).sum::<u64>() + plain
}

/// Adds up the bodies of all targets.
fn measure(encoded: &Encoded<'_>) -> Sizes {
    let mut sizes = Sizes::default();
    sizes.stored.search = encoded.search.stored_len();
    sizes.stored.routes = encoded.routes.stored_len();
    let mut twins = BTreeSet::new();
    for (_, target) in &encoded.targets {
        if let EncodedTarget::Page(html, payload, twin) = target {
            sizes.stored.documents += stored_len(html);
            sizes.stored.payloads += stored_len(payload);
            twins.extend(*twin);
        }
    }
    for (path, target) in &encoded.targets {
        if let EncodedTarget::Asset(asset) = target {
            let kind = match twins.contains(path) {
                true => &mut sizes.stored.twins,
                false => &mut sizes.stored.files,
            };
            *kind += stored_len(asset);
        }
    }
    let mut add = |encoded: &EncodedAsset<'_>| {
        if let PlainBody::Difference(difference) = &encoded.plain {
            sizes.identity += difference.bytes.len() as u64;
            return;
        }
        let plain = encoded.asset.body.len() as u64;
        let br = encoded.encodings.br.as_ref();
        sizes.identity += plain;
        sizes.br += br.map_or(plain, EncodedBody::stored_len);
    };
    for (_, target) in &encoded.targets {
        match target {
            EncodedTarget::Page(html, payload, _) => {
                add(html);
                add(payload);
            }
            EncodedTarget::Asset(asset) => add(asset),
            EncodedTarget::Redirect(..) | EncodedTarget::Gone => {}
        }
    }
    sizes
}

/// For the path of a twin the twin of the same page in the default locale.
fn bases(output: &SiteOutput) -> BTreeMap<&str, &Asset> {
    let pages = output.targets.values().filter_map(|target| match target {
        Target::Page(page) => Some(page),
        _ => None,
    });
    let bases = pages.filter_map(|page| {
        let Target::Page(base) = output.targets.get(page.base.as_ref()?)? else {
            return None;
        };
        let Target::Asset(twin) = output.targets.get(base.twin.as_ref()?)? else {
            return None;
        };
        Some((page.twin.as_deref()?, twin))
    });
    bases.collect()
}

fn encode<'s>(cache: &Cache, asset: &'s Asset, base: Option<&'s Asset>) -> EncodedAsset<'s> {
    let Asset {
        effort,
        media_type,
        body,
        ..
    } = asset;
    if let Some(difference) = base.and_then(|base| difference_to(cache, base, asset)) {
        let encodings = match compress::is_compressible(media_type) {
            true => compress::on_request(body),
            false => Encodings::default(),
        };
        return EncodedAsset {
            asset,
            encodings,
            plain: PlainBody::Difference(difference),
        };
    }
    let stored = match (MIN_LEN..=MAX_ON_REQUEST).contains(&body.len()) {
        true => StoredEncodings::Brotli,
        false => StoredEncodings::All,
    };
    let options = CompressOptions {
        effort: *effort,
        stored,
    };
    let encodings = compress::compress(cache, options, media_type, body);
    let is_encoded = stored == StoredEncodings::Brotli && encodings.br.is_some();
    EncodedAsset {
        asset,
        encodings,
        plain: match is_encoded {
            true => PlainBody::Brotli,
            false => PlainBody::Whole,
        },
    }
}

/// The difference of a body to that of another file, if that is worth while. A preview compresses nothing.
fn difference_to<'s>(cache: &Cache, base: &'s Asset, own: &Asset) -> Option<Difference<'s>> {
    let is_equal = base.body == own.body;
    if own.effort == Effort::None || is_equal || own.body.len() < MIN_LEN {
        return None;
    }
    let hashes = [&base.body, &own.body].map(|body| blake3::hash(body));
    let key = cache::key(&[
        DIFFERENCE_FORMAT,
        hashes[0].as_bytes(),
        hashes[1].as_bytes(),
    ]);
    let bytes = cache.get(&key).unwrap_or_else(|| {
        let made = difference(&base.body, &own.body);
        cache.put(&key, &made);
        made
    });
    (bytes.len() * MIN_GAIN < own.body.len()).then_some(Difference {
        base: &base.body,
        bytes,
    })
}
