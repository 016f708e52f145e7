//! Counts the pages that are right, degraded and broken, and what made them so.

use super::mdx::EvaluatedTexts;
use crate::diagnostic::{Code, Diagnostic, Impact, Severity};
use crate::document::Segment;
use crate::model::{Page, Site};
use crate::source::{FileId, SourceTree};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The pages of a site by what its problems cost them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Pages without a problem of their content.
    pub right: usize,
    /// Pages of which a part is missing or wrong.
    pub degraded: usize,
    /// Pages that are missing or have nothing of their own.
    pub broken: usize,
    /// Problems that keep the site from being built.
    pub errors: usize,
    /// The number of pages of each kind of problem, most pages first.
    pub causes: Vec<(Code, usize)>,
    /// The texts that MDX evaluated.
    pub evaluated: EvaluatedTexts,
}

impl Summary {
    /// Judges the pages of all locales by the problems in their files and in the components that they name.
    #[must_use]
    pub fn of(site: &Site, tree: &SourceTree, problems: &[Diagnostic]) -> Self {
        let found = Found::new(site, tree, problems);
        let errors = problems
            .iter()
            .filter(|one| one.severity == Severity::Error);
        if site.is_config_broken {
            // Without its configuration a site has other pages.
            let is_cause = |code: &Code| matches!(code, Code::MissingContent | Code::EmptySite);
            let cause = errors.clone().map(|one| one.code).find(is_cause);
            return Summary {
                broken: site.pages.len(),
                errors: errors.count(),
                causes: vec![(cause.unwrap_or(Code::BadConfig), site.pages.len())],
                ..Summary::default()
            };
        }
        let mut summary = Summary {
            errors: errors.count(),
            evaluated: EvaluatedTexts::of(site, tree),
            ..Summary::default()
        };
        let mut causes: BTreeMap<Code, usize> = BTreeMap::new();
        for page in &site.pages {
            let codes = found.of_page(page);
            for code in &codes {
                *causes.entry(*code).or_default() += 1;
            }
            match codes.iter().map(|code| code.impact()).min() {
                Some(Impact::Page) => summary.broken += 1,
                Some(_) => summary.degraded += 1,
                None => summary.right += 1,
            }
        }
        summary.causes = causes.into_iter().collect();
        summary
            .causes
            .sort_by_key(|(code, count)| (Reverse(*count), *code));
        summary
    }

    /// Whether all pages are right.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.degraded + self.broken == 0
    }

    /// Whether there is nothing to say about the pages.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.is_right() && self.evaluated.reasons.is_empty()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary {
            right,
            degraded,
            broken,
            errors,
            ..
        } = self;
        let all = right + degraded + broken;
        write!(f, "pages      {all}: {right} right, {degraded} degraded")?;
        match (errors, broken) {
            // Nobody can read these pages yet, so that `0 broken` would be wrong.
            (1.., 0) => f.write_str("; errors keep the site from being built")?,
            _ => write!(f, ", {broken} broken")?,
        }
        for (name, is_broken) in [("broken", true), ("degraded", false)] {
            let causes = self.causes.iter();
            let causes = causes.filter(|(code, _)| (code.impact() == Impact::Page) == is_broken);
            let causes: Vec<String> = causes
                .map(|(code, count)| format!("{count} {}", code.name()))
                .collect();
            if !causes.is_empty() {
                write!(f, "\n{name:<10} {}", causes.join(", "))?;
            }
        }
        write!(f, "{}", self.evaluated)
    }
}

/// The problems that cost pages something, by their files and components.
struct Found<'t> {
    files: BTreeMap<FileId, BTreeSet<Code>>,
    /// The components' files that failed.
    components: BTreeSet<&'t str>,
}

impl<'t> Found<'t> {
    fn new(site: &Site, tree: &'t SourceTree, problems: &[Diagnostic]) -> Self {
        let sources: BTreeSet<FileId> = site.pages.iter().filter_map(|page| page.source).collect();
        let mut found = Found {
            files: BTreeMap::new(),
            components: BTreeSet::new(),
        };
        for problem in problems {
            let Some(span) = problem
                .span
                .filter(|_| problem.code.impact() <= Impact::Content)
            else {
                continue;
            };
            if sources.contains(&span.file) {
                found
                    .files
                    .entry(span.file)
                    .or_default()
                    .insert(problem.code);
            } else if problem.code == Code::ComponentFailed {
                found.components.insert(&tree.file(span.file).path);
            }
        }
        found
    }

    fn of_page(&self, page: &Page) -> BTreeSet<Code> {
        let own = page.source.and_then(|file| self.files.get(&file));
        let mut codes = own.cloned().unwrap_or_default();
        if !self.components.is_empty() && page.slots.iter().any(|slot| self.names_failed(slot)) {
            codes.insert(Code::ComponentFailed);
        }
        codes
    }

    fn names_failed(&self, segments: &[Segment]) -> bool {
        segments.iter().any(|segment| match segment {
            Segment::Component(tag) => {
                self.is_failed(&tag.name) || self.names_failed(&tag.children)
            }
            _ => false,
        })
    }

    /// Whether the component of this name failed: `Name` of `components/`, or a module's path, `@site/src/a.tsx#Name`.
    fn is_failed(&self, name: &str) -> bool {
        if let Some(path) = name.strip_prefix("@site/") {
            let path = path.split('#').next().unwrap_or(path);
            return self.components.contains(path);
        }
        let file = |path: &&str| {
            let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
            let is_own = folder.split('/').next() == Some("components");
            is_own && file.split('.').next() == Some(name)
        };
        self.components.iter().any(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostics;
    use crate::driver::check_tree;
    use crate::source::Span;

    #[test]
    fn pages_are_judged_by_their_files_and_components() {
        let tree = SourceTree::from_texts(&[
            ("components/Plot.tsx", ""),
            ("docs/README.md", "# Home\n"),
            ("docs/a.md", "# A\n\n<Plot />\n"),
            ("docs/b.md", "# B\n"),
            ("docs/c.md", "# C\n"),
            (
                "site.toml",
                "title = \"S\"\nurl = \"https://s\"\n[search]\npage_path = false\n",
            ),
        ]);
        let components = BTreeSet::from(["Plot".to_owned()]);
        let checked = check_tree(tree, &components);
        let at = |path: &str| Span::start_of(checked.tree.find(path).unwrap().id);
        let mut sink = Diagnostics::new();
        sink.warn(Code::ComponentFailed, at("components/Plot.tsx"), "x");
        sink.warn(Code::UnsupportedPage, at("docs/b.md"), "x");
        sink.warn(Code::UnsupportedExpression, at("docs/b.md"), "x");
        sink.warn(Code::UnusedDefinition, at("docs/c.md"), "x");
        let summary = Summary::of(&checked.site, &checked.tree, &sink.into_sorted());
        assert_eq!(
            summary.to_string(),
            "pages      4: 2 right, 1 degraded, 1 broken\n\
             broken     1 unsupported-page\n\
             degraded   1 component-failed, 1 unsupported-expression"
        );
        assert!(!summary.is_right());
        let mut sink = Diagnostics::new();
        sink.error(Code::BadConfig, at("site.toml"), "x");
        let list = sink.into_sorted();
        let summary = Summary::of(&checked.site, &checked.tree, &list);
        assert_eq!((summary.right, summary.broken), (4, 0), "one key is wrong");
        let unread = Site {
            is_config_broken: true,
            ..checked.site.clone()
        };
        let summary = Summary::of(&unread, &checked.tree, &list);
        assert_eq!((summary.right, summary.broken), (0, 4));
        let mut sink = Diagnostics::new();
        sink.error(Code::BrokenLink, None, "x");
        let summary = Summary::of(&checked.site, &checked.tree, &sink.into_sorted());
        assert_eq!(
            summary.to_string(),
            "pages      4: 4 right, 0 degraded; errors keep the site from being built"
        );
    }
}
