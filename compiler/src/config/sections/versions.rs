//! The versions of `[[docs]]`: their names, folders, routes and options.
//!
//! The names come from `versions.json` (`{id}_versions.json` of other instances), newest first, as Docusaurus writes
//! it; where there is no such file, from the folders below `versions/` (`{id}_versions/`). Defaults are those of
//! Docusaurus 3.10, `version.ts` of its docs plugin.

use super::sidebars::SidebarSource;
use crate::config::values::FIELD_CODES;
use crate::diagnostic::{Code, Diagnostics, did_you_mean_or};
use crate::source::{FileId, SourceTree, Span};
use crate::value::{Fields, Node, NodeValue, parse_yaml};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The id of an instance without `id`.
pub(in crate::config) const DEFAULT_INSTANCE: &str = "default";

/// The default name of the version whose documents are still being written.
pub const CURRENT_VERSION: &str = "current";

/// `[docs.versions.NAME]`: one version of an instance, resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct VersionConfig {
    /// The name of the version: `current`, or as `versions.json` has it.
    pub name: String,
    /// `label`: `Next` for the current version of an instance, else the name.
    pub label: String,
    /// `path`: the segments after the instance's `route_base`, without slashes at the ends. By default nothing for the last
    /// version, `next` for the current one, else the name.
    pub path: String,
    /// The folder of its files: the instance's `path`, or `versioned_docs/version-NAME`.
    pub folder: String,
    /// The name of the folder of its translations, and of the file of its translated labels: `current`,
    /// `version-NAME`.
    pub translations: String,
    /// `versioned_sidebars/version-NAME-sidebars.json`, where it exists. The current version has the instance's sidebars.
    pub sidebars: Option<FileId>,
    /// The sidebars with the items of the site's own generator, which the driver calls.
    pub generated_sidebars: Option<SidebarSource>,
    /// Whether the version is the one that readers see by default.
    pub is_last: bool,
    /// `banner`: by default none for the last version, unreleased for newer and unmaintained for older ones.
    pub banner: Option<VersionBanner>,
    /// `badge`: whether each page shows its label; by default if there are several versions.
    pub badge: bool,
    /// `no_index`: `false` by default.
    pub no_index: bool,
    /// `class_name`: `docs-version-NAME` by default.
    pub class_name: String,
    /// Translated labels by Docusaurus' ids, such as `sidebar.docs.category.Guides`; empty until the configuration is
    /// translated to a locale (see [`crate::translations`]).
    pub messages: BTreeMap<String, String>,
}

/// The warning at the top of a version's pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum VersionBanner {
    /// The version is not released yet.
    Unreleased,
    /// The version is no longer maintained.
    Unmaintained,
}

impl VersionBanner {
    /// Docusaurus' name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            VersionBanner::Unreleased => "unreleased",
            VersionBanner::Unmaintained => "unmaintained",
        }
    }
}

/// The keys of `[[docs]]` that are about versions, as written.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs, reason = "documented at VersionConfig")]
pub struct RawVersions {
    /// `version` or `version.name`: the name of the current version.
    pub current: Option<String>,
    /// `version.label`: the label of the current version.
    pub current_label: Option<String>,
    /// `last_version`: the version without a segment of its own in its paths; the newest released one by default.
    pub last: Option<(String, Span)>,
    /// `include_current_version`: whether the folder that is being written is published; `true` by default.
    pub include_current: Option<bool>,
    /// `only_include_versions`: the others are left out.
    pub only: Option<Vec<(String, Span)>>,
    /// `[docs.versions.NAME]`.
    pub options: BTreeMap<String, RawVersion>,
}

/// `[docs.versions.NAME]` as written.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs, reason = "documented at VersionConfig")]
pub struct RawVersion {
    pub label: Option<String>,
    pub path: Option<(String, Span)>,
    /// The inner `None` is the value `none`.
    pub banner: Option<Option<VersionBanner>>,
    pub badge: Option<bool>,
    pub no_index: Option<bool>,
    pub class_name: Option<String>,
    pub span: Option<Span>,
}

/// Reads the keys of an instance.
pub(in crate::config) fn read_versions(fields: &mut Fields<'_, '_>) -> RawVersions {
    let mut versions = RawVersions {
        current: None,
        current_label: None,
        last: fields.string_at("last_version"),
        include_current: fields.boolean("include_current_version"),
        only: None,
        options: BTreeMap::new(),
    };
    if let Some(version) = fields.node("version") {
        if let NodeValue::String(name) = &version.value {
            versions.current = Some(name.clone());
        } else {
            let mut fields = Fields::new(version, FIELD_CODES, fields.sink);
            versions.current = fields.string("name");
            versions.current_label = fields.string("label");
            fields.finish();
        }
    }
    if fields.node("only_include_versions").is_some() {
        versions.only = Some(fields.strings("only_include_versions"));
    }
    if let Some(node) = fields.node("versions") {
        for entry in node.entries() {
            let mut version = read_version(&entry.node, fields.sink);
            version.span = Some(entry.key_span);
            versions.options.insert(entry.key.clone(), version);
        }
    }
    versions
}

fn read_version(node: &Node, sink: &mut Diagnostics) -> RawVersion {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let banner = fields.enum_value("banner", &["none", "unreleased", "unmaintained"]);
    let version = RawVersion {
        label: fields.string("label"),
        path: fields.string_at("path"),
        banner: banner.map(|word| match word {
            "unreleased" => Some(VersionBanner::Unreleased),
            "unmaintained" => Some(VersionBanner::Unmaintained),
            _ => None,
        }),
        badge: fields.boolean("badge"),
        no_index: fields.boolean("no_index"),
        class_name: fields.string("class_name"),
        span: None,
    };
    fields.finish();
    version
}

/// Fills in the defaults. Returns the current version, then the released ones from the newest to the oldest. The list is
/// never empty: a wrong configuration leaves the current version.
pub(in crate::config) fn resolve_versions(
    raw: &RawVersions,
    id: &str,
    path: &str,
    tree: &SourceTree,
    sink: &mut Diagnostics,
) -> Vec<VersionConfig> {
    let current = raw.current.as_deref().unwrap_or(CURRENT_VERSION);
    let released = released_versions(id, current, path, tree, sink);
    let all = included(raw, current, &released);
    report_unknown(raw, &all, sink);
    let names = chosen(raw, &all);
    let first_released = names.iter().find(|name| **name != current);
    let last = match &raw.last {
        Some((last, _)) if names.contains(&last.as_str()) => last.as_str(),
        _ => first_released.or(names.first()).copied().unwrap_or(current),
    };
    let order = VersionOrder {
        names: &names,
        current,
        last,
    };
    let resolved = names.iter().map(|name| {
        let written = raw.options.get(*name).cloned().unwrap_or_default();
        let released = released.iter().find(|version| version.name == *name);
        VersionConfig {
            label: match (&written.label, &raw.current_label) {
                (Some(label), _) => label.clone(),
                (None, Some(label)) if *name == current => label.clone(),
                _ if *name == current => "Next".to_owned(),
                _ => (*name).to_owned(),
            },
            path: match &written.path {
                Some((path, _)) => path.trim_matches('/').to_owned(),
                None => order.default_path(name).trim_matches('/').to_owned(),
            },
            folder: released.map_or_else(|| path.to_owned(), |version| version.folder.clone()),
            translations: match name {
                name if *name == current => CURRENT_VERSION.to_owned(),
                name => format!("version-{name}"),
            },
            sidebars: released.and_then(|version| version.sidebars),
            generated_sidebars: None,
            is_last: *name == last,
            banner: written.banner.unwrap_or(order.default_banner(name)),
            badge: written.badge.unwrap_or(names.len() > 1),
            no_index: written.no_index.unwrap_or(false),
            class_name: written
                .class_name
                .unwrap_or_else(|| format!("docs-version-{name}")),
            messages: BTreeMap::new(),
            name: (*name).to_owned(),
        }
    });
    resolved.collect()
}

/// The versions of an instance from the newest to the oldest, which decides the defaults of each.
struct VersionOrder<'v> {
    names: &'v [&'v str],
    current: &'v str,
    last: &'v str,
}

impl<'v> VersionOrder<'v> {
    fn default_path(&self, name: &'v str) -> &'v str {
        match name {
            _ if name == self.last => "",
            _ if name == self.current => "next",
            name => name,
        }
    }

    /// Versions that are newer than the last one are unreleased, older ones unmaintained.
    fn default_banner(&self, name: &str) -> Option<VersionBanner> {
        let position = |wanted: &str| self.names.iter().position(|name| *name == wanted);
        match (position(name)?, position(self.last)?) {
            (at, last) if at < last => Some(VersionBanner::Unreleased),
            (at, last) if at > last => Some(VersionBanner::Unmaintained),
            _ => None,
        }
    }
}

/// The names before `only_include_versions`.
fn included<'v>(
    raw: &RawVersions,
    current: &'v str,
    released: &'v [ReleasedVersion],
) -> Vec<&'v str> {
    let mut names: Vec<&str> = released
        .iter()
        .map(|version| version.name.as_str())
        .collect();
    let is_wanted = raw.include_current.unwrap_or(true) || names.is_empty();
    if is_wanted && !names.contains(&current) {
        names.insert(0, current);
    }
    names
}

fn chosen<'v>(raw: &RawVersions, all: &[&'v str]) -> Vec<&'v str> {
    let is_chosen = |name: &&str| match &raw.only {
        Some(only) => only.iter().any(|(wanted, _)| wanted == name),
        None => true,
    };
    let chosen: Vec<&str> = all.iter().copied().filter(is_chosen).collect();
    if chosen.is_empty() {
        return all.to_vec();
    }
    chosen
}

/// Reports names in the configuration that no version has.
fn report_unknown(raw: &RawVersions, names: &[&str], sink: &mut Diagnostics) {
    let options = raw.options.iter();
    let options = options.filter_map(|(name, version)| Some((name, version.span?)));
    let only = raw.only.iter().flatten();
    let named = raw
        .last
        .iter()
        .chain(only)
        .map(|(name, span)| (name, *span));
    for (name, span) in named.chain(options) {
        if names.contains(&name.as_str()) {
            continue;
        }
        let message = format!("there is no version `{name}`");
        let known = format!("the versions are `{}`", names.join("`, `"));
        sink.error(Code::BadConfig, span, message)
            .help(did_you_mean_or(name, names.iter().copied(), &known));
    }
}

/// A version that is not the current one.
struct ReleasedVersion {
    name: String,
    folder: String,
    sidebars: Option<FileId>,
}

/// The released versions of an instance, newest first.
fn released_versions(
    id: &str,
    current: &str,
    current_folder: &str,
    tree: &SourceTree,
    sink: &mut Diagnostics,
) -> Vec<ReleasedVersion> {
    let start = match id {
        DEFAULT_INSTANCE => String::new(),
        id => format!("{id}_"),
    };
    let own_folder = format!("{start}versions");
    let names = match tree.find(&format!("{start}versions.json")) {
        Some(file) => match parse_yaml(file, 0..file.text.len(), Code::BadConfig, sink) {
            Some(node) => read_names(&node, sink),
            None => Vec::new(),
        },
        None => folder_names(&own_folder, tree),
    };
    let mut released: Vec<ReleasedVersion> = Vec::new();
    for (name, span) in names {
        let mut folders = [
            format!("{start}versioned_docs/version-{name}"),
            format!("{own_folder}/{name}"),
        ];
        if name == current {
            // The list may name the current version, to set its position in the order.
            current_folder.clone_into(&mut folders[0]);
        }
        let sidebars = format!("{start}versioned_sidebars/version-{name}-sidebars.json");
        let Some(folder) = folders.iter().find(|folder| tree.has_folder(folder)) else {
            let message = format!("the version `{name}` has no folder");
            sink.error(Code::BadConfig, span, message)
                .help(format!("its documents belong into `{}`", folders[0]));
            continue;
        };
        if released.iter().any(|version| version.name == name) {
            let message = format!("the version `{name}` is named twice");
            sink.error(Code::BadConfig, span, message)
                .help("delete one of the two names");
            continue;
        }
        released.push(ReleasedVersion {
            folder: folder.clone(),
            sidebars: tree.find(&sidebars).map(|file| file.id),
            name,
        });
    }
    released
}

fn read_names(node: &Node, sink: &mut Diagnostics) -> Vec<(String, Option<Span>)> {
    let NodeValue::List(items) = &node.value else {
        sink.error(Code::BadConfig, node.span, "expected a list of versions")
            .help("such as `[\"2.0\", \"1.0\"]`, the newest first");
        return Vec::new();
    };
    let mut names = Vec::new();
    for item in items {
        match &item.value {
            NodeValue::String(name) => names.push((name.clone(), Some(item.span))),
            _ => {
                sink.error(Code::BadConfig, item.span, "a version's name is a string")
                    .help("put it in quotes");
            }
        }
    }
    names
}

/// The names of the folders below `versions/`, the highest version first.
fn folder_names(folder: &str, tree: &SourceTree) -> Vec<(String, Option<Span>)> {
    let names: BTreeSet<&str> = tree
        .files_in(folder)
        .filter_map(|file| Some(file.path.get(folder.len() + 1..)?.split_once('/')?.0))
        .collect();
    let mut names: Vec<&str> = names.into_iter().collect();
    names.sort_by_key(|name| std::cmp::Reverse(numbers_of(name)));
    let names = names.into_iter().map(|name| (name.to_owned(), None));
    names.collect()
}

/// The numbers in a version's name, then the name: `1.10` is newer than `1.9`.
fn numbers_of(name: &str) -> (Vec<u64>, &str) {
    let parts = name.split(|c: char| !c.is_ascii_digit());
    let numbers = parts.filter_map(|part| part.parse().ok());
    (numbers.collect(), name)
}
