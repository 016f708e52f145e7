//! `tags` of front matter.

use crate::front_matter::DIALECT;
use crate::source::Span;
use crate::spanned::{Fields, NodeValue};

/// A tag as front matter names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagEntry {
    /// The key in the file of tags, or the label of a tag of its own.
    pub label: String,
    /// Its path below the other tags', where it has one of its own.
    pub permalink: Option<String>,
    /// Whether only its words are written: then the file of tags may know it.
    pub is_key: bool,
    /// Its place.
    pub span: Span,
}

/// Tags are strings or maps with a `label`.
pub(super) fn read_tags(fields: &mut Fields<'_, '_>) -> Vec<TagEntry> {
    let mut tags = Vec::new();
    for node in fields.list("tags") {
        let mut permalink = None;
        let label = match &node.value {
            NodeValue::Text(label) => Some(label.clone()),
            // Docusaurus takes numbers for labels, too.
            NodeValue::Int(number) => Some(number.to_string()),
            NodeValue::Map(_) => {
                let mut fields = Fields::new(node, DIALECT, fields.sink);
                let label = fields.text("label");
                permalink = fields.text("permalink");
                fields.text("description");
                fields.finish();
                label
            }
            _ => {
                fields.wrong(node, "a string");
                None
            }
        };
        tags.extend(label.map(|label| TagEntry {
            label,
            permalink,
            is_key: !matches!(node.value, NodeValue::Map(_)),
            span: node.span,
        }));
    }
    tags
}
