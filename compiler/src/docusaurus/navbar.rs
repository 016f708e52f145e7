//! Translates `themeConfig.navbar` and `themeConfig.footer` to `[navbar]`, `[logo]` and `[footer]`.

use super::options::{Options, Table, boolean, list, string, warn_unsupported};
use crate::diagnostic::Diagnostics;
use crate::value::{Node, NodeValue};

/// Attributes of links that do not change the target; Bindery renders all links in one way.
const LINK_ATTRIBUTES: [&str; 12] = [
    "target",
    "rel",
    "title",
    "aria-label",
    "ariaLabel",
    "prependBaseUrlToHref",
    "dropdownActiveClassDisabled",
    "activeClassName",
    "autoAddBaseUrl",
    "id",
    "role",
    "style",
];

/// `[navbar]`: title, logo and items.
pub(super) fn navbar(node: &Node, root: &mut Table, sink: &mut Diagnostics) {
    let mut options = Options::new("themeConfig.navbar", node, sink);
    let mut table = Table::at(node.span);
    options.copy(
        &mut table,
        &[
            ("title", "title"),
            ("style", "style"),
            ("hideOnScroll", "hide_on_scroll"),
        ],
    );
    if let Some(node) = options.node("logo") {
        table.put_table("logo", logo(node, "themeConfig.navbar.logo", options.sink));
    }
    let items = options.list("items");
    let items = items
        .iter()
        .filter_map(|item| navbar_item(item, options.sink));
    let items = items.collect::<Vec<_>>();
    table.put_list("items", items);
    options.finish();
    root.put_table("navbar", table);
}

/// `[logo]`.
pub(super) fn logo(node: &Node, name: &str, sink: &mut Diagnostics) -> Table {
    let mut options = Options::new(name, node, sink);
    let mut table = Table::at(node.span);
    options.copy(
        &mut table,
        &[
            ("alt", "alt"),
            ("src", "src"),
            ("srcDark", "src_dark"),
            ("href", "href"),
            ("target", "target"),
            ("className", "class_name"),
        ],
    );
    for key in ["width", "height"] {
        if let Some(node) = options.node(key) {
            put_size(&mut table, key, node);
        }
    }
    options.ignore(&["style"]);
    options.finish();
    table
}

/// Puts a size: a number, or a string with or without `px`; sizes in other units are left out.
fn put_size(table: &mut Table, key: &str, node: &Node) {
    let size = match &node.value {
        NodeValue::Integer(size) => Some(*size),
        NodeValue::String(text) => text.trim_end_matches("px").trim().parse().ok(),
        _ => None,
    };
    if let Some(size) = size.filter(|size| *size > 0) {
        let value = NodeValue::Integer(size);
        table.put(key, Node { value, ..*node });
    }
}

fn navbar_item(node: &Node, sink: &mut Diagnostics) -> Option<Node> {
    let mut options = Options::new("themeConfig.navbar.items", node, sink);
    let kind = options.entry("type").map(|entry| &entry.node);
    if let Some(kind) = kind
        && let NodeValue::String(name) = &kind.value
        && name.starts_with("custom-")
    {
        let message =
            format!("the navbar item `{name}` is a component of the site's own, which is left out");
        warn_unsupported(options.sink, kind.span, message, "write a link or `html`");
        return None;
    }
    let mut table = Table::at(node.span);
    options.copy(
        &mut table,
        &[
            ("type", "type"),
            ("label", "label"),
            ("html", "html"),
            ("position", "position"),
            ("to", "to"),
            ("href", "href"),
            ("docId", "doc_id"),
            ("sidebarId", "sidebar_id"),
            ("docsPluginId", "docs_plugin_id"),
            ("activeBasePath", "active_base_path"),
            ("activeBaseRegex", "active_base_regex"),
            ("className", "class_name"),
            ("value", "value"),
            ("queryString", "query_string"),
            ("versions", "versions"),
        ],
    );
    for (key, to) in [
        ("items", "items"),
        ("dropdownItemsBefore", "items_before"),
        ("dropdownItemsAfter", "items_after"),
    ] {
        if let Some(items) = options.node(key) {
            let inner = options.list(key).iter();
            let inner = inner.filter_map(|item| navbar_item(item, options.sink));
            let inner = inner.collect();
            table.put(to, list(items.span, inner));
        }
    }
    if options.node("label").is_none() && options.node("html").is_none() {
        put_label(&mut options, &mut table);
    }
    finish_link(options);
    Some(table.into_node())
}

/// Labels an item without text: sites render such links as an image with a style sheet, and name them for screen
/// readers only, or not at all. Then the host of the address is the label.
fn put_label(options: &mut Options<'_, '_>, table: &mut Table) {
    let names = ["aria-label", "ariaLabel", "title"];
    let named = names.iter().find_map(|key| options.node(key));
    let label = match (named, options.node("href")) {
        (Some(node), _) => node.clone(),
        (None, Some(node)) => match &node.value {
            NodeValue::String(url) => {
                let host = url.split("://").last().unwrap_or(url);
                string(node.span, host.split('/').next().unwrap_or(host))
            }
            _ => return,
        },
        (None, None) => return,
    };
    table.put("label", label);
}

/// Ends a link without warnings of unknown keys: Docusaurus passes any attribute on to the element.
fn finish_link(mut options: Options<'_, '_>) {
    options.ignore(&LINK_ATTRIBUTES);
}

/// `[footer]`.
pub(super) fn footer(node: &Node, root: &mut Table, sink: &mut Diagnostics) {
    let mut options = Options::new("themeConfig.footer", node, sink);
    let mut table = Table::at(node.span);
    options.copy(
        &mut table,
        &[("style", "style"), ("copyright", "copyright")],
    );
    if let Some(node) = options.node("logo") {
        table.put_table("logo", logo(node, "themeConfig.footer.logo", options.sink));
    }
    let links = options.list("links");
    let is_simple = links.iter().all(|item| item.get("items").is_none());
    let columns: Vec<Node> = if is_simple && !links.is_empty() {
        // Links without columns become one column without a title.
        let items = links.iter().map(|item| footer_item(item, options.sink));
        let mut column = Table::at(node.span);
        column.put_list("items", items.collect());
        vec![column.into_node()]
    } else {
        let columns = links.iter().map(|item| footer_column(item, options.sink));
        columns.collect()
    };
    table.put_list("columns", columns);
    options.finish();
    if table.is_empty() {
        // `site.toml` has no empty table, but an empty footer is still a footer.
        table.put("style", string(node.span, "light"));
    }
    if is_simple && !links.is_empty() {
        table.put("simple", boolean(node.span, true));
    }
    root.put_table("footer", table);
}

fn footer_column(node: &Node, sink: &mut Diagnostics) -> Node {
    let mut options = Options::new("themeConfig.footer.links", node, sink);
    let mut table = Table::at(node.span);
    options.copy(
        &mut table,
        &[("title", "title"), ("className", "class_name")],
    );
    let items = options.list("items").iter();
    let items = items.map(|item| footer_item(item, options.sink));
    let items = items.collect();
    table.put_list("items", items);
    options.finish();
    table.into_node()
}

fn footer_item(node: &Node, sink: &mut Diagnostics) -> Node {
    let mut options = Options::new("themeConfig.footer.links.items", node, sink);
    let mut table = Table::at(node.span);
    options.copy(
        &mut table,
        &[
            ("label", "label"),
            ("to", "to"),
            ("href", "href"),
            ("html", "html"),
            ("className", "class_name"),
        ],
    );
    finish_link(options);
    table.into_node()
}
