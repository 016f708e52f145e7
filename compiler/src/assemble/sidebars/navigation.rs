//! The navigation of a page, from its sidebar: the tree with the open categories, previous and next page.

use super::items::{Category, CategoryTarget, Item};
use super::sidebar::{Sidebar, Sidebars};
use crate::assemble::docs::{Doc, DocReference, find_doc, report_unknown_doc};
use crate::diagnostic::{Code, Diagnostics, did_you_mean};
use crate::front_matter::Choice;
use crate::model::{PageLink, RoutePath, SidebarItem, SidebarProps};
use std::collections::BTreeMap;

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

/// The links before and after a page, `previous` and `next` of Docusaurus' pagination.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pagination {
    pub(crate) previous: Option<PageLink>,
    pub(crate) next: Option<PageLink>,
}

impl LinkList {
    fn new(links: Vec<PageLink>) -> Self {
        let mut positions = BTreeMap::new();
        for (at, link) in links.iter().enumerate() {
            positions.entry(link.href.clone()).or_insert(at);
        }
        LinkList { links, positions }
    }

    fn around(&self, route: &RoutePath) -> Pagination {
        let Some(at) = self.positions.get(route.as_str()).copied() else {
            return Pagination::default();
        };
        let previous = at.checked_sub(1).and_then(|at| self.links.get(at));
        Pagination {
            previous: previous.cloned(),
            next: self.links.get(at + 1).cloned(),
        }
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
    pub(crate) fn around(&self, route: &RoutePath) -> Pagination {
        self.listed.around(route)
    }

    /// The links before and after an index page.
    pub(crate) fn around_index(&self, route: &RoutePath) -> Pagination {
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
) -> Pagination {
    let around = order.map(|order| order.around(&doc.route));
    let Pagination { previous, next } = around.unwrap_or_default();
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
    Pagination {
        previous: chosen(&doc.front.pagination_prev, "pagination_prev", previous),
        next: chosen(&doc.front.pagination_next, "pagination_next", next),
    }
}

/// The sidebar of a page: closed categories without their items.
pub(crate) fn sidebar_props(sidebar: &Sidebar, route: &RoutePath) -> SidebarProps {
    SidebarProps {
        id: sidebar.id.clone(),
        asset: sidebar.key.clone(),
        items: Some(sidebar.tree.items_on(route.as_str())),
    }
}

/// The whole trees by key, without unlisted documents.
pub(crate) fn into_trees(sidebars: Sidebars) -> BTreeMap<String, Vec<SidebarItem>> {
    let all = sidebars.all.into_iter();
    all.map(|sidebar| (sidebar.key, sidebar.tree.listed()))
        .collect()
}
