//! Words the errors of the YAML parser for authors: what is wrong in their line, and what to write instead.

use super::find_json_faults;
use crate::diagnostic::{Code, Diagnostics};
use crate::{SourceFile, Span};
use std::ops::Range;

/// An error of the parser.
pub(super) struct ParserError<'e> {
    /// The offset of the error in the parsed text, in bytes.
    pub(super) at: usize,
    /// What the parser says.
    pub(super) info: &'e str,
}

/// Reports an error of the parser, which has read the part `range` of a file.
pub(super) fn report(
    file: &SourceFile,
    range: &Range<usize>,
    ParserError { at, info }: ParserError<'_>,
    code: Code,
    sink: &mut Diagnostics,
) {
    let text = &file.text[range.clone()];
    let span =
        |part: Range<usize>| Span::new(file.id, range.start + part.start, range.start + part.end);
    if file.has_extension("json") && report_as_json(file, range, code, sink) {
        return;
    }
    if let Some((value, message)) = value_without_quotes(text, at, info) {
        let quoted = quoted(&text[value.clone()]);
        sink.error(code, span(value.clone()), message)
            .help(format!("write `{quoted}`"))
            .fix(span(value), quoted);
        return;
    }
    if info.contains("quoted scalar")
        && let Some(quote) = unclosed_quote(text, at)
    {
        let sign = &text[quote..=quote];
        sink.error(
            code,
            span(quote..quote + 1),
            format!("the quote `{sign}` is never closed"),
        )
        .help(format!("write `{sign}` at the end of the value, too"));
        return;
    }
    let end = text[at..].chars().next().map_or(at, |c| at + c.len_utf8());
    let message = format!("bad YAML: {info}");
    let problem = sink.error(code, span(at..end), message);
    let line = line_at(text, at);
    let indentation = &text[line.start..line.end - text[line.clone()].trim_start().len()];
    if indentation.contains('\t') {
        problem.help("indent with spaces: YAML allows no tabs there");
    } else if info.contains("flow sequence") {
        problem.help("close the list with `]`, or write a comma between its items");
    } else if info.contains("flow mapping") {
        problem.help("close the object with `}`, or write a comma between its entries");
    }
}

/// The value at an error that needs quotes, and why it needs them.
fn value_without_quotes(text: &str, at: usize, info: &str) -> Option<(Range<usize>, String)> {
    if info.contains("mapping values are not allowed")
        && let Some(value) = value_with_colon(text, at)
    {
        let message = "a value with `: ` in it needs quotes".to_owned();
        return Some((value, message));
    }
    let value = value_with_reserved_sign(text, at)?;
    let (sign, meaning) = reserved(&text[value.clone()]).unwrap_or_default();
    let message = format!("a value that begins with `{sign}` needs quotes{meaning}");
    Some((value, message))
}

/// Reports the error of a JSON file, which the parser reads as YAML: in words of YAML nobody would find a missing comma.
/// Whether JSON has an error there, too.
fn report_as_json(
    file: &SourceFile,
    range: &Range<usize>,
    code: Code,
    sink: &mut Diagnostics,
) -> bool {
    let Some(fault) = find_json_faults(&file.text[range.clone()]).pop() else {
        return false;
    };
    let (start, end) = (fault.range.start, fault.range.end);
    let span = Span::new(file.id, range.start + start, range.start + end);
    sink.error(code, span, format!("bad JSON: {}", fault.message))
        .help(fault.help);
    true
}

/// A value in double quotes.
fn quoted(value: &str) -> String {
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The range of the line that contains `at`, without its line break.
fn line_at(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[start..]
        .find('\n')
        .map_or(text.len(), |end| start + end);
    start..start + text[start..end].trim_end_matches('\r').len()
}

/// The value of `key: value: more`; `None` where quoting the value would not help.
fn value_with_colon(text: &str, at: usize) -> Option<Range<usize>> {
    let line = line_at(text, at);
    let written = &text[line.clone()];
    let (key, value) = written.split_once(": ")?;
    let start = line.start + key.len() + 2 + (value.len() - value.trim_start().len());
    let value = without_comment(value).trim();
    if is_continued(text, &line) {
        return None;
    }
    let is_plain =
        value.contains(':') && !value.starts_with(['"', '\'', '[', '{', '|', '>', '&', '*', '!']);
    is_plain.then(|| start..start + value.len())
}

/// The signs that a plain value cannot begin with, and what YAML reads them as.
const RESERVED: [(&str, &str); 9] = [
    ("@", ""),
    ("`", ""),
    ("%", ": in YAML it begins a directive"),
    ("*", ": in YAML it begins an alias"),
    ("&", ": in YAML it begins an anchor"),
    ("!", ": in YAML it begins a tag"),
    ("|", ": in YAML it begins a text of several lines"),
    (">", ": in YAML it begins a text of several lines"),
    ("- ", ": in YAML it begins an item of a list"),
];

fn reserved(value: &str) -> Option<(&'static str, &'static str)> {
    let mut signs = RESERVED.into_iter();
    signs
        .find(|(sign, _)| value.starts_with(sign))
        .map(|(sign, meaning)| (sign.trim_end(), meaning))
}

/// The value at `at` if it begins with a sign that YAML reserves.
fn value_with_reserved_sign(text: &str, at: usize) -> Option<Range<usize>> {
    let line = line_at(text, at);
    let before = text[line.start..at].trim_end();
    let value = without_comment(text.get(at..line.end)?).trim();
    let is_value = before.ends_with(':') || before.trim_start() == "-";
    (is_value && reserved(value).is_some() && !is_continued(text, &line))
        .then(|| at..at + value.len())
}

/// A plain value without the comment after it: a `#` begins one if a space or tab is before it.
fn without_comment(value: &str) -> &str {
    let mut signs = value.match_indices('#');
    let comment = signs.find(|(at, _)| value[..*at].ends_with([' ', '\t']));
    comment.map_or(value, |(at, _)| &value[..at])
}

/// Whether the next line with text is deeper than this one, so that a plain value goes on there.
fn is_continued(text: &str, line: &Range<usize>) -> bool {
    let depth = |line: &str| line.len() - line.trim_start_matches([' ', '-']).len();
    let mut below = text[line.end..].lines().skip(1);
    let next = below.find(|below| !below.trim().is_empty());
    next.is_some_and(|next| depth(next) > depth(&text[line.clone()]))
}

/// The offset of the last quote up to `at` that begins a value and is not closed in its line.
fn unclosed_quote(text: &str, at: usize) -> Option<usize> {
    let line = line_at(text, at);
    let mut end = line.end;
    for line in text[..end].rsplit('\n') {
        let start = end - line.len();
        let value = line.find(": ").map_or(0, |colon| colon + 2);
        let value =
            value + (line[value..].len() - line[value..].trim_start_matches([' ', '-']).len());
        if let Some(quote @ ('"' | '\'')) = line[value..].chars().next() {
            let is_closed = line[value + 1..].contains(quote);
            return (!is_closed).then_some(start + value);
        }
        end = start.saturating_sub(1);
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::SourceFile;
    use crate::diagnostic::{Code, Diagnostics};
    use crate::tree::FileId;
    use crate::value::parse_yaml;

    /// A text, and the start of the message, the help and the fix.
    const CASES: [(&str, &str, &str, Option<&str>); 9] = [
        (
            "a: @b c # note\n",
            "a value that begins with `@` needs quotes",
            "write `\"@b c\"`",
            Some("\"@b c\""),
        ),
        (
            "- a\n- `b`\n",
            "a value that begins with ``` needs quotes",
            "write `\"`b`\"`",
            Some("\"`b`\""),
        ),
        (
            "a: *b c\n",
            "a value that begins with `*` needs quotes: in YAML it begins an alias",
            "write `\"*b c\"`",
            Some("\"*b c\""),
        ),
        (
            "- **b**\n",
            "a value that begins with `*` needs quotes",
            "write `\"**b**\"`",
            Some("\"**b**\""),
        ),
        (
            "a: %b\n",
            "a value that begins with `%` needs quotes: in YAML it begins a directive",
            "write `\"%b\"`",
            Some("\"%b\""),
        ),
        (
            "a: - b\n",
            "a value that begins with `-` needs quotes: in YAML it begins an item",
            "write `\"- b\"`",
            Some("\"- b\""),
        ),
        (
            "a: | b\n",
            "a value that begins with `|` needs quotes: in YAML it begins a text",
            "write `\"| b\"`",
            Some("\"| b\""),
        ),
        (
            "a: [b\n",
            "bad YAML",
            "close the list with `]`, or write a comma between its items",
            None,
        ),
        (
            "{\"a\": 1\n",
            "bad YAML",
            "close the object with `}`, or write a comma between its entries",
            None,
        ),
    ];

    #[test]
    fn syntax_errors_say_what_to_write() {
        for (text, message, help, fix) in CASES {
            let file = SourceFile::from_text(FileId(0), "a.yml", text);
            let mut sink = Diagnostics::new();
            let _ = parse_yaml(&file, 0..text.len(), Code::BadFrontMatter, &mut sink);
            let list = sink.into_sorted();
            assert_eq!(list.len(), 1, "{list:?}");
            assert!(list[0].message.starts_with(message), "{list:?}");
            assert_eq!(list[0].help.as_deref(), Some(help));
            let fixes = list[0].fixes.iter().map(|fix| fix.replacement.as_str());
            assert_eq!(
                fixes.collect::<Vec<_>>(),
                fix.into_iter().collect::<Vec<_>>()
            );
        }
    }
}
