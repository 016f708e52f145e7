//! The JSON Schemas of the files that authors write by hand, for editors. Each is made from the function that reads them.

use crate::assemble::category_schema;
use crate::config::site_schema;
use crate::front_matter::front_matter_schema;
use serde_json::Value;

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
#[must_use]
pub fn schemas() -> Vec<Schema> {
    let schema = |name, file, schema| Schema { name, file, schema };
    vec![
        schema("site", "site.schema.json", site_schema()),
        schema(
            "front-matter",
            "front-matter.schema.json",
            front_matter_schema(),
        ),
        schema("category", "category.schema.json", category_schema()),
    ]
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
            assert_eq!(*property(&schema.schema, path), expected, "{path}");
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
