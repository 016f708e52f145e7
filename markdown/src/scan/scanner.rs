//! The state of scanning a file, and the methods that all scans share.

use crate::context::MarkdownContext;
use crate::masked_source::{MaskedSource, TokenKind};
use crate::mdx::tag::{self, TagScan};
use bindery_source::diagnostic::{Code, Diagnostic, Diagnostics};
use bindery_source::{SourceFile, Span, javascript};
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

/// The result of scanning the start of a line.
#[derive(Debug)]
pub(super) enum LineStep<'s> {
    /// The whole line was scanned.
    Done,
    /// Ordinary text follows up to the end of the line.
    Text,
    /// A construct was masked; the rest of the line follows.
    More(LineContent),
    /// The tag of a partial, which is to be scanned in its place.
    Partial(PartialTag<'s>),
}

/// A tag that stands for a partial.
#[derive(Debug)]
pub(super) struct PartialTag<'s> {
    pub(super) file: &'s SourceFile,
    pub(super) range: Range<usize>,
    /// The indentation and quote signs of a line in the container of the tag.
    pub(super) prefix: String,
}

impl LineStep<'_> {
    pub(super) fn done_if(is_done: bool) -> Self {
        if is_done {
            LineStep::Done
        } else {
            LineStep::Text
        }
    }
}

impl From<Option<LineContent>> for LineStep<'_> {
    fn from(rest: Option<LineContent>) -> Self {
        rest.map_or(LineStep::Done, LineStep::More)
    }
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
    /// The tokens of the file, for the ends of its exports.
    pub(super) statements: javascript::Tokens<'s>,
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
            statements: javascript::tokens(&file.text),
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

    /// Removes the current line from the masked text.
    pub(super) fn drop_line(&mut self) {
        self.masked.rewind(self.masked_line_start);
    }

    /// Ends the masked line unless it is empty, so that a block can follow.
    pub(super) fn break_line(&mut self) {
        if is_prefix_only(&self.masked.text[self.masked_line_start..]) {
            self.drop_line();
        } else if !self.masked.text.ends_with('\n') {
            self.masked.push(self.source, self.pos, "\n");
            self.masked_line_start = self.masked.text.len();
        }
    }

    pub(super) fn report_depth(&mut self, range: &Range<usize>) {
        if !self.is_too_deep {
            self.is_too_deep = true;
            self.masked.is_too_deep = true;
            let message = format!("tags and admonitions are nested deeper than {MAX_DEPTH} levels");
            self.error(Code::NestingTooDeep, range, message)
                .help("remove the inner ones");
        }
    }
}

/// Whether a masked line holds only its indentation and quote signs.
pub(super) fn is_prefix_only(line: &str) -> bool {
    line.bytes().all(|b| matches!(b, b' ' | b'\t' | b'>'))
}
