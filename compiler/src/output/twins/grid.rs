//! Lays the cells of a table's rows out in columns, as `colspan` and `rowspan` say.

use bindery_html::tree::Element;

/// The most columns or rows that `colspan` and `rowspan` may cover.
const MAX_SPAN: usize = 100;

/// The cells that reach into rows below, by column.
#[derive(Debug)]
pub(crate) struct Grid<'t, 'h> {
    columns: Vec<Option<(&'t Element<'h>, usize)>>,
}

/// A column of a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GridCell<'t, 'h> {
    /// The cell that covers the column.
    pub(crate) element: &'t Element<'h>,
    /// Whether the cell begins in another column or row.
    pub(crate) is_repeated: bool,
}

impl<'t, 'h> Grid<'t, 'h> {
    pub(crate) fn new() -> Self {
        Grid {
            columns: Vec::new(),
        }
    }

    /// The columns of the next row.
    pub(crate) fn next_row(&mut self, row: &'t Element<'h>) -> Vec<GridCell<'t, 'h>> {
        let mut cells = Vec::new();
        for element in row.elements().filter(|cell| is_cell(cell)) {
            self.push_covered(&mut cells);
            let rows = span(element, "rowspan");
            for column in 0..span(element, "colspan") {
                let at = cells.len();
                if self.columns.len() <= at {
                    self.columns.resize(at + 1, None);
                }
                self.columns[at] = Some((element, rows - 1));
                cells.push(GridCell {
                    element,
                    is_repeated: column > 0,
                });
            }
        }
        self.push_covered(&mut cells);
        cells
    }

    /// Fills the columns that cells above reach into.
    fn push_covered(&mut self, cells: &mut Vec<GridCell<'t, 'h>>) {
        while let Some(Some((element, rows))) = self.columns.get_mut(cells.len())
            && *rows > 0
        {
            *rows -= 1;
            cells.push(GridCell {
                element,
                is_repeated: true,
            });
        }
    }
}

/// A cell with the attribute `hidden` has no column.
fn is_cell(element: &Element<'_>) -> bool {
    matches!(element.name.as_ref(), "td" | "th") && !element.has("hidden")
}

fn span(cell: &Element<'_>, name: &str) -> usize {
    let span = cell.get(name).and_then(|span| span.parse().ok());
    span.unwrap_or(1).clamp(1, MAX_SPAN)
}
