//! A site at the end of the executable: `bindery build` copies the executable and appends a blob.
//!
//! The executable has a record of the range and the hash of that blob. A copy differs from its original there and in what
//! follows its last byte, so that an incomplete copy is noticed. Without an appended site the record is empty.
//!
//! The record also holds the hash of the program, which is all before the blob. `serve --check` compares it; each start
//! compares the hash of the blob only, because hashing the program would take longer than the rest of the start.
//!
//! The blob is read into memory: mapping a file is unsafe code, as another process could change it.

use crate::table::Site;
use std::fs::File;
use std::hint::black_box;
use std::io::{self, Read, Seek, SeekFrom};

/// What to do about a damaged executable.
const AGAIN: &str = "copy it again, or make it again with `bindery build`";

/// The bytes of a record: [`MAGIC`], three numbers and two hashes.
const RECORD_LEN: usize = MAGIC.len() + 3 * 8 + 2 * blake3::OUT_LEN;

/// The beginning of a record. Only the record has it: a second copy in the executable would look like another record.
const MAGIC: [u8; 24] = *b"bindery appended site 02";

/// The record. It is read through [`black_box`], because the compiler does not know that it can differ from this value.
#[used]
static RECORD: [u8; RECORD_LEN] = empty_record();

const fn empty_record() -> [u8; RECORD_LEN] {
    let mut record = [0; RECORD_LEN];
    let mut at = 0;
    while at < MAGIC.len() {
        record[at] = MAGIC[at];
        at += 1;
    }
    record
}

/// The record of an appended site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BlobRecord {
    /// Where the blob begins; 0 without one.
    offset: u64,
    /// The blob's length.
    len: u64,
    /// Where the index begins in the blob.
    index: u64,
    /// The blob's hash.
    hash: [u8; blake3::OUT_LEN],
    /// The hash of the executable before the blob, with an empty record.
    program: [u8; blake3::OUT_LEN],
}

impl BlobRecord {
    /// The record of this executable.
    fn own() -> BlobRecord {
        BlobRecord::parse(black_box(&RECORD))
    }

    fn parse(bytes: &[u8; RECORD_LEN]) -> BlobRecord {
        let fields = &bytes[MAGIC.len()..];
        let number = |at: usize| {
            let bytes = fields[at * 8..][..8].try_into();
            u64::from_le_bytes(bytes.expect("BUG: eight bytes"))
        };
        let hash = |at: usize| {
            let bytes = fields[24 + at * blake3::OUT_LEN..][..blake3::OUT_LEN].try_into();
            bytes.expect("BUG: the length of a hash")
        };
        BlobRecord {
            offset: number(0),
            len: number(1),
            index: number(2),
            hash: hash(0),
            program: hash(1),
        }
    }

    /// What follows [`MAGIC`].
    #[cfg(any(feature = "author", test))]
    fn to_bytes(self) -> Vec<u8> {
        let numbers = [self.offset, self.len, self.index].map(u64::to_le_bytes);
        [numbers.as_flattened(), &self.hash, &self.program].concat()
    }
}

/// The site at the end of this executable, if there is one.
///
/// # Errors
/// A message when the executable is incomplete or damaged.
pub fn open_own() -> Result<Option<Site>, String> {
    let record = BlobRecord::own();
    if record.offset == 0 {
        return Ok(None);
    }
    let file =
        open_executable().map_err(|error| format!("cannot read this executable: {error}"))?;
    let blob = read_blob(file, record)?;
    Ok(Some(Site::open(blob.leak(), record.index, "")))
}

/// Compares the program of an executable with an appended site with the hash that `bindery build` took of it. Does nothing
/// for an executable without one.
///
/// # Errors
/// A message when the program is damaged.
pub(crate) fn check_program() -> Result<(), String> {
    let record = BlobRecord::own();
    if record.offset == 0 {
        return Ok(());
    }
    let mut program = Vec::new();
    open_executable()
        .and_then(|file| file.take(record.offset).read_to_end(&mut program))
        .map_err(|error| format!("cannot read this executable: {error}"))?;
    check_bytes(program, record)
}

fn check_bytes(mut program: Vec<u8>, record: BlobRecord) -> Result<(), String> {
    let at = find_record(&program)?;
    program[at + MAGIC.len()..at + RECORD_LEN].fill(0);
    match *blake3::hash(&program).as_bytes() == record.program {
        true => Ok(()),
        false => Err(format!(
            "the program inside this executable is damaged: its hash does not match; {AGAIN}"
        )),
    }
}

/// Where the record begins in an executable.
fn find_record(executable: &[u8]) -> Result<usize, String> {
    // Taken from the record itself, so that the executable has the text once only.
    let magic = &black_box(&RECORD)[..MAGIC.len()];
    let mut records = memchr::memmem::find_iter(executable, magic);
    match (records.next(), records.next()) {
        (Some(at), None) if at + RECORD_LEN <= executable.len() => Ok(at),
        _ => Err(format!(
            "this executable has no single record of an appended site; {AGAIN}"
        )),
    }
}

/// The file that the process was started from. Linux also finds it after it was replaced or deleted.
fn open_executable() -> io::Result<File> {
    File::open("/proc/self/exe").or_else(|_| File::open(std::env::current_exe()?))
}

fn read_blob(mut file: impl Read + Seek, record: BlobRecord) -> Result<Vec<u8>, String> {
    let fails = |error: io::Error| format!("cannot read this executable: {error}");
    let end = record.offset.saturating_add(record.len);
    let found = file.seek(SeekFrom::End(0)).map_err(fails)?;
    if found != end {
        return Err(format!(
            "this executable is incomplete: its site ends at byte {end}, the file has {found} bytes; {AGAIN}"
        ));
    }
    file.seek(SeekFrom::Start(record.offset)).map_err(fails)?;
    let mut blob = Vec::with_capacity(usize::try_from(record.len).unwrap_or_default());
    file.take(record.len)
        .read_to_end(&mut blob)
        .map_err(fails)?;
    if *blake3::hash(&blob).as_bytes() != record.hash {
        return Err(format!(
            "the site inside this executable is damaged: its hash does not match; {AGAIN}"
        ));
    }
    Ok(blob)
}

/// A blob that is to be appended.
#[cfg(any(feature = "author", test))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewBlob {
    /// The length of the blob in bytes.
    pub(crate) len: u64,
    /// The BLAKE3 hash of the blob.
    pub(crate) hash: blake3::Hash,
    /// Where the index begins in it.
    pub(crate) index: u64,
}

/// The program of this executable with the record of `blob`, which is to be written behind it, and without `compiled`, the
/// blob that this executable was compiled with.
///
/// # Errors
/// A message when the executable cannot be read or has no record of an appended site.
#[cfg(feature = "author")]
pub(crate) fn program_for(blob: NewBlob, compiled: &[u8]) -> Result<Vec<u8>, String> {
    let mut executable = Vec::new();
    open_executable()
        .and_then(|mut file| file.read_to_end(&mut executable))
        .map_err(|error| format!("cannot read this executable: {error}"))?;
    let own = BlobRecord::own().offset;
    if own > 0 {
        executable.truncate(usize::try_from(own).unwrap_or(usize::MAX));
    }
    clear(&mut executable, compiled);
    with_record(executable, blob)
}

/// Overwrites a compiled blob, which the copy never serves, with zeros. What follows it stays at its address; the zeros need
/// no space where they are written as a hole or compressed.
#[cfg(any(feature = "author", test))]
fn clear(executable: &mut [u8], compiled: &[u8]) {
    let head = &compiled[..compiled.len().min(256)];
    if head.is_empty() {
        return;
    }
    let mut places = memchr::memmem::find_iter(executable, head);
    if let Some(at) = places.find(|at| executable[*at..].starts_with(compiled)) {
        executable[at..at + compiled.len()].fill(0);
    }
}

#[cfg(any(feature = "author", test))]
fn with_record(mut executable: Vec<u8>, blob: NewBlob) -> Result<Vec<u8>, String> {
    let at = find_record(&executable)?;
    let fields = at + MAGIC.len()..at + RECORD_LEN;
    // A copy with a site has another one there.
    executable[fields.clone()].fill(0);
    let record = BlobRecord {
        offset: executable.len() as u64,
        len: blob.len,
        index: blob.index,
        hash: *blob.hash.as_bytes(),
        program: *blake3::hash(&executable).as_bytes(),
    };
    executable[fields].copy_from_slice(&record.to_bytes());
    Ok(executable)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    /// Something with a record, as an executable has it.
    fn executable() -> Vec<u8> {
        [b"code", RECORD.as_slice(), b"more code"].concat()
    }

    fn append(executable: Vec<u8>, blob: &[u8], index: u64) -> Result<Vec<u8>, String> {
        let new = NewBlob {
            len: blob.len() as u64,
            hash: blake3::hash(blob),
            index,
        };
        Ok([with_record(executable, new)?.as_slice(), blob].concat())
    }

    fn record_of(executable: &[u8]) -> BlobRecord {
        BlobRecord::parse(executable[4..4 + RECORD_LEN].try_into().unwrap())
    }

    #[test]
    fn an_appended_blob_is_read_back() {
        assert_eq!(record_of(&executable()).offset, 0);
        let copy = append(executable(), b"a blob", 2).unwrap();
        let record = record_of(&copy);
        assert_eq!((record.offset, record.len, record.index), (125, 6, 2));
        assert_eq!(read_blob(Cursor::new(&copy), record).unwrap(), b"a blob");
    }

    #[test]
    fn an_incomplete_or_damaged_blob_is_refused() {
        let mut copy = append(executable(), b"a blob", 2).unwrap();
        let record = record_of(&copy);
        let read = |bytes: &[u8]| read_blob(Cursor::new(bytes), record).unwrap_err();
        assert!(read(&copy[..copy.len() - 1]).contains("incomplete"));
        assert!(read(&copy[..record.offset as usize]).contains("incomplete"));
        assert!(read(&[&copy, b"x".as_slice()].concat()).contains("incomplete"));
        *copy.last_mut().unwrap() ^= 1;
        assert!(read(&copy).contains("damaged"));
    }

    #[test]
    fn a_damaged_program_is_refused() {
        let first = append(executable(), b"a blob", 2).unwrap();
        let program = first[..125].to_vec();
        // The copy of a copy has the hash of the same program.
        let copy = append(program, b"another", 3).unwrap();
        let record = record_of(&copy);
        assert_eq!(record.program, record_of(&first).program);
        let check = |bytes: &[u8]| check_bytes(bytes[..125].to_vec(), record);
        check(&copy).unwrap();
        for at in [0, 6, 124] {
            let mut damaged = copy.clone();
            damaged[at] ^= 1;
            assert!(check(&damaged).is_err(), "{at}");
        }
    }

    #[test]
    fn a_compiled_blob_is_cleared() {
        let compiled: Vec<u8> = (0..2000).map(|n| (n % 251) as u8).collect();
        let only_head = &compiled[..300];
        let mut executable = [b"code", only_head, b"code", &compiled, b"more"].concat();
        clear(&mut executable, &compiled);
        let zeros = [0; 2000].as_slice();
        assert_eq!(
            executable,
            [b"code", only_head, b"code", zeros, b"more"].concat()
        );
        let before = executable.clone();
        clear(&mut executable, &compiled);
        clear(&mut executable, b"");
        assert_eq!(executable, before);
    }

    #[test]
    fn a_file_without_a_place_is_refused() {
        assert!(append(b"code".to_vec(), b"a blob", 2).is_err());
        let twice = [executable(), executable()].concat();
        assert!(append(twice, b"a blob", 2).is_err());
    }
}
