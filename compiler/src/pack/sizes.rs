//! The bytes of each encoding.

/// Bytes by encoding, as they are sent; of a page that is stored as a difference, the difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the encodings")]
pub struct Sizes {
    pub identity: u64,
    pub br: u64,
    pub gzip: u64,
    pub zstd: u64,
}
