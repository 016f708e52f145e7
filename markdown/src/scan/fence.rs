//! Copies fenced code unscanned, indented as its container is in the masked text.

use super::scanner::{Fence, LineContent, Scanner};
use bindery_source::diagnostic::Code;

impl Scanner<'_, '_> {
    /// Opens a fence if the line is one.
    pub(super) fn open_fence(&mut self, content: LineContent) -> bool {
        let end = self.line_end(content.at);
        let line = &self.bytes()[content.at..end];
        let Some(&sign) = line.first() else {
            return false;
        };
        let length = line.iter().take_while(|b| **b == sign).count();
        if length < 3 || sign == b'`' && line[length..].contains(&b'`') {
            return false;
        }
        if sign == b'`'
            && line[length..].trim_ascii() == b"mdx-code-block"
            && let Some(close) = self.mdx_end(end, length)
        {
            self.mdx_ends.push(close);
            self.drop_fence_line(content.at);
            return true;
        }
        self.end_paragraph();
        let LineContent {
            column,
            masked_column,
            is_quoted,
            ..
        } = content;
        self.fence = Some(Fence {
            at: content.at,
            sign,
            length,
            column,
            masked_column,
            is_quoted,
        });
        let next = self.next_line(content.at);
        self.masked.copy(self.source, content.at..next);
        self.pos = next;
        true
    }

    /// The start of the line that closes an `mdx-code-block` whose first line ends at `at`.
    ///
    /// As in Docusaurus, the content of such a block is scanned as if the two fence lines were not there: authors use it
    /// to hide MDX from other Markdown tools.
    fn mdx_end(&mut self, at: usize, length: usize) -> Option<usize> {
        let mut start = self.next_line(at);
        while start < self.text.len() && self.lookahead_budget > 0 {
            let line = self.text[start..self.line_end(start)].trim();
            if line.len() == length && line.bytes().all(|b| b == b'`') {
                return Some(start);
            }
            start = self.next_line(start);
        }
        self.spend_lookahead(start - at);
        None
    }

    /// Whether the line that begins at `start` closes an `mdx-code-block`.
    pub(super) fn is_mdx_end(&mut self, start: usize) -> bool {
        while self.mdx_ends.last().is_some_and(|end| *end < start) {
            self.mdx_ends.pop();
        }
        self.mdx_ends.last() == Some(&start)
    }

    /// Masks the first or the last line of an `mdx-code-block` as a blank line.
    pub(super) fn drop_fence_line(&mut self, at: usize) {
        self.masked.push(self.source, at, "\n");
        self.pos = self.next_line(at);
        self.end_paragraph();
    }

    /// Copies a line of a fence; `false` when the container of the fence ended before this line.
    pub(super) fn fence_line(&mut self, start: usize, column: usize, first: usize) -> bool {
        let Some(fence) = self.fence else {
            return false;
        };
        let next = self.next_line(start);
        if fence.is_quoted {
            if self.bytes().get(first) != Some(&b'>') {
                self.report_unclosed_fence();
                return false;
            }
            let inner = self.bytes()[first..next]
                .iter()
                .take_while(|b| matches!(b, b'>' | b' ' | b'\t'))
                .count();
            self.close_fence(fence, first + inner);
            self.masked.copy(self.source, start..next);
            self.pos = next;
            return true;
        }
        let is_outside = self
            .levels
            .last()
            .is_some_and(|level| level.is_list && column < level.source_column);
        if is_outside && !self.is_blank(first) {
            self.report_unclosed_fence();
            return false;
        }
        if fence.masked_column == fence.column {
            self.masked.copy(self.source, start..next);
        } else if self.is_blank(first) {
            self.masked.push(self.source, first, "\n");
        } else {
            let masked_column = fence.masked_column + column.saturating_sub(fence.column);
            self.masked.spaces(self.source, first, masked_column);
            self.masked.copy(self.source, first..next);
        }
        self.close_fence(fence, first);
        self.pos = next;
        true
    }

    /// Ends the fence because its container or the file ends, and reports that it is not closed.
    pub(super) fn report_unclosed_fence(&mut self) {
        let Some(fence) = self.fence.take() else {
            return;
        };
        let range = fence.at..self.line_end(fence.at);
        let close = char::from(fence.sign).to_string().repeat(fence.length);
        self.warn(
            Code::UnclosedFence,
            &range,
            "this code is never closed".to_owned(),
        )
        .help(format!("write {close} below its last line"));
    }

    fn close_fence(&mut self, fence: Fence, first: usize) {
        let line = &self.bytes()[first..self.line_end(first).max(first)];
        let length = line.iter().take_while(|b| **b == fence.sign).count();
        if length >= fence.length && line[length..].iter().all(u8::is_ascii_whitespace) {
            self.fence = None;
        }
    }
}
