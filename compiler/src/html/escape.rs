//! Escapes text, and JSON in script elements.

use serde::Serialize;

/// Escapes text as element content or as the value of a quoted attribute.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// Escapes JSON as the content of a script element; `<` can only occur inside its strings.
pub(crate) fn escape_json(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// JSON of plain data.
pub(crate) fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("BUG: props are plain data")
}
