//! Decides whether a tag at the start of a line is a block or part of a paragraph.

use super::block::BlockStart;
use super::scanner::{LineContent, LineStep, MAX_DEPTH, Opener, PartialTag, Scanner};
use crate::masked_source::TokenKind;
use crate::mdx::tag::{self, Tag, TagScan};
use std::ops::Range;

impl<'s> Scanner<'s, '_> {
    /// A line that begins with `<`.
    pub(super) fn tag_line(&mut self, content: LineContent) -> LineStep<'s> {
        let prefix = self.prefix(content);
        match self.scan_tag(content.at) {
            TagScan::Open(tag) if tag::is_block(tag.name) || self.encloses_lines(&tag) => {
                self.open_tag_line(tag, content, &prefix)
            }
            TagScan::Close(name, range) if self.closes_block(name) => {
                match self.block_end(name, range) {
                    Some(prefix) => self.after_block(&prefix, content).into(),
                    None => LineStep::Text,
                }
            }
            _ => LineStep::Text,
        }
    }

    /// Whether a start tag of an inline element is alone on its line, and its end tag begins a later line. As in MDX, such
    /// an element holds blocks: `<a>` around a heading.
    fn encloses_lines(&mut self, tag: &Tag<'s>) -> bool {
        let after = self.indentation(tag.range.end, 0).1;
        if tag.is_closed() || !self.is_blank(after) || self.lookahead_budget == 0 {
            return false;
        }
        let start = self.next_line(after);
        let mut line = start;
        let mut is_found = false;
        while line < self.text.len() && !is_found {
            let first = self.indentation(line, 0).1;
            let rest = self.text[first..].strip_prefix("</").unwrap_or_default();
            let after_name = rest.strip_prefix(tag.name).unwrap_or_default();
            is_found = after_name.starts_with('>');
            line = self.next_line(first);
        }
        self.spend_lookahead(line - start);
        is_found
    }

    /// Whether an end tag at the start of a line may end a block.
    fn closes_block(&self, name: &str) -> bool {
        let mut blocks = self.blocks.iter();
        tag::is_block(name)
            || blocks.any(|block| matches!(block.opener, Opener::Tag(open) if open == name))
    }

    /// A start tag that begins a line is a block when it is alone on the line, when its end tag is on another line, or
    /// when the line ends with its end tag. For an HTML block element, text may follow the end tag.
    fn open_tag_line(&mut self, tag: Tag<'s>, content: LineContent, prefix: &str) -> LineStep<'s> {
        let is_full = self.blocks.len() >= MAX_DEPTH;
        if !is_full && !self.is_tags_only(content.at) {
            if tag.is_closed() {
                return LineStep::Text;
            }
            if let Some(end) = self.end_on_line(&tag) {
                let is_whole = self.is_blank(self.indentation(end.end, 0).1);
                let is_block = is_whole || tag::is_flow_element(tag.name);
                return if is_block {
                    self.block_on_one_line(tag, end, content, prefix)
                } else {
                    LineStep::Text
                };
            }
        }
        if tag.is_self_closing
            && let Some(file) = self.partial_file(tag.name)
        {
            return LineStep::Partial(PartialTag {
                file,
                range: tag.range,
                prefix: prefix.to_owned(),
            });
        }
        self.block_tag(tag, content, prefix);
        self.after_block(prefix, content).into()
    }

    /// The range of a start tag's end tag, when it is on the same line within 4 KiB.
    fn end_on_line(&self, tag: &Tag<'s>) -> Option<Range<usize>> {
        let start = tag.range.end;
        let line_end = self.line_end(start);
        let mut depth = 0;
        for (gap, byte) in self.bytes()[start..line_end].iter().take(4096).enumerate() {
            let name_at = start + gap + 1;
            if *byte != b'<'
                || !self.text[name_at..]
                    .trim_start_matches('/')
                    .starts_with(tag.name)
            {
                continue;
            }
            match self.scan_tag(start + gap) {
                TagScan::Open(inner) if inner.name == tag.name && !inner.is_closed() => depth += 1,
                TagScan::Close(name, range) if name == tag.name => {
                    if depth == 0 {
                        return Some(range);
                    }
                    depth -= 1;
                }
                _ => {}
            }
        }
        None
    }

    /// `<div>text</div>` on one line: a block whose content is not wrapped in a paragraph.
    fn block_on_one_line(
        &mut self,
        tag: Tag<'s>,
        end: Range<usize>,
        content: LineContent,
        prefix: &str,
    ) -> LineStep<'s> {
        let (name, range) = (tag.name, tag.range.clone());
        let inner = &self.text[range.end..end.start];
        let start = range.end + inner.len() - inner.trim_start().len();
        let limit = range.end + inner.trim_end().len();
        self.pos = range.end;
        let block = BlockStart {
            kind: TokenKind::Open(tag),
            opener: Opener::Tag(name),
            range,
        };
        self.open_block(block, content, prefix);
        self.masked_line_start = self.masked.text.len();
        self.masked.push(self.source, start, prefix);
        let number = self.token(TokenKind::Unwrapped, start..start);
        self.masked.mark(number);
        self.pos = start;
        self.inline(limit.max(start));
        self.end_paragraph();
        self.masked.push(self.source, limit, "\n");
        self.masked_line_start = self.masked.text.len();
        match self.block_end(name, end) {
            Some(prefix) => self.after_block(&prefix, content).into(),
            None => LineStep::Done,
        }
    }

    /// Whether the line holds only block tags and comments from `at` on.
    fn is_tags_only(&mut self, at: usize) -> bool {
        if at < self.tags_only_until {
            return true;
        }
        if at < self.not_tags_only_until {
            return false;
        }
        let mut pos = at;
        loop {
            pos = self.indentation(pos, 0).1;
            if self.is_blank(pos) {
                self.tags_only_until = pos;
                return true;
            }
            let rest = &self.text[pos..];
            let end = if rest.starts_with("<!--") {
                self.comment_length(pos, "-->")
                    .map(|length| pos + length + 7)
            } else if rest.starts_with('<') {
                match self.scan_tag(pos) {
                    TagScan::Open(tag) if tag::is_block(tag.name) => Some(tag.range.end),
                    TagScan::Close(name, range) if tag::is_block(name) => Some(range.end),
                    _ => None,
                }
            } else {
                None
            };
            match end {
                Some(end) => pos = end,
                None => {
                    self.not_tags_only_until = pos.max(at + 1);
                    return false;
                }
            }
        }
    }

    fn block_tag(&mut self, tag: Tag<'s>, content: LineContent, prefix: &str) {
        let range = tag.range.clone();
        let opener = Opener::Tag(tag.name);
        let is_closed = tag.is_closed();
        let kind = TokenKind::Open(tag);
        self.pos = range.end;
        if is_closed {
            let number = self.token(kind, range);
            self.masked.mark_block(number);
        } else {
            let block = BlockStart {
                kind,
                opener,
                range,
            };
            self.open_block(block, content, prefix);
        }
    }
}
