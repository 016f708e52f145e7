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
        let alignment = self
            .table
            .alignments
            .get(self.table.column)
            .copied()
            .unwrap_or(Alignment::None);
        self.table.column += 1;
        let (open, close) = match self.table.is_head {
            true => ("<th scope=\"col\"", "</th>"),
            false => ("<td", "</td>"),
        };
        self.out.html(open);
        self.out.html(match alignment {
            Alignment::None => ">",
            Alignment::Left => " class=\"al-start\">",
            Alignment::Center => " class=\"al-center\">",
            Alignment::Right => " class=\"al-end\">",
        });
        self.open_elements.push(OpenElement::Block(close));
    }

    pub(crate) fn end_table(&mut self) {
        if self.table.has_body {
            self.out.html("</tbody>");
        }
        self.out.html("</table></div>\n");
    }
}
