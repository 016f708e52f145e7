//! Images that front matter names.

use crate::assemble::tests::assemble;
use crate::diagnostic::choose_fixes;

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
