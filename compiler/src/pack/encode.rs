//! Encodes every body of an output.
//!
//! A text is stored once, in brotli. The server decodes it for the few clients that accept no encoding, and makes gzip and
//! Zstandard on request.
//!
//! A page that only repeats the text of the default locale differs from it in a few links and words. Its bodies are
//! stored as the difference to that page's, and the server makes its encodings on request, so that each further locale
//! costs a few percent of the first. Their tags and lengths are known at build, like those of all others.

use super::compress::{self, Effort, EncodedBody, Encodings, StoredEncodings};
use super::sizes::Sizes;
use super::{Asset, PageAssets, SiteOutput, Target};
use crate::system::cache::{self, Cache};
use crate::system::progress::{Counter, Stage};
use bindery_compression::difference;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// A part of the cache key of differences. Change it when the format or the encoder changes.
const FORMAT: &[u8] = b"difference-1 zstd-0.13.4";

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
    let targets: Vec<_> = output
        .targets
        .par_iter()
        .map(|(path, target)| {
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
        })
        .collect();
    let mut encoded = Encoded {
        output,
        targets,
        not_found: page(&output.not_found),
        not_found_below: output
            .not_found_below
            .iter()
            .map(|(path, own)| (path.as_str(), page(own)))
            .collect(),
        sizes: Sizes::default(),
    };
    encoded.sizes = measure(&encoded);
    encoded
}

/// Adds up the bodies of all targets.
fn measure(encoded: &Encoded<'_>) -> Sizes {
    let mut sizes = Sizes::default();
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
    let encodings = compress::compress(cache, (*effort, stored), media_type, body);
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
    let key = cache::key(&[FORMAT, hashes[0].as_bytes(), hashes[1].as_bytes()]);
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
