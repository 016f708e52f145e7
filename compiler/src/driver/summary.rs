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
    /// Pages without a problem of their content or their links.
    pub right: usize,
    /// Pages of which a part is missing or wrong, or a link leads nowhere.
    pub degraded: usize,
    /// Pages that are missing, have nothing of their own, or have an error.
    pub broken: usize,
    /// Problems that keep the site from being built.
    pub errors: usize,
    /// The kinds of problems that cost pages something, most pages first.
    pub causes: Vec<PageCause>,
    /// The texts that MDX evaluated.
    pub evaluated: EvaluatedTexts,
}

/// What a problem costs a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cost {
    /// A part is missing or wrong, or a link leads nowhere.
    Degraded,
    /// The page is missing, shows only its title, or has an error.
    Broken,
}

/// A kind of problem with the number of pages that have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageCause {
    /// The kind.
    pub code: Code,
    /// The cost for each of these pages.
    pub cost: Cost,
    /// The number of pages.
    pub pages: usize,
}

impl Cost {
    /// What a problem in the file of a page costs it; `None` for one that readers do not notice, or that is about other pages.
    ///
    /// What Docusaurus shows in the same way costs nothing in its trees: a link to a heading that is not there leads to the page.
    /// An admonition without an end is an error in others.
    fn of(problem: &Diagnostic, is_imported: bool) -> Option<Self> {
        let costs_nothing = match problem.code {
            Code::OrphanPage | Code::UnclosedAdmonition => true,
            Code::BadTable
            | Code::BrokenAnchor
            | Code::DuplicateId
            | Code::UndefinedReference
            | Code::UnclosedFence => is_imported,
            _ => false,
        };
        match problem.code.impact() {
            Impact::Page => Some(Cost::Broken),
            _ if problem.severity == Severity::Error => Some(Cost::Broken),
            Impact::Content | Impact::Link if !costs_nothing => Some(Cost::Degraded),
            _ => None,
        }
    }
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
                causes: vec![PageCause {
                    code: cause.unwrap_or(Code::BadConfig),
                    cost: Cost::Broken,
                    pages: site.pages.len(),
                }],
                ..Summary::default()
            };
        }
        let mut summary = Summary {
            errors: errors.count(),
            evaluated: EvaluatedTexts::of(site, tree),
            ..Summary::default()
        };
        let mut causes: BTreeMap<(Cost, Code), usize> = BTreeMap::new();
        for page in &site.pages {
            let of_page = found.of_page(page);
            for (code, cost) in &of_page {
                *causes.entry((*cost, *code)).or_default() += 1;
            }
            match of_page.values().max() {
                Some(Cost::Broken) => summary.broken += 1,
                Some(Cost::Degraded) => summary.degraded += 1,
                None => summary.right += 1,
            }
        }
        let causes = causes.into_iter();
        summary.causes = causes
            .map(|((cost, code), pages)| PageCause { code, cost, pages })
            .collect();
        summary
            .causes
            .sort_by_key(|cause| (Reverse(cause.pages), cause.code));
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
        for (name, cost) in [("broken", Cost::Broken), ("degraded", Cost::Degraded)] {
            let causes = self.causes.iter().filter(|cause| cause.cost == cost);
            let causes: Vec<String> = causes
                .map(|cause| format!("{} {}", cause.pages, cause.code.name()))
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
    files: BTreeMap<FileId, BTreeMap<Code, Cost>>,
    /// The components' files that failed.
    components: BTreeMap<&'t str, Cost>,
}

impl<'t> Found<'t> {
    fn new(site: &Site, tree: &'t SourceTree, problems: &[Diagnostic]) -> Self {
        let sources: BTreeSet<FileId> = site.pages.iter().filter_map(|page| page.source).collect();
        let mut found = Found {
            files: BTreeMap::new(),
            components: BTreeMap::new(),
        };
        for problem in problems {
            let (Some(span), Some(cost)) = (problem.span, Cost::of(problem, site.is_imported))
            else {
                continue;
            };
            if sources.contains(&span.file) {
                let codes = found.files.entry(span.file).or_default();
                let known = codes.entry(problem.code).or_insert(cost);
                *known = cost.max(*known);
            } else if problem.code == Code::ComponentFailed {
                let path = &*tree.file(span.file).path;
                let known = found.components.entry(path).or_insert(cost);
                *known = cost.max(*known);
            }
        }
        found
    }

    fn of_page(&self, page: &Page) -> BTreeMap<Code, Cost> {
        let own = page.source.and_then(|file| self.files.get(&file));
        let mut costs = own.cloned().unwrap_or_default();
        let mut failed = Vec::new();
        if !self.components.is_empty() {
            for slot in &page.slots {
                self.collect_failed(slot, &mut failed);
            }
        }
        if let Some(cost) = failed.into_iter().max() {
            let known = costs.entry(Code::ComponentFailed).or_insert(cost);
            *known = cost.max(*known);
        }
        costs
    }

    fn collect_failed(&self, segments: &[Segment], found: &mut Vec<Cost>) {
        for segment in segments {
            if let Segment::Component(tag) = segment {
                found.extend(self.failed(&tag.name));
                self.collect_failed(&tag.children, found);
            }
        }
    }

    /// What the failure of the component of this name costs: `Name` of `components/`, or a module's path, `@site/src/a.tsx#Name`.
    fn failed(&self, name: &str) -> Option<Cost> {
        if let Some(path) = name.strip_prefix("@site/") {
            let path = path.split('#').next().unwrap_or(path);
            return self.components.get(path).copied();
        }
        let is_named = |path: &str| {
            let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
            let is_own = folder.split('/').next() == Some("components");
            is_own && file.split('.').next() == Some(name)
        };
        let mut components = self.components.iter();
        components.find_map(|(path, cost)| is_named(path).then_some(*cost))
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
        sink.warn(Code::UnclosedAdmonition, at("docs/c.md"), "x");
        let summary = Summary::of(&checked.site, &checked.tree, &sink.into_sorted());
        assert_eq!(
            summary.to_string(),
            "pages      4: 2 right, 1 degraded, 1 broken\n\
             broken     1 unsupported-page\n\
             degraded   1 component-failed, 1 unsupported-expression"
        );
        assert!(!summary.is_right());
        let mut sink = Diagnostics::new();
        sink.error(Code::BrokenLink, at("docs/a.md"), "x");
        sink.warn(Code::BrokenLink, at("docs/a.md"), "x");
        sink.warn(Code::BrokenLink, at("docs/b.md"), "x");
        sink.warn(Code::OrphanPage, at("docs/c.md"), "x");
        let summary = Summary::of(&checked.site, &checked.tree, &sink.into_sorted());
        assert_eq!(
            summary.to_string(),
            "pages      4: 2 right, 1 degraded, 1 broken\n\
             broken     1 broken-link\n\
             degraded   1 broken-link"
        );
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

    #[test]
    fn what_docusaurus_shows_in_the_same_way_costs_nothing_in_its_trees() {
        let text = "# A\n\n## B {#b}\n\n## C {#b}\n\nA [^note] and a [word][other], [below](#none).\n\n```text\nx\n";
        let summary = |shape: &str| {
            let config = format!(
                "{shape}title = \"S\"\nurl = \"https://s\"\n[search]\npage_path = false\n[[docs]]\nroute_base = \"/\"\n"
            );
            let texts = [("docs/README.md", text), ("site.toml", config.as_str())];
            let checked = check_tree(SourceTree::from_texts(&texts), &BTreeSet::new());
            Summary::of(&checked.site, &checked.tree, &checked.problems).to_string()
        };
        assert_eq!(
            summary(""),
            "pages      1: 0 right, 1 degraded, 0 broken\n\
             degraded   1 broken-anchor, 1 duplicate-id, 1 unclosed-fence, 1 undefined-reference"
        );
        let imported = summary("shape = \"docusaurus\"\n");
        assert!(
            imported.contains(" right, 0 degraded, 0 broken"),
            "{imported}"
        );
    }
}
