//! The syntax of admonitions: `:::note[Title]` … `:::`.

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

/// All names, for suggestions.
pub(crate) const NAMES: &[&str] = &[
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
    /// The kind of this name.
    /// All names.
    pub const NAMES: &'static [&'static str] = NAMES;

    pub(crate) fn parse(name: &str) -> Option<Kind> {
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

    /// The name in class names.
    pub(crate) fn class(self) -> &'static str {
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
pub(crate) enum Line<'s> {
    /// `:::name title`
    Open {
        colons: usize,
        name: &'s str,
        title: &'s str,
    },
    /// `:::`
    Close { colons: usize },
}

/// Parses a line from its first colon on, without its line break.
pub(crate) fn parse_line(line: &str) -> Option<Line<'_>> {
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
        assert_eq!(parse_line(":::note"), open("note", ""));
        assert_eq!(
            parse_line("::: note A *title*  "),
            open("note", "A *title*")
        );
        assert_eq!(parse_line(":::note[A [b] c]"), open("note", "A [b] c"));
        assert_eq!(parse_line(":::note [A]"), open("note", "A"));
        assert_eq!(parse_line("::::"), Some(Line::Close { colons: 4 }));
        for prose in [
            "::note",
            ":::1",
            ":::note{a}",
            "::: *x*",
            ":::note[a",
            ":::name: x",
        ] {
            assert_eq!(parse_line(prose), None, "{prose}");
        }
    }
}
