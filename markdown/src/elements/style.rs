//! Converts the `style` of a tag: to CSS text for an HTML element, to an object for a component.
//!
//! The site serves no style attributes: the compiler replaces them by classes.

use bindery_source::letter_case::separate_words;
use serde_json::{Map, Value};
use std::fmt::Write as _;

/// The properties whose numbers get no unit `px`: the common ones of React's list.
const UNITLESS: [&str; 17] = [
    "aspect-ratio",
    "column-count",
    "columns",
    "fill-opacity",
    "flex",
    "flex-grow",
    "flex-shrink",
    "font-weight",
    "grid-column",
    "grid-row",
    "line-height",
    "opacity",
    "order",
    "orphans",
    "scale",
    "z-index",
    "zoom",
];

/// The CSS text of a string or an object as in JSX; `None` for any other value.
pub(crate) fn to_css(value: &Value) -> Option<String> {
    let members = match value {
        Value::String(text) => return Some(text.trim().to_owned()),
        Value::Object(members) => members,
        _ => return None,
    };
    let mut css = String::new();
    for (key, value) in members {
        let name = kebab(key);
        let value = match value {
            Value::String(text) => text.trim().to_owned(),
            Value::Number(number) if is_length(&name, number) => format!("{number}px"),
            Value::Number(number) => number.to_string(),
            _ => continue,
        };
        let gap = if css.is_empty() { "" } else { "; " };
        let _ = write!(css, "{gap}{name}: {value}");
    }
    Some(css)
}

/// The object for a component: that of CSS text, or an object unchanged.
pub(crate) fn to_object(value: Value) -> Option<Value> {
    let text = match value {
        Value::String(text) => text,
        Value::Object(_) => return Some(value),
        _ => return None,
    };
    let pairs = text
        .split(';')
        .filter_map(|declaration| declaration.split_once(':'));
    let pairs = pairs.map(|(name, value)| (camel(name.trim()), Value::from(value.trim())));
    Some(Value::Object(pairs.collect::<Map<_, _>>()))
}

fn is_length(name: &str, number: &serde_json::Number) -> bool {
    number.as_f64() != Some(0.0) && !name.starts_with("--") && !UNITLESS.contains(&name)
}

fn kebab(name: &str) -> String {
    if name.starts_with("--") {
        return name.to_owned();
    }
    let words = separate_words(name, '-');
    match name.starts_with(|c: char| c.is_ascii_uppercase()) {
        // `WebkitMask` begins with the prefix of a vendor.
        true => format!("-{words}"),
        false => words,
    }
}

fn camel(name: &str) -> String {
    if name.starts_with("--") {
        return name.to_owned();
    }
    let mut parts = name.split('-');
    let mut camel = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut characters = part.chars();
        camel.extend(
            characters
                .next()
                .map(|character| character.to_ascii_uppercase()),
        );
        camel.push_str(characters.as_str());
    }
    camel
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn objects_become_text_and_text_objects() {
        let style = json!({"backgroundColor": "red", "marginTop": 4, "opacity": 1, "--own": 2, "padding": 0});
        assert_eq!(
            to_css(&style).as_deref(),
            Some("--own: 2; background-color: red; margin-top: 4px; opacity: 1; padding: 0")
        );
        let object = json!({"backgroundColor": "red", "WebkitBoxFlex": "1"});
        assert_eq!(
            to_object(json!("background-color: red; -webkit-box-flex:1;")),
            Some(object)
        );
        assert_eq!(to_css(&json!(1)), None);
    }
}
