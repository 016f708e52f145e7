//! Recognises requests to the search API by their target.

use crate::search::typesense;
use crate::table::Site;

/// The path below the base path and the query of a request to the search API. The API also exists at the root, because
/// clients of Typesense expect it there.
pub(super) fn search_path<'r>(base_path: &str, target: &'r str) -> Option<(&'r str, &'r str)> {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let below = path
        .strip_prefix(base_path)
        .filter(|path| typesense::is_search(path));
    let path = below.or_else(|| {
        path.strip_prefix('/')
            .filter(|path| typesense::is_search(path))
    })?;
    Some((path, query))
}

/// Whether a request target is a search of the API.
#[must_use]
pub fn is_search(site: &Site, target: &str) -> bool {
    let path = search_path(site.base_path, target);
    path.is_some_and(|(path, _)| path == "multi_search" || path.ends_with("/documents/search"))
}

/// Whether a request target belongs to the search API.
#[must_use]
pub fn is_search_api(site: &Site, target: &str) -> bool {
    search_path(site.base_path, target).is_some()
}
