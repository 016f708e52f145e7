//! The fields of a record: their names in Typesense's schema, and their values.

use super::index::Index;
use serde_json::{Map, Value, json};

/// A field that filters, groups and counts can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// `anchor`.
    Anchor,
    /// `content`.
    Content,
    /// `url`.
    Url,
    /// `url_without_anchor`.
    PageUrl,
    /// `version`.
    Version,
    /// `hierarchy.lvl0` to `hierarchy.lvl6`.
    Level(usize),
    /// `type`.
    Type,
    /// `docusaurus_tag`.
    Tag,
    /// `language`.
    Language,
    /// `id`.
    Id,
    /// `aliases`.
    Aliases,
    /// `item_priority`.
    Priority,
}

impl Field {
    /// All fields.
    pub const ALL: [Field; 18] = [
        Field::Anchor,
        Field::Content,
        Field::Url,
        Field::PageUrl,
        Field::Version,
        Field::Level(0),
        Field::Level(1),
        Field::Level(2),
        Field::Level(3),
        Field::Level(4),
        Field::Level(5),
        Field::Level(6),
        Field::Type,
        Field::Tag,
        Field::Language,
        Field::Id,
        Field::Aliases,
        Field::Priority,
    ];

    /// The field of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Field> {
        Field::ALL.into_iter().find(|field| field.name() == name)
    }

    /// As the schema has it.
    #[must_use]
    pub fn name(self) -> &'static str {
        const LEVELS: [&str; 7] = [
            "hierarchy.lvl0",
            "hierarchy.lvl1",
            "hierarchy.lvl2",
            "hierarchy.lvl3",
            "hierarchy.lvl4",
            "hierarchy.lvl5",
            "hierarchy.lvl6",
        ];
        match self {
            Field::Anchor => "anchor",
            Field::Content => "content",
            Field::Url => "url",
            Field::PageUrl => "url_without_anchor",
            Field::Version => "version",
            Field::Level(level) => LEVELS[level.min(6)],
            Field::Type => "type",
            Field::Tag => "docusaurus_tag",
            Field::Language => "language",
            Field::Id => "id",
            Field::Aliases => "aliases",
            Field::Priority => "item_priority",
        }
    }

    /// Whether hits can be grouped and counted by it.
    #[must_use]
    pub fn is_facet(self) -> bool {
        !matches!(
            self,
            Field::Anchor | Field::Content | Field::Id | Field::Aliases | Field::Priority
        )
    }

    /// Whether words can be looked for in it.
    #[must_use]
    pub fn is_searched(self) -> bool {
        matches!(
            self,
            Field::Content | Field::Level(_) | Field::Aliases | Field::Anchor
        )
    }

    /// The value of a section where it stands as it is in the index: what filters ask of every section.
    #[must_use]
    pub fn stored(self, index: &Index, number: u32) -> Option<&str> {
        let (page, _, _) = index.measures(number);
        let [language, tag, version] = index.facets(page);
        let (list, at) = match self {
            Field::Language => (&index.meta.languages, language),
            Field::Tag => (&index.meta.tags, tag),
            Field::Version => (&index.meta.versions, version),
            _ => return None,
        };
        list.get(at as usize).map(String::as_str)
    }

    /// The value of a section as text.
    #[must_use]
    pub fn value(self, index: &Index, number: u32) -> String {
        let section = index.section(number);
        let page = index.page(section.page);
        let name = |list: &[String], at: u32| list.get(at as usize).cloned().unwrap_or_default();
        match self {
            Field::Anchor => section.anchor.to_owned(),
            Field::Content => section.text.to_owned(),
            Field::Url => format!("{}{}", index.meta.origin, path(index, number)),
            Field::PageUrl => format!("{}{}", index.meta.origin, page.url),
            Field::Version => name(&index.meta.versions, page.version),
            Field::Level(level) => {
                let levels = index.hierarchy(number);
                levels
                    .get(level)
                    .copied()
                    .flatten()
                    .unwrap_or_default()
                    .to_owned()
            }
            Field::Type => format!("lvl{}", section.level),
            Field::Tag => name(&index.meta.tags, page.tag),
            Field::Language => name(&index.meta.languages, page.language),
            Field::Id => id(index, number),
            Field::Aliases => page.aliases.to_owned(),
            Field::Priority => priority(index, number).to_string(),
        }
    }
}

/// The path of a section with its anchor.
#[must_use]
pub fn path(index: &Index, number: u32) -> String {
    let section = index.section(number);
    let page = index.page(section.page);
    match section.anchor {
        "" => page.url.to_owned(),
        anchor => format!("{}#{anchor}", page.url),
    }
}

/// The same for the same address.
#[must_use]
pub fn id(index: &Index, number: u32) -> String {
    let section = index.section(number);
    let page = index.page(section.page);
    let name = format!("{}#{}#{}", page.url, section.anchor, section.heading);
    // Two headings of one name on a page differ in their anchors; only those without stand for the page.
    format!("{:016x}", crate::hash::hash(name.as_bytes()))
}

/// Pages of weight before others, titles before headings, what stands first before what follows.
#[must_use]
pub fn priority(index: &Index, number: u32) -> i64 {
    let section = index.section(number);
    let page = index.page(section.page);
    let place = i64::from(number.saturating_sub(page.first).min(9_999));
    i64::from(page.weight) * 10_000_000
        + (100 - 10 * i64::from(section.level)) * 10_000
        + (9_999 - place)
}

/// The record of a section.
#[must_use]
pub fn document(index: &Index, number: u32) -> Map<String, Value> {
    let section = index.section(number);
    let page = index.page(section.page);
    let mut record = Map::new();
    let mut put = |field: Field, value: Value| {
        record.insert(field.name().to_owned(), value);
    };
    let texts = [
        Field::Id,
        Field::Type,
        Field::Language,
        Field::Tag,
        Field::Anchor,
        Field::Url,
        Field::PageUrl,
    ];
    for field in texts {
        put(field, field.value(index, number).into());
    }
    put(Field::Priority, priority(index, number).into());
    let version = Field::Version.value(index, number);
    if !version.is_empty() {
        put(Field::Version, json!([version]));
    }
    for (level, heading) in index.hierarchy(number).into_iter().enumerate() {
        if let Some(heading) = heading {
            put(Field::Level(level), heading.into());
        }
    }
    if !section.text.is_empty() {
        put(Field::Content, section.text.into());
    }
    if section.anchor.is_empty() && !page.aliases.is_empty() {
        put(
            Field::Aliases,
            page.aliases.split(' ').collect::<Vec<_>>().into(),
        );
    }
    record
}

/// The schema of a collection of such records, as Typesense takes it.
#[must_use]
pub fn schema(name: &str) -> Value {
    let fields = Field::ALL
        .into_iter()
        .filter(|field| *field != Field::Id)
        .map(|field| {
            let (name, kind) = match field {
                Field::Version | Field::Aliases => (field.name(), "string[]"),
                Field::Priority => (field.name(), "int64"),
                // Docusaurus' clients filter by tags of other plugins, too.
                Field::Tag => (".*_tag", "string"),
                _ => (field.name(), "string"),
            };
            let mut entry = json!({ "name": name, "type": kind });
            if field.is_facet() {
                entry["facet"] = true.into();
            }
            if !matches!(field, Field::Url | Field::Priority) {
                entry["optional"] = true.into();
            }
            entry
        });
    json!({
        "name": name,
        "fields": fields.collect::<Vec<_>>(),
        "default_sorting_field": Field::Priority.name(),
        "token_separators": ["_", "-"],
    })
}
