//! Finds the place in the Markdown that violates the Content-Security-Policy, because the page's HTML has no source locations.

use super::{Violation, refused_attribute};
use bindery_html::{Tag, start_tags};
use std::collections::HashMap;
use std::ops::Range;

/// The longest tag that is read.
const MAX_TAG_BYTES: usize = 4096;

/// The attribute or the start tag that a violation is about, in the source of its page. `None` if the source has no such
/// tag: then a component rendered it.
#[must_use]
pub fn find_in_markdown(violation: &Violation, text: &str) -> Option<Range<usize>> {
    let mut scanner = LineScanner::default();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if !scanner.is_code(line) {
            for at in tags_of_line(line) {
                let at = start + at;
                if let Some(range) = matching_range(violation, &text[at..]) {
                    return Some(at + range.start..at + range.end);
                }
            }
        }
        start += line.len();
    }
    None
}

/// The range that a violation is about in the start tag at the start of some text. Each tag is read alone: in Markdown, the
/// text after `<title>` in a code span is not raw text.
fn matching_range(violation: &Violation, text: &str) -> Option<Range<usize>> {
    let html = &text[..tag_length(text)?];
    let tag = start_tags(html).next()?;
    let tag_range = |tag: &Tag<'_>, name: &str| tag.is(name).then_some(0..name.len() + 1);
    match violation {
        Violation::BaseElement => tag_range(&tag, "base"),
        Violation::StyleElement => tag_range(&tag, "style"),
        Violation::Script => tag_range(&tag, "script"),
        Violation::Attribute { .. } | Violation::ScriptUrl(_) => {
            let mut attributes = tag.attributes.iter();
            let refused =
                attributes.find(|own| refused_attribute(&tag, own).as_ref() == Some(violation))?;
            Some(refused.range.clone())
        }
    }
}

/// The length of the start tag at the start of some text. As in CommonMark, a tag has `<` in quotes only. So hostile text
/// cannot make each `<` cost the length of the file.
fn tag_length(text: &str) -> Option<usize> {
    let rest = text.strip_prefix('<')?;
    if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let mut quote = None;
    for (at, byte) in rest.bytes().enumerate().take(MAX_TAG_BYTES) {
        match byte {
            b'"' | b'\'' if quote.is_none() => quote = Some(byte),
            _ if quote == Some(byte) => quote = None,
            b'<' if quote.is_none() => return None,
            b'>' if quote.is_none() => return Some(1 + at + 1),
            _ => {}
        }
    }
    None
}

/// The offsets of `<` in a line outside of code spans.
fn tags_of_line(line: &str) -> Vec<usize> {
    let runs = backtick_runs(line);
    // The last run of each length: a run opens a code span if another one of its length follows.
    let last: HashMap<usize, usize> = runs.iter().map(|run| (run.len(), run.start)).collect();
    let mut spans: Vec<Range<usize>> = Vec::new();
    let mut open: Option<&Range<usize>> = None;
    for run in &runs {
        match open {
            Some(own) if own.len() == run.len() => {
                spans.push(own.start..run.end);
                open = None;
            }
            None if last[&run.len()] > run.start => open = Some(run),
            _ => {}
        }
    }
    let mut spans = spans.into_iter().peekable();
    let mut tags = Vec::new();
    for (at, _) in line.match_indices('<') {
        while spans.next_if(|span| span.end <= at).is_some() {}
        if spans.peek().is_none_or(|span| at < span.start) {
            tags.push(at);
        }
    }
    tags
}

fn backtick_runs(line: &str) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, _) in line.match_indices('`') {
        match runs.last_mut() {
            Some(run) if run.end == at => run.end += 1,
            _ => runs.push(at..at + 1),
        }
    }
    runs
}

/// Follows fenced code, with the quotes and list items around it.
#[derive(Debug, Default)]
struct LineScanner<'t> {
    fence: Option<Fence<'t>>,
    /// The columns of the content of the open list items.
    items: Vec<usize>,
}

#[derive(Debug)]
struct Fence<'t> {
    /// The backticks or tildes that open it.
    marker: &'t str,
    /// The number of quotes that it is in.
    quotes: usize,
    /// The column of the content of the list item that it is in.
    item: usize,
}

/// The start of a line.
struct LineStart<'t> {
    quotes: usize,
    column: usize,
    content: &'t str,
}

impl<'t> LineScanner<'t> {
    /// Whether the next line is in fenced code, or begins or ends it.
    fn is_code(&mut self, line: &'t str) -> bool {
        let mut start = line_start(line);
        let is_blank = start.content.trim().is_empty();
        if let Some(fence) = &self.fence {
            let is_in_item = is_blank || start.column >= fence.item;
            if start.quotes >= fence.quotes && is_in_item {
                if fence.is_ended_by(start.content) {
                    self.fence = None;
                }
                return true;
            }
            self.fence = None;
        }
        if is_blank {
            return false;
        }
        self.items.retain(|column| *column <= start.column);
        while let Some(width) = list_marker(start.content) {
            let rest = line_start(&start.content[width..]);
            start.column += width + rest.column;
            start.quotes += rest.quotes;
            start.content = rest.content;
            self.items.push(start.column);
        }
        self.fence = opening_marker(start.content).map(|marker| Fence {
            marker,
            quotes: start.quotes,
            item: self.items.last().copied().unwrap_or_default(),
        });
        self.fence.is_some()
    }
}

impl Fence<'_> {
    /// Whether a line ends it: with a marker that is at least as long, and nothing after it.
    fn is_ended_by(&self, content: &str) -> bool {
        content.strip_prefix(self.marker).is_some_and(|rest| {
            let character = self.marker.chars().next().unwrap_or_default();
            rest.trim_start_matches(character).trim().is_empty()
        })
    }
}

/// Passes over the quotes and the indentation of a line.
fn line_start(line: &str) -> LineStart<'_> {
    let mut start = LineStart {
        quotes: 0,
        column: 0,
        content: line,
    };
    while let Some(c) = start.content.chars().next() {
        match c {
            '>' => {
                start.quotes += 1;
                start.column += 1;
            }
            ' ' => start.column += 1,
            '\t' => start.column += 4 - start.column % 4,
            _ => break,
        }
        start.content = &start.content[1..];
    }
    start
}

/// The length of a list item's marker: `-`, `12.`.
fn list_marker(content: &str) -> Option<usize> {
    let digits = content.bytes().take_while(u8::is_ascii_digit).count();
    let characters: &[char] = match digits {
        0 => &['-', '*', '+'],
        1..=9 => &['.', ')'],
        _ => return None,
    };
    let rest = content[digits..].strip_prefix(characters)?;
    rest.starts_with([' ', '\t']).then_some(digits + 1)
}

/// The backticks or tildes that open fenced code. After backticks there are none in the line: those are a code span.
fn opening_marker(content: &str) -> Option<&str> {
    let character = content.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let info = content.trim_start_matches(character);
    let len = content.len() - info.len();
    let is_span = character == '`' && info.contains('`');
    (len >= 3 && !is_span).then_some(&content[..len])
}

#[cfg(test)]
mod tests {
    use super::super::violations;
    use super::find_in_markdown;

    fn check(text: &str, html: &str, expected: Option<&str>) {
        let found = violations(html, &[]);
        let range = find_in_markdown(&found[0], text);
        assert_eq!(range.map(|range| &text[range]), expected, "{text}");
    }

    #[test]
    fn the_attribute_of_the_element_is_found() {
        let style = "<b style='a{b}'>";
        check(
            "The word style= is here, <i style='c'>and</i> `<b style=d>`.\n\n<b title=\">\" style='a{b}'>x</b>",
            style,
            Some("style='a{b}'"),
        );
        check(
            "```html\n<b style=d>\n```\n<B\n  STYLE='e'>x</B>",
            style,
            Some("STYLE='e'"),
        );
        check(
            "> ~~~\n> <b style=d>\n> ~~~~\n\n<b style=e>",
            style,
            Some("style=e"),
        );
        check("`<title>` <b style=e>", style, Some("style=e"));
        check(
            "<a href=/x>x</a> <a href='&#106;avascript:x'>y</a>",
            "<a href='javascript:x'>",
            Some("href='&#106;avascript:x'"),
        );
        check("<Card />, style=", style, None);
    }

    #[test]
    fn fenced_code_ends_as_in_commonmark() {
        let style = "<b style=x>";
        for before in [
            "```x``` is a code span\n",
            "```\n<b style=a>\n```x\n<b style=b>\n```\n",
            "> ```\n> <b style=a>\n\n",
            "- ```\n  <b style=a>\n\n",
            "1. a\n   - ~~~\n     <b style=a>\n\n     <b style=b>\n   ",
            "  ```\n<b style=a>\n  ```\n",
            "- ```\n  <b style=a>\n  ```\n- ",
            "``a ` <b style=a>`` ",
        ] {
            check(&format!("{before}<b style=e>"), style, Some("style=e"));
        }
        check("```\n<b style=a>\n~~~\n``", style, None);
    }

    #[test]
    fn a_line_of_hostile_text_is_read_once() {
        let open = "<".repeat(200_000);
        let text = format!("{open}{}<b style=e>", "`<a '".repeat(100_001));
        check(&text, "<b style=x>", Some("style=e"));
    }

    #[test]
    fn elements_are_found_by_their_tags() {
        check(
            "`<script>` <script>x</script>",
            "<script>x</script>",
            Some("<script"),
        );
        check("a < b <style>x</style>", "<style>x</style>", Some("<style"));
    }
}
