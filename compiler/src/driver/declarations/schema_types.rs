//! The TypeScript types of the values that a JSON Schema allows.
//!
//! Each definition that a `$ref` names is a type with a name, so that the text grows with the schema, not with the number of
//! paths through it.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The types of one schema.
#[derive(Debug)]
pub(super) struct SchemaTypes {
    /// The type of the document.
    pub(super) data: String,
    /// The types that it refers to, by name.
    pub(super) named: Vec<(String, String)>,
}

/// The types of a schema's documents.
pub(super) fn schema_types(schema: &Value) -> SchemaTypes {
    let mut writer = Writer {
        root: schema,
        numbers: BTreeMap::new(),
        texts: Vec::new(),
        equals: BTreeSet::new(),
    };
    let data = writer.type_of(schema, None);
    let named = writer.texts.into_iter().enumerate();
    let named = named.map(|(at, text)| (name(at), text)).collect();
    SchemaTypes { data, named }
}

fn name(at: usize) -> String {
    format!("Definition{}", at + 1)
}

struct Writer<'s> {
    root: &'s Value,
    /// The definitions by their JSON Pointers.
    numbers: BTreeMap<&'s str, usize>,
    texts: Vec<String>,
    /// Pairs of which the first names the second outside of properties and items: TypeScript refuses a type that leads back
    /// to itself so.
    equals: BTreeSet<(usize, usize)>,
}

impl<'s> Writer<'s> {
    /// The type of a schema. `owner` is the definition that it is a part of, unless it is a property or an item of one.
    fn type_of(&mut self, schema: &'s Value, owner: Option<usize>) -> String {
        let list = |key: &str| schema.get(key).and_then(Value::as_array);
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            return self.reference(reference, owner);
        }
        if let Some(value) = schema.get("const") {
            return value.to_string();
        }
        if let Some(values) = list("enum") {
            return join(values.iter().map(Value::to_string), " | ");
        }
        if let Some(forms) = list("anyOf").or_else(|| list("oneOf")) {
            return join(forms.iter().map(|form| self.type_of(form, owner)), " | ");
        }
        if let Some(parts) = list("allOf") {
            return join(parts.iter().map(|part| self.type_of(part, owner)), " & ");
        }
        match schema.get("type") {
            Some(Value::Array(types)) => {
                let types = types.iter().filter_map(Value::as_str);
                join(types.map(|name| self.simple_type(name, schema)), " | ")
            }
            Some(Value::String(name)) => self.simple_type(name, schema),
            _ if schema.get("properties").is_some() => self.simple_type("object", schema),
            _ => "unknown".to_owned(),
        }
    }

    fn reference(&mut self, reference: &'s str, owner: Option<usize>) -> String {
        let pointer = reference.strip_prefix('#');
        let target = pointer.and_then(|pointer| Some((pointer, self.root.pointer(pointer)?)));
        let Some((pointer, target)) = target else {
            return "unknown".to_owned();
        };
        let known = self.numbers.get(pointer).copied();
        let number = known.unwrap_or(self.texts.len());
        if let Some(owner) = owner {
            if self.leads_to(number, owner) {
                return "unknown".to_owned();
            }
            self.equals.insert((owner, number));
        }
        if known.is_none() {
            self.numbers.insert(pointer, number);
            self.texts.push(String::new());
            self.texts[number] = self.type_of(target, Some(number));
        }
        name(number)
    }

    /// Whether a definition is, or is equal to, a type with another in it.
    fn leads_to(&self, from: usize, to: usize) -> bool {
        let mut seen = BTreeSet::new();
        let mut open = vec![from];
        while let Some(one) = open.pop() {
            if one == to {
                return true;
            }
            if seen.insert(one) {
                let next = self.equals.range((one, 0)..=(one, usize::MAX));
                open.extend(next.map(|(_, next)| *next));
            }
        }
        false
    }

    fn simple_type(&mut self, name: &str, schema: &'s Value) -> String {
        match name {
            "string" | "boolean" | "null" => name.to_owned(),
            "integer" | "number" => "number".to_owned(),
            "array" => {
                let items = schema.get("items").map(|items| self.type_of(items, None));
                let items = items.unwrap_or_else(|| "unknown".to_owned());
                match items.starts_with("readonly ") {
                    true => format!("readonly ({items})[]"),
                    false => format!("readonly {items}[]"),
                }
            }
            "object" => self.object_type(schema),
            _ => "unknown".to_owned(),
        }
    }

    fn object_type(&mut self, schema: &'s Value) -> String {
        let required = schema.get("required").and_then(Value::as_array);
        let is_required =
            |key: &str| required.is_some_and(|keys| keys.iter().any(|one| one == key));
        let properties = schema.get("properties").and_then(Value::as_object);
        let mut members: Vec<String> = properties
            .into_iter()
            .flatten()
            .map(|(key, value)| {
                let mark = if is_required(key) { "" } else { "?" };
                let key = Value::from(key.as_str());
                format!("readonly {key}{mark}: {}", self.type_of(value, None))
            })
            .collect();
        match schema.get("additionalProperties") {
            Some(others @ Value::Object(_)) if members.is_empty() => {
                let values = self.type_of(others, None);
                members.push(format!("readonly [key: string]: {values}"));
            }
            Some(Value::Bool(false)) => {}
            _ => members.push("readonly [key: string]: unknown".to_owned()),
        }
        format!("{{ {} }}", members.join("; "))
    }
}

fn join(types: impl Iterator<Item = String>, separator: &str) -> String {
    let types: Vec<String> = types.collect();
    match types.as_slice() {
        [] => "unknown".to_owned(),
        [only] => only.clone(),
        _ => format!("({})", types.join(separator)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// The named types, then that of the document.
    fn types(schema: &Value) -> Vec<String> {
        let SchemaTypes { data, named } = schema_types(schema);
        let named = named
            .into_iter()
            .map(|(name, text)| format!("{name} = {text}"));
        named.chain([data]).collect()
    }

    #[test]
    fn schemas_become_types() {
        let check = |schema: Value, expected: &str| {
            assert_eq!(types(&schema), [expected], "{schema}");
        };
        check(json!({"type": ["string", "null"]}), "(string | null)");
        check(json!({"enum": ["a", 1]}), "(\"a\" | 1)");
        check(
            json!({"type": "array", "items": {"type": "integer"}}),
            "readonly number[]",
        );
        let list = |items: Value| json!({"type": "array", "items": items});
        check(
            list(list(list(json!({"type": "number"})))),
            "readonly (readonly (readonly number[])[])[]",
        );
        let open = json!({"type": "object", "additionalProperties": {"type": "number"}});
        check(open, "{ readonly [key: string]: number }");
        check(json!({"$ref": "#/none"}), "unknown");
        check(json!({"$ref": "other.json"}), "unknown");
    }

    #[test]
    fn definitions_have_names() {
        let schema = json!({
            "type": "object",
            "properties": {"a": {"$ref": "#/$defs/a"}, "b": {"$ref": "#/$defs/a"}},
            "required": ["a"],
            "additionalProperties": false,
            "$defs": {"a": {"type": "string"}},
        });
        let data = "{ readonly \"a\": Definition1; readonly \"b\"?: Definition1 }";
        assert_eq!(types(&schema), ["Definition1 = string", data]);
    }

    #[test]
    fn a_type_never_equals_itself() {
        assert_eq!(
            types(&json!({"$ref": "#"})),
            ["Definition1 = unknown", "Definition1"]
        );
        let schema = json!({
            "$ref": "#/$defs/a",
            "$defs": {
                "a": {"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/b"}}, {"$ref": "#/$defs/b"}]},
                "b": {"anyOf": [{"$ref": "#/$defs/a"}, {"type": "string"}]},
            },
        });
        assert_eq!(
            types(&schema),
            [
                "Definition1 = (readonly Definition2[] | unknown)",
                "Definition2 = (Definition1 | string)",
                "Definition1",
            ]
        );
    }

    /// Written in the place of each `$ref`, these would be 12 factorial objects.
    #[test]
    fn definitions_that_name_each_other_are_written_once() {
        let all: Vec<String> = (0..12).map(|at| format!("d{at}")).collect();
        let refs = all
            .iter()
            .map(|key| (key.clone(), json!({"$ref": format!("#/$defs/{key}")})));
        let refs: Value = refs.collect::<serde_json::Map<_, _>>().into();
        let node = json!({"type": "object", "properties": refs, "additionalProperties": false});
        let defs: serde_json::Map<_, _> = all.into_iter().map(|key| (key, node.clone())).collect();
        let schema = json!({"$ref": "#/$defs/d0", "$defs": defs});
        assert_eq!(types(&schema).len(), 13);
    }
}
