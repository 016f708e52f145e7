//! The properties of the built-in components, as their sources in `ui/src/content/` declare them.

use super::{Prop, PropType, Props};

/// One component a line: its properties with their types, `?` after the name of an optional one. A type is `string`,
/// `number`, `boolean`, `array`, `object`, `null` or a literal; `any` accepts every value. `…` accepts further properties.
/// `UPDATE_SNAPSHOTS=1 cargo test -p bindery-markdown --lib props` writes the file from the types of the components.
const TABLE: &str = include_str!("builtin.txt");

/// The rows of the table, each with its name and the rest.
fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once(' ').unwrap_or((line, "")))
}

/// The names of the built-in components.
pub fn builtin_names() -> impl Iterator<Item = &'static str> {
    rows().map(|(name, _)| name)
}

/// The properties of a built-in component; `None` when there is no such component.
pub fn builtin_props(name: &str) -> Option<Props> {
    let (_, row) = rows().find(|(own, _)| *own == name)?;
    let mut props = Props::default();
    for written in row.split(';').map(str::trim) {
        let Some((own, types)) = written.split_once(':') else {
            props.is_open |= written == "…";
            continue;
        };
        let types = types.split('|').map(str::trim);
        props.list.push(Prop {
            name: own.trim_end_matches('?').to_owned(),
            types: types.filter_map(parse_type).collect(),
            is_required: !own.ends_with('?'),
        });
    }
    Some(props)
}

fn parse_type(name: &str) -> Option<PropType> {
    Some(match name {
        "string" => PropType::String,
        "number" => PropType::Number,
        "boolean" => PropType::Boolean,
        "array" => PropType::Array,
        "object" => PropType::Object,
        "null" => PropType::Null,
        word if word.starts_with('\'') => {
            PropType::StringLiteral(word.trim_matches('\'').to_owned())
        }
        word => PropType::NumberLiteral(word.parse().ok()?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::props::{is_common, typescript};
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::Path;

    #[test]
    fn the_table_is_read() {
        let tabs = builtin_props("Tabs").unwrap();
        assert_eq!(tabs.list[1].name, "queryString");
        assert_eq!(tabs.list[1].types, [PropType::String, PropType::Boolean]);
        assert!(!tabs.list[1].is_required && !tabs.is_open);
        assert!(builtin_props("YouTube").unwrap().list[0].is_required);
        assert!(builtin_props("Link").unwrap().is_open);
        assert_eq!(builtin_props("CardGrid"), Some(Props::default()));
        assert_eq!(builtin_props("Tab"), None);
    }

    #[test]
    fn the_table_has_what_the_components_of_the_interface_declare() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/props/builtin.txt");
        let expected = declared_table();
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            fs::write(file, &expected).unwrap();
        }
        assert_eq!(
            fs::read_to_string(file).unwrap(),
            expected,
            "{file} is out of date: `UPDATE_SNAPSHOTS=1 cargo test -p bindery-markdown --lib props`"
        );
    }

    /// The table, from the files of `ui/src/content/`.
    fn declared_table() -> String {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../ui/src/content");
        let mut rows = BTreeMap::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let source = with_object_types(&path, &fs::read_to_string(&path).unwrap());
            let props = typescript::typed(&name, &source).unwrap_or_default();
            rows.insert(name, row(&props));
        }
        let mut table = "# Generated from ui/src/content/\n".to_owned();
        for (name, row) in rows {
            table += format!("{name} {row}").trim_end();
            table.push('\n');
        }
        table
    }

    fn row(props: &Props) -> String {
        // `id` means something else than the attribute in some of them.
        let is_own = |prop: &&Prop| prop.name == "id" || !is_common(&prop.name);
        let own = props.list.iter().filter(is_own);
        let mut row: Vec<String> = own
            .map(|prop| {
                let types: Vec<String> = prop.types.iter().map(PropType::to_string).collect();
                let types = types.join("|");
                let types = if types.is_empty() { "any" } else { &types };
                let mark = if prop.is_required { "" } else { "?" };
                format!("{}{mark}: {types}", prop.name)
            })
            .collect();
        row.extend(props.is_open.then(|| "…".to_owned()));
        row.join("; ")
    }

    /// The source with `{}` in place of names of object types, because the reader of types knows none by its name: the types
    /// that the file declares, and those of the files that it imports types from.
    fn with_object_types(path: &Path, source: &str) -> String {
        let mut sources = vec![source.to_owned()];
        for line in source
            .lines()
            .filter(|line| line.starts_with("import type"))
        {
            let from = line.split('\'').nth(1).filter(|from| from.starts_with('.'));
            let read =
                |end| fs::read_to_string(path.with_file_name(format!("{}.{end}", from?))).ok();
            sources.extend(["ts", "tsx"].into_iter().find_map(read));
        }
        let mut text = source.to_owned();
        for line in sources.iter().flat_map(|source| source.lines()) {
            let declared = line.trim_start_matches("export ").strip_prefix("type ");
            let Some((name, value)) = declared.and_then(|line| line.split_once(" = ")) else {
                continue;
            };
            if !name.ends_with("Props") && (value.starts_with('{') || value.contains("& {")) {
                text = text.replace(&format!(": {name}"), ": {}");
                text = text.replace(&format!("| {name}"), "| {}");
            }
        }
        text
    }
}
