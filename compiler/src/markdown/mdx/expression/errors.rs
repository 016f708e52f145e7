//! The errors of member access.

use super::ExpressionError;
use crate::diagnostic::{Code, nearest};
use serde_json::{Map, Value};
use std::ops::Range;

/// `parent` has no `key`.
pub(crate) fn missing(
    value: &Value,
    key: &str,
    parent: &str,
    range: Range<usize>,
) -> ExpressionError {
    let (message, help) = match value {
        Value::Array(items) => (
            format!("`{parent}` has no item `{key}`"),
            format!("it has {} items, counted from 0", items.len()),
        ),
        Value::Object(members) => {
            let help = match nearest(key, members.keys().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("its keys are {}", keys(members)),
            };
            (format!("`{parent}` has no key `{key}`"), help)
        }
        _ => (
            format!("`{parent}` is no object, so it has no `{key}`"),
            format!("write `{{{parent}}}`"),
        ),
    };
    ExpressionError {
        code: Code::BadData,
        range,
        message,
        help,
    }
}

fn keys(members: &Map<String, Value>) -> String {
    let mut names: Vec<_> = members
        .keys()
        .take(8)
        .map(|key| format!("`{key}`"))
        .collect();
    if members.len() > names.len() {
        names.push("…".to_owned());
    }
    names.join(", ")
}
