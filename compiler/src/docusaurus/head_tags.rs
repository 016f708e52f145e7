//! Translates `headTags`, `stylesheets` and `scripts` to `[[head_tags]]`.

use super::options::{Options, Table, warn_unsupported};
use crate::value::NodeValue;

/// `[[head_tags]]`. The pages' Content-Security-Policy refuses scripts and style sheets of other hosts; those of `KaTeX`
/// are not needed.
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
        own.ignore(&["customElement"]);
        own.finish();
        tags.push(table.into_node());
    }
    root.put_list("head_tags", tags);
    for key in ["stylesheets", "scripts"] {
        for item in options.list(key) {
            let source = item.get("href").or_else(|| item.get("src")).unwrap_or(item);
            let name = match &source.value {
                NodeValue::String(name) => name.as_str(),
                _ => "",
            };
            if !name.contains("katex") {
                let message = format!("`{name}` of `{key}` is not loaded");
                warn_unsupported(
                    options.sink,
                    source.span,
                    message,
                    "pages load nothing from elsewhere",
                );
            }
        }
    }
}
