//! A bound site: the route table and the bytes that it points into.
//!
//! The types of the table are `bindery-format`'s, which the compiler fills.

mod body_store;
mod shared_parts;
pub mod static_files;

pub use bindery_format::table::{
    Base, Body, CachePolicy, Coding, Entry, HeaderRule, Page, Resource, RouteTable, SiteTable,
    Storage, Target,
};

use actix_web::web::Bytes;
use bindery_compression as compression;
use bindery_format::index;
use body_store::BodyStore;
use shared_parts::SharedParts;
use static_files::StaticFiles;
use std::borrow::Cow;
use std::fmt;
use std::ops::{Deref, Range};
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// A bound site: what `embed_site!()` emits and every request is answered from.
///
/// ```
/// # let fixture = bindery_fixture::build_site("/", |blob| vec![("/", bindery_fixture::page(blob, "<h1>Home</h1>"))]);
/// # let site = bindery_server::Site::new(fixture.index, fixture.blob, fixture.timings);
/// # let site: &'static bindery_server::Site = Box::leak(Box::new(site));
/// use bindery_server::Site;
///
/// fn has_page(site: &Site, path: &str) -> bool {
///     site.table.lookup(path).is_some()
/// }
/// assert!(has_page(&site, "/"));
/// ```
#[derive(Debug)]
pub struct Site {
    /// The table, to which a site dereferences.
    pub index: SiteTable,
    /// The bytes that most bodies point into; empty if they are shared.
    pub blob: &'static [u8],
    /// The bytes of a site that does not live as long as the process: its responses share them.
    shared: Option<SharedParts>,
    /// Seconds by stage of the build that wrote the blob; they are not in it, so that it stays reproducible.
    pub timings: &'static str,
    store: BodyStore,
    static_files: OnceLock<StaticFiles>,
    /// The search index, if it is stored encoded.
    search: OnceLock<Option<Vec<u8>>>,
}

/// The reason why the bytes of a body cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyError {
    /// The table does not belong to the blob.
    OutsideBlob,
    /// A body that was made on request has another hash than at build.
    Differs,
    /// The file beside the executable is missing, or another one than at the start.
    FileLost,
}

impl fmt::Display for BodyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BodyError::OutsideBlob => "BUG: a body lies outside the blob",
            BodyError::Differs => "BUG: a body that was made on request is not that of the build",
            BodyError::FileLost => {
                "a file beside the executable is missing or was changed; name the folder that the build wrote with `BINDERY_STATIC`"
            }
        })
    }
}

impl Site {
    /// A site of a table and the bytes that it points into.
    #[must_use]
    pub fn new(index: SiteTable, blob: &'static [u8], timings: &'static str) -> Site {
        Site {
            index,
            blob,
            shared: None,
            timings,
            store: BodyStore::default(),
            static_files: OnceLock::new(),
            search: OnceLock::new(),
        }
    }

    /// A site that can be dropped, with its bytes: `parts` are those of the blob, of which each body is one. The strings of
    /// the table live on.
    #[must_use]
    pub fn shared(index: SiteTable, parts: Vec<Arc<[u8]>>) -> Site {
        Site {
            shared: Some(SharedParts::new(parts)),
            ..Site::new(index, &[], "")
        }
    }

    /// The site in `blob`, whose index begins at `offset`.
    ///
    /// # Panics
    /// When the index is not one of this format: `embed_site!()` hands over what the build wrote, so that is a bug.
    #[must_use]
    pub fn open(blob: &'static [u8], offset: u64, timings: &'static str) -> Site {
        let offset = usize::try_from(offset).expect("BUG: a blob beyond the address space");
        let index = index::read(&blob[offset..]).expect("BUG: the blob's index is damaged");
        Site::new(index, blob, timings)
    }

    /// The bytes of a body that is stored whole in the blob; `None` when the table does not belong to the blob.
    #[must_use]
    pub fn stored(&self, body: &Body) -> Option<&[u8]> {
        self.range(body.offset, body.len)
    }

    /// The search index; `None` if there is none, or the table does not belong to the blob. It is decoded once.
    #[must_use]
    pub fn search_index(&self) -> Option<&[u8]> {
        let body = &self.index.search;
        let index = match body.storage {
            Storage::Zstd { len } => {
                let decode = || {
                    let encoded = self.range(body.offset, len)?;
                    compression::from_zstd(encoded, in_memory(body.len).ok()?)
                };
                self.search.get_or_init(decode).as_deref()
            }
            _ => self.stored(body),
        };
        index.filter(|bytes| !bytes.is_empty())
    }

    /// The plain bytes of a body that belongs to no resource, such as the list of routes; `None` when the table does not belong to
    /// the blob.
    #[must_use]
    pub fn plain(&self, body: &Body) -> Option<Cow<'_, [u8]>> {
        match body.storage {
            Storage::Brotli { len } => {
                let made = self.decode(body.offset, len, body.len);
                made.ok().map(Cow::Owned)
            }
            _ => self.stored(body).map(Cow::Borrowed),
        }
    }

    /// The bytes of a body of `resource`, however it is stored. Those in the blob are not copied; others are shared by
    /// all requests that need them at the same time.
    ///
    /// # Errors
    /// [`BodyError`].
    pub fn bytes(&self, resource: &Resource, body: &Body) -> Result<Bytes, BodyError> {
        match body.storage {
            Storage::Blob => {
                let bytes = match &self.shared {
                    Some(parts) => parts.bytes(body.offset, body.len),
                    None => in_blob(self.blob, body.offset, body.len).map(Bytes::from_static),
                };
                bytes.ok_or(BodyError::OutsideBlob)
            }
            Storage::File => (self.store).get_or_make(body.etag, || self.static_files().read(body)),
            Storage::Difference { len, base } => self.store.get_or_make(body.etag, || {
                let difference = self.range(body.offset, len);
                let difference = difference.ok_or(BodyError::OutsideBlob)?;
                let base = self.base(base)?;
                let made = compression::apply_difference(&base, difference, in_memory(body.len)?);
                checked(made.ok_or(BodyError::Differs)?, body)
            }),
            // The search index is no resource.
            Storage::Zstd { .. } => Err(BodyError::OutsideBlob),
            Storage::Brotli { len } => self.store.get_or_make(body.etag, || {
                checked(self.decode(body.offset, len, body.len)?, body)
            }),
            Storage::OnRequest(coding) => self.store.get_or_make(body.etag, || {
                let plain = self.bytes(resource, &resource.identity)?;
                Ok(encode(coding, &plain))
            }),
        }
    }

    /// The plain body to which another one is a difference.
    fn base(&self, base: Base) -> Result<Cow<'_, [u8]>, BodyError> {
        if base.encoded_len > 0 {
            let made = self.decode(base.offset, base.encoded_len, base.len)?;
            return Ok(Cow::Owned(made));
        }
        let stored = self.range(base.offset, base.len);
        Ok(Cow::Borrowed(stored.ok_or(BodyError::OutsideBlob)?))
    }

    /// The plain body of `len` bytes whose encoding in brotli is `encoded_len` bytes from `offset`.
    fn decode(&self, offset: u64, encoded_len: u64, len: u64) -> Result<Vec<u8>, BodyError> {
        let encoded = self.range(offset, encoded_len);
        let encoded = encoded.ok_or(BodyError::OutsideBlob)?;
        let len = in_memory(len)?;
        let plain = compression::from_brotli(encoded, len).filter(|plain| plain.len() == len);
        plain.ok_or(BodyError::Differs)
    }

    /// Whether the workers' caches may retain more bodies that are not in the blob.
    pub(crate) fn can_retain(&self) -> bool {
        self.store.can_retain()
    }

    /// Counts a body that is not in the blob and that a worker's cache retains.
    pub(crate) fn retain(&self, len: usize) {
        self.store.retain(len);
    }

    /// The files beside the executable. Unless [`Site::open_static_files`] was called, they are in the default folder.
    pub(crate) fn static_files(&self) -> &StaticFiles {
        self.static_files
            .get_or_init(|| StaticFiles::new(static_files::default_folder()))
    }

    /// Whether the site has files beside the executable.
    #[must_use]
    pub fn has_static_files(&self) -> bool {
        !static_files::bodies(&self.index).is_empty()
    }

    /// Checks that the folder of the files beside the executable has each of them unchanged, and uses it. Does nothing
    /// for a site without such files.
    ///
    /// # Errors
    /// The reason why the folder is refused, and what to do.
    pub fn open_static_files(&self, folder: Option<&Path>) -> Result<(), String> {
        let bodies = static_files::bodies(&self.index);
        if bodies.is_empty() {
            return Ok(());
        }
        let folder = folder.map_or_else(static_files::default_folder, Into::into);
        let files = StaticFiles::new(folder);
        files.check(&bodies)?;
        // A second call checks again and keeps the first folder.
        let _ = self.static_files.set(files);
        Ok(())
    }

    fn range(&self, offset: u64, len: u64) -> Option<&[u8]> {
        match &self.shared {
            Some(parts) => parts.get(offset, len),
            None => in_blob(self.blob, offset, len),
        }
    }
}

fn in_blob(blob: &'static [u8], offset: u64, len: u64) -> Option<&'static [u8]> {
    blob.get(to_range(offset, len)?)
}

fn in_memory(len: u64) -> Result<usize, BodyError> {
    usize::try_from(len).map_err(|_| BodyError::OutsideBlob)
}

fn to_range(offset: u64, len: u64) -> Option<Range<usize>> {
    let first = usize::try_from(offset).ok()?;
    let len = usize::try_from(len).ok()?;
    Some(first..first.checked_add(len)?)
}

/// The body in a coding, at the levels of the build.
fn encode(coding: Coding, plain: &[u8]) -> Vec<u8> {
    let levels = compression::FAST_LEVELS;
    match coding {
        Coding::Br => compression::brotli(levels.brotli, plain),
        Coding::Gzip => compression::gzip(levels.gzip, plain),
        Coding::Zstd => compression::zstd(levels.zstd, plain),
    }
}

/// The bytes, if they are those that the entity tag names: two servers never send different bytes under one tag.
fn checked(bytes: Vec<u8>, body: &Body) -> Result<Vec<u8>, BodyError> {
    match has_tag(&bytes, body) {
        true => Ok(bytes),
        false => Err(BodyError::Differs),
    }
}

/// Whether the entity tag of a body is that of these bytes: the first 20 hexadecimal digits of their hash.
fn has_tag(bytes: &[u8], body: &Body) -> bool {
    let hash = blake3::hash(bytes).to_hex();
    let tag = body.etag.strip_prefix('"').unwrap_or_default();
    bytes.len() as u64 == body.len && tag.starts_with(&hash[..20])
}

impl Deref for Site {
    type Target = SiteTable;

    fn deref(&self) -> &SiteTable {
        &self.index
    }
}
