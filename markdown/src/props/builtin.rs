//! The properties of the built-in components.

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

/// The properties of a built-in component; `None` when there is no such component.
pub(crate) fn builtin(name: &str) -> Option<Props> {
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

    #[test]
    fn the_table_is_read() {
        let tabs = builtin("Tabs").unwrap();
        assert_eq!(tabs.list[1].name, "queryString");
        assert_eq!(tabs.list[1].types, [PropType::String, PropType::Boolean]);
        assert!(!tabs.list[1].is_required && !tabs.is_open);
        assert!(builtin("YouTube").unwrap().list[0].is_required);
        assert!(builtin("Link").unwrap().is_open);
        assert_eq!(builtin("CardGrid"), Some(Props::default()));
        assert_eq!(builtin("Tab"), None);
    }
}
