//! Reads and writes the transformed table `glyf` (WOFF2, section 5.1), which keeps a glyph's data in seven streams.

use crate::GlyphSet;
use crate::reader::{FontError, Reader};

const TABLE: &str = "glyf";

/// The option that a bitmap says which simple glyphs overlap themselves.
const HAS_OVERLAPS: u16 = 1;

/// Flags of a component.
const ARGUMENTS_ARE_WORDS: u16 = 0x01;
const HAS_SCALE: u16 = 0x08;
const HAS_MORE: u16 = 0x20;
const HAS_TWO_SCALES: u16 = 0x40;
const HAS_MATRIX: u16 = 0x80;
const HAS_INSTRUCTIONS: u16 = 0x100;

/// The outlines of a font.
#[derive(Debug)]
pub(crate) struct Outlines<'f> {
    options: u16,
    index_format: u16,
    pub(crate) glyphs: Vec<Glyph<'f>>,
}

/// The part of each stream that belongs to one glyph.
#[derive(Clone, Debug, Default)]
pub(crate) struct Glyph<'f> {
    /// Zero for an empty glyph, -1 for one that is made of others.
    contours: i16,
    point_counts: &'f [u8],
    flags: &'f [u8],
    /// Coordinates, and the length of the instructions.
    points: &'f [u8],
    composite: &'f [u8],
    bounds: Option<&'f [u8]>,
    instructions: &'f [u8],
    overlaps: bool,
    components: Vec<u16>,
}

impl Glyph<'_> {
    /// The glyphs that this one is made of.
    pub(crate) fn components(&self) -> impl Iterator<Item = u16> {
        self.components.iter().copied()
    }

    /// The bytes of the outline.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.points.len() + self.composite.len()
    }
}

/// Where each stream is read.
struct Streams<'f> {
    contours: Reader<'f>,
    point_counts: Reader<'f>,
    flags: Reader<'f>,
    points: Reader<'f>,
    composites: Reader<'f>,
    bounds: Reader<'f>,
    instructions: Reader<'f>,
}

impl<'f> Outlines<'f> {
    pub(crate) fn read(table: &'f [u8]) -> Result<Self, FontError> {
        let mut header = Reader::new(TABLE, table);
        header.u16()?;
        let options = header.u16()?;
        let count = header.u16()?;
        let index_format = header.u16()?;
        let mut lens = [0; 7];
        for len in &mut lens {
            *len = header.len()?;
        }
        let mut stream = |at: usize| Ok(Reader::new(TABLE, header.take(lens[at])?));
        let mut streams = Streams {
            contours: stream(0)?,
            point_counts: stream(1)?,
            flags: stream(2)?,
            points: stream(3)?,
            composites: stream(4)?,
            bounds: stream(5)?,
            instructions: stream(6)?,
        };
        let count = usize::from(count);
        let has_bounds = streams.bounds.take(bounds_bitmap_len(count))?;
        let overlaps: &[u8] = match options & HAS_OVERLAPS {
            0 => &[],
            _ => header.take(count.div_ceil(8))?,
        };
        let mut glyphs = Vec::new();
        for at in 0..count {
            let mut glyph = streams.next_glyph()?;
            if has_bit(has_bounds, at) {
                glyph.bounds = Some(streams.bounds.take(8)?);
            }
            glyph.overlaps = has_bit(overlaps, at);
            glyphs.push(glyph);
        }
        Ok(Outlines {
            options,
            index_format,
            glyphs,
        })
    }

    pub(crate) fn empty_all_but(&mut self, needed: &GlyphSet) {
        for (number, glyph) in (0..=u16::MAX).zip(&mut self.glyphs) {
            if !needed.contains(&number) {
                *glyph = Glyph::default();
            }
        }
    }

    pub(crate) fn write(&self) -> Result<Vec<u8>, FontError> {
        let glyphs = &self.glyphs;
        let mut bounds = bitmap(glyphs, bounds_bitmap_len(glyphs.len()), |glyph| {
            glyph.bounds.is_some()
        });
        bounds.extend(glyphs.iter().filter_map(|glyph| glyph.bounds).flatten());
        let join =
            |part: fn(&Glyph<'_>) -> Vec<u8>| -> Vec<u8> { glyphs.iter().flat_map(part).collect() };
        let streams = [
            join(|glyph| glyph.contours.to_be_bytes().to_vec()),
            join(|glyph| glyph.point_counts.to_vec()),
            join(|glyph| glyph.flags.to_vec()),
            join(|glyph| glyph.points.to_vec()),
            join(|glyph| glyph.composite.to_vec()),
            bounds,
            join(|glyph| glyph.instructions.to_vec()),
        ];
        let count = crate::to_u16(TABLE, glyphs.len())?;
        let mut out: Vec<u8> = [0, self.options, count, self.index_format]
            .into_iter()
            .flat_map(u16::to_be_bytes)
            .collect();
        for stream in &streams {
            let len = u32::try_from(stream.len());
            let len = len.map_err(|_| FontError::new(TABLE, "is too long"))?;
            out.extend(len.to_be_bytes());
        }
        out.extend(streams.iter().flatten());
        if self.options & HAS_OVERLAPS != 0 {
            let len = glyphs.len().div_ceil(8);
            out.extend(bitmap(glyphs, len, |glyph| glyph.overlaps));
        }
        Ok(out)
    }
}

impl<'f> Streams<'f> {
    fn next_glyph(&mut self) -> Result<Glyph<'f>, FontError> {
        let contours = self.contours.i16()?;
        match usize::try_from(contours) {
            Ok(0) => Ok(Glyph::default()),
            Ok(count) => self.simple_glyph(contours, count),
            Err(_) => self.composite_glyph(contours),
        }
    }

    fn simple_glyph(&mut self, contours: i16, count: usize) -> Result<Glyph<'f>, FontError> {
        let before = self.point_counts.clone();
        let mut points = 0;
        for _ in 0..count {
            points += self.point_counts.short()?;
        }
        let point_counts = before.until(&self.point_counts);
        let flags = self.flags.take(points)?;
        let before = self.points.clone();
        for flag in flags {
            self.points.take(coordinates_len(*flag))?;
        }
        let len = self.points.short()?;
        Ok(Glyph {
            contours,
            point_counts,
            flags,
            points: before.until(&self.points),
            instructions: self.instructions.take(len)?,
            ..Glyph::default()
        })
    }

    fn composite_glyph(&mut self, contours: i16) -> Result<Glyph<'f>, FontError> {
        let before = self.composites.clone();
        let mut components = Vec::new();
        let mut has_instructions = false;
        loop {
            let flags = self.composites.u16()?;
            components.push(self.composites.u16()?);
            self.composites.take(arguments_len(flags))?;
            has_instructions |= flags & HAS_INSTRUCTIONS != 0;
            if flags & HAS_MORE == 0 {
                break;
            }
        }
        let composite = before.until(&self.composites);
        let before = self.points.clone();
        let len = match has_instructions {
            true => self.points.short()?,
            false => 0,
        };
        Ok(Glyph {
            contours,
            points: before.until(&self.points),
            composite,
            instructions: self.instructions.take(len)?,
            components,
            ..Glyph::default()
        })
    }
}

/// The bytes of a point's coordinates, whose sizes its flag gives.
fn coordinates_len(flag: u8) -> usize {
    match flag & 0x7f {
        0..84 => 1,
        84..120 => 2,
        120..124 => 3,
        _ => 4,
    }
}

/// The bytes after the flags and the glyph of a component: two offsets and the scale.
fn arguments_len(flags: u16) -> usize {
    let offsets = match flags & ARGUMENTS_ARE_WORDS {
        0 => 2,
        _ => 4,
    };
    let has = |flag: u16| flags & flag != 0;
    let scale = match (has(HAS_SCALE), has(HAS_TWO_SCALES), has(HAS_MATRIX)) {
        (true, _, _) => 2,
        (_, true, _) => 4,
        (_, _, true) => 8,
        _ => 0,
    };
    offsets + scale
}

/// The bitmap of bounds ends on a multiple of four bytes.
fn bounds_bitmap_len(count: usize) -> usize {
    count.div_ceil(32) * 4
}

fn has_bit(bitmap: &[u8], at: usize) -> bool {
    let byte = bitmap.get(at / 8).copied().unwrap_or_default();
    byte & 0x80 >> (at % 8) != 0
}

fn bitmap(glyphs: &[Glyph<'_>], len: usize, has: impl Fn(&Glyph<'_>) -> bool) -> Vec<u8> {
    let mut bitmap = vec![0; len];
    for (at, _) in glyphs.iter().enumerate().filter(|(_, glyph)| has(glyph)) {
        bitmap[at / 8] |= 0x80 >> (at % 8);
    }
    bitmap
}
