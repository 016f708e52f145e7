//! Makes the smaller copies of images, in parallel; a cache keeps them by the hash of everything they depend on.

use super::collect::put;
use crate::diagnostic::{Code, Diagnostics};
use crate::images::{self, COPIES_VERSION};
use crate::model::{ImageCopy, Site};
use crate::pack::compress::Effort;
use crate::pack::{Asset, CachePolicy, SiteOutput, Target};
use crate::source::{SourceTree, Span};
use crate::system::cache::{Cache, Key};
use rayon::prelude::*;
use std::sync::Arc;

/// Adds all copies to the output. The copies of a damaged image are the original file, so that one that only decoding finds,
/// which `check` leaves out, costs itself only.
pub(crate) fn put_copies(
    output: &mut SiteOutput,
    site: &Site,
    tree: &SourceTree,
    cache: &Cache,
    sink: &mut Diagnostics,
) {
    let made: Vec<_> = site
        .image_copies
        .par_iter()
        .map(|(route, copy)| (route, copy, make_copy(tree, copy, cache)))
        .collect();
    for (route, copy, result) in made {
        let body = result.map(Arc::from).unwrap_or_else(|error| {
            let file = tree.file(copy.file);
            // The assembled site's check has reported what it finds without decoding.
            if images::find_damage(file).is_none() {
                let message = format!("the image cannot be decoded: {error}");
                sink.warn(Code::BadImage, Span::start_of(file.id), message)
                    .help("save it again; until then it is served as it is");
            }
            Arc::clone(&file.bytes)
        });
        let asset = Asset::new("copy.webp", CachePolicy::Immutable, Effort::Fast, body);
        put(output, route.as_str(), Target::Asset(asset), sink);
    }
}

fn make_copy(tree: &SourceTree, copy: &ImageCopy, cache: &Cache) -> Result<Vec<u8>, String> {
    let bytes = &tree.file(copy.file).bytes;
    let key = key_of(bytes, copy);
    if let Some(kept) = cache.get(&key) {
        return Ok(kept);
    }
    let made = images::copy(bytes, copy.width, copy.quality)?;
    cache.put(&key, &made);
    Ok(made)
}

fn key_of(bytes: &[u8], copy: &ImageCopy) -> Key {
    let mut hasher = blake3::Hasher::new();
    for number in [COPIES_VERSION, copy.width, copy.quality] {
        hasher.update(&number.to_le_bytes());
    }
    hasher.update(bytes);
    hasher.finalize()
}
