//! The options of documents, blog, pages and of the plugins that add to them, as the tables of `site.toml`.

use super::options::{Options, Special, Table, flag, list, special, text, unsupported};
use super::translate::Site;
use crate::diagnostic::Diagnostics;
use crate::source::Span;
use crate::spanned::{Node, NodeValue};
use serde_json::Value;

/// The folders that hold content, as the plugins' options name them, with the defaults of all plugins.
pub(super) fn folders(config: &Value) -> Vec<String> {
    let defaults = ["docs", "blog", "src/pages", "versioned_docs"].map(str::to_owned);
    let mut found = Vec::from(defaults);
    for key in ["presets", "plugins"] {
        collect_folders(&config[key], 0, &mut found);
    }
    found
}

/// Options of plugins lie at most this deep below the list of presets.
const OPTIONS_DEPTH: usize = 4;

fn collect_folders(value: &Value, depth: usize, found: &mut Vec<String>) {
    match value {
        Value::Array(items) if depth < OPTIONS_DEPTH => {
            for item in items {
                collect_folders(item, depth + 1, found);
            }
        }
        Value::Object(map) if depth < OPTIONS_DEPTH => {
            let path = map.get("path").and_then(Value::as_str);
            found.extend(path.map(tree_path));
            let id = map.get("id").and_then(Value::as_str);
            found.extend(id.map(|id| format!("{id}_versioned_docs")));
            for item in map.values() {
                collect_folders(item, depth + 1, found);
            }
        }
        _ => {}
    }
}

/// A path as the tree has it: below the site's folder, or beginning with `../`.
pub(super) fn tree_path(path: &str) -> String {
    let path = path.strip_prefix("@site").unwrap_or(path);
    let mut segments: Vec<&str> = Vec::new();
    for segment in path.split('/') {
        match segment {
            "" | "." => {}
            ".." if segments.last().is_some_and(|last| *last != "..") => {
                segments.pop();
            }
            _ => segments.push(segment),
        }
    }
    segments.join("/")
}

/// Options that all content plugins share; what is no content of the site's own.
fn shared(options: &mut Options<'_, '_>) {
    for key in [
        "remarkPlugins",
        "rehypePlugins",
        "recmaPlugins",
        "beforeDefaultRemarkPlugins",
        "beforeDefaultRehypePlugins",
    ] {
        for plugin in options.list(key) {
            report_plugin(plugin, options.sink);
        }
    }
    // Its keywords are those of the whole site, see `translate`.
    if let Some(entry) = options.entry("admonitions")
        && entry.node.value == NodeValue::Bool(false)
    {
        let message = "admonitions cannot be turned off".to_owned();
        unsupported(options.sink, entry.key_span, message, "remove the option");
    }
}

/// What Bindery does by itself, and what changes nothing that readers see.
const NATIVE: [&str; 8] = [
    "remark-math",
    "rehype-katex",
    "rehype-mathjax",
    "remark-gfm",
    "remark-github-admonitions-to-directives",
    "remark-frontmatter",
    "remark-directive",
    "rehype-slug",
];

/// Warns of a plugin for Markdown that Bindery has nothing for.
fn report_plugin(node: &Node, sink: &mut Diagnostics) {
    let head = match &node.value {
        NodeValue::List(items) => items.first().unwrap_or(node),
        _ => node,
    };
    let name = match (special(head), &head.value) {
        (Some(Special::Package { name, .. }), _) => name,
        (Some(Special::Function(name)), _) => name,
        (_, NodeValue::Text(name)) => name,
        (_, NodeValue::Null | NodeValue::Bool(_)) => return,
        _ => "?",
    };
    if !NATIVE.iter().any(|native| name.starts_with(native)) {
        let message = format!("the Markdown plugin `{name}` does not run here");
        unsupported(sink, node.span, message, "what it changes stays as written");
    }
}

/// Puts a path of the tree.
fn put_path(options: &mut Options<'_, '_>, table: &mut Table) {
    if let Some(node) = options.node("path")
        && let NodeValue::Text(path) = &node.value
    {
        table.put("path", text(node.span, tree_path(path)));
    }
}

/// Options whose values are names of React components.
fn components(options: &mut Options<'_, '_>, keys: &[&'static str]) {
    for key in keys {
        options.refuse(
            key,
            "components of the site's own for whole pages come later",
        );
    }
}

/// `[[docs]]`.
pub(super) fn docs(
    site: &Site<'_>,
    options: Option<&Node>,
    span: Span,
    sink: &mut Diagnostics,
) -> Node {
    let empty = Table::at(span).into_node();
    let mut options = Options::new("docs", options.unwrap_or(&empty), sink);
    let mut table = Table::at(span);
    put_path(&mut options, &mut table);
    // Whatever the folder is called.
    table.put("route_base", text(span, "docs"));
    options.copy(
        &mut table,
        &[
            ("id", "id"),
            ("routeBasePath", "route_base"),
            ("editUrl", "edit_url"),
            ("editCurrentVersion", "edit_current_version"),
            ("editLocalizedFiles", "edit_localized_files"),
            ("tagsBasePath", "tags_base_path"),
            ("include", "include"),
            ("exclude", "exclude"),
            ("sidebarCollapsible", "sidebar_collapsible"),
            ("sidebarCollapsed", "sidebar_collapsed"),
            ("numberPrefixParser", "number_prefix_parser"),
            ("breadcrumbs", "breadcrumbs"),
            ("onInlineTags", "on_inline_tags"),
            ("tags", "tags"),
            ("showLastUpdateTime", "show_last_update_time"),
            ("showLastUpdateAuthor", "show_last_update_author"),
            ("includeCurrentVersion", "include_current_version"),
            ("onlyIncludeVersions", "only_include_versions"),
            ("disableVersioning", "disable_versioning"),
            ("lastVersion", "last_version"),
        ],
    );
    if let Some(node) = options.plain("versions") {
        table.put("versions", snake_case_below(node));
    }
    // What cannot be closed does not start closed.
    if options.node("sidebarCollapsible").map(|node| &node.value) == Some(&NodeValue::Bool(false)) {
        table.put("sidebar_collapsed", flag(span, false));
    }
    if let Some(entry) = options.entry("sidebarPath") {
        site.put_sidebars(&entry.node, &mut table, options.sink);
    }
    options.refuse(
        "sidebarItemsGenerator",
        "sidebars are made as Docusaurus makes them by default",
    );
    shared(&mut options);
    components(
        &mut options,
        &[
            "docsRootComponent",
            "docVersionRootComponent",
            "docRootComponent",
            "docItemComponent",
            "docTagDocListComponent",
            "docTagsListComponent",
            "docCategoryGeneratedIndexComponent",
        ],
    );
    options.finish();
    table.into_node()
}

/// `versions` by name: the keys of each table in snake case.
fn snake_case_below(mut node: Node) -> Node {
    if let NodeValue::Map(versions) = &mut node.value {
        for version in versions {
            if let NodeValue::Map(entries) = &mut version.node.value {
                for entry in entries {
                    entry.key = snake_case(&entry.key);
                }
            }
        }
    }
    node
}

/// `noIndex` as `no_index`.
pub(super) fn snake_case(key: &str) -> String {
    let mut snake = String::new();
    for letter in key.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

/// `[blog]`.
pub(super) fn blog(options: Option<&Node>, span: Span, sink: &mut Diagnostics) -> Table {
    let empty = Table::at(span).into_node();
    let mut options = Options::new("blog", options.unwrap_or(&empty), sink);
    let mut table = Table::at(span);
    put_path(&mut options, &mut table);
    table.put("route_base", text(span, "blog"));
    options.copy(
        &mut table,
        &[
            ("routeBasePath", "route_base"),
            ("blogTitle", "title"),
            ("blogDescription", "description"),
            ("postsPerPage", "posts_per_page"),
            ("blogSidebarTitle", "sidebar_title"),
            ("blogSidebarCount", "sidebar_count"),
            ("onUntruncatedBlogPosts", "untruncated_posts"),
            ("editUrl", "edit_url"),
            ("editLocalizedFiles", "edit_localized_files"),
            ("authorsMapPath", "authors_map_path"),
            ("authorsBasePath", "authors_base_path"),
            ("tags", "tags"),
            ("tagsBasePath", "tags_base_path"),
            ("archiveBasePath", "archive_base_path"),
            ("pageBasePath", "page_base_path"),
            ("sortPosts", "sort_posts"),
            ("showReadingTime", "show_reading_time"),
            ("showLastUpdateTime", "show_last_update_time"),
            ("showLastUpdateAuthor", "show_last_update_author"),
            ("onInlineTags", "on_inline_tags"),
            ("onInlineAuthors", "on_inline_authors"),
            ("include", "include"),
            ("exclude", "exclude"),
        ],
    );
    if let Some(entry) = options.entry("archiveBasePath")
        && entry.node.value == NodeValue::Null
    {
        table.put("archive_base_path", flag(entry.node.span, false));
    }
    if let Some(node) = options.node("postsPerPage")
        && matches!(&node.value, NodeValue::Text(text) if text == "ALL")
    {
        let all = NodeValue::Int(10_000);
        table.put(
            "posts_per_page",
            Node {
                value: all,
                ..*node
            },
        );
    }
    if let Some(node) = options.node("feedOptions") {
        table.put_table("feed_options", feed(node, options.sink));
    }
    for key in ["readingTime", "processBlogPosts", "truncateMarker"] {
        options.plain(key);
    }
    options.silent(&["id"]);
    shared(&mut options);
    components(
        &mut options,
        &[
            "blogListComponent",
            "blogPostComponent",
            "blogTagsListComponent",
            "blogTagsPostsComponent",
            "blogAuthorsListComponent",
            "blogAuthorsPostsComponent",
            "blogArchiveComponent",
        ],
    );
    options.finish();
    table
}

fn feed(node: &Node, sink: &mut Diagnostics) -> Table {
    let mut options = Options::new("blog.feedOptions", node, sink);
    let mut table = Table::at(node.span);
    let keys = [
        "type",
        "title",
        "description",
        "copyright",
        "language",
        "limit",
    ];
    options.copy(&mut table, &keys.map(|key| (key, key)));
    if let Some(entry) = options.entry("type")
        && entry.node.value == NodeValue::Null
    {
        table.put("type", list(entry.node.span, Vec::new()));
    }
    options.plain("createFeedItems");
    options.refuse("xslt", "feeds are served without a style sheet");
    options.finish();
    table
}

/// `[pages]`.
pub(super) fn pages(options: Option<&Node>, span: Span, sink: &mut Diagnostics) -> Table {
    let empty = Table::at(span).into_node();
    let mut options = Options::new("pages", options.unwrap_or(&empty), sink);
    let mut table = Table::at(span);
    put_path(&mut options, &mut table);
    options.copy(
        &mut table,
        &[
            ("routeBasePath", "route_base"),
            ("editUrl", "edit_url"),
            ("editLocalizedFiles", "edit_localized_files"),
            ("include", "include"),
            ("exclude", "exclude"),
            ("showLastUpdateTime", "show_last_update_time"),
            ("showLastUpdateAuthor", "show_last_update_author"),
        ],
    );
    options.silent(&["id"]);
    shared(&mut options);
    components(&mut options, &["mdxPageComponent"]);
    options.finish();
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_those_of_the_tree() {
        for (written, expected) in [
            ("docs", "docs"),
            ("./docs/", "docs"),
            ("@site/../docs", "../docs"),
            ("../../a/./b/../c", "../../a/c"),
            ("@site", ""),
        ] {
            assert_eq!(tree_path(written), expected);
        }
        assert_eq!(snake_case("noIndex"), "no_index");
    }
}
