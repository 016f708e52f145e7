//! Patterns of paths with placeholders: `/characters/{element}/traveler-{e}`.

use std::collections::{BTreeMap, BTreeSet};

/// A path whose segments may hold placeholders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    segments: Vec<Vec<Piece>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    /// A placeholder, and how many of its first letters are meant (all, when `None`).
    Placeholder(String, Option<usize>),
}

/// What the placeholders stand for.
pub(super) type Values = BTreeMap<String, String>;

impl Pattern {
    /// Parses a pattern; the error is what is wrong with it.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let Some(rest) = text.strip_prefix('/') else {
            return Err(format!("`{text}` must begin with a slash"));
        };
        let segments = rest.split('/').filter(|segment| !segment.is_empty());
        let segments = segments.map(parse_segment).collect::<Result<_, _>>()?;
        Ok(Pattern { segments })
    }

    /// The names of the placeholders.
    pub(super) fn names(&self) -> BTreeSet<&str> {
        let pieces = self.segments.iter().flatten();
        let names = pieces.filter_map(|piece| match piece {
            Piece::Text(_) => None,
            Piece::Placeholder(name, _) => Some(name.as_str()),
        });
        names.collect()
    }

    /// What the placeholders stand for in a path that fits.
    pub(super) fn matches(&self, path: &str) -> Option<Values> {
        let segments: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        if segments.len() != self.segments.len() {
            return None;
        }
        let mut values = Values::new();
        for (pieces, segment) in self.segments.iter().zip(segments) {
            match_segment(pieces, segment, &mut values)?;
        }
        Some(values)
    }

    /// The path with the placeholders filled in.
    pub(super) fn fill(&self, values: &Values) -> String {
        let mut path = String::new();
        for pieces in &self.segments {
            path.push('/');
            for piece in pieces {
                match piece {
                    Piece::Text(text) => path.push_str(text),
                    Piece::Placeholder(name, letters) => {
                        let value = values.get(name).map_or("", String::as_str);
                        path.extend(value.chars().take(letters.unwrap_or(usize::MAX)));
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
        let (name, letters) = match inner.split_once(':') {
            Some((name, letters)) => {
                let letters = letters
                    .parse()
                    .map_err(|_| format!("`{letters}` in `{{{inner}}}` is no number of letters"))?;
                (name, Some(letters))
            }
            None => (inner, None),
        };
        if name.is_empty() {
            return Err(format!("a placeholder of `{segment}` has no name"));
        }
        pieces.push(Piece::Placeholder(name.to_owned(), letters));
        rest = after;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest.to_owned()));
    }
    Ok(pieces)
}

fn match_segment(pieces: &[Piece], segment: &str, values: &mut Values) -> Option<()> {
    let mut rest = segment;
    for (at, piece) in pieces.iter().enumerate() {
        let Piece::Placeholder(name, _) = piece else {
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
            Some(Piece::Placeholder(..)) => rest.chars().next()?.len_utf8(),
            None => rest.len(),
        };
        let value = rest.get(..end).filter(|value| !value.is_empty())?;
        let known = values
            .entry(name.clone())
            .or_insert_with(|| value.to_owned());
        if known != value {
            return None;
        }
        rest = &rest[end..];
    }
    rest.is_empty().then_some(())
}

/// Whether a name fits a glob, in which `*` stands for any letters.
pub(super) fn fits_glob(glob: &str, name: &str) -> bool {
    let Some((start, rest)) = glob.split_once('*') else {
        return glob == name;
    };
    let Some(name) = name.strip_prefix(start) else {
        return false;
    };
    let ends = name.char_indices().map(|(at, _)| at).chain([name.len()]);
    ends.into_iter().any(|at| fits_glob(rest, &name[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, path: &str, from: &str, expected: Option<&str>) {
        let pattern = Pattern::parse(pattern).unwrap();
        let from = Pattern::parse(from).unwrap();
        let filled = pattern.matches(path).map(|values| from.fill(&values));
        assert_eq!(filled.as_deref(), expected, "{path}");
    }

    #[test]
    fn placeholders_stand_for_segments_or_parts() {
        check("/c/{e}/{n}", "/c/cryo/ganyu", "/{n}", Some("/ganyu"));
        check("/c/{e}/{n}", "/c/cryo", "/{n}", None);
        check("/c/{e}/t-{x}", "/c/geo/t-geo", "/{x:1}mc", Some("/gmc"));
        check("/c/{e}/t-{x}", "/c/geo/t-", "/{x:1}mc", None);
        check("/c/{e}/t-{e}", "/c/geo/t-pyro", "/{e}", None);
        check("/{a}-{b}", "/x-y-z", "/{b}/{a}", Some("/y-z/x"));
        check("/{a}.html", "/x.y.html", "/{a}", Some("/x.y"));
    }

    #[test]
    fn bad_patterns_are_explained() {
        let error = |text| Pattern::parse(text).unwrap_err();
        assert_eq!(error("a"), "`a` must begin with a slash");
        assert_eq!(error("/a{b"), "a `{` of `a{b` has no end");
        assert_eq!(error("/{}"), "a placeholder of `{}` has no name");
        assert_eq!(error("/{a:x}"), "`x` in `{a:x}` is no number of letters");
    }

    #[test]
    fn globs_have_stars() {
        for (glob, name, expected) in [
            ("traveler-*", "traveler-geo", true),
            ("traveler-*", "travel", false),
            ("*a*b", "xaxb", true),
            ("*a*b", "xbxa", false),
            ("x", "x", true),
            ("*", "", true),
        ] {
            assert_eq!(fits_glob(glob, name), expected, "{glob} {name}");
        }
    }
}
