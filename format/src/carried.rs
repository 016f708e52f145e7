//! Carried files: the hashed files of earlier releases, which a release still serves to tabs opened before its deployment.
//!
//! `bindery assets write FOLDER` writes the files of an executable and their list, [`LIST_NAME`]. `bindery assets carry`
//! merges several such folders. The next build adds those files that it does not produce itself.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The name of the list in its folder, and of the list that an executable serves in `_bindery/`.
pub const LIST_NAME: &str = "carried.json";

/// The files of a folder.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
pub struct CarriedList {
    /// By path in the folder, which is also the path relative to the site's base path: `assets/entry-1a2b.js`.
    pub files: BTreeMap<String, CarriedFile>,
}

/// A file of an earlier release.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct CarriedFile {
    /// The value of `Content-Type`.
    pub media_type: String,
    /// The entity tag of its plain bytes, without quotes.
    pub hash: String,
    /// How many releases ago the file was built; 0 in the folder of the executable that built it.
    pub age: u32,
}

/// Whether a path is that of a hashed file, without segments such as `..`.
#[must_use]
pub fn is_carried_path(path: &str) -> bool {
    let Some(rest) = path.strip_prefix("assets/") else {
        return false;
    };
    let is_name = |name: &str| {
        !matches!(name, "" | "." | "..")
            && !name.contains('\\')
            && !name.chars().any(char::is_control)
    };
    rest.split('/').all(is_name)
}
