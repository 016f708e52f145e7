//! What a page takes from its sidebar: the open part of the tree, breadcrumbs, previous and next.

use super::Context;
use super::docs::Doc;
use super::sidebars::{Category, Item, Link, Sidebars, find_doc, key, report_unknown_doc};
use crate::diagnostic::{Code, Diagnostics, did_you_mean};
use crate::front_matter::Choice;
use crate::model::{Crumb, PageLink, RoutePath, SidebarItem, SidebarProps};
use std::collections::BTreeMap;

/// The order of the pages of one sidebar.
#[derive(Debug)]
pub(super) struct Order {
    links: Vec<PageLink>,
    places: BTreeMap<String, usize>,
}

impl Order {
    /// The pages of a sidebar in order, categories' own pages included.
    pub(super) fn new(items: &[Item], docs: &[Doc]) -> Self {
        let mut links = Vec::new();
        collect(items, docs, &mut links);
        let mut places = BTreeMap::new();
        for (at, link) in links.iter().enumerate() {
            places.entry(link.href.clone()).or_insert(at);
        }
        Order { links, places }
    }

    /// The links before and after a page.
    pub(super) fn around(&self, route: &RoutePath) -> (Option<PageLink>, Option<PageLink>) {
        let Some(at) = self.places.get(route.as_str()).copied() else {
            return (None, None);
        };
        let previous = at.checked_sub(1).and_then(|at| self.links.get(at));
        (previous.cloned(), self.links.get(at + 1).cloned())
    }
}

fn collect(items: &[Item], docs: &[Doc], links: &mut Vec<PageLink>) {
    for item in items {
        match item {
            Item::Doc(at, _) => links.push(doc_link(&docs[*at])),
            Item::Category(category) => {
                links.extend(category_link(category, docs));
                collect(&category.items, docs, links);
            }
        }
    }
}

fn doc_link(doc: &Doc) -> PageLink {
    PageLink {
        title: doc.pagination_label().to_owned(),
        href: doc.route.to_string(),
    }
}

fn category_link(category: &Category, docs: &[Doc]) -> Option<PageLink> {
    match &category.link {
        Link::None => None,
        Link::Doc(at) => Some(doc_link(&docs[*at])),
        Link::Index(index) => Some(PageLink {
            title: category.label.clone(),
            href: index.route.to_string(),
        }),
    }
}

/// The number of the set whose sidebar a document shows; `None` for no sidebar.
pub(super) fn shown_sidebar(
    context: Context<'_>,
    doc: &Doc,
    sink: &mut Diagnostics,
) -> Option<usize> {
    let id = match &doc.front.displayed_sidebar {
        Choice::Default => return Some(doc.set),
        Choice::None => return None,
        Choice::Some(id) => id,
    };
    let version = &context.sets[doc.set].version.name;
    let mut sets = context.sets.iter();
    let found = sets.position(|set| set.config.sidebar_id == *id && set.version.name == *version);
    if found.is_none() {
        let span = doc.front.spans.get("displayed_sidebar").copied();
        let ids = context.config.docs.iter();
        let problem = sink.error(
            Code::BadFrontMatter,
            span,
            format!("there is no sidebar `{id}`"),
        );
        if let Some(help) = did_you_mean(id, ids.map(|docs| docs.sidebar_id.as_str())) {
            problem.help(help);
        }
    }
    found.or(Some(doc.set))
}

/// Previous and next of a document: as its sidebar has them, unless its front matter says otherwise.
pub(super) fn pagination(
    docs: &[Doc],
    doc: &Doc,
    order: Option<&Order>,
    sink: &mut Diagnostics,
) -> (Option<PageLink>, Option<PageLink>) {
    let (previous, next) = order.map_or((None, None), |order| order.around(&doc.route));
    let mut chosen = |choice: &Choice, key: &str, default: Option<PageLink>| match choice {
        Choice::Default => default,
        Choice::None => None,
        Choice::Some(id) => match find_doc(docs, doc.set, id) {
            Some(at) => Some(doc_link(&docs[at])),
            None => {
                let span = doc.front.spans.get(key).copied();
                let span = span.unwrap_or_else(|| doc.slug_span());
                let place = (Code::BadFrontMatter, span);
                report_unknown_doc(docs, doc.set, id, place, sink);
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
pub(super) fn sidebar_props(
    context: Context<'_>,
    sidebars: &Sidebars,
    set: usize,
    route: &RoutePath,
) -> SidebarProps {
    let own = &context.sets[set];
    SidebarProps {
        id: own.config.sidebar_id.clone(),
        asset: key(context, own),
        items: Some(open_items(&sidebars.trees[set], route.as_str())),
    }
}

/// The items, with only those categories filled that are open on the page `route`.
fn open_items(items: &[SidebarItem], route: &str) -> Vec<SidebarItem> {
    let open = items.iter().map(|item| match item {
        SidebarItem::Link { .. } => item.clone(),
        SidebarItem::Category {
            label,
            href,
            first_href,
            collapsible,
            collapsed,
            class_name,
            items,
        } => {
            let is_open = !collapsed || !collapsible || leads_to(item, route);
            let items = items.as_deref().filter(|_| is_open);
            SidebarItem::Category {
                label: label.clone(),
                href: href.clone(),
                first_href: first_href.clone(),
                collapsible: *collapsible,
                collapsed: *collapsed,
                class_name: class_name.clone(),
                items: items.map(|items| open_items(items, route)),
            }
        }
    });
    open.collect()
}

/// Whether the page is the item or in it.
fn leads_to(item: &SidebarItem, route: &str) -> bool {
    match item {
        SidebarItem::Link { href, .. } => href == route,
        SidebarItem::Category { href, items, .. } => {
            let mut items = items.iter().flatten();
            href.as_deref() == Some(route) || items.any(|item| leads_to(item, route))
        }
    }
}

/// The way from the top of a sidebar to a page, the page included.
pub(super) fn breadcrumbs(items: &[SidebarItem], route: &str) -> Vec<Crumb> {
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
            SidebarItem::Link { .. } => {}
            SidebarItem::Category {
                label, href, items, ..
            } => {
                crumbs.push(Crumb {
                    label: label.clone(),
                    href: href.clone(),
                });
                let is_it = href.as_deref() == Some(route);
                if is_it || find_crumbs(items.as_deref().unwrap_or_default(), route, crumbs) {
                    return true;
                }
                crumbs.pop();
            }
        }
    }
    false
}
