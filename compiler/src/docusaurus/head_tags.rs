//! Translates `headTags`, `stylesheets` and `scripts` to lists of the same names. The Content-Security-Policy allows the
//! hosts of scripts and style sheets.

use super::options::{Options, Table, plain, warn_unsupported};
use super::plugins::is_own_file;
use crate::value::{Node, NodeValue};

/// `[[head_tags]]`, `[[stylesheets]]` and `[[scripts]]`.
pub(super) fn head_tags(options: &mut Options<'_, '_>, root: &mut Table) {
    let (mut tags, mut scripts, mut style_sheets) = (Vec::new(), Vec::new(), Vec::new());
    for tag in options.list("headTags") {
        let text = |key: &str| match tag.get(key).map(|node| &node.value) {
            Some(NodeValue::String(text)) => text.as_str(),
            _ => "",
        };
        let attributes = tag.get("attributes");
        let has = |key: &str| attributes.is_some_and(|node| node.get(key).is_some());
        match (text("tagName"), attributes) {
            ("script", Some(node)) if has("src") => {
                scripts.extend(plain(node, "headTags", options.sink));
            }
            ("link", Some(node)) if is_style_sheet(node) => {
                style_sheets.extend(plain(node, "headTags", options.sink));
            }
            ("script", Some(node)) if !is_data(node) => {
                let message = "an inline script of `headTags` does not run".to_owned();
                let help = "put it into `static/`, and its path into `scripts`";
                warn_unsupported(options.sink, tag.span, message, help);
            }
            _ => tags.push(head_tag(tag, options)),
        }
    }
    // The fonts and styles of formulas are the interface's own.
    let is_needed = |item: &&Node| {
        let source = item.get("href").or_else(|| item.get("src"));
        let address = &source.unwrap_or(item).value;
        !matches!(address, NodeValue::String(text) if text.contains("katex"))
    };
    for (key, list) in [
        ("stylesheets", &mut style_sheets),
        ("scripts", &mut scripts),
    ] {
        let items = options.list(key).iter().filter(is_needed);
        list.extend(items.filter_map(|item| plain(item, key, options.sink)));
    }
    root.put_list("head_tags", tags);
    root.put_list("stylesheets", style_sheets);
    root.put_list("scripts", scripts);
}

fn head_tag(tag: &Node, options: &mut Options<'_, '_>) -> Node {
    let mut own = Options::new("headTags", tag, options.sink);
    let mut table = Table::at(tag.span);
    own.copy(
        &mut table,
        &[
            ("tagName", "tag_name"),
            ("attributes", "attributes"),
            ("innerHTML", "inner_html"),
        ],
    );
    own.ignore(&["customElement"]);
    own.finish();
    table.into_node()
}

fn is_style_sheet(attributes: &Node) -> bool {
    let rel = attributes.get("rel").map(|node| &node.value);
    matches!(rel, Some(NodeValue::String(rel)) if rel == "stylesheet")
}

/// Whether a script is data, which browsers do not run.
fn is_data(attributes: &Node) -> bool {
    let kind = attributes.get("type").map(|node| &node.value);
    matches!(kind, Some(NodeValue::String(kind)) if kind == "application/ld+json")
}

/// Warns of client modules of packages. Those of the site are bundled.
pub(super) fn client_modules(options: &mut Options<'_, '_>) {
    for module in options.list("clientModules") {
        let is_own = matches!(&module.value, NodeValue::String(path) if is_own_file(path));
        if !is_own {
            let message = "a client module of a package is not loaded".to_owned();
            let help = "import it in a file of the site, and name that file";
            warn_unsupported(options.sink, module.span, message, help);
        }
    }
}
