//! The keys of front matter and their values, from the schema of their reader.

use super::{Item, Kind};
use bindery_compiler::driver::schemas;
use serde_json::Value;
use std::sync::LazyLock;

/// The schemas of the keys.
static KEYS: LazyLock<Value> = LazyLock::new(|| {
    let all = schemas().into_iter();
    let mut front_matter = all.filter(|one| one.name == "front-matter");
    let schema = front_matter.next().map(|one| one.schema);
    schema.map_or(Value::Null, |mut schema| schema["properties"].take())
});

pub(super) fn keys() -> Vec<Item> {
    let keys = KEYS.as_object().into_iter().flatten();
    let item = |(key, schema): (&String, &Value)| {
        let types: Vec<&str> = alternatives(schema).filter_map(type_of).collect();
        Item::new(format!("{key}: "), Kind::Property, types.join(" or "))
    };
    keys.map(item).collect()
}

pub(super) fn values(key: &str) -> Vec<Item> {
    let Some(schema) = KEYS.get(key) else {
        return Vec::new();
    };
    let mut items = Vec::new();
    for one in alternatives(schema) {
        let listed = one["enum"].as_array().into_iter().flatten();
        items.extend(listed.map(|value| match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        }));
        if one["type"] == "boolean" {
            items.extend(["true", "false"].map(str::to_owned));
        }
    }
    let items = items.into_iter();
    items.map(|text| Item::new(text, Kind::Value, "")).collect()
}

/// The schemas that a value may fulfil.
fn alternatives(schema: &Value) -> impl Iterator<Item = &Value> {
    let several = schema["anyOf"].as_array().into_iter().flatten();
    std::iter::once(schema).chain(several)
}

fn type_of(schema: &Value) -> Option<&str> {
    schema["type"].as_str().filter(|name| *name != "null")
}
