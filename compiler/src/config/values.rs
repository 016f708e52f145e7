//! Reads values of `site.toml` that are not plain fields: lists of strings, features that are turned off, and what a table of a list may not share.

use crate::diagnostic::{Code, Diagnostics, Severity};
use crate::source::Span;
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

/// Reports a table of a list, such as `[[blog]]`, with a value of a key that another table of the list has.
pub(super) fn report_second(
    [list, key]: [&str; 2],
    value: &str,
    span: Option<Span>,
    help: &str,
    sink: &mut Diagnostics,
) {
    let message = format!("two `[[{list}]]` have the {key} `{value}`");
    sink.error(Code::BadConfig, span, message).help(help);
}
