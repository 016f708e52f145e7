//! Reads a document that Docusaurus' classic theme made.

use super::{
    Content, NavLink, Page, all_links, document_title, nav_links, outermost, toc_ids, visible_text,
    with_class,
};
use bindery_html::tree::{self, Element, Node};

/// The parts of a document; none if Docusaurus did not make it.
pub(in super::super) fn read_reference(html: &str) -> Option<Page> {
    let nodes = tree::parse(html);
    let main = outermost(&nodes, &|element| {
        let id = element.get("id");
        id.is_some_and(|id| id == "__docusaurus_skipToContent_fallback")
    });
    if main.is_empty() {
        return None;
    }
    let articles = with_class(&nodes, "markdown");
    let crumbs = with_class(&nodes, "breadcrumbs__item");
    let crumbs = crumbs.iter().map(|crumb| visible_text(crumb));
    let toc = with_class(&nodes, "table-of-contents__left-border");
    Some(Page {
        title: document_title(&nodes),
        toc: toc_ids(&toc),
        sidebar: sidebar(&nodes),
        breadcrumbs: crumbs.filter(|crumb| !crumb.is_empty()).collect(),
        previous: neighbour(&nodes, "pagination-nav__link--prev"),
        next: neighbour(&nodes, "pagination-nav__link--next"),
        article: Some(Content::of(&articles)).filter(|_| !articles.is_empty()),
        main: Content::of(&main),
        all_links: all_links(&nodes),
    })
}

fn sidebar(nodes: &[Node<'_>]) -> Vec<NavLink> {
    let docs = with_class(nodes, "theme-doc-sidebar-menu");
    if !docs.is_empty() {
        return nav_links(&docs);
    }
    let columns = outermost(nodes, &|element| element.name == "aside");
    let lists: Vec<&Element<'_>> = columns
        .iter()
        .flat_map(|column| outermost(&column.children, &|element| element.name == "ul"))
        .collect();
    nav_links(&lists)
}

fn neighbour(nodes: &[Node<'_>], class: &str) -> Option<NavLink> {
    let links = with_class(nodes, class);
    let link = links.first()?;
    let label = with_class(&link.children, "pagination-nav__label");
    let label = label.first().map(|label| visible_text(label));
    Some((
        label.unwrap_or_default(),
        super::target(&link.get("href").unwrap_or_default()),
    ))
}
