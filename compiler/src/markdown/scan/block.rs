//! What may begin a line: fences, tags on lines of their own, admonitions, comments, imports, display math.

use super::{Block, Level, MAX_DEPTH, Opener, Place, Scanner};
use crate::diagnostic::Code;
use crate::markdown::admonition::{self, Kind};
use crate::markdown::nearest::nearest;
use crate::markdown::tag::{self, Scan, Tag};
use crate::markdown::token::What;
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
                Some(b'$') => Step::done_if(self.math_line(place)),
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
            self.prepared.copy(self.source, place.at..next);
            self.pos = next;
        }
        is_definition && !self.is_in_paragraph
    }

    /// Drops what the prepared text has of the current line.
    fn drop_line(&mut self) {
        self.prepared.rewind(self.line_out);
    }

    /// Ends the prepared line, if it holds something, so that a block can follow.
    pub(super) fn break_line(&mut self) {
        if is_bare(&self.prepared.text[self.line_out..]) {
            self.drop_line();
        } else if !self.prepared.text.ends_with('\n') {
            self.prepared.push(self.source, self.pos, "\n");
            self.line_out = self.prepared.text.len();
        }
    }

    /// Goes on behind a block: with what follows on the line, as a line of its own.
    pub(super) fn after_block(&mut self, prefix: &str, place: Place) -> Step {
        self.end_paragraph();
        let (_, at) = self.indentation(self.pos, 0);
        self.line_out = self.prepared.text.len();
        if self.is_blank(at) {
            self.pos = self.next_line(at);
            return Step::Done;
        }
        self.prepared.push(self.source, at, prefix);
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

    /// A line that begins with `<`.
    fn tag_line(&mut self, place: Place) -> Step {
        let prefix = self.prefix(place);
        match tag::scan(self.text, place.at) {
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
            match tag::scan(self.text, start + gap) {
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
        self.open_block(What::Open(tag), Opener::Tag(name), place, prefix, range);
        self.line_out = self.prepared.text.len();
        self.prepared.push(self.source, start, prefix);
        let number = self.token(What::Bare, start..start);
        self.prepared.mark(number);
        self.pos = start;
        self.inline(limit.max(start));
        self.end_paragraph();
        self.prepared.push(self.source, limit, "\n");
        self.line_out = self.prepared.text.len();
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
                self.comment_length(pos).map(|length| pos + length + 7)
            } else if rest.starts_with('<') {
                match tag::scan(self.text, pos) {
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
            self.open_block(What::Open(tag), opener, place, prefix, range);
        } else {
            let number = self.token(What::Open(tag), range);
            self.prepared.mark_block(number);
        }
    }

    /// Opens a block; what stands at `self.pos` is its content.
    fn open_block(
        &mut self,
        what: What<'s>,
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
        let token = self.token(what, range);
        self.prepared.mark_block(token);
        let levels = self.levels.len();
        self.blocks.push(Block {
            token,
            what: opener,
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
            self.prepared.is_too_deep = true;
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
        let is_match = |block: &Block<'_>| matches!(block.what, Opener::Tag(open) if open == name);
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
                let span = self.prepared.token_span(block.token);
                let (code, message, help) = match block.what {
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

    fn close_block(&mut self, range: Range<usize>) {
        let Some(block) = self.blocks.pop() else {
            return;
        };
        self.break_line();
        self.levels.truncate(block.levels);
        self.prepared.push(self.source, range.start, &block.prefix);
        let number = self.token(What::End(block.token), range);
        self.prepared.mark_block(number);
        self.line_out = self.prepared.text.len();
        self.end_paragraph();
    }

    fn admonition_line(&mut self, place: Place) -> bool {
        let end = self.line_end(place.at);
        let line = &self.text[place.at..end];
        match admonition::scan(line) {
            None => false,
            Some(admonition::Line::Close { colons }) => {
                self.close_admonition(colons, place.at..end)
            }
            Some(admonition::Line::Open {
                colons,
                name,
                title,
            }) => {
                let range = place.at..end;
                let kind = Kind::parse(name).unwrap_or_else(|| {
                    self.unknown_kind(name, place.at + line.find(name).unwrap_or(0))
                });
                let prefix = self.prefix(place);
                self.pos = end;
                let what = What::Admonition {
                    kind,
                    name,
                    has_title: !title.is_empty(),
                };
                self.open_block(what, Opener::Admonition(colons), place, &prefix, range);
                self.admonition_title(title, place.at + line.len(), &prefix);
                self.pos = self.next_line(end);
                true
            }
        }
    }

    fn unknown_kind(&mut self, name: &str, at: usize) -> Kind {
        let range = at..at + name.len();
        let help = match nearest(name, admonition::NAMES.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "the kinds are note, tip, info, warning, danger and caution".to_owned(),
        };
        let span = self.span(&range);
        self.sink
            .warn(
                Code::UnknownAdmonition,
                span,
                format!("no kind of admonition named `{name}`"),
            )
            .help(help);
        Kind::Info
    }

    /// Writes the title as a paragraph of its own, the first one of the box.
    fn admonition_title(&mut self, title: &'s str, line_end: usize, prefix: &str) {
        if title.is_empty() {
            return;
        }
        let offset = title.as_ptr() as usize - self.text.as_ptr() as usize;
        debug_assert!(offset + title.len() <= line_end);
        self.line_out = self.prepared.text.len();
        self.prepared.push(self.source, offset, prefix);
        let number = self.token(What::Nothing, offset..offset);
        self.prepared.mark(number);
        self.pos = offset;
        self.inline(offset + title.len());
        self.prepared.push(self.source, offset + title.len(), "\n");
        self.prepared
            .push(self.source, offset + title.len(), prefix.trim_end());
        self.prepared.push(self.source, offset + title.len(), "\n");
        self.end_paragraph();
    }

    fn close_admonition(&mut self, colons: usize, range: Range<usize>) -> bool {
        let find = |test: &dyn Fn(usize) -> bool| {
            self.blocks
                .iter()
                .rposition(|block| matches!(block.what, Opener::Admonition(own) if test(own)))
        };
        let found = find(&|own| own == colons).or_else(|| find(&|own| own < colons));
        let Some(at) = found else {
            if !self.is_too_deep {
                let span = self.span(&range);
                let message = "no admonition is open here".to_owned();
                self.sink
                    .warn(Code::UnclosedAdmonition, span, message)
                    .help("delete the line, or write `:::note` above");
            }
            return false;
        };
        self.pos = range.end;
        self.close_down_to(at + 1, range.start..range.start);
        self.close_block(range.clone());
        self.pos = self.next_line(range.end);
        true
    }

    /// `$$` that begins a line and whose end also ends one.
    fn math_line(&mut self, place: Place) -> bool {
        let Some((range, latex)) = self.display_math(place.at) else {
            return false;
        };
        let (_, after) = self.indentation(range.end, 0);
        if !self.is_blank(after) {
            return false;
        }
        let number = self.token(
            What::Math {
                latex,
                is_display: true,
            },
            range.clone(),
        );
        self.prepared.mark_block(number);
        self.pos = self.next_line(after);
        self.end_paragraph();
        true
    }

    /// A comment that begins a line: nothing of the line is left when nothing else is on it.
    fn comment_line(&mut self, place: Place) -> Step {
        let Some((range, content)) = self.comment(place.at) else {
            return Step::Text;
        };
        if content.trim() == "truncate" {
            let prefix = self.prefix(place);
            self.pos = range.end;
            let number = self.token(What::Truncate, range);
            self.prepared.mark_block(number);
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
        if is_bare(&self.prepared.text[self.line_out..]) {
            self.drop_line();
            self.pos = self.next_line(after);
        } else {
            self.blank_line(after);
        }
        self.is_in_paragraph = was_in_paragraph;
        Step::Done
    }
}

/// Whether a prepared line holds no content yet.
fn is_bare(line: &str) -> bool {
    line.bytes().all(|b| matches!(b, b' ' | b'\t' | b'>'))
}
