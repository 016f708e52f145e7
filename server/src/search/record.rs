//! A section as a record of Typesense: the fields of the schema and their values.

use super::index::Index;
use bindery_format::search::passage::without_marks;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value, json};
use std::borrow::Cow;

/// A field of the schema, by which requests filter, group, sort and count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchemaField {
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
    /// `kind`.
    Kind,
}

impl SchemaField {
    /// All fields.
    pub const ALL: [SchemaField; 19] = [
        SchemaField::Anchor,
        SchemaField::Content,
        SchemaField::Url,
        SchemaField::PageUrl,
        SchemaField::Version,
        SchemaField::Level(0),
        SchemaField::Level(1),
        SchemaField::Level(2),
        SchemaField::Level(3),
        SchemaField::Level(4),
        SchemaField::Level(5),
        SchemaField::Level(6),
        SchemaField::Type,
        SchemaField::Tag,
        SchemaField::Language,
        SchemaField::Id,
        SchemaField::Aliases,
        SchemaField::Priority,
        SchemaField::Kind,
    ];

    /// The field of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<SchemaField> {
        SchemaField::ALL
            .into_iter()
            .find(|field| field.name() == name)
    }

    /// The name of the field in the schema.
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
            SchemaField::Anchor => "anchor",
            SchemaField::Content => "content",
            SchemaField::Url => "url",
            SchemaField::PageUrl => "url_without_anchor",
            SchemaField::Version => "version",
            SchemaField::Level(level) => LEVELS[level.min(6)],
            SchemaField::Type => "type",
            SchemaField::Tag => "docusaurus_tag",
            SchemaField::Language => "language",
            SchemaField::Id => "id",
            SchemaField::Aliases => "aliases",
            SchemaField::Priority => "item_priority",
            SchemaField::Kind => "kind",
        }
    }

    /// Whether the field is a facet: hits can be grouped and counted by it.
    #[must_use]
    pub fn is_facet(self) -> bool {
        !matches!(
            self,
            SchemaField::Anchor
                | SchemaField::Content
                | SchemaField::Id
                | SchemaField::Aliases
                | SchemaField::Priority
                | SchemaField::Kind
        )
    }

    /// Whether `query_by` may name it.
    #[must_use]
    pub fn is_searched(self) -> bool {
        matches!(
            self,
            SchemaField::Content
                | SchemaField::Level(_)
                | SchemaField::Aliases
                | SchemaField::Anchor
        )
    }

    /// All values of a field that has one value for each page (language, tag or version), in the order of their numbers.
    #[must_use]
    pub fn names(self, index: &Index) -> Option<&[String]> {
        match self {
            SchemaField::Language => Some(&index.meta.languages),
            SchemaField::Tag => Some(&index.meta.tags),
            SchemaField::Version => Some(&index.meta.versions),
            _ => None,
        }
    }

    /// The number of a section's value in [`SchemaField::names`].
    #[must_use]
    pub fn number(self, index: &Index, section: u32) -> Option<u32> {
        let page = index.page_of(section);
        let [language, tag, version] = index.facets(page);
        match self {
            SchemaField::Language => Some(language),
            SchemaField::Tag => Some(tag),
            SchemaField::Version => Some(version),
            _ => None,
        }
    }

    /// Whether each value is one word, so that a comparison by words is one by the whole value.
    #[must_use]
    pub fn is_one_word(self) -> bool {
        matches!(self, SchemaField::Type | SchemaField::Id)
    }

    /// Whether a filter may compare its words. Other fields (URLs, numbers) have no words in the index: only whole values can
    /// be compared.
    #[must_use]
    pub fn has_words(self) -> bool {
        matches!(
            self,
            SchemaField::Content
                | SchemaField::Level(_)
                | SchemaField::Aliases
                | SchemaField::Language
                | SchemaField::Tag
                | SchemaField::Version
        )
    }

    /// The value of a section as text.
    #[must_use]
    pub fn value(self, index: &Index, number: u32) -> Cow<'_, str> {
        let section = index.section(number);
        let page = index.page(section.page);
        match self {
            SchemaField::Anchor => section.anchor.into(),
            SchemaField::Content => section.text.into(),
            SchemaField::Url => format!("{}{}", index.meta.origin, path(index, number)).into(),
            SchemaField::PageUrl => format!("{}{}", index.meta.origin, page.url).into(),
            SchemaField::Level(level) => {
                let levels = index.hierarchy(number);
                let heading = levels.get(level).copied().flatten();
                heading.unwrap_or_default().into()
            }
            SchemaField::Type => TYPES[(section.level as usize).min(6)].into(),
            SchemaField::Version | SchemaField::Tag | SchemaField::Language => {
                let at = self.number(index, number).unwrap_or_default();
                let names = self.names(index).unwrap_or_default();
                names.get(at as usize).map_or("", String::as_str).into()
            }
            SchemaField::Id => id(index, number).into(),
            SchemaField::Aliases => page.aliases.into(),
            SchemaField::Priority => priority(index, number).to_string().into(),
            SchemaField::Kind if index.is_tool(number) => "tool".into(),
            SchemaField::Kind => "".into(),
        }
    }
}

/// The values of `type` by level; a hit that matches in its text has the type `content` instead.
const TYPES: [&str; 7] = ["lvl0", "lvl1", "lvl2", "lvl3", "lvl4", "lvl5", "lvl6"];

/// A set of fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FieldSet(u32);

impl FieldSet {
    /// All fields.
    pub const ALL: FieldSet = FieldSet(u32::MAX);

    /// Whether the set has no field.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has this field.
    #[must_use]
    pub fn contains(self, field: SchemaField) -> bool {
        self.0 & FieldSet::from(field).0 != 0
    }

    /// The fields of this set that are not in the other.
    #[must_use]
    pub fn without(self, other: FieldSet) -> FieldSet {
        FieldSet(self.0 & !other.0)
    }
}

impl From<SchemaField> for FieldSet {
    fn from(field: SchemaField) -> FieldSet {
        let at = SchemaField::ALL.iter().position(|other| *other == field);
        FieldSet(at.map_or(0, |at| 1 << at))
    }
}

impl FromIterator<SchemaField> for FieldSet {
    fn from_iter<I: IntoIterator<Item = SchemaField>>(fields: I) -> FieldSet {
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

/// The path of a section that opens what hides a part of it, by the titles of tabs and the summaries of `details`
/// (`ui/src/enhancements/enhanceTabs.ts`).
#[must_use]
pub fn opening_path(index: &Index, number: u32, opens: &[&str]) -> String {
    let section = path(index, number);
    if opens.is_empty() {
        return section;
    }
    let (page, anchor) = section.split_once('#').unwrap_or((&section, ""));
    let hash = if anchor.is_empty() { "" } else { "#" };
    let titles = opens
        .iter()
        .map(|title| format!("tab={}", utf8_percent_encode(title, NON_ALPHANUMERIC)));
    let query = titles.collect::<Vec<_>>().join("&");
    format!("{page}?{query}{hash}{anchor}")
}

/// A stable id: the same for the same URL and heading.
#[must_use]
pub fn id(index: &Index, number: u32) -> String {
    let section = index.section(number);
    let page = index.page(section.page);
    let name = format!("{}#{}#{}", page.url, section.anchor, section.heading);
    // Equal headings on a page have different anchors; the section without an anchor is the page itself.
    format!("{:016x}", bindery_format::hash::hash(name.as_bytes()))
}

/// Orders by page weight, then by heading level, then by position on the page.
#[must_use]
pub fn priority(index: &Index, number: u32) -> i64 {
    let section = index.section(number);
    let page = index.page(section.page);
    let position = i64::from(number.saturating_sub(page.first).min(9_999));
    i64::from(page.weight) * 10_000_000
        + (100 - 10 * i64::from(section.level)) * 10_000
        + (9_999 - position)
}

/// The record of a section. Serializes the requested fields that have a value, without copying texts.
#[derive(Clone, Copy, Debug)]
pub struct Record<'i> {
    /// The index of the section.
    pub index: &'i Index,
    /// The number of the section in the index.
    pub section: u32,
    /// The fields to write.
    pub selected: FieldSet,
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
            selected: FieldSet::ALL,
            kind: None,
        }
    }

    fn write<S: SerializeMap>(&self, field: SchemaField, map: &mut S) -> Result<(), S::Error> {
        let section = self.index.section(self.section);
        let value = || field.value(self.index, self.section);
        match field {
            SchemaField::Priority => {
                map.serialize_entry(field.name(), &priority(self.index, self.section))
            }
            SchemaField::Type => map.serialize_entry(field.name(), self.kind.unwrap_or(&value())),
            SchemaField::Version => match value() {
                version if version.is_empty() => Ok(()),
                version => map.serialize_entry(field.name(), &[version]),
            },
            SchemaField::Aliases if section.anchor.is_empty() => match value() {
                aliases if aliases.is_empty() => Ok(()),
                aliases => {
                    map.serialize_entry(field.name(), &aliases.split(' ').collect::<Vec<_>>())
                }
            },
            SchemaField::Aliases => Ok(()),
            SchemaField::Content => match without_marks(section.text) {
                text if text.is_empty() => Ok(()),
                text => map.serialize_entry(field.name(), &text),
            },
            SchemaField::Level(_) | SchemaField::Kind => match value() {
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
        for field in SchemaField::ALL {
            if self.selected.contains(field) {
                self.write(field, &mut map)?;
            }
        }
        map.end()
    }
}

/// The schema of a collection of such records, as the request body that creates it in Typesense.
#[must_use]
pub fn schema(name: &str) -> Value {
    let fields = SchemaField::ALL
        .into_iter()
        .filter(|field| *field != SchemaField::Id)
        .map(|field| {
            let (name, kind) = match field {
                SchemaField::Version | SchemaField::Aliases => (field.name(), "string[]"),
                SchemaField::Priority => (field.name(), "int64"),
                // Docusaurus' clients filter by tags of other plugins, too.
                SchemaField::Tag => (".*_tag", "string"),
                _ => (field.name(), "string"),
            };
            let mut entry = json!({ "name": name, "type": kind });
            if field.is_facet() {
                entry["facet"] = true.into();
            }
            if !matches!(field, SchemaField::Url | SchemaField::Priority) {
                entry["optional"] = true.into();
            }
            entry
        });
    json!({
        "name": name,
        "fields": fields.collect::<Vec<_>>(),
        "default_sorting_field": SchemaField::Priority.name(),
        "token_separators": ["_", "-"],
    })
}
