//! Images that front matter names.

use crate::assemble::tests::{CONFIG, assemble, assemble_with};
use crate::diagnostic::{Code, choose_fixes};

#[test]
fn a_picture_for_social_networks_is_below_static_or_beside_the_page() {
    let svg = "<svg viewBox=\"0 0 3 4\"></svg>";
    let outcome = assemble(&[
        ("docs/a.md", "---\nimage: img/x.svg\n---\n# A\n"),
        ("docs/b.md", "---\nimage: ./x.svg\n---\n# B\n"),
        ("docs/x.svg", svg),
        ("static/img/x.svg", svg),
    ]);
    let image = |path: &str| outcome.assert_clean().page(path).image.clone().unwrap();
    assert_eq!(image("/a"), "/img/x.svg");
    assert!(image("/b").starts_with("/assets/x-"));
}

#[test]
fn the_name_of_an_image_is_corrected_where_only_one_is_near() {
    let svg = "<svg viewBox=\"0 0 3 4\"></svg>";
    let text =
        "# A\n![favicn](/img/favicn.svg)\n![x](./img/diagrm-1.svg)\n![x](/image/other.svg)\n";
    let outcome = assemble(&[
        ("docs/a.md", text),
        ("docs/img/diagram-1.svg", svg),
        ("docs/img/diagram-2.svg", svg),
        ("static/img/favicon.svg", svg),
    ]);
    let (files, solved) = choose_fixes(&outcome.list, &outcome.tree);
    assert_eq!(solved, 2, "{:?}", outcome.problems);
    let text = files[0].text(&outcome.tree);
    assert!(
        text.contains("![favicn](/img/favicon.svg)\n![x](./img/diagram-1.svg)\n![x](/image/other"),
        "{text}"
    );
}

#[test]
fn files_of_the_static_folder_are_found_below_a_locale_as_docusaurus_copies_them() {
    let text = "# P\n![a](/fr/img/a.svg)\n";
    let files = [
        ("docs/p.md", text),
        ("static/img/a.svg", "<svg viewBox=\"0 0 3 4\"></svg>"),
    ];
    let locales =
        "[[locales]]\ncode = \"en\"\nlabel = \"E\"\n[[locales]]\ncode = \"fr\"\nlabel = \"F\"\n";
    let config = |first: &str| format!("{first}{CONFIG}{locales}");
    let outcome = assemble_with(&config("shape = \"docusaurus\"\n"), &files);
    let html = outcome.html("/p");
    assert!(html.contains("src=\"/img/a.svg\""), "{html}");
    let own = assemble_with(&config(""), &files);
    assert!(own.problems[0].contains("no image at `/fr/img/a.svg`"));
}

#[test]
fn a_missing_picture_of_an_author_fails_no_site_of_docusaurus() {
    let files = [
        (
            "blog/2020-01-01-a.md",
            "---\nauthors: ada\n---\n# A\n\nText.\n",
        ),
        (
            "blog/authors.yml",
            "ada:\n  name: Ada\n  image_url: ./img/ada.webp\n",
        ),
    ];
    let config = "title = \"S\"\nurl = \"https://s.example\"\n";
    let is_lenient = |first: &str| {
        let outcome = assemble_with(&format!("{first}{config}"), &files);
        let mut missing = outcome.list.iter();
        missing
            .find(|problem| problem.code == Code::MissingImage)
            .is_some_and(|problem| problem.is_lenient)
    };
    assert!(!is_lenient(""));
    assert!(is_lenient("shape = \"docusaurus\"\n"));
}
