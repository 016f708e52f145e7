//! `[pages]`: Markdown files that are pages of their own.

use super::raw::DIALECT;
use crate::diagnostic::Diagnostics;
use crate::source::{SourceTree, Span};
use crate::spanned::{Fields, Node, NodeValue};

/// `[pages]`: pages outside of documents and blog, without a sidebar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PagesConfig {
    /// `path`: the folder, `pages` by default (`src/pages` in a Docusaurus tree).
    pub path: String,
    /// `route_base` (or `route_base_path`): `/` by default.
    pub route_base: String,
    /// `include`: globs of the files that are pages; all Markdown files by default.
    pub include: Vec<String>,
    /// `exclude`: globs of files that are none; those with an underscore before their name or a folder's never are.
    pub exclude: Vec<String>,
    /// `edit_url`: the site's by default.
    pub edit_url: Option<String>,
}

/// `[pages]` as written.
#[derive(Clone, Debug, Default)]
pub enum RawPages {
    /// Not mentioned: there are some where their folder is.
    #[default]
    Absent,
    /// `pages = false`.
    Off,
    /// `[pages]`.
    On(RawPagesTable),
}

/// The table `[pages]` as written.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs, reason = "documented at PagesConfig")]
pub struct RawPagesTable {
    pub path: Option<(String, Span)>,
    pub route_base: Option<String>,
    pub include: Vec<String>,
    pub exclude: Vec<String>,
    pub edit_url: Option<String>,
}

pub(super) fn read_pages(node: &Node, sink: &mut Diagnostics) -> RawPages {
    if node.value == NodeValue::Bool(false) {
        return RawPages::Off;
    }
    let mut fields = Fields::new(node, DIALECT, sink);
    let texts = |list: Vec<(String, Span)>| list.into_iter().map(|(text, _)| text).collect();
    let table = RawPagesTable {
        path: fields.text_at("path"),
        route_base: fields.text("route_base|route_base_path"),
        include: texts(fields.texts("include")),
        exclude: texts(fields.texts("exclude")),
        edit_url: fields.text("edit_url"),
    };
    fields.finish();
    RawPages::On(table)
}

/// The pages of a site; `default` is the folder they usually lie in, `edit_url` the site's.
pub(super) fn resolve_pages(
    raw: &RawPages,
    edit_url: Option<&String>,
    default: &str,
    tree: &SourceTree,
) -> Option<PagesConfig> {
    let table = match raw {
        RawPages::Off => return None,
        RawPages::Absent => RawPagesTable::default(),
        RawPages::On(table) => table.clone(),
    };
    let path = super::resolve::folder(table.path, default);
    tree.has_folder(&path).then(|| PagesConfig {
        route_base: super::resolve::route_base(table.route_base.unwrap_or_default().as_str()),
        include: table.include,
        exclude: table.exclude,
        edit_url: table.edit_url.or_else(|| edit_url.cloned()),
        path,
    })
}
