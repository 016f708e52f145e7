//! Reads `tags` of front matter.

use crate::front_matter::FIELD_CODES;
use bindery_source::Span;
use bindery_source::value::{Fields, NodeValue};

/// A tag in front matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagEntry {
    /// The key in the tags file, or the label.
    pub label: String,
    /// The tag's path below that of the tags index, if the entry has one.
    pub permalink: Option<String>,
    /// Whether the entry is a plain string, which may be a key in the tags file.
    pub is_key: bool,
    /// The span of the entry in the front matter.
    pub span: Span,
}

/// Reads tags: strings, or maps with a `label`.
pub(super) fn read_tags(fields: &mut Fields<'_, '_>) -> Vec<TagEntry> {
    let mut tags = Vec::new();
    for node in fields.list("tags") {
        let mut permalink = None;
        let label = match &node.value {
            NodeValue::String(label) => Some(label.clone()),
            // Docusaurus also accepts numbers as labels.
            NodeValue::Integer(number) => Some(number.to_string()),
            NodeValue::Map(_) => {
                let mut fields = Fields::new(node, FIELD_CODES, fields.sink);
                let label = fields.string("label");
                permalink = fields.string("permalink");
                fields.string("description");
                fields.finish();
                label
            }
            _ => {
                fields.report_mismatch(node, "a string");
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
