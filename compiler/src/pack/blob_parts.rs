//! The blob as a list of its parts: bodies that the output and the encodings already hold, so that a tree's images are in
//! memory once.

use std::sync::Arc;

/// Bytes that follow each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlobParts<'e> {
    parts: Vec<Part<'e>>,
    len: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part<'e> {
    Borrowed(&'e [u8]),
    Shared(&'e Arc<[u8]>),
    Owned(Vec<u8>),
}

impl Part<'_> {
    fn bytes(&self) -> &[u8] {
        match self {
            Part::Borrowed(bytes) => bytes,
            Part::Shared(bytes) => bytes,
            Part::Owned(bytes) => bytes,
        }
    }
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

    /// Adds a part that is borrowed.
    pub fn push(&mut self, part: &'e [u8]) {
        self.push_part(Part::Borrowed(part));
    }

    /// Adds a part that [`Self::to_shared`] does not copy.
    pub fn push_shared(&mut self, part: &'e Arc<[u8]>) {
        self.push_part(Part::Shared(part));
    }

    /// Adds a part that nobody else holds.
    pub fn push_owned(&mut self, part: Vec<u8>) {
        self.push_part(Part::Owned(part));
    }

    fn push_part(&mut self, part: Part<'e>) {
        self.len += part.bytes().len() as u64;
        self.parts.push(part);
    }

    /// The parts in their order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> + Clone {
        self.parts.iter().map(Part::bytes)
    }

    /// All parts in one piece.
    #[must_use]
    pub fn to_vec(&self) -> Vec<u8> {
        self.iter().collect::<Vec<_>>().concat()
    }

    /// The parts, which live on without the output. The shared ones are not copied.
    #[must_use]
    pub fn to_shared(&self) -> Vec<Arc<[u8]>> {
        let parts = self.parts.iter().map(|part| match part {
            Part::Shared(bytes) => Arc::clone(bytes),
            other => Arc::from(other.bytes()),
        });
        parts.collect()
    }
}
