//! Tests the icons of the cards, and the words for search.

use crate::assemble::tests::{Outcome, assemble, assemble_with};
use crate::model::{Card, PageContent};

#[test]
fn cards_draw_the_icons_that_their_items_choose() {
    let index = "{\"link\": {\"type\": \"generated-index\", \"slug\": \"/a\"}}";
    let files = [
        ("docs/a/_category_.json", index),
        (
            "docs/a/sub/_category_.json",
            "{\"customProps\": {\"icon\": \"bow\"}}",
        ),
        ("docs/a/sub/y.md", "# Y\n"),
        (
            "docs/a/x.md",
            "---\nsidebar_custom_props: {icon: bw}\n---\n# X\n",
        ),
    ];
    let icons = |outcome: &Outcome| match &outcome.page("/a").props.content {
        PageContent::CategoryIndex { cards, .. } => cards
            .iter()
            .map(|card| match card {
                Card::Link { icon, .. } | Card::Category { icon, .. } => icon.clone(),
            })
            .collect::<Vec<_>>(),
        _ => panic!("an index"),
    };
    let outcome = assemble_with(
        "title = \"S\"\nurl = \"https://s\"\n[[docs]]\nroute_base = \"/\"\n[icons]\nbow = \"M4 4h9\"\n",
        &files,
    );
    assert_eq!(icons(&outcome), [Some("M4 4h9".to_owned()), None]);
    assert_eq!(
        outcome.heads(),
        ["docs/a/x.md:2:23: warning[bad-data]: `[icons]` has no icon `bw`, which `X` names"]
    );
    // Without the table, the name is for something else.
    assert_eq!(icons(assemble(&files).assert_clean()), [None, None]);
}

#[test]
fn a_category_has_search_terms() {
    let category = "{\"link\": {\"type\": \"generated-index\", \"slug\": \"/a\", \"search_terms\": \"boss list\"}}";
    let outcome = assemble(&[
        ("docs/a/_category_.json", category),
        ("docs/a/x.md", "# X\n"),
    ]);
    assert_eq!(
        outcome.assert_clean().page("/a").search_terms,
        ["boss list"]
    );
}
