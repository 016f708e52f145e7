//! Tables of keys: the types of the JSON Schemas and the words of the comments.

use super::cell;
use super::comments::{fields, meanings};
use bindery_compiler::driver::schemas;
use serde_json::Value;
use std::collections::BTreeMap;

/// A key's path and the name of its type.
type Row = (String, String);

/// Meanings of keys that no field's comment describes, `KEY: MEANING`; `KEY -> OTHER`: the keys below it are those of the other.
const SITE: &str = include_str!("meanings/site.txt");
const FRONT_MATTER: &str = include_str!("meanings/front-matter.txt");
const CATEGORY: &str = include_str!("meanings/category.txt");

/// The keys of a file.
struct Keys {
    rows: Vec<Row>,
    meanings: BTreeMap<String, String>,
    /// Tables that have the keys of others.
    copies: Vec<(String, String)>,
}

impl Keys {
    /// The keys of a schema, with what comments and `written` say about them. A key without a meaning is an error.
    fn of(
        schema: &str,
        mut meanings: BTreeMap<String, String>,
        written: &str,
    ) -> Result<Keys, String> {
        let rows = rows_of(schema)?;
        let mut copies = Vec::new();
        for line in written.lines() {
            let (key, other) = line.split_once(" -> ").unwrap_or((line, ""));
            let (key, meaning) = key.split_once(": ").unwrap_or((key, ""));
            if !rows.iter().any(|(path, _)| path == key) {
                return Err(format!("`{key}` of meanings/{schema}.txt is no key"));
            }
            let meaning = match other {
                "" => meaning.to_owned(),
                other => {
                    copies.push((key.to_owned(), other.to_owned()));
                    format!("The same keys as `{other}`.")
                }
            };
            meanings.insert(key.to_owned(), meaning);
        }
        let keys = Keys {
            rows,
            meanings,
            copies,
        };
        let silent = keys.rows.iter().map(|(path, _)| path.as_str());
        let silent: Vec<&str> = silent
            .filter(|path| keys.meaning(path).is_empty())
            .collect();
        match silent.is_empty() {
            true => Ok(keys),
            false => Err(format!(
                "describe these keys of `{schema}` in the comment of their field or in meanings/{schema}.txt: {silent:?}"
            )),
        }
    }

    fn meaning(&self, path: &str) -> &str {
        let copied = self
            .copies
            .iter()
            .find(|(copy, _)| is_below(path, copy))
            .map(|(copy, other)| format!("{other}{}", &path[copy.len()..]));
        let meaning = self.meanings.get(copied.as_deref().unwrap_or(path));
        meaning.map_or("", String::as_str)
    }

    /// The keys that the reference shows: those of a table that another has are listed once.
    fn shown(&self) -> Vec<Row> {
        let rows = self.rows.iter().filter(|(path, _)| {
            let mut copies = self.copies.iter();
            !copies.any(|(copy, _)| is_below(path, copy))
        });
        rows.cloned().collect()
    }

    fn table(&self, rows: &[Row]) -> String {
        let mut text = "| key | type | meaning |\n|---|---|---|\n".to_owned();
        for (path, kind) in rows {
            let (kind, meaning) = (cell(kind), cell(self.meaning(path)));
            text.push_str(&format!("| `{path}` | {kind} | {meaning} |\n"));
        }
        text
    }

    /// A line for each key, which the schema's descriptions are made of.
    fn lines(&self) -> String {
        let lines = self.rows.iter();
        lines
            .map(|(path, _)| format!("{path}: {}\n", self.meaning(path)))
            .collect()
    }
}

fn site_keys() -> Result<Keys, String> {
    Keys::of("site", meanings()?, SITE)
}

fn front_matter_keys() -> Result<Keys, String> {
    let mut meanings = fields("markdown/src/front_matter.rs", "FrontMatter")?;
    for key in ["date", "author"] {
        let meaning = meanings.get(&format!("last_update_{key}")).cloned();
        meanings.insert(format!("last_update.{key}"), meaning.unwrap_or_default());
    }
    Keys::of("front-matter", meanings, FRONT_MATTER)
}

fn category_keys() -> Result<Keys, String> {
    let file = "compiler/src/assemble/sidebars/category_files.rs";
    let mut meanings = fields(file, "CategoryFile")?;
    for (name, meaning) in fields(file, "GeneratedIndex")? {
        meanings.insert(format!("link.{name}"), meaning);
    }
    Keys::of("category", meanings, CATEGORY)
}

/// What `compiler/src/driver/schemas/` says about the keys, by the schema's name.
pub(super) fn descriptions() -> Result<[(&'static str, String); 3], String> {
    Ok([
        ("site", site_keys()?.lines()),
        ("front-matter", front_matter_keys()?.lines()),
        ("category", category_keys()?.lines()),
    ])
}

pub(super) fn site() -> Result<String, String> {
    let keys = site_keys()?;
    let rows = keys.shown();
    let is_single = |path: &str| !path.contains('.');
    let (tables, single): (Vec<Row>, Vec<Row>) = rows.iter().cloned().partition(|(path, _)| {
        !is_single(path) || rows.iter().any(|(other, _)| is_below(other, path))
    });
    let mut text = format!("## Keys of the whole site\n\n{}", keys.table(&single));
    let mut sections: BTreeMap<&str, Vec<Row>> = BTreeMap::new();
    for (path, kind) in &tables {
        let name = path.split('.').next().unwrap_or(path);
        sections
            .entry(name)
            .or_default()
            .push((path.clone(), kind.clone()));
    }
    for (name, rows) in sections {
        text.push_str(&format!("\n## {name}\n\n{}", keys.table(&rows)));
    }
    Ok(text)
}

pub(super) fn front_matter() -> Result<String, String> {
    let keys = front_matter_keys()?;
    Ok(keys.table(&keys.shown()))
}

pub(super) fn category() -> Result<String, String> {
    let keys = category_keys()?;
    Ok(keys.table(&keys.shown()))
}

/// Whether a key belongs to the table at another.
fn is_below(path: &str, table: &str) -> bool {
    let rest = path.strip_prefix(table);
    rest.is_some_and(|rest| rest.starts_with('.'))
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
        Some("array") => match kinds(&schema["items"]) {
            items if items.contains(" or ") => format!("list of ({items})"),
            items => format!("list of {items}"),
        },
        Some("object") => "table".to_owned(),
        Some("integer") => match (schema["minimum"].as_u64(), schema["maximum"].as_u64()) {
            (Some(least), Some(most)) => format!("{least} to {most}"),
            _ => "integer".to_owned(),
        },
        Some(other) => other.to_owned(),
        None => "any".to_owned(),
    }
}
