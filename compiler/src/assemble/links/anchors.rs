//! The anchors of a document: the ids that the fragments of links may name.

use crate::document::{Document, Segment};
use std::collections::BTreeSet;

/// The attributes whose values are anchors.
const ATTRIBUTES: [&str; 2] = [" id=\"", " name=\""];

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
    for segment in segments {
        match segment {
            Segment::Html(html) => collect_html(html, anchors),
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
}

fn collect_html(html: &str, anchors: &mut BTreeSet<String>) {
    for attribute in ATTRIBUTES {
        for (at, _) in html.match_indices(attribute) {
            let value = &html[at + attribute.len()..];
            if let Some((id, _)) = value.split_once('"') {
                anchors.insert(id.replace("&amp;", "&"));
            }
        }
    }
}
