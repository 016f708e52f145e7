//! What all readers of `site.toml` share.

use crate::diagnostic::{Code, Severity};
use crate::value::{FieldCodes, Fields, Node, NodeValue};

/// The codes of problems in `site.toml`.
pub(super) const FIELD_CODES: FieldCodes = FieldCodes {
    invalid_value: Code::BadConfig,
    unknown_key: Code::BadConfig,
    unknown_key_severity: Severity::Error,
};

/// The strings of a list, or a single one, without their spans.
pub(super) fn texts(fields: &mut Fields<'_, '_>, key: &'static str) -> Vec<String> {
    let texts = fields.strings(key).into_iter();
    texts.map(|(text, _)| text).collect()
}

/// The text of a string; `None` of any other value.
pub(super) fn text_of(node: &Node) -> Option<String> {
    match &node.value {
        NodeValue::String(text) => Some(text.clone()),
        _ => None,
    }
}

/// Whether a key is `false`, or `null` as in Docusaurus, which turns the feature off.
pub(super) fn is_off(fields: &mut Fields<'_, '_>, key: &'static str) -> bool {
    let entry = fields.entry(key);
    entry.is_some_and(|entry| matches!(entry.node.value, NodeValue::Null | NodeValue::Bool(false)))
}
