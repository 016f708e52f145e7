//! Pictures that components and front matter name.

use super::assemble;
use crate::document::Segment;

#[test]
fn an_ideal_image_knows_its_size_and_copies() {
    let picture = "RIFF\0\0\0\0WEBPVP8X\u{a}\0\0\0\0\0\0\0\u{1f}\u{3}\0\u{2b}\u{1}\0";
    let page = "import big from './big.webp';\n\n# P\n\n<IdealImage img={big} alt=\"Big\" />\n";
    let outcome = assemble(&[("docs/p.mdx", page), ("docs/big.webp", picture)]);
    let slots = &outcome.assert_clean().page("/p").slots;
    let tag = slots.iter().flatten().find_map(|segment| match segment {
        Segment::Component(tag) => Some(tag),
        _ => None,
    });
    let img = &tag.unwrap().props["img"];
    let hash = &blake3::hash(picture.as_bytes()).to_hex()[..12];
    assert_eq!(
        img["src"].as_str(),
        Some(format!("/assets/big-{hash}.webp").as_str())
    );
    assert_eq!(img["width"], 800);
    let copies = img["srcSet"].as_str().unwrap();
    assert!(copies.contains("-640.webp 640w, "), "{copies}");
    assert_eq!(outcome.site.image_copies.len(), 2);
}

#[test]
fn a_picture_for_social_networks_lies_below_static_or_beside_the_page() {
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
