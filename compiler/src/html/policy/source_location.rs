//! Finds the place in the Markdown that violates the Content-Security-Policy, because the page's HTML has no source locations.

use super::{Violation, refused_attribute};
use crate::markdown::start_tag_ranges;
use crate::source::SourceFile;
use bindery_html::{Tag, start_tags};
use std::ops::Range;

/// The attribute or the start tag that a violation is about, in the source of its page. `None` if the source has no such
/// tag: then a component rendered it.
#[must_use]
pub fn find_in_markdown(violation: &Violation, file: &SourceFile) -> Option<Range<usize>> {
    start_tag_ranges(file).into_iter().find_map(|tag| {
        let range = matching_range(violation, &file.text[tag.clone()])?;
        Some(tag.start + range.start..tag.start + range.end)
    })
}

/// The range that a violation is about in a start tag.
fn matching_range(violation: &Violation, source: &str) -> Option<Range<usize>> {
    let tag = start_tags(source).next()?;
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

#[cfg(test)]
mod tests {
    use super::super::violations;
    use super::find_in_markdown;
    use crate::source::{FileId, SourceFile};

    fn check(text: &str, html: &str, expected: Option<&str>) {
        let found = violations(html, &[]);
        let file = SourceFile::from_text(FileId(0), "docs/a.md", text);
        let range = find_in_markdown(&found[0], &file);
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
        check(
            "<!-- <b style=c> --> $x <b style=d>y</b>$ <b style=e>",
            style,
            Some("style=e"),
        );
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
