//! The JSON Schemas of the files that authors write by hand, for editors. Each is made from the function that reads them, and
//! describes each key by the words of the manual's reference, which its tests write into `schemas/`.

use crate::assemble::category_schema;
use crate::config::site_schema;
use crate::front_matter::front_matter_schema;
use serde_json::Value;
use std::collections::BTreeMap;

/// A JSON Schema and the file that it is written to.
#[derive(Clone, Debug, PartialEq)]
pub struct Schema {
    /// `site`, `front-matter` or `category`.
    pub name: &'static str,
    /// `site.schema.json`.
    pub file: &'static str,
    /// The schema.
    pub schema: Value,
}

/// All schemas.
///
/// ```
/// use bindery_compiler::{Schema, schemas};
///
/// let all: Vec<Schema> = schemas();
/// assert_eq!(all[0].file, "site.schema.json");
/// assert_eq!(all[0].schema["properties"]["title"]["type"], "string");
/// ```
#[must_use]
pub fn schemas() -> Vec<Schema> {
    let schema = |name, file, mut schema: Value, meanings: &'static str| {
        describe(&mut schema, &by_key(meanings));
        Schema { name, file, schema }
    };
    vec![
        schema(
            "site",
            "site.schema.json",
            site_schema(),
            include_str!("schemas/site.txt"),
        ),
        schema(
            "front-matter",
            "front-matter.schema.json",
            front_matter_schema(),
            include_str!("schemas/front-matter.txt"),
        ),
        schema(
            "category",
            "category.schema.json",
            category_schema(),
            include_str!("schemas/category.txt"),
        ),
    ]
}

/// Meanings by the path of a key, from lines `blog.path: MEANING`.
fn by_key(lines: &'static str) -> BTreeMap<&'static str, &'static str> {
    let lines = lines.lines();
    lines.filter_map(|line| line.split_once(": ")).collect()
}

fn describe(schema: &mut Value, meanings: &BTreeMap<&str, &str>) {
    describe_keys("", schema, meanings);
}

/// Describes the keys below a path. Items of a list have its path, as a single one may be written without the list.
fn describe_keys(path: &str, schema: &mut Value, meanings: &BTreeMap<&str, &str>) {
    let Value::Object(parts) = schema else {
        return;
    };
    for one in parts
        .get_mut("anyOf")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
    {
        describe_keys(path, one, meanings);
    }
    if let Some(Value::Object(properties)) = parts.get_mut("properties") {
        for (key, value) in properties {
            describe_key(&key_path(path, key), value, meanings);
        }
    }
    if let Some(value) = parts.get_mut("additionalProperties") {
        describe_key(&key_path(path, "*"), value, meanings);
    }
    if let Some(items) = parts.get_mut("items") {
        describe_keys(path, items, meanings);
    }
}

fn describe_key(path: &str, schema: &mut Value, meanings: &BTreeMap<&str, &str>) {
    describe_keys(path, schema, meanings);
    if let (Value::Object(parts), Some(&meaning)) = (schema, meanings.get(path)) {
        parts.insert("description".to_owned(), meaning.into());
    }
}

fn key_path(path: &str, key: &str) -> String {
    match path {
        "" => key.to_owned(),
        path => format!("{path}.{key}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostics;
    use crate::source::SourceTree;
    use crate::value;
    use serde_json::json;

    /// The schema at a path of properties.
    fn property<'s>(schema: &'s Value, path: &str) -> &'s Value {
        path.split('/').fold(schema, |schema, key| {
            let alternatives = schema["anyOf"].as_array().map_or(&[][..], Vec::as_slice);
            let mut alternatives = std::iter::once(schema).chain(alternatives);
            let found = alternatives.find_map(|one| match key {
                "[]" => one.get("items"),
                key => one["properties"].get(key),
            });
            found.unwrap_or_else(|| panic!("no `{key}` of `{path}` in {schema}"))
        })
    }

    #[test]
    fn files_without_problems_have_their_schemas() {
        let site = site_schema();
        let schema = value::schema::Schema::new(&site).unwrap();
        for text in [
            include_str!("../../../content/site.toml"),
            include_str!("../../../server/starter/site.toml"),
            include_str!("../../../tests/sites/golden/locales/site.toml"),
            include_str!("../../../tests/sites/golden/versions/site.toml"),
        ] {
            let tree = SourceTree::from_texts(&[("site.toml", text)]);
            let mut sink = Diagnostics::new();
            let node = value::parse_toml(&tree.files[0], &mut sink);
            let errors = schema.validate(&node.to_json());
            assert!(errors.is_empty() && sink.is_empty(), "{errors:?}");
        }
    }

    #[test]
    fn the_schemas_know_the_keys_of_their_readers() {
        let all = schemas();
        let [site, front_matter, category] = all.as_slice() else {
            panic!("three schemas");
        };
        let check = |schema: &Schema, path: &str, expected: Value| {
            let mut found = property(&schema.schema, path).clone();
            let description = found.as_object_mut().unwrap().remove("description");
            assert_eq!(found, expected, "{path}");
            assert!(description.is_some_and(|text| text != ""), "{path}");
        };
        check(site, "title", json!({"type": "string"}));
        check(site, "trailing_slash", json!({"type": "boolean"}));
        check(site, "locale/direction", json!({"enum": ["ltr", "rtl"]}));
        let text = json!({"anyOf": [{"type": "string"}, {"type": "null"}]});
        check(front_matter, "sidebar_label", text.clone());
        let level = json!({"type": "integer", "minimum": 2, "maximum": 6});
        let level = json!({"anyOf": [level, {"type": "null"}]});
        check(front_matter, "toc_max_heading_level", level);
        check(category, "label", text);
        for one in &all {
            assert_eq!(one.schema["additionalProperties"], false, "{}", one.name);
        }
    }
}
