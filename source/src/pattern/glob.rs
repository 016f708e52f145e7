//! Globs of files.

use super::steps::{CharSet, Step, matches_items, matches_text};

/// How many alternatives the braces of a glob may have; the rest is ignored.
const MAX_ALTERNATIVES: usize = 256;

/// A glob as Docusaurus has it: `**/_*.md`, `guides/*.{md,mdx}`.
///
/// `**` matches any folders, `*` and `?` match characters of one name, `{a,b}` one of several texts, and `[abc]` one of
/// several characters. A bracket without its end matches itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glob {
    /// A glob with braces is several without.
    alternatives: Vec<Vec<Step<Name>>>,
}

/// The names that one segment matches.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Name {
    Any,
    Matching(Vec<Step<CharSet>>),
}

impl Glob {
    /// Parses a glob; every text is one.
    #[must_use]
    pub fn new(glob: &str) -> Self {
        let glob = glob.strip_prefix("./").unwrap_or(glob);
        let alternatives = expand_braces(glob);
        let segments = |glob: &String| glob.split('/').map(parse_segment).collect();
        Glob {
            alternatives: alternatives.iter().map(segments).collect(),
        }
    }

    /// Whether the glob matches a path as a whole.
    #[must_use]
    pub fn matches(&self, path: &str) -> bool {
        self.alternatives.iter().any(|segments| {
            matches_items(segments, path.split('/'), |set, name| match set {
                Name::Any => true,
                Name::Matching(characters) => matches_text(characters, name),
            })
        })
    }
}

/// A list of globs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Globs(Vec<Glob>);

impl Globs {
    /// Parses globs.
    #[must_use]
    pub fn new<S: AsRef<str>>(globs: &[S]) -> Self {
        Globs(globs.iter().map(|glob| Glob::new(glob.as_ref())).collect())
    }

    /// Whether the list has no globs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether one of the globs matches a path.
    #[must_use]
    pub fn matches(&self, path: &str) -> bool {
        self.0.iter().any(|glob| glob.matches(path))
    }
}

/// Expands the braces of a glob: the globs without braces that it is equivalent to.
fn expand_braces(glob: &str) -> Vec<String> {
    let mut groups = Vec::new();
    let mut rest = glob;
    while let Some((before, inner)) = rest.split_once('{')
        && let Some((choices, after)) = inner.split_once('}')
    {
        groups.push((before, choices));
        rest = after;
    }
    let mut ends = vec![rest.to_owned()];
    for (before, choices) in groups.into_iter().rev() {
        let choices = choices.split(',').take(MAX_ALTERNATIVES);
        let globs = choices.flat_map(|choice| {
            let ends = ends.iter();
            ends.map(move |end| format!("{before}{choice}{end}"))
        });
        ends = globs.take(MAX_ALTERNATIVES).collect();
    }
    ends
}

fn parse_segment(segment: &str) -> Step<Name> {
    if segment == "**" {
        return Step::Many(Name::Any);
    }
    let mut steps = Vec::new();
    let mut rest = segment.chars();
    while let Some(character) = rest.next() {
        steps.push(match character {
            '*' => Step::Many(CharSet::Any),
            '?' => Step::One(CharSet::Any),
            '[' => match rest.as_str().split_once(']') {
                Some((characters, after)) => {
                    rest = after.chars();
                    Step::One(CharSet::OneOf(characters.chars().collect()))
                }
                None => Step::One(CharSet::Exactly(character)),
            },
            _ => Step::One(CharSet::Exactly(character)),
        });
    }
    Step::One(Name::Matching(steps))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_match_as_those_of_docusaurus() {
        for (glob, path, expected) in [
            ("**/_*.{js,md}", "_a.md", true),
            ("**/_*.{js,md}", "a/b/_c.js", true),
            ("**/_*.{js,md}", "a/b.md", false),
            ("**/_*/**", "a/_b/c/d.md", true),
            ("**/*.wip.md", "a.wip.md", true),
            ("guides/*.md", "guides/a/b.md", false),
            ("./guides/**", "guides/a/b.md", true),
            ("guides/**", "guides", true),
            ("a[12]?.md", "a1x.md", true),
            ("a[12]?.md", "a3x.md", false),
            ("a[b", "a[b", true),
            ("{a", "{a", true),
            ("**/*.{md,mdx}", "x.mdx", true),
            ("{a/b,c}/d", "a/b/d", true),
            ("", "", true),
            ("/tags/**", "/tags/a/b", true),
            ("/tags/**", "/tags", true),
            ("/tags/**", "/tagsx", false),
            ("/tags/*", "/tags/a", true),
            ("/tags/*", "/tags/a/b", false),
            ("/a*c", "/abc", true),
            ("/**/x", "/a/b/x", true),
            ("/a", "/ab", false),
        ] {
            assert_eq!(Glob::new(glob).matches(path), expected, "{glob} {path}");
        }
    }

    #[test]
    fn many_stars_are_matched_in_bounded_time() {
        let glob = Glob::new(&"*a".repeat(200));
        assert!(!glob.matches(&format!("{}b", "a".repeat(5_000))));
        let glob = Glob::new(&"**/a/".repeat(200));
        assert!(!glob.matches(&format!("{}b", "a/".repeat(2_000))));
    }

    #[test]
    fn braces_have_a_bounded_number_of_alternatives() {
        assert_eq!(expand_braces("{a,b}{c,d}"), ["ac", "ad", "bc", "bd"]);
        assert_eq!(expand_braces(&"{a,b}".repeat(100)).len(), MAX_ALTERNATIVES);
    }
}
