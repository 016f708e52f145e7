//! `_category_.json` and `_category_.yml`: the category of a folder.

use crate::assemble::context::LocaleContext;
use crate::assemble::paths::path_in_folder;
use crate::diagnostic::{Code, Diagnostics, Severity};
use crate::source::{FileId, Span};
use crate::value::{FieldCodes, Fields, Node, NodeValue, Nulls, infer_schema, parse_yaml};
use bindery_format::suggest::distance;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

const FIELD_CODES: FieldCodes = FieldCodes {
    invalid_value: Code::BadData,
    unknown_key: Code::BadData,
    unknown_key_severity: Severity::Warning,
};

const NAMES: [&str; 3] = ["_category_.json", "_category_.yml", "_category_.yaml"];

/// The content of a category file.
#[derive(Debug, Default)]
pub(crate) struct CategoryFile {
    /// The file.
    pub(crate) file: Option<FileId>,
    /// The name of the category in the sidebar.
    pub(crate) label: Option<String>,
    /// The position of the category among its siblings, if the file has one.
    pub(crate) position: Option<f64>,
    /// The page that its label links to.
    pub(crate) link: CategoryLink,
    /// Whether readers can collapse the category.
    pub(crate) collapsible: Option<bool>,
    /// Whether the category is collapsed at first.
    pub(crate) collapsed: Option<bool>,
    /// A class of its sidebar item.
    pub(crate) class_name: Option<String>,
    /// Data for the site's own components.
    pub(crate) custom_props: Option<Map<String, Value>>,
    /// One sentence for cards.
    pub(crate) description: Option<String>,
}

/// The `link` of a category.
#[derive(Clone, Debug, Default)]
pub(crate) enum CategoryLink {
    /// The key is missing: the index document of the folder, if there is one.
    #[default]
    Default,
    /// `null`: no page.
    None,
    /// A document.
    Doc {
        /// The id, local or complete.
        id: String,
        /// The place of the id.
        span: Span,
    },
    /// A generated index page.
    GeneratedIndex(GeneratedIndex),
}

/// A `link` of type `generated-index`.
#[derive(Clone, Debug, Default)]
pub(crate) struct GeneratedIndex {
    /// The path below the route base; by default it is made of the label.
    pub(crate) slug: Option<(String, Span)>,
    /// The page's title; the category's label by default.
    pub(crate) title: Option<String>,
    /// A sentence for the page.
    pub(crate) description: Option<String>,
    /// For search engines.
    pub(crate) keywords: Vec<String>,
    /// Words by which search finds the page, besides those of its text.
    pub(crate) search_terms: Vec<String>,
    /// The image for social networks.
    pub(crate) image: Option<String>,
}

/// The category files in a folder and its subfolders, by the path of their own folder relative to the first.
pub(crate) fn read_categories(
    context: &LocaleContext<'_>,
    folder: &str,
    sink: &mut Diagnostics,
) -> BTreeMap<String, CategoryFile> {
    let mut categories = BTreeMap::new();
    for file in context.tree.files_in(folder) {
        if !NAMES.contains(&file.name()) {
            continue;
        }
        let own = path_in_folder(&file.path, folder).unwrap_or_default();
        let own_folder = own.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut category = match parse_yaml(file, 0..file.text.len(), Code::BadData, sink) {
            Some(node) => read_category(&node, sink),
            None => CategoryFile::default(),
        };
        category.file = Some(file.id);
        // Docusaurus prefers JSON to YAML, which is alphabetical order.
        categories.entry(own_folder.to_owned()).or_insert(category);
    }
    categories
}

/// The JSON Schema of `_category_.json`.
#[must_use]
pub fn category_schema() -> Value {
    let title = "_category_.json: the category of a folder";
    infer_schema(title, Nulls::Allowed, |node, sink| {
        read_category(node, sink);
    })
}

fn read_category(node: &Node, sink: &mut Diagnostics) -> CategoryFile {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let category = CategoryFile {
        file: None,
        label: fields.string("label"),
        position: fields.number("position"),
        link: match fields.entry("link").map(|entry| &entry.node) {
            None => CategoryLink::Default,
            Some(node) if node.value == NodeValue::Null => CategoryLink::None,
            Some(node) => read_link(node, Code::BadData, fields.sink),
        },
        collapsible: fields.boolean("collapsible"),
        collapsed: fields.boolean("collapsed"),
        class_name: fields.string("className"),
        custom_props: custom_props(&mut fields, "customProps"),
        description: fields.string("description"),
    };
    fields.node("key");
    fields.finish();
    category
}

/// Reads the `link` of a category; its problems get `code`.
pub(crate) fn read_link(node: &Node, code: Code, sink: &mut Diagnostics) -> CategoryLink {
    let has = |key: &str| node.entries().iter().any(|entry| entry.key == key);
    let mut near_type = node
        .entries()
        .iter()
        .filter(|entry| distance(&entry.key, "type") == 1);
    let is_misspelt = !has("type") && near_type.next().is_some();
    let dialect = FieldCodes {
        invalid_value: code,
        unknown_key: code,
        unknown_key_severity: match is_misspelt {
            true => Severity::Error,
            false => FIELD_CODES.unknown_key_severity,
        },
    };
    let mut fields = Fields::new(node, dialect, sink);
    let NodeValue::Map(_) = &node.value else {
        return CategoryLink::Default;
    };
    let named = fields.enum_value("type", &["generated-index", "doc"]);
    if !has("type") && !is_misspelt {
        let message = "a link needs a `type`: `generated-index` or `doc`";
        fields.sink.error(code, node.span, message).help(
            "write `\"type\": \"generated-index\"` for a page with the category's items, or `\"type\": \"doc\"` with an `id`",
        );
    }
    if node.entries().is_empty() {
        return CategoryLink::Default;
    }
    // A wrong type costs nothing else: the other keys say what is meant.
    let meant = if has("id") { "doc" } else { "generated-index" };
    let link = match named.unwrap_or(meant) {
        "doc" => match fields.string_at("id") {
            Some((id, span)) => CategoryLink::Doc { id, span },
            None => {
                let message = "a link of type `doc` needs an `id`";
                fields.sink.error(code, node.span, message);
                CategoryLink::None
            }
        },
        _ => CategoryLink::GeneratedIndex(GeneratedIndex {
            slug: fields.string_at("slug"),
            title: fields.string("title"),
            description: fields.string("description"),
            keywords: strings(&mut fields, "keywords"),
            search_terms: strings(&mut fields, "search_terms"),
            image: fields.string("image"),
        }),
    };
    fields.finish();
    link
}

fn strings(fields: &mut Fields<'_, '_>, key: &'static str) -> Vec<String> {
    let list = fields.strings(key).into_iter();
    list.map(|(text, _)| text).collect()
}

/// A map of data, as it is.
pub(crate) fn custom_props(
    fields: &mut Fields<'_, '_>,
    keys: &'static str,
) -> Option<Map<String, Value>> {
    let node = fields.node(keys)?;
    match node.to_json() {
        Value::Object(map) => Some(map),
        _ => {
            fields.report_mismatch(node, "a map");
            None
        }
    }
}
