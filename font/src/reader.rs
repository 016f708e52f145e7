//! Reads the numbers of a font's tables.

use std::fmt;

/// The reason why a font cannot be reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FontError {
    table: &'static str,
    problem: &'static str,
}

impl FontError {
    pub(crate) fn new(table: &'static str, problem: &'static str) -> Self {
        FontError { table, problem }
    }
}

impl fmt::Display for FontError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` {}", self.table, self.problem)
    }
}

impl std::error::Error for FontError {}

/// A place in a table, from which numbers are read one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'b> {
    table: &'static str,
    rest: &'b [u8],
}

impl<'b> Reader<'b> {
    pub(crate) fn new(table: &'static str, bytes: &'b [u8]) -> Self {
        Reader { table, rest: bytes }
    }

    /// A reader that begins at `offset`.
    pub(crate) fn at(
        table: &'static str,
        bytes: &'b [u8],
        offset: usize,
    ) -> Result<Self, FontError> {
        let rest = bytes.get(offset..);
        let rest = rest.ok_or(FontError::new(table, "names a place behind its end"))?;
        Ok(Reader { table, rest })
    }

    pub(crate) fn rest(&self) -> &'b [u8] {
        self.rest
    }

    /// The bytes from here to where `later`, a reader of the same bytes, is.
    pub(crate) fn until(&self, later: &Reader<'_>) -> &'b [u8] {
        &self.rest[..self.rest.len().saturating_sub(later.rest.len())]
    }

    pub(crate) fn take(&mut self, len: usize) -> Result<&'b [u8], FontError> {
        let Some((taken, rest)) = self.rest.split_at_checked(len) else {
            return Err(FontError::new(self.table, "ends too early"));
        };
        self.rest = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], FontError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    pub(crate) fn u8(&mut self) -> Result<u8, FontError> {
        Ok(u8::from_be_bytes(self.array()?))
    }

    pub(crate) fn u16(&mut self) -> Result<u16, FontError> {
        Ok(u16::from_be_bytes(self.array()?))
    }

    pub(crate) fn i16(&mut self) -> Result<i16, FontError> {
        Ok(i16::from_be_bytes(self.array()?))
    }

    pub(crate) fn u32(&mut self) -> Result<u32, FontError> {
        Ok(u32::from_be_bytes(self.array()?))
    }

    /// A length of 32 bits.
    pub(crate) fn len(&mut self) -> Result<usize, FontError> {
        let len = self.u32()?;
        usize::try_from(len).map_err(|_| FontError::new(self.table, "is too long"))
    }

    /// A number of WOFF2 in groups of seven bits (`UIntBase128`).
    pub(crate) fn base_128(&mut self) -> Result<usize, FontError> {
        let mut number = 0_usize;
        for _ in 0..5 {
            let byte = self.u8()?;
            number = number << 7 | usize::from(byte & 0x7f);
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(FontError::new(self.table, "has a malformed number"))
    }

    /// A number of WOFF2 in one to three bytes (`255UInt16`).
    pub(crate) fn short(&mut self) -> Result<usize, FontError> {
        match self.u8()? {
            253 => Ok(usize::from(self.u16()?)),
            254 => Ok(usize::from(self.u8()?) + 506),
            255 => Ok(usize::from(self.u8()?) + 253),
            byte => Ok(usize::from(byte)),
        }
    }
}
