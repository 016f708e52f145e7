//! Renders lists and task lists.

use crate::renderer::Renderer;
use crate::renderer::open_element::OpenElement;

impl Renderer<'_, '_, '_> {
    pub(crate) fn start_list(&mut self, start: Option<u64>) {
        match start {
            None => self.open_block("<ul>\n", "</ul>\n"),
            Some(1) => self.open_block("<ol>\n", "</ol>\n"),
            Some(start) => self.open_block(&format!("<ol start=\"{start}\">\n"), "</ol>\n"),
        }
    }

    pub(crate) fn start_item(&mut self) {
        self.out.fresh_line();
        self.out.html("<li>");
        self.open_elements.push(OpenElement::Block("</li>\n"));
    }

    /// `[ ]` or `[x]`.
    pub(crate) fn task_marker(&mut self, is_done: bool) {
        self.mark_text();
        self.out.html("<input type=\"checkbox\" disabled");
        self.out.html(if is_done { " checked" } else { "" });
        self.out.pair(
            "aria-label",
            &self.context.labels.tasks[usize::from(is_done)],
        );
        self.out.html("> ");
    }
}
