//! Reads a document that Bindery made.

use super::{
    Content, NavLink, Page, all_links, document_title, nav_links, outermost, toc_ids, visible_text,
    with_class,
};
use bindery_html::tree::{self, Element, Node};

/// The parts of a document; none if Bindery did not make it.
pub(in super::super) fn read_bindery(html: &str) -> Option<Page> {
    let nodes = tree::parse(html);
    let main = outermost(&nodes, &|element| element.name == "main");
    if main.is_empty() {
        return None;
    }
    let articles = outermost(&nodes, &|element| {
        element.has_class("md") && element.has("data-slot")
    });
    let toc = outermost(&nodes, &|element| {
        element.name == "nav" && element.has_class("toc")
    });
    Some(Page {
        title: document_title(&nodes),
        toc: toc_ids(&toc),
        sidebar: nav_links(&with_class(&nodes, "tree")),
        breadcrumbs: breadcrumbs(&nodes),
        previous: neighbour(&nodes, "previous"),
        next: neighbour(&nodes, "next"),
        article: Some(Content::of(&articles)).filter(|_| !articles.is_empty()),
        main: Content::of(&main),
        all_links: all_links(&nodes),
        expected: None,
    })
}

fn breadcrumbs(nodes: &[Node<'_>]) -> Vec<String> {
    let list = with_class(nodes, "crumbs");
    let items = list
        .iter()
        .flat_map(|list| outermost(&list.children, &|element| element.name == "li"));
    let labels = items.map(visible_text);
    labels.filter(|label| !label.is_empty()).collect()
}

/// A link of the pager. Its text is the title after a caption, or the caption alone.
fn neighbour(nodes: &[Node<'_>], class: &str) -> Option<NavLink> {
    let pagers = with_class(nodes, "pager");
    let link = pagers
        .iter()
        .find_map(|pager| with_class(&pager.children, class).first().copied())?;
    let label = visible_text(link);
    let caption = link.find("small").map(Element::text).unwrap_or_default();
    let title = label.strip_prefix(caption.trim()).unwrap_or(&label);
    Some((
        title.trim().to_owned(),
        super::target(&link.get("href").unwrap_or_default()),
    ))
}
