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
    let main = Content::of(&main);
    Some(Page {
        expected: expected_difference(&nodes, &main),
        title: document_title(&nodes),
        toc: toc_ids(&toc),
        sidebar: sidebar(&nodes),
        breadcrumbs: crumbs.filter(|crumb| !crumb.is_empty()).collect(),
        previous: neighbour(&nodes, "pagination-nav__link--prev"),
        next: neighbour(&nodes, "pagination-nav__link--next"),
        article: Some(Content::of(&articles)).filter(|_| !articles.is_empty()),
        main,
        all_links: all_links(&nodes),
    })
}

/// Pages that are not meant to be equal.
fn expected_difference(nodes: &[Node<'_>], main: &Content) -> Option<&'static str> {
    let is_of = |class| !with_class(nodes, class).is_empty();
    if is_of("search-page-wrapper") || is_of("plugin-search-typesense") {
        return Some("a search page has the words and links of the program that searches");
    }
    let is_empty = main.words.list.is_empty();
    (is_of("blog-list-page") && is_empty)
        .then_some("a list of posts without posts, which Docusaurus makes if a site has no blog")
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

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(class: &str, main: &str) -> bool {
        let html = format!(
            r#"<html class="{class} plugin-id-default"><body><div id="__docusaurus_skipToContent_fallback">{main}</div></body></html>"#
        );
        read_reference(&html).is_some_and(|page| page.expected.is_some())
    }

    #[test]
    fn search_pages_and_lists_without_posts_may_differ() {
        assert!(expected("search-page-wrapper", "<h1>Search</h1>"));
        assert!(expected("plugin-search-typesense", "<h1>Search</h1>"));
        assert!(expected("blog-wrapper blog-list-page", "<main></main>"));
        assert!(!expected("blog-wrapper blog-list-page", "<h2>Post</h2>"));
        assert!(!expected("docs-wrapper", ""));
    }
}
