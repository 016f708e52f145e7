//! The bytes of all bodies: as they are sent, and as they are stored.

/// Bytes of bodies. Encodings other than brotli are made on request, so that their lengths are not known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Plain; of a body that is stored as a difference, the difference.
    pub identity: u64,
    /// In brotli, where that is shorter.
    pub br: u64,
    /// As stored, by what they are; equal bodies count each time.
    pub stored: Stored,
}

/// Stored bytes by what they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Stored {
    pub documents: u64,
    pub payloads: u64,
    pub twins: u64,
    pub files: u64,
    pub search: u64,
    pub routes: u64,
}
