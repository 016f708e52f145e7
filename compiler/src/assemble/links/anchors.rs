//! The anchors of a document: the ids that the fragments of links may name.

use crate::document::{Document, Segment};
use bindery_html::TokenKind;
use std::collections::BTreeSet;

/// The ids of headings, of HTML in the body, and those that component tags are given.
pub(crate) fn anchors_of(document: &Document) -> BTreeSet<String> {
    let headings = document.headings.iter();
    let headings = headings.map(|heading| heading.id.clone());
    let mut anchors: BTreeSet<String> = headings.chain(document.anchors.clone()).collect();
    collect(&document.body, &mut anchors);
    anchors
}

/// The ids in the HTML and the component tags of filled segments.
pub(crate) fn ids_in(segments: &[Segment]) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    collect(segments, &mut ids);
    ids
}

fn collect(segments: &[Segment], anchors: &mut BTreeSet<String>) {
    // A tag may continue behind the attributes of a link or an image, which are segments of their own.
    let mut html = String::new();
    for segment in segments {
        match segment {
            Segment::Html(own) => html.push_str(own),
            Segment::Component(tag) => {
                anchors.extend(tag.text("id").map(str::to_owned));
                collect(&tag.children, anchors);
            }
            Segment::LinkAttrs(_)
            | Segment::ImageStart(_)
            | Segment::ImageAttrs(_)
            | Segment::ImageEnd(_) => {}
        }
    }
    for token in bindery_html::tokenize(&html) {
        if let TokenKind::StartTag(tag) = token.kind {
            let ids = ["id", "name"].map(|name| tag.value(name));
            let ids = ids.into_iter().flatten().filter(|id| !id.is_empty());
            anchors.extend(ids.map(bindery_html::decode));
        }
    }
}
