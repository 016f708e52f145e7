//! Checks what a schema writes for its keywords: a keyword with a wrong value would restrict nothing, silently.

use crate::diagnostic::did_you_mean_or;
use serde_json::Value;

/// The types of JSON Schema.
const TYPES: [&str; 7] = [
    "array", "boolean", "integer", "null", "number", "object", "string",
];

/// What is wrong with the value of a keyword; `None` if it is right, or if the keyword takes any value.
pub(super) fn problem(keyword: &str, value: &Value) -> Option<String> {
    if keyword == "type" {
        return type_problem(value);
    }
    let wanted = match keyword {
        "$ref" | "pattern" => needs(value.is_string(), "a string"),
        "exclusiveMaximum" | "exclusiveMinimum" | "maximum" | "minimum" => {
            needs(value.is_number(), "a number")
        }
        "multipleOf" => needs(
            value.as_f64().is_some_and(|number| number > 0.0),
            "a number above 0",
        ),
        "maxContains" | "maxItems" | "maxLength" | "maxProperties" | "minContains" | "minItems"
        | "minLength" | "minProperties" => needs(value.as_u64().is_some(), "a whole number from 0"),
        "uniqueItems" => needs(value.is_boolean(), "`true` or `false`"),
        "enum" => needs(value.is_array(), "a list of values"),
        "required" => needs(is_names(value), "a list of keys"),
        "dependentRequired" => {
            let is_right = |map: &serde_json::Map<String, Value>| map.values().all(is_names);
            needs(
                value.as_object().is_some_and(is_right),
                "an object with a list of keys for each key",
            )
        }
        "$defs" | "definitions" | "dependentSchemas" | "patternProperties" | "properties" => {
            needs(value.is_object(), "an object with a schema for each key")
        }
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => needs(
            value.as_array().is_some_and(|list| !list.is_empty()),
            "a list with one schema or more",
        ),
        _ => None,
    };
    wanted.map(|wanted| format!("the keyword `{keyword}` needs {wanted}"))
}

/// What is wrong with a value in the place of a schema.
pub(super) fn schema_problem(value: &Value) -> Option<String> {
    let is_schema = matches!(value, Value::Object(_) | Value::Bool(_));
    needs(is_schema, "an object, `true` or `false`")
        .map(|wanted| format!("a schema is needed here: {wanted}"))
}

fn needs(is_right: bool, wanted: &'static str) -> Option<&'static str> {
    (!is_right).then_some(wanted)
}

fn is_names(value: &Value) -> bool {
    value
        .as_array()
        .is_some_and(|list| list.iter().all(Value::is_string))
}

fn type_problem(value: &Value) -> Option<String> {
    let names = match value {
        Value::Array(list) if !list.is_empty() => list.as_slice(),
        one => std::slice::from_ref(one),
    };
    let wrong = names
        .iter()
        .find(|name| name.as_str().is_none_or(|name| !TYPES.contains(&name)))?;
    let fallback = format!("the types are `{}`", TYPES.join("`, `"));
    let Some(name) = wrong.as_str() else {
        return Some(format!("a type is a string, not {wrong}; {fallback}"));
    };
    let help = did_you_mean_or(name, TYPES, &fallback);
    Some(format!("there is no type `{name}`; {help}"))
}
