//! Prepares a source for the CommonMark parser: takes out what CommonMark does not know.
//!
//! In: files. Out: [`MaskedSource`]. One pass over the lines; it follows lists, quotes and fences only as far as it must to
//! tell code from the rest and to know where a block's lines are indented to. Indentation never makes code here, as in
//! MDX: lines are moved to the left where CommonMark would see code, and the children of a tag to the tag's own column.
//!
//! Children: `container` (quotes and list items), `block` (what may begin a line) with `tags`, `boxes` and `fence`,
//! `inline` (what stands within a line), `math` (display formulas), `include` (imports and partials).

mod block;
mod boxes;
mod container;
mod fence;
mod include;
mod inline;
mod math;
mod tags;
mod value;

use super::MarkdownContext;
use super::tag::{self, Scan};
use super::token::{MaskedSource, Source, TokenKind};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{SourceFile, Span};
use std::ops::Range;

/// Tags and admonitions may nest this deep.
const MAX_DEPTH: usize = 64;

/// Prepares `file` from `start` on.
pub(super) fn prepare<'s>(
    file: &'s SourceFile,
    start: usize,
    context: &'s MarkdownContext<'s>,
    sink: &mut Diagnostics,
) -> MaskedSource<'s> {
    let mut scanner = Scanner {
        context,
        sink,
        masked: MaskedSource::default(),
        source: 0,
        text: &file.text,
        pos: start,
        levels: Vec::new(),
        blocks: Vec::new(),
        open_inline: Vec::new(),
        fence: None,
        mdx_ends: Vec::new(),
        is_in_paragraph: false,
        line_out: 0,
        budget: 64 * 1024 + file.text.len() * 8,
        paragraph_end: 0,
        comment_search_failed_at: [usize::MAX; 2],
        tags_only_until: 0,
        not_tags_only_until: 0,
        no_rule_until: 0,
        is_too_deep: false,
        including: Vec::new(),
        rest_of_line: None,
    };
    scanner.masked.text.reserve(file.text.len() + 64);
    scanner.file(file, start);
    scanner.masked
}

/// A column of the source that lands on a column of the masked text.
#[derive(Clone, Copy, Debug)]
struct Level {
    source: usize,
    out: usize,
    is_list: bool,
}

/// An open tag or admonition.
#[derive(Debug)]
struct Block<'s> {
    token: usize,
    opener: Opener<'s>,
    /// What begins a line that belongs to the container the block stands in.
    prefix: String,
    /// How many levels were there before it.
    levels: usize,
}

#[derive(Clone, Copy, Debug)]
enum Opener<'s> {
    Tag(&'s str),
    Admonition(usize),
}

/// Where the content of a line begins, behind indentation, quote signs and list markers.
#[derive(Clone, Copy, Debug)]
struct Place {
    at: usize,
    /// Column in the source.
    column: usize,
    /// Column in the masked text.
    out: usize,
    is_quoted: bool,
    /// Whether nothing at all stands before it on the line.
    is_line_start: bool,
}

struct Scanner<'s, 'd> {
    context: &'s MarkdownContext<'s>,
    sink: &'d mut Diagnostics,
    masked: MaskedSource<'s>,
    source: usize,
    text: &'s str,
    pos: usize,
    levels: Vec<Level>,
    blocks: Vec<Block<'s>>,
    /// Names of tags open within the paragraph.
    open_inline: Vec<&'s str>,
    fence: Option<fence::Fence>,
    /// Where the lines begin that close blocks of MDX, see `fence`.
    mdx_ends: Vec<usize>,
    is_in_paragraph: bool,
    /// Where the current line begins in the masked text.
    line_out: usize,
    /// How many bytes may still be read ahead in vain; keeps hostile input linear.
    budget: usize,
    paragraph_end: usize,
    /// From where on `*/}` and `-->` are known not to come.
    comment_search_failed_at: [usize; 2],
    tags_only_until: usize,
    not_tags_only_until: usize,
    no_rule_until: usize,
    is_too_deep: bool,
    /// The files being scanned, from the outermost on.
    including: Vec<crate::source::FileId>,
    /// What follows a block's end on a line of text.
    rest_of_line: Option<Place>,
}

impl<'s> Scanner<'s, '_> {
    /// Scans a whole file from `start` on.
    fn file(&mut self, file: &'s SourceFile, start: usize) {
        self.source = self.masked.sources.len();
        self.masked.sources.push(Source {
            file,
            bindings: super::import::Bindings::default(),
            hoisted: super::import::hoisted(&file.text),
            has_fragments: file.text.contains("</>"),
        });
        self.text = &file.text;
        self.pos = start.min(file.text.len());
        self.including.push(file.id);
        let depth = self.blocks.len();
        while self.pos < self.text.len() {
            self.line();
        }
        self.lose_fence();
        self.close_down_to(depth, self.text.len()..self.text.len());
        self.including.pop();
    }

    /// The tag at `at`. Fragments are tags only where one is closed: `<>` is an operator, too.
    fn scan_tag(&self, at: usize) -> Scan<'s> {
        let scanned = tag::scan(self.text, at);
        let is_fragment = match &scanned {
            Scan::Open(tag) => tag.name.is_empty(),
            Scan::Close(name, _) => name.is_empty(),
            Scan::Unfinished(..) | Scan::Text(_) => false,
        };
        if is_fragment && !self.masked.sources[self.source].has_fragments {
            return Scan::Text(at + 1);
        }
        scanned
    }

    fn bytes(&self) -> &'s [u8] {
        self.text.as_bytes()
    }

    fn span(&self, range: &Range<usize>) -> Span {
        Span::new(
            self.masked.sources[self.source].file.id,
            range.start,
            range.end,
        )
    }

    fn error(&mut self, code: Code, range: &Range<usize>, message: String) -> &mut Diagnostic {
        let span = self.span(range);
        self.sink.error(code, span, message)
    }

    fn warn(&mut self, code: Code, range: &Range<usize>, message: String) -> &mut Diagnostic {
        let span = self.span(range);
        self.sink.warn(code, span, message)
    }

    fn token(&mut self, kind: TokenKind<'s>, range: Range<usize>) -> usize {
        self.masked.token(kind, self.source, range)
    }

    /// Whether `bytes` may be read ahead in vain; counts them.
    fn spend(&mut self, bytes: usize) -> bool {
        self.budget = self.budget.saturating_sub(bytes + 1);
        self.budget > 0
    }

    /// The end of the line that `at` is in, before its line break.
    fn line_end(&self, at: usize) -> usize {
        let rest = &self.bytes()[at..];
        let end = rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
        at + end - usize::from(end > 0 && rest[end - 1] == b'\r')
    }

    /// The start of the line after the one that `at` is in.
    fn next_line(&self, at: usize) -> usize {
        let rest = &self.bytes()[at..];
        at + rest
            .iter()
            .position(|b| *b == b'\n')
            .map_or(rest.len(), |end| end + 1)
    }

    /// Column and offset of what follows the white space at `at`.
    fn indentation(&self, at: usize, column: usize) -> (usize, usize) {
        let mut column = column;
        let mut at = at;
        while let Some(byte) = self.bytes().get(at) {
            match byte {
                b' ' => column += 1,
                b'\t' => column += 4 - column % 4,
                _ => break,
            }
            at += 1;
        }
        (column, at)
    }

    fn is_blank(&self, at: usize) -> bool {
        matches!(
            &self.bytes()[at..],
            [] | [b'\n', ..] | [b'\r', b'\n', ..] | [b'\r']
        )
    }

    fn line(&mut self) {
        let start = self.pos;
        let (column, first) = self.indentation(start, 0);
        self.line_out = self.masked.text.len();
        if self.fence.is_some() && self.fence_line(start, column, first) {
            return;
        }
        if self.is_mdx_end(start) {
            return self.drop_fence_line(first);
        }
        if self.is_blank(first) {
            return self.blank_line(first);
        }
        let is_lazy = self.is_in_paragraph && !self.starts_block(first);
        let out = if is_lazy {
            column
        } else {
            self.pop_lists(column);
            self.out_column(column)
        };
        if out == column {
            self.masked.copy(self.source, start..first);
        } else {
            self.masked.spaces(self.source, first, out);
        }
        let place = Place {
            at: first,
            column,
            out,
            is_quoted: false,
            is_line_start: first == start,
        };
        if is_lazy {
            if first == start && self.bytes()[first] == b'[' {
                self.check_swallowed(first);
            }
            self.pos = first;
            return self.inline_to_line_end();
        }
        let place = self.containers(place);
        self.content(place);
    }

    fn blank_line(&mut self, at: usize) {
        self.masked.push(self.source, at, "\n");
        self.pos = self.next_line(at);
        self.end_paragraph();
    }

    fn end_paragraph(&mut self) {
        self.is_in_paragraph = false;
        self.open_inline.clear();
    }

    fn pop_lists(&mut self, column: usize) {
        while self
            .levels
            .last()
            .is_some_and(|level| level.is_list && column < level.source)
        {
            self.levels.pop();
        }
    }

    /// Where a line indented to `column` goes: never so far that CommonMark would see code.
    fn out_column(&self, column: usize) -> usize {
        match self.levels.last() {
            Some(level) => level.out + column.saturating_sub(level.source).min(3),
            None => column.min(3),
        }
    }

    /// What begins a further line in the container of the current line.
    fn prefix(&self, place: Place) -> String {
        if !place.is_quoted {
            return " ".repeat(place.out);
        }
        let line = &self.masked.text[self.line_out..];
        line.chars()
            .map(|c| if c == '>' || c == '\t' { c } else { ' ' })
            .collect()
    }
}
