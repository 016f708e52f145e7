//! Writes admonitions and the alerts of GitHub (`> [!NOTE]`).

use crate::context::Labels;
use crate::masked_source::Display;
use crate::renderer::Renderer;
use crate::renderer::body_writer::{BodyWriter, Position};
use crate::renderer::open_element::{OpenElement, OpenTagKind};
use crate::syntax::admonition::Kind;
use pulldown_cmark::BlockQuoteKind;

/// Writes the start tag of an admonition up to its `aria-label`; `own` is a keyword that the site configures.
fn open(out: &mut BodyWriter, kind: Kind, own: Option<&str>) {
    out.fresh_line();
    out.html("<div class=\"admonition admonition-");
    out.html(kind.class());
    if let Some(own) = own {
        out.html(" admonition-");
        out.attribute(own);
    }
    out.html("\" role=\"note\"");
}

/// The title of an admonition without one: the label of its kind in the language of the page, or another keyword as
/// written.
fn label<'l>(kind: Kind, name: &'l str, labels: &'l Labels) -> &'l str {
    if name == kind.class() {
        labels.admonition(kind)
    } else {
        name
    }
}

impl Renderer<'_, '_, '_> {
    /// Starts `:::kind`.
    pub(crate) fn start_admonition(
        &mut self,
        kind: Kind,
        name: &str,
        has_title: bool,
        number: usize,
    ) {
        let own = self.context.options.admonitions.iter();
        let own = own
            .map(String::as_str)
            .find(|own| *own == name && Kind::parse(name).is_none());
        open(&mut self.out, kind, own);
        let due = if has_title {
            // The title, which is the next paragraph, becomes the label.
            Some(self.out.position())
        } else {
            self.write_label_and_title(label(kind, own.unwrap_or(name), self.context.labels));
            None
        };
        if has_title {
            self.out.html(">");
        }
        self.push_tag(
            OpenTagKind::Admonition { title_due: due },
            number,
            Display::Block,
        );
    }

    /// Writes the `aria-label` and the title of an admonition.
    fn write_label_and_title(&mut self, name: &str) {
        self.out.pair("aria-label", name);
        self.out.html("><p class=\"admonition-title\">");
        let title = bindery_html::escape_text(name);
        self.out.html(&title);
        self.out.html("</p><div>\n");
    }

    /// Starts `> [!NOTE]`.
    pub(crate) fn start_alert(&mut self, kind: BlockQuoteKind) {
        let (kind, name) = match kind {
            BlockQuoteKind::Note => (Kind::Note, "note"),
            BlockQuoteKind::Tip => (Kind::Tip, "tip"),
            BlockQuoteKind::Important => (Kind::Info, "important"),
            BlockQuoteKind::Warning => (Kind::Warning, "warning"),
            BlockQuoteKind::Caution => (Kind::Caution, "caution"),
        };
        open(&mut self.out, kind, None);
        self.write_label_and_title(label(kind, name, self.context.labels));
        self.open_elements
            .push(OpenElement::Block("</div></div>\n"));
    }

    /// Whether the next paragraph is the title of an admonition.
    pub(crate) fn is_title_due(&self) -> bool {
        let Some(OpenElement::Tag(tag)) = self.open_elements.last() else {
            return false;
        };
        matches!(tag.kind, OpenTagKind::Admonition { title_due: Some(_) })
    }

    /// Ends a paragraph if it is the title of an admonition; `false` otherwise.
    pub(crate) fn end_admonition_title(&mut self, start: Position) -> bool {
        let Some(OpenElement::Tag(tag)) = self.open_elements.last_mut() else {
            return false;
        };
        let OpenTagKind::Admonition { title_due } = &mut tag.kind else {
            return false;
        };
        let Some(name_at) = title_due.take() else {
            return false;
        };
        let title = self.out.heading.take().unwrap_or_default().text;
        self.out.insert(start, "<p class=\"admonition-title\">");
        self.out.html("</p><div>\n");
        let mut name = " aria-label=\"".to_owned();
        bindery_html::push_attribute(
            &mut name,
            &title.split_whitespace().collect::<Vec<_>>().join(" "),
        );
        name.push('"');
        self.out.insert(name_at, &name);
        true
    }
}
