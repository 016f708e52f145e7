//! Opens and closes the blocks that are not of CommonMark: tags and admonitions.

use super::scanner::{
    IndentLevel, LineContent, MAX_DEPTH, OpenBlock, Opener, Scanner, UnclosedBlock,
};
use crate::masked_source::TokenKind;
use std::ops::Range;

/// A tag or an admonition that opens a block.
#[derive(Debug)]
pub(super) struct BlockStart<'s> {
    pub(super) kind: TokenKind<'s>,
    pub(super) opener: Opener<'s>,
    pub(super) range: Range<usize>,
}

impl<'s> Scanner<'s, '_> {
    /// Continues after a block: the rest of its line, if there is one, becomes a separate line.
    pub(super) fn after_block(
        &mut self,
        prefix: &str,
        content: LineContent,
    ) -> Option<LineContent> {
        self.end_paragraph();
        let (_, at) = self.indentation(self.pos, 0);
        self.masked_line_start = self.masked.text.len();
        if self.is_blank(at) {
            self.pos = self.next_line(at);
            return None;
        }
        self.masked.push(self.source, at, prefix);
        self.pos = at;
        let masked_column = if content.is_quoted {
            content.masked_column
        } else {
            prefix.len()
        };
        Some(LineContent {
            at,
            masked_column,
            is_line_start: false,
            ..content
        })
    }

    /// Opens a block; its content begins at `self.pos`.
    pub(super) fn open_block(&mut self, start: BlockStart<'s>, content: LineContent, prefix: &str) {
        let BlockStart {
            kind,
            opener,
            range,
        } = start;
        if self.blocks.len() >= MAX_DEPTH {
            return self.report_depth(&range);
        }
        let (_, rest) = self.indentation(self.pos, 0);
        let source = if self.is_blank(rest) {
            self.next_line_column(rest)
        } else {
            content.column
        };
        let token = self.token(kind, range);
        self.masked.mark_block(token);
        let levels = self.levels.len();
        self.blocks.push(OpenBlock {
            token,
            opener,
            prefix: prefix.to_owned(),
            levels,
        });
        if !content.is_quoted {
            self.levels.push(IndentLevel {
                source_column: source,
                masked_column: content.masked_column,
                is_list: false,
            });
        }
        self.end_paragraph();
    }

    /// The indentation of the first line after `at` that is not blank.
    fn next_line_column(&self, at: usize) -> usize {
        let mut line = self.next_line(at);
        loop {
            let (column, first) = self.indentation(line, 0);
            let next = self.next_line(first);
            if !self.is_blank(first) || next == line {
                return column;
            }
            line = next;
        }
    }

    /// Closes the innermost open tag of this name and returns the prefix of the lines after it; `None` when no block tag
    /// of this name is open.
    pub(super) fn block_end(&mut self, name: &str, range: Range<usize>) -> Option<String> {
        if self.open_inline.contains(&name) {
            return None;
        }
        let is_match =
            |block: &OpenBlock<'_>| matches!(block.opener, Opener::Tag(open) if open == name);
        let at = self.blocks.iter().rposition(is_match)?;
        let prefix = self.blocks[at].prefix.clone();
        self.pos = range.end;
        self.close_down_to(at + 1, range.start..range.start);
        self.close_block(range);
        Some(prefix)
    }

    pub(super) fn close_block(&mut self, range: Range<usize>) {
        let Some(block) = self.blocks.pop() else {
            return;
        };
        self.break_line();
        self.levels.truncate(block.levels);
        self.masked.push(self.source, range.start, &block.prefix);
        let number = self.token(TokenKind::End(block.token), range);
        self.masked.mark_block(number);
        self.masked_line_start = self.masked.text.len();
        self.end_paragraph();
    }

    /// Closes all blocks but the first `depth`, which have no end of their own.
    pub(super) fn close_down_to(&mut self, depth: usize, at: Range<usize>) {
        while self.blocks.len() > depth {
            if let Some(block) = self.blocks.last() {
                self.masked.unclosed.insert(block.token);
                self.unclosed.push(UnclosedBlock {
                    token: block.token,
                    opener: block.opener,
                    ended_at: at.start,
                    has_late_end: false,
                });
            }
            self.close_block(at.clone());
        }
    }

    /// Whether an end is that of a block that the end of another has ended before. Such an end is reported with its block.
    pub(super) fn is_late_end(&mut self, is_own: impl Fn(Opener<'s>) -> bool) -> bool {
        // No more blocks than these were open at a time.
        let mut last = self.unclosed.iter_mut().rev().take(MAX_DEPTH);
        let found = last.find(|block| !block.has_late_end && is_own(block.opener));
        found.is_some_and(|block| {
            block.has_late_end = true;
            true
        })
    }
}
