//! The addresses that components render: their children are the document's, whose links are checked before.

use super::walk;
use crate::document::ComponentTag;
use crate::source::Span;
use bindery_html::{Address, AddressUse, Tag, addresses, start_tags};

/// An address that a component rendered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderedLink {
    /// The address, which is one of the site.
    pub href: String,
    /// The element and the attribute that have it, such as `img srcset`.
    pub place: String,
    /// The purpose of the address.
    pub usage: AddressUse,
    /// The spans of the tag and of those inside it, the outermost first.
    pub tags: Vec<Span>,
}

/// The attributes of links that are not checked: Docusaurus' own, and that of links to another application of the host.
const UNCHECKED: [&str; 2] = ["data-noBrokenLinkCheck", "data-full-load"];

/// The addresses in the HTML of an outermost tag; the HTML has holes in place of the document's own text.
pub(super) fn read_links(tag: &ComponentTag, html: &str) -> Vec<RenderedLink> {
    let is_checked = |tag: &Tag<'_>| UNCHECKED.iter().all(|name| tag.value(name).is_none());
    let is_own = |one: &Address| match one.value.as_bytes() {
        [b'/', b'/', ..] => false,
        [b'#', ..] => one.usage == AddressUse::Page,
        [b'/', ..] => true,
        _ => false,
    };
    let tags = start_tags(html).filter(is_checked);
    let found = tags.flat_map(|tag| addresses(&tag));
    let mut found: Vec<Address> = found.filter(is_own).collect();
    found.sort_by(|a, b| (&a.value, a.usage).cmp(&(&b.value, b.usage)));
    found.dedup_by(|a, b| (&a.value, a.usage) == (&b.value, b.usage));
    if found.is_empty() {
        return Vec::new();
    }
    let mut tags = Vec::new();
    walk(tag, &mut |tag| tags.push(tag.span));
    let links = found.into_iter().map(|one| RenderedLink {
        place: format!("{} {}", one.element, one.attribute),
        href: one.value,
        usage: one.usage,
        tags: tags.clone(),
    });
    links.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;
    use std::collections::BTreeMap;

    #[test]
    fn addresses_of_the_site_are_found_in_all_attributes() {
        let tag = ComponentTag {
            name: "Card".to_owned(),
            props: BTreeMap::new(),
            children: Vec::new(),
            span: Span::new(FileId(0), 0, 1),
        };
        let html = "<a href=/a></a><img srcset='/b 1x, https://x.example/c 2x'><use href='#i'/><a href='#j'></a>\
            <button formaction=/d></button><video poster=/e></video><q cite=/f></q><object data=/g></object>\
            <meta http-equiv=refresh content='0; url=/h'><a data-full-load href=/i></a><a href=//j.example></a>";
        let found = read_links(&tag, html);
        let found: Vec<String> = found
            .iter()
            .map(|one| format!("{}={}", one.place, one.href))
            .collect();
        assert_eq!(
            found,
            [
                "a href=#j",
                "a href=/a",
                "img srcset=/b",
                "button formaction=/d",
                "video poster=/e",
                "q cite=/f",
                "object data=/g",
                "meta content=/h",
            ]
        );
    }
}
