//! `:::note[Title]` … `:::`: reads the lines and writes the boxes.

use super::Labels;
use super::component::Opened;
use super::escape;
use super::output::{Mark, Output};
use super::render::{Frame, Renderer};
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

/// Writes the start of the box; the title follows when there is one.
pub(super) fn open(out: &mut Output, kind: Kind, labels: &Labels) {
    let label = labels.admonition(kind);
    out.fresh_line();
    out.html("<div class=\"admonition admonition-");
    out.html(kind.class());
    out.html("\" role=\"note\" aria-label=\"");
    out.attribute(label);
    out.html("\">");
}

/// The title paragraph where the author gave none.
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
        open(&mut self.out, kind, self.context.labels);
        if !has_title {
            self.default_title(name);
        }
        self.push_tag(
            Opened::Admonition {
                is_title_due: has_title,
            },
            number,
            true,
        );
    }

    fn default_title(&mut self, name: &str) {
        self.out.html("<p class=\"admonition-title\">");
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
        open(&mut self.out, kind, self.context.labels);
        self.default_title(name);
        self.frames.push(Frame::Block("</div></div>\n"));
    }

    /// Whether the next paragraph is an admonition's title.
    pub(super) fn is_title_due(&self) -> bool {
        let Some(Frame::Tag(tag)) = self.frames.last() else {
            return false;
        };
        matches!(tag.what, Opened::Admonition { is_title_due: true })
    }

    /// Ends a paragraph that is an admonition's title; `false` when it is none.
    pub(super) fn end_admonition_title(&mut self, mark: Mark) -> bool {
        if !self.is_title_due() {
            return false;
        }
        if let Some(Frame::Tag(tag)) = self.frames.last_mut() {
            tag.what = Opened::Admonition {
                is_title_due: false,
            };
        }
        self.out.insert(mark, "<p class=\"admonition-title\">");
        self.out.html("</p><div>\n");
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
