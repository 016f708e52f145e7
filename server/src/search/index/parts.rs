//! Splits the bytes of an index into its parts, and checks their layout.

use super::{Meta, word};
use bindery_format::search::layout::{HEAD_LEN, MAGIC, PAGE_WORDS, PARTS, SECTION_WORDS, checksum};
use std::borrow::Cow;

/// The parts of an index, in its bytes or as copies.
pub(super) struct Parts<'b> {
    pub(super) strings: Cow<'b, str>,
    pub(super) pages: Cow<'b, [[u8; PAGE_WORDS * 4]]>,
    pub(super) sections: Cow<'b, [[u8; SECTION_WORDS * 4]]>,
    pub(super) terms: Cow<'b, [u8]>,
    pub(super) postings: Cow<'b, [u8]>,
    pub(super) meta: Meta,
}

impl<'b> Parts<'b> {
    pub(super) fn of(bytes: &'b [u8]) -> Result<Parts<'b>, &'static str> {
        let [strings, pages, sections, terms, postings, meta] = split(bytes)?;
        let (pages, odd) = pages.as_chunks();
        let (sections, other_odd) = sections.as_chunks();
        if !odd.is_empty() || !other_odd.is_empty() {
            return Err("its tables are cut off");
        }
        let strings = std::str::from_utf8(strings).map_err(|_| "its texts are no UTF-8")?;
        Ok(Parts {
            strings: Cow::Borrowed(strings),
            pages: Cow::Borrowed(pages),
            sections: Cow::Borrowed(sections),
            terms: Cow::Borrowed(terms),
            postings: Cow::Borrowed(postings),
            meta: serde_json::from_slice(meta).map_err(|_| "its names are damaged")?,
        })
    }

    /// Copies of the parts, which do not need the bytes.
    pub(super) fn into_owned(self) -> Parts<'static> {
        Parts {
            strings: Cow::Owned(self.strings.into_owned()),
            pages: Cow::Owned(self.pages.into_owned()),
            sections: Cow::Owned(self.sections.into_owned()),
            terms: Cow::Owned(self.terms.into_owned()),
            postings: Cow::Owned(self.postings.into_owned()),
            meta: self.meta,
        }
    }
}

fn split(bytes: &[u8]) -> Result<[&[u8]; PARTS], &'static str> {
    let rest = bytes
        .strip_prefix(MAGIC)
        .ok_or("it has an unknown version")?;
    let (sum, rest) = rest.split_first_chunk::<8>().ok_or("it is cut off")?;
    if checksum(rest) != u64::from_le_bytes(*sum) {
        return Err("its checksum is wrong");
    }
    let (lens, mut rest) = rest
        .split_at_checked(HEAD_LEN - 16)
        .ok_or("it is cut off")?;
    let mut parts = [rest; PARTS];
    for (at, part) in parts.iter_mut().enumerate() {
        (*part, rest) = rest
            .split_at_checked(word(lens, at) as usize)
            .ok_or("it is cut off")?;
    }
    Ok(parts)
}
