//! `[pages]`: Markdown files and components that are pages outside of docs and blog.

use super::versions::DEFAULT_INSTANCE;
use crate::config::CONFIG_PATH;
use crate::config::paths::{folder, route_base};
use crate::config::values::{FIELD_CODES, report_second, string_list};
use crate::diagnostic::{Code, Diagnostics};
use crate::pattern::Globs;
use crate::source::{SourceFile, SourceTree, Span};
use crate::value::{Fields, Node, NodeValue};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// `[[component_pages]]`: a page that is a component with data; plugins of a Docusaurus site add such pages.
#[derive(Clone, Debug, PartialEq)]
pub struct PluginRoute {
    /// `path`: its path below the base path.
    pub path: String,
    /// `component`: a path of the tree that begins with `@site/`.
    pub component: String,
    /// `props`: the component's properties.
    pub props: Value,
    /// `parents`: the components around it, the outermost first, as in nested routes.
    pub parents: Vec<ParentRoute>,
    /// The span of the entry, or of the plugin.
    pub span: Span,
}

/// A component around a page, in nested routes of plugins.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ParentRoute {
    /// `component`: a path of the tree that begins with `@site/`.
    pub component: String,
    /// `props`: the component's properties.
    pub props: Value,
}

/// Reads an entry of `[[component_pages]]`.
pub(in crate::config) fn read_component_page(
    node: &Node,
    sink: &mut Diagnostics,
) -> Option<PluginRoute> {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let (path, component) = (fields.string("path"), fields.string("component"));
    let props = fields.node("props");
    if let Some(other) = props.filter(|props| !matches!(props.value, NodeValue::Map(_))) {
        fields.report_mismatch(other, "a map");
    }
    let mut parents = Vec::new();
    for parent in fields.list("parents") {
        parents.extend(read_parent(parent, fields.sink));
    }
    if path.is_none() || component.is_none() {
        let message = "an entry of `component_pages` needs a `path` and a `component`";
        let problem = fields.sink.error(Code::BadConfig, node.span, message);
        problem.help("the component is a path such as `@site/src/Page.tsx`");
    }
    fields.finish();
    Some(PluginRoute {
        path: path?,
        component: component?,
        props: props.map(Node::to_json).unwrap_or_default(),
        parents,
        span: node.span,
    })
}

fn read_parent(node: &Node, sink: &mut Diagnostics) -> Option<ParentRoute> {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let component = fields.string("component");
    let props = fields.node("props").map(Node::to_json);
    if component.is_none() {
        let message = "an entry of `parents` needs a `component`, and may have `props`";
        let problem = fields.sink.error(Code::BadConfig, node.span, message);
        problem.help("write `{ component = \"@site/src/Layout.tsx\" }`");
    }
    fields.finish();
    Some(ParentRoute {
        component: component?,
        props: props.unwrap_or_default(),
    })
}

/// `[pages]`: pages outside of documents and blog, without a sidebar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PagesConfig {
    /// `id`: the name of the folder for translations, `default` by default.
    pub id: String,
    /// `path`: the folder, `pages` by default (`src/pages` in a Docusaurus tree).
    pub path: String,
    /// `route_base` (or `route_base_path`): `/` by default.
    pub route_base: String,
    /// `include`: globs of the files that are pages; all Markdown files by default.
    pub include: Globs,
    /// `exclude`: globs of files that are not pages; nor are files with `_` at the start of their name or of a folder's.
    pub exclude: Globs,
    /// `edit_url`: the site's by default.
    pub edit_url: Option<String>,
}

/// `[pages]` as written.
#[derive(Clone, Debug, Default)]
pub enum RawPages {
    /// Not set: there are pages if their folder exists.
    #[default]
    Absent,
    /// `pages = false`.
    Off,
    /// `[pages]`, or each `[[pages]]`.
    On(Vec<RawPagesTable>),
}

/// The table `[pages]` as written.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs, reason = "documented at PagesConfig")]
pub struct RawPagesTable {
    pub span: Option<Span>,
    pub id: Option<String>,
    pub path: Option<(String, Span)>,
    pub route_base: Option<String>,
    pub include: Vec<String>,
    pub exclude: Vec<String>,
    pub edit_url: Option<String>,
}

pub(in crate::config) fn read_pages(node: &Node, sink: &mut Diagnostics) -> RawPages {
    match &node.value {
        NodeValue::Bool(false) => RawPages::Off,
        NodeValue::List(items) => {
            RawPages::On(items.iter().map(|item| read_table(item, sink)).collect())
        }
        _ => RawPages::On(vec![read_table(node, sink)]),
    }
}

fn read_table(node: &Node, sink: &mut Diagnostics) -> RawPagesTable {
    let mut fields = Fields::new(node, FIELD_CODES, sink);
    let table = RawPagesTable {
        span: Some(node.span),
        id: fields.string("id"),
        path: fields.string_at("path"),
        route_base: fields.string("route_base|route_base_path"),
        include: string_list(&mut fields, "include"),
        exclude: string_list(&mut fields, "exclude"),
        edit_url: fields.link("edit_url"),
    };
    fields.finish();
    table
}

/// Fills in the defaults: `edit_url` is the site's, `file` its configuration.
pub(in crate::config) fn resolve_pages(
    raw: &RawPages,
    edit_url: Option<&String>,
    file: Option<&SourceFile>,
    tree: &SourceTree,
    sink: &mut Diagnostics,
) -> Vec<PagesConfig> {
    let default = default_folder(file);
    let tables = match raw {
        RawPages::Off => Vec::new(),
        RawPages::Absent => vec![RawPagesTable::default()],
        RawPages::On(tables) => tables.clone(),
    };
    let mut resolved: Vec<PagesConfig> = Vec::new();
    for table in tables {
        let span = table.path.as_ref().map(|(_, span)| *span).or(table.span);
        let Some(pages) = resolve_table(table, edit_url, default, tree) else {
            continue;
        };
        if resolved.iter().any(|other| other.id == pages.id) {
            let help = "give each a different `id`: translations are found by it";
            report_second(["pages", "id"], &pages.id, span, help, sink);
        } else if resolved.iter().any(|other| other.path == pages.path) {
            let help = "give each a different `path`: a file is one page";
            report_second(["pages", "path"], &pages.path, span, help, sink);
        }
        resolved.push(pages);
    }
    resolved
}

/// The default folder of pages: Docusaurus has it below `src`.
fn default_folder(file: Option<&SourceFile>) -> &'static str {
    match file.is_some_and(|file| file.path == CONFIG_PATH) {
        true => "pages",
        false => "src/pages",
    }
}

/// The table with its defaults; `None` where its folder is not there.
fn resolve_table(
    table: RawPagesTable,
    edit_url: Option<&String>,
    default: &str,
    tree: &SourceTree,
) -> Option<PagesConfig> {
    let path = folder(table.path, default);
    tree.has_folder(&path).then(|| PagesConfig {
        id: table.id.unwrap_or_else(|| DEFAULT_INSTANCE.to_owned()),
        route_base: route_base(table.route_base.unwrap_or_default().as_str()),
        include: Globs::new(&table.include),
        exclude: Globs::new(&table.exclude),
        edit_url: table.edit_url.or_else(|| edit_url.cloned()),
        path,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::read_config;

    const CONFIG: &str = "title = \"S\"\nurl = \"https://s.example\"\n";

    fn read(toml: &str) -> (Vec<PluginRoute>, Vec<String>) {
        let tree = SourceTree::from_texts(&[("site.toml", toml)]);
        let mut sink = Diagnostics::new();
        let config = read_config(&tree, &mut sink);
        let problems = sink.into_sorted().into_iter().map(|one| one.message);
        (config.plugin_routes, problems.collect())
    }

    #[test]
    fn component_pages_with_values_of_other_types_are_reported() {
        let check = |more: &str, expected: &str| {
            let (_, problems) = read(&format!(
                "{CONFIG}[[component_pages]]\npath = \"/x\"\ncomponent = \"@site/x.tsx\"\n{more}\n"
            ));
            let is_expected = |problem: &String| problem.contains(expected);
            assert!(problems.iter().any(is_expected), "{problems:#?}");
        };
        check("props = \"a\"", "expected a map, found a string");
        check("parents = \"a\"", "expected a list, found a string");
        check(
            "parents = [{ props = {} }]",
            "an entry of `parents` needs a `component`",
        );
        let (pages, problems) = read(&format!(
            "{CONFIG}[[component_pages]]\npath = \"/x\"\ncomponent = \"@site/x.tsx\"\nprops = {{ a = 1 }}\n\
             parents = [{{ component = \"@site/y.tsx\", props = {{}} }}]\n"
        ));
        assert_eq!(problems, Vec::<String>::new());
        assert_eq!(pages[0].parents.len(), 1);
    }
}
