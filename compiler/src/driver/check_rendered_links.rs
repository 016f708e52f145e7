//! Checks the addresses that components and React pages render, in all attributes that have some, like the links of Markdown:
//! each must lead to something that is served, and the fragment of a link to an element of the page.
//!
//! The problems remain warnings at any level: `check`, which renders nothing, does not know them, and a build must not
//! fail where `check` succeeds.

use crate::diagnostic::{Code, Diagnostics, did_you_mean_or};
use crate::model::{Page, Redirect, RoutePath, Site};
use crate::pack::{SiteOutput, Target};
use crate::render::{RenderedLink, RenderedPage};
use crate::source::url::without_directive;
use crate::source::{FileId, SourceTree, Span};
use bindery_format::suggest::{did_you_mean_any, nearest_paths};
use bindery_html::{AddressUse, start_tags};
use percent_encoding::percent_decode_str;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

/// The links that the components of a page render.
#[derive(Debug)]
struct PageLinks {
    links: Arc<[RenderedLink]>,
    targets: LinkTargets,
}

impl PageLinks {
    fn iter(&self) -> impl Iterator<Item = (&RenderedLink, &LinkTarget)> {
        self.links.iter().zip(self.targets.iter())
    }
}

/// Where the links of a page lead, shared with the cache.
type LinkTargets = Arc<[LinkTarget]>;

/// The canonical path and the fragment of a link.
#[derive(Debug)]
struct LinkTarget {
    path: String,
    fragment: Option<String>,
}

/// The links of all pages, and the ids of the pages that they name with a fragment.
#[derive(Debug, Default)]
pub(super) struct RenderedLinks {
    pages: Vec<PageLinks>,
    ids: BTreeMap<String, PageIds>,
}

/// The ids of a page, shared with the cache.
type PageIds = Arc<BTreeSet<String>>;

/// The ids and the links of the pages of the last build.
#[derive(Debug, Default)]
pub(super) struct LinkCache {
    ids: ByRevision<PageIds>,
    targets: ByRevision<LinkTargets>,
}

/// What was read from the renderings of the last build, by their revisions.
#[derive(Debug)]
struct ByRevision<T>(Mutex<BTreeMap<u64, T>>);

impl<T> Default for ByRevision<T> {
    fn default() -> Self {
        ByRevision(Mutex::default())
    }
}

impl<T: Clone> ByRevision<T> {
    /// What `read` gives for each of these pages. It is called for new renderings only; all others are forgotten.
    fn read<'p>(
        &self,
        pages: impl Iterator<Item = (&'p Page, &'p RenderedPage)>,
        read: impl Fn(&Page, &RenderedPage) -> T,
    ) -> Vec<(&'p Page, T)> {
        let mut cached = self.0.lock().expect("BUG: a check panicked");
        let mut known = std::mem::take(&mut *cached);
        let pages = pages.map(|(page, rendered)| {
            let value = known.remove(&rendered.revision);
            let value = value.unwrap_or_else(|| read(page, rendered));
            // Renderings that no cache has, have no number of their own.
            if rendered.revision > 0 {
                cached.insert(rendered.revision, value.clone());
            }
            (page, value)
        });
        pages.collect()
    }
}

/// Whether all that is served is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Completeness {
    /// Every file that is served is known.
    Whole,
    /// The files that only machines read are missing, as in a preview.
    WithoutGeneratedFiles,
}

impl RenderedLinks {
    /// Reads the links of the rendered pages of a site. `cache` has those of the process's last build.
    pub(super) fn read(site: &Site, rendered: &[RenderedPage], cache: &LinkCache) -> Self {
        let all = || site.pages_to_render().zip(rendered);
        let linking = || all().filter(|(_, rendered)| !rendered.links.is_empty());
        let targets = cache.targets.read(linking(), targets_of);
        let pages: Vec<PageLinks> = linking()
            .zip(targets)
            .map(|((_, rendered), (_, targets))| PageLinks {
                links: Arc::clone(&rendered.links),
                targets,
            })
            .collect();
        let links = pages.iter().flat_map(PageLinks::iter);
        let named = links
            .filter(|(link, target)| link.usage == AddressUse::Page && target.fragment.is_some());
        let wanted: BTreeSet<&str> = named.map(|(_, target)| target.path.as_str()).collect();
        let named = all().filter(|(page, _)| wanted.contains(page.route.as_str()));
        let ids = cache
            .ids
            .read(named, |_, rendered| Arc::new(ids_of(rendered)));
        let ids = ids.into_iter();
        RenderedLinks {
            ids: ids
                .map(|(page, ids)| (page.route.to_string(), ids))
                .collect(),
            pages,
        }
    }

    /// Redirects from the paths of links that differ from a page's in the case of letters only: Docusaurus' router ignores it.
    pub(super) fn other_letter_cases(&self, site: &Site) -> Vec<Redirect> {
        let routes = site.pages.iter().map(|page| &page.route);
        let pages: BTreeMap<String, &RoutePath> = routes
            .clone()
            .map(|route| (route.as_str().to_ascii_lowercase(), route))
            .collect();
        let files = site.static_files.iter().map(|(route, _)| route);
        let redirects = site.redirects.iter().map(|redirect| &redirect.from);
        let known: BTreeSet<&RoutePath> = routes.chain(files).chain(redirects).collect();
        let links = self.pages.iter().flat_map(PageLinks::iter);
        let links = links.filter(|(link, _)| link.usage == AddressUse::Page);
        let paths: BTreeSet<&str> = links.map(|(_, target)| target.path.as_str()).collect();
        let redirects = paths.into_iter().filter_map(|path| {
            let page = pages.get(&path.to_ascii_lowercase())?;
            let from = RoutePath::parse(path).filter(|from| !known.contains(from))?;
            Some(Redirect {
                from,
                to: page.to_string(),
                status: 308,
                span: None,
            })
        });
        redirects.collect()
    }

    /// Reports the links that lead nowhere.
    pub(super) fn check(
        &self,
        tree: &SourceTree,
        output: &SiteOutput,
        completeness: Completeness,
        sink: &mut Diagnostics,
    ) {
        let base = output.base_path.trim_end_matches('/');
        let mut reporter = Reporter {
            pages: served_pages(output),
            near: BTreeMap::new(),
            known: ReportedLinks::new(tree, sink),
            sink,
        };
        for page in &self.pages {
            for (link, LinkTarget { path, fragment }) in page.iter() {
                let shown = path.strip_prefix(base).unwrap_or(path);
                if !is_served(output, path, completeness) {
                    reporter.report_page(link, shown);
                } else if let Some((ids, fragment)) = self.ids.get(path).zip(fragment.as_ref())
                    && link.usage == AddressUse::Page
                {
                    reporter.report_anchor(link, shown, ids, fragment);
                }
            }
        }
    }
}

/// The paths of the pages without the base path.
fn served_pages(output: &SiteOutput) -> Vec<&str> {
    let base = output.base_path.trim_end_matches('/');
    let pages = output.targets.iter();
    let pages = pages.filter(|(_, target)| matches!(target, Target::Page(_)));
    pages
        .filter_map(|(path, _)| path.strip_prefix(base))
        .collect()
}

fn is_served(output: &SiteOutput, path: &str, completeness: Completeness) -> bool {
    if output.targets.contains_key(path) {
        return true;
    }
    let base = output.base_path.trim_end_matches('/');
    let name = path.rsplit('/').next().unwrap_or_default();
    let is_generated = name.contains('.') || path.starts_with(&format!("{base}/_bindery/"));
    let mut homes = output.not_found_below.iter();
    forms(path)
        .iter()
        .any(|form| output.targets.contains_key(form))
        || homes.any(|(home, _)| home.trim_end_matches('/') == path)
        || (is_generated && completeness == Completeness::WithoutGeneratedFiles)
}

/// The texts at which broken links of documents were reported before, by file.
#[derive(Debug)]
struct ReportedLinks<'t>(BTreeMap<FileId, Vec<(Span, &'t str)>>);

impl<'t> ReportedLinks<'t> {
    fn new(tree: &'t SourceTree, sink: &Diagnostics) -> Self {
        let mut known: BTreeMap<FileId, Vec<(Span, &'t str)>> = BTreeMap::new();
        let is_link = |code: Code| [Code::BrokenLink, Code::BrokenAnchor].contains(&code);
        for span in sink
            .iter()
            .filter(|one| is_link(one.code))
            .filter_map(|one| one.span)
        {
            let text = &tree.file(span.file).text;
            let text = text.get(span.start as usize..span.end as usize);
            let list = known.entry(span.file).or_default();
            list.push((span, text.unwrap_or_default()));
        }
        ReportedLinks(known)
    }

    /// Whether the document gives a component this target as a property, where it was checked.
    fn contains(&self, link: &RenderedLink) -> bool {
        let target = link.href.split(['?', '#']).next().unwrap_or_default();
        let target = if target.is_empty() {
            &link.href
        } else {
            target
        };
        let known = |tag: &Span| self.0.get(&tag.file).map(|list| (*tag, list));
        link.tags.iter().filter_map(known).any(|(tag, list)| {
            list.iter().any(|(span, text)| {
                span.start >= tag.start && span.end <= tag.end && text.contains(target)
            })
        })
    }
}

struct Reporter<'r> {
    pages: Vec<&'r str>,
    /// The pages that each missing path resembles: a component may be on every page.
    near: BTreeMap<String, Vec<&'r str>>,
    known: ReportedLinks<'r>,
    sink: &'r mut Diagnostics,
}

impl Reporter<'_> {
    fn report_page(&mut self, link: &RenderedLink, path: &str) {
        if self.known.contains(link) {
            return;
        }
        if !self.near.contains_key(path) {
            let near = nearest_paths(path, self.pages.iter().copied());
            self.near.insert(path.to_owned(), near);
        }
        let help = match did_you_mean_any(&self.near[path]) {
            None => {
                "correct the link in the component, or redirect the path in `site.toml`".to_owned()
            }
            Some(question) => format!("{question} the link is in the component"),
        };
        let message = match link.place.as_str() {
            "a href" => format!("a component renders a link to `{path}`, where no page is"),
            place => format!("a component renders `<{place}>` with `{path}`, where nothing is"),
        };
        let span = link.tags.first().copied();
        let problem = self.sink.warn(Code::BrokenLink, span, message);
        problem.is_lenient = true;
        problem.help(help);
    }

    fn report_anchor(
        &mut self,
        link: &RenderedLink,
        path: &str,
        ids: &BTreeSet<String>,
        fragment: &str,
    ) {
        let fragment = without_directive(fragment);
        let is_found = fragment.is_empty() || fragment == "top" || ids.contains(fragment);
        if is_found || self.known.contains(link) {
            return;
        }
        let message = format!(
            "a component renders a link to `{path}#{fragment}`, which that page does not have"
        );
        let ids = ids.iter().map(String::as_str);
        let help = did_you_mean_or(fragment, ids, "correct the fragment in the component");
        let span = link.tags.first().copied();
        let problem = self.sink.warn(Code::BrokenAnchor, span, message);
        problem.is_lenient = true;
        problem.help(help);
    }
}

fn targets_of(page: &Page, rendered: &RenderedPage) -> LinkTargets {
    let links = rendered.links.iter().map(|link| {
        let (path, fragment) = split(&page.route, &link.href);
        LinkTarget { path, fragment }
    });
    links.collect()
}

/// The canonical path and the fragment of a link on the page at `route`.
fn split(route: &RoutePath, href: &str) -> (String, Option<String>) {
    let (rest, fragment) = match href.split_once('#') {
        Some((rest, fragment)) => (rest, Some(fragment)),
        None => (href, None),
    };
    let fragment = fragment.map(|text| percent_decode_str(text).decode_utf8_lossy().into_owned());
    let path = rest.split('?').next().unwrap_or_default();
    if path.is_empty() {
        return (route.to_string(), fragment);
    }
    let canonical = RoutePath::parse(path).map(|path| path.to_string());
    (canonical.unwrap_or_else(|| path.to_owned()), fragment)
}

/// A path, and those that the server redirects it to: with a final slash, without `.html` and `/index.html`.
fn forms(path: &str) -> Vec<String> {
    let mut forms = vec![path.to_owned(), format!("{path}/")];
    if let Some(stem) = path.strip_suffix(".html") {
        let stem = stem.strip_suffix("/index").unwrap_or(stem);
        forms.extend([stem.to_owned(), format!("{stem}/")]);
    }
    forms
}

fn ids_of(page: &RenderedPage) -> BTreeSet<String> {
    page.shell.read(|shell| {
        let tags = start_tags(shell);
        let ids = tags.filter_map(|tag| tag.value("id").or_else(|| tag.value("name")));
        ids.map(bindery_html::decode).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Level, Severity, apply_levels};
    use crate::testing;

    fn link(href: &str, tags: Vec<Span>) -> RenderedLink {
        RenderedLink {
            href: href.to_owned(),
            place: "a href".to_owned(),
            usage: AddressUse::Page,
            tags,
        }
    }

    fn reporter<'r>(tree: &'r SourceTree, sink: &'r mut Diagnostics) -> Reporter<'r> {
        Reporter {
            pages: vec!["/a"],
            near: BTreeMap::new(),
            known: ReportedLinks::new(tree, sink),
            sink,
        }
    }

    #[test]
    fn all_dead_links_of_a_tag_are_reported_except_those_of_its_document() {
        const TEXT: &str = "<Cards to=\"/one\">[x](/two)</Cards>";
        let tree = SourceTree::from_texts(&[("a.md", TEXT)]);
        let span = |part: &str| {
            let start = TEXT.find(part).unwrap();
            Span::new(FileId(0), start, start + part.len())
        };
        let mut sink = Diagnostics::new();
        sink.warn(Code::BrokenLink, span("/one"), "of the document");
        sink.warn(Code::BrokenLink, span("/two"), "of the document");
        let mut reporter = reporter(&tree, &mut sink);
        for path in ["/one", "/two", "/three", "/four"] {
            reporter.report_page(&link(path, vec![span(TEXT)]), path);
        }
        for fragment in ["a", "b", "c"] {
            let link = link(&format!("/one#{fragment}"), vec![]);
            let ids = BTreeSet::from(["a".to_owned()]);
            reporter.report_anchor(&link, "/one", &ids, fragment);
        }
        let list = sink.into_sorted();
        let found = list.iter().filter_map(|one| one.message.split('`').nth(1));
        let mut found: Vec<&str> = found.collect();
        found.sort_unstable();
        assert_eq!(found, ["/four", "/one#b", "/one#c", "/three"]);
    }

    #[test]
    fn the_ids_of_a_page_are_read_once_for_each_rendering() {
        let site = testing::site(vec![testing::page("/a", "A", Vec::new())]);
        let cache = LinkCache::default();
        let check = |shell: &str, revision, expected: &str| {
            let page = RenderedPage {
                shell: shell.into(),
                links: [link("/a#x", Vec::new())].into(),
                revision,
                ..RenderedPage::default()
            };
            let rendered = [page, RenderedPage::default()];
            let links = RenderedLinks::read(&site, &rendered, &cache);
            assert!(links.ids["/a"].contains(expected), "{:?}", links.ids);
        };
        check("<p id=x>", 1, "x");
        // The same number with another text shows that nothing is read.
        check("<p id=y>", 1, "x");
        check("<p id=y>", 2, "y");
        check("<p id=x>", 0, "x");
        check("<p id=z>", 0, "z");
    }

    #[test]
    fn a_link_in_other_letter_case_gets_a_redirect_to_its_page() {
        let pages = ["/Docs/One", "/two"].map(|path| testing::page(path, "A", Vec::new()));
        let site = testing::site(pages.into());
        let links = ["/docs/one#x", "/docs/one", "/two", "/three", "/TWO"];
        let page = RenderedPage {
            links: links.map(|href| link(href, Vec::new())).into(),
            ..RenderedPage::default()
        };
        let rendered = [page, RenderedPage::default(), RenderedPage::default()];
        let links = RenderedLinks::read(&site, &rendered, &LinkCache::default());
        let made = links.other_letter_cases(&site).into_iter();
        let made: Vec<_> = made.map(|one| format!("{} {}", one.from, one.to)).collect();
        assert_eq!(made, ["/TWO /two", "/docs/one /Docs/One"]);
    }

    #[test]
    fn links_are_read_against_their_page() {
        let route = RoutePath::parse("/lib/a").unwrap();
        let check = |href: &str, path: &str, fragment: Option<&str>| {
            let expected = (path.to_owned(), fragment.map(str::to_owned));
            assert_eq!(split(&route, href), expected, "{href}");
        };
        check("#x%20y", "/lib/a", Some("x y"));
        check("/lib/b/?q=1#x", "/lib/b", Some("x"));
        check("/lib/b", "/lib/b", None);
    }

    #[test]
    fn problems_remain_warnings_at_the_level_error() {
        let mut sink = Diagnostics::new();
        let tree = SourceTree::from_texts(&[]);
        let mut reporter = reporter(&tree, &mut sink);
        let link = link("/a#x", vec![]);
        reporter.report_page(&link, "/a");
        reporter.report_anchor(&link, "/a", &BTreeSet::new(), "x");
        let codes = [Code::BrokenLink, Code::BrokenAnchor];
        let levels = codes.map(|code| (code, Level::Error)).into();
        let left = apply_levels(sink.into_sorted(), &levels);
        let severities: Vec<Severity> = left.iter().map(|one| one.severity).collect();
        assert_eq!(severities, [Severity::Warning, Severity::Warning]);
    }

    #[test]
    fn a_path_has_the_forms_that_the_server_redirects() {
        assert_eq!(forms("/a/index.html")[2..], ["/a", "/a/"]);
        assert_eq!(forms("/a"), ["/a", "/a/"]);
    }
}
