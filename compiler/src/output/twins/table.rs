//! Writes tables in GitHub's Markdown syntax: one line for each row, the first one with the headings of the columns.

use super::Writer;
use super::inline::InlineContext;
use bindery_html::tree::Element;

/// The most columns or rows that `colspan` and `rowspan` may cover.
const MAX_SPAN: usize = 100;

/// The alignment of a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Alignment {
    #[default]
    None,
    Start,
    Center,
    End,
}

/// A table's cells, each column filled.
#[derive(Debug, Default)]
struct Grid {
    rows: Vec<Vec<String>>,
    alignments: Vec<Alignment>,
    has_head: bool,
}

impl Writer<'_> {
    /// A table with its caption above; empty without cells.
    pub(super) fn table(&self, element: &Element<'_>) -> String {
        let mut grid = Grid::default();
        // Columns that a cell of a row above still covers, and for how many rows.
        let mut covered: Vec<usize> = Vec::new();
        self.read_rows(element, false, &mut covered, &mut grid);
        let caption = element.elements().find(|child| child.name == "caption");
        let caption =
            caption.map(|caption| self.inline(&caption.children, InlineContext::Paragraph));
        let table = grid.write();
        match caption {
            Some(caption) if !caption.is_empty() && !table.is_empty() => {
                format!("{caption}\n\n{table}")
            }
            _ => table,
        }
    }

    fn read_rows(
        &self,
        part: &Element<'_>,
        is_head: bool,
        covered: &mut Vec<usize>,
        grid: &mut Grid,
    ) {
        for child in part.elements() {
            match child.name.as_ref() {
                "thead" => self.read_rows(child, true, covered, grid),
                "tbody" | "tfoot" => self.read_rows(child, false, covered, grid),
                "tr" => self.read_row(child, is_head, covered, grid),
                _ => {}
            }
        }
    }

    fn read_row(
        &self,
        row: &Element<'_>,
        is_head: bool,
        covered: &mut Vec<usize>,
        grid: &mut Grid,
    ) {
        let mut cells = Vec::new();
        let is_first = grid.rows.is_empty();
        let mut only_heads = true;
        for cell in row
            .elements()
            .filter(|cell| cell.name == "td" || cell.name == "th")
        {
            skip_covered(covered, &mut cells);
            only_heads &= cell.name == "th";
            let text = self.inline(&cell.children, InlineContext::Cell);
            let columns = span(cell, "colspan");
            let rows = span(cell, "rowspan");
            for column in 0..columns {
                let at = cells.len();
                if grid.alignments.len() <= at {
                    grid.alignments.resize(at + 1, Alignment::None);
                }
                // The head may be centred while the figures below are aligned to the end.
                if !is_head || grid.alignments[at] == Alignment::None {
                    grid.alignments[at] = alignment(cell);
                }
                if covered.len() <= at {
                    covered.resize(at + 1, 0);
                }
                covered[at] = rows - 1;
                cells.push(if column == 0 {
                    text.clone()
                } else {
                    String::new()
                });
            }
        }
        skip_covered(covered, &mut cells);
        if cells.is_empty() {
            return;
        }
        grid.has_head |= is_first && (is_head || only_heads);
        grid.rows.push(cells);
    }
}

/// Fills the columns that cells above reach into.
fn skip_covered(covered: &mut [usize], cells: &mut Vec<String>) {
    while let Some(rows) = covered.get_mut(cells.len())
        && *rows > 0
    {
        *rows -= 1;
        cells.push(String::new());
    }
}

fn span(cell: &Element<'_>, name: &str) -> usize {
    let span = cell.get(name).and_then(|span| span.parse().ok());
    span.unwrap_or(1).clamp(1, MAX_SPAN)
}

fn alignment(cell: &Element<'_>) -> Alignment {
    for (class, alignment) in [
        ("al-end", Alignment::End),
        ("al-center", Alignment::Center),
        ("al-start", Alignment::Start),
    ] {
        if cell.has_class(class) {
            return alignment;
        }
    }
    match cell.get("align").as_deref() {
        Some("right") => Alignment::End,
        Some("center") => Alignment::Center,
        Some("left") => Alignment::Start,
        _ => Alignment::None,
    }
}

impl Grid {
    fn write(&self) -> String {
        let width = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        if width == 0 {
            return String::new();
        }
        let empty = Vec::new();
        let (head, body) = match self.rows.split_first() {
            Some((head, body)) if self.has_head => (head, body),
            _ => (&empty, self.rows.as_slice()),
        };
        let mut out = String::new();
        write_row(head, width, &mut out);
        out.push_str("\n|");
        for at in 0..width {
            out.push_str(match self.alignments.get(at).copied().unwrap_or_default() {
                Alignment::None => " --- |",
                Alignment::Start => " :-- |",
                Alignment::Center => " :-: |",
                Alignment::End => " --: |",
            });
        }
        for row in body {
            out.push('\n');
            write_row(row, width, &mut out);
        }
        out
    }
}

fn write_row(cells: &[String], width: usize, out: &mut String) {
    out.push('|');
    for at in 0..width {
        out.push(' ');
        if let Some(cell) = cells.get(at).filter(|cell| !cell.is_empty()) {
            out.push_str(&cell.replace('\n', " "));
            out.push(' ');
        }
        out.push('|');
    }
}
