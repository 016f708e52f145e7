//! The navigation of a page, from its sidebar: the tree with the open categories, breadcrumbs, previous and next page.

use super::items::{Category, CategoryTarget, Item};
use super::sidebar::{Sidebar, Sidebars};
use crate::assemble::docs::{Doc, DocReference, find_doc, report_unknown_doc};
use crate::diagnostic::{Code, Diagnostics, did_you_mean};
use crate::front_matter::Choice;
use crate::model::{Crumb, PageLink, PageProps, RoutePath, SidebarItem, SidebarProps};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The order of the pages of one sidebar.
#[derive(Debug)]
pub(crate) struct PageOrder {
    /// Without unlisted documents.
    listed: LinkList,
    /// With them, as Docusaurus does for index pages.
    whole: LinkList,
}

#[derive(Debug)]
struct LinkList {
    links: Vec<PageLink>,
    positions: BTreeMap<String, usize>,
}

impl LinkList {
    fn new(links: Vec<PageLink>) -> Self {
        let mut positions = BTreeMap::new();
        for (at, link) in links.iter().enumerate() {
            positions.entry(link.href.clone()).or_insert(at);
        }
        LinkList { links, positions }
    }

    fn around(&self, route: &RoutePath) -> (Option<PageLink>, Option<PageLink>) {
        let Some(at) = self.positions.get(route.as_str()).copied() else {
            return (None, None);
        };
        let previous = at.checked_sub(1).and_then(|at| self.links.get(at));
        (previous.cloned(), self.links.get(at + 1).cloned())
    }
}

impl PageOrder {
    /// The pages of a sidebar in order, categories' own pages included.
    pub(crate) fn new(items: &[Item], docs: &[Doc]) -> Self {
        let (mut listed, mut whole) = (Vec::new(), Vec::new());
        collect(items, docs, false, &mut listed);
        collect(items, docs, true, &mut whole);
        PageOrder {
            listed: LinkList::new(listed),
            whole: LinkList::new(whole),
        }
    }

    /// The links before and after a document.
    pub(crate) fn around(&self, route: &RoutePath) -> (Option<PageLink>, Option<PageLink>) {
        self.listed.around(route)
    }

    /// The links before and after an index page.
    pub(crate) fn around_index(&self, route: &RoutePath) -> (Option<PageLink>, Option<PageLink>) {
        self.whole.around(route)
    }
}

fn collect(items: &[Item], docs: &[Doc], has_unlisted: bool, links: &mut Vec<PageLink>) {
    let is_left_out = |at: usize| docs[at].front.unlisted && !has_unlisted;
    for item in items {
        match item {
            Item::Doc(item) if item.is_ref || is_left_out(item.at) => {}
            Item::Doc(item) => links.push(doc_link(&docs[item.at], item.label.as_deref())),
            Item::Link(_) | Item::Html(_) => {}
            Item::Category(category) => {
                match &category.target {
                    CategoryTarget::Doc(at) if is_left_out(*at) => {}
                    _ => links.extend(category_link(category, docs)),
                }
                collect(&category.items, docs, has_unlisted, links);
            }
        }
    }
}

fn doc_link(doc: &Doc, label: Option<&str>) -> PageLink {
    let title = doc.front.pagination_label.as_deref();
    let title = title.or(doc.front.sidebar_label.as_deref()).or(label);
    PageLink {
        title: title.unwrap_or(&doc.title).to_owned(),
        href: doc.route.to_string(),
    }
}

fn category_link(category: &Category, docs: &[Doc]) -> Option<PageLink> {
    match &category.target {
        CategoryTarget::None => None,
        CategoryTarget::Doc(at) => Some(doc_link(&docs[*at], None)),
        CategoryTarget::Index(index) => Some(PageLink {
            title: category.label.clone(),
            href: index.route.to_string(),
        }),
    }
}

/// The number of the sidebar that a document shows; `None` for no sidebar.
pub(crate) fn shown_sidebar(
    sidebars: &Sidebars,
    docs: &[Doc],
    at: usize,
    sink: &mut Diagnostics,
) -> Option<usize> {
    let doc = &docs[at];
    let own = sidebars.of_doc.get(&at).copied();
    let id = match &doc.front.displayed_sidebar {
        Choice::Default => return own,
        Choice::None => return None,
        Choice::Some(id) if id.is_empty() => return None,
        Choice::Some(id) => id,
    };
    let found = sidebars.find(doc.version, id);
    let found = found.or_else(|| sidebars.all.iter().position(|one| one.id == *id));
    if found.is_none() {
        let span = doc.front.spans.get("displayed_sidebar").copied();
        let message = format!("there is no sidebar `{id}`");
        let problem = sink.error(Code::BadFrontMatter, span, message);
        if let Some(help) = did_you_mean(id, sidebars.names(doc.version)) {
            problem.help(help);
        }
    }
    found.or(own)
}

/// The previous and the next page of a document: from its front matter, else by the order of its sidebar.
pub(crate) fn pagination(
    docs: &[Doc],
    doc: &Doc,
    order: Option<&PageOrder>,
    sink: &mut Diagnostics,
) -> (Option<PageLink>, Option<PageLink>) {
    let (previous, next) = order.map_or((None, None), |order| order.around(&doc.route));
    let mut chosen = |choice: &Choice, key: &str, default: Option<PageLink>| match choice {
        Choice::Default => default,
        Choice::None => None,
        Choice::Some(id) if id.is_empty() => None,
        Choice::Some(id) => match find_doc(docs, doc.version, id) {
            Some(at) if docs[at].front.unlisted => None,
            Some(at) => Some(doc_link(&docs[at], None)),
            None => {
                let span = doc.front.spans.get(key).copied();
                let span = span.unwrap_or_else(|| doc.slug_span());
                let reference = DocReference {
                    version: doc.version,
                    id,
                    code: Code::BadFrontMatter,
                    span,
                };
                report_unknown_doc(docs, reference, sink);
                default
            }
        },
    };
    (
        chosen(&doc.front.pagination_prev, "pagination_prev", previous),
        chosen(&doc.front.pagination_next, "pagination_next", next),
    )
}

/// The sidebar of a page: closed categories without their items.
pub(crate) fn sidebar_props(sidebar: &Sidebar, route: &RoutePath) -> SidebarProps {
    SidebarProps {
        id: sidebar.id.clone(),
        asset: sidebar.key.clone(),
        items: Some(open_items(&sidebar.tree, route.as_str()).into()),
    }
}

/// Shares the items of the previous page when both pages show the same: most pages of a folder do.
pub(crate) fn share_items(page: &mut PageProps, last: &mut Option<Arc<[SidebarItem]>>) {
    let items = page.sidebar.as_mut().map(|sidebar| &mut sidebar.items);
    let Some(items) = items else { return };
    if items == last {
        items.clone_from(last);
    }
    last.clone_from(items);
}

/// The whole trees by key, without unlisted documents.
pub(crate) fn into_trees(sidebars: Sidebars) -> BTreeMap<String, Vec<SidebarItem>> {
    let all = sidebars.all.into_iter();
    all.map(|sidebar| (sidebar.key, listed(&sidebar.tree)))
        .collect()
}

/// A tree without unlisted documents.
fn listed(items: &[SidebarItem]) -> Vec<SidebarItem> {
    let listed = items.iter().filter(|item| is_visible(item, None));
    let listed = listed.map(|item| match item {
        SidebarItem::Category { items, .. } => item.with_items(items.as_deref().map(self::listed)),
        other => other.clone(),
    });
    listed.collect()
}

/// Whether readers see the item on the page `route`: an unlisted one only on its own page.
fn is_visible(item: &SidebarItem, route: Option<&str>) -> bool {
    match item {
        SidebarItem::Html { .. } => true,
        SidebarItem::Link {
            href, is_unlisted, ..
        } => !is_unlisted || Some(href.as_str()) == route,
        SidebarItem::Category {
            href,
            items,
            unlisted_href,
            ..
        } => {
            let mut items = items.iter().flatten();
            let is_own = unlisted_href.is_some() && unlisted_href.as_deref() == route;
            href.is_some() || is_own || items.any(|item| is_visible(item, route))
        }
    }
}

/// A category of which readers see no child on the page `route` is its own page alone.
fn without_children(item: &SidebarItem, route: Option<&str>) -> Option<SidebarItem> {
    match item {
        SidebarItem::Category {
            label,
            href: Some(href),
            items: Some(items),
            class_name,
            custom_props,
            ..
        } if !items.iter().any(|item| is_visible(item, route)) => Some(SidebarItem::Link {
            label: label.clone(),
            href: href.clone(),
            external: false,
            class_name: class_name.clone(),
            custom_props: custom_props.clone(),
            is_unlisted: false,
        }),
        _ => None,
    }
}

/// The items, with only those categories filled that are open on the page `route`.
fn open_items(items: &[SidebarItem], route: &str) -> Vec<SidebarItem> {
    let visible = items.iter().filter(|item| is_visible(item, Some(route)));
    let open = visible.map(|item| match item {
        SidebarItem::Link { .. } | SidebarItem::Html { .. } => item.clone(),
        SidebarItem::Category {
            collapsible,
            collapsed,
            items,
            ..
        } => {
            if let Some(link) = without_children(item, Some(route)) {
                return link;
            }
            let is_open = !collapsed || !collapsible || leads_to(item, route);
            let items = items.as_deref().filter(|_| is_open);
            item.with_items(items.map(|items| open_items(items, route)))
        }
    });
    open.collect()
}

/// The path of a category's own page, unlisted or not.
fn own_path(item: &SidebarItem) -> Option<&str> {
    match item {
        SidebarItem::Category {
            href,
            unlisted_href,
            ..
        } => href.as_deref().or(unlisted_href.as_deref()),
        _ => None,
    }
}

/// Whether the page is the item or in it.
fn leads_to(item: &SidebarItem, route: &str) -> bool {
    match item {
        SidebarItem::Link { href, .. } => href == route,
        SidebarItem::Html { .. } => false,
        SidebarItem::Category { items, .. } => {
            let mut items = items.iter().flatten();
            own_path(item) == Some(route) || items.any(|item| leads_to(item, route))
        }
    }
}

/// The labels from the top of a sidebar to a page, the page included.
pub(crate) fn breadcrumbs(items: &[SidebarItem], route: &str) -> Vec<Crumb> {
    let mut crumbs = Vec::new();
    find_crumbs(items, route, &mut crumbs);
    crumbs
}

fn find_crumbs(items: &[SidebarItem], route: &str, crumbs: &mut Vec<Crumb>) -> bool {
    for item in items {
        match item {
            SidebarItem::Link { label, href, .. } if href == route => {
                crumbs.push(Crumb {
                    label: label.clone(),
                    href: Some(href.clone()),
                });
                return true;
            }
            SidebarItem::Link { .. } | SidebarItem::Html { .. } => {}
            SidebarItem::Category {
                label, href, items, ..
            } => {
                crumbs.push(Crumb {
                    label: label.clone(),
                    href: href.clone(),
                });
                let is_it = own_path(item) == Some(route);
                if is_it || find_crumbs(items.as_deref().unwrap_or_default(), route, crumbs) {
                    return true;
                }
                crumbs.pop();
            }
        }
    }
    false
}
