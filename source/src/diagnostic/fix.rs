//! Fixes: the changes that diagnostics offer, the choice of those that do not overlap, and their unified diff.
//!
//! Pure: texts in, texts out. Fixes that overlap a chosen one are left out; the next run offers them again.

use super::Diagnostic;
use crate::{FileId, SourceFile, SourceTree, Span};
use bindery_format::suggest::only_typo;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The least number of letters of a name whose typo is certain.
const MIN_TYPO_LENGTH: usize = 4;

/// Lines shown above and below a change.
const CONTEXT: usize = 3;

/// One replacement in one file. All fixes of a diagnostic together solve its problem.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fix {
    /// The text to replace; an empty span inserts.
    pub span: Span,
    /// The new text.
    pub replacement: String,
}

impl Diagnostic {
    /// Offers the name that was certainly meant ([`only_typo`]). Names of less than four letters resemble too many others.
    /// `span` is that of the name alone.
    pub fn fix_typo<'c>(
        &mut self,
        span: Span,
        name: &str,
        candidates: impl IntoIterator<Item = &'c str>,
    ) -> &mut Self {
        let is_whole = (span.end - span.start) as usize == name.len();
        if !is_whole || name.chars().count() < MIN_TYPO_LENGTH {
            return self;
        }
        match only_typo(name, candidates) {
            Some(only) => self.fix(span, only),
            None => self,
        }
    }
}

/// A file and the fixes that are applied to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedFile {
    /// The file.
    pub file: FileId,
    /// In order, without overlaps; their places are those of the text as it is written.
    pub fixes: Vec<Fix>,
}

/// Chooses the fixes that can be applied together; returns them and how many problems they solve.
#[must_use]
pub fn choose_fixes(list: &[Diagnostic], tree: &SourceTree) -> (Vec<FixedFile>, usize) {
    let mut chosen: BTreeMap<FileId, BTreeMap<(u32, u32), String>> = BTreeMap::new();
    let mut solved = 0;
    for diagnostic in list.iter().filter(|one| !one.fixes.is_empty()) {
        let written = diagnostic.fixes.iter().map(|fix| written(fix, tree));
        let Some(fixes) = written.collect::<Option<Vec<Fix>>>() else {
            continue;
        };
        let is_free = |fix: &Fix| is_compatible(fix, chosen.get(&fix.span.file));
        if !fixes.iter().all(is_free) {
            continue;
        }
        solved += 1;
        for fix in &fixes {
            let edits = chosen.entry(fix.span.file).or_default();
            edits.insert((fix.span.start, fix.span.end), fix.replacement.clone());
        }
    }
    let files = chosen.into_iter().map(|(file, edits)| {
        let fixes = edits.into_iter().map(|((start, end), replacement)| Fix {
            span: Span { file, start, end },
            replacement,
        });
        FixedFile {
            file,
            fixes: fixes.collect(),
        }
    });
    (files.collect(), solved)
}

/// A fix of the text as it is written; `None` where it cannot be made.
fn written(fix: &Fix, tree: &SourceTree) -> Option<Fix> {
    let file = tree.file(fix.span.file);
    let range = file.written_range(fix.span.start as usize..fix.span.end as usize)?;
    let old = file.written_text().get(range.clone())?;
    let is_sound = old != fix.replacement && is_correctable(file);
    is_sound.then(|| Fix {
        span: Span::new(fix.span.file, range.start, range.end),
        replacement: fix.replacement.clone(),
    })
}

/// Whether a text can be written again. Bytes that are no text are replaced in it, and would be lost; in a merge conflict
/// a correction of one side would hide a difference.
fn is_correctable(file: &SourceFile) -> bool {
    let is_text = std::str::from_utf8(&file.bytes).is_ok() && !file.bytes.contains(&0);
    is_text
        && !file
            .written_text()
            .lines()
            .any(|line| line.starts_with("<<<<<<< "))
}

/// Whether a fix overlaps no chosen one. Two problems may have the same fix.
fn is_compatible(fix: &Fix, others: Option<&BTreeMap<(u32, u32), String>>) -> bool {
    let Some(others) = others else { return true };
    let Span { start, end, .. } = fix.span;
    if others.get(&(start, end)) == Some(&fix.replacement) {
        return true;
    }
    let before = others.range(..=(start, u32::MAX)).next_back();
    let after = others.range((start, 0)..).next();
    let is_apart = |(from, to): (u32, u32)| (to <= start || end <= from) && from != start;
    before.is_none_or(|(place, _)| is_apart(*place))
        && after.is_none_or(|(place, _)| is_apart(*place))
}

impl FixedFile {
    /// The whole new text.
    #[must_use]
    pub fn text(&self, tree: &SourceTree) -> String {
        let old = tree.file(self.file).written_text();
        replace(old, 0..old.len(), &self.fixes)
    }

    /// The new bytes, with the byte order mark if the file had one.
    #[must_use]
    pub fn bytes(&self, tree: &SourceTree) -> Vec<u8> {
        let mark: &[u8] = b"\xef\xbb\xbf";
        let mut bytes = Vec::new();
        if tree.file(self.file).bytes.starts_with(mark) {
            bytes.extend_from_slice(mark);
        }
        bytes.extend_from_slice(self.text(tree).as_bytes());
        bytes
    }

    /// The change as a unified diff.
    #[must_use]
    pub fn diff(&self, tree: &SourceTree) -> String {
        let file = tree.file(self.file);
        let path = super::render::shown_path(file, tree);
        let path = super::visible(&path);
        let mut diff = format!("--- {path}\n+++ {path}\n");
        let text = file.written_text();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let mut starts = vec![0];
        for line in &lines {
            starts.push(starts[starts.len() - 1] + line.len());
        }
        let mut shift: isize = 0;
        for hunk in hunks(&self.fixes, &starts) {
            shift += write_hunk(&mut diff, &hunk, text, &starts, shift);
        }
        diff
    }
}

/// Fixes of neighbouring lines and these lines, counted from 0; the end is exclusive.
struct Hunk<'f> {
    fixes: &'f [Fix],
    first: usize,
    last: usize,
}

fn hunks<'f>(fixes: &'f [Fix], starts: &[usize]) -> Vec<Hunk<'f>> {
    let line_of = |at: usize| {
        starts
            .partition_point(|start| *start <= at)
            .saturating_sub(1)
    };
    let mut hunks: Vec<Hunk<'f>> = Vec::new();
    let mut from = 0;
    for (at, fix) in fixes.iter().enumerate() {
        let first = line_of(fix.span.start as usize);
        let last = line_of(fix.span.end as usize) + 1;
        match hunks.last_mut() {
            Some(hunk) if first <= hunk.last + 2 * CONTEXT => {
                hunk.last = hunk.last.max(last);
                hunk.fixes = &fixes[from..=at];
            }
            _ => {
                from = at;
                hunks.push(Hunk {
                    fixes: &fixes[at..=at],
                    first,
                    last,
                });
            }
        }
    }
    hunks
}

/// Writes one hunk; returns by how many lines the text grew.
fn write_hunk(
    out: &mut String,
    hunk: &Hunk<'_>,
    text: &str,
    starts: &[usize],
    shift: isize,
) -> isize {
    let count = starts.len() - 1;
    let from = hunk.first.saturating_sub(CONTEXT).min(count);
    let to = (hunk.last + CONTEXT).min(count);
    let old = &text[starts[from]..starts[to]];
    let new = replace(text, starts[from]..starts[to], hunk.fixes);
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let new: Vec<&str> = new.split_inclusive('\n').collect();
    let head = format!(
        "@@ -{} +{} @@",
        range(from, old.len()),
        range(from.saturating_add_signed(shift), new.len())
    );
    let _ = writeln!(out, "{head}");
    let (mut at, mut at_new) = (0, 0);
    while at < old.len() || at_new < new.len() {
        // A common start and a common end of the remaining lines are unchanged; the lines between them changed.
        if at < old.len() && at_new < new.len() && old[at] == new[at_new] {
            push_line(out, ' ', old[at]);
            (at, at_new) = (at + 1, at_new + 1);
            continue;
        }
        let (end, end_new) = next_equal(&old[at..], &new[at_new..]);
        old[at..at + end]
            .iter()
            .for_each(|line| push_line(out, '-', line));
        new[at_new..at_new + end_new]
            .iter()
            .for_each(|line| push_line(out, '+', line));
        (at, at_new) = (at + end, at_new + end_new);
    }
    isize::try_from(new.len()).unwrap_or(0) - isize::try_from(old.len()).unwrap_or(0)
}

/// How many lines of each text to skip until both agree again; the smallest sum.
fn next_equal(old: &[&str], new: &[&str]) -> (usize, usize) {
    for sum in 1..old.len() + new.len() {
        for a in 0..=sum.min(old.len().saturating_sub(1)) {
            let b = sum - a;
            if b < new.len() && old.get(a).is_some_and(|line| *line == new[b]) {
                return (a, b);
            }
        }
    }
    (old.len(), new.len())
}

fn push_line(out: &mut String, sign: char, line: &str) {
    out.push(sign);
    out.push_str(line);
    if !line.ends_with('\n') {
        out.push_str("\n\\ No newline at end of file\n");
    }
}

/// First line and count, as in the header of a hunk.
fn range(from: usize, count: usize) -> String {
    match count {
        0 => format!("{from},0"),
        1 => format!("{}", from + 1),
        _ => format!("{},{count}", from + 1),
    }
}

/// A part of the text after the fixes in it.
fn replace(text: &str, part: std::ops::Range<usize>, fixes: &[Fix]) -> String {
    let mut new = String::with_capacity(part.len());
    let mut at = part.start;
    for fix in fixes {
        new.push_str(&text[at..fix.span.start as usize]);
        new.push_str(&fix.replacement);
        at = fix.span.end as usize;
    }
    new.push_str(&text[at..part.end]);
    new
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Code, Diagnostics};

    const TEXT: &str = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven\ntwelve";

    fn fixed(edits: &[&[(&str, &str)]]) -> (SourceTree, Vec<FixedFile>, usize) {
        let tree = SourceTree::from_texts(&[("a.md", TEXT)]);
        let mut sink = Diagnostics::new();
        for (number, group) in edits.iter().enumerate() {
            let problem = sink.warn(Code::BrokenLink, None, format!("{number}"));
            for (old, new) in *group {
                let start = TEXT.find(old).unwrap();
                problem.fix(Span::new(FileId(0), start, start + old.len()), *new);
            }
        }
        let (files, solved) = choose_fixes(&sink.into_sorted(), &tree);
        (tree, files, solved)
    }

    #[test]
    fn only_certain_typos_are_fixed() {
        let fixes = |name: &str, length: usize| {
            let mut sink = Diagnostics::new();
            let span = Span::new(FileId(0), 0, length);
            let names = ["title", "slug", "text", "test"];
            sink.warn(Code::BadConfig, span, "x")
                .fix_typo(span, name, names);
            let list = sink.into_sorted();
            list[0].fixes.first().map(|fix| fix.replacement.clone())
        };
        assert_eq!(fixes("titel", 5).as_deref(), Some("title"));
        assert_eq!(fixes("titel", 7), None, "the span has quotes");
        assert_eq!(fixes("slg", 3), None, "short");
        assert_eq!(fixes("tetx", 4).as_deref(), Some("text"));
        assert_eq!(fixes("tezt", 4), None, "two candidates");
        assert_eq!(fixes("headline", 8), None);
    }

    #[test]
    fn a_file_that_would_lose_something_is_not_corrected() {
        let is_corrected = |bytes: &[u8]| {
            let mut tree = SourceTree::from_texts(&[("a.md", "x")]);
            tree.files[0].text = String::from_utf8_lossy(bytes).into_owned().into();
            tree.files[0].bytes = bytes.into();
            let mut sink = Diagnostics::new();
            sink.warn(Code::BrokenLink, None, "x")
                .fix(Span::new(FileId(0), 0, 1), "b");
            choose_fixes(&sink.into_sorted(), &tree).1 == 1
        };
        assert!(is_corrected(b"a\n"));
        assert!(!is_corrected(b"a\n\xe9t\xe9\n"));
        assert!(!is_corrected(b"a\n\0"));
        assert!(!is_corrected(
            b"a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> x\n"
        ));
    }

    #[test]
    fn a_text_that_is_processed_is_corrected_where_it_is_as_written() {
        let mut tree = SourceTree::from_texts(&[("a.md", "one {{v}} two\nthree")]);
        tree.files[0].set_processed_text(&"one 1 two\nthree".into());
        let fixed = |old: &str| {
            let start = tree.files[0].text.find(old).unwrap();
            let mut sink = Diagnostics::new();
            sink.warn(Code::BrokenLink, None, "x")
                .fix(Span::new(FileId(0), start, start + old.len()), "X");
            let (files, _) = choose_fixes(&sink.into_sorted(), &tree);
            files
                .first()
                .map(|file| (file.text(&tree), file.diff(&tree)))
        };
        let (text, diff) = fixed("two").unwrap();
        assert_eq!(text, "one {{v}} X\nthree");
        assert!(diff.contains("-one {{v}} two\n+one {{v}} X\n"), "{diff}");
        assert_eq!(fixed("one").unwrap().0, "X {{v}} two\nthree");
        assert_eq!(fixed("1"), None);
    }

    #[test]
    fn changes_are_shown_as_a_diff() {
        let (tree, files, solved) = fixed(&[&[("two", "2")], &[("twelve", "12\n13")]]);
        assert_eq!(solved, 2);
        assert_eq!(
            files[0].diff(&tree),
            "--- a.md\n+++ a.md\n@@ -1,5 +1,5 @@\n one\n-two\n+2\n three\n four\n five\n@@ -9,4 +9,5 @@\n nine\n ten\n \
             eleven\n-twelve\n\\ No newline at end of file\n+12\n+13\n\\ No newline at end of file\n"
        );
        assert!(files[0].text(&tree).ends_with("eleven\n12\n13"));
    }

    #[test]
    fn near_changes_share_a_hunk_and_lines_may_go() {
        let (tree, files, _) = fixed(&[&[("two\n", "")], &[("five", "5")]]);
        assert_eq!(
            files[0].diff(&tree),
            "--- a.md\n+++ a.md\n@@ -1,8 +1,7 @@\n one\n-two\n three\n four\n-five\n+5\n six\n seven\n eight\n"
        );
    }

    #[test]
    fn overlapping_changes_are_left_for_the_next_run() {
        let (tree, files, solved) = fixed(&[
            &[("two\nthree", "x")],
            &[("three", "3"), ("five", "5")],
            &[("six", "6")],
        ]);
        assert_eq!(solved, 2);
        let text = files[0].text(&tree);
        assert!(text.starts_with("one\nx\nfour\nfive\n6\n"), "{text}");
        let (_, files, solved) = fixed(&[&[("two", "2")], &[("two", "2")], &[("two", "zwei")]]);
        assert_eq!((files[0].fixes.len(), solved), (1, 2));
    }

    #[test]
    fn the_byte_order_mark_stays() {
        let mut tree = SourceTree::from_texts(&[("a.md", "ab")]);
        tree.files[0].bytes = b"\xef\xbb\xbfab"[..].into();
        let file = FixedFile {
            file: FileId(0),
            fixes: vec![Fix {
                span: Span::new(FileId(0), 1, 2),
                replacement: "c".to_owned(),
            }],
        };
        assert_eq!(file.bytes(&tree), b"\xef\xbb\xbfac");
    }
}
