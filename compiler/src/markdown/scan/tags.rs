//! Tags that begin a line: which of them are blocks.

use super::block::Step;
use super::{MAX_DEPTH, Opener, Place, Scanner};
use crate::markdown::tag::{self, Scan, Tag};
use crate::markdown::token::TokenKind;
use std::ops::Range;

impl<'s> Scanner<'s, '_> {
    /// A line that begins with `<`.
    pub(super) fn tag_line(&mut self, place: Place) -> Step {
        let prefix = self.prefix(place);
        match self.scan_tag(place.at) {
            Scan::Open(tag) if tag::is_block(tag.name) => self.open_tag_line(tag, place, &prefix),
            Scan::Close(name, range) if tag::is_block(name) => match self.block_end(name, range) {
                Some(prefix) => self.after_block(&prefix, place),
                None => Step::Text,
            },
            _ => Step::Text,
        }
    }

    /// A start tag that begins a line is a block when it stands alone, when its end is on another line, or when it and
    /// its end make up the line; HTML's block elements also where text follows their end.
    fn open_tag_line(&mut self, tag: Tag<'s>, place: Place, prefix: &str) -> Step {
        let is_full = self.blocks.len() >= MAX_DEPTH;
        if !is_full && !self.is_tags_only(place.at) {
            if tag.is_closed() {
                return Step::Text;
            }
            if let Some(end) = self.end_on_line(&tag) {
                let is_whole = self.is_blank(self.indentation(end.end, 0).1);
                let is_block = is_whole || tag::is_flow_element(tag.name);
                return if is_block {
                    self.block_on_one_line(tag, end, place, prefix)
                } else {
                    Step::Text
                };
            }
        }
        self.block_tag(tag, place, prefix);
        self.after_block(prefix, place)
    }

    /// The end tag of a start tag, when it is on the same line and near.
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
                Scan::Open(inner) if inner.name == tag.name && !inner.is_closed() => depth += 1,
                Scan::Close(name, range) if name == tag.name => {
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

    /// `<div>text</div>`: a block whose content is no paragraph.
    fn block_on_one_line(
        &mut self,
        tag: Tag<'s>,
        end: Range<usize>,
        place: Place,
        prefix: &str,
    ) -> Step {
        let (name, range) = (tag.name, tag.range.clone());
        let content = &self.text[range.end..end.start];
        let start = range.end + content.len() - content.trim_start().len();
        let limit = range.end + content.trim_end().len();
        self.pos = range.end;
        self.open_block(
            TokenKind::Open(tag),
            Opener::Tag(name),
            place,
            prefix,
            range,
        );
        self.line_out = self.masked.text.len();
        self.masked.push(self.source, start, prefix);
        let number = self.token(TokenKind::Unwrapped, start..start);
        self.masked.mark(number);
        self.pos = start;
        self.inline(limit.max(start));
        self.end_paragraph();
        self.masked.push(self.source, limit, "\n");
        self.line_out = self.masked.text.len();
        match self.block_end(name, end) {
            Some(prefix) => self.after_block(&prefix, place),
            None => Step::Done,
        }
    }

    /// Whether nothing but block tags and comments stands from `at` to the end of the line.
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
                    Scan::Open(tag) if tag::is_block(tag.name) => Some(tag.range.end),
                    Scan::Close(name, range) if tag::is_block(name) => Some(range.end),
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

    fn block_tag(&mut self, tag: Tag<'s>, place: Place, prefix: &str) {
        if tag.is_self_closing && self.include_partial(&tag, place) {
            return;
        }
        let range = tag.range.clone();
        let opener = (!tag.is_closed()).then_some(Opener::Tag(tag.name));
        self.pos = range.end;
        if let Some(opener) = opener {
            self.open_block(TokenKind::Open(tag), opener, place, prefix, range);
        } else {
            let number = self.token(TokenKind::Open(tag), range);
            self.masked.mark_block(number);
        }
    }
}
