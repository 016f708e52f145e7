//! The layout of the search index, for its writer in the compiler and its reader in the server.
//!
//! In order: [`MAGIC`], the [`checksum`] of all that follows, the lengths of the [`PARTS`] parts as `u32`, the parts.
//! Numbers are little-endian and not aligned. Opening the index copies nothing.
//!
//! | part | content |
//! |---|---|
//! | 0 | all strings, UTF-8; others name them by offset and length |
//! | 1 | [`PAGE_WORDS`] `u32` a page |
//! | 2 | [`SECTION_WORDS`] `u32` a section, in the order of the pages |
//! | 3 | the terms: an `fst` map to offsets in part 4 |
//! | 4 | for each term two lists of LEB128 numbers, each after its length: sections where it occurs in the head (distance from the last, [`Field`] bits), and sections where it occurs in the text (distance, times) |
//! | 5 | the data of the whole site, as JSON |

/// The first bytes; the last one is the version of the layout.
pub const MAGIC: &[u8; 8] = b"bsearch5";

/// How many parts there are.
pub const PARTS: usize = 6;

/// The length of the header before the parts.
pub const HEAD_LEN: usize = 8 + 8 + 4 * PARTS;

/// `url`, `title`, `top` (level 0), `aliases` as offset and length each; first section, language, tag, version, weight in
/// hundredths, kind.
pub const PAGE_WORDS: usize = 14;

/// Page, level, parent (a section, or [`NONE`]); `heading`, `anchor`, `text` as offset and length each; terms of the
/// heading, terms of the text, kind.
pub const SECTION_WORDS: usize = 12;

/// The kind of a page about one thing with a name. Other pages have kind 0.
pub const ENTITY: u32 = 1;

/// The kind of a section with a tool, such as a calculator. Other sections have kind 0.
pub const TOOL: u32 = 1;

/// No section.
pub const NONE: u32 = u32::MAX;

/// The fields of a section, other than its text, that contain a term; bits of a number.
#[derive(Clone, Copy, Debug)]
pub struct Field;

impl Field {
    /// In its own heading.
    pub const OWN: u16 = 1;
    /// In the page's title.
    pub const TITLE: u16 = 2;
    /// In a heading above its own.
    pub const ABOVE: u16 = 4;
    /// In the name of the part of the site to which the page belongs.
    pub const TOP: u16 = 8;
    /// In another name of the page: a redirect, two words of the title written as one.
    pub const ALIAS: u16 = 16;
    /// In another name of the section.
    pub const OWN_ALIAS: u16 = 32;
    /// The section defines the term.
    pub const DEFINED: u16 = 64;
    /// Among the page's keywords.
    pub const KEYWORD: u16 = 128;
    /// Among the words by which the author wants the section to be found.
    pub const SEARCH_TERM: u16 = 256;

    /// All fields with the names of their constants, in the order of their bits.
    pub const ALL: [(&str, u16); 9] = [
        ("OWN", Self::OWN),
        ("TITLE", Self::TITLE),
        ("ABOVE", Self::ABOVE),
        ("TOP", Self::TOP),
        ("ALIAS", Self::ALIAS),
        ("OWN_ALIAS", Self::OWN_ALIAS),
        ("DEFINED", Self::DEFINED),
        ("KEYWORD", Self::KEYWORD),
        ("SEARCH_TERM", Self::SEARCH_TERM),
    ];
}

/// A checksum that detects a damaged index. It reads eight bytes at a time, because every start computes it.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u64 {
    const PRIME: u64 = 0x9e37_79b9_7f4a_7c15;
    let (words, rest) = bytes.as_chunks::<8>();
    let mut state = (bytes.len() as u64).wrapping_mul(PRIME);
    for word in words {
        state = (state ^ u64::from_le_bytes(*word)).wrapping_mul(PRIME);
        state ^= state >> 29;
    }
    for byte in rest {
        state = (state ^ u64::from(*byte)).wrapping_mul(PRIME);
        state ^= state >> 29;
    }
    state
}

/// Appends a LEB128 number.
pub fn write_number(mut value: u32, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value.to_le_bytes()[0] | 0x80);
        value >>= 7;
    }
    out.push(value.to_le_bytes()[0]);
}

/// Reads a LEB128 number and removes it from `bytes`.
#[inline]
pub fn read_number(bytes: &mut &[u8]) -> Option<u32> {
    let mut value = 0_u32;
    let mut shift = 0;
    loop {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u32::from(byte & 0x7f).checked_shl(shift)?;
        if *byte < 0x80 {
            return Some(value);
        }
        shift += 7;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for value in [0, 1, 127, 128, 300, 65_536, u32::MAX] {
            let mut bytes = Vec::new();
            write_number(value, &mut bytes);
            assert_eq!(read_number(&mut bytes.as_slice()), Some(value));
        }
        assert_eq!(read_number(&mut [0x80].as_slice()), None);
        assert_eq!(read_number(&mut [0xff; 9].as_slice()), None);
    }

    #[test]
    fn a_changed_byte_changes_the_sum() {
        let bytes: Vec<u8> = (0..=99).collect();
        for at in 0..bytes.len() {
            let mut other = bytes.clone();
            other[at] ^= 1;
            assert_ne!(checksum(&bytes), checksum(&other));
        }
        assert_ne!(checksum(&[0; 8]), checksum(&[0; 16]));
    }
}
