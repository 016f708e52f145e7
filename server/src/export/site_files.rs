//! The entries of a site in a fixed order, and the names of the files that they become.

use crate::table::{Entry, Site};
use percent_encoding::percent_decode_str;

/// The entries in the order of their paths.
#[must_use]
pub(crate) fn sorted_entries(site: &'static Site) -> Vec<&'static Entry> {
    let mut entries: Vec<&Entry> = site.table.entries.iter().collect();
    entries.sort_by_key(|entry| entry.path);
    entries
}

/// The file of a page's document.
pub(crate) fn page_file(path: &str) -> String {
    match decoded(path) {
        home if home.is_empty() || home.ends_with('/') => format!("{home}index.html"),
        page => format!("{page}.html"),
    }
}

/// The path of a page's data for the client, percent-encoded.
pub(crate) fn payload_path(site: &Site, path: &str) -> String {
    let below = path.strip_prefix(site.base_path).unwrap_or(path);
    format!("{}_bindery/page/{below}", site.base_path)
}

/// The file of a page's data for the client.
pub(crate) fn payload_file(site: &Site, path: &str) -> String {
    match decoded(&payload_path(site, path)) {
        home if home.ends_with('/') => format!("{home}index.json"),
        page => format!("{page}.json"),
    }
}

/// A path as files are named: without its first slash, percent-encoding undone.
pub(crate) fn decoded(path: &str) -> String {
    let path = path.strip_prefix('/').unwrap_or(path);
    percent_decode_str(path).decode_utf8_lossy().into_owned()
}
