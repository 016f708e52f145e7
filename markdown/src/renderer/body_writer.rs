//! Collects the body of a document: HTML, the segments that a later stage fills in, the excerpt and the text of the
//! current heading.

use crate::document::Segment;
use crate::masked_source::Display;

/// A body that is being written.
#[derive(Debug, Default)]
pub(crate) struct BodyWriter {
    html: String,
    segments: Vec<Segment>,
    outer: Vec<(Vec<Segment>, String)>,
    /// The first line of running text.
    pub(crate) excerpt: Excerpt,
    /// The heading that is being written.
    pub(crate) heading: Option<HeadingText>,
    /// The alternative text that is being collected. Meanwhile nothing is written to the body.
    pub(crate) alt: Option<String>,
}

/// The text of the heading that is being written.
#[derive(Debug, Default)]
pub(crate) struct HeadingText {
    /// As plain text.
    pub(crate) text: String,
    /// As HTML without links.
    pub(crate) html: String,
    /// What the id has another text for: the offset, the text, and that of the id. An emoji has its source there, such as
    /// `:tada:`, and what Docusaurus reads as a directive has none.
    pub(crate) replaced: Vec<(usize, String, String)>,
}

impl HeadingText {
    /// The text that the id is made of.
    pub(crate) fn id_text(&self) -> String {
        let mut source = self.text.clone();
        for (at, shown, name) in self.replaced.iter().rev() {
            let end = at + shown.len();
            if source.get(*at..end) == Some(shown) {
                source.replace_range(*at..end, name);
            }
        }
        source
    }
}

/// The first line of running text.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) enum Excerpt {
    /// No running text yet.
    #[default]
    Waiting,
    /// The line so far.
    Open(String),
    /// The whole line.
    Done(String),
}

/// A position in the body, to insert or to truncate at later.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Position {
    depth: usize,
    segments: usize,
    html: usize,
}

impl BodyWriter {
    /// Appends HTML.
    pub(crate) fn html(&mut self, html: &str) {
        if self.alt.is_none() {
            self.html.push_str(html);
        }
    }

    /// Appends HTML to the body and to the table of contents.
    pub(crate) fn html_and_toc(&mut self, html: &str) {
        self.html(html);
        self.toc(html);
    }

    /// Appends HTML to the table of contents only.
    pub(crate) fn toc(&mut self, html: &str) {
        if let (Some(heading), None) = (&mut self.heading, &self.alt) {
            heading.html.push_str(html);
        }
    }

    /// Appends text to the value of an attribute.
    pub(crate) fn attribute(&mut self, text: &str) {
        if self.alt.is_none() {
            bindery_html::push_attribute(&mut self.html, text);
        }
    }

    /// Appends ` name="value"`.
    pub(crate) fn pair(&mut self, name: &str, value: &str) {
        self.html(" ");
        self.html(name);
        self.html("=\"");
        self.attribute(value);
        self.html("\"");
    }

    /// Starts a new line of HTML unless at the start of one.
    pub(crate) fn fresh_line(&mut self) {
        if self.alt.is_none() && !self.html.is_empty() && !self.html.ends_with('\n') {
            self.html.push('\n');
        }
    }

    /// Appends visible text.
    pub(crate) fn text(&mut self, text: &str) {
        if let Some(alt) = &mut self.alt {
            alt.push_str(text);
            if let Some(heading) = &mut self.heading {
                heading.text.push_str(text);
            }
            return;
        }
        bindery_html::push_text(&mut self.html, text);
        if let Some(heading) = &mut self.heading {
            heading.text.push_str(text);
            bindery_html::push_text(&mut heading.html, text);
        } else if let Excerpt::Open(line) = &mut self.excerpt {
            line.push_str(text);
        }
    }

    /// Ends the line of the excerpt, unless it is empty.
    pub(crate) fn end_line(&mut self) {
        if let Excerpt::Open(line) = &mut self.excerpt {
            let line = line.trim();
            self.excerpt = if line.is_empty() {
                Excerpt::Waiting
            } else {
                Excerpt::Done(line.to_owned())
            };
        }
    }

    /// As [`BodyWriter::end_line`], if a block ends.
    pub(crate) fn end_line_of_block(&mut self, display: Display) {
        if display.is_block() {
            self.end_line();
        }
    }

    /// Starts the excerpt, unless there is one.
    pub(crate) fn begin_running_text(&mut self) {
        if self.excerpt == Excerpt::Waiting {
            self.excerpt = Excerpt::Open(String::new());
        }
    }

    /// Appends a segment.
    pub(crate) fn segment(&mut self, segment: Segment) {
        if self.alt.is_none() {
            self.flush();
            self.segments.push(segment);
        }
    }

    /// Ends the current run of HTML.
    pub(crate) fn flush(&mut self) {
        if !self.html.is_empty() {
            self.segments
                .push(Segment::Html(std::mem::take(&mut self.html)));
        }
    }

    /// The number of finished segments of the innermost level.
    pub(crate) fn len(&self) -> usize {
        self.segments.len()
    }

    /// Whether nothing was written.
    pub(crate) fn is_empty(&self) -> bool {
        self.outer.is_empty() && self.segments.is_empty() && self.html.is_empty()
    }

    /// Whether no level is open.
    pub(crate) fn is_outermost(&self) -> bool {
        self.outer.is_empty()
    }

    /// Begins a level: what is written until its end does not go to the body, but is returned.
    pub(crate) fn begin_level(&mut self) {
        let html = std::mem::take(&mut self.html);
        self.outer.push((std::mem::take(&mut self.segments), html));
    }

    /// Ends the innermost level and returns its segments.
    pub(crate) fn end(&mut self) -> Vec<Segment> {
        self.flush();
        let (segments, html) = self.outer.pop().unwrap_or_default();
        self.html = html;
        std::mem::replace(&mut self.segments, segments)
    }

    /// Appends segments.
    pub(crate) fn append(&mut self, segments: Vec<Segment>) {
        for segment in segments {
            match segment {
                Segment::Html(html) => self.html(&html),
                other => self.segment(other),
            }
        }
    }

    /// The current position.
    pub(crate) fn position(&self) -> Position {
        Position {
            depth: self.outer.len(),
            segments: self.segments.len(),
            html: self.html.len(),
        }
    }

    /// Removes white space from the end of the HTML written since a position.
    pub(crate) fn trim_end(&mut self, position: Position) {
        let is_same =
            position.depth == self.outer.len() && position.segments == self.segments.len();
        let start = if is_same { position.html } else { 0 };
        if let Some(own) = self.html.get(start..) {
            self.html.truncate(start + own.trim_end().len());
        }
    }

    /// Inserts HTML at a position of the current level.
    pub(crate) fn insert(&mut self, position: Position, html: &str) {
        if position.depth != self.outer.len() {
            return;
        }
        if position.segments >= self.segments.len() {
            return self
                .html
                .insert_str(position.html.min(self.html.len()), html);
        }
        match &mut self.segments[position.segments] {
            Segment::Html(own) => own.insert_str(position.html.min(own.len()), html),
            _ => self
                .segments
                .insert(position.segments, Segment::Html(html.to_owned())),
        }
    }

    /// As [`BodyWriter::insert`], on a new line of HTML.
    pub(crate) fn insert_block(&mut self, position: Position, html: &str) {
        let before = match self.segments.get(position.segments) {
            Some(Segment::Html(own)) => own.as_str(),
            Some(_) => "",
            None => self.html.as_str(),
        };
        let is_fresh = matches!(
            before.as_bytes().get(position.html.wrapping_sub(1)),
            None | Some(b'\n')
        );
        if !is_fresh {
            self.insert(position, html);
            return self.insert(position, "\n");
        }
        self.insert(position, html);
    }

    /// Removes everything written since a position of the current level.
    pub(crate) fn rewind(&mut self, position: Position) {
        if position.depth != self.outer.len() {
            return;
        }
        if position.segments < self.segments.len() {
            if let Segment::Html(html) = &mut self.segments[position.segments] {
                self.html = std::mem::take(html);
            }
            self.segments.truncate(position.segments);
        }
        self.html.truncate(position.html);
    }

    /// Removes the first occurrence of some HTML in each run of HTML.
    pub(crate) fn remove(&mut self, html: &str) {
        self.flush();
        remove_from(&mut self.segments, html);
    }

    /// All segments.
    pub(crate) fn finish(mut self) -> Vec<Segment> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_of_a_heading_has_names_for_emoji() {
        let heading = HeadingText {
            text: "a 🎉 b".to_owned(),
            replaced: vec![(2, "🎉".to_owned(), ":tada:".to_owned())],
            ..HeadingText::default()
        };
        assert_eq!(heading.id_text(), "a :tada: b");
    }
}
