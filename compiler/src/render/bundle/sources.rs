//! The files of the tree that a bundle was made of, as the bundler lists them.
//!
//! The hash of the inputs names a bundle's folder, but it only guesses what components import: aliases lead anywhere. So a
//! bundle in the cache is used only if the files that were really read have not changed.

use super::input_cache::InputCache;
use crate::error::BuildError;
use crate::system::cache::{content_stamp, is_changed_since};
use crate::system::files;
use serde::Deserialize;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

/// The file in a bundle's folder that holds the hashes.
const NAME: &str = "sources";

#[derive(Deserialize)]
struct Listed {
    #[serde(default)]
    sources: Vec<String>,
}

/// Writes the hashes of the files that `bundle.json` lists; `start` is when the bundler began. Without them the bundle is
/// made again: when it lists none, and when a file was changed meanwhile.
pub(super) fn record(folder: &Path, tree: &Path, start: SystemTime) -> Result<(), BuildError> {
    let bytes = fs::read(folder.join("bundle.json")).unwrap_or_default();
    let Ok(Listed { sources }) = serde_json::from_slice(&bytes) else {
        return Ok(());
    };
    let mut text = String::new();
    for path in sources {
        let file = tree.join(&path);
        if is_changed_since(&file, start) {
            return Ok(());
        }
        let _ = writeln!(text, "{} {path}", content_stamp(&file));
    }
    files::write_atomically(&folder.join(NAME), text.as_bytes())?;
    Ok(())
}

/// Whether each of these files has the content that it had.
pub(super) fn are_unchanged(folder: &Path, tree: &Path, cache: &mut InputCache) -> bool {
    let Ok(text) = fs::read_to_string(folder.join(NAME)) else {
        return false;
    };
    text.lines()
        .filter_map(|line| line.split_once(' '))
        .all(|(hash, path)| cache.content_stamp(&tree.join(path)) == hash)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::cache::present_time;
    use std::time::Duration;

    #[test]
    fn a_bundle_is_stale_when_a_file_that_it_read_changes() {
        let tree = tempfile::tempdir().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let list = "{\"sources\": [\"lib/a b.js\"]}";
        fs::write(folder.path().join("bundle.json"), list).unwrap();
        let source = tree.path().join("lib/a b.js");
        fs::create_dir(tree.path().join("lib")).unwrap();
        fs::write(&source, "1").unwrap();
        let start = present_time();
        let are_unchanged =
            || are_unchanged(folder.path(), tree.path(), &mut InputCache::default());
        assert!(!are_unchanged(), "not recorded");
        record(folder.path(), tree.path(), SystemTime::UNIX_EPOCH).unwrap();
        assert!(!are_unchanged(), "changed meanwhile");
        record(folder.path(), tree.path(), start + Duration::from_secs(1)).unwrap();
        assert!(are_unchanged());
        fs::write(&source, "2").unwrap();
        assert!(!are_unchanged());
        fs::remove_file(&source).unwrap();
        assert!(!are_unchanged());
    }
}
