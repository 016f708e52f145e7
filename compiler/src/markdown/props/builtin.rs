//! The properties of the components that every site has.

use super::{Kind, Prop, Props};

/// Each line is a component: its properties with their kinds, `?` behind those that may be left out. A kind is `text`,
/// `number`, `flag`, `list`, `object`, `null` or a word in quotes; `any` is anything. `…` takes other properties, too.
const TABLE: &str = "
Admonition   type?: text; title?: any; icon?: any
BrowserOnly  fallback?: any
Card         title?: text; href?: text; description?: text; icon?: text; element?: text; item?: object
CardGrid
CodeBlock    language?: text; title?: text; metastring?: text; showLineNumbers?: flag|number|text
Details      summary?: any; open?: flag
DocCard      item: object
DocCardList  items?: list
Head
Heading      as: 'h1'|'h2'|'h3'|'h4'|'h5'|'h6'
IdealImage   img: text|object; alt?: text; title?: text; width?: number|text; height?: number|text; …
Link         to?: text; href?: text; title?: text; target?: text; rel?: text; autoAddBaseUrl?: flag; …
TOCInline    toc: list; minHeadingLevel?: number; maxHeadingLevel?: number
TabItem      value: text; label?: text; default?: flag; attributes?: object; hidden?: flag
Tabs         groupId?: text; queryString?: text|flag; defaultValue?: text|null; values?: list; lazy?: flag; block?: flag; label?: text
Time         date: text; label?: text
Translate    id?: text; description?: text; values?: object
Version      date: text
VersionHl    date: text
Video        src: text; caption?: text; poster?: text; title?: text; width?: number|text; height?: number|text; loop?: flag; muted?: flag; captions?: text
YouTube      id: text; title: text; start?: number; poster?: text; caption?: text
";

/// What a built-in component takes; `None` for names that are not built in.
pub(in crate::markdown) fn builtin(name: &str) -> Option<Props> {
    let line = TABLE
        .lines()
        .find(|line| line.split(' ').next() == Some(name))?;
    let mut props = Props::default();
    for written in line[name.len()..].split(';').map(str::trim) {
        let Some((own, kinds)) = written.split_once(':') else {
            props.is_open |= written == "…";
            continue;
        };
        let kinds = kinds.split('|').map(str::trim);
        props.list.push(Prop {
            name: own.trim_end_matches('?').to_owned(),
            kinds: kinds.filter_map(kind).collect(),
            is_required: !own.ends_with('?'),
        });
    }
    Some(props)
}

fn kind(name: &str) -> Option<Kind> {
    Some(match name {
        "text" => Kind::Text,
        "number" => Kind::Number,
        "flag" => Kind::Flag,
        "list" => Kind::List,
        "object" => Kind::Object,
        "null" => Kind::Null,
        word if word.starts_with('\'') => Kind::Word(word.trim_matches('\'').to_owned()),
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
        assert_eq!(tabs.list[1].kinds, [Kind::Text, Kind::Flag]);
        assert!(!tabs.list[1].is_required && !tabs.is_open);
        assert!(builtin("YouTube").unwrap().list[0].is_required);
        assert!(builtin("Link").unwrap().is_open);
        assert_eq!(builtin("CardGrid"), Some(Props::default()));
        assert_eq!(builtin("Tab"), None);
    }
}
