//! The bytes of a site that can be dropped: the blob in parts, of which each body is one.
//!
//! Successive sites of a preview share the parts that did not change, and a response shares the part that it sends.

use actix_web::web::Bytes;
use std::sync::Arc;

/// The parts by their places in the blob.
#[derive(Debug)]
pub(super) struct SharedParts {
    /// The offset of each part, rising.
    starts: Vec<u64>,
    parts: Vec<Arc<[u8]>>,
}

impl SharedParts {
    pub(super) fn new(parts: Vec<Arc<[u8]>>) -> Self {
        let starts = parts.iter().scan(0, |end, part| {
            let start = *end;
            *end += part.len() as u64;
            Some(start)
        });
        SharedParts {
            starts: starts.collect(),
            parts,
        }
    }

    /// The bytes of a body; `None` when it is not inside one part.
    pub(super) fn get(&self, offset: u64, len: u64) -> Option<&[u8]> {
        let (part, first) = self.part(offset)?;
        part.get(super::to_range(first, len)?)
    }

    /// As [`SharedParts::get`], as bytes that share the part.
    pub(super) fn bytes(&self, offset: u64, len: u64) -> Option<Bytes> {
        let (part, first) = self.part(offset)?;
        let range = super::to_range(first, len)?;
        (range.end <= part.len()).then(|| Bytes::from_owner(Arc::clone(part)).slice(range))
    }

    /// The part that holds the byte at `offset`, and the place of the byte in it.
    fn part(&self, offset: u64) -> Option<(&Arc<[u8]>, u64)> {
        let after = self.starts.partition_point(|start| *start <= offset);
        let at = after.checked_sub(1)?;
        Some((&self.parts[at], offset - self.starts[at]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_the_bytes_of_its_part_without_a_copy() {
        let parts = ["ab", "", "cde"].map(|text| Arc::from(text.as_bytes()));
        let shared = SharedParts::new(parts.to_vec());
        assert_eq!(shared.get(0, 2), Some(&b"ab"[..]));
        assert_eq!(shared.get(2, 3), Some(&b"cde"[..]));
        assert_eq!(shared.get(3, 1), Some(&b"d"[..]));
        assert_eq!(shared.get(2, 0), Some(&b""[..]));
        assert_eq!(shared.get(5, 0), Some(&b""[..]));
        let bytes = shared.bytes(2, 3).unwrap();
        assert_eq!((&*bytes, bytes.as_ptr()), (&b"cde"[..], parts[2].as_ptr()));
        for (offset, len) in [(0, 3), (2, 4), (5, 1), (6, 0), (0, u64::MAX), (u64::MAX, 1)] {
            assert_eq!(shared.get(offset, len), None, "{offset} {len}");
            assert_eq!(shared.bytes(offset, len), None, "{offset} {len}");
        }
        assert_eq!(SharedParts::new(Vec::new()).get(0, 0), None);
    }
}
