//! The route table of a site: every path, its target, and the range of its bytes in the blob.
//!
//! The compiler fills it with `S = String`; the server reads it from the blob with `S = &'static str`, so that all
//! strings stay there. Fields are public because both sides construct it.

mod map;

use crate::hash;

/// All data of a site that the server needs, except the bodies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteTable<S = &'static str> {
    /// The paths and their targets.
    pub table: RouteTable<S>,
    /// The page for unknown paths.
    pub not_found: Page<S>,
    /// The pages for unknown paths in other locales, by the locale's home, which ends with a slash.
    pub not_found_below: Vec<(S, Page<S>)>,
    /// Hash of everything served, hexadecimal.
    pub content_hash: S,
    /// Hash of the client bundle and the payload format.
    pub build_id: S,
    /// Absolute origin without a final slash.
    pub url: S,
    /// Begins and ends with a slash.
    pub base_path: S,
    /// The sources that the policy allows: `sha256-…` of the inline scripts in the pages' heads, `https://…` of foreign
    /// style sheets.
    pub policy_sources: Vec<S>,
    /// The site's own header fields.
    pub header_rules: Vec<HeaderRule<S>>,
    /// Lists of indexes into `header_rules`; a resource names one of them.
    pub header_groups: Vec<Vec<u16>>,
    /// The output of `bindery routes --json`.
    pub routes: Body<S>,
    /// The search index; its length is 0 if there is none.
    pub search: Body<S>,
    /// The output of `bindery build-report`.
    pub report: Body<S>,
}

impl<S: AsRef<str>> SiteTable<S> {
    /// The page for an unknown path: that of the language whose home is above the path, else the default one.
    #[must_use]
    pub fn not_found_for(&self, path: &str) -> &Page<S> {
        let mut homes = self.not_found_below.iter();
        let own = homes.find(|(home, _)| path.starts_with(home.as_ref()));
        own.map_or(&self.not_found, |(_, page)| page)
    }
}

/// Paths and their targets in a perfect hash table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RouteTable<S = &'static str> {
    /// Displacements; never empty.
    pub seeds: Vec<u32>,
    /// The entries in slot order.
    pub entries: Vec<Entry<S>>,
}

impl<S: AsRef<str>> RouteTable<S> {
    /// The entry of exactly this path.
    #[must_use]
    pub fn lookup(&self, path: &str) -> Option<&Entry<S>> {
        self.slot(path).map(|slot| &self.entries[slot])
    }

    /// The index of the entry of exactly this path.
    #[must_use]
    pub fn slot(&self, path: &str) -> Option<usize> {
        if self.seeds.is_empty() || self.entries.is_empty() {
            return None;
        }
        let hashed = hash::hash(path.as_bytes());
        let seed = self.seeds[hash::bucket(hashed, self.seeds.len())];
        let slot = hash::slot(hashed, seed, self.entries.len());
        (self.entries[slot].path.as_ref() == path).then_some(slot)
    }
}

/// A path and its target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<S = &'static str> {
    /// The canonical path, percent-encoded, base path included.
    pub path: S,
    /// The target.
    pub target: Target<S>,
}

/// The target of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(
    clippy::large_enum_variant,
    reason = "a site holds mostly pages, the largest variant"
)]
pub enum Target<S = &'static str> {
    /// A page.
    Page(Page<S>),
    /// A file.
    Asset(Resource<S>),
    /// A redirect; `to` is the value of `Location`.
    Redirect {
        /// Path or absolute url.
        to: S,
        /// 301 or 308.
        status: u16,
    },
    /// 410 Gone.
    Gone,
}

/// A page: its document, its payload, and the path of its Markdown twin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<S = &'static str> {
    /// The document.
    pub html: Resource<S>,
    /// The payload: the body of `/_bindery/page…`.
    pub payload: Resource<S>,
    /// The path of the Markdown twin, for clients that prefer Markdown; empty for none.
    pub twin: S,
}

/// How long a response may be stored (RFC 9111).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CachePolicy {
    /// The url holds a hash of the content: a year, immutable.
    Immutable,
    /// Stored, but revalidated before each use.
    Revalidate,
}

/// One representation in all its encodings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource<S = &'static str> {
    /// The value of `Content-Type`, charset included.
    pub media_type: S,
    /// How long it may be stored.
    pub cache: CachePolicy,
    /// The plain bytes.
    pub identity: Body<S>,
    /// Brotli, if that is smaller.
    pub br: Option<Body<S>>,
    /// Zstandard, if that is smaller.
    pub zstd: Option<Body<S>>,
    /// Gzip, if that is smaller.
    pub gzip: Option<Body<S>>,
    /// The value of `Link` (RFC 8288); empty for none.
    pub link: S,
    /// Whether `X-Robots-Tag: noindex` is sent.
    pub no_index: bool,
    /// The list of rules that applies, as an index into [`SiteTable::header_groups`] plus one; 0 for none.
    pub headers: u16,
}

/// Header fields that the site's configuration gives to some paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderRule<S = &'static str> {
    /// The patterns as written, base path included.
    pub patterns: Vec<S>,
    /// Names in lower case and values; an empty one removes the field.
    pub fields: Vec<(S, S)>,
    /// The sources that the policy allows in addition: `img-src https://…`.
    pub policy: Vec<S>,
}

/// The bytes of a representation: usually a range of the blob.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body<S = &'static str> {
    /// First byte in the blob, of the body, its encoding or its difference; 0 if none of them is there.
    pub offset: u64,
    /// Length in bytes, as sent; for an encoding that is made on request a length that it does not exceed.
    pub len: u64,
    /// The strong entity tag with its quotes: `"hash-br"`.
    pub etag: S,
    /// How the bytes are stored.
    pub storage: Storage,
}

/// How the bytes of a body are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Storage {
    /// In the blob.
    #[default]
    Blob,
    /// As the difference to another body, which is in the blob. Only plain bodies are stored so.
    Difference {
        /// Length of the difference.
        len: u64,
        /// The other body.
        base: Base,
    },
    /// As its encoding in brotli, which is in the blob. Only plain bodies are stored so.
    Brotli {
        /// Length of the encoding.
        len: u64,
    },
    /// As its encoding in Zstandard, which is in the blob. Only the search index is stored so: no other encoding is decoded as
    /// quickly.
    Zstd {
        /// Length of the encoding.
        len: u64,
    },
    /// Nowhere: they are made from the plain body of the resource on request, in this coding.
    OnRequest(Coding),
    /// In a file beside the executable, whose name is the entity tag without its quotes.
    File,
}

/// The plain body to which another one is a difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Base {
    /// First byte in the blob, of the body or of its encoding.
    pub offset: u64,
    /// Length of the body.
    pub len: u64,
    /// Length of its encoding in brotli, as which it is stored; 0 if it is stored whole.
    pub encoded_len: u64,
}

/// A content coding that is made on request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// Brotli (RFC 7932).
    Br,
    /// Zstandard (RFC 8878).
    Zstd,
    /// Gzip (RFC 1952).
    Gzip,
}
