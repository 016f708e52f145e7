//! Reads values of `site.toml` that are not plain fields: lists of strings, and features that are turned off.

use crate::diagnostic::{Code, Severity};
use crate::value::{FieldCodes, Fields, Node, NodeValue};

/// The codes of problems in `site.toml`.
pub(super) const FIELD_CODES: FieldCodes = FieldCodes {
    invalid_value: Code::BadConfig,
    unknown_key: Code::BadConfig,
    unknown_key_severity: Severity::Error,
};

/// The strings of a list, or a single one, without their spans.
pub(super) fn string_list(fields: &mut Fields<'_, '_>, key: &'static str) -> Vec<String> {
    let strings = fields.strings(key).into_iter();
    strings.map(|(text, _)| text).collect()
}

/// The text of a string; `None` for any other value.
pub(super) fn as_string(node: &Node) -> Option<String> {
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
