use super::SidebarTree;
use crate::model::SidebarItem;
use std::cell::Cell;

thread_local! {
    /// Reads of nodes.
    pub(super) static VISITS: Cell<usize> = const { Cell::new(0) };
}

fn page(number: usize) -> SidebarItem {
    SidebarItem::Link {
        label: format!("Page {number}"),
        href: format!("/page-{number}"),
        external: false,
        class_name: None,
        custom_props: None,
        is_unlisted: number.is_multiple_of(7),
    }
}

fn category(items: Vec<SidebarItem>) -> SidebarItem {
    SidebarItem::Category {
        label: "Folder".to_owned(),
        href: None,
        first_href: None,
        collapsible: true,
        collapsed: true,
        class_name: None,
        custom_props: None,
        items: Some(items),
        unlisted_href: None,
    }
}

/// Folders of ten pages or ten folders.
fn folders(pages: usize) -> Vec<SidebarItem> {
    let mut items: Vec<SidebarItem> = (0..pages).map(page).collect();
    while items.len() > 10 {
        let mut rest = items.into_iter().peekable();
        let mut groups = Vec::new();
        while rest.peek().is_some() {
            groups.push(category(rest.by_ref().take(10).collect()));
        }
        items = groups;
    }
    items
}

/// Reads of nodes for the items and the breadcrumbs of all pages, for each page.
fn visits_per_page(pages: usize) -> usize {
    let tree = SidebarTree::new(folders(pages));
    VISITS.with(|visits| visits.set(0));
    for number in 0..pages {
        let route = format!("/page-{number}");
        assert!(!tree.items_on(&route).is_empty());
        assert!(!tree.breadcrumbs(&route).is_empty());
    }
    VISITS.with(Cell::get) / pages
}

#[test]
fn a_page_of_a_large_sidebar_costs_as_much_as_one_of_a_small_sidebar() {
    let (small, large) = (visits_per_page(200), visits_per_page(20_000));
    // Two more levels of folders.
    assert!(
        large < small * 2,
        "{small} reads in a small sidebar, {large} in a large one"
    );
}

#[test]
fn pages_of_a_folder_share_their_items() {
    let tree = SidebarTree::new(folders(100));
    let [one, other] = ["/page-11", "/page-12"].map(|route| tree.items_on(route));
    assert!(std::sync::Arc::ptr_eq(&one, &other));
    assert_ne!(tree.items_on("/page-21"), one);
    // Its own page is the only one that shows an unlisted document.
    assert_ne!(tree.items_on("/page-14"), one);
}
