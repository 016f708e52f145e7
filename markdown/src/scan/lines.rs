//! Scans a file line by line: dispatches each line by the container and the first character of its content.

use super::scanner::{LineContent, LineStep, PartialTag, Scanner, is_prefix_only};
use crate::front_matter::body_start;
use crate::masked_source::{Source, TokenKind};
use crate::mdx::import::{self, Bindings};
use bindery_source::diagnostic::Code;
use bindery_source::{SourceFile, javascript};
use serde_json::Map;

impl<'s> Scanner<'s, '_> {
    /// Scans a whole file from `start` on.
    pub(super) fn file(&mut self, file: &'s SourceFile, start: usize) {
        self.source = self.masked.sources.len();
        self.masked.sources.push(Source {
            file,
            bindings: Bindings::default(),
            hoisted: import::hoist_names(&file.text),
            has_fragments: file.text.contains("</>"),
        });
        let outer = self.is_commonmark;
        if !self.include_stack.is_empty() {
            let format = self.context.options.format;
            self.is_commonmark = format.is_commonmark(&file.path, &Map::new());
        }
        self.text = &file.text;
        self.statements = javascript::tokens(&file.text);
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

    /// Scans a line from the start of its content.
    fn content(&mut self, mut content: LineContent) {
        loop {
            self.pos = content.at;
            let step = match self.bytes().get(content.at) {
                Some(b'`' | b'~') => LineStep::done_if(self.open_fence(content)),
                Some(b':') => LineStep::done_if(self.admonition_line(content)),
                Some(b'<') if self.bytes()[content.at..].starts_with(b"<!--") => {
                    self.comment_line(content)
                }
                Some(b'<') => self.tag_line(content),
                Some(b'{') if !self.is_commonmark => self.comment_line(content),
                Some(b'$' | b'\\') => LineStep::done_if(self.math_line(content)),
                Some(b'i' | b'e') if content.is_line_start && !self.is_commonmark => {
                    LineStep::done_if(self.import_line(content))
                }
                Some(b'[') => LineStep::done_if(self.definition_line(content)),
                _ => LineStep::Text,
            };
            match step {
                LineStep::Done => return,
                LineStep::Text => return self.text_line(content),
                LineStep::More(next) => content = next,
                LineStep::Partial(tag) => match self.partial(tag, content) {
                    Some(next) => content = next,
                    None => return,
                },
            }
        }
    }

    /// Scans a partial in place of its tag, and returns the rest of the line.
    fn partial(&mut self, tag: PartialTag<'s>, content: LineContent) -> Option<LineContent> {
        self.pos = tag.range.end;
        if self.is_refused_partial(&tag) {
            self.break_line();
        } else {
            let outer = self.begin_partial(content);
            self.file(tag.file, body_start(tag.file));
            self.end_partial(outer);
        }
        self.after_block(&tag.prefix, content)
    }

    fn text_line(&mut self, content: LineContent) {
        if self.is_blank(content.at) {
            return self.blank_line(content.at);
        }
        let is_heading = self.bytes()[content.at] == b'#' && self.starts_block(content.at);
        self.inline_to_line_end();
        if is_heading {
            self.end_paragraph();
        }
    }

    /// Scans text to the end of its line, the line break included.
    fn inline_to_line_end(&mut self) {
        self.is_in_paragraph = true;
        self.inline(self.text.len());
        if let Some(content) = self.rest_of_line.take() {
            self.content(content);
        }
    }

    /// Copies a link reference definition unscanned, so that nothing in its target is masked.
    fn definition_line(&mut self, content: LineContent) -> bool {
        let line = &self.text[content.at..self.line_end(content.at)];
        let is_definition = !line.starts_with("[^")
            && line
                .find("]:")
                .is_some_and(|end| !line[..end].contains("]("));
        if is_definition && !self.is_in_paragraph {
            let next = self.next_line(content.at);
            self.masked.copy(self.source, content.at..next);
            self.pos = next;
        }
        is_definition && !self.is_in_paragraph
    }

    /// Reports a definition directly below a paragraph: it is a part of the paragraph (CommonMark 0.31, section 4.7).
    fn check_definition_in_paragraph(&mut self, at: usize) {
        let line = &self.text[at..self.line_end(at)];
        let Some((label, target)) = line
            .strip_prefix('[')
            .and_then(|line| line.split_once("]:"))
        else {
            return;
        };
        let is_label = !label.is_empty() && !label.starts_with('^') && !label.contains(['[', ']']);
        if !is_label || target.trim().is_empty() {
            return;
        }
        let span = self.span(&(at..at + label.len() + 3));
        let insert = self.span(&(at..at));
        let message = "this definition belongs to the paragraph above it";
        self.sink
            .warn(Code::MissingBlankLine, span, message)
            .help("put a blank line before it")
            .fix(insert, "\n");
    }

    /// A comment that begins a line. A line with nothing else on it is removed.
    fn comment_line(&mut self, content: LineContent) -> LineStep<'s> {
        let Some((range, comment)) = self.comment(content.at) else {
            return LineStep::Text;
        };
        if comment.trim() == "truncate" {
            let prefix = self.prefix(content);
            self.pos = range.end;
            let number = self.token(TokenKind::Truncate, range);
            self.masked.mark_block(number);
            return self.after_block(&prefix, content).into();
        }
        let (_, after) = self.indentation(range.end, 0);
        if !self.is_blank(after) {
            return LineStep::More(LineContent {
                at: after,
                is_line_start: false,
                ..content
            });
        }
        let was_in_paragraph = self.is_in_paragraph;
        if is_prefix_only(&self.masked.text[self.masked_line_start..]) {
            self.drop_line();
            self.pos = self.next_line(after);
        } else {
            self.blank_line(after);
        }
        self.is_in_paragraph = was_in_paragraph;
        LineStep::Done
    }
}
