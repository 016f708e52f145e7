//! The lines of a text: an offset in bytes from a line and a column, and back.

use std::sync::Arc;

/// Byte offsets of line starts; turns an offset into line and column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineIndex {
    starts: Arc<[u32]>,
    /// The number of characters that begin before each multiple of [`BLOCK`], so that a column in a long line is not
    /// counted from the start of the line.
    characters: Arc<[u32]>,
}

/// The bytes between two counts of characters.
const BLOCK: usize = 1024;

impl LineIndex {
    /// Indexes `text`.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = newlines.map(|(at, _)| u32::try_from(at + 1).unwrap_or(u32::MAX));
        let mut count = 0;
        let characters = text.as_bytes().chunks(BLOCK).map(|block| {
            let before = count;
            count += count_characters(block);
            before
        });
        LineIndex {
            starts: std::iter::once(0).chain(starts).collect(),
            characters: characters.collect(),
        }
    }

    /// Line and column of a byte offset, both from 1; the column counts characters.
    #[must_use]
    pub fn line_col(&self, text: &str, offset: u32) -> (u32, u32) {
        let line = self.starts.partition_point(|start| *start <= offset).max(1);
        let line = u32::try_from(line).unwrap_or(u32::MAX);
        let end = (offset as usize).min(text.len());
        let column = match text.is_char_boundary(end) {
            true => self
                .characters_before(text, end)
                .saturating_sub(self.characters_before(text, self.start(line))),
            false => 0,
        };
        (line, column.saturating_add(1))
    }

    /// The byte offset at which a line counted from 1 begins; 0 for a line that is not there.
    #[must_use]
    pub fn start(&self, line: u32) -> usize {
        let index = (line as usize).saturating_sub(1);
        self.starts.get(index).copied().unwrap_or(0) as usize
    }

    fn characters_before(&self, text: &str, end: usize) -> u32 {
        let block = end / BLOCK;
        let (from, before) = match self.characters.get(block) {
            Some(before) => (block * BLOCK, *before),
            // The text ends where a block would begin.
            None => match self.characters.last() {
                Some(before) => ((self.characters.len() - 1) * BLOCK, *before),
                None => (0, 0),
            },
        };
        let rest = text.as_bytes().get(from..end).unwrap_or_default();
        before + count_characters(rest)
    }

    /// The byte offset of a line and a column, both from 1, the column in bytes; the start for what is not there.
    #[must_use]
    pub fn offset(&self, text: &str, line: u32, column: u32) -> usize {
        let start = self.start(line);
        let at = start + (column as usize).saturating_sub(1);
        let is_fitting = text.is_char_boundary(at.min(text.len()));
        if is_fitting {
            at.min(text.len())
        } else {
            start
        }
    }

    /// The text of a line counted from 1, without its line break.
    #[must_use]
    pub fn line<'t>(&self, text: &'t str, line: u32) -> &'t str {
        let index = (line as usize).saturating_sub(1);
        let start = self.start(line);
        let end = self
            .starts
            .get(index + 1)
            .map_or(text.len(), |next| *next as usize);
        text.get(start..end)
            .unwrap_or("")
            .trim_end_matches(['\n', '\r'])
    }
}

/// The number of characters that begin in a part of a text in UTF-8.
fn count_characters(bytes: &[u8]) -> u32 {
    let first = bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count();
    u32::try_from(first).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_in_long_lines_count_characters() {
        let text = format!("a\n{}\nz", "é…x".repeat(BLOCK));
        let lines = LineIndex::new(&text);
        assert_eq!(lines.characters.len(), text.len().div_ceil(BLOCK));
        let last = text.lines().nth(1).unwrap().char_indices();
        for (column, (at, _)) in last.enumerate() {
            let (line, found) = lines.line_col(&text, u32::try_from(at + 2).unwrap());
            assert_eq!((line, found as usize), (2, column + 1));
        }
        assert_eq!(lines.line_col(&text, u32::MAX), (3, 2));
        for length in [0, BLOCK, 2 * BLOCK] {
            let text = "x".repeat(length);
            let end = u32::try_from(length).unwrap();
            assert_eq!(LineIndex::new(&text).line_col(&text, end), (1, end + 1));
        }
    }
}
