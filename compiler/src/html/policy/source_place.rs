//! Finds the markup of a violation in the Markdown of its page. The page's HTML has no places of its own.

use super::{Violation, refused_attribute};
use bindery_html::{Tag, start_tags};
use std::ops::Range;

/// The longest tag that is read, so that hostile text cannot make each `<` cost the length of the file.
const MAX_TAG_BYTES: usize = 4096;

/// The attribute or the start tag that a violation is about, in the source of its page. `None` if no such tag is written there:
/// then a component rendered it.
#[must_use]
pub fn find_in_markdown(violation: &Violation, text: &str) -> Option<Range<usize>> {
    tag_places(text).find_map(|at| {
        let end = text.floor_char_boundary(at + MAX_TAG_BYTES);
        let range = matching_range(violation, &text[at..end])?;
        Some(at + range.start..at + range.end)
    })
}

/// The range that a violation is about in the start tag at the start of some HTML. Each tag is read alone: in Markdown, the text
/// after `<title>` in a code span is not raw text.
fn matching_range(violation: &Violation, html: &str) -> Option<Range<usize>> {
    if !html[1..].starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let tag = start_tags(html).next()?;
    let tag_range = |tag: &Tag<'_>, name: &str| tag.is(name).then_some(0..name.len() + 1);
    match violation {
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

/// The offsets of `<` outside of fenced code and code spans.
fn tag_places(text: &str) -> impl Iterator<Item = usize> {
    let mut fence: Option<&str> = None;
    let mut start = 0;
    text.split_inclusive('\n').flat_map(move |line| {
        let offset = start;
        start += line.len();
        let marker = fence_marker(line);
        let is_code = fence.is_some() || marker.is_some();
        fence = match fence {
            Some(open) if marker.is_some_and(|own| own.starts_with(open)) => None,
            None => marker,
            open => open,
        };
        let places = line.match_indices('<').map(|(at, _)| at);
        let places = places.filter(move |at| !is_code && !is_in_code_span(line, *at));
        places.map(move |at| offset + at)
    })
}

/// The backticks or tildes that begin or end fenced code.
fn fence_marker(line: &str) -> Option<&str> {
    let line = line.trim_start_matches([' ', '>', '\t']);
    let character = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let len = line.len() - line.trim_start_matches(character).len();
    (len >= 3).then_some(&line[..len])
}

fn is_in_code_span(line: &str, at: usize) -> bool {
    line[..at].matches('`').count() % 2 == 1 && line[at..].contains('`')
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
            "The word style= stands here, <i style='c'>and</i> `<b style=d>`.\n\n<b title=\">\" style='a{b}'>x</b>",
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
    fn elements_are_found_by_their_tags() {
        check(
            "`<script>` <script>x</script>",
            "<script>x</script>",
            Some("<script"),
        );
        check("a < b <style>x</style>", "<style>x</style>", Some("<style"));
    }
}
