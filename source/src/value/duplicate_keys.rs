//! Finds out whether a JSON text has a key twice in one object, of which its parser takes the last.

use serde_json::Value;

/// Whether an object of a text without errors has a key twice: its value has fewer keys then. Much cheaper than
/// [`super::find_json_faults`].
#[must_use]
pub fn has_duplicate_keys(text: &str, value: &Value) -> bool {
    count_written_keys(text.as_bytes()) != count_keys(value)
}

fn count_written_keys(mut rest: &[u8]) -> usize {
    let mut count = 0;
    while let Some(open) = rest.iter().position(|byte| *byte == b'"') {
        rest = &rest[open + 1..];
        while let Some(end) = rest.iter().position(|byte| matches!(byte, b'"' | b'\\')) {
            let is_escape = rest[end] == b'\\';
            rest = rest
                .get(end + 1 + usize::from(is_escape)..)
                .unwrap_or_default();
            if !is_escape {
                break;
            }
        }
        rest = rest.trim_ascii_start();
        count += usize::from(rest.first() == Some(&b':'));
    }
    count
}

fn count_keys(value: &Value) -> usize {
    match value {
        Value::Object(map) => map.len() + map.values().map(count_keys).sum::<usize>(),
        Value::Array(items) => items.iter().map(count_keys).sum(),
        _ => 0,
    }
}
