//! The table `MATH`: how a formula is laid out, and which glyphs take a glyph's place when it grows.
//!
//! Only the parts that browsers use are read and written. Browsers use neither the kerning of scripts nor the list of extended
//! shapes, and corrections for single sizes in pixels (device tables) belong to hinting, which the font does not have.

use crate::reader::{FontError, Reader};
use crate::{GlyphSet, Pairs};

const TABLE: &str = "MATH";

/// Four numbers, 51 values and a percentage.
const CONSTANTS_LEN: usize = 214;
const VALUES: std::ops::Range<usize> = 8..212;

/// The table without what browsers do not use.
#[derive(Debug)]
pub(crate) struct MathTable<'f> {
    constants: &'f [u8],
    /// By glyph.
    italics: Pairs<i16>,
    accents: Pairs<i16>,
    min_overlap: u16,
    vertical: Pairs<Construction>,
    horizontal: Pairs<Construction>,
}

/// How a glyph grows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Construction {
    /// Larger glyphs with their sizes.
    variants: Vec<(u16, u16)>,
    assembly: Option<Assembly>,
}

/// Parts of which a glyph of any size is put together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Assembly {
    italics: i16,
    /// The glyph; connectors at both ends, the full size, and flags.
    parts: Vec<(u16, [u16; 4])>,
}

impl Construction {
    fn glyphs(&self) -> impl Iterator<Item = u16> {
        let variants = self.variants.iter().map(|(glyph, _)| *glyph);
        let parts = self.assembly.iter().flat_map(|one| &one.parts);
        variants.chain(parts.map(|(glyph, _)| *glyph))
    }
}

impl<'f> MathTable<'f> {
    pub(crate) fn read(table: &'f [u8]) -> Result<Self, FontError> {
        let mut header = Reader::at(TABLE, table, 4)?;
        let constants = part(table, header.u16()?)?;
        let info = part(table, header.u16()?)?;
        let variants = part(table, header.u16()?)?;
        let constants = Reader::new(TABLE, constants).take(CONSTANTS_LEN)?;
        let mut lists = Reader::new(TABLE, info);
        let italics = read_values(info, lists.u16()?)?;
        let accents = read_values(info, lists.u16()?)?;
        let mut header = Reader::new(TABLE, variants);
        let min_overlap = header.u16()?;
        let vertical = read_coverage(variants, header.u16()?)?;
        let horizontal = read_coverage(variants, header.u16()?)?;
        let counts = (header.u16()?, header.u16()?);
        if (vertical.len(), horizontal.len()) != (counts.0.into(), counts.1.into()) {
            return Err(FontError::new(
                TABLE,
                "has another number of growing glyphs",
            ));
        }
        let mut read = |glyphs: Vec<u16>| -> Result<Pairs<Construction>, FontError> {
            let mut constructions = Pairs::new();
            for glyph in glyphs {
                let own = read_construction(part(variants, header.u16()?)?)?;
                constructions.insert(glyph, own);
            }
            Ok(constructions)
        };
        Ok(MathTable {
            constants,
            italics,
            accents,
            min_overlap,
            vertical: read(vertical)?,
            horizontal: read(horizontal)?,
        })
    }

    /// The glyphs that take the place of `glyph` when it grows.
    pub(crate) fn glyphs_for(&self, glyph: u16) -> impl Iterator<Item = u16> {
        let both = [self.vertical.get(&glyph), self.horizontal.get(&glyph)];
        both.into_iter().flatten().flat_map(Construction::glyphs)
    }

    pub(crate) fn retain(&mut self, needed: &GlyphSet) {
        self.italics.retain(|glyph, _| needed.contains(glyph));
        self.accents.retain(|glyph, _| needed.contains(glyph));
        self.vertical.retain(|glyph, _| needed.contains(glyph));
        self.horizontal.retain(|glyph, _| needed.contains(glyph));
    }

    pub(crate) fn write(&self) -> Result<Vec<u8>, FontError> {
        let mut constants = self.constants.to_vec();
        for value in constants[VALUES].chunks_exact_mut(4) {
            value[2..].fill(0);
        }
        let lists = [write_values(&self.italics)?, write_values(&self.accents)?];
        let info = with_offsets(Vec::new(), &lists, 4)?;
        let parts = [constants, info, self.write_variants()?];
        with_offsets(words([1, 0]), &parts, 0)
    }

    fn write_variants(&self) -> Result<Vec<u8>, FontError> {
        let both = [&self.vertical, &self.horizontal];
        let mut coverages = Vec::new();
        let mut constructions = Vec::new();
        for glyphs in both {
            coverages.push(write_coverage(glyphs.keys())?);
            for construction in glyphs.values() {
                constructions.push(write_construction(construction)?);
            }
        }
        let mut end = 10 + 2 * constructions.len();
        let mut place = |part: &Vec<u8>| {
            let offset = crate::to_u16(TABLE, end);
            end += part.len();
            offset
        };
        let mut header = vec![self.min_overlap];
        for coverage in &coverages {
            header.push(place(coverage)?);
        }
        for glyphs in both {
            header.push(crate::to_u16(TABLE, glyphs.len())?);
        }
        for construction in &constructions {
            header.push(place(construction)?);
        }
        let mut out = words(header);
        out.extend(coverages.iter().chain(&constructions).flatten());
        Ok(out)
    }
}

/// The bytes from an offset on.
fn part(table: &[u8], offset: u16) -> Result<&[u8], FontError> {
    Ok(Reader::at(TABLE, table, offset.into())?.rest())
}

/// A list of glyphs; none for the offset 0.
fn read_coverage(table: &[u8], offset: u16) -> Result<Vec<u16>, FontError> {
    if offset == 0 {
        return Ok(Vec::new());
    }
    let mut list = Reader::new(TABLE, part(table, offset)?);
    let format = list.u16()?;
    let count = list.u16()?;
    let mut glyphs = Vec::new();
    for _ in 0..count {
        let first = list.u16()?;
        if format == 1 {
            glyphs.push(first);
            continue;
        }
        let last = list.u16()?;
        list.u16()?;
        glyphs.extend(first..=last);
        if glyphs.len() > usize::from(u16::MAX) {
            return Err(FontError::new(TABLE, "lists a glyph twice"));
        }
    }
    Ok(glyphs)
}

fn write_coverage<'g>(
    glyphs: impl ExactSizeIterator<Item = &'g u16>,
) -> Result<Vec<u8>, FontError> {
    let count = crate::to_u16(TABLE, glyphs.len())?;
    Ok(words([1, count].into_iter().chain(glyphs.copied())))
}

/// A value for each glyph of a list; none for the offset 0.
fn read_values(table: &[u8], offset: u16) -> Result<Pairs<i16>, FontError> {
    if offset == 0 {
        return Ok(Pairs::new());
    }
    let table = part(table, offset)?;
    let mut list = Reader::new(TABLE, table);
    let glyphs = read_coverage(table, list.u16()?)?;
    list.u16()?;
    let mut values = Pairs::new();
    for glyph in glyphs {
        values.insert(glyph, read_value(&mut list)?);
    }
    Ok(values)
}

fn write_values(values: &Pairs<i16>) -> Result<Vec<u8>, FontError> {
    let count = crate::to_u16(TABLE, values.len())?;
    let records = values.values().flat_map(|value| [value.cast_unsigned(), 0]);
    let coverage_offset = crate::to_u16(TABLE, 4 + 4 * values.len())?;
    let mut out = words([coverage_offset, count].into_iter().chain(records));
    out.extend(write_coverage(values.keys())?);
    Ok(out)
}

/// A value without its corrections.
fn read_value(list: &mut Reader<'_>) -> Result<i16, FontError> {
    let value = list.i16()?;
    list.u16()?;
    Ok(value)
}

fn read_construction(table: &[u8]) -> Result<Construction, FontError> {
    let mut list = Reader::new(TABLE, table);
    let assembly = match list.u16()? {
        0 => None,
        offset => Some(read_assembly(part(table, offset)?)?),
    };
    let count = list.u16()?;
    let mut variants = Vec::new();
    for _ in 0..count {
        variants.push((list.u16()?, list.u16()?));
    }
    Ok(Construction { variants, assembly })
}

fn read_assembly(table: &[u8]) -> Result<Assembly, FontError> {
    let mut list = Reader::new(TABLE, table);
    let italics = read_value(&mut list)?;
    let count = list.u16()?;
    let mut parts = Vec::new();
    for _ in 0..count {
        let glyph = list.u16()?;
        parts.push((glyph, [list.u16()?, list.u16()?, list.u16()?, list.u16()?]));
    }
    Ok(Assembly { italics, parts })
}

fn write_construction(construction: &Construction) -> Result<Vec<u8>, FontError> {
    let variants = &construction.variants;
    let count = crate::to_u16(TABLE, variants.len())?;
    let rows = variants.iter().flat_map(|(glyph, size)| [*glyph, *size]);
    let Some(assembly) = &construction.assembly else {
        return Ok(words([0, count].into_iter().chain(rows)));
    };
    let offset = crate::to_u16(TABLE, 4 + 4 * variants.len())?;
    let parts = &assembly.parts;
    let part_count = crate::to_u16(TABLE, parts.len())?;
    let part_rows = parts
        .iter()
        .flat_map(|(glyph, [a, b, c, d])| [*glyph, *a, *b, *c, *d]);
    let head = [assembly.italics.cast_unsigned(), 0, part_count];
    Ok(words(
        [offset, count]
            .into_iter()
            .chain(rows)
            .chain(head)
            .chain(part_rows),
    ))
}

/// A head, the offsets of `parts`, `gap` bytes of zeros, and the parts.
fn with_offsets(head: Vec<u8>, parts: &[Vec<u8>], gap: usize) -> Result<Vec<u8>, FontError> {
    let mut out = head;
    let mut offset = out.len() + 2 * parts.len() + gap;
    for part in parts {
        out.extend(crate::to_u16(TABLE, offset)?.to_be_bytes());
        offset += part.len();
    }
    out.resize(out.len() + gap, 0);
    out.extend(parts.iter().flatten());
    Ok(out)
}

fn words(numbers: impl IntoIterator<Item = u16>) -> Vec<u8> {
    numbers.into_iter().flat_map(u16::to_be_bytes).collect()
}
