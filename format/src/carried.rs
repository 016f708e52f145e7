//! What a release hands to the next one: its hashed files, so that tabs opened before a deployment find theirs.
//!
//! `bindery assets write FOLDER` writes the files of a binary and [`LIST_NAME`] beside them, `bindery assets carry` makes
//! one such folder of several, and the next build puts on its shelf what it does not make itself.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The list's name in its folder; below `_bindery/` a binary serves what it carries under the same name.
pub const LIST_NAME: &str = "carried.json";

/// The files of a folder.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
pub struct CarriedList {
    /// By path in the folder, which is the path below the site's base path: `assets/entry-1a2b.js`.
    pub files: BTreeMap<String, CarriedFile>,
}

/// A file of an earlier release.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct CarriedFile {
    /// The value of `Content-Type`.
    pub media_type: String,
    /// The entity tag of its plain bytes, without quotes.
    pub hash: String,
    /// How many releases ago it was made; 0 in the folder of the binary that made it.
    pub age: u32,
}

/// Whether a path is one of a hashed file, and leads nowhere else.
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
