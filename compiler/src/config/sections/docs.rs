//! `[[docs]]`: folders of documents.

use super::interface::{SidebarConfig, read_sidebar};
use super::sidebars::{RawSidebars, SidebarSource};
use super::tag_options::{TagOptions, read_tag_options};
use super::versions::{
    DEFAULT_INSTANCE, RawVersions, VersionConfig, read_versions, resolve_versions,
};
use crate::config::paths::{check_folder, folder, route_base};
use crate::config::values::{FIELD_CODES, report_second, string_list};
use crate::diagnostic::Diagnostics;
use crate::pattern::Globs;
use crate::source::{SourceTree, Span};
use crate::value::{Fields, Node, NodeValue};

/// The heading levels that tables of contents list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TocLevels {
    /// The first level.
    pub min: u8,
    /// The last level.
    pub max: u8,
}

impl Default for TocLevels {
    fn default() -> Self {
        TocLevels { min: 2, max: 3 }
    }
}

/// `[[docs]]`: an instance of documents: a folder with its sidebars and versions.
#[derive(Clone, Debug, PartialEq)]
pub struct DocsConfig {
    /// `id`: `default` by default.
    pub id: String,
    /// `path`: the folder, `docs` by default.
    pub path: String,
    /// `route_base` (or `route_base_path`): the route of its pages; `/` and the folder's name by default.
    pub route_base: String,
    /// `include`: globs of the files that are documents, below the folder of a version or of its translations; all Markdown
    /// files by default.
    pub include: Globs,
    /// `exclude`: globs of files that are not documents; nor are files with `_` at the start of their name or of a folder's.
    pub exclude: Globs,
    /// `main_doc`: the id of its first document; the one at its route base by default.
    pub main_doc: Option<(String, Span)>,
    /// `sidebar_id`: `docs` for the instance `default`, else the instance's id.
    pub sidebar_id: String,
    /// The versions of the instance in the order of a menu, never empty: `[docs.versions.NAME]`, `last_version`,
    /// `include_current_version`, `only_include_versions`. `version.name` and `version.label` are those of the current
    /// one, `current` and `Next` by default.
    pub versions: Vec<VersionConfig>,
    /// `edit_url`: the site's by default.
    pub edit_url: Option<String>,
    /// `toc_levels`: the first and the last heading level of tables of contents; `[2, 3]` by default.
    pub toc_levels: TocLevels,
    /// `breadcrumbs`: `true` by default.
    pub breadcrumbs: bool,
    /// `show_last_update_time`: `false` by default.
    pub show_last_update_time: bool,
    /// `show_last_update_author`: `false` by default.
    pub show_last_update_author: bool,
    /// `sidebar_collapsible`: whether categories can be closed; `true` by default.
    pub sidebar_collapsible: bool,
    /// `sidebar_collapsed`: whether they start closed; `true` by default.
    pub sidebar_collapsed: bool,
    /// `sidebar_path` (a TOML or JSON file of the tree, or `false` for no sidebar) or `sidebars` (the same inline):
    /// lists of items by the sidebars' names. By default one sidebar is generated from the folders.
    pub sidebars: SidebarSource,
    /// `number_prefix_parser`: whether `01-` at the start of a name is a position; `true` by default.
    pub number_prefix_parser: bool,
    /// `tags`, `tags_base_path`, `on_inline_tags`.
    pub tags: TagOptions,
}

/// `[[docs]]` as written.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs, reason = "documented at DocsConfig")]
pub struct RawDocs {
    pub id: Option<String>,
    pub path: Option<(String, Span)>,
    pub route_base: Option<(String, Span)>,
    pub include: Vec<String>,
    pub exclude: Vec<String>,
    pub main_doc: Option<(String, Span)>,
    pub sidebar_id: Option<String>,
    pub versions: RawVersions,
    pub edit_url: Option<String>,
    pub toc_levels: Option<TocLevels>,
    pub breadcrumbs: Option<bool>,
    pub show_last_update_time: Option<bool>,
    pub show_last_update_author: Option<bool>,
    pub sidebar_collapsible: Option<bool>,
    pub sidebar_collapsed: Option<bool>,
    pub sidebars: RawSidebars,
    pub number_prefix_parser: Option<bool>,
    pub sidebar: Option<SidebarConfig>,
    pub tags: TagOptions,
    pub span: Option<Span>,
}

/// `[[docs]]` or `[docs]` as written.
#[derive(Clone, Debug, Default)]
pub(in crate::config) struct RawDocsTable {
    /// The instances.
    pub(in crate::config) instances: Vec<RawDocs>,
    /// `toc_levels` of all instances.
    pub(in crate::config) toc_levels: Option<TocLevels>,
    /// `sidebar`: that of all instances, or of the first that has one.
    pub(in crate::config) sidebar: Option<SidebarConfig>,
}

/// `[[docs]]`, or `[docs]` with `instances` and the keys that they share; `false` for no documents.
pub(in crate::config) fn read_docs(node: &Node, sink: &mut Diagnostics) -> RawDocsTable {
    let mut table = RawDocsTable::default();
    let items = if let NodeValue::List(items) = &node.value {
        items.as_slice()
    } else if node.get("instances").is_some() {
        let mut fields = Fields::new(node, FIELD_CODES, sink);
        let items = fields.list("instances");
        table.toc_levels = toc_levels(&mut fields);
        if let Some(sidebar) = fields.node("sidebar") {
            table.sidebar = Some(read_sidebar(sidebar, fields.sink).0);
        }
        fields.finish();
        items
    } else if node.value == NodeValue::Bool(false) {
        &[]
    } else {
        std::slice::from_ref(node)
    };
    table.instances = items.iter().map(|item| read_instance(item, sink)).collect();
    table
}

fn read_instance(node: &Node, sink: &mut Diagnostics) -> RawDocs {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let mut docs = RawDocs {
        id: fields.string("id"),
        path: fields.string_at("path"),
        route_base: fields.string_at("route_base|route_base_path"),
        include: string_list(&mut fields, "include"),
        exclude: string_list(&mut fields, "exclude"),
        main_doc: fields.string_at("main_doc"),
        sidebar_id: fields.string("sidebar_id"),
        edit_url: fields.link("edit_url"),
        toc_levels: toc_levels(&mut fields),
        breadcrumbs: fields.boolean("breadcrumbs"),
        show_last_update_time: fields.boolean("show_last_update_time"),
        show_last_update_author: fields.boolean("show_last_update_author"),
        sidebar_collapsible: fields.boolean("sidebar_collapsible"),
        sidebar_collapsed: fields.boolean("sidebar_collapsed"),
        sidebars: RawSidebars::read(&mut fields),
        number_prefix_parser: fields.boolean("number_prefix_parser"),
        tags: read_tag_options(&mut fields),
        span: Some(node.span),
        ..RawDocs::default()
    };
    docs.versions = read_versions(&mut fields);
    match fields.node("sidebar") {
        Some(Node {
            value: NodeValue::String(id),
            ..
        }) => docs.sidebar_id = Some(id.clone()),
        Some(sidebar) => {
            let (sidebar, id) = read_sidebar(sidebar, fields.sink);
            docs.sidebar = Some(sidebar);
            docs.sidebar_id = docs.sidebar_id.or(id);
        }
        None => {}
    }
    fields.finish();
    docs
}

/// `toc_levels = [2, 3]`, or Docusaurus' two keys.
pub(in crate::config) fn toc_levels(fields: &mut Fields<'_, '_>) -> Option<TocLevels> {
    let min = fields.integer("toc_min_heading_level", 2, 6);
    let max = fields.integer("toc_max_heading_level", 2, 6);
    if let Some(node) = fields.node("toc_levels") {
        return levels_of(node).or_else(|| {
            fields.report_mismatch(node, "two heading levels such as `[2, 3]`");
            None
        });
    }
    let level =
        |number: Option<u32>, default| number.and_then(|n| u8::try_from(n).ok()).unwrap_or(default);
    let default = TocLevels::default();
    (min.is_some() || max.is_some()).then(|| TocLevels {
        min: level(min, default.min),
        max: level(max, default.max),
    })
}

fn levels_of(node: &Node) -> Option<TocLevels> {
    let NodeValue::List(items) = &node.value else {
        return None;
    };
    let level = |node: &Node| match node.value {
        NodeValue::Integer(number @ 1..=6) => u8::try_from(number).ok(),
        _ => None,
    };
    match items.as_slice() {
        [min, max] => {
            let (min, max) = (level(min)?, level(max)?);
            (min <= max).then_some(TocLevels { min, max })
        }
        _ => None,
    }
}

/// The values of keys that an instance does not set.
#[derive(Clone, Copy, Debug)]
pub(in crate::config) struct DocsDefaults<'c> {
    /// The site's `edit_url`.
    pub(in crate::config) edit_url: Option<&'c String>,
    /// The site's `toc_levels`.
    pub(in crate::config) toc_levels: Option<TocLevels>,
}

/// Fills in the defaults. Without `[[docs]]` there is one instance if the folder `docs` exists.
pub(in crate::config) fn resolve_docs(
    raw: Option<&[RawDocs]>,
    defaults: DocsDefaults<'_>,
    tree: &SourceTree,
    sink: &mut Diagnostics,
) -> Vec<DocsConfig> {
    let instances = match raw {
        Some(docs) => docs.to_vec(),
        None if tree.has_folder("docs") => vec![RawDocs::default()],
        None => Vec::new(),
    };
    let mut resolved: Vec<DocsConfig> = Vec::new();
    for docs in instances {
        let span = docs.path.as_ref().map(|(_, span)| *span).or(docs.span);
        let docs = resolve_instance(docs, defaults, tree, sink);
        let has_current = docs.versions.iter().any(|one| one.folder == docs.path);
        if raw.is_some() && has_current {
            check_folder(&docs.path, span, tree, sink);
        }
        if resolved.iter().any(|other| other.id == docs.id) {
            let help = "give each an `id` of its own";
            report_second(["docs", "id"], &docs.id, span, help, sink);
        }
        resolved.push(docs);
    }
    resolved
}

fn resolve_instance(
    docs: RawDocs,
    defaults: DocsDefaults<'_>,
    tree: &SourceTree,
    sink: &mut Diagnostics,
) -> DocsConfig {
    let id = docs.id.clone();
    let id = id.unwrap_or_else(|| DEFAULT_INSTANCE.to_owned());
    let path = folder(docs.path.clone(), "docs");
    let versions = resolve_versions(&docs.versions, &id, &path, tree, sink);
    let default_sidebar = if id == DEFAULT_INSTANCE { "docs" } else { &id };
    DocsConfig {
        route_base: route_base(docs.route_base.as_ref().map_or(&path, |(base, _)| base)),
        include: Globs::new(&docs.include),
        exclude: Globs::new(&docs.exclude),
        main_doc: docs.main_doc,
        sidebar_id: docs
            .sidebar_id
            .unwrap_or_else(|| default_sidebar.to_owned()),
        versions,
        edit_url: docs.edit_url.or_else(|| defaults.edit_url.cloned()),
        toc_levels: docs.toc_levels.or(defaults.toc_levels).unwrap_or_default(),
        breadcrumbs: docs.breadcrumbs.unwrap_or(true),
        show_last_update_time: docs.show_last_update_time.unwrap_or(false),
        show_last_update_author: docs.show_last_update_author.unwrap_or(false),
        sidebar_collapsible: docs.sidebar_collapsible.unwrap_or(true),
        sidebar_collapsed: docs.sidebar_collapsed.unwrap_or(true),
        sidebars: docs.sidebars.resolve(tree, sink),
        number_prefix_parser: docs.number_prefix_parser.unwrap_or(true),
        tags: docs.tags,
        id,
        path,
    }
}
