//! Puts the page's headings in where a component asks for them.

use super::placeholder::Placeholder;
use crate::document::{Heading, Segment};
use serde_json::{Value, json};

/// Replaces [`Placeholder::Toc`] in the properties of all component tags by the headings below the title.
pub(super) fn fill(body: &mut [Segment], headings: &[Heading]) {
    for segment in body {
        if let Segment::Component(tag) = segment {
            for datum in tag.props.values_mut() {
                if Placeholder::from_value(datum.value()) == Some(Placeholder::Toc) {
                    *datum = items(headings).into();
                }
            }
            fill(&mut tag.children, headings);
        }
    }
}

/// In the words of Docusaurus: `value` is HTML.
fn items(headings: &[Heading]) -> Value {
    let listed = headings.iter().filter(|heading| heading.level > 1);
    let item = |heading: &Heading| json!({"value": heading.html, "id": heading.id, "level": heading.level});
    listed.map(item).collect()
}
