//! Writes tables in GitHub's Markdown syntax: one line for each row, the first one with the headings of the columns.

use super::Writer;
use super::grid::{Grid, GridCell};
use super::inline::InlineContext;
use bindery_html::tree::Element;

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
struct Table {
    rows: Vec<Vec<String>>,
    alignments: Vec<Alignment>,
    has_head: bool,
}

impl Writer<'_> {
    /// A table with its caption above; empty without cells.
    pub(super) fn table(&self, element: &Element<'_>) -> String {
        let mut table = Table::default();
        self.read_rows(element, false, &mut Grid::new(), &mut table);
        let caption = element.elements().find(|child| child.name == "caption");
        let caption =
            caption.map(|caption| self.inline(&caption.children, InlineContext::Paragraph));
        let table = table.write();
        match caption {
            Some(caption) if !caption.is_empty() && !table.is_empty() => {
                format!("{caption}\n\n{table}")
            }
            _ => table,
        }
    }

    fn read_rows<'t, 'h>(
        &self,
        part: &'t Element<'h>,
        is_head: bool,
        grid: &mut Grid<'t, 'h>,
        table: &mut Table,
    ) {
        for child in part.elements() {
            match child.name.as_ref() {
                "thead" => self.read_rows(child, true, grid, table),
                "tbody" | "tfoot" => self.read_rows(child, false, grid, table),
                "tr" => self.read_row(child, is_head, grid, table),
                _ => {}
            }
        }
    }

    fn read_row<'t, 'h>(
        &self,
        row: &'t Element<'h>,
        is_head: bool,
        grid: &mut Grid<'t, 'h>,
        table: &mut Table,
    ) {
        let cells = grid.next_row(row);
        if cells.is_empty() {
            return;
        }
        if table.alignments.len() < cells.len() {
            table.alignments.resize(cells.len(), Alignment::None);
        }
        let mut only_heads = true;
        for (at, cell) in cells.iter().enumerate() {
            only_heads &= cell.element.name == "th";
            // The head may be centred while the figures below are aligned to the end.
            if !is_head || table.alignments[at] == Alignment::None {
                table.alignments[at] = alignment(cell.element);
            }
        }
        table.has_head |= table.rows.is_empty() && (is_head || only_heads);
        let text = |cell: &GridCell<'_, '_>| match cell.is_repeated {
            true => String::new(),
            false => self.inline(&cell.element.children, InlineContext::Cell),
        };
        table.rows.push(cells.iter().map(text).collect());
    }
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

impl Table {
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
