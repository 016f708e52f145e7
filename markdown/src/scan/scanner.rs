//! The state of scanning a file, and the scan of a line up to its content.

use crate::context::MarkdownContext;
use crate::masked_source::{MaskedSource, Source, TokenKind};
use crate::mdx::import;
use crate::mdx::tag::{self, TagScan};
use bindery_source::diagnostic::{Code, Diagnostic, Diagnostics};
use bindery_source::{SourceFile, Span};
use serde_json::Map;
use std::ops::Range;

/// The maximum depth of nested tags and admonitions.
pub(super) const MAX_DEPTH: usize = 64;

/// A container or a tag whose content begins at different columns in the source and in the masked text.
#[derive(Clone, Copy, Debug)]
pub(super) struct IndentLevel {
    pub(super) source_column: usize,
    pub(super) masked_column: usize,
    pub(super) is_list: bool,
}

/// An open tag or admonition.
#[derive(Debug)]
pub(super) struct OpenBlock<'s> {
    pub(super) token: usize,
    pub(super) opener: Opener<'s>,
    /// The indentation and quote signs of a line in the container of the block.
    pub(super) prefix: String,
    /// The number of indent levels before it was opened.
    pub(super) levels: usize,
}

/// A block that ended without its own end.
#[derive(Debug)]
pub(super) struct UnclosedBlock<'s> {
    pub(super) token: usize,
    pub(super) opener: Opener<'s>,
    /// The offset at which the block around it, or the file, ended it.
    pub(super) ended_at: usize,
    /// Whether its own end follows later.
    pub(super) has_late_end: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Opener<'s> {
    Tag(&'s str),
    Admonition(usize),
}

/// The open fence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fence {
    /// Offset of its first sign in the source.
    pub(super) at: usize,
    pub(super) sign: u8,
    pub(super) length: usize,
    pub(super) column: usize,
    pub(super) masked_column: usize,
    pub(super) is_quoted: bool,
}

/// The offset at which the content of a line begins, after indentation, quote signs and list markers.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineContent {
    /// Offset in the source.
    pub(super) at: usize,
    /// Column in the source.
    pub(super) column: usize,
    /// Column in the masked text.
    pub(super) masked_column: usize,
    pub(super) is_quoted: bool,
    /// Whether the line begins with it, without indentation.
    pub(super) is_line_start: bool,
}

pub(super) struct Scanner<'s, 'd> {
    pub(super) context: &'s MarkdownContext<'s>,
    pub(super) sink: &'d mut Diagnostics,
    pub(super) masked: MaskedSource<'s>,
    pub(super) source: usize,
    pub(super) text: &'s str,
    pub(super) pos: usize,
    pub(super) levels: Vec<IndentLevel>,
    pub(super) blocks: Vec<OpenBlock<'s>>,
    /// The blocks that ended without an end of their own.
    pub(super) unclosed: Vec<UnclosedBlock<'s>>,
    /// Names of tags open within the paragraph.
    pub(super) open_inline: Vec<&'s str>,
    pub(super) fence: Option<Fence>,
    /// Offsets of the lines that close an `mdx-code-block`.
    pub(super) mdx_ends: Vec<usize>,
    pub(super) is_in_paragraph: bool,
    /// Offset of the current line in the masked text.
    pub(super) masked_line_start: usize,
    /// How many bytes unsuccessful searches may still read; keeps the scan of hostile input linear.
    pub(super) lookahead_budget: usize,
    pub(super) paragraph_end: usize,
    /// The offsets after which there is no `*/}` and no `-->`.
    pub(super) comment_search_failed_at: [usize; 2],
    pub(super) tags_only_until: usize,
    pub(super) not_tags_only_until: usize,
    pub(super) no_rule_until: usize,
    /// The offset of the last `$$` that belongs to a formula which is reported as unclosed.
    pub(super) unclosed_math_until: usize,
    pub(super) is_too_deep: bool,
    /// Whether the file being scanned is CommonMark.
    pub(super) is_commonmark: bool,
    /// The files being scanned, from the outermost on.
    pub(super) include_stack: Vec<bindery_source::FileId>,
    /// The rest of a line of text after the end of a block.
    pub(super) rest_of_line: Option<LineContent>,
}

impl<'s, 'd> Scanner<'s, 'd> {
    /// A scanner at `start` of `file`.
    pub(super) fn new(
        file: &'s SourceFile,
        start: usize,
        context: &'s MarkdownContext<'s>,
        sink: &'d mut Diagnostics,
    ) -> Self {
        Scanner {
            context,
            sink,
            masked: MaskedSource::default(),
            source: 0,
            text: &file.text,
            pos: start,
            levels: Vec::new(),
            blocks: Vec::new(),
            unclosed: Vec::new(),
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
            unclosed_math_until: 0,
            is_too_deep: false,
            is_commonmark: false,
            include_stack: Vec::new(),
            rest_of_line: None,
        }
    }
}

impl<'s> Scanner<'s, '_> {
    /// Scans a whole file from `start` on.
    pub(super) fn file(&mut self, file: &'s SourceFile, start: usize) {
        self.source = self.masked.sources.len();
        self.masked.sources.push(Source {
            file,
            bindings: crate::mdx::import::Bindings::default(),
            hoisted: import::hoist_names(&file.text),
            has_fragments: file.text.contains("</>"),
        });
        let outer = self.is_commonmark;
        if !self.include_stack.is_empty() {
            let format = self.context.options.format;
            self.is_commonmark = format.is_commonmark(&file.path, &Map::new());
        }
        self.text = &file.text;
        self.pos = start.min(file.text.len());
        self.include_stack.push(file.id);
        let (depth, unclosed) = (self.blocks.len(), self.unclosed.len());
        while self.pos < self.text.len() {
            self.line();
        }
        self.report_unclosed_fence();
        self.close_down_to(depth, self.text.len()..self.text.len());
        self.report_unclosed_blocks(unclosed);
        self.include_stack.pop();
        self.is_commonmark = outer;
    }

    /// Scans the tag at `at`. `<>` is a fragment only in a file with a `</>`; elsewhere it is an operator.
    pub(super) fn scan_tag(&self, at: usize) -> TagScan<'s> {
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

    pub(super) fn bytes(&self) -> &'s [u8] {
        self.text.as_bytes()
    }

    pub(super) fn span(&self, range: &Range<usize>) -> Span {
        Span::new(
            self.masked.sources[self.source].file.id,
            range.start,
            range.end,
        )
    }

    pub(super) fn error(
        &mut self,
        code: Code,
        range: &Range<usize>,
        message: String,
    ) -> &mut Diagnostic {
        let span = self.span(range);
        self.sink.error(code, span, message)
    }

    pub(super) fn warn(
        &mut self,
        code: Code,
        range: &Range<usize>,
        message: String,
    ) -> &mut Diagnostic {
        let span = self.span(range);
        self.sink.warn(code, span, message)
    }

    pub(super) fn token(&mut self, kind: TokenKind<'s>, range: Range<usize>) -> usize {
        self.masked.token(kind, self.source, range)
    }

    /// Charges an unsuccessful search of `bytes`; whether the budget allows more.
    pub(super) fn spend_lookahead(&mut self, bytes: usize) -> bool {
        self.lookahead_budget = self.lookahead_budget.saturating_sub(bytes + 1);
        self.lookahead_budget > 0
    }

    /// The end of the line that contains `at`, before its line break.
    pub(super) fn line_end(&self, at: usize) -> usize {
        let rest = &self.bytes()[at..];
        let end = rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
        at + end - usize::from(end > 0 && rest[end - 1] == b'\r')
    }

    /// The start of the line after the one that contains `at`.
    pub(super) fn next_line(&self, at: usize) -> usize {
        let rest = &self.bytes()[at..];
        at + rest
            .iter()
            .position(|b| *b == b'\n')
            .map_or(rest.len(), |end| end + 1)
    }

    /// Column and offset of the first character after the white space at `at`.
    pub(super) fn indentation(&self, at: usize, column: usize) -> (usize, usize) {
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

    pub(super) fn is_blank(&self, at: usize) -> bool {
        matches!(
            &self.bytes()[at..],
            [] | [b'\n', ..] | [b'\r', b'\n', ..] | [b'\r']
        )
    }

    pub(super) fn line(&mut self) {
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
            if self.is_indented_code(column) {
                return self.indented_code(start, first, column);
            }
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

    /// Whether a line that continues no paragraph is indented so far that it is code.
    fn is_indented_code(&self, column: usize) -> bool {
        let base = self.levels.last().map_or(0, |level| level.source_column);
        self.is_commonmark && !self.is_in_paragraph && column >= base + 4
    }

    /// Copies a line of indented code, so that nothing in it is masked.
    fn indented_code(&mut self, start: usize, first: usize, column: usize) {
        let base = self.levels.last().copied();
        let (source, masked) = base.map_or((0, 0), |it| (it.source_column, it.masked_column));
        match source == masked {
            true => self.masked.copy(self.source, start..first),
            false => self
                .masked
                .spaces(self.source, first, masked + column - source),
        }
        self.pos = self.next_line(first);
        self.masked.copy(self.source, first..self.pos);
    }

    pub(super) fn blank_line(&mut self, at: usize) {
        self.masked.push(self.source, at, "\n");
        self.pos = self.next_line(at);
        self.end_paragraph();
    }

    pub(super) fn end_paragraph(&mut self) {
        self.is_in_paragraph = false;
        self.open_inline.clear();
    }

    pub(super) fn pop_lists(&mut self, column: usize) {
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
    pub(super) fn masked_column(&self, column: usize) -> usize {
        match self.levels.last() {
            Some(level) => level.masked_column + column.saturating_sub(level.source_column).min(3),
            None => column.min(3),
        }
    }

    /// The indentation and quote signs of another line in the container of the current line.
    pub(super) fn prefix(&self, content: LineContent) -> String {
        if !content.is_quoted {
            return " ".repeat(content.masked_column);
        }
        let line = &self.masked.text[self.masked_line_start..];
        line.chars()
            .map(|c| if c == '>' || c == '\t' { c } else { ' ' })
            .collect()
    }
}
