//! Groups diagnostics by their cause, worst first, and writes the first of each group.

use super::render::location_of;
use super::{Code, Diagnostic, Impact, Paint, Severity, paint, visible};
use crate::{FileId, SourceTree};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;

/// From this many problems with the same message on, the message counts as a separate cause.
const SAME_MESSAGE: usize = 10;

/// Files that the end of a group names.
const SHOWN_FILES: usize = 3;

/// Problems with the same cause, in order of place.
#[derive(Clone, Debug)]
pub struct DiagnosticGroup<'d> {
    /// The kind of the problems.
    pub code: Code,
    /// The severity of the problems.
    pub severity: Severity,
    /// The message of the problems, if all have the same and there are many.
    pub message: Option<&'d str>,
    /// The problems; never empty.
    pub problems: Vec<&'d Diagnostic>,
}

impl<'d> DiagnosticGroup<'d> {
    fn order(&self) -> (Reverse<Severity>, Impact, Reverse<usize>, Code, &'d str) {
        let files = Reverse(files_of(&self.problems).len());
        let message = self.message.unwrap_or_default();
        let impact = self.code.impact();
        (Reverse(self.severity), impact, files, self.code, message)
    }
}

/// The files that have these problems, with the number of theirs; those with most first.
fn files_of(problems: &[&Diagnostic]) -> Vec<(FileId, usize)> {
    let mut counts: BTreeMap<FileId, usize> = BTreeMap::new();
    for span in problems.iter().filter_map(|one| one.span) {
        *counts.entry(span.file).or_default() += 1;
    }
    let mut files: Vec<_> = counts.into_iter().collect();
    files.sort_by_key(|(file, count)| (Reverse(*count), *file));
    files
}

/// How many problems of each group are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// This many, and the number of the others with their files.
    First(usize),
    /// All.
    All,
}

/// Groups problems: errors first, then by what they cost the readers, then by the number of files.
#[must_use]
pub fn group_by_cause(list: &[Diagnostic]) -> Vec<DiagnosticGroup<'_>> {
    let mut messages: BTreeMap<(Severity, Code, &str), usize> = BTreeMap::new();
    for one in list {
        let key = (one.severity, one.code, one.message.as_str());
        *messages.entry(key).or_default() += 1;
    }
    let mut groups: BTreeMap<(Severity, Code, Option<&str>), Vec<&Diagnostic>> = BTreeMap::new();
    for one in list {
        let key = (one.severity, one.code, one.message.as_str());
        let message = (messages[&key] >= SAME_MESSAGE).then_some(one.message.as_str());
        let key = (one.severity, one.code, message);
        groups.entry(key).or_default().push(one);
    }
    let groups = groups
        .into_iter()
        .map(|((severity, code, message), problems)| DiagnosticGroup {
            code,
            severity,
            message,
            problems,
        });
    let mut groups: Vec<_> = groups.collect();
    groups.sort_by_cached_key(DiagnosticGroup::order);
    groups
}

/// Writes the first problems of a group, a blank line between two, and how many others there are. Ends without a line
/// break.
#[must_use]
pub fn render_group(
    group: &DiagnosticGroup<'_>,
    tree: &SourceTree,
    shown: Shown,
    colours: Paint,
) -> String {
    let count = match shown {
        // One more takes no more room than the line that counts it.
        Shown::First(count) if group.problems.len() > count + 1 => count,
        _ => group.problems.len(),
    };
    let (first, rest) = group.problems.split_at(count);
    let mut blocks: Vec<String> = first.iter().map(|one| paint(one, tree, colours)).collect();
    if !rest.is_empty() {
        blocks.push(write_rest(group, rest, tree));
    }
    blocks.join("\n\n")
}

/// `… and 36 more [broken-link]; 4 files: docs/a.md (20), docs/b.md (9), docs/c.md (4) …`.
fn write_rest(group: &DiagnosticGroup<'_>, rest: &[&Diagnostic], tree: &SourceTree) -> String {
    let mut text = format!("  … and {} more [{}]", rest.len(), group.code.name());
    if group.message.is_some() {
        text.push_str(" with this message");
    }
    let files = files_of(rest);
    let path_of = |file: FileId| {
        let mut spans = rest.iter().filter_map(|one| one.span);
        let first = spans.find(|span| span.file == file);
        let path = first.map(|span| location_of(span, tree).path);
        visible(&path.unwrap_or_default()).into_owned()
    };
    match files.as_slice() {
        [] => {}
        [(only, _)] => {
            let _ = write!(text, ", all in {}", path_of(*only));
        }
        many => {
            let shown = many.iter().take(SHOWN_FILES);
            let names: Vec<String> = shown
                .map(|(file, count)| format!("{} ({count})", path_of(*file)))
                .collect();
            let etc = if many.len() > SHOWN_FILES { " …" } else { "" };
            let _ = write!(text, "; {} files: {}{etc}", many.len(), names.join(", "));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Span;
    use crate::diagnostic::Diagnostics;

    fn list() -> (SourceTree, Vec<Diagnostic>) {
        let text = "x\n".repeat(40);
        let tree = SourceTree::from_texts(&[("docs/a.md", &text), ("docs/b.md", &text)]);
        let mut sink = Diagnostics::new();
        for at in 0..30 {
            let file = FileId(u32::from(at % 3 == 0));
            let span = Span::new(file, at * 2, at * 2 + 1);
            sink.warn(Code::UnusedDefinition, span, format!("unused {at}"));
            sink.warn(Code::UnsupportedExpression, span, "nothing named `c`");
        }
        let span = Span::new(FileId(1), 70, 71);
        sink.warn(Code::UnsupportedExpression, span, "another");
        sink.warn(Code::UnsupportedPage, span, "cannot load the page `/`");
        sink.error(Code::BrokenLink, span, "no page");
        (tree, sink.into_sorted())
    }

    #[test]
    fn groups_begin_with_the_worst() {
        let (_, list) = list();
        let groups = group_by_cause(&list);
        let order: Vec<_> = groups
            .iter()
            .map(|group| (group.code, group.message.is_some(), group.problems.len()))
            .collect();
        assert_eq!(
            order,
            [
                (Code::BrokenLink, false, 1),
                (Code::UnsupportedPage, false, 1),
                (Code::UnsupportedExpression, true, 30),
                (Code::UnsupportedExpression, false, 1),
                (Code::UnusedDefinition, false, 30),
            ]
        );
    }

    #[test]
    fn a_group_has_its_first_problems_and_the_number_of_the_others() {
        let (tree, list) = list();
        let groups = group_by_cause(&list);
        let text = render_group(&groups[4], &tree, Shown::First(2), Paint::Plain);
        assert_eq!(text.matches("warning[unused-definition]").count(), 2);
        let end = "  … and 28 more [unused-definition]; 2 files: docs/a.md (18), docs/b.md (10)";
        assert!(text.ends_with(end), "{text}");
        let all = render_group(&groups[4], &tree, Shown::All, Paint::Plain);
        assert_eq!(all.matches("warning[unused-definition]").count(), 30);
        let same = render_group(&groups[2], &tree, Shown::First(1), Paint::Plain);
        assert!(
            same.contains("29 more [unsupported-expression] with this message; 2 files"),
            "{same}"
        );
    }

    #[test]
    fn one_problem_more_is_written_instead_of_counted() {
        let (tree, list) = list();
        let groups = group_by_cause(&list);
        let text = render_group(&groups[0], &tree, Shown::First(0), Paint::Plain);
        assert!(text.contains("error[broken-link]: no page"), "{text}");
    }
}
