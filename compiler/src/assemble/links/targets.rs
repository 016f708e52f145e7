//! The targets of links: pages with their anchors, redirects, static files, and files that became pages.

use super::reads::{Changes, LookUp, changed_keys};
use crate::assemble::context::LocaleContext;
use crate::assemble::routes::without_base;
use crate::model::{Redirect, RoutePath};
use crate::source::FileId;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

/// The anchors of a page.
pub(crate) type Anchors = Arc<BTreeSet<String>>;

/// The targets of links in the whole site.
#[derive(Debug)]
pub(crate) struct Targets {
    /// Pages and their anchors; `None` where a React component may add anchors that are unknown before it is rendered.
    /// Generated pages (lists, category indexes, search) have no anchors that a link may rely on.
    pages: BTreeMap<RoutePath, Option<Anchors>>,
    /// The pages of files by the locale's code. An original is a page of each locale, also where a translation is
    /// shown instead.
    by_file: BTreeMap<String, BTreeMap<FileId, RoutePath>>,
    /// Files of the static folders.
    pub(crate) statics: BTreeMap<RoutePath, FileId>,
    /// The targets of redirects by their sources.
    pub(super) redirects: BTreeMap<RoutePath, String>,
    /// Pages by their paths in lower case; `None` where several have the same. Made when the first link needs it.
    lower_case: OnceLock<BTreeMap<String, Option<RoutePath>>>,
}

/// A page made of a file.
#[derive(Debug)]
pub(crate) struct TargetPage<'p> {
    /// The file, and the original that it translates.
    pub(crate) files: [Option<FileId>; 2],
    /// The path of the page.
    pub(crate) route: &'p RoutePath,
    /// The page's anchors, if they are known.
    pub(crate) anchors: Option<Anchors>,
}

impl Targets {
    /// The targets at `routes`: the static files, and pages without anchors.
    pub(crate) fn new<'r>(
        routes: impl Iterator<Item = &'r RoutePath>,
        statics: BTreeMap<RoutePath, FileId>,
    ) -> Self {
        let pages = routes.filter(|route| !statics.contains_key(route));
        let none = Anchors::default();
        let pages = pages.map(|route| (route.clone(), Some(Arc::clone(&none))));
        Targets {
            pages: pages.collect(),
            by_file: BTreeMap::new(),
            statics,
            redirects: BTreeMap::new(),
            lower_case: OnceLock::new(),
        }
    }

    /// Adds the pages of a locale that are made of files. Links to one of the `duplicates`, whose path belongs to
    /// another page, lead to that page.
    pub(crate) fn add_locale<'p>(
        &mut self,
        code: &str,
        duplicates: &[(FileId, RoutePath)],
        pages: impl Iterator<Item = TargetPage<'p>>,
    ) {
        let mut by_file: BTreeMap<FileId, RoutePath> = duplicates.iter().cloned().collect();
        for page in pages {
            for file in page.files.into_iter().flatten() {
                by_file.insert(file, page.route.clone());
            }
            self.pages.insert(page.route.clone(), page.anchors);
        }
        self.by_file.insert(code.to_owned(), by_file);
    }

    /// Adds redirects.
    pub(crate) fn add_redirects(&mut self, redirects: &[Redirect]) {
        let redirects = redirects.iter();
        let pairs = redirects.map(|redirect| (redirect.from.clone(), redirect.to.clone()));
        self.redirects.extend(pairs);
    }

    /// Whether there is a page.
    pub(crate) fn has_page(&self, route: &RoutePath) -> bool {
        self.pages.contains_key(route)
    }

    /// The only page whose path differs from this one in the case of letters.
    pub(super) fn page_in_other_case(&self, route: &RoutePath) -> Option<&RoutePath> {
        let pages = self.lower_case.get_or_init(|| {
            let mut pages = BTreeMap::new();
            for page in self.pages.keys() {
                let entry = pages.entry(page.as_str().to_lowercase());
                entry
                    .and_modify(|known| *known = None)
                    .or_insert(Some(page.clone()));
            }
            pages
        });
        pages.get(&route.as_str().to_lowercase())?.as_ref()
    }

    /// The anchors of a page, if they are known.
    pub(crate) fn anchors(&self, route: &RoutePath) -> Option<&Anchors> {
        self.pages.get(route)?.as_ref()
    }

    /// What gives another result than with the targets of the last assembly.
    pub(super) fn compare(&self, last: &Targets, changes: &mut Changes) {
        for route in changed_keys(&last.redirects, &self.redirects) {
            changes.add(LookUp::Route(route));
        }
        for route in changed_keys(&last.statics, &self.statics) {
            changes.add(LookUp::Route(route));
        }
        // Pages at other places have other anchors, too.
        for route in changed_keys(&last.pages, &self.pages) {
            changes.add(LookUp::Anchors(route));
            if last.has_page(route) != self.has_page(route) {
                changes.add(LookUp::Route(route));
            }
        }
        let none = BTreeMap::new();
        for code in last.by_file.keys().chain(self.by_file.keys()) {
            let [before, after] = [last, self].map(|one| one.by_file.get(code).unwrap_or(&none));
            for file in changed_keys(before, after) {
                changes.add(LookUp::File(*file));
            }
        }
    }

    /// The pages of the locale that are made of files.
    pub(super) fn pages_of_files(&self, context: &LocaleContext<'_>) -> BTreeSet<&RoutePath> {
        let files = self.by_file.get(&context.locale.code);
        files.into_iter().flat_map(BTreeMap::values).collect()
    }

    /// The page of the locale that a file became.
    pub(super) fn page_of_file(
        &self,
        context: &LocaleContext<'_>,
        file: FileId,
    ) -> Option<&RoutePath> {
        self.by_file.get(&context.locale.code)?.get(&file)
    }

    /// The paths of all pages of the locale as an author writes them: without the base path.
    pub(in crate::assemble) fn written_paths<'t>(
        &'t self,
        context: &'t LocaleContext<'_>,
    ) -> impl Iterator<Item = &'t str> {
        let pages = self.pages.keys();
        let pages = pages.filter(move |route| route.as_str().starts_with(&context.base));
        pages.map(move |route| without_base(context, route.as_str()))
    }

    /// The first page of the locale whose file lies in a folder of the tree.
    pub(super) fn first_page_in_folder(
        &self,
        context: &LocaleContext<'_>,
        folder: &str,
    ) -> Option<&RoutePath> {
        let mut files = context.tree.files_in(folder);
        files.find_map(|file| self.page_of_file(context, file.id))
    }
}

/// A path, and the path that the server redirects it to: without `.html` and `/index.html`.
pub(super) fn page_forms(route: &RoutePath) -> Vec<RoutePath> {
    let mut forms = vec![route.clone()];
    if let Some(stem) = route.as_str().strip_suffix(".html") {
        let stem = stem.strip_suffix("/index").unwrap_or(stem);
        forms.extend(RoutePath::parse(&format!("{stem}/")));
    }
    forms
}

#[cfg(test)]
mod tests {
    use crate::assemble::tests::assemble_with;

    /// As React Router does, with which Docusaurus checks links.
    #[test]
    fn a_link_in_other_letter_case_leads_to_its_page_in_sites_of_docusaurus() {
        for (shape, code, url) in [
            ("", "broken-link", "/docs/OTHER"),
            (
                "shape = \"docusaurus\"\n",
                "link-to-redirect",
                "/docs/other",
            ),
        ] {
            let config = format!("title = \"x\"\nurl = \"https://x.org\"\n{shape}");
            let files = [
                (
                    "docs/a.md",
                    "# A\n[One](/Docs/Other#part)\n\n[Two](/docs/OTHER)\n",
                ),
                ("docs/other.md", "# Other\n## Part\n"),
            ];
            let outcome = assemble_with(&config, &files);
            let found = outcome.problems.iter().filter(|one| one.contains(code));
            assert_eq!(found.count(), 2, "{:?}", outcome.problems);
            let html = outcome.html("/docs/a");
            assert!(html.contains(url), "{html}");
        }
    }
}
