//! Translates the options of the redirects, ideal-image, sitemap and gtag plugins, and those of Markdown that hold for the
//! whole site.

use super::options::{NonData, Options, Table, boolean, non_data, plain, string};
use super::plugins::Plugin;
use crate::diagnostic::Diagnostics;
use crate::source::Span;
use crate::value::{Node, NodeValue};

/// `[[redirects]]` and `redirect_from_extensions`.
pub(super) fn redirects(
    options: &Node,
    root: &mut Table,
    pairs: &mut Vec<Node>,
    sink: &mut Diagnostics,
) {
    let mut options = Options::new("redirects", options, sink);
    for pair in options.list("redirects") {
        let mut one = Options::new("redirects", pair, options.sink);
        let mut table = Table::at(pair.span);
        one.copy(&mut table, &[("from", "from"), ("to", "to")]);
        one.finish();
        pairs.push(table.into_node());
    }
    options.copy(
        root,
        &[
            ("fromExtensions", "redirect_from_extensions"),
            ("toExtensions", "redirect_to_extensions"),
        ],
    );
    // The driver calls the function, once the paths of all pages are known.
    options.ignore(&["createRedirects", "id"]);
    options.finish();
}

/// `[images]`.
pub(super) fn images(options: &Node, root: &mut Table, sink: &mut Diagnostics) {
    let mut table = Table::at(options.span);
    let mut options = Options::new("ideal-image", options, sink);
    options.copy(
        &mut table,
        &[
            ("quality", "quality"),
            ("max", "max_width"),
            ("min", "min_width"),
            ("steps", "steps"),
        ],
    );
    options.refuse("sizes", "use `min`, `max` and `steps`");
    options.refuse("size", "use `min`, `max` and `steps`");
    options.ignore(&["id", "disableInDev", "name"]);
    options.finish();
    root.put_table("images", table);
}

/// `[sitemap]`.
pub(super) fn sitemap(options: &Node, root: &mut Table, sink: &mut Diagnostics) {
    if options.value == NodeValue::Bool(false) {
        root.put("sitemap", options.clone());
        return;
    }
    let mut table = Table::at(options.span);
    let mut options = Options::new("sitemap", options, sink);
    options.copy(
        &mut table,
        &[
            ("changefreq", "changefreq"),
            ("priority", "priority"),
            ("lastmod", "lastmod"),
            ("ignorePatterns", "ignore_patterns"),
            ("filename", "filename"),
        ],
    );
    options.plain("createSitemapItems");
    options.ignore(&["id", "cacheTime"]);
    options.finish();
    root.put_table("sitemap", table);
}

/// `[analytics]`.
pub(super) fn analytics(options: &Node, root: &mut Table, sink: &mut Diagnostics) {
    let mut table = Table::at(options.span);
    let mut options = Options::new("gtag", options, sink);
    let id = match options.node("trackingID").map(|node| (&node.value, node)) {
        Some((NodeValue::List(items), _)) => items.first(),
        Some((_, node)) => Some(node),
        None => None,
    };
    if let Some(id) = id.filter(|id| matches!(id.value, NodeValue::String(_))) {
        table.put("id", id.clone());
        table.put("provider", string(id.span, "gtag"));
    }
    options.ignore(&["id", "anonymizeIP"]);
    options.finish();
    root.put_table("analytics", table);
}

/// `[messages]`: the heading of footnotes, which is all that `remarkRehypeOptions` change here.
pub(super) fn footnotes(
    start: Span,
    plugins: &[Plugin<'_>],
    root: &mut Table,
    sink: &mut Diagnostics,
) {
    let mut messages = Table::at(start);
    let plugins = plugins.iter().filter_map(|plugin| plugin.options);
    for options in plugins.filter_map(|options| options.get("remarkRehypeOptions")) {
        let mut options = Options::new("remarkRehypeOptions", options, sink);
        let pairs = [("footnoteLabel", "theme.markdown.footnotes")];
        options.copy(&mut messages, &pairs);
        options.finish();
    }
    root.put_table("messages", messages);
}

/// The options of `remark-plugin-npm2yarn` among the Markdown plugins of a plugin; `true` where it has none.
pub(super) fn npm2yarn(plugin: &Node, sink: &mut Diagnostics) -> Option<Node> {
    let lists = ["remarkPlugins", "beforeDefaultRemarkPlugins"];
    let lists = lists.iter().filter_map(|key| plugin.get(key));
    let items = lists.flat_map(|list| match &list.value {
        NodeValue::List(items) => items.as_slice(),
        _ => &[],
    });
    let named = |node: &Node| match (non_data(node), &node.value) {
        (Some(NonData::Package { name, .. }), _) => name.contains("npm2yarn"),
        (_, NodeValue::String(name)) => name.contains("npm2yarn"),
        _ => false,
    };
    for item in items {
        let (head, options) = match &item.value {
            NodeValue::List(parts) => (parts.first()?, parts.get(1)),
            _ => (item, None),
        };
        if named(head) {
            let options = options.and_then(|node| plain(node, "npm2yarn", sink));
            return Some(options.unwrap_or_else(|| boolean(item.span, true)));
        }
    }
    None
}
