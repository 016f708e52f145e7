//! Files beside the executable: the bodies of images, films and archives, for sites that have hundreds of megabytes of
//! them (`BINDERY_STATIC=external DIR`).
//!
//! A file's name is the entity tag of its bytes, so that releases can share a folder. The route table in the executable
//! has length and tag of each, and the server refuses a file that has others. [`LIST_NAME`] is for people and for tools
//! that upload.

use super::Target;
use super::encode::Encoded;
use crate::error::BuildError;
use crate::system::files;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Shorter files stay in the executable.
pub const MIN_LEN: usize = 4096;

/// The name of the list of all files.
pub const LIST_NAME: &str = "files.json";

/// The folder in a value of `BINDERY_STATIC`: `external DIR` names one; `embedded`, or nothing, names no folder.
///
/// # Errors
/// A message when the value has another form.
pub fn parse_setting(value: &str) -> Result<Option<PathBuf>, String> {
    if value.is_empty() || value == "embedded" {
        return Ok(None);
    }
    let folder = value.strip_prefix("external ").map(str::trim);
    match folder.filter(|folder| !folder.is_empty()) {
        Some(folder) => Ok(Some(PathBuf::from(folder))),
        None => Err(format!(
            "BINDERY_STATIC is `{value}`; a build takes `embedded` or `external DIR`"
        )),
    }
}

/// A body that is written beside the executable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaticFile {
    /// The file's name, which contains its hash.
    pub name: String,
    /// The paths at which it is served.
    pub paths: Vec<String>,
    /// The value of `Content-Type`.
    pub media_type: String,
    /// The bytes of the body.
    pub bytes: Arc<[u8]>,
}

/// The list as a file.
#[derive(Serialize)]
struct List<'f> {
    files: BTreeMap<&'f str, Entry<'f>>,
}

#[derive(Serialize)]
struct Entry<'f> {
    bytes: usize,
    blake3: String,
    media_type: &'f str,
    paths: &'f [String],
}

/// The files with their paths; `names` are the names of external bodies by the number of their target.
pub(super) fn list(
    paths: &[&str],
    encoded: &Encoded<'_>,
    names: BTreeMap<usize, String>,
) -> Vec<StaticFile> {
    let mut files: BTreeMap<String, StaticFile> = BTreeMap::new();
    for (at, name) in names {
        let Some(Target::Asset(asset)) = encoded.output.targets.get(paths[at]) else {
            continue;
        };
        let file = files.entry(name.clone()).or_insert_with(|| StaticFile {
            name,
            paths: Vec::new(),
            media_type: asset.media_type.clone(),
            bytes: Arc::clone(&asset.body),
        });
        file.paths.push(paths[at].to_owned());
    }
    files.into_values().collect()
}

/// Writes the files that are not there yet, and the list. Files of other releases stay.
///
/// # Errors
/// When the folder cannot be written.
pub fn write(folder: &Path, list: &[StaticFile]) -> Result<(), BuildError> {
    let entry = |file: &'_ StaticFile| blake3::hash(&file.bytes).to_hex().to_string();
    for file in list {
        files::write_if_changed(&folder.join(&file.name), &file.bytes)?;
    }
    let entries = list.iter().map(|file| {
        let entry = Entry {
            bytes: file.bytes.len(),
            blake3: entry(file),
            media_type: &file.media_type,
            paths: &file.paths,
        };
        (file.name.as_str(), entry)
    });
    let list = List {
        files: entries.collect(),
    };
    let mut text = serde_json::to_string_pretty(&list).expect("BUG: a list is plain data");
    text.push('\n');
    files::write_if_changed(&folder.join(LIST_NAME), text.as_bytes())?;
    Ok(())
}
