//! The properties of the built-in components, as their sources in `ui/src/content/` declare them; a test compares both.

use super::{Prop, PropType, Props};

/// One component a line: its properties with their types, `?` after the name of an optional one. A type is `string`,
/// `number`, `boolean`, `array`, `object`, `null` or a string literal; `any` accepts every value. `…` accepts further
/// properties.
const TABLE: &str = "
Admonition   type?: string; title?: any; icon?: any
BrowserOnly  fallback?: any
Card         title?: string; href?: string; description?: string; icon?: string; element?: string; item?: object
CardGrid
CodeBlock    language?: string; title?: string; metastring?: string; showLineNumbers?: boolean|number|string
Details      summary?: any; open?: boolean
DocCard      item: object
DocCardList  items?: array
Head
Heading      as: 'h1'|'h2'|'h3'|'h4'|'h5'|'h6'
IdealImage   img: string|object; alt?: string; title?: string; width?: number|string; height?: number|string; …
Link         to?: string; href?: string; title?: string; target?: string; rel?: string; autoAddBaseUrl?: boolean; …
TOCInline    toc: array; minHeadingLevel?: number; maxHeadingLevel?: number
TabItem      value: string; label?: string; default?: boolean; attributes?: object; hidden?: boolean
Tabs         groupId?: string; queryString?: string|boolean; defaultValue?: string|null; values?: array; lazy?: boolean; block?: boolean; label?: string
Time         date: string; label?: string
Translate    id?: string; description?: string; values?: object
Version      date: string
VersionHl    date: string
Video        src: string; caption?: string; poster?: string; title?: string; width?: number|string; height?: number|string; loop?: boolean; muted?: boolean; captions?: string
YouTube      id: string; title: string; start?: number; poster?: string; caption?: string
";

/// The names of the built-in components.
pub fn builtin_names() -> impl Iterator<Item = &'static str> {
    let lines = TABLE.lines().filter(|line| !line.is_empty());
    lines.filter_map(|line| line.split(' ').next())
}

/// The properties of a built-in component; `None` when there is no such component.
pub fn builtin_props(name: &str) -> Option<Props> {
    let line = TABLE
        .lines()
        .find(|line| line.split(' ').next() == Some(name))?;
    let mut props = Props::default();
    for written in line[name.len()..].split(';').map(str::trim) {
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
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::props::{is_common, typescript};
    use std::collections::BTreeMap;

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

    /// The source of a component in the interface declares its properties, and the table repeats them.
    #[test]
    fn the_table_agrees_with_the_components_of_the_interface() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../ui/src/content");
        let mut declared = BTreeMap::new();
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let source = std::fs::read_to_string(&path).unwrap();
            let props = typescript::typed(&name, &source).unwrap_or_default();
            declared.insert(name, props);
        }
        let rows = TABLE.lines().filter_map(|line| line.split(' ').next());
        let rows: Vec<&str> = rows.filter(|name| !name.is_empty()).collect();
        let names: Vec<&str> = declared.keys().map(String::as_str).collect();
        assert_eq!(rows, names, "`TABLE` must list the files of ui/src/content");
        let differences: Vec<String> = declared
            .iter()
            .flat_map(|(name, props)| differences(name, props, &builtin_props(name).unwrap()))
            .collect();
        assert!(differences.is_empty(), "{}", differences.join("\n"));
    }

    /// What the table says otherwise than the source. The reader of TypeScript understands few types; for others the
    /// table may be stricter. Components that are open on both sides are compared by the properties that both name.
    fn differences(component: &str, source: &Props, table: &Props) -> Vec<String> {
        let mut found = Vec::new();
        let mut report = |text: String| found.push(format!("`{component}`: {text}"));
        if source.is_open != table.is_open {
            report(format!(
                "open in its source: {}, in `TABLE`: {}",
                source.is_open, table.is_open
            ));
        }
        for prop in &table.list {
            let Some(own) = source.list.iter().find(|own| own.name == prop.name) else {
                if !source.is_open {
                    report(format!("its source has no `{}`", prop.name));
                }
                continue;
            };
            if own.is_required != prop.is_required {
                report(format!("`{}` is optional on one side only", prop.name));
            }
            if !own.types.is_empty() && own.types != prop.types {
                let (own, listed) = (&own.types, &prop.types);
                report(format!(
                    "`{}` is {own:?} in its source, {listed:?} in `TABLE`",
                    prop.name
                ));
            }
        }
        for own in &source.list {
            let is_listed = table.list.iter().any(|prop| prop.name == own.name);
            if !is_listed && !table.is_open && !is_common(&own.name) {
                report(format!("`TABLE` has no `{}`", own.name));
            }
        }
        found
    }
}
