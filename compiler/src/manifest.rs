//! The boundary between `build.rs` and the macros: what the blob holds and where.
//!
//! Written once by the compiler, read by `embed_site!()` and `route!()`. Carries [`VERSION`], so that a macro built
//! from other sources refuses it with a sentence instead of misreading it.

use serde::{Deserialize, Serialize};

/// Of this file's format; raised with every change of it.
pub const VERSION: u32 = 1;

/// The file's name inside `OUT_DIR`; the blob lies beside it.
pub const MANIFEST_NAME: &str = "site.manifest.json";

/// The blob's name inside `OUT_DIR`.
pub const BLOB_NAME: &str = "site.blob";

/// Everything the binary must know beside the blob's bytes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// [`VERSION`].
    pub version: u32,
    /// Hash of all that is served, hexadecimal.
    pub content_hash: String,
    /// Hash of the client bundle and the payload format, as payloads carry it.
    pub build_id: String,
    /// Absolute origin without a final slash.
    pub url: String,
    /// Begins and ends with a slash.
    pub base_path: String,
    /// `sha256-…` sources of the inline scripts in the pages' heads.
    pub script_hashes: Vec<String>,
    /// Displacements of the perfect hash (see the `hash` module).
    pub seeds: Vec<u32>,
    /// The table in slot order: `entries[slot(path)]`.
    pub entries: Vec<Entry>,
    /// The page for unknown paths.
    pub not_found: Page,
    /// What `bindery routes --json` prints: one identity body, not routed.
    pub routes: Body,
    /// What `bindery build-report` prints: one identity body, not routed.
    pub report: Body,
}

/// A path and what answers it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// The canonical path, percent-encoded, base path included.
    pub path: String,
    /// What answers it.
    pub target: Target,
}

/// What answers a path.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// A page, its payload and its anchors.
    Page(Page),
    /// A file.
    Asset(Resource),
    /// A redirect; `to` is the value of `Location`.
    Redirect {
        /// Path or absolute url.
        to: String,
        /// 301 or 308.
        status: u16,
    },
}

/// A page in its two forms.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Page {
    /// The document.
    pub html: Resource,
    /// The answer of `/_bindery/page…`.
    pub payload: Resource,
    /// The ids that `route!("/path#id")` may name.
    pub anchors: Vec<String>,
}

/// How long an answer may be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CachePolicy {
    /// The url holds a hash of the content: a year, immutable.
    Immutable,
    /// Stored, but asked for anew each time.
    Revalidate,
}

/// One representation in all its encodings.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Resource {
    /// The value of `Content-Type`, charset included.
    pub media_type: String,
    /// The value of `Cache-Control`, as a policy.
    pub cache: CachePolicy,
    /// The plain bytes.
    pub identity: Body,
    /// Brotli, where it is smaller.
    pub br: Option<Body>,
    /// Zstandard, where it is smaller.
    pub zstd: Option<Body>,
    /// Gzip, where it is smaller.
    pub gzip: Option<Body>,
}

/// A range of the blob.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    /// First byte.
    pub offset: u64,
    /// Length in bytes.
    pub len: u64,
    /// The strong entity tag with its quotes: `"hash-br"`.
    pub etag: String,
}
