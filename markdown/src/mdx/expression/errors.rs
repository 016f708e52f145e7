//! The errors of evaluating an expression and of resolving an import.

use bindery_source::diagnostic::{Code, nearest};
use serde_json::{Map, Value};
use std::ops::Range;

/// The reason why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ExpressionError {
    /// The code of the diagnostic.
    pub(crate) code: Code,
    /// The bytes of the faulty part in the expression.
    pub(crate) range: Range<usize>,
    /// The message; empty when the problem was reported elsewhere.
    pub(crate) message: String,
    /// How to solve it.
    pub(crate) help: String,
}

/// A path or a name that leads to nothing that content can use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ResolveError {
    /// The code of the diagnostic.
    pub(crate) code: Code,
    /// The message.
    pub(crate) message: String,
    /// How to solve it.
    pub(crate) help: String,
}

impl ResolveError {
    /// An error with [`Code::UnknownImport`].
    pub(crate) fn new(message: impl Into<String>, help: impl Into<String>) -> ResolveError {
        ResolveError {
            code: Code::UnknownImport,
            message: message.into(),
            help: help.into(),
        }
    }
}

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
                None if members.is_empty() && parent == "frontMatter" => {
                    format!(
                        "this page has no front matter; begin it with `---`, `{key}: …` and `---`"
                    )
                }
                None if members.is_empty() => "it has no keys".to_owned(),
                None => format!("its keys are {}", keys(members)),
            };
            (format!("`{parent}` has no key `{key}`"), help)
        }
        _ => (
            format!("`{parent}` is not an object, so it has no `{key}`"),
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
