//! Writes diagnostics as text with excerpts, and as JSON.

use super::escape::{is_active, visible};
use super::{Diagnostic, Severity};
use crate::{SourceFile, SourceTree, Span};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;
use std::path::{Component, PathBuf};

/// Columns that a tab takes in an excerpt.
const TAB: &str = "    ";

/// The most columns of a line that an excerpt shows.
const MAX_COLUMNS: usize = 160;

impl Severity {
    /// The printed name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// Whether text has the colours of a terminal: see [`paint`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// No colours.
    Plain,
    /// ANSI escape sequences.
    Colours,
}

impl Paint {
    fn put(self, sequence: &str, text: &str) -> String {
        match self {
            Paint::Colours if !text.is_empty() => format!("\x1b[{sequence}m{text}\x1b[0m"),
            _ => text.to_owned(),
        }
    }

    fn severity(self, severity: Severity, text: &str) -> String {
        match severity {
            Severity::Warning => self.put("1;33", text),
            Severity::Error => self.put("1;31", text),
        }
    }
}

/// A span as lines and columns, both from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Location {
    pub(super) path: String,
    pub(super) start: (u32, u32),
    pub(super) end: (u32, u32),
}

pub(super) fn location_of(span: Span, tree: &SourceTree) -> Location {
    let file = tree.file(span.file);
    Location {
        path: shown_path(file, tree),
        start: file.lines.line_col(&file.text, span.start),
        end: file.lines.line_col(&file.text, span.end),
    }
}

/// One problem as text: `path:line:col: severity[code]: message`, the line, carets and the help. Ends without a line
/// break.
#[must_use]
pub fn render(diagnostic: &Diagnostic, tree: &SourceTree) -> String {
    paint(diagnostic, tree, Paint::Plain)
}

/// [`render`] with or without colours.
#[must_use]
pub fn paint(diagnostic: &Diagnostic, tree: &SourceTree, paint: Paint) -> String {
    let severity = diagnostic.severity;
    let label = format!("{}[{}]", severity.name(), diagnostic.code.name());
    let label = paint.severity(severity, &label);
    let head = format!("{label}: {}", paint.put("1", &visible(&diagnostic.message)));
    let Some(span) = diagnostic.span else {
        return with_help(head, diagnostic, paint);
    };
    let file = tree.file(span.file);
    let Location { path, start, .. } = location_of(span, tree);
    let path = visible(&path);
    if span.start == span.end && span.start == 0 {
        return with_help(format!("{path}: {head}"), diagnostic, paint);
    }
    let (line, column) = start;
    let mut text = format!("{path}:{line}:{column}: {head}");
    let line_text = file.lines.line(&file.text, line);
    let line_start = file.lines.start(line);
    let marked = span.start as usize - line_start..(span.end as usize).saturating_sub(line_start);
    let excerpt = Excerpt::new(line_text, marked);
    let margin = |text: &str| paint.put("34", text);
    let blank = excerpt.carets.len() - excerpt.carets.trim_start().len();
    let (blank, carets) = excerpt.carets.split_at(blank);
    let carets = format!("{blank}{}", paint.severity(severity, carets));
    let number = margin(&format!("{line:5} |"));
    let _ = write!(
        text,
        "\n{number} {}\n{} {carets}",
        excerpt.line,
        margin("      |")
    );
    if let Some(help) = &diagnostic.help {
        let _ = write!(text, " {}", shown_help(help, paint));
    }
    text
}

fn with_help(head: String, diagnostic: &Diagnostic, paint: Paint) -> String {
    match &diagnostic.help {
        Some(help) => {
            let help = shown_help(help, paint);
            format!("{head}\n      = {help}")
        }
        None => head,
    }
}

fn shown_help(help: &str, paint: Paint) -> String {
    paint.put("36", &format!("help: {}", visible(help)))
}

/// The path as a terminal can open it: under the folder that was read.
pub(super) fn shown_path(file: &SourceFile, tree: &SourceTree) -> String {
    let path = tree.root.join(&file.path);
    // Of the folder that a command is run in, `.` says nothing: `./../docs/a.md`.
    let shown = path.components().filter(|part| *part != Component::CurDir);
    shown.collect::<PathBuf>().display().to_string()
}

struct Excerpt {
    line: String,
    carets: String,
}

impl Excerpt {
    /// Formats a line and marks a range of its bytes. Of a long line, such as minified data, only the part around the range
    /// is read, so that the time for many problems in one line does not grow with its length.
    fn new(line: &str, marked: Range<usize>) -> Self {
        let from = boundary_before(line, marked.start);
        let is_long = line.len() > MAX_COLUMNS && line.chars().nth(MAX_COLUMNS).is_some();
        let first = match is_long {
            true => nth_char_before(line, from, MAX_COLUMNS / 4),
            false => 0,
        };
        let end = nth_char_after(line, first, MAX_COLUMNS);
        let mut excerpt = Excerpt {
            line: String::new(),
            carets: String::new(),
        };
        if first > 0 {
            excerpt.line.push('…');
            excerpt.carets.push(' ');
        }
        for (at, character) in line[first..end].char_indices() {
            let at = first + at;
            let is_marked = at == from || marked.contains(&at);
            excerpt.push(character, if is_marked { '^' } else { ' ' });
        }
        if end < line.len() {
            excerpt.line.push('…');
        }
        let marks = excerpt.carets.trim_end().len();
        excerpt.carets.truncate(marks);
        if from >= end {
            excerpt.carets = " ".repeat(columns(&excerpt.line)) + "^";
        }
        excerpt
    }

    fn push(&mut self, character: char, mark: char) {
        match character {
            '\t' => {
                self.line.push_str(TAB);
                self.carets.extend(TAB.chars().map(|_| mark));
            }
            _ if is_active(character) => {
                for shown in character.escape_default() {
                    self.line.push(shown);
                    self.carets.push(mark);
                }
            }
            _ => {
                self.line.push(character);
                self.carets
                    .extend(std::iter::repeat_n(mark, width(character)));
            }
        }
    }
}

/// The start of the character that contains a byte of `text`, or its end.
fn boundary_before(text: &str, byte: usize) -> usize {
    let mut at = byte.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn nth_char_before(text: &str, at: usize, count: usize) -> usize {
    let mut before = text[..at].char_indices().rev().take(count);
    before.by_ref().last().map_or(at, |(start, _)| start)
}

fn nth_char_after(text: &str, at: usize, count: usize) -> usize {
    let mut after = text[at..].char_indices().skip(count);
    after.next().map_or(text.len(), |(length, _)| at + length)
}

fn columns(text: &str) -> usize {
    text.chars().map(width).sum()
}

/// Columns of a character in a terminal: two for East Asian wide forms and emoji, none for marks that join.
fn width(character: char) -> usize {
    match u32::from(character) {
        0x0300..=0x036f | 0x200b..=0x200f | 0xfe00..=0xfe0f => 0,
        0x1100..=0x115f
        | 0x2e80..=0xa4cf
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f
        | 0xff00..=0xff60
        | 0xffe0..=0xffe6
        | 0x1_f300..=0x1_faff
        | 0x2_0000..=0x3_fffd => 2,
        _ => 1,
    }
}

/// The number of diagnostics by severity and by code: `3 errors, 2 warnings (broken-link 4, bad-data 1)`, or
/// `no problems`.
#[must_use]
pub fn summary(list: &[Diagnostic]) -> String {
    let count = |severity| list.iter().filter(|d| d.severity == severity).count();
    let named = |severity: Severity| match count(severity) {
        0 => None,
        1 => Some(format!("1 {}", severity.name())),
        many => Some(format!("{many} {}s", severity.name())),
    };
    let parts: Vec<String> = [Severity::Error, Severity::Warning]
        .into_iter()
        .filter_map(named)
        .collect();
    if parts.is_empty() {
        return "no problems".to_owned();
    }
    let mut codes: BTreeMap<_, usize> = BTreeMap::new();
    for one in list {
        *codes.entry(one.code).or_default() += 1;
    }
    let mut codes: Vec<_> = codes.into_iter().collect();
    codes.sort_by_key(|(code, count)| (std::cmp::Reverse(*count), *code));
    let codes = codes
        .iter()
        .map(|(code, count)| format!("{} {count}", code.name()));
    format!(
        "{} ({})",
        parts.join(", "),
        codes.collect::<Vec<_>>().join(", ")
    )
}

/// The list as data: `[{code, severity, message, help, path, line, column, endLine, endColumn, fixes}]`, places from 1
/// and null where there is none; `fixes` is a list of `{path, line, column, endLine, endColumn, replacement}`. Keys may
/// be added; existing keys do not change their meaning.
#[must_use]
pub fn to_json(list: &[Diagnostic], tree: &SourceTree) -> Value {
    list.iter().map(|one| one_to_json(one, tree)).collect()
}

fn one_to_json(diagnostic: &Diagnostic, tree: &SourceTree) -> Value {
    let location = diagnostic.span.map(|span| location_of(span, tree));
    let (path, start, end) = match location {
        Some(Location { path, start, end }) => (Some(path), Some(start), Some(end)),
        None => (None, None, None),
    };
    let fixes = diagnostic.fixes.iter().map(|fix| {
        let Location { path, start, end } = location_of(fix.span, tree);
        json!({
            "path": path,
            "line": start.0,
            "column": start.1,
            "endLine": end.0,
            "endColumn": end.1,
            "replacement": fix.replacement,
        })
    });
    json!({
        "code": diagnostic.code.name(),
        "severity": diagnostic.severity.name(),
        "message": diagnostic.message,
        "help": diagnostic.help,
        "path": path,
        "line": start.map(|location| location.0),
        "column": start.map(|location| location.1),
        "endLine": end.map(|location| location.0),
        "endColumn": end.map(|location| location.1),
        "fixes": fixes.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Code, Diagnostics};
    use crate::{FileId, Span};

    fn check(text: &str, marked: &str, expected: &str) {
        let tree = SourceTree::from_texts(&[("docs/a.md", text)]);
        let start = text.find(marked).unwrap();
        let span = Span::new(FileId(0), start, start + marked.len());
        let mut sink = Diagnostics::new();
        sink.warn(Code::BrokenLink, span, "no page at `/b`")
            .help("did you mean `/a`?");
        assert_eq!(render(&sink.into_sorted()[0], &tree), expected);
    }

    #[test]
    fn the_folder_that_a_command_is_run_in_is_not_shown() {
        for (root, path, shown) in [
            (".", "../docs/a.md", "../docs/a.md"),
            (".", "docs/a.md", "docs/a.md"),
            ("./site", "docs/a.md", "site/docs/a.md"),
            ("/s/site", "../docs/a.md", "/s/site/../docs/a.md"),
        ] {
            let mut tree = SourceTree::from_texts(&[(path, "")]);
            tree.root = PathBuf::from(root);
            assert_eq!(shown_path(&tree.files[0], &tree), shown);
        }
    }

    #[test]
    fn the_excerpt_marks_the_span() {
        check(
            "one\nSee [A](/b) here.\n",
            "/b",
            "docs/a.md:2:9: warning[broken-link]: no page at `/b`\n    2 | See [A](/b) here.\n      |         ^^ \
             help: did you mean `/a`?",
        );
    }

    #[test]
    fn tabs_and_wide_letters_keep_the_carets_in_place() {
        check(
            "\t申鶴 [é](/b)\r\n",
            "/b",
            "docs/a.md:1:9: warning[broken-link]: no page at `/b`\n    1 |     申鶴 [é](/b)\n      |              ^^ \
             help: did you mean `/a`?",
        );
    }

    #[test]
    fn what_acts_on_a_terminal_is_escaped_and_the_carets_stay_in_place() {
        check(
            "\u{1b}[31m \u{202e}[A](/b\u{7})",
            "/b\u{7}",
            "docs/a.md:1:12: warning[broken-link]: no page at `/b`\n    1 | \\u{1b}[31m \\u{202e}[A](/b\\u{7})\n      \
             |                        ^^^^^^^ help: did you mean `/a`?",
        );
    }

    #[test]
    fn a_name_and_a_message_with_line_breaks_begin_no_line() {
        let name = "docs/a\n::warning ::b\u{1b}[2J.md";
        let tree = SourceTree::from_texts(&[(name, "[A](/b)\n")]);
        let mut sink = Diagnostics::new();
        sink.warn(
            Code::BrokenLink,
            Span::new(FileId(0), 4, 6),
            "no\n::error ::c",
        )
        .help("d\r\n::error ::e");
        sink.warn(Code::EmptySite, None, "f\n::error ::g")
            .help("h\ni");
        for one in &sink.into_sorted() {
            let text = render(one, &tree);
            assert!(!text.contains(['\u{1b}', '\r']), "{text:?}");
            assert!(
                text.lines()
                    .all(|line| !line.trim_start().starts_with("::")),
                "{text:?}"
            );
            let data = &to_json(std::slice::from_ref(one), &tree)[0];
            assert_eq!(data["message"], one.message.as_str());
            let github = crate::diagnostic::to_github(std::slice::from_ref(one), &tree);
            assert_eq!(github.lines().count(), 1, "{github:?}");
        }
    }

    #[test]
    fn of_several_lines_the_first_is_marked() {
        check(
            "<A\n  b>",
            "<A\n  b>",
            "docs/a.md:1:1: warning[broken-link]: no page at `/b`\n    1 | <A\n      | ^^ help: did you mean `/a`?",
        );
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let text = format!("{}(/b){}", "x".repeat(500), "y".repeat(500));
        let tree = SourceTree::from_texts(&[("a.md", &text)]);
        let mut sink = Diagnostics::new();
        sink.error(Code::BadData, Span::new(FileId(0), 501, 503), "m");
        let rendered = render(&sink.into_sorted()[0], &tree);
        let lines: Vec<&str> = rendered.lines().collect();
        assert!(lines[1].chars().count() < 180, "{rendered}");
        let at = lines[2].find('^').unwrap();
        assert_eq!(lines[1].chars().skip(at).take(2).collect::<String>(), "/b");
    }

    #[test]
    fn an_excerpt_of_a_long_line_is_as_large_as_that_of_a_short_one() {
        let render_last = |length: usize| {
            let line = "é</b>".repeat(length);
            let end = line.len();
            let excerpt = Excerpt::new(&line, end - 4..end);
            (excerpt.line, excerpt.carets)
        };
        let (line, carets) = render_last(100);
        assert_eq!(render_last(100_000), (line.clone(), carets));
        assert!(line.starts_with('…') && line.chars().count() < MAX_COLUMNS);
        // The parts of a long line that a rendering reads: 10,000 problems in one line read 10,000 windows.
        let line = "é</b>".repeat(100_000);
        assert_eq!(nth_char_before(&line, line.len(), 5), line.len() - 6);
        assert_eq!(nth_char_after(&line, 0, 5), 6);
    }

    #[test]
    fn problems_without_an_excerpt_keep_their_help() {
        let tree = SourceTree::from_texts(&[("a.md", "")]);
        let mut sink = Diagnostics::new();
        sink.error(Code::EmptySite, None, "nothing").help("write");
        sink.error(Code::UnreadableFile, Span::start_of(FileId(0)), "no");
        let list = sink.into_sorted();
        assert_eq!(
            render(&list[0], &tree),
            "error[empty-site]: nothing\n      = help: write"
        );
        assert_eq!(render(&list[1], &tree), "a.md: error[unreadable-file]: no");
        assert_eq!(summary(&list), "2 errors (empty-site 1, unreadable-file 1)");
        assert_eq!(summary(&[]), "no problems");
        let data = to_json(&list, &tree);
        assert_eq!(data[0]["path"], Value::Null);
        assert_eq!(data[1]["line"], 1);
    }
    #[test]
    fn colours_change_nothing_but_colours() {
        let tree = SourceTree::from_texts(&[("docs/a.md", "See [A](/b) here.\n")]);
        let mut sink = Diagnostics::new();
        sink.warn(Code::BrokenLink, Span::new(FileId(0), 8, 10), "no page")
            .help("write one");
        let one = &sink.into_sorted()[0];
        let mut painted = paint(one, &tree, Paint::Colours);
        assert!(painted.contains("\x1b[1;33m^^\x1b[0m"), "{painted}");
        for sequence in ["1;33", "1", "34", "36", "0"] {
            painted = painted.replace(&format!("\x1b[{sequence}m"), "");
        }
        assert_eq!(painted, render(one, &tree));
    }
}
