//! Translates the options of the docs, blog and pages plugins to `[[docs]]`, `[blog]` and `[pages]`.

use super::context::Context;
use super::markdown_plugins::MARKDOWN_PLUGIN_LISTS;
use super::options::{
    Options, Table, boolean, list, string, warn_unsupported, with_snake_case_keys,
};
use super::paths::tree_path;
use crate::diagnostic::Diagnostics;
use crate::source::Span;
use crate::value::{Node, NodeValue};

/// Reports the options of Markdown processing that all content plugins share.
fn report_markdown_options(options: &mut Options<'_, '_>) {
    // The driver lets them run (`markdown_plugins`).
    options.ignore(&MARKDOWN_PLUGIN_LISTS);
    // `translate` takes the heading of footnotes from them, which is one for the whole site.
    options.ignore(&["remarkRehypeOptions"]);
    // `translate` collects the keywords, which hold for the whole site.
    if let Some(entry) = options.entry("admonitions")
        && entry.node.value == NodeValue::Bool(false)
    {
        let message = "admonitions cannot be turned off".to_owned();
        warn_unsupported(options.sink, entry.key_span, message, "remove the option");
    }
}

/// Copies the option `path`, relative to the site's folder.
fn put_path(options: &mut Options<'_, '_>, table: &mut Table) {
    if let Some(node) = options.node("path")
        && let NodeValue::String(path) = &node.value
    {
        table.put("path", string(node.span, tree_path(path)));
    }
}

/// Warns of options that replace the React components of whole pages.
fn refuse_components(options: &mut Options<'_, '_>, keys: &[&'static str]) {
    for key in keys {
        options.refuse(
            key,
            "replacing the components of whole pages is not supported",
        );
    }
}

/// The help for options about edit links.
const EDIT_LINKS: &str = "an edit link leads to the file of the page";

/// Options that `[[docs]]` has under the same or a similar key.
const DOCS_OPTIONS: [(&str, &str); 17] = [
    ("id", "id"),
    ("routeBasePath", "route_base"),
    ("editUrl", "edit_url"),
    ("tagsBasePath", "tags_base_path"),
    ("sidebarCollapsible", "sidebar_collapsible"),
    ("sidebarCollapsed", "sidebar_collapsed"),
    ("numberPrefixParser", "number_prefix_parser"),
    ("include", "include"),
    ("exclude", "exclude"),
    ("breadcrumbs", "breadcrumbs"),
    ("onInlineTags", "on_inline_tags"),
    ("tags", "tags"),
    ("showLastUpdateTime", "show_last_update_time"),
    ("showLastUpdateAuthor", "show_last_update_author"),
    ("includeCurrentVersion", "include_current_version"),
    ("onlyIncludeVersions", "only_include_versions"),
    ("lastVersion", "last_version"),
];

/// `[[docs]]`.
pub(super) fn docs(
    context: &Context<'_>,
    options: Option<&Node>,
    span: Span,
    sink: &mut Diagnostics,
) -> Node {
    let empty = Table::at(span).into_node();
    let mut options = Options::new("docs", options.unwrap_or(&empty), sink);
    let mut table = Table::at(span);
    put_path(&mut options, &mut table);
    // Docusaurus' default does not depend on the folder's name.
    table.put("route_base", string(span, "docs"));
    options.copy(&mut table, &DOCS_OPTIONS);
    for key in ["editCurrentVersion", "editLocalizedFiles"] {
        options.refuse(key, EDIT_LINKS);
    }
    if options.node("disableVersioning").map(|node| &node.value) == Some(&NodeValue::Bool(true)) {
        table.put(
            "only_include_versions",
            list(span, vec![string(span, "current")]),
        );
    }
    if let Some(node) = options.plain("versions") {
        table.put("versions", with_snake_case_keys(node));
    }
    // A category that cannot be closed does not start closed.
    if options.node("sidebarCollapsible").map(|node| &node.value) == Some(&NodeValue::Bool(false)) {
        table.put("sidebar_collapsed", boolean(span, false));
    }
    if let Some(entry) = options.entry("sidebarPath") {
        context.put_sidebars(&entry.node, &mut table, options.sink);
    }
    // The driver calls the function, once the documents are known.
    options.ignore(&["sidebarItemsGenerator"]);
    report_markdown_options(&mut options);
    refuse_components(
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

/// Options that `[blog]` has under the same or a similar key.
const BLOG_OPTIONS: [(&str, &str); 23] = [
    ("id", "id"),
    ("routeBasePath", "route_base"),
    ("blogTitle", "title"),
    ("blogDescription", "description"),
    ("postsPerPage", "posts_per_page"),
    ("blogSidebarTitle", "sidebar_title"),
    ("blogSidebarCount", "sidebar_count"),
    ("onUntruncatedBlogPosts", "untruncated_posts"),
    ("editUrl", "edit_url"),
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
];

/// `[blog]`.
pub(super) fn blog(options: Option<&Node>, span: Span, sink: &mut Diagnostics) -> Table {
    let empty = Table::at(span).into_node();
    let mut options = Options::new("blog", options.unwrap_or(&empty), sink);
    let mut table = Table::at(span);
    put_path(&mut options, &mut table);
    table.put("route_base", string(span, "blog"));
    options.copy(&mut table, &BLOG_OPTIONS);
    if let Some(entry) = options.entry("archiveBasePath")
        && entry.node.value == NodeValue::Null
    {
        table.put("archive_base_path", boolean(entry.node.span, false));
    }
    if let Some(node) = options.node("postsPerPage")
        && matches!(&node.value, NodeValue::String(text) if text == "ALL")
    {
        let all = NodeValue::Integer(10_000);
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
    options.refuse("editLocalizedFiles", EDIT_LINKS);
    report_markdown_options(&mut options);
    refuse_components(
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
            ("id", "id"),
            ("routeBasePath", "route_base"),
            ("editUrl", "edit_url"),
            ("include", "include"),
            ("exclude", "exclude"),
        ],
    );
    options.refuse("editLocalizedFiles", EDIT_LINKS);
    for key in ["showLastUpdateTime", "showLastUpdateAuthor"] {
        options.refuse(key, "only documents and posts show their last change");
    }
    report_markdown_options(&mut options);
    refuse_components(&mut options, &["mdxPageComponent"]);
    options.finish();
    table
}
