//! The links that components render: their children are the document's, whose links are checked before.

use super::walk;
use crate::document::ComponentTag;
use crate::source::Span;
use bindery_html::{Tag, start_tags};

/// A link that a component rendered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnLink {
    /// The value of `href`.
    pub href: String,
    /// The spans of the tag and of those inside it, the outermost first.
    pub tags: Vec<Span>,
}

/// The attributes of links that are not checked: Docusaurus' own, and that of links to another application of the host.
const UNCHECKED: [&str; 2] = ["data-noBrokenLinkCheck", "data-full-load"];

/// The links in the HTML of an outermost tag; the HTML has holes in place of the document's own text.
pub(super) fn read_links(tag: &ComponentTag, html: &str) -> Vec<DrawnLink> {
    let is_checked = |tag: &Tag<'_>| UNCHECKED.iter().all(|name| tag.value(name).is_none());
    let anchors = start_tags(html).filter(|tag| tag.is("a") && is_checked(tag));
    let mut hrefs: Vec<String> = anchors
        .filter_map(|tag| tag.value("href"))
        .map(|href| bindery_html::decode(href).trim().to_owned())
        .filter(|href| href.starts_with(['/', '#']) && !href.starts_with("//"))
        .collect();
    hrefs.sort();
    hrefs.dedup();
    if hrefs.is_empty() {
        return Vec::new();
    }
    let mut tags = Vec::new();
    walk(tag, &mut |tag| tags.push(tag.span));
    let links = hrefs.into_iter().map(|href| DrawnLink {
        href,
        tags: tags.clone(),
    });
    links.collect()
}
