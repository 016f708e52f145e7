//! Scans the content of a line by its first character, and opens and closes blocks.
//!
//! Tags, admonitions, fences, formulas and imports are scanned in the modules of these names.

use super::scanner::{IndentLevel, LineContent, MAX_DEPTH, OpenBlock, Opener, Scanner};
use crate::masked_source::TokenKind;
use bindery_source::diagnostic::Code;
use std::ops::Range;

/// The result of scanning the start of a line.
#[derive(Clone, Copy, Debug)]
pub(super) enum LineStep {
    /// The whole line was scanned.
    Done,
    /// Ordinary text follows up to the end of the line.
    Text,
    /// A construct was masked; the rest of the line follows.
    More(LineContent),
}

/// A tag or an admonition that opens a block.
#[derive(Debug)]
pub(super) struct BlockStart<'s> {
    pub(super) kind: TokenKind<'s>,
    pub(super) opener: Opener<'s>,
    pub(super) range: Range<usize>,
}

impl LineStep {
    fn done_if(is_done: bool) -> LineStep {
        if is_done {
            LineStep::Done
        } else {
            LineStep::Text
        }
    }
}

impl<'s> Scanner<'s, '_> {
    /// Scans a line from the start of its content.
    pub(super) fn content(&mut self, mut content: LineContent) {
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
            }
        }
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
    pub(super) fn check_definition_in_paragraph(&mut self, at: usize) {
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

    /// Removes the current line from the masked text.
    fn drop_line(&mut self) {
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

    /// Continues after a block: the rest of its line becomes a separate line.
    pub(super) fn after_block(&mut self, prefix: &str, content: LineContent) -> LineStep {
        self.end_paragraph();
        let (_, at) = self.indentation(self.pos, 0);
        self.masked_line_start = self.masked.text.len();
        if self.is_blank(at) {
            self.pos = self.next_line(at);
            return LineStep::Done;
        }
        self.masked.push(self.source, at, prefix);
        self.pos = at;
        let masked_column = if content.is_quoted {
            content.masked_column
        } else {
            prefix.len()
        };
        LineStep::More(LineContent {
            at,
            masked_column,
            is_line_start: false,
            ..content
        })
    }

    /// Opens a block; its content begins at `self.pos`.
    pub(super) fn open_block(&mut self, start: BlockStart<'s>, content: LineContent, prefix: &str) {
        let BlockStart {
            kind,
            opener,
            range,
        } = start;
        if self.blocks.len() >= MAX_DEPTH {
            return self.report_depth(&range);
        }
        let (_, rest) = self.indentation(self.pos, 0);
        let source = if self.is_blank(rest) {
            self.next_line_column(rest)
        } else {
            content.column
        };
        let token = self.token(kind, range);
        self.masked.mark_block(token);
        let levels = self.levels.len();
        self.blocks.push(OpenBlock {
            token,
            opener,
            prefix: prefix.to_owned(),
            levels,
        });
        if !content.is_quoted {
            self.levels.push(IndentLevel {
                source_column: source,
                masked_column: content.masked_column,
                is_list: false,
            });
        }
        self.end_paragraph();
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

    /// The indentation of the first line after `at` that is not blank.
    fn next_line_column(&self, at: usize) -> usize {
        let mut line = self.next_line(at);
        loop {
            let (column, first) = self.indentation(line, 0);
            let next = self.next_line(first);
            if !self.is_blank(first) || next == line {
                return column;
            }
            line = next;
        }
    }

    /// Closes the innermost open tag of this name and returns the prefix of the lines after it; `None` when no block tag
    /// of this name is open.
    pub(super) fn block_end(&mut self, name: &str, range: Range<usize>) -> Option<String> {
        if self.open_inline.contains(&name) {
            return None;
        }
        let is_match =
            |block: &OpenBlock<'_>| matches!(block.opener, Opener::Tag(open) if open == name);
        let at = self.blocks.iter().rposition(is_match)?;
        let prefix = self.blocks[at].prefix.clone();
        self.pos = range.end;
        self.close_down_to(at + 1, range.start..range.start);
        self.close_block(range);
        Some(prefix)
    }

    pub(super) fn close_block(&mut self, range: Range<usize>) {
        let Some(block) = self.blocks.pop() else {
            return;
        };
        self.break_line();
        self.levels.truncate(block.levels);
        self.masked.push(self.source, range.start, &block.prefix);
        let number = self.token(TokenKind::End(block.token), range);
        self.masked.mark_block(number);
        self.masked_line_start = self.masked.text.len();
        self.end_paragraph();
    }

    /// A comment that begins a line. A line with nothing else on it is removed.
    fn comment_line(&mut self, content: LineContent) -> LineStep {
        let Some((range, comment)) = self.comment(content.at) else {
            return LineStep::Text;
        };
        if comment.trim() == "truncate" {
            let prefix = self.prefix(content);
            self.pos = range.end;
            let number = self.token(TokenKind::Truncate, range);
            self.masked.mark_block(number);
            return self.after_block(&prefix, content);
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

/// Whether a masked line holds only its indentation and quote signs.
fn is_prefix_only(line: &str) -> bool {
    line.bytes().all(|b| matches!(b, b' ' | b'\t' | b'>'))
}
