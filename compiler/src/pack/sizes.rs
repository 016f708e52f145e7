//! The bytes of all bodies, plain and in brotli. Other encodings are made on request, so that their lengths are not known.

/// Bytes by encoding, as they are sent; of a page that is stored as a difference, the difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the encodings")]
pub struct Sizes {
    pub identity: u64,
    pub br: u64,
}
