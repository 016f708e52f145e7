//! Translates `themeConfig`.

use super::code_theme::written_out;
use super::navbar::{footer, navbar};
use super::options::{
    NonData, Options, Table, non_data, report_non_data, snake_case_table, string, warn_unsupported,
    with_snake_case_keys,
};
use super::typesense::typesense;
use crate::diagnostic::Diagnostics;
use crate::value::{Entry, Node, NodeValue};

/// Puts the options of the theme into `root`, and those that belong to `[blog]` into `blog`.
pub(super) fn theme(node: &Node, root: &mut Table, blog: &mut Table, sink: &mut Diagnostics) {
    let mut options = Options::new("themeConfig", node, sink);
    if let Some(node) = options.node("navbar") {
        navbar(node, root, options.sink);
    }
    if let Some(node) = options.node("footer") {
        footer(node, root, options.sink);
    }
    if let Some(node) = options.node("colorMode") {
        let keys = ["defaultMode", "disableSwitch", "respectPrefersColorScheme"];
        let name = "themeConfig.colorMode";
        root.put_table(
            "color_mode",
            snake_case_table(node, name, &keys, options.sink),
        );
    }
    if let Some(node) = options.node("docs") {
        docs(node, root, options.sink);
    }
    if let Some(node) = options.node("blog") {
        blog_sidebar(node, blog, options.sink);
    }
    if let Some(node) = options.node("tableOfContents") {
        table_of_contents(node, root, options.sink);
    }
    if let Some(node) = options.node("announcementBar") {
        announcement_bar(node, root, options.sink);
    }
    if let Some(node) = options.node("prism") {
        prism(node, root, options.sink);
    }
    if let Some(node) = options.node("algolia") {
        algolia(node, root, options.sink);
    }
    if let Some(node) = options.node("typesense") {
        typesense(node, root, options.sink);
    }
    metadata(&mut options, root);
    // Options that current Docusaurus refuses, and options of plugins without effect here.
    options.ignore(&["mermaid", "zoom", "liveCodeBlock"]);
    options.finish();
}

fn blog_sidebar(node: &Node, blog: &mut Table, sink: &mut Diagnostics) {
    let mut options = Options::new("themeConfig.blog", node, sink);
    if let Some(node) = options.node("sidebar") {
        let mut options = Options::new("themeConfig.blog.sidebar", node, options.sink);
        options.copy(blog, &[("groupByYear", "group_by_year")]);
        options.finish();
    }
    options.finish();
}

fn table_of_contents(node: &Node, root: &mut Table, sink: &mut Diagnostics) {
    let mut options = Options::new("themeConfig.tableOfContents", node, sink);
    let levels = [
        ("minHeadingLevel", "toc_min_heading_level"),
        ("maxHeadingLevel", "toc_max_heading_level"),
    ];
    options.copy(root, &levels);
    options.finish();
}

fn announcement_bar(node: &Node, root: &mut Table, sink: &mut Diagnostics) {
    let keys = [
        "id",
        "content",
        "backgroundColor",
        "textColor",
        "isCloseable",
    ];
    let name = "themeConfig.announcementBar";
    root.put_table(
        "announcement_bar",
        snake_case_table(node, name, &keys, sink),
    );
}

fn docs(node: &Node, root: &mut Table, sink: &mut Diagnostics) {
    let mut options = Options::new("themeConfig.docs", node, sink);
    if let Some(node) = options.node("sidebar") {
        let keys = ["hideable", "autoCollapseCategories"];
        let name = "themeConfig.docs.sidebar";
        root.put_table("sidebar", snake_case_table(node, name, &keys, options.sink));
    }
    // Bindery does not store which version a reader chose.
    options.ignore(&["versionPersistence"]);
    options.finish();
}

/// The tags of every page's head, and the image for social networks.
fn metadata(options: &mut Options<'_, '_>, root: &mut Table) {
    options.copy(root, &[("metadata", "metadata")]);
    if let Some(node) = options.node("image")
        && let NodeValue::String(path) = &node.value
    {
        // Docusaurus allows paths without their first slash.
        let is_url = path.contains("://") || path.starts_with('/');
        let path = if is_url {
            path.clone()
        } else {
            format!("/{path}")
        };
        root.put("image", string(node.span, path));
    }
}

/// `[code]`.
fn prism(node: &Node, root: &mut Table, sink: &mut Diagnostics) {
    let mut options = Options::new("themeConfig.prism", node, sink);
    let mut table = Table::at(node.span);
    let mut themes = Table::at(node.span);
    for (key, to) in [("theme", "light"), ("darkTheme", "dark")] {
        if let Some(entry) = options.entry(key)
            && let Some(name) = theme_name(entry, &options.path(key), options.sink)
        {
            themes.put(to, string(entry.node.span, name));
        }
    }
    table.put_table("themes", themes);
    options.copy(
        &mut table,
        &[
            ("additionalLanguages", "additional_languages"),
            ("defaultLanguage", "default_language"),
        ],
    );
    if let Some(node) = options.plain("magicComments") {
        table.put("magic_comments", with_snake_case_keys(node));
    }
    options.finish();
    root.put_table("code", table);
}

/// The name of a theme of `prism-react-renderer`, or the colours of the site's own; `None` where it has none, of which it warns.
fn theme_name(entry: &Entry, name: &str, sink: &mut Diagnostics) -> Option<String> {
    match non_data(&entry.node) {
        Some(NonData::Package { name, member }) if name.starts_with("prism-react-renderer") => {
            let member = member.trim_start_matches("default.");
            let theme = match member {
                "" | "default" => name.rsplit('/').next(),
                member => member.rsplit('.').next(),
            };
            theme.map(str::to_owned)
        }
        Some(value) => {
            report_non_data(&value, entry.node.span, name, sink);
            None
        }
        None => {
            let colours = written_out(&entry.node);
            if colours.is_none() {
                let message = format!("the colours of `{name}` cannot be read");
                let help = "name a theme of `prism-react-renderer`, or write `plain` and `styles` with `#rrggbb`";
                warn_unsupported(sink, entry.key_span, message, help);
            }
            colours
        }
    }
}

/// `[search]`: Bindery's embedded search replaces Algolia's.
fn algolia(node: &Node, root: &mut Table, sink: &mut Diagnostics) {
    let mut options = Options::new("themeConfig.algolia", node, sink);
    let mut table = Table::at(node.span);
    options.copy(
        &mut table,
        &[
            ("contextualSearch", "contextual"),
            ("searchPagePath", "page_path"),
        ],
    );
    // Without this key `translate` would turn the search page off.
    if options.node("searchPagePath").is_none() {
        table.put("page_path", string(node.span, "/search"));
    }
    root.put_table("search", table);
}
