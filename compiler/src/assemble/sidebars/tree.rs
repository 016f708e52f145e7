//! The tree of a sidebar as the interface renders it, with an index of its pages: the items and breadcrumbs of a page are
//! found without a walk through the whole tree.

use crate::model::{Crumb, SidebarItem};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The items of a sidebar, unlisted documents included, each before its children.
#[derive(Debug, Default)]
pub(crate) struct SidebarTree {
    nodes: Vec<Node>,
    /// The nodes of each path, in order.
    places: BTreeMap<String, Vec<usize>>,
    /// The items on a page that opens no category.
    closed: OnceLock<Arc<[SidebarItem]>>,
}

#[derive(Debug)]
struct Node {
    /// The item; a category has no items.
    item: SidebarItem,
    parent: Option<usize>,
    /// The number after the last node below it.
    end: usize,
    /// Whether readers see it on every page that shows its category.
    is_listed: bool,
    /// Whether readers see one of its children on every page that shows it.
    has_listed_child: bool,
    /// The items on a page whose deepest open category is this one: most pages of a folder share them.
    open: OnceLock<Arc<[SidebarItem]>>,
}

/// The nodes from the top of the tree to each place of a page.
type Ancestry = BTreeSet<usize>;

impl SidebarTree {
    /// Indexes the items.
    pub(super) fn new(items: Vec<SidebarItem>) -> Self {
        let mut tree = SidebarTree::default();
        for item in items {
            tree.add(item, None);
        }
        tree
    }

    /// Adds an item and those below it; gives whether it is listed.
    fn add(&mut self, mut item: SidebarItem, parent: Option<usize>) -> bool {
        let at = self.nodes.len();
        if let Some(path) = own_path(&item) {
            self.places.entry(path.to_owned()).or_default().push(at);
        }
        let is_listed = match &item {
            SidebarItem::Html { .. } => true,
            SidebarItem::Link { is_unlisted, .. } => !is_unlisted,
            SidebarItem::Category { href, .. } => href.is_some(),
        };
        let children = match &mut item {
            SidebarItem::Category { items, .. } => items.take(),
            SidebarItem::Link { .. } | SidebarItem::Html { .. } => None,
        };
        self.nodes.push(Node {
            item,
            parent,
            end: at + 1,
            is_listed,
            has_listed_child: false,
            open: OnceLock::new(),
        });
        let mut has_listed_child = false;
        for child in children.into_iter().flatten() {
            has_listed_child |= self.add(child, Some(at));
        }
        let end = self.nodes.len();
        let node = &mut self.nodes[at];
        node.end = end;
        node.has_listed_child = has_listed_child;
        node.is_listed |= has_listed_child;
        node.is_listed
    }

    /// The items to render on the page `route`: closed categories have none, and an unlisted document is shown on its own
    /// page only.
    pub(crate) fn items_on(&self, route: &str) -> Arc<[SidebarItem]> {
        let places = self.places(route);
        let ancestry = self.ancestry(places);
        let open = || self.open_items(0..self.nodes.len(), &ancestry).into();
        let mut shared = places.iter().map(|place| self.shared(*place));
        let shared = match (shared.next(), shared.next()) {
            (None, _) => Some(&self.closed),
            (Some(shared), None) => shared,
            (Some(_), Some(_)) => None,
        };
        shared.map_or_else(open, |shared| shared.get_or_init(open).clone())
    }

    /// Where the items of the pages with this place are stored; no other page has those of an unlisted document.
    fn shared(&self, place: usize) -> Option<&OnceLock<Arc<[SidebarItem]>>> {
        let node = self.node(place);
        match node.item {
            SidebarItem::Category { .. } => Some(&node.open),
            _ if !node.is_listed => None,
            _ => Some(
                node.parent
                    .map_or(&self.closed, |parent| &self.node(parent).open),
            ),
        }
    }

    /// The labels from the top of the sidebar to the first place of a page, the page included.
    pub(crate) fn breadcrumbs(&self, route: &str) -> Vec<Crumb> {
        let mut crumbs = Vec::new();
        let mut next = self.places(route).first().copied();
        while let Some(at) = next {
            let node = self.node(at);
            crumbs.extend(crumb(&node.item));
            next = node.parent;
        }
        crumbs.reverse();
        crumbs
    }

    /// The whole tree without unlisted documents.
    pub(super) fn listed(&self) -> Vec<SidebarItem> {
        self.listed_items(0..self.nodes.len())
    }

    fn listed_items(&self, range: Range<usize>) -> Vec<SidebarItem> {
        let listed = self.children(range).filter(|at| self.node(*at).is_listed);
        let items = listed.map(|at| {
            let node = self.node(at);
            node.item
                .with_items(Some(self.listed_items(at + 1..node.end)))
        });
        items.collect()
    }

    fn open_items(&self, range: Range<usize>, ancestry: &Ancestry) -> Vec<SidebarItem> {
        let is_visible = |at: &usize| self.node(*at).is_listed || ancestry.contains(at);
        let open = self.children(range).filter(is_visible).map(|at| {
            let node = self.node(at);
            let SidebarItem::Category {
                collapsible,
                collapsed,
                ..
            } = node.item
            else {
                return node.item.clone();
            };
            let below = at + 1..node.end;
            let has_visible_child =
                node.has_listed_child || ancestry.range(below.clone()).next().is_some();
            if let Some(link) = own_link(&node.item).filter(|_| !has_visible_child) {
                return link;
            }
            let is_open = !collapsed || !collapsible || ancestry.contains(&at);
            node.item
                .with_items(is_open.then(|| self.open_items(below, ancestry)))
        });
        open.collect()
    }

    fn places(&self, route: &str) -> &[usize] {
        self.places.get(route).map_or(&[], Vec::as_slice)
    }

    fn ancestry(&self, places: &[usize]) -> Ancestry {
        let mut ancestry = Ancestry::new();
        for &place in places {
            let mut next = Some(place);
            while let Some(at) = next {
                ancestry.insert(at);
                next = self.node(at).parent;
            }
        }
        ancestry
    }

    /// The topmost nodes of a range.
    fn children(&self, range: Range<usize>) -> impl Iterator<Item = usize> {
        let mut next = range.start;
        std::iter::from_fn(move || {
            let at = next;
            (at < range.end).then(|| {
                next = self.node(at).end;
                at
            })
        })
    }

    fn node(&self, at: usize) -> &Node {
        #[cfg(test)]
        tests::VISITS.with(|visits| visits.set(visits.get() + 1));
        &self.nodes[at]
    }
}

/// The path of the page of an item, unlisted or not.
fn own_path(item: &SidebarItem) -> Option<&str> {
    match item {
        SidebarItem::Link { href, .. } => Some(href),
        SidebarItem::Html { .. } => None,
        SidebarItem::Category {
            href,
            unlisted_href,
            ..
        } => href.as_deref().or(unlisted_href.as_deref()),
    }
}

/// A category of which readers see no child is a link to its own page.
fn own_link(item: &SidebarItem) -> Option<SidebarItem> {
    match item {
        SidebarItem::Category {
            label,
            href: Some(href),
            class_name,
            custom_props,
            ..
        } => Some(SidebarItem::Link {
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

fn crumb(item: &SidebarItem) -> Option<Crumb> {
    let (label, href) = match item {
        SidebarItem::Link { label, href, .. } => (label, Some(href)),
        SidebarItem::Category { label, href, .. } => (label, href.as_ref()),
        SidebarItem::Html { .. } => return None,
    };
    Some(Crumb {
        label: label.clone(),
        href: href.cloned(),
    })
}

#[cfg(test)]
mod tests;
