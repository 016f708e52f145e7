//! The text that the CommonMark parser reads: the source with everything that CommonMark does not know masked.
//!
//! The scanner copies the source and writes a numbered marker in place of each masked construct (a [`Token`]). A block
//! marker is `<?7?>` on a line of its own: CommonMark reads it as an HTML block, which ends paragraphs, lists and
//! tables. A marker within a line is a number between two characters of punctuation. A source map
//! leads from offsets in the masked text back to the source, so that diagnostics point at what the author wrote.

mod display;

pub(crate) use self::display::Display;

use crate::mdx::tag::Tag;
use crate::syntax::admonition::Kind;
use bindery_source::{SourceFile, Span};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;

/// Begins a marker within a line. Copied text never contains it, see [`MaskedSource::copy`].
///
/// It is punctuation, as are the first and the last characters of tags, expressions and formulas: what is beside a run of
/// asterisks decides whether the run makes emphasis. Of all punctuation, that of Manichaean is the least likely in a text.
pub(crate) const OPEN: char = '\u{10AF0}';
/// Ends a marker within a line.
pub(crate) const CLOSE: char = '\u{10AF1}';

/// A construct that a marker replaces.
#[derive(Clone, Debug)]
pub(crate) struct Token<'s> {
    /// The kind of the construct, with its parts.
    pub(crate) kind: TokenKind<'s>,
    /// Index into [`MaskedSource::sources`] of the file that contains it.
    pub(crate) source: usize,
    /// The bytes of the construct in that file.
    pub(crate) range: Range<usize>,
}

/// The kinds of masked constructs.
#[derive(Clone, Debug)]
pub(crate) enum TokenKind<'s> {
    /// A start tag.
    Open(Tag<'s>),
    /// The end of the block that the token with this number opens.
    End(usize),
    /// An end tag within a line.
    Close(&'s str),
    /// `:::kind`; `has_title` when the next paragraph is its title.
    Admonition {
        kind: Kind,
        name: &'s str,
        has_title: bool,
    },
    /// A formula.
    Math { latex: String, display: Display },
    /// `{frontMatter.key}` or another expression: the text between the braces.
    Expression(&'s str),
    /// `{#id}` at the end of a heading.
    HeadingId(&'s str),
    /// A bare URL.
    Url(&'s str),
    /// `<!-- truncate -->`.
    Truncate,
    /// Begins the content of a block element on one line, which is written without `<p>`.
    Unwrapped,
    /// Begins a paragraph, so that CommonMark cannot read its first characters as a list marker or a heading.
    ParagraphStart,
}

/// A file that is part of the masked text: the document itself or an included partial.
#[derive(Debug)]
pub(crate) struct Source<'s> {
    /// The file.
    pub(crate) file: &'s SourceFile,
    /// The names that the statements read so far bind.
    pub(crate) bindings: crate::mdx::import::Bindings<'s>,
    /// The names that any of its statements binds, also those further down.
    pub(crate) hoisted: crate::mdx::import::Hoisted<'s>,
    /// Whether `<>` and `</>` are fragments in it; without a `</>`, `<>` is an operator in prose.
    pub(crate) has_fragments: bool,
}

/// The text for the CommonMark parser, its masked constructs and its source map.
#[derive(Debug, Default)]
pub(crate) struct MaskedSource<'s> {
    /// The text.
    pub(crate) text: String,
    /// The masked constructs; a marker holds an index into this list.
    pub(crate) tokens: Vec<Token<'s>>,
    /// The files; the first is the document's own.
    pub(crate) sources: Vec<Source<'s>>,
    /// Whether tags were dropped because they nest too deep.
    pub(crate) is_too_deep: bool,
    /// The start tags and admonitions that are reported as unclosed.
    pub(crate) unclosed: BTreeSet<usize>,
    mappings: Vec<Mapping>,
}

/// An entry of the source map: the masked text from `start` on comes from `source`, from `origin` on. Within a copy
/// offsets advance in step; a marker or inserted text maps to `origin` as a whole.
#[derive(Clone, Copy, Debug)]
struct Mapping {
    start: usize,
    source: usize,
    origin: usize,
    is_copy: bool,
}

impl<'s> MaskedSource<'s> {
    /// Copies a range of a source.
    pub(crate) fn copy(&mut self, source: usize, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        self.map(source, range.start, true);
        let text = &self.sources[source].file.text;
        let part = &text[range];
        if part.contains([OPEN, CLOSE]) {
            self.text.push_str(&part.replace([OPEN, CLOSE], "\u{FFFD}"));
        } else {
            self.text.push_str(part);
        }
    }

    /// Appends text that is not in the source, mapped to `origin`.
    pub(crate) fn push(&mut self, source: usize, origin: usize, text: &str) {
        self.map(source, origin, false);
        self.text.push_str(text);
    }

    /// Appends `count` spaces in place of the indentation that ends at `origin`.
    pub(crate) fn spaces(&mut self, source: usize, origin: usize, count: usize) {
        self.map(source, origin, false);
        self.text.extend(std::iter::repeat_n(' ', count));
    }

    /// Truncates the text to this length.
    pub(crate) fn rewind(&mut self, length: usize) {
        self.text.truncate(length);
        while self
            .mappings
            .last()
            .is_some_and(|mapping| mapping.start >= length)
        {
            self.mappings.pop();
        }
    }

    /// Begins each line from the offset `start` on with `prefix`.
    pub(crate) fn begin_lines(&mut self, start: usize, prefix: &str) {
        if prefix.is_empty() {
            return;
        }
        let text = self.text.split_off(start);
        let first = self.mappings.partition_point(|one| one.start < start);
        let mappings = self.mappings.split_off(first);
        let mut rest = mappings.into_iter().peekable();
        let mut current: Option<Mapping> = None;
        let mut at = start;
        for line in text.split_inclusive('\n') {
            let end = at + line.len();
            self.text.push_str(prefix);
            let mut from = at;
            while from < end {
                while let Some(next) = rest.next_if(|next| next.start <= from) {
                    current = Some(next);
                }
                let until = rest.peek().map_or(end, |next| next.start.min(end));
                if let Some(mapping) = current {
                    let passed = match mapping.is_copy {
                        true => from - mapping.start,
                        false => 0,
                    };
                    self.map(mapping.source, mapping.origin + passed, mapping.is_copy);
                }
                self.text.push_str(&text[from - start..until - start]);
                from = until;
            }
            at = end;
        }
    }

    fn map(&mut self, source: usize, origin: usize, is_copy: bool) {
        let start = self.text.len();
        if let Some(last) = self.mappings.last()
            && is_copy
            && last.is_copy
            && last.source == source
            && last.origin + (start - last.start) == origin
        {
            return;
        }
        self.mappings.push(Mapping {
            start,
            source,
            origin,
            is_copy,
        });
    }

    /// Adds a token and returns its number.
    pub(crate) fn token(
        &mut self,
        kind: TokenKind<'s>,
        source: usize,
        range: Range<usize>,
    ) -> usize {
        self.tokens.push(Token {
            kind,
            source,
            range,
        });
        self.tokens.len() - 1
    }

    /// Appends the marker of a token within a line.
    pub(crate) fn mark(&mut self, number: usize) {
        let (source, origin) = (self.tokens[number].source, self.tokens[number].range.start);
        self.map(source, origin, false);
        let _ = write!(self.text, "{OPEN}{number}{CLOSE}");
    }

    /// Appends the marker of a block token, a line with its line break.
    pub(crate) fn mark_block(&mut self, number: usize) {
        let (source, origin) = (self.tokens[number].source, self.tokens[number].range.start);
        self.map(source, origin, false);
        let _ = writeln!(self.text, "<?{number}?>");
    }

    /// The source and offset of an offset in the masked text.
    fn origin(&self, offset: usize) -> (usize, usize) {
        let at = self
            .mappings
            .partition_point(|mapping| mapping.start <= offset);
        match at.checked_sub(1).map(|at| self.mappings[at]) {
            Some(mapping) if mapping.is_copy => {
                (mapping.source, mapping.origin + offset - mapping.start)
            }
            Some(mapping) => (mapping.source, mapping.origin),
            None => (0, 0),
        }
    }

    /// The index of the source that an offset in the masked text comes from.
    pub(crate) fn source(&self, offset: usize) -> usize {
        self.origin(offset).0
    }

    /// The span in the source of a range of the masked text. Where the range spans several files, the span is empty and
    /// at its start.
    pub(crate) fn span(&self, range: &Range<usize>) -> Span {
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
    pub(crate) fn token_span(&self, number: usize) -> Span {
        let token = &self.tokens[number];
        Span::new(
            self.sources[token.source].file.id,
            token.range.start,
            token.range.end,
        )
    }

    /// The source text of a token.
    pub(crate) fn token_text(&self, number: usize) -> &'s str {
        let token = &self.tokens[number];
        &self.sources[token.source].file.text[token.range.clone()]
    }

    /// Splits masked text at its markers.
    pub(crate) fn parts<'t>(&self, text: &'t str) -> Parts<'t> {
        Parts {
            rest: text,
            tokens: self.tokens.len(),
        }
    }

    /// `text` with its markers replaced by the source text that they mask.
    pub(crate) fn unmask(&self, text: &str) -> String {
        let mut unmasked = String::with_capacity(text.len());
        for part in self.parts(text) {
            match part {
                Part::Text(text) => unmasked.push_str(text),
                Part::Token(number) => unmasked.push_str(self.token_text(number)),
            }
        }
        if unmasked.contains("<?") {
            self.unmask_blocks(&unmasked)
        } else {
            unmasked
        }
    }

    fn unmask_blocks(&self, text: &str) -> String {
        let mut unmasked = String::with_capacity(text.len());
        for line in text.split_inclusive('\n') {
            match block_marker(line) {
                Some(number) if number < self.tokens.len() => {
                    unmasked.push_str(self.token_text(number));
                    unmasked.push('\n');
                }
                _ => unmasked.push_str(line),
            }
        }
        unmasked
    }
}

/// The token number of a line that is a block marker.
pub(crate) fn block_marker(line: &str) -> Option<usize> {
    line.trim()
        .strip_prefix("<?")?
        .strip_suffix("?>")?
        .parse()
        .ok()
}

/// A part of masked text: the text between two markers, or a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part<'t> {
    /// Text.
    Text(&'t str),
    /// The number of a token.
    Token(usize),
}

/// See [`MaskedSource::parts`].
#[derive(Debug)]
pub(crate) struct Parts<'t> {
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

/// The offset of the next marker within a line. Searches bytes: `str::find` of a character of three bytes is slower.
pub(crate) fn find_open(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut from = 0;
    while let Some(at) = bytes[from..].iter().position(|b| *b == 0xF0) {
        let at = from + at;
        if bytes[at..].starts_with(b"\xF0\x90\xAB\xB0") {
            return Some(at);
        }
        from = at + 1;
    }
    None
}
