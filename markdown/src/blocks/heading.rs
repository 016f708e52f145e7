//! Renders headings: their ids and hash links, the list of headings and the title of the page.

use crate::context::TitleHeading;
use crate::document::Heading;
use crate::renderer::Renderer;
use crate::renderer::body_writer::HeadingText;
use crate::renderer::open_element::{OpenElement, OpenHeading};
use bindery_source::Span;
use bindery_source::diagnostic::{Code, did_you_mean_or};
use serde_json::Value;
use std::ops::Range;

impl Renderer<'_, '_, '_> {
    pub(crate) fn start_heading(&mut self, level: u8) {
        let is_title = level == 1
            && self.out.is_empty()
            && self.open_elements.is_empty()
            && self.document.headings.is_empty();
        self.out.fresh_line();
        let heading = OpenHeading {
            level,
            start: self.out.position(),
            is_title,
            explicit_id: None,
            attributes: String::new(),
        };
        self.out.heading = Some(HeadingText::default());
        self.open_elements.push(OpenElement::Heading(heading));
    }

    /// `{#id}`: the id of a heading; text elsewhere.
    pub(crate) fn explicit_heading_id(&mut self, id: &str, number: usize) {
        let span = self.masked.token_span(number);
        match self.open_elements.last_mut() {
            Some(OpenElement::Heading(heading)) => {
                heading.explicit_id = Some((id.to_owned(), span))
            }
            _ => match self.masked.token_text(number) {
                text if text.starts_with("{#") => self.plain_text(text),
                text if text.starts_with("\\{#") => self.plain_text(&text[1..]),
                // A comment.
                _ => {}
            },
        }
    }

    pub(crate) fn end_heading(&mut self, mut open: OpenHeading, range: &Range<usize>) {
        self.out.end_line();
        self.out.trim_end(open.start);
        let heading = self.out.heading.take().unwrap_or_default();
        let raw = self.slug_source(&heading, range);
        let HeadingText { text, html, .. } = heading;
        let text = text.trim().replace('\n', " ");
        if open.is_title && self.context.title == TitleHeading::Drop {
            return self.out.rewind(open.start);
        }
        self.check_level(open.level, range);
        self.check_second_title(open.level, range);
        let source = self.masked.source(range.start);
        if source == 0 {
            self.document.has_title |= open.level == 1 && !self.has_rule && !self.has_heading;
            self.has_heading = true;
        }
        let id = self.heading_id(open.explicit_id.take(), &raw, range);
        self.write_heading(&open, &id, &text);
        if open.is_title {
            self.out.flush();
            self.document.title_segments = self.out.len();
        }
        let html = html.trim().to_owned();
        self.document.headings.push(Heading {
            level: open.level,
            id,
            text,
            html,
            span: trimmed(self.span(range), self),
        });
    }

    /// The text that the id is made of. As in Docusaurus, a space beside an inline tag counts, so that `## Text <Badge />` has
    /// the id `text-`; one before a comment does not.
    fn slug_source(&self, heading: &HeadingText, range: &Range<usize>) -> String {
        let span = trimmed(self.span(range), self);
        let source = (self.masked.sources.iter()).find(|source| source.file.id == span.file);
        let written = source
            .and_then(|source| source.file.text.get(span.start as usize..span.end as usize))
            .unwrap_or_default();
        let text = heading.id_text();
        let has_tag = written.ends_with('>') && !written.ends_with("-->");
        match has_tag {
            true => text,
            false => text.trim_end().to_owned(),
        }
    }

    /// Reports a skipped level: it confuses readers who navigate by headings (WCAG 2.2, 1.3.1).
    fn check_level(&mut self, level: u8, range: &Range<usize>) {
        let above = self.document.headings.last().map(|heading| heading.level);
        let Some(above) = above.filter(|above| level > above + 1) else {
            return;
        };
        let span = trimmed(self.span(range), self);
        let message = format!("a heading of level {level} follows one of level {above}");
        self.sink
            .warn(Code::SkippedHeading, span, message)
            .help(format!("make it level {}", above + 1));
    }

    /// Reports a second heading of level 1: a page has one title.
    fn check_second_title(&mut self, level: u8, range: &Range<usize>) {
        // Only then: a document of many headings is searched once for each title.
        let has_title = level == 1 && self.document.headings.iter().any(|one| one.level == 1);
        // The marks of a merge conflict make a heading, and are reported.
        let is_conflict = self.masked.text[range.clone()].starts_with("<<<<<<<");
        if !has_title || is_conflict || self.context.options.has_code {
            return;
        }
        let span = trimmed(self.span(range), self);
        self.sink
            .warn(
                Code::SecondTitle,
                span,
                "the page has a heading of level 1 already",
            )
            .help("make it level 2, and the headings below it one level deeper");
    }

    /// The id of a heading. As in Docusaurus, an explicit id is unchanged, and generated ids do not avoid it.
    fn heading_id(
        &mut self,
        own: Option<(String, Span)>,
        text: &str,
        range: &Range<usize>,
    ) -> String {
        let (id, span) = own.unwrap_or_else(|| {
            let source = self.masked.source(range.start);
            let slugger = self.sluggers.entry(source).or_default();
            let id = match self.context.options.retains_heading_case {
                true => slugger.slug_with_case(text),
                false => slugger.slug(text),
            };
            (id, trimmed(self.span(range), self))
        });
        self.check_reserved_id(&id, span);
        if let Some(first) = self.take_id(&id, span).filter(|_| !id.is_empty()) {
            let message = format!("the id `{id}` is taken already on this page");
            self.sink
                .warn(Code::DuplicateId, span, message)
                .help("give the heading another id, such as `{#other}`")
                .relate(Some(first), format!("`{id}` is given here first"));
        }
        id
    }

    /// Records an id; returns the place where the page has it already.
    pub(crate) fn take_id(&mut self, id: &str, span: Span) -> Option<Span> {
        let first = self.ids.get(id).copied();
        if first.is_none() {
            self.ids.insert(id.to_owned(), span);
        }
        first
    }

    /// Reports an id that begins like those by which the interface finds its own elements.
    pub(crate) fn check_reserved_id(&mut self, id: &str, span: impl Into<Option<Span>>) {
        if id.starts_with(bindery_html::RESERVED_ID) {
            let message = format!("the id `{id}` is reserved for the interface");
            self.sink
                .error(Code::DuplicateId, span, message)
                .help("choose an id that does not begin with `__bindery`");
        }
    }

    fn write_heading(&mut self, open: &OpenHeading, id: &str, text: &str) {
        let OpenHeading { level, start, .. } = *open;
        let mut html = format!("<h{level}");
        if !id.is_empty() {
            html.push_str(" id=\"");
            bindery_html::push_attribute(&mut html, id);
            html.push('"');
        }
        html.push_str(&open.attributes);
        html.push('>');
        self.write_aliases(id, &mut html);
        self.out.insert(start, &html);
        if level > 1 && !id.is_empty() {
            self.out.html("<a class=\"hash-link\" href=\"#");
            self.out.attribute(id);
            self.out.html("\" aria-label=\"");
            self.out.attribute(&self.context.labels.direct_link_to);
            self.out.html(" ");
            self.out.attribute(if text.is_empty() { id } else { text });
            self.out.html("\"></a>");
        }
        self.out.html(&format!("</h{level}>\n"));
    }
}

impl Renderer<'_, '_, '_> {
    /// Writes link targets for the former ids of a heading: `heading_aliases: {old: new}` in the front matter.
    fn write_aliases(&mut self, id: &str, out: &mut String) {
        for (old, _) in aliases(self.front_matter).filter(|(_, new)| *new == id) {
            alias(old, out);
            self.document.anchors.push(old.to_owned());
        }
    }

    /// Reports aliases of unknown headings, and removes those that are the id of a heading.
    pub(crate) fn check_aliases(&mut self) {
        let front_matter = self.front_matter;
        for (old, new) in aliases(front_matter) {
            self.check_reserved_id(old, self.alias_span(old));
            let ids = || {
                self.document
                    .headings
                    .iter()
                    .map(|heading| heading.id.as_str())
            };
            if ids().any(|id| id == old) {
                let message = format!("`{old}` is the id of a heading of this page");
                let span = self.alias_span(old);
                let problem = self.sink.warn(Code::DuplicateId, span, message);
                problem.help("remove it from `heading_aliases`");
                let mut own = String::new();
                alias(old, &mut own);
                self.out.remove(&own);
            } else if !ids().any(|id| id == new) {
                let help = did_you_mean_or(
                    new,
                    ids(),
                    "the right side is the id of a heading of this page",
                );
                let message = format!("no heading has the id `{new}`");
                let span = self.alias_span(old);
                self.sink.warn(Code::BrokenAnchor, span, message).help(help);
            }
        }
    }

    /// Reports search terms for unknown headings.
    pub(crate) fn check_search_terms(&mut self) {
        let terms = self.front_matter.get("heading_search_terms");
        let terms = terms.and_then(Value::as_object);
        for id in terms.into_iter().flatten().map(|(id, _)| id.as_str()) {
            let ids = || self.document.headings.iter().map(|own| own.id.as_str());
            if !ids().any(|own| own == id) {
                let help = did_you_mean_or(id, ids(), "the left side is the id of a heading");
                let message = format!("no heading has the id `{id}`");
                let span = self.span_below("heading_search_terms", id);
                self.sink.warn(Code::BrokenAnchor, span, message).help(help);
            }
        }
    }

    /// The span of an alias in the front matter.
    fn alias_span(&self, old: &str) -> Option<Span> {
        self.span_below("heading_aliases", old)
    }

    /// The span of a key of a map in the front matter.
    fn span_below(&self, map: &str, key: &str) -> Option<Span> {
        let file = self.masked.sources.first()?.file;
        let from = file.text.find(map)?;
        let at = from + file.text[from..].find(key)?;
        Some(Span::new(file.id, at, at + key.len()))
    }
}

fn aliases(front_matter: &Value) -> impl Iterator<Item = (&str, &str)> {
    let map = front_matter
        .get("heading_aliases")
        .and_then(Value::as_object);
    map.into_iter()
        .flatten()
        .filter_map(|(old, new)| Some((old.as_str(), new.as_str()?)))
}

fn alias(id: &str, out: &mut String) {
    out.push_str("<span id=\"");
    bindery_html::push_attribute(out, id);
    out.push_str("\"></span>");
}

/// A span without the line breaks at its end.
fn trimmed(span: Span, renderer: &Renderer<'_, '_, '_>) -> Span {
    let source = renderer
        .masked
        .sources
        .iter()
        .find(|source| source.file.id == span.file);
    let text =
        source.and_then(|source| source.file.text.get(span.start as usize..span.end as usize));
    let length = text.map_or(0, |text| text.trim_end().len());
    Span::new(span.file, span.start as usize, span.start as usize + length)
}
