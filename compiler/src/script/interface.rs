//! Finds the interface's sources, which belong to this crate.
//!
//! In a checkout `ui` is a link to the folder beside the crates, where npm may install its packages. In a package of a registry it
//! is a folder that nobody may change, so that it is copied into the cache.

use crate::error::BuildError;
use crate::system::cache;
use crate::system::files;
use std::fs;
use std::path::{Path, PathBuf};

/// The interface's folder inside this crate.
const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/ui");

/// The folder in the cache that holds a copy for each state of the sources.
const COPIES: &str = "interface";

/// The folder of the sources where npm may install packages.
///
/// # Errors
/// When the sources cannot be read or copied.
pub(super) fn interface_folder(cache: &Path) -> Result<PathBuf, BuildError> {
    writable_folder(Path::new(OWN), cache)
}

/// Whether a folder is such a copy, which never changes.
pub(super) fn is_copy(folder: &Path, cache: &Path) -> bool {
    folder.starts_with(cache.join(COPIES))
}

fn writable_folder(own: &Path, cache: &Path) -> Result<PathBuf, BuildError> {
    if own.is_symlink() {
        return fs::canonicalize(own).map_err(|error| BuildError::io("find", own, &error));
    }
    let copy = cache.join(COPIES).join(state(own)?);
    if copy.is_dir() {
        return Ok(copy);
    }
    let fresh = files::temporary_beside(&copy);
    files::copy_tree(own, &fresh)?;
    // Another build may have copied it meanwhile.
    match fs::rename(&fresh, &copy) {
        Err(error) if !copy.is_dir() => Err(BuildError::io("write", &copy, &error)),
        Err(_) => {
            let _ = fs::remove_dir_all(&fresh);
            Ok(copy)
        }
        Ok(()) => Ok(copy),
    }
}

/// A hash of the names and contents of all files.
fn state(folder: &Path) -> Result<String, BuildError> {
    let mut hashes = Vec::new();
    for (name, path) in files::list_files(folder)? {
        let bytes = fs::read(&path).map_err(|error| BuildError::io("read", &path, &error))?;
        hashes.extend_from_slice(cache::key(&[name.as_bytes(), &bytes]).as_bytes());
    }
    Ok(cache::short_hash(&hashes, 32))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(folder: &Path, text: &str) {
        fs::create_dir_all(folder.join("src")).unwrap();
        fs::write(folder.join("src/a.ts"), text).unwrap();
    }

    #[test]
    fn a_link_of_a_checkout_leads_to_its_folder() {
        let folder = interface_folder(Path::new("unused")).unwrap();
        assert!(folder.ends_with("ui") && folder.join("build.mjs").is_file());
        assert!(!is_copy(&folder, Path::new("unused")));
    }

    #[test]
    fn the_sources_of_a_package_are_copied_once_for_each_state() {
        let folder = tempfile::tempdir().unwrap();
        let (own, cache) = (folder.path().join("ui"), folder.path().join("cache"));
        write(&own, "first");
        let first = writable_folder(&own, &cache).unwrap();
        assert!(is_copy(&first, &cache));
        // What npm installed stays.
        fs::write(first.join("installed"), "").unwrap();
        assert_eq!(writable_folder(&own, &cache).unwrap(), first);
        assert!(first.join("installed").is_file() && !own.join("installed").exists());
        write(&own, "second");
        let second = writable_folder(&own, &cache).unwrap();
        assert_ne!(first, second);
        assert_eq!(
            fs::read_to_string(second.join("src/a.ts")).unwrap(),
            "second"
        );
    }
}
