//! Scans text within a line: tags, comments, code spans, formulas, expressions, heading ids, bare URLs and mail addresses.

use super::line::{bounded_line, spaced_comment};
use super::scanner::{LineContent, MAX_DEPTH, OpenBlock, Opener, Scanner};
use crate::masked_source::{Display, TokenKind};
use crate::mdx::tag::{Tag, TagScan};
use crate::syntax::autolink;
use crate::syntax::math;
use bindery_source::diagnostic::Code;
use std::ops::Range;

/// The bytes that begin an inline construct.
const SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    let special = b"\n<`$\\{:wW~@";
    let mut at = 0;
    while at < special.len() {
        table[special[at] as usize] = true;
        at += 1;
    }
    table
};

impl<'s> Scanner<'s, '_> {
    /// Scans text up to `limit`, or past the next line break that is not part of a construct.
    pub(super) fn inline(&mut self, limit: usize) {
        let mut copied = self.pos;
        loop {
            let rest = &self.bytes()[self.pos.min(limit)..limit];
            let Some(gap) = rest.iter().position(|b| SPECIAL[*b as usize]) else {
                self.pos = limit;
                break;
            };
            self.pos = self.pos.min(limit) + gap;
            let at = self.pos;
            if self.bytes()[at] == b'\n' {
                self.pos = at + 1;
                break;
            }
            match self.special(at) {
                InlineMatch::Text(end) => self.pos = end,
                InlineMatch::Escape => {
                    self.masked.copy(self.source, copied..at);
                    self.masked.push(self.source, at, "\\");
                    copied = at;
                    self.pos = at + 1;
                }
                InlineMatch::Removed(end) => {
                    self.masked.copy(self.source, copied..at);
                    copied = end;
                    self.pos = end;
                }
                InlineMatch::Token(kind, range) => {
                    self.masked.copy(self.source, copied..range.start);
                    copied = range.end;
                    self.pos = range.end;
                    let number = self.token(kind, range);
                    self.masked.mark(number);
                }
                InlineMatch::BlockEnd(name, range) => {
                    self.masked.copy(self.source, copied..at);
                    return self.end_block_within_line(name, range);
                }
            }
        }
        self.masked.copy(self.source, copied..self.pos);
    }

    /// Closes the block whose end tag follows text on the line.
    fn end_block_within_line(&mut self, name: &'s str, range: Range<usize>) {
        let end = range.end;
        let Some(prefix) = self.block_end(name, range) else {
            self.pos = end;
            return;
        };
        let content = LineContent {
            at: end,
            column: 0,
            masked_column: prefix.len(),
            is_quoted: false,
            is_line_start: false,
        };
        if let Some(content) = self.after_block(&prefix, content) {
            self.rest_of_line = Some(content);
        }
    }

    fn special(&mut self, at: usize) -> InlineMatch<'s> {
        match self.bytes()[at] {
            b'<' => self.angle(at),
            b'`' => self.code_span(at),
            b'$' => self.dollar(at),
            b'{' => self.brace(at),
            b'~' => self.tilde(at),
            // Docusaurus with MDX 3 also accepts an escaped id.
            b'\\' if self.text[at..].starts_with("\\{#") => match self.heading_id(at + 1) {
                Some((id, end)) => InlineMatch::Token(TokenKind::HeadingId(id), at..end),
                None => InlineMatch::Text(at + 2),
            },
            b'\\' => {
                let is_pair = self
                    .bytes()
                    .get(at + 1)
                    .is_some_and(u8::is_ascii_punctuation);
                InlineMatch::Text(at + 1 + usize::from(is_pair))
            }
            _ => match autolink::scan(self.text, at) {
                Some(range) => InlineMatch::Token(TokenKind::Url(&self.text[range.clone()]), range),
                None => InlineMatch::Text(at + 1),
            },
        }
    }

    fn angle(&mut self, at: usize) -> InlineMatch<'s> {
        let rest = &self.text[at..];
        if rest.starts_with("<!--") {
            return match self.comment(at) {
                Some((range, content)) if content.trim() == "truncate" => {
                    InlineMatch::Token(TokenKind::Truncate, range)
                }
                Some((range, content)) => self.comment_id(range, content),
                None => InlineMatch::Escape,
            };
        }
        if let Some(length) = autolink::bracketed(rest) {
            return InlineMatch::Text(at + length);
        }
        if self.text[..at].ends_with("](") {
            return InlineMatch::Text(at + bounded_line(rest).find('>').map_or(1, |end| end + 1));
        }
        if self.lookahead_budget == 0 {
            return InlineMatch::Escape;
        }
        match self.scan_tag(at) {
            TagScan::Open(tag) => self.inline_tag(tag),
            TagScan::Close(name, range) => self.inline_close(name, range),
            TagScan::Text(end) => {
                self.spend_lookahead(end - at);
                self.escape_angle(at)
            }
            TagScan::Unfinished(name, end) => {
                self.spend_lookahead(end - at);
                if self.is_known(name) {
                    let range = at..at + 1 + name.len();
                    self.error(Code::UnclosedTag, &range, format!("the tag `<{name}` has no end"))
                        .help("close its quotes and braces and write `>` or `/>`; a tag holds no blank line");
                }
                self.escape_angle(at)
            }
        }
    }

    fn is_known(&self, name: &str) -> bool {
        let bindings = &self.masked.sources[self.source].bindings.0;
        self.context.components.contains(name) || bindings.contains_key(name)
    }

    /// A `<` that begins no tag. It is escaped where CommonMark would read HTML.
    fn escape_angle(&self, at: usize) -> InlineMatch<'s> {
        match self.bytes().get(at + 1) {
            Some(b'/' | b'!' | b'?' | b'a'..=b'z' | b'A'..=b'Z') => InlineMatch::Escape,
            _ => InlineMatch::Text(at + 1),
        }
    }

    fn inline_tag(&mut self, tag: Tag<'s>) -> InlineMatch<'s> {
        let range = tag.range.clone();
        if !tag.is_closed() {
            if self.open_inline.len() >= MAX_DEPTH {
                self.report_depth(&range);
                return InlineMatch::Removed(range.end);
            }
            self.open_inline.push(tag.name);
        }
        InlineMatch::Token(TokenKind::Open(tag), range)
    }

    fn inline_close(&mut self, name: &'s str, range: Range<usize>) -> InlineMatch<'s> {
        if let Some(at) = self.open_inline.iter().rposition(|open| *open == name) {
            self.open_inline.remove(at);
            return InlineMatch::Token(TokenKind::Close(name), range);
        }
        let is_open =
            |block: &OpenBlock<'_>| matches!(block.opener, Opener::Tag(open) if open == name);
        if self.blocks.iter().any(is_open) {
            return InlineMatch::BlockEnd(name, range);
        }
        if self.is_late_end(|opener| matches!(opener, Opener::Tag(own) if own == name)) {
            return InlineMatch::Removed(range.end);
        }
        InlineMatch::Token(TokenKind::Close(name), range)
    }

    /// Skips a code span, so that nothing in it is masked.
    fn code_span(&mut self, at: usize) -> InlineMatch<'s> {
        let length = run(self.bytes(), at, b'`');
        if self.lookahead_budget == 0 {
            return InlineMatch::Text(at + length);
        }
        let end = self.end_of_paragraph(at);
        let mut pos = at + length;
        while let Some(gap) = self.bytes()[pos..end].iter().position(|b| *b == b'`') {
            let start = pos + gap;
            let own = run(&self.bytes()[..end], start, b'`');
            pos = start + own;
            if own == length {
                return InlineMatch::Text(pos);
            }
        }
        self.spend_lookahead(end - at);
        InlineMatch::Text(at + length)
    }

    /// An upper bound of the end of the paragraph that contains `at`. Computed once for each paragraph.
    fn end_of_paragraph(&mut self, at: usize) -> usize {
        if at < self.paragraph_end {
            return self.paragraph_end;
        }
        let start = self.text[..at].rfind('\n').map_or(0, |line| line + 1);
        let mut line = self.next_line(at);
        let is_row = self.text[start..at].trim_start().starts_with('|');
        let saved = self.no_rule_until;
        while !is_row && line < self.text.len() {
            let (_, first) = self.indentation(line, 0);
            if self.is_blank(first) || self.bytes()[first] != b'<' && self.starts_block(first) {
                break;
            }
            line = self.next_line(first);
        }
        self.no_rule_until = saved;
        self.paragraph_end = line.min(self.text.len());
        self.paragraph_end
    }

    fn tilde(&self, at: usize) -> InlineMatch<'s> {
        match run(self.bytes(), at, b'~') {
            1 => InlineMatch::Escape,
            length => InlineMatch::Text(at + length),
        }
    }

    fn brace(&mut self, at: usize) -> InlineMatch<'s> {
        let rest = &self.text[at..];
        let is_mdx = !self.is_commonmark;
        if is_mdx && rest.starts_with("{/*") {
            return match self.comment(at) {
                Some((range, content)) if content.trim() == "truncate" => {
                    InlineMatch::Token(TokenKind::Truncate, range)
                }
                Some((range, content)) => self.comment_id(range, content),
                None => InlineMatch::Text(at + 1),
            };
        }
        if is_mdx && let Some((length, content)) = spaced_comment(rest) {
            return self.comment_id(at..at + length, content);
        }
        match self.heading_id(at) {
            Some((id, end)) => InlineMatch::Token(TokenKind::HeadingId(id), at..end),
            None if is_mdx => match self.expression_end(at) {
                Some(end) => {
                    let inner = &self.text[at + 1..end - 1];
                    InlineMatch::Token(TokenKind::Expression(inner), at..end)
                }
                None => InlineMatch::Text(at + 1),
            },
            None => InlineMatch::Text(at + 1),
        }
    }

    /// `{#id}` at the end of a line: the id, and the offset after it.
    fn heading_id(&self, at: usize) -> Option<(&'s str, usize)> {
        let line = bounded_line(&self.text[at..]);
        let close = line.find('}')?;
        let id = line[1..close].strip_prefix('#')?;
        let is_id =
            |c: char| !c.is_whitespace() && !matches!(c, '{' | '"' | '\'' | '<' | '>' | '&' | '`');
        let is_last = line[close + 1..].trim().trim_start_matches('#').is_empty();
        let is_whole = is_last && !id.is_empty() && id.chars().all(is_id);
        is_whole.then_some((id, at + close + 1))
    }

    /// `<!-- #id -->` at the end of a heading is its id; any other comment is removed.
    fn comment_id(&self, range: Range<usize>, content: &'s str) -> InlineMatch<'s> {
        let first = content.trim().split(' ').next().unwrap_or_default();
        let line_start = self.text[..range.start].rfind('\n').map_or(0, |at| at + 1);
        let is_heading = self.text[line_start..].starts_with('#');
        let is_last = bounded_line(&self.text[range.end..]).trim().is_empty();
        match first.strip_prefix('#') {
            Some(id) if !id.is_empty() && is_heading && is_last => {
                InlineMatch::Token(TokenKind::HeadingId(id), range)
            }
            _ => InlineMatch::Removed(range.end),
        }
    }

    fn dollar(&mut self, at: usize) -> InlineMatch<'s> {
        if self.context.options.is_math_off {
            return InlineMatch::Text(at + 1);
        }
        if self.bytes()[at..].starts_with(b"$$") {
            return match self.display_math(at) {
                Some((range, latex)) => InlineMatch::Token(
                    TokenKind::Math {
                        latex,
                        display: Display::Block,
                    },
                    range,
                ),
                None => InlineMatch::Text(at + run(self.bytes(), at, b'$')),
            };
        }
        if self.lookahead_budget == 0 {
            return InlineMatch::Text(at + 1);
        }
        let end = self.end_of_paragraph(at);
        let found = if self.context.options.has_code {
            let line = self.text[..at].rfind('\n').map_or(0, |line| line + 1);
            let is_row = self.text[line..at].trim_start().starts_with('|');
            math::inline_end_in_mdx(&self.text[..end], at, is_row)
        } else {
            math::inline_end(&self.text[..end], at)
        };
        match found {
            Ok(close) => {
                let latex = self.text[at + 1..close].to_owned();
                InlineMatch::Token(
                    TokenKind::Math {
                        latex,
                        display: Display::Inline,
                    },
                    at..close + 1,
                )
            }
            Err(read) => {
                self.spend_lookahead(read);
                InlineMatch::Text(at + 1)
            }
        }
    }

    /// The length of the text of the comment at `at`. An unsuccessful search is remembered and not repeated.
    pub(super) fn comment_length(&mut self, at: usize, close: &str) -> Option<usize> {
        let kind = usize::from(close == "-->");
        if at >= self.comment_search_failed_at[kind] {
            return None;
        }
        let start = at + if kind == 1 { 4 } else { 3 };
        let length = self.text[start..].find(close);
        if length.is_none() {
            self.comment_search_failed_at[kind] = at;
        }
        length
    }

    /// The comment at `at`, `<!-- … -->` or `{/* … */}`: its range and its text.
    pub(super) fn comment(&mut self, at: usize) -> Option<(Range<usize>, &'s str)> {
        let rest = &self.text[at..];
        let (open, close) = match rest.as_bytes() {
            [b'<', b'!', b'-', b'-', ..] => ("<!--", "-->"),
            [b'{', b'/', b'*', ..] => ("{/*", "*/}"),
            _ => return None,
        };
        if rest.starts_with("<!-->") {
            return Some((at..at + 5, ""));
        }
        let body = &rest[open.len()..];
        let Some(length) = self.comment_length(at, close) else {
            let range = at..at + open.len();
            self.error(
                Code::UnclosedTag,
                &range,
                format!("this comment has no `{close}`"),
            )
            .help(format!("write `{close}` where it ends"));
            return None;
        };
        Some((at..at + open.len() + length + close.len(), &body[..length]))
    }
}

/// The construct that begins at a special byte.
#[derive(Debug)]
enum InlineMatch<'s> {
    /// Text up to this offset.
    Text(usize),
    /// A character to be escaped, because CommonMark would not read it as text.
    Escape,
    /// A construct up to this offset that is removed.
    Removed(usize),
    /// A construct that is masked.
    Token(TokenKind<'s>, Range<usize>),
    /// The end tag of a block.
    BlockEnd(&'s str, Range<usize>),
}

fn run(bytes: &[u8], at: usize, byte: u8) -> usize {
    bytes[at..].iter().take_while(|b| **b == byte).count()
}
