//! The files of the tree that a bundle was made of, as the bundler lists them.
//!
//! The hash of the inputs names a bundle's folder, but it only guesses what components import: aliases lead anywhere. So a
//! bundle in the cache is used only if the files that were really read have not changed.

use crate::error::BuildError;
use crate::system::cache::short_hash;
use crate::system::files;
use serde::Deserialize;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// The file in a bundle's folder that holds the hashes.
const NAME: &str = "sources";

#[derive(Deserialize)]
struct Listed {
    #[serde(default)]
    sources: Vec<String>,
}

/// Writes the hashes of the files that `bundle.json` lists.
pub(super) fn record(folder: &Path, tree: &Path) -> Result<(), BuildError> {
    let bytes = fs::read(folder.join("bundle.json")).unwrap_or_default();
    let listed = serde_json::from_slice::<Listed>(&bytes);
    let mut text = String::new();
    for path in listed.map(|listed| listed.sources).unwrap_or_default() {
        let _ = writeln!(text, "{} {path}", stamp(&tree.join(&path)));
    }
    files::write_atomically(&folder.join(NAME), text.as_bytes())?;
    Ok(())
}

/// Whether each of these files has the content that it had.
pub(super) fn are_unchanged(folder: &Path, tree: &Path) -> bool {
    let text = fs::read_to_string(folder.join(NAME)).unwrap_or_default();
    text.lines()
        .filter_map(|line| line.split_once(' '))
        .all(|(hash, path)| stamp(&tree.join(path)) == hash)
}

fn stamp(path: &Path) -> String {
    short_hash(&fs::read(path).unwrap_or_default(), 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundle_is_stale_when_a_file_that_it_read_changes() {
        let tree = tempfile::tempdir().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let list = "{\"sources\": [\"lib/a b.js\"]}";
        fs::write(folder.path().join("bundle.json"), list).unwrap();
        let source = tree.path().join("lib/a b.js");
        fs::create_dir(tree.path().join("lib")).unwrap();
        fs::write(&source, "1").unwrap();
        record(folder.path(), tree.path()).unwrap();
        assert!(are_unchanged(folder.path(), tree.path()));
        fs::write(&source, "2").unwrap();
        assert!(!are_unchanged(folder.path(), tree.path()));
        fs::remove_file(&source).unwrap();
        assert!(!are_unchanged(folder.path(), tree.path()));
    }
}
