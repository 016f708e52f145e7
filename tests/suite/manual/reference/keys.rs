//! Tables of keys: the types of the JSON Schemas and the words of the comments.

use super::cell;
use super::comments::{fields, meanings};
use bindery_compiler::driver::schemas;
use serde_json::Value;
use std::collections::BTreeMap;

/// A key's path and the name of its type.
type Row = (String, String);

/// Meanings of keys that no field's comment describes, `KEY: MEANING`; `KEY -> OTHER`: the keys below it are those of the other.
const MEANINGS: &str = include_str!("meanings.txt");

pub(super) fn site() -> Result<String, String> {
    let mut meanings = meanings()?;
    let mut rows = rows_of("site")?;
    for line in MEANINGS.lines() {
        let (key, other) = line.split_once(" -> ").unwrap_or((line, ""));
        let (key, meaning) = key.split_once(": ").unwrap_or((key, ""));
        if !rows.iter().any(|(path, _)| path == key) {
            return Err(format!("`{key}` of meanings.txt is no key"));
        }
        let meaning = match other {
            "" => meaning.to_owned(),
            other => format!("The same keys as `{other}`."),
        };
        meanings.insert(key.to_owned(), meaning);
        rows.retain(|(path, _)| other.is_empty() || !is_below(path, key));
    }
    let known = rows.iter().filter(|(path, _)| meanings.contains_key(path));
    if known.count() * 3 < rows.len() {
        return Err("most keys have no meaning; has the form of the comments changed?".to_owned());
    }
    let is_single = |path: &str| !path.contains('.');
    let (tables, single): (Vec<Row>, Vec<Row>) = rows.iter().cloned().partition(|(path, _)| {
        !is_single(path) || rows.iter().any(|(other, _)| is_below(other, path))
    });
    let mut text = format!("## Keys of the whole site\n\n{}", table(&single, &meanings));
    let mut sections: BTreeMap<&str, Vec<Row>> = BTreeMap::new();
    for (path, kind) in &tables {
        let name = path.split('.').next().unwrap_or(path);
        sections
            .entry(name)
            .or_default()
            .push((path.clone(), kind.clone()));
    }
    for (name, rows) in sections {
        text.push_str(&format!("\n## {name}\n\n{}", table(&rows, &meanings)));
    }
    Ok(text)
}

/// Whether a key belongs to the table at another.
fn is_below(path: &str, table: &str) -> bool {
    let rest = path.strip_prefix(table);
    rest.is_some_and(|rest| rest.starts_with('.'))
}

pub(super) fn front_matter() -> Result<String, String> {
    let mut meanings = fields("markdown/src/front_matter.rs", "FrontMatter")?;
    for key in ["date", "author"] {
        let meaning = meanings.get(&format!("last_update_{key}")).cloned();
        meanings.insert(format!("last_update.{key}"), meaning.unwrap_or_default());
    }
    Ok(table(&rows_of("front-matter")?, &meanings))
}

pub(super) fn category() -> Result<String, String> {
    let file = "compiler/src/assemble/sidebars/category_files.rs";
    let mut meanings = fields(file, "CategoryFile")?;
    for (name, meaning) in fields(file, "GeneratedIndex")? {
        meanings.insert(format!("link.{name}"), meaning);
    }
    Ok(table(&rows_of("category")?, &meanings))
}

fn rows_of(name: &str) -> Result<Vec<Row>, String> {
    let all = schemas();
    let schema = all.iter().find(|schema| schema.name == name);
    let mut rows = Vec::new();
    let schema = &schema.ok_or("no such schema")?.schema;
    collect("", schema, &mut rows);
    Ok(rows)
}

/// The alternatives of a schema.
fn alternatives(schema: &Value) -> Vec<&Value> {
    match schema["anyOf"].as_array() {
        Some(list) => list.iter().flat_map(alternatives).collect(),
        None => vec![schema],
    }
}

fn collect(path: &str, schema: &Value, rows: &mut Vec<Row>) {
    for one in alternatives(schema) {
        if let Some(properties) = one["properties"].as_object() {
            for (key, value) in properties {
                let inner = format!("{path}.{key}").trim_start_matches('.').to_owned();
                add(&inner, value, rows);
            }
        }
        if one["additionalProperties"].is_object() {
            add(&format!("{path}.*"), &one["additionalProperties"], rows);
        }
        // A list of one table may be written as the table, so both have one path.
        if one["items"].is_object() {
            collect(path, &one["items"], rows);
        }
    }
}

fn add(path: &str, schema: &Value, rows: &mut Vec<Row>) {
    // Items of menus contain items.
    let is_repeated = path.matches("items").count() > 1;
    if is_repeated || rows.iter().any(|(known, _)| known == path) {
        return;
    }
    rows.push((path.to_owned(), kinds(schema)));
    collect(path, schema, rows);
}

/// The names of the types of a key. A key without a value counts as absent, where the format has such.
fn kinds(schema: &Value) -> String {
    let mut names: Vec<String> = Vec::new();
    for name in alternatives(schema).into_iter().map(kind) {
        if name != "null" && !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(" or ")
}

/// The name of a type: `string`, `list of string`, `2 to 6`, `` `"ltr"` ``.
fn kind(schema: &Value) -> String {
    if let Some(values) = schema["enum"].as_array() {
        let names: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
        return names.join(" or ");
    }
    if !schema["const"].is_null() {
        return format!("`{}`", schema["const"]);
    }
    match schema["type"].as_str() {
        Some("array") => format!("list of {}", kinds(&schema["items"])),
        Some("object") => "table".to_owned(),
        Some("integer") => match (schema["minimum"].as_u64(), schema["maximum"].as_u64()) {
            (Some(least), Some(most)) => format!("{least} to {most}"),
            _ => "integer".to_owned(),
        },
        Some(other) => other.to_owned(),
        None => "any".to_owned(),
    }
}

fn table(rows: &[Row], meanings: &BTreeMap<String, String>) -> String {
    let mut text = "| key | type | meaning |\n|---|---|---|\n".to_owned();
    for (path, kind) in rows {
        let meaning = meanings.get(path).map_or("", String::as_str);
        text.push_str(&format!(
            "| `{path}` | {} | {} |\n",
            cell(kind),
            cell(meaning)
        ));
    }
    text
}
