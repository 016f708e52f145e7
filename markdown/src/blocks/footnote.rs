//! Renders footnotes: numbered in the order of their first reference, at the end of the page.

use crate::renderer::Renderer;
use crate::renderer::open_element::{Footnote, OpenElement};
use std::ops::Range;

impl Renderer<'_, '_, '_> {
    pub(crate) fn footnote_reference(&mut self, label: &str) {
        self.mark_text();
        let notes = &mut self.footnotes;
        let next = notes.order.len();
        let number = *notes.numbers.entry(label.to_owned()).or_insert(next);
        if number == next {
            notes.order.push(Footnote {
                label: label.to_owned(),
                references: Vec::new(),
                next: 1,
            });
        }
        let id = note_id(label);
        let note = &mut notes.order[number];
        // The second reference to `a` has the id that the first one to `a-2` would have.
        let reference = loop {
            let reference = format!("{id}{}", again(note.next));
            note.next += 1;
            if notes.reference_ids.insert(reference.clone()) {
                break reference;
            }
        };
        note.references.push(reference.clone());
        self.out.html(&format!(
            "<sup><a href=\"#user-content-fn-{id}\" id=\"user-content-fnref-{reference}\" \
             data-footnote-ref aria-describedby=\"footnote-label\">{}</a></sup>",
            number + 1
        ));
    }

    pub(crate) fn start_footnote(&mut self, label: &str, range: Range<usize>) {
        self.footnotes.defined.push((label.to_owned(), range));
        self.footnotes.open.push(label.to_owned());
        self.out.begin_level();
        self.open_elements.push(OpenElement::Block(""));
    }

    pub(crate) fn end_footnote(&mut self) {
        let body = self.out.end();
        if let Some(label) = self.footnotes.open.pop() {
            self.footnotes.bodies.entry(label).or_insert(body);
        }
    }

    /// Writes the footnotes that have a reference.
    pub(crate) fn write_footnotes(&mut self) {
        if self.footnotes.order.is_empty() {
            return;
        }
        self.out.fresh_line();
        self.out.html("<section class=\"footnotes\" data-footnotes><h2 class=\"visually-hidden\" id=\"footnote-label\">");
        let heading = bindery_html::escape_text(&self.context.labels.footnotes);
        self.out.html(&heading);
        self.out.html("</h2>\n<ol>\n");
        let order = std::mem::take(&mut self.footnotes.order);
        for (at, note) in order.iter().enumerate() {
            let number = at + 1;
            let id = note_id(&note.label);
            self.out
                .html(&format!("<li id=\"user-content-fn-{id}\">\n"));
            let body = self
                .footnotes
                .bodies
                .remove(&note.label)
                .unwrap_or_default();
            self.out.append(body);
            for (before, reference) in note.references.iter().enumerate() {
                let again = again(before + 1);
                self.out.html(&format!(
                    "<a href=\"#user-content-fnref-{reference}\" data-footnote-backref"
                ));
                let label = format!("{} {number}{again}", self.context.labels.back_to_reference);
                self.out.pair("aria-label", &label);
                self.out.html(">↩</a>");
            }
            self.out.html("\n</li>\n");
        }
        self.out.html("</ol></section>\n");
    }
}

/// The end of the ids of a note and its references: its label in lower case, as an HTML attribute. Signs that no URL has
/// are encoded.
fn note_id(label: &str) -> String {
    const UNESCAPED: &[u8] = b"!#$&'()*+,-./:;=?@_~";
    let label = label.to_lowercase();
    let mut id = String::with_capacity(label.len());
    for byte in label.bytes() {
        match byte.is_ascii_alphanumeric() || UNESCAPED.contains(&byte) {
            true => id.push(char::from(byte)),
            false => id.push_str(&format!("%{byte:02X}")),
        }
    }
    bindery_html::escape_attribute(&id)
}

/// Distinguishes the references to the same note.
fn again(time: usize) -> String {
    match time {
        1 => String::new(),
        _ => format!("-{time}"),
    }
}
