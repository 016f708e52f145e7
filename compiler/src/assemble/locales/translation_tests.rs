//! Translated configurations and strings.

use crate::assemble::tests::{Outcome, assemble_with};

const FRENCH: &str = "title = \"S\"\nurl = \"https://s.example\"\n[[locales]]\ncode = \"en\"\n[[locales]]\ncode = \"fr\"\n";

const FRENCH_DOCS: &str = "i18n/fr/docusaurus-plugin-content-docs/current";

/// A site in English and French with translations of every kind.
fn translated_site() -> Outcome {
    let config = format!(
        "{FRENCH}[[navbar]]\nlabel = \"Guide\"\nto = \"/docs\"\n[footer]\ncopyright = \"Us\"\n[[footer.columns]]\ntitle = \"More\"\nitems = [[\"Home\", \"/docs\"]]\n"
    );
    let theme = "i18n/fr/docusaurus-theme-classic";
    assemble_with(
        &config,
        &[
            ("docs/README.md", "# Home\n"),
            ("docs/g/a.md", "# A\n"),
            (
                "docs/g/_category_.json",
                "{\"label\": \"Guides\", \"link\": {\"type\": \"generated-index\"}}",
            ),
            ("blog/2020-01-02-p.md", "# P\n<!-- truncate -->\n"),
            (
                "i18n/fr/code.json",
                "{\"theme.docs.paginator.next\": {\"message\": \"Ensuite\"}, \"own.id\": {\"message\": \"x\"}}",
            ),
            (
                &format!("{theme}/navbar.json"),
                "{\"item.label.Guide\": {\"message\": \"Manuel\"}}",
            ),
            (
                &format!("{theme}/footer.json"),
                "{\"copyright\": {\"message\": \"Nous\"}, \"link.title.More\": {\"message\": \"Plus\"}, \"link.item.label.Home\": {\"message\": \"Accueil\"}}",
            ),
            (
                &format!("{FRENCH_DOCS}.json"),
                "{\"version.label\": {\"message\": \"Prochaine\"}, \"sidebar.docs.category.Guides\": {\"message\": \"Manuels\"}}",
            ),
            (
                "i18n/fr/docusaurus-plugin-content-blog/options.json",
                "{\"title\": {\"message\": \"Journal\"}}",
            ),
        ],
    )
}

#[test]
fn configuration_and_messages_are_translated() {
    let outcome = translated_site();
    outcome.assert_clean();
    let english = &outcome.site.props["en"];
    let french = &outcome.site.props["fr"];
    assert_eq!(
        (
            english.navbar[0].label.as_str(),
            french.navbar[0].label.as_str()
        ),
        ("Guide", "Manuel")
    );
    assert_eq!(french.navbar[0].href, "/fr/docs");
    assert_eq!(french.footer.copyright.as_deref(), Some("Nous"));
    assert_eq!(french.footer.columns[0].title, "Plus");
    assert_eq!(french.footer.columns[0].items[0].label, "Accueil");
    assert!(english.messages.is_empty());
    assert_eq!(french.messages["theme.docs.paginator.next"], "Ensuite");
    assert_eq!(
        french.messages["theme.docs.paginator.previous"],
        "Précédent"
    );
    assert_eq!(french.messages["own.id"], "x");
    assert_eq!(french.messages["theme.admonition.note"], "Remarque");
    assert!(!french.messages.contains_key("theme.markdown.table"));
}

#[test]
fn titles_of_generated_pages_are_translated() {
    let outcome = translated_site();
    assert_eq!(
        outcome.page("/fr/docs/category/guides").props.title,
        "Manuels"
    );
    assert_eq!(outcome.page("/docs/category/guides").props.title, "Guides");
    assert_eq!(outcome.page("/fr/blog").props.title, "Journal");
    assert_eq!(outcome.page("/fr/search").props.title, "Rechercher");
    assert_eq!(outcome.page("/fr/blog/archive").props.title, "Archives");
    let (home, not_found) = &outcome.site.not_found_below[0];
    assert_eq!(
        (home.as_str(), not_found.props.title.as_str()),
        ("/fr/", "Page introuvable")
    );
    let fallback = outcome.page("/fr/docs").props.fallback.clone().unwrap();
    assert_eq!(
        (fallback.lang.as_str(), fallback.language.as_str()),
        ("en", "English")
    );
}

#[test]
fn an_author_translates_the_search_dialog() {
    let outcome = assemble_with(
        FRENCH,
        &[
            ("docs/README.md", "# Home\n"),
            (
                "i18n/fr/code.json",
                "{\"theme.SearchModal.placeholder\": {\"message\": \"Chercher ici\"}, \"theme.SearchPage.versionInputLabel\": {\"message\": \"Édition\"}}",
            ),
        ],
    );
    outcome.assert_clean();
    let french = &outcome.site.props["fr"].messages;
    assert_eq!(french["theme.SearchModal.placeholder"], "Chercher ici");
    assert_eq!(french["theme.SearchPage.versionInputLabel"], "Édition");
    assert_eq!(
        french["theme.SearchModal.footer.closeText"], "pour fermer",
        "the built-in string"
    );
}

#[test]
fn an_unused_id_of_the_interface_is_reported() {
    let outcome = assemble_with(
        FRENCH,
        &[
            ("docs/README.md", "# Home\n"),
            (
                "i18n/fr/code.json",
                "{\"theme.SearchModal.placehodler\": {\"message\": \"x\"}, \"theme.Playground.result\": {\"message\": \"y\"}, \"own.id\": {\"message\": \"z\"}}",
            ),
        ],
    );
    let problems = outcome.problems.join("\n");
    assert_eq!(outcome.problems.len(), 2, "{problems}");
    for expected in [
        "unknown translation id `theme.SearchModal.placehodler`: no text uses it",
        "did you mean `theme.SearchModal.placeholder`?",
        "unknown translation id `theme.Playground.result`: no text uses it",
        "correct the id, or delete the entry",
    ] {
        assert!(problems.contains(expected), "{expected}: {problems}");
    }
}

#[test]
fn a_translation_without_an_original_is_no_page_of_an_imported_site() {
    let french = format!("{FRENCH_DOCS}/only.md");
    let files = [
        ("docs/README.md", "# Home\n"),
        (french.as_str(), "# Seule\n\n![x](none.png)\n"),
    ];
    let count = |outcome: &Outcome| {
        let paths = outcome.paths().into_iter();
        paths.filter(|path| path.ends_with("/only")).count()
    };
    let own = assemble_with(FRENCH, &files);
    assert_eq!(
        (count(&own), own.problems.len()),
        (1, 1),
        "{:?}",
        own.problems
    );
    let imported = assemble_with(&format!("shape = \"docusaurus\"\n{FRENCH}"), &files);
    assert_eq!(count(&imported), 0, "{:?}", imported.paths());
    assert!(
        !imported.problems.concat().contains("none.png"),
        "{:?}",
        imported.problems
    );
}

#[test]
fn faulty_translations_are_told_at_their_place() {
    let outcome = assemble_with(
        FRENCH,
        &[
            ("docs/README.md", "# Home\n"),
            (
                "i18n/fr/code.json",
                "{\"a\": {\"description\": \"d\"}, \"\": {\"message\": \"x\"}, \"theme.docs.paginator.nxt\": {\"message\": \"y\"}}",
            ),
            (
                "i18n/fr/docusaurus-theme-classic/navbar.json",
                "{\"item.label.Gone\": {\"message\": \"x\"}}",
            ),
        ],
    );
    let heads = outcome.heads().join("\n");
    assert_eq!(outcome.problems.len(), 4, "{heads}");
    assert!(
        heads.contains("error[bad-translation]: the translation `a` has no `message`"),
        "{heads}"
    );
    assert!(
        heads.contains("error[bad-translation]: a translation needs an id"),
        "{heads}"
    );
    assert!(heads.contains("warning[unknown-translation]"), "{heads}");
    assert!(
        outcome
            .problems
            .iter()
            .any(|one| one.contains("did you mean `theme.docs.paginator.next`?"))
    );
}
