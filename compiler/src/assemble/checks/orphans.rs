//! Orphans: documents that are in no sidebar and that no other page links to.

use crate::assemble::links::LinkResults;
use crate::diagnostic::{Code, Diagnostics};
use crate::model::{PageKind, SidebarItem, Site};
use crate::source::Span;
use std::cell::LazyCell;
use std::collections::BTreeSet;

/// Reports the orphans among the documents; unlisted documents are orphans on purpose.
pub(crate) fn report_orphans(site: &Site, links: &LinkResults, sink: &mut Diagnostics) {
    let mut listed = BTreeSet::new();
    for items in site.sidebars.values() {
        collect(items, &mut listed);
    }
    // In most sites the sidebars have all documents.
    let linked = LazyCell::new(|| links.linked_pages());
    for page in &site.pages {
        let Some(source) = page.source.filter(|_| page.kind == PageKind::Doc) else {
            continue;
        };
        let path = page.route.as_str();
        // Only homes end with a slash.
        let is_home = path.ends_with('/');
        let is_meant = is_home || page.props.no_index;
        if is_meant || listed.contains(path) || linked.contains(&page.route) {
            continue;
        }
        let message =
            format!("nothing leads to `{path}`: it is in no sidebar, and no page links to it");
        sink.warn(Code::OrphanPage, Span::start_of(source), message)
            .help("put it into a sidebar, link to it, or say `unlisted: true` in its front matter");
    }
}

fn collect<'s>(items: &'s [SidebarItem], listed: &mut BTreeSet<&'s str>) {
    for item in items {
        match item {
            SidebarItem::Link { href, .. } => {
                listed.insert(href);
            }
            SidebarItem::Html { .. } => {}
            SidebarItem::Category { href, items, .. } => {
                listed.extend(href.as_deref());
                collect(items.as_deref().unwrap_or_default(), listed);
            }
        }
    }
}
