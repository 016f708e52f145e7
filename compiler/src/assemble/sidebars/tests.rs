//! Tests sidebars that are generated from folders, and the navigation made of them: breadcrumbs, previous and next page, and
//! the index pages of categories.

use crate::assemble::placeholders::fill_placeholders;
use crate::assemble::tests::{Outcome, assemble, assemble_with};
use crate::diagnostic::Diagnostics;
use crate::document::{ComponentTag, Segment};
use crate::markdown::Placeholder;
use crate::model::{Card, PageContent, SidebarItem};
use crate::source::{SourceTree, Span};
use serde_json::{Value, json};

/// A tree as lines: label, path in brackets, two spaces a level; `…` means items left out.
pub(super) fn tree_text(items: &[SidebarItem]) -> String {
    let mut text = String::new();
    push_tree_text(items, 0, &mut text);
    text
}

fn push_tree_text(items: &[SidebarItem], level: usize, text: &mut String) {
    for item in items {
        let indent = "  ".repeat(level);
        match item {
            SidebarItem::Link { label, href, .. } => {
                text.push_str(&format!("{indent}{label} [{href}]\n"));
            }
            SidebarItem::Html { value, .. } => text.push_str(&format!("{indent}{value}\n")),
            SidebarItem::Category {
                label, href, items, ..
            } => {
                let href = href.as_deref().unwrap_or("-");
                text.push_str(&format!("{indent}{label} [{href}]\n"));
                match items {
                    Some(items) => push_tree_text(items, level + 1, text),
                    None => text.push_str(&format!("{indent}  …\n")),
                }
            }
        }
    }
}

fn tree(outcome: &Outcome) -> String {
    tree_text(&outcome.site.sidebars["en-current-docs"])
}

#[test]
fn folders_become_categories_sorted_by_position_and_name() {
    let outcome = assemble(&[
        ("docs/README.md", "---\nsidebar_position: 1\n---\n# Home\n"),
        (
            "docs/z.md",
            "---\nsidebar_position: 2\nsidebar_label: Zed\n---\n# Z\n",
        ),
        ("docs/02-num.md", "# Num\n"),
        ("docs/plain.md", "# Plain\n"),
        (
            "docs/b/_category_.json",
            "{\"label\": \"Bee\", \"position\": 1.5}",
        ),
        ("docs/b/y.md", "# Y\n"),
        ("docs/c/README.md", "---\nsidebar_position: 0\n---\n# See\n"),
        ("docs/c/x.md", "# X\n"),
        ("docs/03-d/w.md", "# W\n"),
        (
            "docs/e/_category_.yml",
            "label: Empty\nlink: {type: generated-index}\n",
        ),
        ("docs/f/f.md", "---\nsidebar_label: Eff\n---\n# F\n"),
        ("docs/g/_category_.json", "{\"link\": null}"),
        ("docs/g/index.md", "# G\n"),
    ]);
    assert_eq!(
        tree(outcome.assert_clean()),
        "See [/c]\n  X [/c/x]\nHome [/]\nBee [-]\n  Y [/b/y]\nNum [/num]\nZed [/z]\nd [-]\n  W [/d/w]\n\
         Eff [/f]\ng [-]\n  G [/g]\nPlain [/plain]\n"
    );
}

#[test]
fn categories_lead_where_their_file_says() {
    let outcome = assemble(&[
        (
            "docs/a/_category_.json",
            "{\"link\": {\"type\": \"generated-index\"}}",
        ),
        ("docs/a/x.md", "# X\n"),
        (
            "docs/b/_category_.json",
            "{\"label\": \"B\", \"link\": {\"type\": \"generated-index\", \"slug\": \"/bee/\", \"title\": \"All of B\", \
             \"description\": \"Said.\"}, \"collapsed\": false, \"className\": \"k\"}",
        ),
        ("docs/b/x.md", "# X\n"),
        (
            "docs/c/_category_.json",
            "{\"link\": {\"type\": \"doc\", \"id\": \"main\"}}",
        ),
        ("docs/c/main.md", "# Main\n"),
        ("docs/c/other.md", "# Other\n"),
        (
            "docs/d/_category_.json",
            "{\"link\": {\"type\": \"doc\", \"id\": \"c/othr\"}}",
        ),
        ("docs/d/x.md", "# X\n"),
    ]);
    assert_eq!(
        tree(&outcome),
        "a [/category/a]\n  X [/a/x]\nB [/bee]\n  X [/b/x]\nMain [/c/main]\n  Other [/c/other]\nd [-]\n  X [/d/x]\n"
    );
    assert_eq!(
        outcome.problems,
        [
            "docs/d/_category_.json:1:32: error[bad-data]: no document has the id `c/othr`\n    1 | {\"link\": {\"type\": \
             \"doc\", \"id\": \"c/othr\"}}\n      |                                ^^^^^^^^ help: did you mean `c/other`?"
        ]
    );
    let index = outcome.page("/bee");
    assert_eq!(index.props.title, "All of B");
    assert_eq!(index.props.description.as_deref(), Some("Said."));
    assert_eq!(index.props.head_title, "All of B | S");
}

#[test]
fn index_pages_have_cards() {
    let outcome = assemble(&[
        (
            "docs/a/_category_.json",
            "{\"link\": {\"type\": \"generated-index\", \"slug\": \"/a\"}}",
        ),
        ("docs/a/x.md", "# X\nWhat X is.\n"),
        ("docs/a/sub/y.md", "---\nelement: cryo\n---\n# Y\n"),
        ("docs/a/sub/z.md", "---\nelement: cryo\n---\n# Z\n"),
    ]);
    let PageContent::CategoryIndex { cards, .. } = &outcome.assert_clean().page("/a").props.content
    else {
        panic!("an index");
    };
    let shown: Vec<String> = cards
        .iter()
        .map(|card| match card {
            Card::Link {
                label,
                href,
                description,
                element,
                ..
            } => format!("{label} {href} {description:?} {element:?}"),
            Card::Category {
                label,
                href,
                count,
                element,
                ..
            } => format!("{label} {href} {count} {element:?}"),
        })
        .collect();
    assert_eq!(
        shown,
        [
            "sub /a/sub/y 2 Some(\"cryo\")",
            "X /a/x Some(\"What X is.\") None"
        ]
    );
}

#[test]
fn bad_category_files_are_reported_at_their_place() {
    let outcome = assemble(&[
        (
            "docs/a/_category_.json",
            "{\"label\": 1, \"postion\": 2,\n \"link\": {\"type\": \"index\"}}",
        ),
        ("docs/a/x.md", "# X\n"),
        ("docs/b/_category_.yml", "label: [\n"),
        ("docs/b/x.md", "# X\n"),
    ]);
    let heads = outcome.heads();
    assert!(
        heads[0].starts_with("docs/a/_category_.json:1:11: error[bad-data]: expected a string")
    );
    assert!(
        heads[1]
            .starts_with("docs/a/_category_.json:1:14: warning[bad-data]: unknown key `postion`")
    );
    assert!(
        heads[2].starts_with("docs/a/_category_.json:2:19: error[bad-data]: unknown value `index`"),
        "{heads:?}"
    );
    assert!(heads[3].starts_with("docs/b/_category_.yml:"));
    // Each fault costs its own value: the folder has its page.
    assert_eq!(
        tree(&outcome),
        "a [/category/a]\n  X [/a/x]\nb [-]\n  X [/b/x]\n"
    );
}

#[test]
fn pages_carry_only_the_open_part_of_the_tree() {
    let outcome = assemble(&[
        ("docs/a/README.md", "# A\n"),
        ("docs/a/one/x.md", "# X\n"),
        ("docs/a/two/y.md", "# Y\n"),
        ("docs/b/z.md", "# Z\n"),
        ("docs/c/_category_.json", "{\"collapsible\": false}"),
        ("docs/c/w.md", "# W\n"),
    ]);
    outcome.assert_clean();
    let props = outcome.page("/a/one/x").props.sidebar.as_ref().unwrap();
    assert_eq!(
        (props.id.as_str(), props.asset.as_str()),
        ("docs", "en-current-docs")
    );
    assert_eq!(
        tree_text(props.items.as_ref().unwrap()),
        "A [/a]\n  one [-]\n    X [/a/one/x]\n  two [-]\n    …\nb [-]\n  …\nc [-]\n  W [/c/w]\n"
    );
    let search = outcome.page("/search");
    assert!(search.props.sidebar.is_none());
    assert_eq!(search.props.search_tag, "default");
}

#[test]
fn breadcrumbs_and_neighbours_follow_the_sidebar() {
    let outcome = assemble(&[
        ("docs/README.md", "---\nsidebar_position: 1\n---\n# Home\n"),
        (
            "docs/a/_category_.json",
            "{\"label\": \"Ay\", \"link\": {\"type\": \"generated-index\", \"slug\": \"a\"}}",
        ),
        ("docs/a/x.md", "---\npagination_label: The X\n---\n# X\n"),
        (
            "docs/a/y.md",
            "---\npagination_next: null\npagination_prev: README\n---\n# Y\n",
        ),
        ("docs/b/z.md", "---\nunlisted: true\n---\n# Z\n"),
        ("docs/c.md", "---\ndisplayed_sidebar: null\n---\n# C\n"),
    ]);
    outcome.assert_clean();
    let around = |path: &str| {
        let props = &outcome.page(path).props;
        let title = |link: &Option<crate::model::PageLink>| link.as_ref().map(|l| l.title.clone());
        (title(&props.previous), title(&props.next))
    };
    let pair = |a: Option<&str>, b: Option<&str>| (a.map(str::to_owned), b.map(str::to_owned));
    assert_eq!(around("/"), pair(None, Some("Ay")));
    assert_eq!(around("/a"), pair(Some("Home"), Some("The X")));
    assert_eq!(around("/a/x"), pair(Some("Ay"), Some("Y")));
    assert_eq!(around("/a/y"), pair(Some("Home"), None));
    assert_eq!(around("/b/z"), pair(None, None));
    assert_eq!(around("/c"), pair(None, None));
    assert!(outcome.page("/c").props.sidebar.is_none());
    let crumbs = &outcome.page("/a/x").props.breadcrumbs;
    let labels: Vec<&str> = crumbs.iter().map(|crumb| crumb.label.as_str()).collect();
    assert_eq!(labels, ["Ay", "X"]);
    assert_eq!(crumbs[0].href.as_deref(), Some("/a"));
}

#[test]
fn ids_that_no_document_has_are_reported() {
    let outcome = assemble(&[
        (
            "docs/a.md",
            "---\npagination_next: bee\ndisplayed_sidebar: dox\n---\n# A\n",
        ),
        ("docs/be.md", "# B\n"),
    ]);
    let heads = outcome.heads();
    assert!(
        heads[0].contains("docs/a.md:2:18: error[bad-front-matter]: no document has the id `bee`")
    );
    assert!(
        heads[1].contains("docs/a.md:3:20: error[bad-front-matter]: there is no sidebar `dox`")
    );
}

#[test]
fn instances_have_sidebars_of_their_own() {
    let outcome = assemble_with(
        "title = \"S\"\nurl = \"https://s\"\n[[docs]]\nroute_base = \"/\"\n[[docs]]\nid = \"tcg\"\npath = \"tcg\"\n\
         main_doc = \"README\"\n[[navbar]]\ndoc = \"README\"\ndocs = \"tcg\"\nposition = \"right\"\n[[navbar]]\n\
         label = \"X\"\ndoc = \"nix\"\n",
        &[("docs/a.md", "# A\n"), ("tcg/README.md", "# Cards\n")],
    );
    let page = outcome.page("/tcg");
    assert_eq!(page.props.search_tag, "docs-tcg-current");
    assert_eq!(page.props.sidebar.as_ref().unwrap().id, "tcg");
    let keys: Vec<&String> = outcome.site.sidebars.keys().collect();
    assert_eq!(keys, ["en-current-docs", "en-current-tcg"]);
    let navbar = &outcome.site.props["en"].navbar;
    assert_eq!(navbar.len(), 1);
    assert_eq!(
        (navbar[0].label.as_str(), navbar[0].href.as_str()),
        ("Cards", "/tcg")
    );
    assert_eq!(navbar[0].sidebar_id.as_deref(), Some("tcg"));
    assert!(outcome.heads()[0].contains(
        "site.toml:15:7: error[bad-config]: no document of the version `current` has the id `nix`"
    ));
}

#[test]
fn a_generated_index_says_what_stands_beside_its_category_file() {
    let outcome = assemble(&[
        (
            "docs/a/_category_.json",
            "{\"label\": \"Ay\", \"link\": {\"type\": \"generated-index\", \"slug\": \"a\"}}",
        ),
        (
            "docs/a/_index.md",
            "---\ndescription: D\n---\n\nAll of [one](./one.md).\n\n## Part\n",
        ),
        ("docs/a/one.md", "# One\n"),
        (
            "docs/b/_index.md",
            "A partial, for want of an index. [x](/nowhere)\n",
        ),
        ("docs/b/two.md", "# Two\n"),
    ]);
    let site = &outcome.assert_clean().site;
    let routes: Vec<&str> = site.pages.iter().map(|page| page.route.as_str()).collect();
    assert_eq!(routes, ["/a", "/a/one", "/b/two", "/search"]);
    let index = &site.pages[0];
    assert_eq!((index.slots.len(), index.props.slots), (1, 1));
    assert_eq!(index.headings.len(), 1);
    let text = format!("{:?}", index.slots);
    assert!(text.contains("/a/one"), "{text}");
}

/// The items of a list of cards on the home page, which is given these properties.
fn cards(props: &[(&str, Value)]) -> Vec<Value> {
    let mut outcome = assemble(&[
        ("docs/README.md", "# Home\n"),
        ("docs/g/a.md", "---\ndescription: Of a page\n---\n# A\n"),
    ]);
    let own = |(key, value): &(&str, Value)| ((*key).to_owned(), value.clone().into());
    let tag = ComponentTag {
        name: "DocCardList".to_owned(),
        props: props.iter().map(own).collect(),
        children: Vec::new(),
        span: Span::start_of(outcome.page("/").source.unwrap()),
    };
    let mut pages = outcome.site.pages.iter_mut();
    let home = pages.find(|page| page.route.as_str() == "/").unwrap();
    home.slots = vec![vec![Segment::Component(tag)].into()];
    let tree = SourceTree::from_texts(&[]);
    fill_placeholders(&mut outcome.site, &tree, &mut Diagnostics::new());
    assert!(outcome.page("/").props.lists_cards);
    let Segment::Component(tag) = &outcome.page("/").slots[0][0] else {
        panic!("the tag stays");
    };
    tag.props["items"].value().as_array().unwrap().clone()
}

#[test]
fn a_list_of_cards_says_of_a_category_what_the_category_says() {
    let cards = cards(&[]);
    let expected = json!({"type": "category", "label": "g", "href": "/g/a", "count": 1});
    assert!(cards.contains(&expected), "{cards:?}");
}

#[test]
fn a_card_with_the_id_of_a_document_has_its_description() {
    let link = |id| json!({"type": "link", "label": "L", "href": "/g/a", "docId": id});
    let mut own = link("g/a");
    own["description"] = "Its own".into();
    let cards = cards(&[("items", json!([link("g/a"), own, link("g/b")]))]);
    let texts: Vec<_> = cards
        .iter()
        .map(|card| card["description"].as_str())
        .collect();
    assert_eq!(texts, [Some("Of a page"), Some("Its own"), None]);
}

/// The theme of a Docusaurus site may read a required document as Docusaurus gives it.
#[test]
fn a_required_document_has_its_metadata() {
    let mut outcome = assemble(&[
        ("docs/README.md", "# Home\n"),
        ("docs/g/a.md", "---\ndescription: Of a page\n---\n# A\n"),
    ]);
    let page = Placeholder::Page("docs/g/a.md").to_value();
    let tag = ComponentTag {
        name: "Card".to_owned(),
        props: std::collections::BTreeMap::from([("item".to_owned(), page.into())]),
        children: Vec::new(),
        span: Span::start_of(outcome.page("/").source.unwrap()),
    };
    let file = outcome.page("/g/a").source.unwrap();
    let mut pages = outcome.site.pages.iter_mut();
    let home = pages.find(|page| page.route.as_str() == "/").unwrap();
    home.slots = vec![vec![Segment::Component(tag)].into()];
    let tree = SourceTree::from_texts(&[("docs/README.md", ""), ("docs/g/a.md", "")]);
    assert_eq!(tree.find("docs/g/a.md").map(|found| found.id), Some(file));
    fill_placeholders(&mut outcome.site, &tree, &mut Diagnostics::new());
    let Segment::Component(tag) = &outcome.page("/").slots[0][0] else {
        panic!("the tag stays");
    };
    let expected =
        json!({"id": "g/a", "title": "A", "permalink": "/g/a", "description": "Of a page"});
    assert_eq!(tag.props["item"].value()["metadata"], expected);
}
