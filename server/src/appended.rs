//! A site at the end of the executable: `bindery build` copies the executable and appends a blob.
//!
//! The executable has a place for the range and the hash of that blob. A copy differs from its original there and in what
//! follows its last byte, so that an incomplete copy is noticed. Without an appended site the place is empty.
//!
//! The blob is read into memory: mapping a file is unsafe code, as another process could change it.

use crate::table::Site;
use std::fs::File;
use std::hint::black_box;
use std::io::{self, Read, Seek, SeekFrom};

/// The bytes of a place: [`MAGIC`], three numbers and a hash.
const PLACE_LEN: usize = MAGIC.len() + 3 * 8 + blake3::OUT_LEN;

/// The beginning of a place. Only the place has it: a second copy in the executable would look like another place.
const MAGIC: [u8; 24] = *b"bindery appended site 01";

/// The place. It is read through [`black_box`], because the compiler does not know that it can differ from this value.
#[used]
static PLACE: [u8; PLACE_LEN] = empty_place();

const fn empty_place() -> [u8; PLACE_LEN] {
    let mut place = [0; PLACE_LEN];
    let mut at = 0;
    while at < MAGIC.len() {
        place[at] = MAGIC[at];
        at += 1;
    }
    place
}

/// Where a site is in the executable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    /// Where the blob begins; 0 without one.
    offset: u64,
    /// The blob's length.
    len: u64,
    /// Where the index begins in the blob.
    index: u64,
    hash: [u8; blake3::OUT_LEN],
}

impl Place {
    /// The place of this executable.
    fn own() -> Place {
        Place::parse(black_box(&PLACE))
    }

    fn parse(bytes: &[u8; PLACE_LEN]) -> Place {
        let fields = &bytes[MAGIC.len()..];
        let number = |at: usize| {
            let bytes = fields[at * 8..][..8].try_into();
            u64::from_le_bytes(bytes.expect("BUG: eight bytes"))
        };
        let hash = fields[24..].try_into();
        Place {
            offset: number(0),
            len: number(1),
            index: number(2),
            hash: hash.expect("BUG: the length of a hash"),
        }
    }

    /// What follows [`MAGIC`].
    fn to_bytes(self) -> Vec<u8> {
        let numbers = [self.offset, self.len, self.index].map(u64::to_le_bytes);
        [numbers.as_flattened(), &self.hash].concat()
    }
}

/// The site at the end of this executable, if there is one.
///
/// # Errors
/// A message when the executable is incomplete or damaged.
pub fn open_own() -> Result<Option<Site>, String> {
    let place = Place::own();
    if place.offset == 0 {
        return Ok(None);
    }
    let file =
        open_executable().map_err(|error| format!("cannot read this executable: {error}"))?;
    let blob = read_blob(file, place)?;
    Ok(Some(Site::open(blob.leak(), place.index, "")))
}

/// The file that the process was started from. Linux also finds it after it was replaced or deleted.
fn open_executable() -> io::Result<File> {
    File::open("/proc/self/exe").or_else(|_| File::open(std::env::current_exe()?))
}

fn read_blob(mut file: impl Read + Seek, place: Place) -> Result<Vec<u8>, String> {
    const AGAIN: &str = "copy it again, or make it again with `bindery build`";
    let fails = |error: io::Error| format!("cannot read this executable: {error}");
    let end = place.offset.saturating_add(place.len);
    let found = file.seek(SeekFrom::End(0)).map_err(fails)?;
    if found != end {
        return Err(format!(
            "this executable is incomplete: its site ends at byte {end}, the file has {found} bytes; {AGAIN}"
        ));
    }
    file.seek(SeekFrom::Start(place.offset)).map_err(fails)?;
    let mut blob = Vec::with_capacity(usize::try_from(place.len).unwrap_or_default());
    file.take(place.len).read_to_end(&mut blob).map_err(fails)?;
    if *blake3::hash(&blob).as_bytes() != place.hash {
        return Err(format!(
            "the site inside this executable is damaged: its hash is another one; {AGAIN}"
        ));
    }
    Ok(blob)
}

/// A copy of this executable with `blob` in place of an appended site; the blob's index begins at `index`.
///
/// # Errors
/// A message when the executable cannot be read or has no place for a site.
#[cfg(feature = "author")]
pub(crate) fn copy_with(blob: &[u8], index: u64) -> Result<Vec<u8>, String> {
    let mut executable = Vec::new();
    open_executable()
        .and_then(|mut file| file.read_to_end(&mut executable))
        .map_err(|error| format!("cannot read this executable: {error}"))?;
    let own = Place::own().offset;
    if own > 0 {
        executable.truncate(usize::try_from(own).unwrap_or(usize::MAX));
    }
    append(executable, blob, index)
}

#[cfg(any(feature = "author", test))]
fn append(mut executable: Vec<u8>, blob: &[u8], index: u64) -> Result<Vec<u8>, String> {
    // Taken from the place itself, so that the executable has the text once only.
    let magic = &black_box(&PLACE)[..MAGIC.len()];
    let mut places = memchr::memmem::find_iter(&executable, magic);
    let (Some(at), None) = (places.next(), places.next()) else {
        return Err("BUG: this executable has no single place for a site".to_owned());
    };
    let place = Place {
        offset: executable.len() as u64,
        len: blob.len() as u64,
        index,
        hash: *blake3::hash(blob).as_bytes(),
    };
    executable[at + MAGIC.len()..at + PLACE_LEN].copy_from_slice(&place.to_bytes());
    executable.extend_from_slice(blob);
    Ok(executable)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    /// Something with a place, as an executable has it.
    fn executable() -> Vec<u8> {
        [b"code", PLACE.as_slice(), b"more code"].concat()
    }

    fn place_of(executable: &[u8]) -> Place {
        Place::parse(executable[4..4 + PLACE_LEN].try_into().unwrap())
    }

    #[test]
    fn an_appended_blob_is_read_back() {
        assert_eq!(place_of(&executable()).offset, 0);
        let copy = append(executable(), b"a blob", 2).unwrap();
        let place = place_of(&copy);
        assert_eq!((place.offset, place.len, place.index), (93, 6, 2));
        assert_eq!(read_blob(Cursor::new(&copy), place).unwrap(), b"a blob");
    }

    #[test]
    fn an_incomplete_or_damaged_blob_is_refused() {
        let mut copy = append(executable(), b"a blob", 2).unwrap();
        let place = place_of(&copy);
        let read = |bytes: &[u8]| read_blob(Cursor::new(bytes), place).unwrap_err();
        assert!(read(&copy[..copy.len() - 1]).contains("incomplete"));
        assert!(read(&copy[..place.offset as usize]).contains("incomplete"));
        assert!(read(&[&copy, b"x".as_slice()].concat()).contains("incomplete"));
        *copy.last_mut().unwrap() ^= 1;
        assert!(read(&copy).contains("damaged"));
    }

    #[test]
    fn a_file_without_a_place_is_refused() {
        assert!(append(b"code".to_vec(), b"a blob", 2).is_err());
        let twice = [executable(), executable()].concat();
        assert!(append(twice, b"a blob", 2).is_err());
    }
}
