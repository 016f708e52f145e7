//! Translates `onBrokenLinks` and similar keys to `[checks]`, and `markdown` to `[markdown]`.

use super::options::{NonData, Options, Table, boolean, non_data, string, warn_unsupported};
use crate::diagnostic::Diagnostics;
use crate::source::Span;
use crate::value::Node;

/// `[checks]` and `[markdown]`; levels and switches that the configuration does not set are Docusaurus' defaults.
pub(super) fn checks(start: Span, options: &mut Options<'_, '_>, root: &mut Table) {
    missing_values(options);
    let mut table = Table::at(start);
    for (key, level) in [
        ("broken_links", "throw"),
        ("broken_anchors", "warn"),
        ("broken_markdown_links", "warn"),
        ("broken_markdown_images", "throw"),
        ("duplicate_routes", "warn"),
    ] {
        table.put(key, string(start, level));
    }
    options.copy(
        &mut table,
        &[
            ("onBrokenLinks", "broken_links"),
            ("onBrokenAnchors", "broken_anchors"),
            ("onBrokenMarkdownLinks", "broken_markdown_links"),
            ("onDuplicateRoutes", "duplicate_routes"),
        ],
    );
    let mut dialect = Table::at(start);
    dialect.put("emoji", boolean(start, true));
    dialect.put("captions", boolean(start, false));
    if let Some(node) = options.node("markdown") {
        markdown(node, &mut table, &mut dialect, options.sink);
    }
    root.put("checks", table.into_node());
    root.put("markdown", dialect.into_node());
}

fn markdown(node: &Node, checks: &mut Table, dialect: &mut Table, sink: &mut Diagnostics) {
    let mut options = Options::new("markdown", node, sink);
    options.copy(
        dialect,
        &[
            ("emoji", "emoji"),
            ("mermaid", "mermaid"),
            ("format", "format"),
        ],
    );
    options.plain("preprocessor");
    options.plain("parseFrontMatter");
    if let Some(node) = options.node("hooks") {
        let mut options = Options::new("markdown.hooks", node, options.sink);
        options.copy(
            checks,
            &[
                ("onBrokenMarkdownLinks", "broken_markdown_links"),
                ("onBrokenMarkdownImages", "broken_markdown_images"),
            ],
        );
        options.finish();
    }
    if let Some(node) = options.node("anchors") {
        let mut options = Options::new("markdown.anchors", node, options.sink);
        options.copy(dialect, &[("maintainCase", "retain_heading_case")]);
        options.finish();
    }
    options.ignore(&["mdx1Compat", "remarkRehypeOptions"]);
    options.finish();
}

/// Warns of the values for components that a package would give which is not installed.
fn missing_values(options: &mut Options<'_, '_>) {
    let fields = options.node("customFields");
    for entry in fields.map(Node::entries).unwrap_or_default() {
        if let Some(NonData::Package { name, .. }) = non_data(&entry.node) {
            let message = format!(
                "`customFields.{}` is empty: it needs the package `{name}`",
                entry.key
            );
            let help = "run `npm ci` in the site's folder; until then pages that show it lack it";
            warn_unsupported(options.sink, entry.key_span, message, help);
        }
    }
}
