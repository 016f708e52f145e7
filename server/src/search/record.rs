//! The fields of a record: their names in Typesense's schema, and their values.

use super::index::Index;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value, json};
use std::borrow::Cow;

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

    /// The values of which the index numbers one for each page: languages, tags or versions.
    #[must_use]
    pub fn names(self, index: &Index) -> Option<&[String]> {
        match self {
            Field::Language => Some(&index.meta.languages),
            Field::Tag => Some(&index.meta.tags),
            Field::Version => Some(&index.meta.versions),
            _ => None,
        }
    }

    /// The number of a section's value in [`Field::names`].
    #[must_use]
    pub fn number(self, index: &Index, section: u32) -> Option<u32> {
        let (page, _, _) = index.measures(section);
        let [language, tag, version] = index.facets(page);
        match self {
            Field::Language => Some(language),
            Field::Tag => Some(tag),
            Field::Version => Some(version),
            _ => None,
        }
    }

    /// Whether a value is always one word, so that its words and the whole value are the same.
    #[must_use]
    pub fn is_one_word(self) -> bool {
        matches!(self, Field::Type | Field::Id)
    }

    /// Whether a filter may look for words in it. Of the others only whole values can be compared: addresses and numbers
    /// have no words in the index.
    #[must_use]
    pub fn has_words(self) -> bool {
        matches!(
            self,
            Field::Content
                | Field::Level(_)
                | Field::Aliases
                | Field::Language
                | Field::Tag
                | Field::Version
        )
    }

    /// The value of a section as text.
    #[must_use]
    pub fn value(self, index: &Index, number: u32) -> Cow<'_, str> {
        let section = index.section(number);
        let page = index.page(section.page);
        match self {
            Field::Anchor => section.anchor.into(),
            Field::Content => section.text.into(),
            Field::Url => format!("{}{}", index.meta.origin, path(index, number)).into(),
            Field::PageUrl => format!("{}{}", index.meta.origin, page.url).into(),
            Field::Level(level) => {
                let levels = index.hierarchy(number);
                let heading = levels.get(level).copied().flatten();
                heading.unwrap_or_default().into()
            }
            Field::Type => TYPES[(section.level as usize).min(6)].into(),
            Field::Version | Field::Tag | Field::Language => {
                let at = self.number(index, number).unwrap_or_default();
                let names = self.names(index).unwrap_or_default();
                names.get(at as usize).map_or("", String::as_str).into()
            }
            Field::Id => id(index, number).into(),
            Field::Aliases => page.aliases.into(),
            Field::Priority => priority(index, number).to_string().into(),
        }
    }
}

/// The values of `type`; hits that match in their text have the type `content`.
const TYPES: [&str; 7] = ["lvl0", "lvl1", "lvl2", "lvl3", "lvl4", "lvl5", "lvl6"];

/// Some of the fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FieldSet(u32);

impl FieldSet {
    /// All fields.
    pub const ALL: FieldSet = FieldSet(u32::MAX);

    /// Whether it has no field.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether it has this field.
    #[must_use]
    pub fn contains(self, field: Field) -> bool {
        self.0 & FieldSet::from(field).0 != 0
    }

    /// The fields of this set that are not in the other.
    #[must_use]
    pub fn without(self, other: FieldSet) -> FieldSet {
        FieldSet(self.0 & !other.0)
    }
}

impl From<Field> for FieldSet {
    fn from(field: Field) -> FieldSet {
        let at = Field::ALL.iter().position(|other| *other == field);
        FieldSet(at.map_or(0, |at| 1 << at))
    }
}

impl FromIterator<Field> for FieldSet {
    fn from_iter<I: IntoIterator<Item = Field>>(fields: I) -> FieldSet {
        let sets = fields.into_iter().map(FieldSet::from);
        sets.fold(FieldSet::default(), |all, one| FieldSet(all.0 | one.0))
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
    format!("{:016x}", bindery_format::hash::hash(name.as_bytes()))
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

/// The record of a section, written as it is read: only the fields that are wanted and there.
#[derive(Clone, Copy, Debug)]
pub struct Record<'i> {
    /// Where the section is.
    pub index: &'i Index,
    /// Its number.
    pub section: u32,
    /// The fields to write.
    pub wanted: FieldSet,
    /// The value of `type`, where it is not that of the section's heading.
    pub kind: Option<&'static str>,
}

impl<'i> Record<'i> {
    /// The whole record of a section.
    #[must_use]
    pub fn whole(index: &'i Index, section: u32) -> Record<'i> {
        Record {
            index,
            section,
            wanted: FieldSet::ALL,
            kind: None,
        }
    }

    fn write<S: SerializeMap>(&self, field: Field, map: &mut S) -> Result<(), S::Error> {
        let section = self.index.section(self.section);
        let value = || field.value(self.index, self.section);
        match field {
            Field::Priority => {
                map.serialize_entry(field.name(), &priority(self.index, self.section))
            }
            Field::Type => map.serialize_entry(field.name(), self.kind.unwrap_or(&value())),
            Field::Version => match value() {
                version if version.is_empty() => Ok(()),
                version => map.serialize_entry(field.name(), &[version]),
            },
            Field::Aliases if section.anchor.is_empty() => match value() {
                aliases if aliases.is_empty() => Ok(()),
                aliases => {
                    map.serialize_entry(field.name(), &aliases.split(' ').collect::<Vec<_>>())
                }
            },
            Field::Aliases => Ok(()),
            Field::Content | Field::Level(_) => match value() {
                text if text.is_empty() => Ok(()),
                text => map.serialize_entry(field.name(), &text),
            },
            _ => map.serialize_entry(field.name(), &value()),
        }
    }
}

impl Serialize for Record<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for field in Field::ALL {
            if self.wanted.contains(field) {
                self.write(field, &mut map)?;
            }
        }
        map.end()
    }
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
