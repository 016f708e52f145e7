//! Renders tables, each in a scrollable region, with classes for the alignment of cells.

use crate::renderer::Renderer;
use crate::renderer::open_element::{OpenElement, OpenTable};
use pulldown_cmark::Alignment;

impl Renderer<'_, '_, '_> {
    pub(crate) fn start_table(&mut self, alignments: Vec<Alignment>) {
        self.table = OpenTable {
            alignments,
            ..OpenTable::default()
        };
        self.out.fresh_line();
        self.out
            .html("<div class=\"table-scroll\" tabindex=\"0\" role=\"region\" aria-label=\"");
        self.out.attribute(&self.context.labels.table);
        let above = self
            .document
            .headings
            .iter()
            .rev()
            .find(|heading| heading.level > 1);
        if let Some(heading) = above.map(|heading| heading.text.clone()) {
            self.out.attribute(": ");
            self.out.attribute(&heading);
        }
        self.out.html("\"><table>\n");
        self.open_elements.push(OpenElement::Block(""));
    }

    pub(crate) fn start_table_head(&mut self) {
        self.table.is_head = true;
        self.table.column = 0;
        self.out.html("<thead><tr>");
        self.open_elements.push(OpenElement::Block(""));
    }

    pub(crate) fn end_table_head(&mut self) {
        self.table.is_head = false;
        self.out.html("</tr></thead>\n");
    }

    pub(crate) fn start_table_row(&mut self) {
        if !self.table.has_body {
            self.table.has_body = true;
            self.out.html("<tbody>\n");
        }
        self.table.column = 0;
        self.open_block("<tr>", "</tr>\n");
    }

    pub(crate) fn start_table_cell(&mut self) {
        self.table.cell_start = self.out.position();
        let is_head = self.table.is_head;
        self.open_table_cell(if is_head { "<th scope=\"col\"" } else { "<td" });
        self.table.content_start = self.out.position();
        let close = if is_head { "</th>" } else { "</td>" };
        self.open_elements.push(OpenElement::Block(close));
    }

    fn open_table_cell(&mut self, open: &str) {
        let alignments = &self.table.alignments;
        let class = match alignments.get(self.table.column) {
            None | Some(Alignment::None) => ">",
            Some(Alignment::Left) => " class=\"al-start\">",
            Some(Alignment::Center) => " class=\"al-center\">",
            Some(Alignment::Right) => " class=\"al-end\">",
        };
        self.out.html(open);
        self.out.html(class);
    }

    pub(crate) fn end_table_cell(&mut self, close: &str) {
        self.out.end_line();
        // A heading without text names no column.
        if self.table.is_head && self.out.position() == self.table.content_start {
            self.out.rewind(self.table.cell_start);
            self.open_table_cell("<td");
            self.out.html("</td>");
        } else {
            self.out.html(close);
        }
        self.table.column += 1;
    }

    pub(crate) fn end_table(&mut self) {
        if self.table.has_body {
            self.out.html("</tbody>");
        }
        self.out.html("</table></div>\n");
    }
}
