//! Masks the constructs of a file that CommonMark does not know, and includes its partials.
//!
//! In: a file. Out: a [`MaskedSource`] for the CommonMark parser. The scanner passes over the lines once. It follows
//! lists, quotes and fences only as far as needed to tell code from other text and to know how far the lines of a block
//! are indented. As in MDX, indentation never makes code: a line that CommonMark would read as indented code is moved to
//! the left, and the children of a tag are moved to the column of the tag.
//!
//! `container` scans quotes and list items, `block` the start of a line's content, `inline` the text within a line;
//! the other modules scan the construct that they are named after.

mod admonition;
mod block;
mod block_tag;
mod container;
mod expression;
mod fence;
mod include;
mod inline;
mod math;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::markdown::context::MarkdownContext;
use crate::markdown::masked_source::{MaskedSource, Source, TokenKind};
use crate::markdown::mdx::import;
use crate::markdown::mdx::tag::{self, TagScan};
use crate::source::{SourceFile, Span};
use std::ops::Range;

/// The maximum depth of nested tags and admonitions.
const MAX_DEPTH: usize = 64;

/// Masks `file` from `start` on.
pub(crate) fn mask_source<'s>(
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
        masked_line_start: 0,
        lookahead_budget: 64 * 1024 + file.text.len() * 8,
        paragraph_end: 0,
        comment_search_failed_at: [usize::MAX; 2],
        tags_only_until: 0,
        not_tags_only_until: 0,
        no_rule_until: 0,
        is_too_deep: false,
        include_stack: Vec::new(),
        rest_of_line: None,
    };
    scanner.masked.text.reserve(file.text.len() + 64);
    scanner.file(file, start);
    scanner.masked
}

/// A container or a tag whose content begins at different columns in the source and in the masked text.
#[derive(Clone, Copy, Debug)]
struct IndentLevel {
    source_column: usize,
    masked_column: usize,
    is_list: bool,
}

/// An open tag or admonition.
#[derive(Debug)]
struct OpenBlock<'s> {
    token: usize,
    opener: Opener<'s>,
    /// The indentation and quote signs of a line in the container of the block.
    prefix: String,
    /// The number of indent levels before it was opened.
    levels: usize,
}

#[derive(Clone, Copy, Debug)]
enum Opener<'s> {
    Tag(&'s str),
    Admonition(usize),
}

/// Where the content of a line begins, after indentation, quote signs and list markers.
#[derive(Clone, Copy, Debug)]
struct LineContent {
    /// Offset in the source.
    at: usize,
    /// Column in the source.
    column: usize,
    /// Column in the masked text.
    masked_column: usize,
    is_quoted: bool,
    /// Whether the line begins with it, without indentation.
    is_line_start: bool,
}

struct Scanner<'s, 'd> {
    context: &'s MarkdownContext<'s>,
    sink: &'d mut Diagnostics,
    masked: MaskedSource<'s>,
    source: usize,
    text: &'s str,
    pos: usize,
    levels: Vec<IndentLevel>,
    blocks: Vec<OpenBlock<'s>>,
    /// Names of tags open within the paragraph.
    open_inline: Vec<&'s str>,
    fence: Option<fence::Fence>,
    /// Offsets of the lines that close an `mdx-code-block`.
    mdx_ends: Vec<usize>,
    is_in_paragraph: bool,
    /// Offset of the current line in the masked text.
    masked_line_start: usize,
    /// How many bytes unsuccessful searches may still read; keeps the scan of hostile input linear.
    lookahead_budget: usize,
    paragraph_end: usize,
    /// The offsets after which there is no `*/}` and no `-->`.
    comment_search_failed_at: [usize; 2],
    tags_only_until: usize,
    not_tags_only_until: usize,
    no_rule_until: usize,
    is_too_deep: bool,
    /// The files being scanned, from the outermost on.
    include_stack: Vec<crate::source::FileId>,
    /// The rest of a line of text after the end of a block.
    rest_of_line: Option<LineContent>,
}

impl<'s> Scanner<'s, '_> {
    /// Scans a whole file from `start` on.
    fn file(&mut self, file: &'s SourceFile, start: usize) {
        self.source = self.masked.sources.len();
        self.masked.sources.push(Source {
            file,
            bindings: crate::markdown::mdx::import::Bindings::default(),
            hoisted: import::hoist_names(&file.text),
            has_fragments: file.text.contains("</>"),
        });
        self.text = &file.text;
        self.pos = start.min(file.text.len());
        self.include_stack.push(file.id);
        let depth = self.blocks.len();
        while self.pos < self.text.len() {
            self.line();
        }
        self.report_unclosed_fence();
        self.close_down_to(depth, self.text.len()..self.text.len());
        self.include_stack.pop();
    }

    /// Scans the tag at `at`. `<>` is a fragment only in a file with a `</>`; elsewhere it is an operator.
    fn scan_tag(&self, at: usize) -> TagScan<'s> {
        let scanned = tag::scan(self.text, at);
        let is_fragment = match &scanned {
            TagScan::Open(tag) => tag.name.is_empty(),
            TagScan::Close(name, _) => name.is_empty(),
            TagScan::Unfinished(..) | TagScan::Text(_) => false,
        };
        if is_fragment && !self.masked.sources[self.source].has_fragments {
            return TagScan::Text(at + 1);
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

    /// Charges an unsuccessful search of `bytes`; whether the budget allows more.
    fn spend_lookahead(&mut self, bytes: usize) -> bool {
        self.lookahead_budget = self.lookahead_budget.saturating_sub(bytes + 1);
        self.lookahead_budget > 0
    }

    /// The end of the line that contains `at`, before its line break.
    fn line_end(&self, at: usize) -> usize {
        let rest = &self.bytes()[at..];
        let end = rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
        at + end - usize::from(end > 0 && rest[end - 1] == b'\r')
    }

    /// The start of the line after the one that contains `at`.
    fn next_line(&self, at: usize) -> usize {
        let rest = &self.bytes()[at..];
        at + rest
            .iter()
            .position(|b| *b == b'\n')
            .map_or(rest.len(), |end| end + 1)
    }

    /// Column and offset of the first character after the white space at `at`.
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
        self.masked_line_start = self.masked.text.len();
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
        let masked_column = if is_lazy {
            column
        } else {
            self.pop_lists(column);
            self.masked_column(column)
        };
        if masked_column == column {
            self.masked.copy(self.source, start..first);
        } else {
            self.masked.spaces(self.source, first, masked_column);
        }
        let content = LineContent {
            at: first,
            column,
            masked_column,
            is_quoted: false,
            is_line_start: first == start,
        };
        if is_lazy {
            if first == start && self.bytes()[first] == b'[' {
                self.check_definition_in_paragraph(first);
            }
            self.pos = first;
            return self.inline_to_line_end();
        }
        let content = self.containers(content);
        self.content(content);
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
            .is_some_and(|level| level.is_list && column < level.source_column)
        {
            self.levels.pop();
        }
    }

    /// The column in the masked text of a line indented to `column`: at most three more than its container, because
    /// CommonMark reads four as indented code.
    fn masked_column(&self, column: usize) -> usize {
        match self.levels.last() {
            Some(level) => level.masked_column + column.saturating_sub(level.source_column).min(3),
            None => column.min(3),
        }
    }

    /// The indentation and quote signs of another line in the container of the current line.
    fn prefix(&self, content: LineContent) -> String {
        if !content.is_quoted {
            return " ".repeat(content.masked_column);
        }
        let line = &self.masked.text[self.masked_line_start..];
        line.chars()
            .map(|c| if c == '>' || c == '\t' { c } else { ' ' })
            .collect()
    }
}
