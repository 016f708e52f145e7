//! Counts the bytes of each encoding.

use super::compress::EncodedBody;
use super::encode::{Encoded, EncodedAsset, EncodedTarget, PlainBody};

/// Bytes by encoding, as they are sent; of a page that is stored as a difference, the difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the encodings")]
pub struct Sizes {
    pub identity: u64,
    pub br: u64,
    pub gzip: u64,
    pub zstd: u64,
}

/// Adds up the bodies of all targets.
pub(super) fn measure(encoded: &Encoded<'_>) -> Sizes {
    let mut sizes = Sizes::default();
    let mut add = |encoded: &EncodedAsset<'_>| {
        if let PlainBody::Difference(difference) = &encoded.plain {
            sizes.identity += difference.bytes.len() as u64;
            return;
        }
        let plain = encoded.asset.body.len() as u64;
        let len = |body: &Option<EncodedBody>| body.as_ref().map_or(plain, EncodedBody::len);
        sizes.identity += plain;
        sizes.br += len(&encoded.encodings.br);
        sizes.gzip += len(&encoded.encodings.gzip);
        sizes.zstd += len(&encoded.encodings.zstd);
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
