//! What the scanner takes out of the text, and the way back from the prepared text to the source.
//!
//! The scanner copies the source into a text that the CommonMark parser may read, and leaves a numbered marker where
//! it took something out: `<?7?>` for blocks (to CommonMark an HTML block of one line, which ends paragraphs, lists
//! and tables) and a number between two noncharacters within a line (to CommonMark a word like any other).

use super::admonition::Kind;
use super::tag::Tag;
use crate::source::{SourceFile, Span};
use std::fmt::Write as _;
use std::ops::Range;

/// Begins a marker within a line; sources never hold it, see [`Prepared::copy`].
pub(super) const OPEN: char = '\u{FDD0}';
/// Ends a marker within a line.
pub(super) const CLOSE: char = '\u{FDD1}';

/// Something taken out of the text.
#[derive(Clone, Debug)]
pub(super) struct Token<'s> {
    /// What it is.
    pub(super) what: What<'s>,
    /// Which of [`Prepared::sources`] it stands in.
    pub(super) source: usize,
    /// Where it stands there.
    pub(super) range: Range<usize>,
}

/// The kinds of things taken out.
#[derive(Clone, Debug)]
pub(super) enum What<'s> {
    /// A start tag.
    Open(Tag<'s>),
    /// The end of a block: of the token with this number.
    End(usize),
    /// An end tag within a line.
    Close(&'s str),
    /// `:::kind`, with or without a title in the next paragraph.
    Admonition {
        kind: Kind,
        name: &'s str,
        has_title: bool,
    },
    /// A formula.
    Math { latex: String, is_display: bool },
    /// `{frontMatter.key}` and the like: what stands between the braces.
    Expression(&'s str),
    /// `{#id}` at the end of a heading.
    HeadingId(&'s str),
    /// A bare URL.
    Url(&'s str),
    /// `<!-- truncate -->`.
    Truncate,
    /// Begins the content of a block on one line, which is no paragraph.
    Bare,
    /// Keeps a paragraph a paragraph whatever it begins with.
    Nothing,
}

/// A file that went into the prepared text, with what it imports.
#[derive(Debug)]
pub(super) struct Source<'s> {
    /// The file.
    pub(super) file: &'s SourceFile,
    /// Its imports.
    pub(super) bindings: super::import::Bindings<'s>,
    /// The names it brings in anywhere.
    pub(super) hoisted: super::import::Hoisted<'s>,
    /// Whether `<>` and `</>` are tags in it.
    pub(super) has_fragments: bool,
}

/// The text for the CommonMark parser with all that was taken out of it.
#[derive(Debug, Default)]
pub(super) struct Prepared<'s> {
    /// The text.
    pub(super) text: String,
    /// What the markers stand for.
    pub(super) tokens: Vec<Token<'s>>,
    /// The files; the first is the document's own.
    pub(super) sources: Vec<Source<'s>>,
    /// Whether tags were left out because they nest too deep.
    pub(super) is_too_deep: bool,
    pieces: Vec<Piece>,
}

/// From `start` in the prepared text on, offsets are those of `source` from `origin` on.
#[derive(Clone, Copy, Debug)]
struct Piece {
    start: usize,
    source: usize,
    origin: usize,
    is_copy: bool,
}

impl<'s> Prepared<'s> {
    /// Copies a range of a source.
    pub(super) fn copy(&mut self, source: usize, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        self.piece(source, range.start, true);
        let text = &self.sources[source].file.text;
        let part = &text[range];
        if part.contains([OPEN, CLOSE]) {
            self.text.push_str(&part.replace([OPEN, CLOSE], "\u{FFFD}"));
        } else {
            self.text.push_str(part);
        }
    }

    /// Appends something that stands for what begins at `origin`.
    pub(super) fn push(&mut self, source: usize, origin: usize, text: &str) {
        self.piece(source, origin, false);
        self.text.push_str(text);
    }

    /// Appends `count` spaces in place of the indentation that ends at `origin`.
    pub(super) fn spaces(&mut self, source: usize, origin: usize, count: usize) {
        self.piece(source, origin, false);
        self.text.extend(std::iter::repeat_n(' ', count));
    }

    /// Takes back what was appended since the text had this length.
    pub(super) fn rewind(&mut self, length: usize) {
        self.text.truncate(length);
        while self
            .pieces
            .last()
            .is_some_and(|piece| piece.start >= length)
        {
            self.pieces.pop();
        }
    }

    fn piece(&mut self, source: usize, origin: usize, is_copy: bool) {
        let start = self.text.len();
        if let Some(last) = self.pieces.last()
            && is_copy
            && last.is_copy
            && last.source == source
            && last.origin + (start - last.start) == origin
        {
            return;
        }
        self.pieces.push(Piece {
            start,
            source,
            origin,
            is_copy,
        });
    }

    /// Adds a token and returns its number.
    pub(super) fn token(&mut self, what: What<'s>, source: usize, range: Range<usize>) -> usize {
        self.tokens.push(Token {
            what,
            source,
            range,
        });
        self.tokens.len() - 1
    }

    /// Leaves a marker within a line.
    pub(super) fn mark(&mut self, number: usize) {
        let (source, origin) = (self.tokens[number].source, self.tokens[number].range.start);
        self.piece(source, origin, false);
        let _ = write!(self.text, "{OPEN}{number}{CLOSE}");
    }

    /// Leaves a marker that is a line of its own; the line break included.
    pub(super) fn mark_block(&mut self, number: usize) {
        let (source, origin) = (self.tokens[number].source, self.tokens[number].range.start);
        self.piece(source, origin, false);
        let _ = writeln!(self.text, "<?{number}?>");
    }

    /// The source and offset of an offset in the prepared text.
    fn origin(&self, offset: usize) -> (usize, usize) {
        let at = self.pieces.partition_point(|piece| piece.start <= offset);
        match at.checked_sub(1).map(|at| self.pieces[at]) {
            Some(piece) if piece.is_copy => (piece.source, piece.origin + offset - piece.start),
            Some(piece) => (piece.source, piece.origin),
            None => (0, 0),
        }
    }

    /// The number of the source that an offset in the prepared text comes from.
    pub(super) fn source(&self, offset: usize) -> usize {
        self.origin(offset).0
    }

    /// The span in the source of a range of the prepared text; that of its start's file when it spans several.
    pub(super) fn span(&self, range: &Range<usize>) -> Span {
        let (source, start) = self.origin(range.start);
        let (end_source, end) = match self.text[range.clone()].ends_with(CLOSE) {
            true => self
                .last_token(range)
                .unwrap_or_else(|| self.origin(range.end)),
            false => {
                let (source, last) = self.origin(range.end.saturating_sub(1).max(range.start));
                (source, last + usize::from(range.end > range.start))
            }
        };
        let file = self.sources[source].file.id;
        let end = if end_source == source {
            end.max(start)
        } else {
            start
        };
        Span::new(file, start, end)
    }

    fn last_token(&self, range: &Range<usize>) -> Option<(usize, usize)> {
        let text = &self.text[range.clone()];
        let digits = &text[text.rfind(OPEN)? + OPEN.len_utf8()..text.len() - CLOSE.len_utf8()];
        let token = self.tokens.get(digits.parse::<usize>().ok()?)?;
        Some((token.source, token.range.end))
    }

    /// The span of a token.
    pub(super) fn token_span(&self, number: usize) -> Span {
        let token = &self.tokens[number];
        Span::new(
            self.sources[token.source].file.id,
            token.range.start,
            token.range.end,
        )
    }

    /// The source text of a token.
    pub(super) fn token_text(&self, number: usize) -> &'s str {
        let token = &self.tokens[number];
        &self.sources[token.source].file.text[token.range.clone()]
    }

    /// Splits text at its markers.
    pub(super) fn parts<'t>(&self, text: &'t str) -> Parts<'t> {
        Parts {
            rest: text,
            tokens: self.tokens.len(),
        }
    }

    /// `text` with its markers turned back into what the source has there.
    pub(super) fn restore(&self, text: &str) -> String {
        let mut restored = String::with_capacity(text.len());
        for part in self.parts(text) {
            match part {
                Part::Text(text) => restored.push_str(text),
                Part::Token(number) => restored.push_str(self.token_text(number)),
            }
        }
        if restored.contains("<?") {
            self.restore_blocks(&restored)
        } else {
            restored
        }
    }

    fn restore_blocks(&self, text: &str) -> String {
        let mut restored = String::with_capacity(text.len());
        for line in text.split_inclusive('\n') {
            match block_marker(line) {
                Some(number) if number < self.tokens.len() => {
                    restored.push_str(self.token_text(number));
                    restored.push('\n');
                }
                _ => restored.push_str(line),
            }
        }
        restored
    }
}

/// The number in a line that is a block marker.
pub(super) fn block_marker(line: &str) -> Option<usize> {
    line.trim()
        .strip_prefix("<?")?
        .strip_suffix("?>")?
        .parse()
        .ok()
}

/// A piece of text between markers, or a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part<'t> {
    /// Text.
    Text(&'t str),
    /// The number of a token.
    Token(usize),
}

/// See [`Prepared::parts`].
#[derive(Debug)]
pub(super) struct Parts<'t> {
    rest: &'t str,
    tokens: usize,
}

impl<'t> Iterator for Parts<'t> {
    type Item = Part<'t>;

    fn next(&mut self) -> Option<Part<'t>> {
        let rest = self.rest;
        if rest.is_empty() {
            return None;
        }
        let open = find_open(rest).unwrap_or(rest.len());
        if open > 0 {
            self.rest = &rest[open..];
            return Some(Part::Text(&rest[..open]));
        }
        let inner = &rest[OPEN.len_utf8()..];
        let number = inner
            .find(CLOSE)
            .and_then(|end| Some((end, inner[..end].parse::<usize>().ok()?)));
        match number.filter(|(_, number)| *number < self.tokens) {
            Some((end, number)) => {
                self.rest = &inner[end + CLOSE.len_utf8()..];
                Some(Part::Token(number))
            }
            None => {
                self.rest = inner;
                Some(Part::Text("\u{FFFD}"))
            }
        }
    }
}

/// Where the next marker begins.
pub(super) fn find_open(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut from = 0;
    while let Some(at) = bytes[from..].iter().position(|b| *b == 0xEF) {
        let at = from + at;
        if bytes[at..].starts_with(b"\xEF\xB7\x90") {
            return Some(at);
        }
        from = at + 1;
    }
    None
}
