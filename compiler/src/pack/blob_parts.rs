//! The blob as a list of its parts: bodies that the output and the encodings already hold, so that a tree's pictures are in
//! memory once.

use std::borrow::Cow;

/// Bytes that follow each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlobParts<'e> {
    parts: Vec<Cow<'e, [u8]>>,
    len: u64,
}

impl<'e> BlobParts<'e> {
    /// The length of all parts together.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether there are no bytes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a part.
    pub fn push(&mut self, part: impl Into<Cow<'e, [u8]>>) {
        let part = part.into();
        self.len += part.len() as u64;
        self.parts.push(part);
    }

    /// The parts in their order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> + Clone {
        self.parts.iter().map(AsRef::as_ref)
    }

    /// All parts in one piece.
    #[must_use]
    pub fn to_vec(&self) -> Vec<u8> {
        self.parts.concat()
    }
}
