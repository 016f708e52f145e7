//! Maps the HTML elements of an article to text of the search index: inline, block, table, or left out.

use crate::output::twins::inline::is_hidden;
use bindery_html::tree::{Element, Node};

/// Whether an element is something with a name of its own: a link, or a date. Beside another element it is no part of a word.
pub(super) fn is_name(element: &Element<'_>) -> bool {
    matches!(element.name.as_ref(), "a" | "time")
}

/// Whether an element is a duplicate or has no content.
pub(super) fn is_skipped(element: &Element<'_>) -> bool {
    is_hidden(element) && !is_panel(element)
}

/// A tab's panel is hidden only until it is chosen.
pub(super) fn is_panel(element: &Element<'_>) -> bool {
    element.get("role").is_some_and(|role| role == "tabpanel")
}

/// Whether an element is an interactive component with a group of controls, such as a calculator. A slider or the
/// filter of a table is not a tool.
pub(super) fn is_tool(element: &Element<'_>) -> bool {
    element.get("data-island").is_some() && has_group(element)
}

fn has_group(element: &Element<'_>) -> bool {
    let is_group = matches!(element.name.as_ref(), "fieldset" | "form");
    is_group || element.elements().any(has_group)
}

/// Whether an element shows the name of a tab in its panel (`ui/src/content/Tabs.tsx`).
pub(super) fn is_tab_label(element: &Element<'_>) -> bool {
    let classes = element.get("class").unwrap_or_default();
    classes.split(' ').any(|class| class == "tab-label")
}

pub(super) fn is_blank(node: &&Node<'_>) -> bool {
    matches!(node, Node::Text(text) if text.trim().is_empty())
}
