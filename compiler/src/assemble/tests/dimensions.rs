//! Versions and locales.

use super::{Outcome, assemble_with, html};

const CONFIG: &str = "title = \"S\"\nurl = \"https://s.example\"\n[[docs]]\npath = \"docs\"\n";

const FRENCH: &str = "title = \"S\"\nurl = \"https://s.example\"\n[[locales]]\ncode = \"en\"\n[[locales]]\ncode = \"fr\"\n";

const FRENCH_DOCS: &str = "i18n/fr/docusaurus-plugin-content-docs/current";

fn versioned(more: &str) -> Outcome {
    assemble_with(
        &format!("{CONFIG}{more}"),
        &[
            ("docs/README.md", "# Home\n[a](./a.md)\n"),
            ("docs/a.md", "# A\n"),
            ("versioned_docs/version-1.0/README.md", "# Home\n"),
            (
                "versioned_docs/version-1.0/a.md",
                "# A\n[home](./README.md)\n",
            ),
            (
                "versioned_docs/version-2.0/README.md",
                "# Home\n[a](a.md)\n",
            ),
            ("versioned_docs/version-2.0/a.md", "# A\n"),
            ("versioned_docs/version-2.0/g/b.md", "# B\n[a](../a.md)\n"),
            ("versions.json", "[\"2.0\", \"1.0\"]"),
        ],
    )
}

#[test]
fn versions_have_paths_of_their_own_but_the_last() {
    let outcome = versioned("");
    let paths = outcome.assert_clean().paths();
    let expected = [
        "/docs",
        "/docs/1.0",
        "/docs/1.0/a",
        "/docs/a",
        "/docs/g/b",
        "/docs/next",
        "/docs/next/a",
        "/search",
    ];
    assert_eq!(paths, expected);
    let page = outcome.page("/docs/next/a");
    assert_eq!(page.version.as_deref(), Some("current"));
    assert_eq!(page.props.search_tag, "docs-default-current");
    let page = outcome.page("/docs/a");
    assert_eq!(page.props.search_tag, "docs-default-2.0");
    assert_eq!(page.props.previous.as_ref().unwrap().href, "/docs");
}

#[test]
fn links_stay_inside_their_version() {
    let outcome = versioned("");
    assert_eq!(
        outcome
            .html("/docs/next")
            .matches("\"/docs/next/a\"")
            .count(),
        1
    );
    assert_eq!(
        outcome.html("/docs/1.0/a").matches("\"/docs/1.0\"").count(),
        1
    );
    assert_eq!(outcome.html("/docs/g/b").matches("\"/docs/a\"").count(), 1);
}

#[test]
fn versions_can_be_chosen() {
    let outcome =
        versioned("last_version = \"current\"\nonly_include_versions = [\"current\", \"1.0\"]\n");
    let expected = ["/docs", "/docs/1.0", "/docs/1.0/a", "/docs/a", "/search"];
    assert_eq!(outcome.assert_clean().paths(), expected);
    let outcome =
        versioned("include_current_version = false\n[docs.versions.\"1.0\"]\npath = \"old\"\n");
    let expected = [
        "/docs",
        "/docs/a",
        "/docs/g/b",
        "/docs/old",
        "/docs/old/a",
        "/search",
    ];
    assert_eq!(outcome.assert_clean().paths(), expected);
}

#[test]
fn an_unknown_version_is_told() {
    let outcome = versioned("last_version = \"3.0\"\n[docs.versions.\"1.1\"]\nlabel = \"x\"\n");
    let [first, second] = &outcome.problems[..] else {
        panic!("{:?}", outcome.problems);
    };
    assert!(first.contains("there is no version `3.0`") && first.contains("did you mean `1.0`?"));
    assert!(second.contains("there is no version `1.1`"));
}

#[test]
fn a_locale_has_its_own_pages_and_falls_back_to_the_default() {
    let outcome = assemble_with(
        FRENCH,
        &[
            (
                "docs/README.md",
                "# Home\n[a](./a.md)\n[b](/docs/b)\n![i](/i.svg)\n",
            ),
            ("docs/a.md", "# A\n[b](./b.md)\n"),
            ("docs/b.md", "# B\n"),
            ("blog/2020-01-02-p.md", "# P\n<!-- truncate -->\n"),
            ("static/i.svg", "<svg width=\"1\" height=\"2\"></svg>"),
            (
                &format!("{FRENCH_DOCS}/a.md"),
                "# Un\n[b](./b.md)\n![x](./x.svg)\n",
            ),
            ("docs/x.svg", "<svg width=\"1\" height=\"2\"></svg>"),
        ],
    );
    let paths = outcome.assert_clean().paths();
    let english = paths
        .iter()
        .filter(|path| !path.starts_with("/fr/"))
        .copied();
    let french: Vec<&str> = paths
        .iter()
        .filter(|path| path.starts_with("/fr/"))
        .copied()
        .collect();
    let moved: Vec<String> = english.map(|path| format!("/fr{path}")).collect();
    assert_eq!(french, moved);
    let home = outcome.page("/fr/docs");
    assert!(home.is_fallback && home.locale == "fr");
    let text = html(&home.slots[0]);
    assert_eq!(text.matches("\"/fr/docs/a\"").count(), 1, "{text}");
    assert_eq!(text.matches("\"/fr/docs/b\"").count(), 1, "{text}");
    assert_eq!(text.matches("\"/i.svg\"").count(), 1, "{text}");
    assert_eq!(home.props.canonical, "https://s.example/docs");
    let page = outcome.page("/fr/docs/a");
    assert!(!page.is_fallback);
    let text = html(&page.slots[0]);
    assert_eq!(text.matches("\"/fr/docs/b\"").count(), 1, "{text}");
    assert!(text.contains("Un"), "{text}");
    let real = |path: &str| {
        let alternates = &outcome.page(path).alternates;
        let real = alternates.iter().filter(|one| !one.is_fallback);
        real.map(|one| one.route.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(real("/docs/a"), ["/docs/a", "/fr/docs/a"]);
    assert_eq!(real("/fr/docs"), ["/docs"]);
}

#[test]
fn a_fault_of_a_fallback_is_told_once() {
    let outcome = assemble_with(
        FRENCH,
        &[
            ("docs/README.md", "# Home\n[a](/nowhere)\n"),
            (&format!("{FRENCH_DOCS}/b.md"), "# B\n[a](/nowhere)\n"),
        ],
    );
    let heads = outcome.heads();
    assert_eq!(heads.len(), 2, "{heads:?}");
    assert!(heads[1].starts_with(FRENCH_DOCS), "{heads:?}");
}

#[test]
fn the_home_of_a_locale_ends_in_a_slash() {
    let config = format!("{FRENCH}[[docs]]\npath = \"docs\"\nroute_base = \"/\"\n");
    let outcome = assemble_with(
        &config,
        &[
            ("docs/README.md", "# Home\n"),
            ("docs/a.md", "# A\n[h](/)\n"),
        ],
    );
    let paths = outcome.assert_clean().paths();
    assert_eq!(paths, ["/", "/a", "/fr/", "/fr/a", "/fr/search", "/search"]);
    assert_eq!(outcome.html("/fr/a").matches("\"/fr/\"").count(), 1);
}
