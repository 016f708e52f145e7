//! The inputs of the executable that `bindery build` wrote last, so that it leaves the file as it is when they are unchanged.
//!
//! A note in the cache, one for each executable, names the hash of its inputs, of this program and of the executable itself.
//! An executable that was changed, or written from other inputs meanwhile, does not have that hash.

use bindery_compiler::driver::InputsHash;
use bindery_compiler::system::cache;
use bindery_compiler::system::files::write_if_changed;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

/// The note about one executable.
#[derive(Debug)]
pub(super) struct LastResult {
    note: PathBuf,
}

/// An executable and what was reported when it was written.
#[derive(Debug, Deserialize, Serialize)]
struct Note {
    inputs: String,
    executable: String,
    reported: Vec<String>,
}

/// An executable that has the wanted inputs.
#[derive(Debug, Default)]
pub(super) struct Current {
    /// What the build reported.
    pub(super) reported: Vec<String>,
    /// The length of the executable in bytes.
    pub(super) bytes: u64,
}

impl LastResult {
    /// The note about the executable at `out`.
    pub(super) fn of(out: &Path, cache: &Path) -> Self {
        let place = std::path::absolute(out).unwrap_or_else(|_| out.to_owned());
        let name = cache::short_hash(place.as_os_str().as_encoded_bytes(), 32);
        LastResult {
            note: cache.join("results").join(name),
        }
    }

    /// The executable, if it is there, was written from these inputs by this program, and is unchanged.
    pub(super) fn find(&self, inputs: &InputsHash, out: &Path) -> Option<Current> {
        let note: Note = serde_json::from_slice(&fs::read(&self.note).ok()?).ok()?;
        if note.inputs != with_program(inputs)? {
            return None;
        }
        let (hash, bytes) = hash_file(out)?;
        (note.executable == hash).then_some(Current {
            reported: note.reported,
            bytes,
        })
    }

    /// Notes that the executable with this hash was written from these inputs. Without a note the next build runs again, no
    /// more.
    pub(super) fn store(
        &self,
        inputs: &InputsHash,
        executable: blake3::Hash,
        reported: Vec<String>,
    ) {
        let Some(inputs) = with_program(inputs) else {
            return;
        };
        let note = Note {
            inputs,
            executable: executable.to_hex().to_string(),
            reported,
        };
        if let Ok(text) = serde_json::to_vec(&note) {
            let _ = write_if_changed(&self.note, &text);
        }
    }
}

/// The hash of the inputs and of this program, which may build something else of them than another version does.
fn with_program(inputs: &InputsHash) -> Option<String> {
    let (program, _) = hash_file(&std::env::current_exe().ok()?)?;
    let key = cache::key(&[inputs.as_bytes(), program.as_bytes()]);
    Some(key.to_hex().to_string())
}

/// The hash of a file, and its length.
fn hash_file(path: &Path) -> Option<(String, u64)> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(fs::File::open(path).ok()?).ok()?;
    Some((hasher.finalize().to_hex().to_string(), hasher.count()))
}
