//! Validates the keywords of JSON Schema about types, arrays and objects.

use super::{ValidationError, Validator};
use crate::diagnostic::nearest;
use crate::value::PathSegment;
use serde_json::{Map, Value};

/// The keywords of this module, and those that hold schemas.
pub(super) const KEYWORDS: [&str; 29] = [
    "$ref",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "contains",
    "dependentRequired",
    "dependentSchemas",
    "else",
    "enum",
    "if",
    "items",
    "maxContains",
    "maxItems",
    "maxProperties",
    "minContains",
    "minItems",
    "minProperties",
    "not",
    "oneOf",
    "patternProperties",
    "prefixItems",
    "properties",
    "propertyNames",
    "required",
    "type",
    "unevaluatedItems",
    "unevaluatedProperties",
    "uniqueItems",
];

impl<'s> Validator<'_, 's> {
    /// `type`, `enum` and `const`.
    pub(super) fn kind(&mut self, keywords: &'s Map<String, Value>, value: &Value) {
        let types: Vec<&str> = match keywords.get("type") {
            Some(Value::String(one)) => vec![one],
            Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        if !types.is_empty() && !types.iter().any(|kind| is_of(kind, value)) {
            let names: Vec<&str> = types.iter().map(|kind| type_name(kind)).collect();
            self.error(
                format!("this is {}, not {}", name_of(value), names.join(" or ")),
                None,
            );
        }
        let single = keywords.get("const").map(std::slice::from_ref);
        let listed = keywords
            .get("enum")
            .and_then(Value::as_array)
            .map(Vec::as_slice);
        for allowed in single.into_iter().chain(listed) {
            if !allowed.contains(value) {
                self.not_listed(allowed, value);
            }
        }
    }

    fn not_listed(&mut self, allowed: &[Value], value: &Value) {
        let texts = allowed.iter().filter_map(Value::as_str);
        let near = value.as_str().and_then(|text| nearest(text, texts));
        let names: Vec<String> = allowed
            .iter()
            .take(12)
            .map(|one| format!("`{one}`"))
            .collect();
        let more = if allowed.len() > names.len() {
            ", …"
        } else {
            ""
        };
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("write {}{more}", names.join(", ")),
        };
        self.error(
            format!(
                "`{}` is not among the values that the schema lists",
                shorten(value)
            ),
            Some(help),
        );
    }

    pub(super) fn items(&mut self, keywords: &'s Map<String, Value>, items: &[Value]) {
        let first = keywords.get("prefixItems").and_then(Value::as_array);
        let rest = keywords.get("items");
        for (at, item) in items.iter().enumerate() {
            let schema = first.and_then(|list| list.get(at)).or(rest);
            if let Some(schema) = schema {
                self.path.push(PathSegment::Index(at));
                self.value(schema, item);
                self.path.pop();
            }
        }
        self.count(keywords, ["minItems", "maxItems"], items.len(), "items");
        if keywords.get("uniqueItems") == Some(&Value::Bool(true)) {
            let repeated = (1..items.len()).find(|at| items[..*at].contains(&items[*at]));
            if let Some(at) = repeated {
                self.path.push(PathSegment::Index(at));
                self.error(
                    format!("`{}` is in the list twice", shorten(&items[at])),
                    None,
                );
                self.path.pop();
            }
        }
        if let Some(schema) = keywords.get("contains") {
            let found = items
                .iter()
                .filter(|item| self.errors_of(schema, item).is_empty())
                .count();
            let min = keywords
                .get("minContains")
                .and_then(Value::as_u64)
                .unwrap_or(1);
            let max = keywords
                .get("maxContains")
                .and_then(Value::as_u64)
                .unwrap_or(u64::MAX);
            if (found as u64) < min || found as u64 > max {
                self.error(
                    format!("{found} items match what the list must contain"),
                    None,
                );
            }
        }
    }

    pub(super) fn members(
        &mut self,
        keywords: &'s Map<String, Value>,
        members: &Map<String, Value>,
    ) {
        let properties = keywords.get("properties").and_then(Value::as_object);
        let patterns = keywords.get("patternProperties").and_then(Value::as_object);
        let others = keywords.get("additionalProperties");
        for (name, value) in members {
            let own = properties.and_then(|list| list.get(name));
            let matching = patterns.into_iter().flatten();
            let matching: Vec<&Value> = matching
                .filter(|(pattern, _)| self.matches_pattern(pattern, name))
                .map(|(_, schema)| schema)
                .collect();
            if let (None, true, Some(Value::Bool(false))) = (own, matching.is_empty(), others) {
                let known = properties
                    .into_iter()
                    .flatten()
                    .map(|(name, _)| name.as_str());
                self.unknown_member(name, known.collect());
                continue;
            }
            let other = others.filter(|_| own.is_none() && matching.is_empty());
            self.path.push(PathSegment::Key(name.clone()));
            for schema in own.into_iter().chain(matching).chain(other) {
                self.value(schema, value);
            }
            if let Some(schema) = keywords.get("propertyNames") {
                let errors = self.errors_of(schema, &Value::from(name.as_str()));
                let errors = errors.into_iter().map(|error| ValidationError {
                    is_key: true,
                    ..error
                });
                self.errors.extend(errors);
            }
            self.path.pop();
        }
        self.required(keywords, members);
        self.count(
            keywords,
            ["minProperties", "maxProperties"],
            members.len(),
            "keys",
        );
    }

    pub(super) fn unknown_member(&mut self, name: &str, known: Vec<&str>) {
        let help = match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                let names: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
                format!("its keys are {}", names.join(", "))
            }
        };
        self.path.push(PathSegment::Key(name.to_owned()));
        self.errors.push(ValidationError {
            path: self.path.clone(),
            is_key: true,
            message: format!("the schema has no key `{name}` here"),
            help: Some(help),
        });
        self.path.pop();
    }

    fn required(&mut self, keywords: &'s Map<String, Value>, members: &Map<String, Value>) {
        let mut wanted: Vec<&str> = Vec::new();
        let names = |list: &'s Value| {
            list.as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
        };
        wanted.extend(keywords.get("required").into_iter().flat_map(names));
        let dependent = keywords.get("dependentRequired").and_then(Value::as_object);
        for (name, list) in dependent.into_iter().flatten() {
            if members.contains_key(name) {
                wanted.extend(names(list));
            }
        }
        let missing = wanted
            .into_iter()
            .filter(|name| !members.contains_key(*name));
        let missing: Vec<String> = missing.map(|name| format!("`{name}`")).collect();
        if !missing.is_empty() {
            self.error(format!("{} is missing here", missing.join(", ")), None);
        }
        let schemas = keywords.get("dependentSchemas").and_then(Value::as_object);
        for (name, schema) in schemas.into_iter().flatten() {
            if members.contains_key(name) {
                self.value(schema, &Value::Object(members.clone()));
            }
        }
    }

    fn count(
        &mut self,
        keywords: &Map<String, Value>,
        [min_keyword, max_keyword]: [&str; 2],
        found: usize,
        noun: &str,
    ) {
        let bound = |name: &str| keywords.get(name).and_then(Value::as_u64);
        let found = found as u64;
        if let Some(min) = bound(min_keyword).filter(|min| found < *min) {
            self.error(
                format!("{found} {noun} are here, and at least {min} must be"),
                None,
            );
        }
        if let Some(max) = bound(max_keyword).filter(|max| found > *max) {
            self.error(
                format!("{found} {noun} are here, and at most {max} may be"),
                None,
            );
        }
    }

    /// Whether a pattern of the schema matches anywhere in a text.
    pub(super) fn matches_pattern(&self, pattern: &str, text: &str) -> bool {
        let regex = self.schema.patterns.get(pattern);
        regex.is_none_or(|regex| regex.is_match(text))
    }
}

fn is_of(kind: &str, value: &Value) -> bool {
    match kind {
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        _ => true,
    }
}

fn type_name(kind: &str) -> &str {
    match kind {
        "string" => "a string",
        "number" => "a number",
        "integer" => "a whole number",
        "boolean" => "true or false",
        "array" => "a list",
        "object" => "an object",
        other => other,
    }
}

/// The type of a value, for messages.
pub(super) fn name_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// The type or constant that a schema requires, for messages.
pub(super) fn describe(schema: &Value) -> Option<String> {
    if let Some(one) = schema.get("const") {
        return Some(format!("`{one}`"));
    }
    Some(type_name(schema.get("type")?.as_str()?).to_owned())
}

fn shorten(value: &Value) -> String {
    let text = value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned);
    match text.char_indices().nth(40) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}
