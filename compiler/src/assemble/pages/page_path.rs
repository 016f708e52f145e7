//! The paths of pages that follow from the paths of their files.

use crate::assemble::paths::escape_percent;

/// The path of a file below the folder of pages: without its extension, and without `index`.
pub(super) fn page_path(rest: &str) -> String {
    let stem = rest.rsplit_once('.').map_or(rest, |(stem, _)| stem);
    let (folder, name) = stem.rsplit_once('/').unwrap_or(("", stem));
    match name.eq_ignore_ascii_case("index") {
        true => escape_percent(folder),
        false => escape_percent(stem),
    }
}
