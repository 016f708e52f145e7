//! The paragraphs and table rows of a text, each row with the headers of its columns, and how a row's value is named.

use super::passage::{Line, TitleLevel, lines};
use std::ops::Range;

/// Columns that are named one by one.
pub const MAX_COLUMNS: usize = 3;

/// A part of a text; all ranges are bytes of the whole text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A paragraph, a list item, a caption.
    Prose(Range<usize>),
    /// A title without an anchor; empty at the end of a tab.
    Title(TitleLevel, Range<usize>),
    /// The summary of what is hidden until the reader opens it; empty at its end.
    Details(Range<usize>),
    /// A row of a table.
    Row(Row),
}

/// What hides a part of a text until the reader opens it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HiddenIn {
    /// The title of the tab.
    pub tab: Option<Range<usize>>,
    /// The summary of the `details`.
    pub details: Option<Range<usize>>,
}

impl HiddenIn {
    /// Moves on to a part: the next one that follows in the text.
    pub fn advance(&mut self, part: &Part) {
        let own = |range: &Range<usize>| (!range.is_empty()).then(|| range.clone());
        match part {
            Part::Title(TitleLevel::Tab, title) => self.tab = own(title),
            Part::Details(summary) => self.details = own(summary),
            Part::Title(..) | Part::Prose(_) | Part::Row(_) => {}
        }
    }

    /// The texts that name what hides the part.
    pub fn names<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
        let ranges = [self.tab.clone(), self.details.clone()];
        ranges.into_iter().flatten().map(|range| &text[range])
    }
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The name of the row, as a rule; may be empty.
    pub header: Range<usize>,
    /// The other cells.
    pub cells: Vec<Range<usize>>,
    /// The headers of the columns: the corner, then one for each cell. Empty for a table without.
    pub columns: Vec<Range<usize>>,
}

/// The parts of a text in order.
pub fn parts(text: &str) -> impl Iterator<Item = Part> {
    let mut columns: Vec<Range<usize>> = Vec::new();
    lines(text).filter_map(move |line| match line {
        Line::Prose(range) => {
            columns.clear();
            Some(Part::Prose(range))
        }
        Line::Title(level, range) => {
            columns.clear();
            Some(Part::Title(level, range))
        }
        Line::Details(range) => {
            columns.clear();
            Some(Part::Details(range))
        }
        Line::Header(headers) => {
            columns = headers;
            None
        }
        Line::Row(mut cells) => {
            let header = cells.remove(0);
            let columns = columns.clone();
            Some(Part::Row(Row {
                header,
                cells,
                columns,
            }))
        }
    })
}

/// Whether a cell says that there is no value.
#[must_use]
pub fn is_blank(cell: &str) -> bool {
    matches!(cell.trim(), "" | "-" | "–" | "—" | "−")
}

impl Row {
    /// The header of a cell's column, if it has one.
    #[must_use]
    pub fn column(&self, cell: usize) -> Option<&Range<usize>> {
        let header = self.columns.get(cell + 1);
        header.filter(|header| !header.is_empty())
    }

    /// The cells with a value.
    pub fn filled(&self, text: &str) -> impl Iterator<Item = usize> {
        let cells = self.cells.iter().enumerate();
        cells.filter_map(|(at, cell)| (!is_blank(&text[cell.clone()])).then_some(at))
    }

    /// The texts that name the header of a row: `Level 90` for `90`, because a number needs the name of its kind.
    #[must_use]
    pub fn row_name(&self, text: &str) -> Vec<Range<usize>> {
        self.with_kind(text, &self.header)
    }

    /// The texts that name a cell's column, as [`Row::row_name`]; none for a row with one cell or a column without header.
    #[must_use]
    pub fn column_name(&self, text: &str, cell: usize) -> Vec<Range<usize>> {
        match self.cells.len() {
            0 | 1 => Vec::new(),
            _ => self.whole_column_name(text, cell),
        }
    }

    /// The texts that name a column, also that of the only cell.
    #[must_use]
    pub fn whole_column_name(&self, text: &str, cell: usize) -> Vec<Range<usize>> {
        let header = self.column(cell);
        header.map_or_else(Vec::new, |header| self.with_kind(text, header))
    }

    fn with_kind(&self, text: &str, name: &Range<usize>) -> Vec<Range<usize>> {
        let is_number = text[name.clone()].starts_with(|c: char| c.is_ascii_digit());
        let corner = self.columns.first().filter(|corner| !corner.is_empty());
        match corner {
            // `1-Hit` has its kind.
            Some(corner) if is_number && !has_kind(&text[name.clone()]) => {
                vec![corner.clone(), name.clone()]
            }
            _ => vec![name.clone()],
        }
    }
}

/// Whether a name that begins with a number says what is counted.
fn has_kind(name: &str) -> bool {
    let rest =
        name.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '–'));
    rest.contains(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "Attacks.\n\u{c}Level\t1\t9\n1-Hit\t46%\t58%\n90\t\t–\nEnd.\nCD\t6s";

    fn rows() -> Vec<Row> {
        let rows = parts(TABLE).filter_map(|part| match part {
            Part::Row(row) => Some(row),
            Part::Prose(_) | Part::Title(..) | Part::Details(_) => None,
        });
        rows.collect()
    }

    #[test]
    fn a_place_is_what_hides_a_part() {
        let text = "a\n\u{b}Skill\nb\n\u{85}Hits\nc\n\u{85}\nd\n\u{b}\ne";
        let mut place = HiddenIn::default();
        let places = parts(text).filter_map(|part| {
            place.advance(&part);
            let names: Vec<&str> = place.names(text).collect();
            matches!(part, Part::Prose(_)).then(|| names.join(", "))
        });
        let places: Vec<String> = places.collect();
        assert_eq!(places, ["", "Skill", "Skill, Hits", "Skill", ""]);
    }

    fn texts(ranges: &[Range<usize>]) -> Vec<&'static str> {
        ranges.iter().map(|range| &TABLE[range.clone()]).collect()
    }

    #[test]
    fn rows_have_the_headers_of_their_table() {
        let rows = rows();
        assert_eq!(texts(&rows[0].columns), ["Level", "1", "9"]);
        assert_eq!(texts(&rows[0].cells), ["46%", "58%"]);
        assert!(rows[2].columns.is_empty());
    }

    #[test]
    fn a_number_is_named_with_its_kind() {
        let rows = rows();
        assert_eq!(texts(&rows[0].column_name(TABLE, 1)), ["Level", "9"]);
        assert_eq!(texts(&rows[0].row_name(TABLE)), ["1-Hit"]);
        assert_eq!(texts(&rows[1].row_name(TABLE)), ["Level", "90"]);
        assert!(rows[2].column_name(TABLE, 0).is_empty());
    }

    #[test]
    fn a_dash_is_no_value() {
        let rows = rows();
        assert_eq!(rows[0].filled(TABLE).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(rows[1].filled(TABLE).count(), 0);
        for dash in ["", "-", "–", "—", "−", " – "] {
            assert!(is_blank(dash), "{dash}");
        }
        assert!(!is_blank("-5%"));
    }
}
