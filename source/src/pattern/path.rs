//! Wildcards of names and addresses.

use super::steps::{CharSet, Step, matches_text};

/// A name in which `*` matches any characters: `traveler-*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamePattern {
    steps: Vec<Step<CharSet>>,
}

impl NamePattern {
    /// Parses a pattern; every text is one.
    #[must_use]
    pub fn new(pattern: &str) -> Self {
        let steps = pattern.chars().map(|character| match character {
            '*' => Step::Many(CharSet::Any),
            _ => Step::One(CharSet::Exactly(character)),
        });
        NamePattern {
            steps: steps.collect(),
        }
    }

    /// Whether the pattern matches a name as a whole.
    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        matches_text(&self.steps, name)
    }
}

/// An address with wildcards: `/guide`, `/guide/*`, `/{name}.json`.
///
/// `*` matches any characters, slashes included, and `{name}` matches one or more characters without a slash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathPattern {
    text: String,
    steps: Vec<Step<CharSet>>,
}

impl PathPattern {
    /// Parses a pattern; the error says what is wrong with it.
    ///
    /// # Errors
    /// When it is not a path, or a placeholder has no end.
    pub fn parse(text: &str) -> Result<Self, String> {
        if !text.starts_with('/') {
            return Err(format!("`{text}` must begin with a slash"));
        }
        if text.contains(['?', '#']) || text.chars().any(char::is_control) {
            return Err(format!("`{text}` is not a path"));
        }
        let mut steps = Vec::new();
        let mut rest = text.chars();
        while let Some(character) = rest.next() {
            match character {
                '*' => steps.push(Step::Many(CharSet::Any)),
                '{' => {
                    let end = rest.as_str().split_once('}');
                    let (_, after) = end.ok_or_else(|| format!("a `{{` of `{text}` has no end"))?;
                    rest = after.chars();
                    steps.push(Step::One(CharSet::NoSlash));
                    steps.push(Step::Many(CharSet::NoSlash));
                }
                _ => steps.push(Step::One(CharSet::Exactly(character))),
            }
        }
        Ok(PathPattern {
            text: text.to_owned(),
            steps,
        })
    }

    /// The pattern as written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether the pattern matches a path as a whole; the path has no percent-encoding and no base path.
    #[must_use]
    pub fn matches(&self, path: &str) -> bool {
        matches_text(&self.steps, path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_match_any_letters_of_a_name() {
        for (pattern, name, expected) in [
            ("traveler-*", "traveler-geo", true),
            ("traveler-*", "travel", false),
            ("*a*b", "xaxb", true),
            ("*a*b", "xbxa", false),
            ("x", "x", true),
            ("*", "", true),
        ] {
            let parsed = NamePattern::new(pattern);
            assert_eq!(parsed.matches(name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn stars_cross_slashes_and_placeholders_do_not() {
        for (pattern, path, expected) in [
            ("/*", "/", true),
            ("/*", "/a/b", true),
            ("/guide", "/guide", true),
            ("/guide", "/guide/a", false),
            ("/guide/*", "/guide", false),
            ("/guide/*", "/guide/a/b", true),
            ("/*.json", "/a/b.json", true),
            ("/{name}.json", "/a.json", true),
            ("/{name}.json", "/a/b.json", false),
            ("/{name}.json", "/.json", false),
            ("/{a}/x/*", "/é/x/", true),
            ("/a*b*c", "/aXbYc", true),
            ("/a*b*c", "/aXcYb", false),
        ] {
            let parsed = PathPattern::parse(pattern).unwrap();
            assert_eq!(parsed.matches(path), expected, "{pattern} {path}");
        }
        assert!(PathPattern::parse("guide").is_err());
        assert!(PathPattern::parse("/a{b").is_err());
        assert!(PathPattern::parse("/a?b").is_err());
    }

    #[test]
    fn many_wildcards_are_matched_in_bounded_time() {
        let pattern = PathPattern::parse(&format!("/{}", "*{x}".repeat(100))).unwrap();
        assert!(!pattern.matches(&format!("/{}/", "a".repeat(5_000))));
    }
}
