//! `themeConfig` as the tables of `site.toml`.

use super::content::snake_case;
use super::navbar::{footer, navbar};
use super::options::{Options, Special, Table, report_special, special, text, unsupported};
use super::typesense::typesense;
use crate::diagnostic::Diagnostics;
use crate::spanned::{Entry, Node, NodeValue};

/// Puts what the theme is told into the tables of the site; some of it belongs to the blog.
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
        root.put_table("color_mode", snake_table(node, name, &keys, options.sink));
    }
    if let Some(node) = options.node("docs") {
        docs(node, root, options.sink);
    }
    if let Some(node) = options.node("blog") {
        let mut options = Options::new("themeConfig.blog", node, options.sink);
        if let Some(node) = options.node("sidebar") {
            let mut options = Options::new("themeConfig.blog.sidebar", node, options.sink);
            options.copy(blog, &[("groupByYear", "group_by_year")]);
            options.finish();
        }
        options.finish();
    }
    if let Some(node) = options.node("tableOfContents") {
        let mut options = Options::new("themeConfig.tableOfContents", node, options.sink);
        let levels = [
            ("minHeadingLevel", "toc_min_heading_level"),
            ("maxHeadingLevel", "toc_max_heading_level"),
        ];
        options.copy(root, &levels);
        options.finish();
    }
    if let Some(node) = options.node("announcementBar") {
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
            snake_table(node, name, &keys, options.sink),
        );
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
    // Fields that Docusaurus refuses by now, and those of plugins that are not run.
    options.silent(&["mermaid", "zoom", "liveCodeBlock"]);
    options.finish();
}

/// A table of the same keys in snake case.
pub(super) fn snake_table(
    node: &Node,
    name: &str,
    keys: &[&'static str],
    sink: &mut Diagnostics,
) -> Table {
    let mut table = Table::at(node.span);
    let mut options = Options::new(name, node, sink);
    for key in keys {
        if let Some(entry) = options.entry(key)
            && let Some(node) = options.plain(key)
        {
            table.put_at(&snake_case(key), entry.key_span, node);
        }
    }
    options.finish();
    table
}

fn docs(node: &Node, root: &mut Table, sink: &mut Diagnostics) {
    let mut options = Options::new("themeConfig.docs", node, sink);
    if let Some(node) = options.node("sidebar") {
        let keys = ["hideable", "autoCollapseCategories"];
        let name = "themeConfig.docs.sidebar";
        root.put_table("sidebar", snake_table(node, name, &keys, options.sink));
    }
    // No choice of a version is kept here.
    options.silent(&["versionPersistence"]);
    options.finish();
}

/// The tags of every page's head, and the picture for social networks.
fn metadata(options: &mut Options<'_, '_>, root: &mut Table) {
    options.copy(root, &[("metadata", "metadata")]);
    if let Some(node) = options.node("image")
        && let NodeValue::Text(path) = &node.value
    {
        // Docusaurus writes such paths without their first slash.
        let is_url = path.contains("://") || path.starts_with('/');
        let path = if is_url {
            path.clone()
        } else {
            format!("/{path}")
        };
        root.put("image", text(node.span, path));
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
            themes.put(to, text(entry.node.span, name));
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
        table.put("magic_comments", snake_items(node));
    }
    options.finish();
    root.put_table("code", table);
}

/// The keys of the maps in a list, in snake case.
fn snake_items(mut node: Node) -> Node {
    if let NodeValue::List(items) = &mut node.value {
        for item in items {
            if let NodeValue::Map(entries) = &mut item.value {
                for entry in entries {
                    entry.key = snake_case(&entry.key);
                }
            }
        }
    }
    node
}

/// The name of a theme of `prism-react-renderer`, in kebab case; themes of the site's own are left out.
fn theme_name(entry: &Entry, name: &str, sink: &mut Diagnostics) -> Option<String> {
    match special(&entry.node) {
        Some(Special::Package { name, member }) if name.starts_with("prism-react-renderer") => {
            let last = |path: &str, separator| path.rsplit(separator).next().map(snake_case);
            let member = member.trim_start_matches("default.");
            let theme = match member {
                "" | "default" => last(name, '/'),
                member => last(member, '.'),
            };
            theme.map(|theme| theme.replace('_', "-"))
        }
        Some(special) => {
            report_special(&special, entry.node.span, name, sink);
            None
        }
        None => {
            let message = format!("`{name}` is a theme of the site's own, which is not used");
            unsupported(
                sink,
                entry.key_span,
                message,
                "name one of `prism-react-renderer`",
            );
            None
        }
    }
}

/// Algolia's search is answered by the one in the binary.
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
    // The page is there, whatever else is set.
    if options.node("searchPagePath").is_none() {
        table.put("page_path", text(node.span, "/search"));
    }
    root.put_table("search", table);
}
