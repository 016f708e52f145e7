//! Writes JSON, and escapes it for script elements.

use serde::Serialize;

/// Escapes JSON as the content of a script element; `<` can only occur inside its strings.
pub(crate) fn escape_json(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// JSON of plain data.
pub(crate) fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("BUG: props are plain data")
}
