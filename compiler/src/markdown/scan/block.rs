//! What may begin a line, and the blocks that are open. Tags and admonitions have modules of their own.

use super::{Block, Level, MAX_DEPTH, Opener, Place, Scanner};
use crate::diagnostic::Code;
use crate::markdown::token::TokenKind;
use std::ops::Range;

/// What became of a line's content.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// The line is done.
    Done,
    /// It is ordinary text.
    Text,
    /// Something was taken; more follows on the line.
    More(Place),
}

impl Step {
    fn done_if(is_done: bool) -> Step {
        if is_done { Step::Done } else { Step::Text }
    }
}

impl<'s> Scanner<'s, '_> {
    /// Scans a line from its content on.
    pub(super) fn content(&mut self, mut place: Place) {
        loop {
            self.pos = place.at;
            let step = match self.bytes().get(place.at) {
                Some(b'`' | b'~') => Step::done_if(self.open_fence(place)),
                Some(b':') => Step::done_if(self.admonition_line(place)),
                Some(b'<') if self.bytes()[place.at..].starts_with(b"<!--") => {
                    self.comment_line(place)
                }
                Some(b'<') => self.tag_line(place),
                Some(b'{') => self.comment_line(place),
                Some(b'$' | b'\\') => Step::done_if(self.math_line(place)),
                Some(b'i' | b'e') if place.is_line_start => Step::done_if(self.import_line(place)),
                Some(b'[') => Step::done_if(self.definition_line(place)),
                _ => Step::Text,
            };
            match step {
                Step::Done => return,
                Step::Text => return self.text_line(place),
                Step::More(next) => place = next,
            }
        }
    }

    fn text_line(&mut self, place: Place) {
        if self.is_blank(place.at) {
            return self.blank_line(place.at);
        }
        let is_heading = self.bytes()[place.at] == b'#' && self.starts_block(place.at);
        self.inline_to_line_end();
        if is_heading {
            self.end_paragraph();
        }
    }

    /// A link reference definition is copied whole, so that its target stays as it is.
    fn definition_line(&mut self, place: Place) -> bool {
        let line = &self.text[place.at..self.line_end(place.at)];
        let is_definition = !line.starts_with("[^")
            && line
                .find("]:")
                .is_some_and(|end| !line[..end].contains("]("));
        if is_definition && !self.is_in_paragraph {
            let next = self.next_line(place.at);
            self.masked.copy(self.source, place.at..next);
            self.pos = next;
        }
        is_definition && !self.is_in_paragraph
    }

    /// A definition directly below a paragraph is a part of it (CommonMark 0.31, section 4.7).
    pub(super) fn check_swallowed(&mut self, at: usize) {
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

    /// Drops what the masked text has of the current line.
    fn drop_line(&mut self) {
        self.masked.rewind(self.line_out);
    }

    /// Ends the masked line, if it holds something, so that a block can follow.
    pub(super) fn break_line(&mut self) {
        if is_prefix_only(&self.masked.text[self.line_out..]) {
            self.drop_line();
        } else if !self.masked.text.ends_with('\n') {
            self.masked.push(self.source, self.pos, "\n");
            self.line_out = self.masked.text.len();
        }
    }

    /// Goes on behind a block: with what follows on the line, as a line of its own.
    pub(super) fn after_block(&mut self, prefix: &str, place: Place) -> Step {
        self.end_paragraph();
        let (_, at) = self.indentation(self.pos, 0);
        self.line_out = self.masked.text.len();
        if self.is_blank(at) {
            self.pos = self.next_line(at);
            return Step::Done;
        }
        self.masked.push(self.source, at, prefix);
        self.pos = at;
        let out = if place.is_quoted {
            place.out
        } else {
            prefix.len()
        };
        Step::More(Place {
            at,
            out,
            is_line_start: false,
            ..place
        })
    }

    /// Opens a block; what stands at `self.pos` is its content.
    pub(super) fn open_block(
        &mut self,
        kind: TokenKind<'s>,
        opener: Opener<'s>,
        place: Place,
        prefix: &str,
        range: Range<usize>,
    ) {
        if self.blocks.len() >= MAX_DEPTH {
            return self.report_depth(&range);
        }
        let (_, rest) = self.indentation(self.pos, 0);
        let source = if self.is_blank(rest) {
            self.first_column_below(rest)
        } else {
            place.column
        };
        let token = self.token(kind, range);
        self.masked.mark_block(token);
        let levels = self.levels.len();
        self.blocks.push(Block {
            token,
            opener,
            prefix: prefix.to_owned(),
            levels,
        });
        if !place.is_quoted {
            self.levels.push(Level {
                source,
                out: place.out,
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
                .help("take the inner ones out");
        }
    }

    /// The indentation of the first line below `at` that is not blank.
    fn first_column_below(&self, at: usize) -> usize {
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

    /// Closes the block of this name and returns what begins a line behind it; `None` when none is open.
    pub(super) fn block_end(&mut self, name: &str, range: Range<usize>) -> Option<String> {
        if self.open_inline.contains(&name) {
            return None;
        }
        let is_match =
            |block: &Block<'_>| matches!(block.opener, Opener::Tag(open) if open == name);
        let at = self.blocks.iter().rposition(is_match)?;
        let prefix = self.blocks[at].prefix.clone();
        self.pos = range.end;
        self.close_down_to(at + 1, range.start..range.start);
        self.close_block(range);
        Some(prefix)
    }

    /// Closes all blocks above the first `depth`, which were never closed.
    pub(super) fn close_down_to(&mut self, depth: usize, at: Range<usize>) {
        while self.blocks.len() > depth {
            if let Some(block) = self.blocks.last() {
                let span = self.masked.token_span(block.token);
                let (code, message, help) = match block.opener {
                    Opener::Tag(name) => (
                        Code::UnclosedTag,
                        format!("`<{name}>` is never closed"),
                        format!("add `</{name}>`"),
                    ),
                    Opener::Admonition(colons) => {
                        let message = "this admonition is never closed".to_owned();
                        let help = format!(
                            "add a line of {colons} colons; an outer admonition needs more than an inner"
                        );
                        (Code::UnclosedAdmonition, message, help)
                    }
                };
                self.sink.error(code, span, message).help(help);
            }
            self.close_block(at.clone());
        }
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
        self.line_out = self.masked.text.len();
        self.end_paragraph();
    }

    /// A comment that begins a line: nothing of the line is left when nothing else is on it.
    fn comment_line(&mut self, place: Place) -> Step {
        let Some((range, content)) = self.comment(place.at) else {
            return Step::Text;
        };
        if content.trim() == "truncate" {
            let prefix = self.prefix(place);
            self.pos = range.end;
            let number = self.token(TokenKind::Truncate, range);
            self.masked.mark_block(number);
            return self.after_block(&prefix, place);
        }
        let (_, after) = self.indentation(range.end, 0);
        if !self.is_blank(after) {
            return Step::More(Place {
                at: after,
                is_line_start: false,
                ..place
            });
        }
        let was_in_paragraph = self.is_in_paragraph;
        if is_prefix_only(&self.masked.text[self.line_out..]) {
            self.drop_line();
            self.pos = self.next_line(after);
        } else {
            self.blank_line(after);
        }
        self.is_in_paragraph = was_in_paragraph;
        Step::Done
    }
}

/// Whether a masked line holds no content yet.
fn is_prefix_only(line: &str) -> bool {
    line.bytes().all(|b| matches!(b, b' ' | b'\t' | b'>'))
}
