//! Pages that are React components.

use crate::assemble::tests::{Outcome, assemble_with};
use crate::document::Segment;
use crate::model::PageContent;

const CONFIG: &str = "title = \"S\"\ntagline = \"T\"\nurl = \"https://s.example\"\n[[locales]]\ncode = \"en\"\n[[locales]]\ncode = \"fr\"\n[pages]\npath = \"src/pages\"\n[[docs]]\npath = \"docs\"\nroute_base = \"docs\"\n";

fn site() -> Outcome {
    assemble_with(
        CONFIG,
        &[
            ("docs/README.md", "# Docs\n[a](/about#x) [t](/team)\n"),
            (
                "src/pages/index.tsx",
                "export default () => <Layout title=\"Welcome\" description=\"D\" />;",
            ),
            (
                "src/pages/about.jsx",
                "export default () => <Layout title='About us' noFooter />;",
            ),
            ("src/pages/about.md", "# About in Markdown\n"),
            (
                "src/pages/team/index.js",
                "export default function Team() {}",
            ),
            ("src/pages/team/_part.js", "export default 1"),
            ("src/pages/helper.ts", "export const x = 1;"),
            (
                "i18n/fr/docusaurus-plugin-content-pages/team/index.js",
                "export default () => <Layout title=\"Équipe\" />;",
            ),
        ],
    )
}

fn tag_of(outcome: &Outcome, path: &str) -> Option<String> {
    match outcome.page(path).slots[0].first() {
        Some(Segment::Component(tag)) => Some(tag.name.clone()),
        _ => None,
    }
}

#[test]
fn a_component_is_a_page_at_the_path_of_its_file() {
    let outcome = site();
    let paths = outcome.paths();
    let own: Vec<_> = paths
        .iter()
        .filter(|path| !path.ends_with("search"))
        .collect();
    let expected = [
        "/",
        "/about",
        "/docs",
        "/fr/",
        "/fr/about",
        "/fr/docs",
        "/fr/helper",
        "/fr/team",
        "/helper",
        "/team",
    ];
    assert_eq!(own, expected.iter().collect::<Vec<_>>());
    assert_eq!(
        tag_of(&outcome, "/").as_deref(),
        Some("@site/src/pages/index.tsx")
    );
    let page = outcome.page("/team");
    assert!(matches!(page.props.content, PageContent::Component));
    assert_eq!((page.props.title.as_str(), page.props.slots), ("Team", 1));
}

#[test]
fn its_source_says_title_and_description_as_far_as_they_are_constant() {
    let outcome = site();
    let home = &outcome.page("/").props;
    assert_eq!(
        (home.title.as_str(), home.head_title.as_str()),
        ("S", "Welcome | S")
    );
    assert_eq!(home.description.as_deref(), Some("D"));
    assert_eq!(outcome.page("/team").props.description, None);
}

#[test]
fn each_language_has_it_and_a_translation_stands_in_for_it() {
    let outcome = site();
    let french = outcome.page("/fr/team");
    let module = "@site/i18n/fr/docusaurus-plugin-content-pages/team/index.js";
    assert_eq!(tag_of(&outcome, "/fr/team").as_deref(), Some(module));
    assert_eq!(french.props.title, "Équipe");
    assert_eq!(french.alternates.len(), 2);
    assert_eq!(
        tag_of(&outcome, "/fr/").as_deref(),
        Some("@site/src/pages/index.tsx")
    );
}

#[test]
fn a_markdown_file_of_the_same_path_wins() {
    let outcome = site();
    assert_eq!(tag_of(&outcome, "/about"), None);
    assert_eq!(outcome.page("/about").props.title, "About in Markdown");
}

#[test]
fn a_module_without_a_page_is_reported_and_replaced() {
    let outcome = site();
    let expected = "src/pages/helper.ts: error[unsupported-page]: the page `/helper` is a module without a default export";
    assert!(outcome.heads().contains(&expected), "{:?}", outcome.heads());
    assert!(outcome.html("/helper").starts_with("<h1>Helper</h1>"));
    assert!(outcome.page("/helper").props.no_index);
}

#[test]
fn links_to_it_are_not_looked_into() {
    let broken: Vec<String> = site().problems;
    let broken: Vec<&String> = broken.iter().filter(|one| one.contains("broken")).collect();
    // The page in Markdown has no such anchor.
    assert_eq!(broken.len(), 1, "{broken:?}");
}
