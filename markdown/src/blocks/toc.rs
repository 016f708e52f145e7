//! Fills in the table of contents where a text asks for it (`toc`): the headings are known after the whole text is read.

use crate::document::{Heading, Segment};
use crate::placeholder::Placeholder;
use serde_json::{Value, json};

/// Replaces [`Placeholder::Toc`] in the properties of all component tags by the headings below the title.
pub(crate) fn fill_placeholders(body: &mut [Segment], headings: &[Heading]) {
    for segment in body {
        if let Segment::Component(tag) = segment {
            for value in tag.props.values_mut() {
                if Placeholder::from_value(value.value()) == Some(Placeholder::Toc) {
                    *value = toc_items(headings).into();
                }
            }
            fill_placeholders(&mut tag.children, headings);
        }
    }
}

/// The items of a table of contents in the form of Docusaurus: `value` is HTML.
fn toc_items(headings: &[Heading]) -> Value {
    let listed = headings.iter().filter(|heading| heading.level > 1);
    let item = |heading: &Heading| json!({"value": heading.html, "id": heading.id, "level": heading.level});
    listed.map(item).collect()
}
