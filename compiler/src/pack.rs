//! Packs all bodies into one blob, and records the range of each.
//!
//! Equal bodies are stored once. The order is that of the paths, so that the same site gives the same blob, bit for
//! bit: no clock, no hash-map order. The blob ends with its own [`index`], from which the server builds its
//! route table.

mod blob;
mod blob_parts;
mod body_hashes;
pub mod compress;
mod encode;
pub mod headers;
mod media_type;
mod sizes;
pub mod static_files;

pub use self::blob_parts::BlobParts;
pub use self::body_hashes::BodyHashes;
pub use self::encode::{Encoded, encode_assets};
pub use self::media_type::media_type;
pub use self::sizes::{Sizes, Stored};

use self::blob::Blob;
use crate::render::RenderedPage;
use crate::system::cache;
use bindery_format::index;
use bindery_format::manifest::{self, Manifest, Route, RouteTarget};
use bindery_format::perfect::{self, PlacementError};
pub use bindery_format::table::CachePolicy;
use bindery_format::table::{self, HeaderRule, RouteTable, SiteTable};
use compress::Effort;
use static_files::StaticFile;
use std::collections::BTreeMap;
use std::sync::Arc;

/// One file to be served.
#[derive(Clone, Debug)]
pub struct Asset {
    /// The value of `Content-Type`, charset included.
    pub media_type: String,
    /// The value of `Cache-Control`, as a policy.
    pub cache: CachePolicy,
    /// How hard its encodings are tried.
    pub effort: Effort,
    /// The value of `Link` (RFC 8288), when there is one.
    pub link: Option<String>,
    /// Whether search engines are asked to leave it out, where its body cannot say so.
    pub no_index: bool,
    /// The index of its group in [`SiteOutput::header_groups`], counted from one; 0 for none.
    pub headers: u16,
    /// The plain bytes; those of a file of the tree are the tree's own, not a copy.
    pub body: Arc<[u8]>,
}

impl Asset {
    /// A file without header fields from the configuration; its name decides its media type.
    #[must_use]
    pub fn new(name: &str, cache: CachePolicy, effort: Effort, body: impl Into<Arc<[u8]>>) -> Self {
        Asset {
            media_type: media_type(name),
            cache,
            effort,
            link: None,
            no_index: false,
            headers: 0,
            body: body.into(),
        }
    }
}

/// A page in its two forms, ready to be served.
#[derive(Clone, Debug)]
pub struct PageAssets {
    /// The document.
    pub html: Asset,
    /// The answer of `/_bindery/page…`.
    pub payload: Asset,
    /// The ids that `route!("/path#id")` may name.
    pub anchors: Arc<[String]>,
    /// The path of the file on the output that says the same in Markdown: also the answer of the page's own path to
    /// those who would rather have that.
    pub twin: Option<String>,
    /// The path of the same page in the default locale, to which this one is stored as a difference where that is short.
    pub base: Option<String>,
}

/// The content at a path.
#[derive(Clone, Debug)]
#[allow(
    clippy::large_enum_variant,
    reason = "a site holds mostly pages, the largest variant"
)]
pub enum Target {
    /// A page.
    Page(PageAssets),
    /// A file.
    Asset(Asset),
    /// A redirect; `to` is the value of `Location`.
    Redirect {
        /// Path or absolute url.
        to: String,
        /// 301 or 308.
        status: u16,
    },
    /// Nothing any more, and that for ever: 410.
    Gone,
}

/// Everything that is served.
#[derive(Clone, Debug)]
pub struct SiteOutput {
    /// The content at each path, base path included.
    pub targets: BTreeMap<String, Target>,
    /// The page for unknown paths.
    pub not_found: PageAssets,
    /// The pages for unknown paths below these, each of which ends with a slash.
    pub not_found_below: Vec<(String, PageAssets)>,
    /// The output of `bindery routes --json`.
    pub routes: Vec<u8>,
    /// The search index; empty for none.
    pub search: Vec<u8>,
    /// The articles of a preview, whose index is made of them once somebody searches.
    pub articles: Vec<RenderedPage>,
    /// Hash of the client bundle and the payload format.
    pub build_id: String,
    /// Absolute origin without a final slash.
    pub url: String,
    /// Begins and ends with a slash.
    pub base_path: String,
    /// The sources that the policy allows: `sha256-…` of the inline scripts in the pages' heads, `https://…` of foreign
    /// style sheets.
    pub policy_sources: Vec<String>,
    /// The site's own header fields.
    pub header_rules: Vec<HeaderRule<String>>,
    /// Lists of these rules, as they hold for some body.
    pub header_groups: Vec<Vec<u16>>,
}

/// The blob and what leads into it.
#[derive(Clone, Debug)]
pub struct Pack<'e> {
    /// All bodies, then the index.
    pub blob: BlobParts<'e>,
    /// Where in it the index begins.
    pub index_offset: u64,
    /// The server's side, as the index has it.
    pub table: SiteTable<String>,
    /// The bodies that are written beside the executable.
    pub static_files: Vec<StaticFile>,
}

/// Where the bodies of images and other files that are not compressed are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StaticStorage {
    /// In the blob, and so in the executable.
    #[default]
    Embedded,
    /// In files beside the executable.
    External,
}

/// Packs the encoded bodies and the report into the blob. Bodies whose hash is in `hashes` are not read.
///
/// # Errors
/// When two paths cannot be distinguished.
pub fn pack_assets<'e>(
    encoded: &'e Encoded<'e>,
    report: &'e str,
    storage: StaticStorage,
    hashes: &'e BodyHashes,
) -> Result<Pack<'e>, PlacementError> {
    let paths: Vec<&str> = encoded.targets.iter().map(|(path, _)| *path).collect();
    let placement = perfect::place(&paths)?;

    hashes.begin();
    let mut blob = Blob::new(storage, hashes);
    let mut placed = blob.place_all(encoded);
    let not_found = blob.page(&encoded.not_found);
    let below = encoded.not_found_below.iter();
    let not_found_below = below
        .map(|(path, page)| ((*path).to_owned(), blob.page(page)))
        .collect();
    let routes = blob.plain_file(&encoded.routes);
    let search = blob.plain_file(&encoded.search);
    let report = blob.body(report.as_bytes(), "");
    let mut table = SiteTable {
        content_hash: String::new(),
        build_id: encoded.output.build_id.clone(),
        url: encoded.output.url.clone(),
        base_path: encoded.output.base_path.clone(),
        policy_sources: encoded.output.policy_sources.clone(),
        header_rules: encoded.output.header_rules.clone(),
        header_groups: encoded.output.header_groups.clone(),
        table: RouteTable {
            seeds: placement.seeds,
            entries: placement
                .slots
                .iter()
                .map(|key| table::Entry {
                    path: paths[*key].to_owned(),
                    target: std::mem::replace(&mut placed[*key], table::Target::Gone),
                })
                .collect(),
        },
        not_found,
        not_found_below,
        routes,
        search,
        report,
    };
    table.content_hash = cache::short_hash(&index::write(&table), 16);
    let index_offset = blob.parts.len();
    blob.parts.push_owned(index::write(&table));
    Ok(Pack {
        index_offset,
        static_files: static_files::list(&paths, encoded, blob.files),
        blob: blob.parts,
        table,
    })
}

impl Pack<'_> {
    /// The macros' side of the blob that `output` was packed into.
    #[must_use]
    pub fn manifest(&self, output: &SiteOutput) -> Manifest {
        let targets = output.targets.iter();
        Manifest {
            version: manifest::VERSION,
            content_hash: self.table.content_hash.clone(),
            base_path: self.table.base_path.clone(),
            index_offset: self.index_offset,
            routes: targets
                .filter_map(|(path, target)| route(path, target))
                .collect(),
        }
    }
}

/// The entry of the manifest for a path; `None` if its content is gone, because `route!` must not name it.
fn route(path: &str, target: &Target) -> Option<Route> {
    let target = match target {
        Target::Page(page) => RouteTarget::Page(page.anchors.to_vec()),
        Target::Asset(_) => RouteTarget::Asset(()),
        Target::Redirect { to, .. } => RouteTarget::Redirect(to.clone()),
        Target::Gone => return None,
    };
    Some(Route {
        path: path.to_owned(),
        target,
    })
}

#[cfg(test)]
mod tests;
