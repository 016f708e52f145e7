//! Images that front matter names.

use crate::assemble::tests::assemble;

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
