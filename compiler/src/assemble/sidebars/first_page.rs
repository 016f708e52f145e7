//! Finds the page where readers start: the first page of a sidebar, or the main page of a docs version.

use super::items::{CategoryTarget, Item};
use super::sidebar::Sidebars;
use crate::assemble::context::LocaleContext;
use crate::assemble::docs::{Doc, find_doc};
use crate::assemble::routes::site_route;

/// Label and path of a sidebar's first page.
pub(crate) fn first_link(items: &[Item], docs: &[Doc]) -> Option<(String, String)> {
    items.iter().find_map(|item| match item {
        Item::Doc(item) if !item.is_ref => {
            let doc = &docs[item.at];
            let label = item.label.as_ref().unwrap_or(&doc.id);
            Some((label.clone(), doc.route.to_string()))
        }
        Item::Doc(_) | Item::Link(_) | Item::Html(_) => None,
        Item::Category(category) => match &category.target {
            CategoryTarget::Doc(at) => Some((category.label.clone(), docs[*at].route.to_string())),
            CategoryTarget::Index(index) => Some((category.label.clone(), index.route.to_string())),
            CategoryTarget::None => first_link(&category.items, docs),
        },
    })
}

/// The path of the main page of a docs version: the document that the configuration names, the one at the root, the
/// first of a sidebar, or any.
pub(crate) fn main_page(
    context: &LocaleContext<'_>,
    docs: &[Doc],
    sidebars: &Sidebars,
    version: usize,
) -> Option<String> {
    let own = &context.versions[version];
    let named = own.instance.main_doc.as_ref();
    let named = named.and_then(|(id, _)| find_doc(docs, version, id));
    let root = site_route(context, &own.route_base);
    let mut docs_of_version = docs.iter().filter(|doc| doc.version == version);
    let at_root = docs_of_version
        .clone()
        .find(|doc| Some(&doc.route) == root.as_ref());
    let main = named.map(|at| &docs[at]).or(at_root);
    let main = main.map(|doc| doc.route.to_string());
    let mut of_version = sidebars
        .all
        .iter()
        .filter(|sidebar| sidebar.version == version);
    let first = || first_link(&of_version.next()?.items, docs).map(|(_, href)| href);
    let any = || docs_of_version.next().map(|doc| doc.route.to_string());
    main.or_else(first).or_else(any)
}
