//! The lines of a section's text: sentences, and the rows of its tables.
//!
//! The writer of the index puts each paragraph and each row on a line of its own. The cells of a row are separated by tabs.
//! A line that begins with [`HEADER_MARK`] has the column headers of the rows after it. They end at the next such line, which
//! has no cells where a table without column headers follows, and at the next paragraph.
//!
//! A line that begins with [`TITLE_MARK`] is a title without an anchor; the number of marks is its [`TitleLevel`]. A line of
//! one mark alone ends a tab.
//!
//! A line that begins with [`DETAILS_MARK`] is the summary of text that is hidden until the reader opens it; one of a mark alone
//! ends that text.

use std::borrow::Cow;
use std::ops::Range;

/// Begins a line of column headers. No text contains it: white space within the text is spaces.
pub const HEADER_MARK: char = '\u{c}';

/// Begins a title. As for [`HEADER_MARK`], no text contains it.
pub const TITLE_MARK: char = '\u{b}';

/// Begins the summary of a `details`. As for [`HEADER_MARK`], no text contains it: it is white space in Unicode.
pub const DETAILS_MARK: char = '\u{85}';

/// Whether a character of a text is a mark, which is not to be shown.
#[must_use]
pub fn is_mark(c: char) -> bool {
    matches!(c, HEADER_MARK | TITLE_MARK | DETAILS_MARK)
}

/// The text without marks and without the lines that have nothing else.
#[must_use]
pub fn without_marks(text: &str) -> Cow<'_, str> {
    if !text.contains(is_mark) {
        return text.into();
    }
    let lines = text
        .split('\n')
        .map(|line| line.trim_start_matches(is_mark));
    let shown: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    shown.join("\n").into()
}

/// What a title without an anchor names. A title ends where one of the same or an earlier level begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TitleLevel {
    /// A tab's panel.
    Tab = 1,
    /// What follows a heading.
    Heading = 2,
    /// A table.
    Caption = 3,
}

impl TitleLevel {
    fn of(marks: usize) -> TitleLevel {
        match marks {
            0 | 1 => TitleLevel::Tab,
            2 => TitleLevel::Heading,
            _ => TitleLevel::Caption,
        }
    }
}

/// A line of a text; all ranges are bytes of the whole text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A paragraph, a list item, a caption.
    Prose(Range<usize>),
    /// A title without an anchor; empty at the end of a tab.
    Title(TitleLevel, Range<usize>),
    /// The summary of what is hidden until the reader opens it; empty at its end.
    Details(Range<usize>),
    /// The column headers of the rows that follow, the corner first; empty at the end of a table.
    Header(Vec<Range<usize>>),
    /// The cells of a row; the first one is its header, and may be empty.
    Row(Vec<Range<usize>>),
}

/// The lines of a text in order.
pub fn lines(text: &str) -> impl Iterator<Item = Line> {
    let mut start = 0;
    text.split('\n').map(move |line| {
        let first = start;
        start += line.len() + 1;
        if line.starts_with(TITLE_MARK) {
            return title(line, first);
        }
        if line.starts_with(DETAILS_MARK) {
            return Line::Details(first + DETAILS_MARK.len_utf8()..first + line.len());
        }
        match line.strip_prefix(HEADER_MARK) {
            Some("") => Line::Header(Vec::new()),
            Some(header) => Line::Header(cells(header, first + HEADER_MARK.len_utf8())),
            None if line.contains('\t') => Line::Row(cells(line, first)),
            None => Line::Prose(first..first + line.len()),
        }
    })
}

fn title(line: &str, first: usize) -> Line {
    let text = line.trim_start_matches(TITLE_MARK);
    let marks = (line.len() - text.len()) / TITLE_MARK.len_utf8();
    let range = first + line.len() - text.len()..first + line.len();
    Line::Title(TitleLevel::of(marks), range)
}

fn cells(line: &str, first: usize) -> Vec<Range<usize>> {
    let mut start = first;
    let cells = line.split('\t').map(|cell| {
        let range = start..start + cell.len();
        start = range.end + 1;
        range
    });
    cells.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_rows_and_headers() {
        let text = "Attacks.\n\u{c}Level\t1\n1-Hit\t46%\n\t5\n\u{c}\nCD\t2";
        let list: Vec<Line> = lines(text).collect();
        assert_eq!(
            list,
            [
                Line::Prose(0..8),
                Line::Header(vec![10..15, 16..17]),
                Line::Row(vec![18..23, 24..27]),
                Line::Row(vec![28..28, 29..30]),
                Line::Header(Vec::new()),
                Line::Row(vec![33..35, 36..37]),
            ]
        );
        assert_eq!(&text[24..27], "46%");
    }

    #[test]
    fn titles_have_levels() {
        let text = "\u{b}Skill\n\u{b}\u{b}\u{b}Hits\n\u{b}";
        let list: Vec<Line> = lines(text).collect();
        assert_eq!(
            list,
            [
                Line::Title(TitleLevel::Tab, 1..6),
                Line::Title(TitleLevel::Caption, 10..14),
                Line::Title(TitleLevel::Tab, 16..16),
            ]
        );
    }

    #[test]
    fn marks_are_not_shown() {
        let text = "\u{85}Stats\n\u{c}Level\t1\n\tATK\n\u{c}\n\u{85}\n\u{b}\u{b}Hits\nA.";
        assert_eq!(without_marks(text), "Stats\nLevel\t1\n\tATK\nHits\nA.");
        assert!(matches!(without_marks("A.\nB."), Cow::Borrowed("A.\nB.")));
    }

    #[test]
    fn a_details_element_has_a_summary_and_an_end() {
        let text = "\u{85}Stats\nATK\n\u{85}";
        let list: Vec<Line> = lines(text).collect();
        assert_eq!(
            list,
            [
                Line::Details(2..7),
                Line::Prose(8..11),
                Line::Details(14..14)
            ]
        );
    }
}
