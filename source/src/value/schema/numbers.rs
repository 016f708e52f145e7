//! Keywords about numbers and strings.

use super::Validator;
use serde_json::{Map, Value};

/// The keywords of this module.
pub(super) const KEYWORDS: [&str; 8] = [
    "exclusiveMaximum",
    "exclusiveMinimum",
    "maxLength",
    "maximum",
    "minLength",
    "minimum",
    "multipleOf",
    "pattern",
];

impl<'s> Validator<'_, 's> {
    pub(super) fn scalars(&mut self, keywords: &'s Map<String, Value>, value: &Value) {
        match value {
            Value::Number(number) => self.number(keywords, number.as_f64().unwrap_or_default()),
            Value::String(text) => self.text(keywords, text),
            _ => {}
        }
    }

    fn number(&mut self, keywords: &Map<String, Value>, number: f64) {
        let bound = |name: &str| keywords.get(name).and_then(Value::as_f64);
        let mut check = |name: &str, is_right: fn(f64, f64) -> bool, message: &str| {
            if let Some(bound) = bound(name).filter(|bound| !is_right(number, *bound)) {
                self.error(format!("{number} is {message} {bound}"), None);
            }
        };
        check("minimum", |number, bound| number >= bound, "below");
        check("maximum", |number, bound| number <= bound, "above");
        check(
            "exclusiveMinimum",
            |number, bound| number > bound,
            "not above",
        );
        check(
            "exclusiveMaximum",
            |number, bound| number < bound,
            "not below",
        );
        check(
            "multipleOf",
            |number, bound| (number / bound - (number / bound).round()).abs() < 1e-9,
            "no multiple of",
        );
    }

    fn text(&mut self, keywords: &'s Map<String, Value>, text: &str) {
        let bound = |name: &str| keywords.get(name).and_then(Value::as_u64);
        let length = text.chars().count() as u64;
        if let Some(min) = bound("minLength").filter(|min| length < *min) {
            self.error(
                format!("this has {length} letters, and at least {min} must be"),
                None,
            );
        }
        if let Some(max) = bound("maxLength").filter(|max| length > *max) {
            self.error(
                format!("this has {length} letters, and at most {max} may be"),
                None,
            );
        }
        if let Some(pattern) = keywords.get("pattern").and_then(Value::as_str)
            && !self.matches_pattern(pattern, text)
        {
            self.error(format!("this does not match the pattern `{pattern}`"), None);
        }
    }
}
