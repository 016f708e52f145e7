//! The routes of the site as JSON, which `bindery routes --json` prints.

use crate::model::{Page, PageContent, PageKind, PageLink, Redirect, RoutePath, Site};
use crate::source::SourceTree;
use serde_json::{Value, json};

/// All pages, then the not-found page with the path `null`, then all redirects, then the paths that are gone.
#[must_use]
pub fn routes_json(site: &Site, tree: &SourceTree) -> Value {
    let pages = site.pages.iter().chain([&site.not_found]);
    let pages = pages.map(|page| page_json(page, tree));
    let redirects = site.redirects.iter().map(redirect_json);
    let gone = site
        .gone
        .iter()
        .map(|route| plain_json(route, "gone", None));
    pages.chain(redirects).chain(gone).collect()
}

fn page_json(page: &Page, tree: &SourceTree) -> Value {
    let props = &page.props;
    let path = (page.kind != PageKind::NotFound).then(|| page.route.as_str());
    let (previous, next) = neighbours(page);
    json!({
        "path": path,
        "kind": page.kind.name(),
        "title": props.title,
        "source": page.source.map(|file| tree.file(file).path.as_str()),
        "headings": page.headings,
        "prev": previous,
        "next": next,
        "sidebar": props.sidebar.as_ref().map(|sidebar| sidebar.id.as_str()),
        "breadcrumbs": props.breadcrumbs,
        "redirects_to": null,
    })
}

/// The previous and the next page; for posts and lists the newer and the older one.
fn neighbours(page: &Page) -> (Option<PageLink>, Option<PageLink>) {
    let titled = |href: &Option<String>| {
        href.clone().map(|href| PageLink {
            title: page.props.title.clone(),
            href,
        })
    };
    match &page.props.content {
        PageContent::BlogPost { newer, older, .. } => (newer.clone(), older.clone()),
        PageContent::BlogList { newer, older, .. } => (titled(newer), titled(older)),
        _ => (page.props.previous.clone(), page.props.next.clone()),
    }
}

fn redirect_json(redirect: &Redirect) -> Value {
    plain_json(&redirect.from, "redirect", Some(&redirect.to))
}

/// A route without a page.
fn plain_json(path: &RoutePath, kind: &str, redirects_to: Option<&str>) -> Value {
    json!({
        "path": path,
        "kind": kind,
        "title": null,
        "source": null,
        "headings": [],
        "prev": null,
        "next": null,
        "sidebar": null,
        "breadcrumbs": [],
        "redirects_to": redirects_to,
    })
}
