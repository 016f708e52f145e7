//! Reduces a font for formulas to the glyphs of some characters.
//!
//! In: a font in WOFF2 and a set of characters. Out: the same font in WOFF2 in which every other glyph is empty. Pure; any
//! input gives a font or a [`FontError`], none panics.
//!
//! Glyphs keep their numbers, so that only four tables change: the outlines, `cmap`, the widths, and `MATH`, which says which
//! larger glyphs and which parts make up a brace or a root that grows. They stay with the characters that need them. An
//! empty glyph costs a bit or two; new numbers would save 300 of 17,800 bytes. Outlines stay as WOFF2 transforms them: they
//! are copied, not decoded.
//!
//! This crate exists because `subsetter` 0.2 leaves `MATH` out, and `write-fonts` 0.55 writes the table but reduces
//! nothing.

mod cmap;
mod glyphs;
mod math;
mod reader;
mod woff2;

pub use reader::FontError;

use cmap::CharacterMap;
use glyphs::{Glyph, Outlines};
use math::MathTable;
use reader::Reader;
use std::collections::{BTreeMap, BTreeSet};
use woff2::{CHARACTERS, Container, GLYPHS, HEADER_OF_WIDTHS, MATH, SUBSTITUTIONS, WIDTHS};

/// The numbers of glyphs.
type GlyphSet = BTreeSet<u16>;

/// The font with the glyphs of `characters` and those that stand for them when they grow.
///
/// # Errors
/// When the bytes are not a font in WOFF2 with outlines of TrueType, or when it replaces glyphs by rules (`GSUB`).
pub fn subset(woff2: &[u8], characters: &BTreeSet<char>) -> Result<Vec<u8>, FontError> {
    subset_of(Container::read(woff2)?, characters)?.write()
}

fn subset_of<'f>(
    mut font: Container<'f>,
    characters: &BTreeSet<char>,
) -> Result<Container<'f>, FontError> {
    refuse_substitutions(&font)?;
    let mut map = cmap::read(font.table(CHARACTERS)?)?;
    map.retain(|character, _| char::from_u32(*character).is_some_and(|c| characters.contains(&c)));
    let mut outlines = Outlines::read(font.table(GLYPHS)?)?;
    let mut math = MathTable::read(font.table(MATH)?)?;
    let needed = needed_glyphs(&map, &outlines, &math);
    outlines.empty_all_but(&needed);
    math.retain(&needed);
    let changed = [
        (CHARACTERS, cmap::write(&map)?),
        (GLYPHS, outlines.write()?),
        (MATH, math.write()?),
        (WIDTHS, widths(&font, &needed)?),
    ];
    for (table, bytes) in changed {
        font.replace(table, bytes);
    }
    Ok(font)
}

/// The characters that a font in WOFF2 has.
///
/// # Errors
/// When the bytes are not a font in WOFF2.
pub fn characters(woff2: &[u8]) -> Result<BTreeSet<char>, FontError> {
    let font = Container::read(woff2)?;
    let map = cmap::read(font.table(CHARACTERS)?)?;
    Ok(map.into_keys().filter_map(char::from_u32).collect())
}

/// The glyphs of the characters, their components, and the glyphs that `MATH` names for them. The first glyph is shown for
/// unknown characters.
fn needed_glyphs(map: &CharacterMap, outlines: &Outlines<'_>, math: &MathTable<'_>) -> GlyphSet {
    let mut needed = GlyphSet::from([0]);
    let mut open: Vec<u16> = map.values().copied().chain([0]).collect();
    while let Some(glyph) = open.pop() {
        needed.insert(glyph);
        let components = outlines.glyphs.get(usize::from(glyph));
        let components = components.into_iter().flat_map(Glyph::components);
        let others = components.chain(math.glyphs_for(glyph));
        open.extend(others.filter(|other| !needed.contains(other)));
    }
    needed
}

/// A rule could replace a glyph by an empty one.
fn refuse_substitutions(font: &Container<'_>) -> Result<(), FontError> {
    let Ok(table) = font.table(SUBSTITUTIONS) else {
        return Ok(());
    };
    let list = Reader::at("GSUB", table, 8)?.u16()?;
    if list != 0 && Reader::at("GSUB", table, usize::from(list))?.u16()? != 0 {
        return Err(FontError::new("GSUB", "has rules, which are not supported"));
    }
    Ok(())
}

/// The widths (`hmtx`), zero for the glyphs that are empty.
fn widths(font: &Container<'_>, needed: &GlyphSet) -> Result<Vec<u8>, FontError> {
    let count = Reader::at("hhea", font.table(HEADER_OF_WIDTHS)?, 34)?.u16()?;
    let mut widths = font.table(WIDTHS)?.to_vec();
    for glyph in (0..count).filter(|glyph| !needed.contains(glyph)) {
        let at = usize::from(glyph) * 4;
        let own = widths.get_mut(at..at + 4);
        own.ok_or(FontError::new("hmtx", "ends too early"))?.fill(0);
    }
    Ok(widths)
}

/// A number that a field of 16 bits holds.
fn to_u16(table: &'static str, number: usize) -> Result<u16, FontError> {
    u16::try_from(number).map_err(|_| FontError::new(table, "is too long"))
}

/// The values of a map as `(key, value)` in order.
type Pairs<V> = BTreeMap<u16, V>;

#[cfg(test)]
mod tests;
