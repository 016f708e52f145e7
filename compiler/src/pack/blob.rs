//! Writes the blob: the file with the bodies of all responses, which the executable embeds. Equal bodies are stored once.

use super::{EncodedAsset, EncodedTarget};
use bindery_format::table::{Body, Page, Resource, Target};
use std::collections::HashMap;

/// The bytes written so far, and the range of each body.
#[derive(Default)]
pub(super) struct Blob {
    pub(super) bytes: Vec<u8>,
    known: HashMap<blake3::Hash, u64>,
}

impl Blob {
    pub(super) fn place(&mut self, target: &EncodedTarget<'_>) -> Target<String> {
        match target {
            EncodedTarget::Page(html, payload, twin) => Target::Page(Page {
                html: self.resource(html),
                payload: self.resource(payload),
                twin: twin.unwrap_or_default().to_owned(),
            }),
            EncodedTarget::Asset(asset) => Target::Asset(self.resource(asset)),
            EncodedTarget::Redirect(to, status) => Target::Redirect {
                to: (*to).to_owned(),
                status: *status,
            },
            EncodedTarget::Gone => Target::Gone,
        }
    }

    pub(super) fn page(
        &mut self,
        (html, payload): &(EncodedAsset<'_>, EncodedAsset<'_>),
    ) -> Page<String> {
        Page {
            html: self.resource(html),
            payload: self.resource(payload),
            twin: String::new(),
        }
    }

    fn resource(&mut self, encoded: &EncodedAsset<'_>) -> Resource<String> {
        let EncodedAsset { asset, encodings } = encoded;
        let mut body = |bytes: &Option<Vec<u8>>, suffix| {
            bytes.as_deref().map(|bytes| self.body(bytes, suffix))
        };
        Resource {
            br: body(&encodings.br, "-br"),
            zstd: body(&encodings.zstd, "-zstd"),
            gzip: body(&encodings.gzip, "-gzip"),
            media_type: asset.media_type.clone(),
            cache: asset.cache,
            link: asset.link.clone().unwrap_or_default(),
            no_index: asset.no_index,
            headers: asset.headers,
            identity: self.body(&asset.body, ""),
        }
    }

    /// Stores `bytes` unless they are there. The tag is a hash of these very bytes, not of the plain ones: a new
    /// encoder gives new tags, so that parts of two encodings are never put together.
    pub(super) fn body(&mut self, bytes: &[u8], suffix: &str) -> Body<String> {
        let hash = blake3::hash(bytes);
        let offset = *self.known.entry(hash).or_insert_with(|| {
            let offset = self.bytes.len() as u64;
            self.bytes.extend_from_slice(bytes);
            offset
        });
        Body {
            offset,
            len: bytes.len() as u64,
            etag: format!("\"{}{suffix}\"", &hash.to_hex()[..20]),
        }
    }
}
