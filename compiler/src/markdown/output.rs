//! Collects a body: HTML as it grows, segments where something is left for later, and what is counted on the way.

use super::escape;
use crate::document::Segment;

/// The body so far.
#[derive(Debug, Default)]
pub(super) struct Output {
    html: String,
    segments: Vec<Segment>,
    outer: Vec<(Vec<Segment>, String)>,
    /// Words of visible text so far.
    pub(super) words: usize,
    is_in_word: bool,
    /// The first line of running text.
    pub(super) excerpt: Excerpt,
    /// The heading being written.
    pub(super) heading: Option<HeadingText>,
    /// The alternative text being collected; while it is, nothing is written.
    pub(super) alt: Option<String>,
}

/// The text of a heading while it is written.
#[derive(Debug, Default)]
pub(super) struct HeadingText {
    /// As plain text.
    pub(super) text: String,
    /// As HTML without links.
    pub(super) html: String,
    /// The names of emoji: their place in the text, what they stand for, and how they are written.
    pub(super) names: Vec<(usize, &'static str, String)>,
}

/// The first line of running text.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) enum Excerpt {
    /// Nothing yet; text that is not running text is written.
    #[default]
    Waiting,
    /// Being collected.
    Open(String),
    /// Complete.
    Done(String),
}

/// A place to insert at later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    depth: usize,
    segments: usize,
    html: usize,
}

impl Output {
    /// Appends HTML.
    pub(super) fn html(&mut self, html: &str) {
        if self.alt.is_none() {
            self.html.push_str(html);
        }
    }

    /// Appends HTML that a table of contents keeps, too.
    pub(super) fn html_and_toc(&mut self, html: &str) {
        self.html(html);
        self.toc(html);
    }

    /// Appends HTML to the table of contents only.
    pub(super) fn toc(&mut self, html: &str) {
        if let (Some(heading), None) = (&mut self.heading, &self.alt) {
            heading.html.push_str(html);
        }
    }

    /// Appends text to the value of an attribute.
    pub(super) fn attribute(&mut self, text: &str) {
        if self.alt.is_none() {
            escape::attribute(&mut self.html, text);
        }
    }

    /// Appends ` name="value"`.
    pub(super) fn pair(&mut self, name: &str, value: &str) {
        self.html(" ");
        self.html(name);
        self.html("=\"");
        self.attribute(value);
        self.html("\"");
    }

    /// Begins a new line of HTML.
    pub(super) fn fresh_line(&mut self) {
        if self.alt.is_none() && !self.html.is_empty() && !self.html.ends_with('\n') {
            self.html.push('\n');
        }
    }

    /// Appends visible text.
    pub(super) fn text(&mut self, text: &str) {
        if let Some(alt) = &mut self.alt {
            alt.push_str(text);
            if let Some(heading) = &mut self.heading {
                heading.text.push_str(text);
            }
            return;
        }
        escape::text(&mut self.html, text);
        self.count(text);
        if let Some(heading) = &mut self.heading {
            heading.text.push_str(text);
            escape::text(&mut heading.html, text);
        } else if let Excerpt::Open(line) = &mut self.excerpt {
            line.push_str(text);
        }
    }

    /// Counts the words of visible text that is written elsewhere.
    pub(super) fn count(&mut self, text: &str) {
        for byte in text.bytes() {
            let is_word = !byte.is_ascii_whitespace();
            self.words += usize::from(is_word && !self.is_in_word);
            self.is_in_word = is_word;
        }
    }

    /// Ends a word at the edge of a block or a break, and the excerpt's line if it holds something.
    pub(super) fn end_line(&mut self) {
        self.is_in_word = false;
        if let Excerpt::Open(line) = &mut self.excerpt {
            let line = line.trim();
            self.excerpt = if line.is_empty() {
                Excerpt::Waiting
            } else {
                Excerpt::Done(line.to_owned())
            };
        }
    }

    /// As [`Output::end_line`] where a block ends; nothing within a line.
    pub(super) fn end_line_of_block(&mut self, is_block: bool) {
        if is_block {
            self.end_line();
        }
    }

    /// Running text begins.
    pub(super) fn begin_running_text(&mut self) {
        if self.excerpt == Excerpt::Waiting {
            self.excerpt = Excerpt::Open(String::new());
        }
    }

    /// Appends a segment.
    pub(super) fn segment(&mut self, segment: Segment) {
        if self.alt.is_none() {
            self.flush();
            self.segments.push(segment);
        }
    }

    /// Ends the current run of HTML.
    pub(super) fn flush(&mut self) {
        if !self.html.is_empty() {
            self.segments
                .push(Segment::Html(std::mem::take(&mut self.html)));
        }
    }

    /// How many finished segments the innermost level has.
    pub(super) fn len(&self) -> usize {
        self.segments.len()
    }

    /// Whether nothing was written at the outermost level.
    pub(super) fn is_empty(&self) -> bool {
        self.outer.is_empty() && self.segments.is_empty() && self.html.is_empty()
    }

    /// Whether what is written now stands at the outermost level.
    pub(super) fn is_outermost(&self) -> bool {
        self.outer.is_empty()
    }

    /// Begins a level of its own.
    pub(super) fn begin(&mut self) {
        let html = std::mem::take(&mut self.html);
        self.outer.push((std::mem::take(&mut self.segments), html));
    }

    /// Ends the level last begun and returns what it holds.
    pub(super) fn end(&mut self) -> Vec<Segment> {
        self.flush();
        let (segments, html) = self.outer.pop().unwrap_or_default();
        self.html = html;
        std::mem::replace(&mut self.segments, segments)
    }

    /// Appends segments.
    pub(super) fn append(&mut self, segments: Vec<Segment>) {
        for segment in segments {
            match segment {
                Segment::Html(html) => self.html(&html),
                other => self.segment(other),
            }
        }
    }

    /// The present place.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            depth: self.outer.len(),
            segments: self.segments.len(),
            html: self.html.len(),
        }
    }

    /// Takes back white space at the end of what was written since the mark.
    pub(super) fn trim_end(&mut self, mark: Mark) {
        let is_same = mark.depth == self.outer.len() && mark.segments == self.segments.len();
        let start = if is_same { mark.html } else { 0 };
        if let Some(own) = self.html.get(start..) {
            self.html.truncate(start + own.trim_end().len());
        }
    }

    /// Inserts HTML at a place marked before, on the same level.
    pub(super) fn insert(&mut self, mark: Mark, html: &str) {
        if mark.depth != self.outer.len() {
            return;
        }
        if mark.segments >= self.segments.len() {
            return self.html.insert_str(mark.html.min(self.html.len()), html);
        }
        match &mut self.segments[mark.segments] {
            Segment::Html(own) => own.insert_str(mark.html.min(own.len()), html),
            _ => self
                .segments
                .insert(mark.segments, Segment::Html(html.to_owned())),
        }
    }

    /// As [`Output::insert`], on a new line of HTML.
    pub(super) fn insert_block(&mut self, mark: Mark, html: &str) {
        let before = match self.segments.get(mark.segments) {
            Some(Segment::Html(own)) => own.as_str(),
            Some(_) => "",
            None => self.html.as_str(),
        };
        let is_fresh = matches!(
            before.as_bytes().get(mark.html.wrapping_sub(1)),
            None | Some(b'\n')
        );
        if !is_fresh {
            self.insert(mark, html);
            return self.insert(mark, "\n");
        }
        self.insert(mark, html);
    }

    /// Takes back all that was written since the mark, on the same level.
    pub(super) fn rewind(&mut self, mark: Mark) {
        if mark.depth != self.outer.len() {
            return;
        }
        if mark.segments < self.segments.len() {
            if let Segment::Html(html) = &mut self.segments[mark.segments] {
                self.html = std::mem::take(html);
            }
            self.segments.truncate(mark.segments);
        }
        self.html.truncate(mark.html);
    }

    /// Takes a piece of HTML back, wherever it stands.
    pub(super) fn remove(&mut self, html: &str) {
        self.flush();
        remove_from(&mut self.segments, html);
    }

    /// All segments.
    pub(super) fn finish(mut self) -> Vec<Segment> {
        while !self.outer.is_empty() {
            let inner = self.end();
            self.append(inner);
        }
        self.flush();
        self.segments
    }
}

fn remove_from(segments: &mut [Segment], html: &str) {
    for segment in segments {
        match segment {
            Segment::Html(own) => *own = own.replacen(html, "", 1),
            Segment::Component(tag) => remove_from(&mut tag.children, html),
            Segment::LinkAttrs(_)
            | Segment::ImageStart(_)
            | Segment::ImageAttrs(_)
            | Segment::ImageEnd(_) => {}
        }
    }
}
