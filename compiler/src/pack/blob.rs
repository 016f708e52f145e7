//! Writes the blob: the file with the bodies of all responses, which the executable embeds. Equal bodies are stored once.

use super::StaticStorage;
use super::compress::{Effort, is_compressible};
use super::encode::{Encoded, EncodedAsset, EncodedTarget};
use super::static_files::MIN_LEN;
use bindery_format::table::{Body, Coding, Page, Resource, Storage, Target};
use std::collections::{BTreeMap, HashMap};

/// The bytes written so far, and the range of each body.
#[derive(Default)]
pub(super) struct Blob {
    pub(super) bytes: Vec<u8>,
    /// The names of files beside the executable, by the number of their target.
    pub(super) files: BTreeMap<usize, String>,
    storage: StaticStorage,
    known: HashMap<blake3::Hash, u64>,
}

impl Blob {
    pub(super) fn new(storage: StaticStorage) -> Blob {
        Blob {
            storage,
            ..Blob::default()
        }
    }

    /// Stores the bodies of all targets. Differences come after the bodies that they refer to.
    pub(super) fn place_all(&mut self, encoded: &Encoded<'_>) -> Vec<Target<String>> {
        let mut placed: Vec<Option<Target<String>>> = vec![None; encoded.targets.len()];
        for differs in [false, true] {
            let targets = encoded.targets.iter().map(|(_, target)| target);
            for (at, target) in targets.enumerate() {
                if has_difference(target) != differs {
                    continue;
                }
                placed[at] = Some(self.place(target));
                if let Some(Target::Asset(file)) = &placed[at]
                    && file.identity.storage == Storage::File
                {
                    let name = file.identity.etag.trim_matches('"').to_owned();
                    self.files.insert(at, name);
                }
            }
        }
        placed.into_iter().flatten().collect()
    }

    fn place(&mut self, target: &EncodedTarget<'_>) -> Target<String> {
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
        let EncodedAsset {
            asset,
            encodings,
            difference,
        } = encoded;
        let mut body = |bytes: &Option<Vec<u8>>, suffix, coding| {
            let bytes = bytes.as_deref()?;
            Some(match difference {
                Some(_) => unplaced(bytes, suffix, Storage::OnRequest(coding)),
                None => self.body(bytes, suffix),
            })
        };
        Resource {
            br: body(&encodings.br, "-br", Coding::Br),
            zstd: body(&encodings.zstd, "-zstd", Coding::Zstd),
            gzip: body(&encodings.gzip, "-gzip", Coding::Gzip),
            media_type: asset.media_type.clone(),
            cache: asset.cache,
            link: asset.link.clone().unwrap_or_default(),
            no_index: asset.no_index,
            headers: asset.headers,
            identity: self.identity(encoded),
        }
    }

    fn identity(&mut self, encoded: &EncodedAsset<'_>) -> Body<String> {
        let asset = encoded.asset;
        if let Some(difference) = &encoded.difference {
            let base_offset = self.body(difference.base, "").offset;
            let stored = self.body(&difference.bytes, "");
            let storage = Storage::Difference {
                len: stored.len,
                base_offset,
                base_len: difference.base.len() as u64,
            };
            return Body {
                offset: stored.offset,
                ..unplaced(&asset.body, "", storage)
            };
        }
        // The interface's own files, which have the best effort, stay in the executable.
        let is_external = self.storage == StaticStorage::External
            && asset.effort != Effort::Best
            && asset.body.len() >= MIN_LEN
            && !is_compressible(&asset.media_type);
        match is_external {
            true => unplaced(&asset.body, "", Storage::File),
            false => self.body(&asset.body, ""),
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
            etag: etag(&hash, suffix),
            storage: Storage::Blob,
        }
    }
}

/// A body whose bytes are not in the blob.
fn unplaced(bytes: &[u8], suffix: &str, storage: Storage) -> Body<String> {
    Body {
        offset: 0,
        len: bytes.len() as u64,
        etag: etag(&blake3::hash(bytes), suffix),
        storage,
    }
}

fn etag(hash: &blake3::Hash, suffix: &str) -> String {
    format!("\"{}{suffix}\"", &hash.to_hex()[..20])
}

fn has_difference(target: &EncodedTarget<'_>) -> bool {
    match target {
        EncodedTarget::Page(html, payload, _) => {
            html.difference.is_some() || payload.difference.is_some()
        }
        EncodedTarget::Asset(asset) => asset.difference.is_some(),
        EncodedTarget::Redirect(..) | EncodedTarget::Gone => false,
    }
}
