//! Writes the blob: the file with the bodies of all responses, which the executable embeds. Equal bodies are stored once.

use super::compress::{Effort, EncodedBody, is_compressible};
use super::encode::{
    Difference, Encoded, EncodedAsset, EncodedTarget, PlainBody, PlainFile, StoredFile,
};
use super::static_files::MIN_LEN;
use super::{Asset, BlobParts, BodyHashes, StaticStorage};
use bindery_format::table::{Base, Body, Coding, Page, Resource, Storage, Target};
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::Arc;

/// The bodies placed so far, and the range of each body.
pub(super) struct Blob<'e> {
    pub(super) parts: BlobParts<'e>,
    /// The names of files beside the executable, by the number of their target.
    pub(super) files: BTreeMap<usize, String>,
    storage: StaticStorage,
    hashes: &'e BodyHashes,
    known: HashMap<blake3::Hash, u64>,
    /// The range of the encoding of each plain body that is stored in brotli, by the hash of the plain body.
    encoded: HashMap<blake3::Hash, Range<u64>>,
}

impl<'e> Blob<'e> {
    pub(super) fn new(storage: StaticStorage, hashes: &'e BodyHashes) -> Self {
        Blob {
            parts: BlobParts::default(),
            files: BTreeMap::new(),
            storage,
            hashes,
            known: HashMap::new(),
            encoded: HashMap::new(),
        }
    }

    /// Stores the bodies of all targets. Differences come after the bodies that they refer to.
    pub(super) fn place_all(&mut self, encoded: &'e Encoded<'e>) -> Vec<Target<String>> {
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

    fn place(&mut self, target: &'e EncodedTarget<'e>) -> Target<String> {
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
        (html, payload): &'e (EncodedAsset<'e>, EncodedAsset<'e>),
    ) -> Page<String> {
        Page {
            html: self.resource(html),
            payload: self.resource(payload),
            twin: String::new(),
        }
    }

    fn resource(&mut self, encoded: &'e EncodedAsset<'e>) -> Resource<String> {
        let EncodedAsset {
            asset, encodings, ..
        } = encoded;
        let mut body = |encoding: &'e Option<EncodedBody>, suffix, coding| {
            Some(match encoding.as_ref()? {
                EncodedBody::Stored(bytes) => self.body(bytes, suffix),
                EncodedBody::OnRequest { max_len, hash } => Body {
                    offset: 0,
                    len: *max_len,
                    etag: etag(hash, suffix),
                    storage: Storage::OnRequest(coding),
                },
            })
        };
        let br = body(&encodings.br, "-br", Coding::Br);
        Resource {
            zstd: body(&encodings.zstd, "-zstd", Coding::Zstd),
            gzip: body(&encodings.gzip, "-gzip", Coding::Gzip),
            media_type: asset.media_type.clone(),
            cache: asset.cache,
            link: asset.link.clone().unwrap_or_default(),
            no_index: asset.no_index,
            headers: asset.headers,
            identity: self.identity(encoded, br.as_ref()),
            br,
        }
    }

    /// Stores the plain body; `br` is its encoding.
    fn identity(
        &mut self,
        encoded: &'e EncodedAsset<'e>,
        br: Option<&Body<String>>,
    ) -> Body<String> {
        let asset = encoded.asset;
        match (&encoded.plain, br) {
            (PlainBody::Difference(difference), _) => self.difference(asset, difference),
            (PlainBody::Brotli, Some(br)) => {
                let range = br.offset..br.offset + br.len;
                self.encoded.insert(blake3::hash(&asset.body), range);
                Body {
                    offset: br.offset,
                    ..unplaced(&asset.body, "", Storage::Brotli { len: br.len })
                }
            }
            (PlainBody::Brotli, None) | (PlainBody::Whole, _) => self.whole(asset),
        }
    }

    fn difference(&mut self, asset: &Asset, difference: &'e Difference<'e>) -> Body<String> {
        let base = match self.encoded.get(&blake3::hash(difference.base)) {
            Some(range) => Base {
                offset: range.start,
                len: difference.base.len() as u64,
                encoded_len: range.end - range.start,
            },
            None => Base {
                offset: self.body(difference.base, "").offset,
                len: difference.base.len() as u64,
                encoded_len: 0,
            },
        };
        let stored = self.body(&difference.bytes, "");
        let storage = Storage::Difference {
            len: stored.len,
            base,
        };
        Body {
            offset: stored.offset,
            ..unplaced(&asset.body, "", storage)
        }
    }

    fn whole(&mut self, asset: &'e Asset) -> Body<String> {
        // The interface's own files, which have the best effort, stay in the executable.
        let is_external = self.storage == StaticStorage::External
            && asset.effort != Effort::Best
            && asset.body.len() >= MIN_LEN
            && !is_compressible(&asset.media_type);
        match is_external {
            true => unplaced(&asset.body, "", Storage::File),
            false => self.shared(&asset.body),
        }
    }

    fn shared(&mut self, bytes: &'e Arc<[u8]>) -> Body<String> {
        let hash = self.hashes.hash(bytes);
        self.place_once(hash, bytes.len(), "", |parts| parts.push_shared(bytes))
    }

    /// Stores what no request asks for.
    pub(super) fn plain_file(&mut self, file: &'e PlainFile<'e>) -> Body<String> {
        let (encoded, to_storage): (_, fn(u64) -> Storage) = match &file.stored {
            StoredFile::Whole => return self.body(file.plain, ""),
            StoredFile::Brotli(encoded) => (encoded, |len| Storage::Brotli { len }),
            StoredFile::Zstd(encoded) => (encoded, |len| Storage::Zstd { len }),
        };
        let stored = self.body(encoded, "");
        Body {
            offset: stored.offset,
            ..unplaced(file.plain, "", to_storage(stored.len))
        }
    }

    /// Stores `bytes` unless they are there. The tag is a hash of these very bytes, not of the plain ones: a new
    /// encoder gives new tags, so that parts of two encodings are never put together.
    pub(super) fn body(&mut self, bytes: &'e [u8], suffix: &str) -> Body<String> {
        let hash = blake3::hash(bytes);
        self.place_once(hash, bytes.len(), suffix, |parts| parts.push(bytes))
    }

    fn place_once(
        &mut self,
        hash: blake3::Hash,
        len: usize,
        suffix: &str,
        push: impl FnOnce(&mut BlobParts<'e>),
    ) -> Body<String> {
        let offset = *self.known.entry(hash).or_insert_with(|| {
            let offset = self.parts.len();
            push(&mut self.parts);
            offset
        });
        Body {
            offset,
            len: len as u64,
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
    let is_difference = |asset: &EncodedAsset<'_>| matches!(asset.plain, PlainBody::Difference(_));
    match target {
        EncodedTarget::Page(html, payload, _) => is_difference(html) || is_difference(payload),
        EncodedTarget::Asset(asset) => is_difference(asset),
        EncodedTarget::Redirect(..) | EncodedTarget::Gone => false,
    }
}
