//! Checks the links that components and React pages render, like those of Markdown: each must lead to something that is
//! served, and its fragment to an element of the page.
//!
//! The problems remain warnings at any level: `check`, which renders nothing, does not know them, and a build must not
//! fail where `check` succeeds.

use crate::diagnostic::{Code, Diagnostics, did_you_mean_or};
use crate::model::{RoutePath, Site};
use crate::pack::{SiteOutput, Target};
use crate::render::{DrawnLink, RenderedPage};
use bindery_format::suggest::nearest_paths;
use bindery_html::start_tags;
use percent_encoding::percent_decode_str;
use std::collections::{BTreeMap, BTreeSet};

/// The links that the components of a page render.
#[derive(Debug)]
struct PageLinks {
    route: RoutePath,
    links: Vec<DrawnLink>,
}

/// The links of all pages, and the ids of the pages that they name with a fragment.
#[derive(Debug, Default)]
pub(super) struct DrawnLinks {
    pages: Vec<PageLinks>,
    ids: BTreeMap<String, BTreeSet<String>>,
}

/// Whether all that is served is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Completeness {
    /// It is.
    Whole,
    /// The files that only machines read are missing, as in a preview.
    WithoutGeneratedFiles,
}

impl DrawnLinks {
    /// Takes the links out of the rendered pages of a site.
    pub(super) fn take(site: &Site, rendered: &mut [RenderedPage]) -> Self {
        let mut pages = Vec::new();
        for (page, rendered) in site.pages_to_render().zip(rendered.iter_mut()) {
            let links = std::mem::take(&mut rendered.links);
            if !links.is_empty() {
                let route = page.route.clone();
                pages.push(PageLinks { route, links });
            }
        }
        let links = pages
            .iter()
            .flat_map(|page| page.links.iter().map(|link| (&page.route, link)));
        let wanted: BTreeSet<String> = links
            .map(|(route, link)| split(route, &link.href))
            .filter_map(|(path, fragment)| fragment.map(|_| path))
            .collect();
        let rendered = site.pages_to_render().zip(rendered.iter());
        let ids = rendered
            .filter(|(page, _)| wanted.contains(page.route.as_str()))
            .map(|(page, rendered)| (page.route.to_string(), ids_of(rendered)));
        DrawnLinks {
            ids: ids.collect(),
            pages,
        }
    }

    /// Reports the links that lead nowhere.
    pub(super) fn check(
        &self,
        output: &SiteOutput,
        completeness: Completeness,
        sink: &mut Diagnostics,
    ) {
        let base = output.base_path.trim_end_matches('/');
        let is_served = |path: &str| {
            let is_generated = path
                .rsplit('/')
                .next()
                .is_some_and(|name| name.contains('.'))
                || path.starts_with(&format!("{base}/_bindery/"));
            forms(path)
                .iter()
                .any(|form| output.targets.contains_key(form))
                || output
                    .not_found_below
                    .iter()
                    .any(|(home, _)| home.trim_end_matches('/') == path)
                || (is_generated && completeness == Completeness::WithoutGeneratedFiles)
        };
        let pages = || {
            let pages = output.targets.iter();
            let pages = pages.filter(|(_, target)| matches!(target, Target::Page(_)));
            pages.filter_map(|(path, _)| path.strip_prefix(base))
        };
        for page in &self.pages {
            for link in &page.links {
                let (path, fragment) = split(&page.route, &link.href);
                let shown = path.strip_prefix(base).unwrap_or(&path);
                if !is_served(&path) {
                    report_page(link, shown, &nearest_paths(shown, pages()), sink);
                } else if let Some((ids, fragment)) = self.ids.get(&path).zip(fragment) {
                    report_anchor(link, shown, (ids, &fragment), sink);
                }
            }
        }
    }
}

fn report_page(link: &DrawnLink, path: &str, near: &[&str], sink: &mut Diagnostics) {
    // A target that the document gives the component as a property was checked there.
    let is_reported = link
        .tags
        .iter()
        .any(|tag| sink.has_within(Code::BrokenLink, *tag));
    if is_reported {
        return;
    }
    let near: Vec<String> = near.iter().map(|path| format!("`{path}`")).collect();
    let help = match near.split_last() {
        None => "correct the link in the component, or redirect the path in `site.toml`".to_owned(),
        Some((only, [])) => format!("did you mean {only}? the link is in the component"),
        Some((last, others)) => {
            format!(
                "did you mean {} or {last}? the link is in the component",
                others.join(", ")
            )
        }
    };
    let message = format!("a component renders a link to `{path}`, where no page is");
    let problem = sink.warn(Code::BrokenLink, link.tags.first().copied(), message);
    problem.is_lenient = true;
    problem.help(help);
}

fn report_anchor(
    link: &DrawnLink,
    path: &str,
    (ids, fragment): (&BTreeSet<String>, &str),
    sink: &mut Diagnostics,
) {
    let is_reported = link
        .tags
        .iter()
        .any(|tag| sink.has_within(Code::BrokenAnchor, *tag));
    if fragment.is_empty() || fragment == "top" || ids.contains(fragment) || is_reported {
        return;
    }
    let message =
        format!("a component renders a link to `{path}#{fragment}`, which that page does not have");
    let ids = ids.iter().map(String::as_str);
    let help = did_you_mean_or(fragment, ids, "correct the fragment in the component");
    let problem = sink.warn(Code::BrokenAnchor, link.tags.first().copied(), message);
    problem.is_lenient = true;
    problem.help(help);
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
    let ids =
        start_tags(&page.shell).filter_map(|tag| tag.value("id").or_else(|| tag.value("name")));
    ids.map(bindery_html::decode).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Level, Severity, apply_levels};

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
        let href = "/a#x".to_owned();
        let link = DrawnLink { href, tags: vec![] };
        let mut sink = Diagnostics::new();
        report_page(&link, "/a", &[], &mut sink);
        report_anchor(&link, "/a", (&BTreeSet::new(), "x"), &mut sink);
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
