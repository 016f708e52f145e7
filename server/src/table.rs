//! The route table: what `embed_site!()` emits and every request is answered from.
//!
//! Fields are public because generated code fills them; they are the boundary with `bindery-macros` and change with it.

use crate::hash;

/// A bound site.
#[derive(Debug)]
pub struct Site {
    /// The table.
    pub table: RouteTable,
    /// The bytes all bodies point into.
    pub blob: &'static [u8],
    /// The page for unknown paths.
    pub not_found: Page,
    /// The pages for unknown paths below these, each of which ends with a slash: the homes of other languages.
    pub not_found_below: &'static [(&'static str, Page)],
    /// Hash of all that is served, hexadecimal.
    pub content_hash: &'static str,
    /// Hash of the client bundle and the payload format.
    pub build_id: &'static str,
    /// Absolute origin without a final slash.
    pub url: &'static str,
    /// Begins and ends with a slash.
    pub base_path: &'static str,
    /// What the policy allows: `sha256-…` of the inline scripts in the pages' heads, `https://…` of foreign style sheets.
    pub policy_sources: &'static [&'static str],
    /// The site's own header fields.
    pub header_rules: &'static [HeaderRule],
    /// Lists of these rules, as they hold for some body.
    pub header_groups: &'static [&'static [u16]],
    /// What `bindery routes --json` prints.
    pub routes: Body,
    /// The search index; without length for none.
    pub search: Body,
    /// What `bindery build-report` prints.
    pub report: Body,
    /// Seconds by stage of the build that made the blob; they are no part of it, so that it stays reproducible.
    pub timings: &'static str,
}

impl Site {
    /// The page for an unknown path: that of the language whose home lies above it, else the default one.
    #[must_use]
    pub fn not_found_for(&self, path: &str) -> &Page {
        let mut below = self.not_found_below.iter();
        let own = below.find(|(home, _)| path.starts_with(home));
        own.map_or(&self.not_found, |(_, page)| page)
    }

    /// The bytes of a body; `None` when the table does not belong to the blob.
    #[must_use]
    pub fn stored(&self, body: &Body) -> Option<&'static [u8]> {
        let first = usize::try_from(body.offset).ok()?;
        let len = usize::try_from(body.len).ok()?;
        self.blob.get(first..first.checked_add(len)?)
    }
}

/// Paths and what answers them, by a perfect hash.
#[derive(Debug)]
pub struct RouteTable {
    /// Displacements; never empty.
    pub seeds: &'static [u32],
    /// The entries in slot order.
    pub entries: &'static [Entry],
}

impl RouteTable {
    /// The entry of exactly this path.
    #[must_use]
    pub fn lookup(&self, path: &str) -> Option<&'static Entry> {
        let entries = self.entries;
        self.slot(path).map(|slot| &entries[slot])
    }

    /// Where the entry of exactly this path stands among the entries.
    #[must_use]
    pub fn slot(&self, path: &str) -> Option<usize> {
        if self.seeds.is_empty() || self.entries.is_empty() {
            return None;
        }
        let hashed = hash::hash(path.as_bytes());
        let seed = self.seeds[hash::bucket(hashed, self.seeds.len())];
        let slot = hash::slot(hashed, seed, self.entries.len());
        (self.entries[slot].path == path).then_some(slot)
    }
}

/// A path and what answers it.
#[derive(Debug)]
pub struct Entry {
    /// The canonical path, percent-encoded, base path included.
    pub path: &'static str,
    /// What answers it.
    pub target: Target,
}

/// What answers a path.
#[derive(Debug)]
pub enum Target {
    /// A page.
    Page(Page),
    /// A file.
    Asset(Resource),
    /// A redirect; `to` is the value of `Location`.
    Redirect {
        /// Path or absolute url.
        to: &'static str,
        /// 301 or 308.
        status: u16,
    },
    /// Nothing any more, and that for ever.
    Gone,
}

/// A page in its two forms, and where a third one is.
#[derive(Debug)]
pub struct Page {
    /// The document.
    pub html: Resource,
    /// The answer of `/_bindery/page…`.
    pub payload: Resource,
    /// The path of the file that says the same in Markdown, for those who would rather have that; empty for none.
    pub twin: &'static str,
}

/// How long an answer may be kept (RFC 9111).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CachePolicy {
    /// The url holds a hash of the content: a year, immutable.
    Immutable,
    /// Stored, but asked for anew each time.
    Revalidate,
}

/// One representation in all its encodings.
#[derive(Debug)]
pub struct Resource {
    /// The value of `Content-Type`, charset included.
    pub media_type: &'static str,
    /// How long it may be kept.
    pub cache: CachePolicy,
    /// The plain bytes.
    pub identity: Body,
    /// Brotli, where it is smaller.
    pub br: Option<Body>,
    /// Zstandard, where it is smaller.
    pub zstd: Option<Body>,
    /// Gzip, where it is smaller.
    pub gzip: Option<Body>,
    /// The value of `Link` (RFC 8288); empty for none.
    pub link: &'static str,
    /// Whether `X-Robots-Tag` asks search engines to leave it out.
    pub no_index: bool,
    /// Which of [`Site::header_groups`] holds for it, counted from one; 0 for none.
    pub headers: u16,
}

/// Header fields that the site's configuration gives to some paths.
#[derive(Debug)]
pub struct HeaderRule {
    /// The patterns as written, base path included.
    pub patterns: &'static [&'static str],
    /// Names in lower case and values; an empty one takes the field away.
    pub fields: &'static [(&'static str, &'static str)],
    /// What the policy allows besides, `img-src https://…`.
    pub policy: &'static [&'static str],
}

/// A range of the blob.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    /// First byte.
    pub offset: u64,
    /// Length in bytes.
    pub len: u64,
    /// The strong entity tag with its quotes: `"hash-br"`.
    pub etag: &'static str,
}
