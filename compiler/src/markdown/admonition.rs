//! `:::note[Title]` … `:::`: reads the lines and writes the boxes.

use super::Labels;
use super::body_writer::{BodyWriter, Position};
use super::escape;
use super::open_element::{OpenElement, OpenTagKind};
use super::renderer::Renderer;
use pulldown_cmark::BlockQuoteKind;

/// The kinds of admonitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `note`, and `secondary`.
    Note,
    /// `tip`, and `success`.
    Tip,
    /// `info`, and `important`.
    Info,
    /// `warning`.
    Warning,
    /// `danger`.
    Danger,
    /// `caution`.
    Caution,
}

/// Names that may be written, for suggestions.
pub(super) const NAMES: &[&str] = &[
    "note",
    "tip",
    "info",
    "warning",
    "danger",
    "caution",
    "secondary",
    "important",
    "success",
];

impl Kind {
    /// The kind a name stands for.
    pub(super) fn parse(name: &str) -> Option<Kind> {
        match name {
            "note" | "secondary" => Some(Kind::Note),
            "tip" | "success" => Some(Kind::Tip),
            "info" | "important" => Some(Kind::Info),
            "warning" => Some(Kind::Warning),
            "danger" => Some(Kind::Danger),
            "caution" => Some(Kind::Caution),
            _ => None,
        }
    }

    /// The name used in class names.
    pub(super) fn class(self) -> &'static str {
        match self {
            Kind::Note => "note",
            Kind::Tip => "tip",
            Kind::Info => "info",
            Kind::Warning => "warning",
            Kind::Danger => "danger",
            Kind::Caution => "caution",
        }
    }
}

/// A line that opens or closes an admonition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line<'s> {
    /// `:::name title`
    Open {
        colons: usize,
        name: &'s str,
        title: &'s str,
    },
    /// `:::`
    Close { colons: usize },
}

/// Reads a line from its first colon on, without its line break.
pub(super) fn scan(line: &str) -> Option<Line<'_>> {
    let colons = line.bytes().take_while(|b| *b == b':').count();
    if colons < 3 {
        return None;
    }
    let rest = line[colons..].trim();
    if rest.is_empty() {
        return Some(Line::Close { colons });
    }
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
    let (name, after) = rest.split_at(end);
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let title = match after.chars().next() {
        None => "",
        Some('[') => after.strip_prefix('[')?.strip_suffix(']')?,
        Some(' ' | '\t') => match after.trim() {
            bracketed if bracketed.starts_with('[') && bracketed.ends_with(']') => {
                &bracketed[1..bracketed.len() - 1]
            }
            plain => plain,
        },
        Some(_) => return None,
    };
    Some(Line::Open {
        colons,
        name,
        title: title.trim(),
    })
}

/// Writes the start of the box up to where its name goes; `own` is a kind only this site has.
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

/// Title and name of a box without a title of its own: the kind in the page's language, other names of kinds as written.
fn label<'l>(kind: Kind, name: &'l str, labels: &'l Labels) -> &'l str {
    if name == kind.class() {
        labels.admonition(kind)
    } else {
        name
    }
}

/// The title where the author gave none.
pub(super) fn default_title(name: &str) -> String {
    let mut title = String::new();
    escape::text(&mut title, name);
    title
}

impl Renderer<'_, '_, '_> {
    /// `:::kind`.
    pub(super) fn start_admonition(
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
            // The box is named by the title, which comes next.
            Some(self.out.position())
        } else {
            self.named(label(kind, own.unwrap_or(name), self.context.labels));
            None
        };
        if has_title {
            self.out.html(">");
        }
        self.push_tag(OpenTagKind::Admonition { title_due: due }, number, true);
    }

    /// The name of a box whose start is being written, and the title that says it.
    fn named(&mut self, name: &str) {
        self.out.pair("aria-label", name);
        self.out.html("><p class=\"admonition-title\">");
        let title = default_title(name);
        self.out.html(&title);
        self.out.html("</p><div>\n");
    }

    /// `> [!NOTE]`.
    pub(super) fn start_alert(&mut self, kind: BlockQuoteKind) {
        let (kind, name) = match kind {
            BlockQuoteKind::Note => (Kind::Note, "note"),
            BlockQuoteKind::Tip => (Kind::Tip, "tip"),
            BlockQuoteKind::Important => (Kind::Info, "important"),
            BlockQuoteKind::Warning => (Kind::Warning, "warning"),
            BlockQuoteKind::Caution => (Kind::Caution, "caution"),
        };
        open(&mut self.out, kind, None);
        self.named(label(kind, name, self.context.labels));
        self.open_elements
            .push(OpenElement::Block("</div></div>\n"));
    }

    /// Whether the next paragraph is an admonition's title.
    pub(super) fn is_title_due(&self) -> bool {
        let Some(OpenElement::Tag(tag)) = self.open_elements.last() else {
            return false;
        };
        matches!(tag.kind, OpenTagKind::Admonition { title_due: Some(_) })
    }

    /// Ends a paragraph that is an admonition's title; `false` when it is none.
    pub(super) fn end_admonition_title(&mut self, start: Position) -> bool {
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
        escape::attribute(
            &mut name,
            &title.split_whitespace().collect::<Vec<_>>().join(" "),
        );
        name.push('"');
        self.out.insert(name_at, &name);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let open = |name, title| {
            Some(Line::Open {
                colons: 3,
                name,
                title,
            })
        };
        assert_eq!(scan(":::note"), open("note", ""));
        assert_eq!(scan("::: note A *title*  "), open("note", "A *title*"));
        assert_eq!(scan(":::note[A [b] c]"), open("note", "A [b] c"));
        assert_eq!(scan(":::note [A]"), open("note", "A"));
        assert_eq!(scan("::::"), Some(Line::Close { colons: 4 }));
        for prose in [
            "::note",
            ":::1",
            ":::note{a}",
            "::: *x*",
            ":::note[a",
            ":::name: x",
        ] {
            assert_eq!(scan(prose), None, "{prose}");
        }
    }
}
