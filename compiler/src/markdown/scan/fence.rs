//! Fenced code: copied as it is, only moved with its container.

use super::{Place, Scanner};
use crate::diagnostic::Code;

/// The fence the scanner is in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fence {
    /// Where it begins in the source.
    at: usize,
    sign: u8,
    length: usize,
    column: usize,
    out: usize,
    is_quoted: bool,
}

impl Scanner<'_, '_> {
    /// Begins a fence where one stands.
    pub(super) fn open_fence(&mut self, place: Place) -> bool {
        let end = self.line_end(place.at);
        let line = &self.bytes()[place.at..end];
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
            self.drop_fence_line(place.at);
            return true;
        }
        self.end_paragraph();
        let Place {
            column,
            out,
            is_quoted,
            ..
        } = place;
        self.fence = Some(Fence {
            at: place.at,
            sign,
            length,
            column,
            out,
            is_quoted,
        });
        let next = self.next_line(place.at);
        self.masked.copy(self.source, place.at..next);
        self.pos = next;
        true
    }

    /// What stands in a block of `mdx-code-block` is read as if it stood outside of it, as in Docusaurus: other tools
    /// take it for code. The start of the line that closes one whose first line ends at `at`.
    fn mdx_end(&mut self, at: usize, length: usize) -> Option<usize> {
        let mut start = self.next_line(at);
        while start < self.text.len() && self.budget > 0 {
            let line = self.text[start..self.line_end(start)].trim();
            if line.len() == length && line.bytes().all(|b| b == b'`') {
                return Some(start);
            }
            start = self.next_line(start);
        }
        self.spend(start - at);
        None
    }

    /// Whether the line that begins at `start` closes such a block.
    pub(super) fn is_mdx_end(&mut self, start: usize) -> bool {
        while self.mdx_ends.last().is_some_and(|end| *end < start) {
            self.mdx_ends.pop();
        }
        self.mdx_ends.last() == Some(&start)
    }

    /// Leaves out the first or the last line of such a block.
    pub(super) fn drop_fence_line(&mut self, at: usize) {
        self.masked.push(self.source, at, "\n");
        self.pos = self.next_line(at);
        self.end_paragraph();
    }

    /// Copies a line of a fence; `false` when the fence's container ended above it.
    pub(super) fn fence_line(&mut self, start: usize, column: usize, first: usize) -> bool {
        let Some(fence) = self.fence else {
            return false;
        };
        let next = self.next_line(start);
        if fence.is_quoted {
            if self.bytes().get(first) != Some(&b'>') {
                self.lose_fence();
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
            .is_some_and(|level| level.is_list && column < level.source);
        if is_outside && !self.is_blank(first) {
            self.lose_fence();
            return false;
        }
        if fence.out == fence.column {
            self.masked.copy(self.source, start..next);
        } else if self.is_blank(first) {
            self.masked.push(self.source, first, "\n");
        } else {
            let out = fence.out + column.saturating_sub(fence.column);
            self.masked.spaces(self.source, first, out);
            self.masked.copy(self.source, first..next);
        }
        self.close_fence(fence, first);
        self.pos = next;
        true
    }

    /// The fence's container, or the file, ends before the fence does.
    pub(super) fn lose_fence(&mut self) {
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
        .help(format!("write `{close}` below its last line"));
    }

    fn close_fence(&mut self, fence: Fence, first: usize) {
        let line = &self.bytes()[first..self.line_end(first).max(first)];
        let length = line.iter().take_while(|b| **b == fence.sign).count();
        if length >= fence.length && line[length..].iter().all(u8::is_ascii_whitespace) {
            self.fence = None;
        }
    }
}
