//! How bad problems are, what Markdown may do, and the tags of every page's head.

use super::options::{Options, Table, flag, text, unsupported};
use crate::diagnostic::Diagnostics;
use crate::source::Span;
use crate::spanned::{Node, NodeValue};

/// `[checks]` and `[markdown]`: Docusaurus' own levels and dialect by default.
pub(super) fn checks(start: Span, options: &mut Options<'_, '_>, root: &mut Table) {
    let mut table = Table::at(start);
    for (key, level) in [
        ("broken_links", "throw"),
        ("broken_anchors", "warn"),
        ("broken_markdown_links", "warn"),
        ("broken_markdown_images", "throw"),
        ("duplicate_routes", "warn"),
    ] {
        table.put(key, text(start, level));
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
    dialect.put("emoji", flag(start, true));
    dialect.put("captions", flag(start, false));
    if let Some(node) = options.node("markdown") {
        markdown(node, (&mut table, &mut dialect), options.sink);
    }
    root.put("checks", table.into_node());
    root.put("markdown", dialect.into_node());
}

fn markdown(node: &Node, (checks, dialect): (&mut Table, &mut Table), sink: &mut Diagnostics) {
    let mut options = Options::new("markdown", node, sink);
    options.copy(dialect, &[("emoji", "emoji")]);
    options.refuse("mermaid", "diagrams are shown as code");
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
    options.silent(&["format", "mdx1Compat", "remarkRehypeOptions", "anchors"]);
    options.finish();
}

/// `[[head_tags]]`. Scripts and style sheets from elsewhere are refused by the pages' policy; those of `KaTeX` are not
/// needed.
pub(super) fn head_tags(options: &mut Options<'_, '_>, root: &mut Table) {
    let mut tags = Vec::new();
    for tag in options.list("headTags") {
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
        own.silent(&["customElement"]);
        own.finish();
        tags.push(table.into_node());
    }
    root.put_list("head_tags", tags);
    for key in ["stylesheets", "scripts"] {
        for item in options.list(key) {
            let source = item.get("href").or_else(|| item.get("src")).unwrap_or(item);
            let name = match &source.value {
                NodeValue::Text(name) => name.as_str(),
                _ => "",
            };
            if !name.contains("katex") {
                let message = format!("`{name}` of `{key}` is not loaded");
                unsupported(
                    options.sink,
                    source.span,
                    message,
                    "pages load nothing from elsewhere",
                );
            }
        }
    }
}
