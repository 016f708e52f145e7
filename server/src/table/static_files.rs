//! Files beside the executable: images and others that a build with `BINDERY_STATIC=external DIR` did not embed.
//!
//! Only bodies of the table are read, by names that the build made of their hashes, so no request can name another
//! file. At start each file must have the length and the hash that the table has. Later a file must be the one that was
//! checked (its length and its time of change): otherwise the response is 503, because its entity tag would name other
//! bytes.

use super::{Body, BodyError, SiteTable, Storage, Target, has_tag};
use std::collections::{BTreeMap, HashMap};
use std::fs::{self, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::SystemTime;

/// The folder's name beside the executable, unless the operator names another one.
const DEFAULT_NAME: &str = "static-files";

/// The folder, and what is known about its files.
#[derive(Debug)]
pub(crate) struct StaticFiles {
    folder: PathBuf,
    /// By entity tag, once they are checked.
    checked: OnceLock<HashMap<&'static str, FileState>>,
}

/// What changes when somebody replaces a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileState {
    len: u64,
    modified: Option<SystemTime>,
}

/// The folder in a value of `BINDERY_STATIC`, whose form is that of the build: `external DIR`, or the folder alone.
///
/// # Errors
/// When no folder is named.
pub fn parse_folder(value: &str) -> Result<PathBuf, String> {
    let folder = value.strip_prefix("external ").unwrap_or(value).trim();
    if folder.is_empty() || folder == "external" {
        return Err("it names no folder: `external DIR`".to_owned());
    }
    Ok(PathBuf::from(folder))
}

/// The folder that `BINDERY_STATIC` names, else the one beside the executable.
pub(super) fn default_folder() -> PathBuf {
    let named = std::env::var("BINDERY_STATIC").ok();
    if let Some(folder) = named.and_then(|value| parse_folder(&value).ok()) {
        return folder;
    }
    let executable = std::env::current_exe().unwrap_or_default();
    executable.with_file_name(DEFAULT_NAME)
}

/// The bodies that are in files, by name, with a path at which each is served.
pub(super) fn bodies(table: &SiteTable) -> BTreeMap<&'static str, (Body, &'static str)> {
    let entries = table.table.entries.iter();
    let bodies = entries.filter_map(|entry| match &entry.target {
        Target::Asset(file) if file.identity.storage == Storage::File => {
            Some((name_of(&file.identity), (file.identity, entry.path)))
        }
        _ => None,
    });
    bodies.collect()
}

/// The name of a body's file. The table has no other characters in tags than hexadecimal digits.
fn name_of(body: &Body) -> &'static str {
    body.etag.trim_matches('"')
}

impl StaticFiles {
    pub(super) fn new(folder: PathBuf) -> StaticFiles {
        StaticFiles {
            folder,
            checked: OnceLock::new(),
        }
    }

    /// Checks that all files are there and unchanged.
    pub(super) fn check(
        &self,
        bodies: &BTreeMap<&'static str, (Body, &'static str)>,
    ) -> Result<(), String> {
        let mut states = HashMap::new();
        for (name, (body, path)) in bodies {
            let state = self.check_file(body);
            let state = state.map_err(|reason| {
                format!(
                    "`{path}` is in the file `{}`, {reason}; copy the folder that the build wrote, and name it with `--static-files` or `BINDERY_STATIC`",
                    self.folder.join(name).display()
                )
            })?;
            states.insert(body.etag, state);
        }
        // The folder is checked once.
        let _ = self.checked.set(states);
        Ok(())
    }

    fn check_file(&self, body: &Body) -> Result<FileState, String> {
        let read = self.read_file(body);
        let (bytes, state) = read.map_err(|error| format!("which cannot be read: {error}"))?;
        match has_tag(&bytes, body) {
            true => Ok(state),
            false => Err("which has other bytes than at the build".to_owned()),
        }
    }

    /// The bytes of a body.
    pub(super) fn read(&self, body: &Body) -> Result<Vec<u8>, BodyError> {
        let lost = |reason: &str| {
            let path = self.folder.join(name_of(body));
            tracing::error!("the file `{}` {reason}", path.display());
            BodyError::FileLost
        };
        let read = self.read_file(body);
        let (bytes, state) =
            read.map_err(|error| lost(&format!("cannot be read any more: {error}")))?;
        let is_same = match self.checked.get() {
            Some(checked) => checked.get(body.etag) == Some(&state),
            None => has_tag(&bytes, body),
        };
        match is_same && bytes.len() as u64 == body.len {
            true => Ok(bytes),
            false => Err(lost("is not the one of the build")),
        }
    }

    fn read_file(&self, body: &Body) -> io::Result<(Vec<u8>, FileState)> {
        let mut file = fs::File::open(self.folder.join(Path::new(name_of(body))))?;
        let state = FileState::of(&file.metadata()?);
        let mut bytes = Vec::with_capacity(usize::try_from(body.len).unwrap_or_default());
        // A file that grows is not the one of the build, whatever its end is.
        Read::by_ref(&mut file)
            .take(body.len + 1)
            .read_to_end(&mut bytes)?;
        Ok((bytes, state))
    }
}

impl FileState {
    fn of(metadata: &Metadata) -> FileState {
        FileState {
            len: metadata.len(),
            modified: metadata.modified().ok(),
        }
    }
}
