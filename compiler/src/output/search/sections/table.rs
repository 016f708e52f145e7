//! Reads tables and lists of terms: a row, or a term and its descriptions, is a line of cells.

use super::{Reader, Section, is_skipped};
use crate::output::twins::grid::{Grid, GridCell};
use bindery_format::search::passage::HEADER_MARK;
use bindery_html::tree::{Element, Node};

impl Reader {
    pub(super) fn read_table(&mut self, table: &Element<'_>) {
        self.end_line();
        if self.is_in_cell {
            self.read(&table.children);
        } else {
            self.read_rows(table, false, &mut Grid::new());
            self.end_line();
            // A header without columns ends those of this table.
            self.current.text.push(HEADER_MARK);
        }
        self.end_line();
    }

    fn read_rows<'t, 'h>(&mut self, part: &'t Element<'h>, is_head: bool, grid: &mut Grid<'t, 'h>) {
        for node in &part.children {
            match node {
                Node::Element(own) if is_skipped(own) => {}
                Node::Element(own) => match own.name.as_ref() {
                    "thead" => self.read_rows(own, true, grid),
                    "tbody" | "tfoot" => self.read_rows(own, false, grid),
                    "tr" => self.read_row(own, is_head, grid),
                    _ => self.read_block(own),
                },
                Node::Text(text) => self.push_text(text),
            }
        }
    }

    /// An element on a line of its own, as a caption.
    fn read_block(&mut self, element: &Element<'_>) {
        self.end_line();
        self.read_element(element);
        self.end_line();
    }

    /// A line with the cells of a row. A cell that spans rows or columns is in each of them.
    fn read_row<'t, 'h>(&mut self, row: &'t Element<'h>, is_head: bool, grid: &mut Grid<'t, 'h>) {
        self.define_row(row);
        self.end_line();
        let mut cells = grid.next_row(row);
        if is_head || is_header_row(&cells) {
            self.current.text.push(HEADER_MARK);
        }
        // A cell across the whole table is a caption.
        if let [first, rest @ ..] = cells.as_slice()
            && rest
                .iter()
                .all(|cell| std::ptr::eq(cell.element, first.element))
        {
            cells.truncate(1);
        }
        for (at, cell) in cells.into_iter().enumerate() {
            if at > 0 {
                self.current.text.push('\t');
            }
            if is_skipped(cell.element) {
                continue;
            }
            if cell.is_repeated {
                self.repeat_cell(cell.element);
                continue;
            }
            if cell.element.name == "td" {
                self.define(cell.element);
            }
            self.read_cell(cell.element);
        }
        self.end_line();
    }

    /// A line with a term and what is said about it.
    pub(super) fn read_pair(&mut self, element: &Element<'_>) {
        let is_term = element.name == "dt";
        if is_term {
            self.define(element);
        }
        match (self.is_in_cell, is_term) {
            (true, _) => self.current.text.push(' '),
            (false, true) => self.end_line(),
            (false, false) => self.current.text.push('\t'),
        }
        self.read_cell(element);
        if self.is_in_cell {
            self.current.text.push(' ');
        }
    }

    fn read_cell(&mut self, cell: &Element<'_>) {
        let outer = std::mem::replace(&mut self.is_in_cell, true);
        self.read(&cell.children);
        self.is_in_cell = outer;
    }

    /// The text of a cell once more, without its definitions.
    fn repeat_cell(&mut self, cell: &Element<'_>) {
        let mut reader = Reader {
            done: Vec::new(),
            current: Section::default(),
            is_in_cell: true,
            is_in_details: true,
        };
        reader.read(&cell.children);
        self.current.text.push_str(&reader.current.text);
    }
}

/// Whether a row outside of `<thead>` names columns: it has no `td` with content, and a `th` after its first cell has some.
fn is_header_row(cells: &[GridCell<'_, '_>]) -> bool {
    let is_empty = |cell: &GridCell<'_, '_>| cell.element.text().trim().is_empty();
    let is_header = |cell: &GridCell<'_, '_>| cell.element.name == "th";
    cells.iter().all(|cell| is_header(cell) || is_empty(cell))
        && cells
            .iter()
            .skip(1)
            .any(|cell| is_header(cell) && !is_empty(cell))
}

#[cfg(test)]
mod tests {
    use super::super::sections;

    fn text(html: &str) -> String {
        sections(html).swap_remove(0).text
    }

    #[test]
    fn rows_and_pairs_are_lines_of_cells() {
        let html = "<p>One\ntwo<br>three</p><table><thead><tr><th>Level</th><th>1</th></tr></thead>\
                    <tbody><tr><th>1-Hit</th><td><p>46%</p></td></tr></tbody></table>\
                    <dl><div><dt>CD</dt><dd>12s</dd></div></dl>";
        assert_eq!(
            text(html),
            "One two three\n\u{c}Level\t1\n1-Hit\t46%\n\u{c}\nCD\t12s"
        );
    }

    #[test]
    fn an_empty_corner_keeps_the_columns() {
        for corner in ["<th></th>", "<td></td>"] {
            let head = format!("<tr>{corner}<th>Pyro</th><th>Cryo</th></tr>");
            let row = "<tr><td>Slime</td><td>10%</td><td>20%</td></tr>";
            for html in [
                format!("<table>{head}{row}</table>"),
                format!("<table><thead>{head}</thead><tbody>{row}</tbody></table>"),
            ] {
                assert_eq!(text(&html), "\u{c}\tPyro\tCryo\nSlime\t10%\t20%");
            }
        }
        let html = "<table><thead><tr><td></td><th>Pyro</th></tr></thead><tr><td>Slime</td><td>10%</td></tr></table>";
        assert_eq!(text(html), "\u{c}\tPyro\nSlime\t10%");
    }

    #[test]
    fn a_row_with_an_empty_first_cell_is_no_header() {
        let html = "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td></td><td>5</td></tr>\
                    <tr><th>c</th><td></td></tr></tbody></table>";
        assert_eq!(text(html), "\u{c}a\tb\n\t5\nc\t");
    }

    #[test]
    fn columns_end_with_their_table() {
        let table = "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>";
        let html = format!("{table}<table><tr><td>3</td><td>4</td></tr></table>");
        assert_eq!(text(&html), "\u{c}a\tb\n1\t2\n\u{c}\n3\t4");
        // A paragraph and another header end them, too.
        let html = format!("{table}<p>c</p>{table}{table}");
        assert_eq!(
            text(&html),
            "\u{c}a\tb\n1\t2\nc\n\u{c}a\tb\n1\t2\n\u{c}a\tb\n1\t2"
        );
    }

    #[test]
    fn a_table_within_a_cell_has_words() {
        let html = "<table><tr><td>a</td><td><table><tr><td>b</td><td>c</td></tr></table>\
                    <dl><dt>CD</dt><dd>12s</dd></dl></td></tr></table>";
        assert_eq!(text(html), "a\tb c CD 12s");
    }

    #[test]
    fn cells_are_in_their_columns() {
        let html = "<table><thead><tr><th rowspan=\"2\">Name</th><th colspan=\"2\">ATK</th></tr><tr><th>1</th><th>90</th></tr></thead>\
                    <tr><th rowspan=\"2\">A</th><td>5</td><td>6</td></tr><tr><td hidden>x</td><td>7</td><td>8</td></tr>\
                    <tr><td aria-hidden=\"true\">y</td><td>9</td><td>z</td></tr><tr><td colspan=\"3\">All</td></tr></table>";
        assert_eq!(
            text(html),
            "\u{c}Name\tATK\tATK\n\u{c}Name\t1\t90\nA\t5\t6\nA\t7\t8\n\t9\tz\nAll"
        );
    }
}
