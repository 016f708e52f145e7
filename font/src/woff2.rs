//! The container WOFF2 (<https://www.w3.org/TR/WOFF2/>): a directory of tables, and their bytes in one stream of brotli.

use crate::reader::{FontError, Reader};

/// Numbers of the directory for the tables that are read here.
pub(crate) const CHARACTERS: u8 = 0;
pub(crate) const HEADER_OF_WIDTHS: u8 = 2;
pub(crate) const WIDTHS: u8 = 3;
pub(crate) const GLYPHS: u8 = 10;
pub(crate) const SUBSTITUTIONS: u8 = 28;
pub(crate) const MATH: u8 = 31;
const LOCATIONS: u8 = 11;
/// The table's name follows.
const NAMED: u8 = 63;

/// No font that is reduced is larger.
const MAX_LEN: usize = 16 << 20;
const HEADER_LEN: usize = 48;

/// A font's tables.
#[derive(Debug)]
pub(crate) struct Container<'f> {
    flavor: u32,
    version: &'f [u8],
    tables: Vec<Table>,
}

#[derive(Debug)]
struct Table {
    /// The number of the table in six bits, and that of its transformation in two.
    flags: u8,
    name: Option<u32>,
    /// The length that it has when it is not transformed.
    plain_len: usize,
    bytes: Vec<u8>,
}

impl Table {
    fn number(&self) -> u8 {
        self.flags & 63
    }

    /// Outlines and their places are transformed unless their flags say otherwise, other tables the other way round.
    fn is_transformed(&self) -> bool {
        let transformation = self.flags >> 6;
        match self.number() {
            GLYPHS | LOCATIONS => transformation != 3,
            _ => transformation != 0,
        }
    }
}

impl<'f> Container<'f> {
    pub(crate) fn read(woff2: &'f [u8]) -> Result<Self, FontError> {
        let mut header = Reader::new("WOFF2", woff2);
        if header.take(4)? != b"wOF2" {
            return Err(FontError::new("WOFF2", "has another signature"));
        }
        let flavor = header.u32()?;
        header.u32()?;
        let count = header.u16()?;
        header.u16()?;
        header.u32()?;
        let compressed = header.len()?;
        let version = header.take(4)?;
        header.take(20)?;
        let mut directory = Vec::new();
        for _ in 0..count {
            directory.push(read_entry(&mut header)?);
        }
        let plain = bindery_compression::from_brotli(header.take(compressed)?, MAX_LEN);
        let plain = plain.ok_or(FontError::new("WOFF2", "has malformed or too many bytes"))?;
        let mut stream = Reader::new("WOFF2", &plain);
        let mut tables = Vec::new();
        for (mut table, len) in directory {
            table.bytes = stream.take(len)?.to_vec();
            tables.push(table);
        }
        let has_other_form = |table: &Table| {
            let is_outline = matches!(table.number(), GLYPHS | LOCATIONS);
            table.is_transformed() != is_outline
        };
        if flavor == 0x7474_6366 || tables.iter().any(has_other_form) {
            let problem = "has several fonts, or tables that are transformed in another way";
            return Err(FontError::new("WOFF2", problem));
        }
        Ok(Container {
            flavor,
            version,
            tables,
        })
    }

    /// The bytes of a table, as they are transformed.
    pub(crate) fn table(&self, number: u8) -> Result<&[u8], FontError> {
        let table = self.tables.iter().find(|table| table.number() == number);
        let table = table.ok_or(FontError::new("WOFF2", "lacks a table of formulas' fonts"))?;
        Ok(&table.bytes)
    }

    pub(crate) fn replace(&mut self, number: u8, bytes: Vec<u8>) {
        let tables = self.tables.iter_mut();
        for table in tables.filter(|table| table.number() == number) {
            // Decoders compute how long the outlines are; the old length is enough.
            if !table.is_transformed() {
                table.plain_len = bytes.len();
            }
            table.bytes.clone_from(&bytes);
        }
    }

    pub(crate) fn write(&self) -> Result<Vec<u8>, FontError> {
        let mut directory = Vec::new();
        let mut stream = Vec::new();
        let mut plain_len = 12 + 16 * self.tables.len();
        for table in &self.tables {
            directory.push(table.flags);
            directory.extend(table.name.iter().flat_map(|name| name.to_be_bytes()));
            push_base_128(&mut directory, table.plain_len);
            if table.is_transformed() {
                push_base_128(&mut directory, table.bytes.len());
            }
            stream.extend(&table.bytes);
            plain_len += table.plain_len.next_multiple_of(4);
        }
        let compressed = bindery_compression::brotli(11, &stream);
        let len = (HEADER_LEN + directory.len() + compressed.len()).next_multiple_of(4);
        let long = |number: usize| {
            let number = u32::try_from(number);
            number.map_err(|_| FontError::new("WOFF2", "is too long"))
        };
        let mut out = b"wOF2".to_vec();
        out.extend(self.flavor.to_be_bytes());
        out.extend(long(len)?.to_be_bytes());
        out.extend(crate::to_u16("WOFF2", self.tables.len())?.to_be_bytes());
        out.extend([0; 2]);
        out.extend(long(plain_len)?.to_be_bytes());
        out.extend(long(compressed.len())?.to_be_bytes());
        out.extend(self.version);
        // No metadata and no private data.
        out.extend([0; 20]);
        out.extend(directory);
        out.extend(compressed);
        out.resize(len, 0);
        Ok(out)
    }
}

/// A table without its bytes, and their length in the stream.
fn read_entry(header: &mut Reader<'_>) -> Result<(Table, usize), FontError> {
    let flags = header.u8()?;
    let name = (flags & 63 == NAMED).then(|| header.u32()).transpose()?;
    let mut table = Table {
        flags,
        name,
        plain_len: 0,
        bytes: Vec::new(),
    };
    table.plain_len = header.base_128()?;
    let len = match table.is_transformed() {
        true => header.base_128()?,
        false => table.plain_len,
    };
    Ok((table, len))
}

fn push_base_128(out: &mut Vec<u8>, number: usize) {
    let groups = (number.max(1).ilog2() / 7 + 1).min(5);
    for group in (0..groups).rev() {
        let bits = u8::try_from(number >> (7 * group) & 0x7f).expect("BUG: seven bits are a byte");
        out.push(if group == 0 { bits } else { bits | 0x80 });
    }
}
