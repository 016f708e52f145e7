//! `bindery inventory`: every path that this executable serves, with entity tags, as JSON.

use super::EXIT_FAILED;
use super::output::{print, print_error};
use crate::export::sorted_entries;
use crate::table::{Body, Page, Resource, Site, Storage, Target};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// All paths that an executable serves.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Inventory {
    pub(super) content: String,
    pub(super) build: String,
    pub(super) paths: BTreeMap<String, Item>,
}

/// The target of a path.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub(super) struct Item {
    pub(super) kind: String,
    /// The entity tag of the uncompressed bytes, or the target of a redirect.
    pub(super) is: String,
    /// Stored bytes, all encodings together.
    pub(super) bytes: u64,
}

pub(super) fn run_inventory(site: &'static Site) -> u8 {
    match serde_json::to_string_pretty(&inventory(site)) {
        Ok(text) => print((text + "\n").as_bytes()),
        Err(error) => {
            print_error(&format!("BUG: an inventory is not JSON: {error}"));
            EXIT_FAILED
        }
    }
}

pub(super) fn inventory(site: &'static Site) -> Inventory {
    let items = sorted_entries(site).into_iter().map(|entry| {
        let item = match &entry.target {
            Target::Page(page) => item(
                "page",
                page.html.identity.etag,
                stored(&page.html) + stored(&page.payload),
            ),
            Target::Asset(resource) => item("file", resource.identity.etag, stored(resource)),
            Target::Redirect { to, .. } => item("redirect", to, 0),
            Target::Gone => item("gone", "", 0),
        };
        (entry.path.to_owned(), item)
    });
    let mut paths: BTreeMap<String, Item> = items.collect();
    let Page { html, payload, .. } = &site.not_found;
    let unknown = item("page", html.identity.etag, stored(html) + stored(payload));
    paths.insert("(unknown)".to_owned(), unknown);
    Inventory {
        content: site.content_hash.to_owned(),
        build: site.build_id.to_owned(),
        paths,
    }
}

pub(super) fn item(kind: &str, is: &str, bytes: u64) -> Item {
    Item {
        kind: kind.to_owned(),
        is: is.to_owned(),
        bytes,
    }
}

fn stored(resource: &Resource) -> u64 {
    let encodings = [&resource.br, &resource.zstd, &resource.gzip];
    let bodies = encodings.into_iter().flatten().chain([&resource.identity]);
    bodies.map(stored_len).sum()
}

fn stored_len(body: &Body) -> u64 {
    match body.storage {
        Storage::Blob | Storage::File => body.len,
        Storage::Difference { len, .. } | Storage::Zstd { len } => len,
        // The encoding is a body of its own.
        Storage::Brotli { .. } | Storage::OnRequest(_) => 0,
    }
}
