use super::*;

/// The font of the interface.
const FONT: &[u8] = include_bytes!("../../ui/src/styles/font/stix-two-math-subset.woff2");

fn set(text: &str) -> BTreeSet<char> {
    text.chars().collect()
}

/// The lengths of the outlines of a font's glyphs, by the glyph.
fn outline_lens(woff2: &[u8]) -> Vec<usize> {
    let font = Container::read(woff2).unwrap();
    let outlines = Outlines::read(font.table(GLYPHS).unwrap()).unwrap();
    outlines.glyphs.iter().map(Glyph::len).collect()
}

fn glyphs(woff2: &[u8]) -> CharacterMap {
    let font = Container::read(woff2).unwrap();
    cmap::read(font.table(CHARACTERS).unwrap()).unwrap()
}

fn math_of(woff2: &[u8]) -> Vec<u8> {
    let font = Container::read(woff2).unwrap();
    font.table(MATH).unwrap().to_vec()
}

#[test]
fn a_subset_has_the_asked_characters_only() {
    let small = subset(FONT, &set("x+1漢")).unwrap();
    assert_eq!(characters(&small).unwrap(), set("x+1"));
    assert!(small.len() < FONT.len() / 10, "{} bytes", small.len());
}

#[test]
fn every_other_glyph_is_empty() {
    let (full, small) = (
        outline_lens(FONT),
        outline_lens(&subset(FONT, &set("x+")).unwrap()),
    );
    let needed: BTreeSet<usize> = "x+"
        .chars()
        .map(|c| usize::from(glyphs(FONT)[&u32::from(c)]))
        .chain([0])
        .collect();
    for (glyph, (full, small)) in full.iter().zip(&small).enumerate() {
        let expected = if needed.contains(&glyph) { *full } else { 0 };
        assert_eq!(*small, expected, "glyph {glyph}");
    }
}

#[test]
fn a_brace_keeps_its_sizes_and_its_parts() {
    let small = subset(FONT, &set("{")).unwrap();
    let brace = glyphs(&small)[&u32::from('{')];
    let (full, own) = (math_of(FONT), math_of(&small));
    let full = MathTable::read(&full).unwrap();
    let own = MathTable::read(&own).unwrap();
    let grown: Vec<u16> = own.glyphs_for(brace).collect();
    assert_eq!(grown, full.glyphs_for(brace).collect::<Vec<_>>());
    assert!(grown.len() > 10, "{grown:?}");
    let lens = outline_lens(&small);
    assert!(grown.iter().all(|glyph| lens[usize::from(*glyph)] > 0));
    let root = glyphs(FONT)[&u32::from('√')];
    assert_eq!(own.glyphs_for(root).count(), 0);
}

#[test]
fn components_are_kept() {
    let font = Container::read(FONT).unwrap();
    let outlines = Outlines::read(font.table(GLYPHS).unwrap()).unwrap();
    let map = glyphs(FONT);
    let composites = map.iter().filter_map(|(character, glyph)| {
        let components = outlines.glyphs[usize::from(*glyph)].components();
        let components: Vec<u16> = components.collect();
        (!components.is_empty()).then_some((char::from_u32(*character)?, components))
    });
    let composites: Vec<_> = composites.collect();
    assert!(composites.len() > 5);
    for (character, components) in composites {
        let lens = outline_lens(&subset(FONT, &BTreeSet::from([character])).unwrap());
        assert!(
            components.iter().all(|one| lens[usize::from(*one)] > 0),
            "{character}"
        );
    }
}

#[test]
fn the_subset_of_all_characters_has_every_outline_and_width() {
    let all = characters(FONT).unwrap();
    let same = subset(FONT, &all).unwrap();
    assert_eq!(characters(&same).unwrap(), all);
    assert_eq!(glyphs(&same), glyphs(FONT));
    assert_eq!(outline_lens(&same), outline_lens(FONT));
    let table = |font: &[u8], number: u8| {
        Container::read(font)
            .unwrap()
            .table(number)
            .unwrap()
            .to_vec()
    };
    assert_eq!(table(&same, GLYPHS), table(FONT, GLYPHS));
    assert_eq!(table(&same, WIDTHS), table(FONT, WIDTHS));
    assert_eq!(subset(&same, &all).unwrap(), same);
}

#[test]
fn what_is_no_font_is_an_error() {
    for bytes in [b"".as_slice(), b"OTTO", b"wOF2", &FONT[..40], &FONT[..200]] {
        assert!(subset(bytes, &set("x")).is_err());
    }
    let error = subset(b"PK..", &set("x")).unwrap_err();
    assert_eq!(error.to_string(), "`WOFF2` has another signature");
}

/// Each table cut short, or with a byte changed, gives a font or an error.
#[test]
fn damaged_tables_do_not_panic() {
    let font = Container::read(FONT).unwrap();
    for number in [
        CHARACTERS,
        GLYPHS,
        MATH,
        SUBSTITUTIONS,
        WIDTHS,
        HEADER_OF_WIDTHS,
    ] {
        let table = font.table(number).unwrap();
        let step = (table.len() / 40).max(1);
        for at in (0..table.len()).step_by(step) {
            let mut changed = table.to_vec();
            changed[at] ^= 0xff;
            for bytes in [&table[..at], &changed] {
                let mut damaged = Container::read(FONT).unwrap();
                damaged.replace(number, bytes.to_vec());
                let _ = subset_of(damaged, &set("x{√"));
            }
        }
    }
}
