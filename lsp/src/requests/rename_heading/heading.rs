//! The parts of a heading's source.

use bindery_compiler::source::Span;
use std::ops::Range;

/// The name of a heading, without its marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Name {
    /// The bytes of the text.
    pub(super) text: Range<usize>,
    /// `{#id}`.
    pub(super) explicit_id: Option<Range<usize>>,
}

/// The name of a heading that is written with `#`; `None` for other forms.
pub(super) fn name_of(text: &str, span: Span) -> Option<Name> {
    let source = text.get(span.start as usize..span.end as usize)?;
    let line = source.lines().next()?;
    let marks = line.trim_start();
    let start = line.len() - marks.trim_start_matches('#').trim_start().len();
    if !marks.starts_with('#') || source.trim_end().contains('\n') {
        return None;
    }
    let mut end = line.trim_end().len();
    // A closing row of `#` follows a space.
    let unmarked = line[..end].trim_end_matches('#');
    if unmarked.ends_with([' ', '\t']) {
        end = unmarked.trim_end().len();
    }
    let mut explicit_id = None;
    if line[..end].ends_with('}')
        && let Some(at) = line[..end].rfind("{#")
    {
        explicit_id = Some(at..end);
        end = line[..at].trim_end().len();
    }
    let offset = span.start as usize;
    let moved = |range: Range<usize>| offset + range.start..offset + range.end;
    (start < end).then(|| Name {
        text: moved(start..end),
        explicit_id: explicit_id.map(moved),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bindery_compiler::source::FileId;

    #[test]
    fn names_are_without_marks_and_ids() {
        let check = |source: &str, expected: Option<(&str, Option<&str>)>| {
            let text = format!("x\n{source}");
            let found = name_of(&text, Span::new(FileId(0), 2, text.len()));
            let found = found.map(|name| (&text[name.text], name.explicit_id.map(|id| &text[id])));
            let expected = expected.map(|(name, id)| (name, id.map(str::to_owned)));
            let found = found.map(|(name, id)| (name, id.map(str::to_owned)));
            assert_eq!(found, expected, "{source}");
        };
        check("## One `two`", Some(("One `two`", None)));
        check("## C# ##", Some(("C#", None)));
        check("# One {#a-b}", Some(("One", Some("{#a-b}"))));
        check("# One {#a} #\r", Some(("One", Some("{#a}"))));
        check("One\n===", None);
        check("<h2>One</h2>", None);
        check("##", None);
        check("## {#a}", None);
    }
}
