//! TypeScript declarations of a site: its pages with their anchors, links that are checked against them, and its data as
//! its JSON Schemas describe it.
//!
//! A page is a property of an interface, and a link is checked by whether the interface has a property of that name, which
//! the type checker looks up. `keyof` would make a union of all pages and compare each link with it. A wrong path is
//! compared with the pages of its section, which the error message names.

use crate::model::{RoutePath, Site};
use crate::output::anchors;
use crate::source::{SourceFile, SourceTree};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The types that check an address, and the link components.
const CHECKS: &str = include_str!("declarations/checks.txt");

/// The text of `bindery.d.ts`.
#[must_use]
pub fn declarations(site: &Site, tree: &SourceTree) -> String {
    let mut text = String::from("// Written by `bindery types`.\n\n");
    let pages = addresses(site);
    let mut sections: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for path in pages.keys() {
        let section = path.rsplit_once('/').map_or("", |(section, _)| section);
        sections.entry(section).or_default().push(path);
    }
    text.push_str("/** The pages and files of the site by path, with the anchors of each page. */\ninterface BinderyRoutes {\n");
    for (path, anchors) in &pages {
        let _ = writeln!(text, "  {}: {};", literal(path), union(anchors));
    }
    text.push_str("}\n\n/** The paths in each section, by the path above them. */\ninterface BinderySections {\n");
    for (section, paths) in sections {
        let _ = writeln!(text, "  {}: {};", literal(section), union(&paths));
    }
    text.push_str("}\n\n");
    text.push_str(CHECKS);
    for file in &tree.files {
        if let Some(schema) = schema_of(file, tree) {
            let module = literal(&format!("@site/{}", file.path));
            let data = to_type(&schema, &schema, &[""]);
            let _ = write!(
                text,
                "\ndeclare module {module} {{\n  const data: {data};\n  export default data;\n}}\n"
            );
        }
    }
    text
}

/// The paths without the base path, and the anchors of pages.
fn addresses(site: &Site) -> BTreeMap<String, Vec<String>> {
    let base = site.base_path.trim_end_matches('/');
    let own = |route: &RoutePath| {
        let path = route.as_str();
        let path = path.strip_prefix(base).unwrap_or(path);
        if path.is_empty() { "/" } else { path }.to_owned()
    };
    let files = site.static_files.iter();
    let files = files.map(|(route, _)| (own(route), Vec::new()));
    let pages = site.pages.iter();
    files
        .chain(pages.map(|page| (own(&page.route), anchors(page))))
        .collect()
}

fn literal(text: &str) -> String {
    Value::from(text).to_string()
}

fn union(names: &[impl AsRef<str>]) -> String {
    let names: Vec<String> = names.iter().map(|name| literal(name.as_ref())).collect();
    match names.is_empty() {
        true => "never".to_owned(),
        false => names.join(" | "),
    }
}

/// The schema of a data file: `NAME.schema.json` beside it, else the nearest `_schema.json` above it.
fn schema_of(file: &SourceFile, tree: &SourceTree) -> Option<Value> {
    let name = file.name();
    let (stem, extension) = name.rsplit_once('.')?;
    let is_data = file.path.starts_with("data/")
        && ["csv", "json", "toml", "yaml", "yml"].contains(&extension)
        && !name.ends_with("schema.json");
    if !is_data {
        return None;
    }
    let beside = format!("{}/{stem}.schema.json", file.folder());
    let above = ancestors(file.folder()).map(|folder| format!("{folder}/_schema.json"));
    let schema = std::iter::once(beside)
        .chain(above)
        .find_map(|path| tree.find(&path))?;
    serde_json::from_str(&schema.text).ok()
}

/// A folder and those above it.
fn ancestors(folder: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(folder), |folder| {
        folder.rsplit_once('/').map(|(above, _)| above)
    })
}

/// The TypeScript type of the values that a schema allows. `open` are the references that lead to it: a type that contains
/// itself ends with `unknown`.
fn to_type(schema: &Value, root: &Value, open: &[&str]) -> String {
    let inner = |schema: &Value| to_type(schema, root, open);
    let list = |key: &str| schema.get(key).and_then(Value::as_array);
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        let path = reference.strip_prefix('#');
        let target = path.filter(|path| !open.contains(path));
        let target = target.and_then(|path| Some((path, root.pointer(path)?)));
        return target.map_or_else(
            || "unknown".to_owned(),
            |(path, target)| to_type(target, root, &[open, &[path]].concat()),
        );
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    if let Some(values) = list("enum") {
        return join(values.iter().map(Value::to_string), " | ");
    }
    if let Some(forms) = list("anyOf").or_else(|| list("oneOf")) {
        return join(forms.iter().map(inner), " | ");
    }
    if let Some(parts) = list("allOf") {
        return join(parts.iter().map(inner), " & ");
    }
    match schema.get("type") {
        Some(Value::Array(types)) => {
            let types = types.iter().filter_map(Value::as_str);
            join(types.map(|name| simple_type(name, schema, &inner)), " | ")
        }
        Some(Value::String(name)) => simple_type(name, schema, &inner),
        _ if schema.get("properties").is_some() => simple_type("object", schema, &inner),
        _ => "unknown".to_owned(),
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

fn simple_type(name: &str, schema: &Value, inner: &dyn Fn(&Value) -> String) -> String {
    match name {
        "string" | "boolean" | "null" => name.to_owned(),
        "integer" | "number" => "number".to_owned(),
        "array" => {
            let items = schema.get("items").map(inner);
            let items = items.unwrap_or_else(|| "unknown".to_owned());
            match items.starts_with("readonly ") {
                true => format!("readonly ({items})[]"),
                false => format!("readonly {items}[]"),
            }
        }
        "object" => object_type(schema, inner),
        _ => "unknown".to_owned(),
    }
}

fn object_type(schema: &Value, inner: &dyn Fn(&Value) -> String) -> String {
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = |key: &str| required.is_some_and(|keys| keys.iter().any(|one| one == key));
    let properties = schema.get("properties").and_then(Value::as_object);
    let mut members: Vec<String> = properties
        .into_iter()
        .flatten()
        .map(|(key, value)| {
            let mark = if is_required(key) { "" } else { "?" };
            format!("readonly {}{mark}: {}", literal(key), inner(value))
        })
        .collect();
    let others = schema.get("additionalProperties");
    match others {
        Some(Value::Object(_)) if members.is_empty() => {
            let values = others.map_or_else(|| "unknown".to_owned(), inner);
            members.push(format!("readonly [key: string]: {values}"));
        }
        Some(Value::Bool(false)) => {}
        _ => members.push("readonly [key: string]: unknown".to_owned()),
    }
    format!("{{ {} }}", members.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// With `keyof`, 300 links to 50,000 pages took `tsc` 25 seconds of CPU instead of one.
    #[test]
    fn a_link_is_looked_up() {
        let code = CHECKS.lines().filter(|line| !line.starts_with("/**"));
        assert_eq!(code.filter(|line| line.contains("keyof")).count(), 0);
    }

    #[test]
    fn schemas_become_types() {
        let check = |schema: Value, expected: &str| {
            assert_eq!(to_type(&schema, &schema, &[""]), expected, "{schema}");
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
        check(
            json!({
                "type": "object",
                "properties": {"a": {"$ref": "#/$defs/a"}, "b": {"type": "boolean"}},
                "required": ["a"],
                "additionalProperties": false,
                "$defs": {"a": {"type": "string"}},
            }),
            "{ readonly \"a\": string; readonly \"b\"?: boolean }",
        );
        let open = json!({"type": "object", "additionalProperties": {"type": "number"}});
        check(open, "{ readonly [key: string]: number }");
        check(json!({"$ref": "#"}), "unknown");
    }
}
