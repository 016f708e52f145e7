//! Paths with placeholders.

use std::collections::{BTreeMap, BTreeSet};

/// A path with placeholders, which captures their values from a path, or makes a path of them.
///
/// `/characters/{element}/traveler-{e}`: a placeholder matches a part of one segment, at least one character long.
/// `{element:1}` fills in only the first character of the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathTemplate {
    segments: Vec<Vec<Piece>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Placeholder {
        name: String,
        /// How many characters of the value are filled in; `None` for all.
        max_chars: Option<usize>,
    },
}

/// The values of placeholders by their names.
pub type Captures = BTreeMap<String, String>;

impl PathTemplate {
    /// Parses a template; the error says what is wrong with it.
    ///
    /// # Errors
    /// When it does not begin with a slash, or a placeholder has no name, no end or a bad number of characters.
    pub fn parse(text: &str) -> Result<Self, String> {
        let Some(rest) = text.strip_prefix('/') else {
            return Err(format!("`{text}` must begin with a slash"));
        };
        let segments = rest.split('/').filter(|segment| !segment.is_empty());
        let segments = segments.map(parse_segment).collect::<Result<_, _>>()?;
        Ok(PathTemplate { segments })
    }

    /// The names of the placeholders.
    #[must_use]
    pub fn names(&self) -> BTreeSet<&str> {
        let pieces = self.segments.iter().flatten();
        let names = pieces.filter_map(|piece| match piece {
            Piece::Text(_) => None,
            Piece::Placeholder { name, .. } => Some(name.as_str()),
        });
        names.collect()
    }

    /// The values of the placeholders in a path; `None` if the path does not match.
    #[must_use]
    pub fn captures(&self, path: &str) -> Option<Captures> {
        let segments: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        if segments.len() != self.segments.len() {
            return None;
        }
        let mut captures = Captures::new();
        for (pieces, segment) in self.segments.iter().zip(segments) {
            match_segment(pieces, segment, &mut captures)?;
        }
        Some(captures)
    }

    /// The path with the values of the placeholders filled in.
    #[must_use]
    pub fn fill(&self, captures: &Captures) -> String {
        let mut path = String::new();
        for pieces in &self.segments {
            path.push('/');
            for piece in pieces {
                match piece {
                    Piece::Text(text) => path.push_str(text),
                    Piece::Placeholder { name, max_chars } => {
                        let value = captures.get(name).map_or("", String::as_str);
                        path.extend(value.chars().take(max_chars.unwrap_or(usize::MAX)));
                    }
                }
            }
        }
        path
    }
}

fn parse_segment(segment: &str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut rest = segment;
    while let Some((text, after)) = rest.split_once('{') {
        if !text.is_empty() {
            pieces.push(Piece::Text(text.to_owned()));
        }
        let (inner, after) = after
            .split_once('}')
            .ok_or_else(|| format!("a `{{` of `{segment}` has no end"))?;
        let (name, max_chars) = match inner.split_once(':') {
            Some((name, characters)) => {
                let max_chars = characters.parse().map_err(|_| {
                    format!("`{characters}` in `{{{inner}}}` is not a number of characters")
                })?;
                (name, Some(max_chars))
            }
            None => (inner, None),
        };
        if name.is_empty() {
            return Err(format!("a placeholder of `{segment}` has no name"));
        }
        pieces.push(Piece::Placeholder {
            name: name.to_owned(),
            max_chars,
        });
        rest = after;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest.to_owned()));
    }
    Ok(pieces)
}

/// Captures the placeholders of one segment. A placeholder ends before the first occurrence of the text after it; the
/// last text of a segment must be its end.
fn match_segment(pieces: &[Piece], segment: &str, captures: &mut Captures) -> Option<()> {
    let mut rest = segment;
    for (at, piece) in pieces.iter().enumerate() {
        let Piece::Placeholder { name, .. } = piece else {
            let Piece::Text(text) = piece else { continue };
            rest = rest.strip_prefix(text.as_str())?;
            continue;
        };
        let end = match pieces.get(at + 1) {
            Some(Piece::Text(text)) if at + 2 == pieces.len() => {
                rest.strip_suffix(text.as_str())?.len()
            }
            // A placeholder is never empty.
            Some(Piece::Text(text)) => {
                let first = rest.chars().next()?.len_utf8();
                first + rest.get(first..)?.find(text.as_str())?
            }
            Some(Piece::Placeholder { .. }) => rest.chars().next()?.len_utf8(),
            None => rest.len(),
        };
        let value = rest.get(..end).filter(|value| !value.is_empty())?;
        let captured = captures
            .entry(name.clone())
            .or_insert_with(|| value.to_owned());
        if captured != value {
            return None;
        }
        rest = &rest[end..];
    }
    rest.is_empty().then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, path: &str, from: &str, expected: Option<&str>) {
        let pattern = PathTemplate::parse(pattern).unwrap();
        let from = PathTemplate::parse(from).unwrap();
        let filled = pattern.captures(path).map(|captures| from.fill(&captures));
        assert_eq!(filled.as_deref(), expected, "{path}");
    }

    #[test]
    fn placeholders_match_segments_or_parts_of_them() {
        check("/c/{e}/{n}", "/c/cryo/ganyu", "/{n}", Some("/ganyu"));
        check("/c/{e}/{n}", "/c/cryo", "/{n}", None);
        check("/c/{e}/t-{x}", "/c/geo/t-geo", "/{x:1}mc", Some("/gmc"));
        check("/c/{e}/t-{x}", "/c/geo/t-", "/{x:1}mc", None);
        check("/c/{e}/t-{e}", "/c/geo/t-pyro", "/{e}", None);
        check("/{a}-{b}", "/x-y-z", "/{b}/{a}", Some("/y-z/x"));
        check("/{a}.html", "/x.y.html", "/{a}", Some("/x.y"));
    }

    #[test]
    fn errors_name_the_bad_part() {
        let error = |text| PathTemplate::parse(text).unwrap_err();
        assert_eq!(error("a"), "`a` must begin with a slash");
        assert_eq!(error("/a{b"), "a `{` of `a{b` has no end");
        assert_eq!(error("/{}"), "a placeholder of `{}` has no name");
        assert_eq!(
            error("/{a:x}"),
            "`x` in `{a:x}` is not a number of characters"
        );
    }
}
