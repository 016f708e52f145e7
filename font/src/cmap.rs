//! The table `cmap`: which glyph a character has.

use crate::reader::{FontError, Reader};
use std::collections::BTreeMap;

const TABLE: &str = "cmap";

/// The glyph of each character, by its code point.
pub(crate) type CharacterMap = BTreeMap<u32, u16>;

/// The encodings of Unicode: platform and number, for code points up to U+FFFF and for all.
const SMALL: [(u16, u16); 2] = [(0, 3), (3, 1)];
const ALL: [(u16, u16); 2] = [(0, 4), (3, 10)];

/// Characters in a row whose glyphs are in a row, too.
struct Run {
    first: u32,
    last: u32,
    glyph: u16,
}

/// Reads the part for all of Unicode (format 12).
pub(crate) fn read(table: &[u8]) -> Result<CharacterMap, FontError> {
    let mut header = Reader::at(TABLE, table, 2)?;
    let count = header.u16()?;
    let mut place = None;
    for _ in 0..count {
        let encoding = (header.u16()?, header.u16()?);
        let offset = header.len()?;
        if ALL.contains(&encoding) {
            place = Some(offset);
        }
    }
    let place = place.ok_or(FontError::new(TABLE, "does not map all of Unicode"))?;
    let mut part = Reader::at(TABLE, table, place)?;
    if part.u16()? != 12 {
        return Err(FontError::new(TABLE, "maps Unicode in another format"));
    }
    part.take(10)?;
    let count = part.u32()?;
    let mut map = CharacterMap::new();
    for _ in 0..count {
        let (first, last, glyph) = (part.u32()?, part.u32()?, part.u32()?);
        for (character, glyph) in (first..=last).zip(glyph..=u32::from(u16::MAX)) {
            let glyph = u16::try_from(glyph).expect("BUG: the range ends at the largest u16");
            map.insert(character, glyph);
        }
    }
    Ok(map)
}

/// Some systems read the part for code points up to U+FFFF only.
pub(crate) fn write(map: &CharacterMap) -> Result<Vec<u8>, FontError> {
    let small = small_part(&runs(map.range(..0xffff)))?;
    let all = part_for_all(&runs(map.range(..)))?;
    let header_len = 4 + 8 * (SMALL.len() + ALL.len());
    let records = [
        (SMALL[0], header_len),
        (ALL[0], header_len + small.len()),
        (SMALL[1], header_len),
        (ALL[1], header_len + small.len()),
    ];
    let mut out = Vec::new();
    push_all(&mut out, [0, crate::to_u16(TABLE, records.len())?]);
    for ((platform, encoding), offset) in records {
        push_all(&mut out, [platform, encoding]);
        out.extend(u32::from(crate::to_u16(TABLE, offset)?).to_be_bytes());
    }
    out.extend(small);
    out.extend(all);
    Ok(out)
}

fn runs<'m>(characters: impl Iterator<Item = (&'m u32, &'m u16)>) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (&character, &glyph) in characters {
        match runs.last_mut() {
            Some(run)
                if character - run.last == 1
                    && u32::from(glyph) == u32::from(run.glyph) + character - run.first =>
            {
                run.last = character;
            }
            _ => runs.push(Run {
                first: character,
                last: character,
                glyph,
            }),
        }
    }
    runs
}

/// Format 4: the runs' ends, starts and distances to their glyphs. The run at the end is required.
fn small_part(runs: &[Run]) -> Result<Vec<u8>, FontError> {
    let count = crate::to_u16(TABLE, runs.len() + 1)?;
    let power = 1_u16 << count.ilog2();
    let short = |number: u32| u16::try_from(number).expect("BUG: the runs end before U+FFFF");
    let mut columns = [Vec::new(), vec![0], Vec::new(), Vec::new()];
    for run in runs {
        columns[0].push(short(run.last));
        columns[1].push(short(run.first));
        columns[2].push(run.glyph.wrapping_sub(short(run.first)));
        columns[3].push(0);
    }
    columns[0].push(0xffff);
    columns[1].push(0xffff);
    columns[2].push(1);
    columns[3].push(0);
    // The ends are followed by a word that is not used, with which the starts begin here.
    let body: Vec<u16> = columns.concat();
    let len = crate::to_u16(TABLE, 14 + 2 * body.len())?;
    let mut out = Vec::new();
    push_all(&mut out, [4, len, 0, count * 2]);
    let depth = crate::to_u16(TABLE, power.ilog2() as usize)?;
    push_all(&mut out, [power * 2, depth, (count - power) * 2]);
    push_all(&mut out, body);
    Ok(out)
}

/// Format 12.
fn part_for_all(runs: &[Run]) -> Result<Vec<u8>, FontError> {
    let len = u32::from(crate::to_u16(TABLE, 16 + 12 * runs.len())?);
    let count = u32::from(crate::to_u16(TABLE, runs.len())?);
    let mut out = Vec::new();
    push_all(&mut out, [12, 0]);
    let rows = runs
        .iter()
        .map(|run| [run.first, run.last, run.glyph.into()]);
    let numbers = [[len, 0, count]].into_iter().chain(rows).flatten();
    out.extend(numbers.flat_map(u32::to_be_bytes));
    Ok(out)
}

fn push_all(out: &mut Vec<u8>, numbers: impl IntoIterator<Item = u16>) {
    out.extend(numbers.into_iter().flat_map(u16::to_be_bytes));
}
