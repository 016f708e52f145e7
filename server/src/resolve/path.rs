//! Normalises the paths of requests, and distinguishes paths of files from paths of pages.
//!
//! In: a path as received. Out: the spelling that a [`crate::table::Entry`] would have. Each segment is percent-decoded
//! separately, so that an encoded slash never becomes a separator.

use bindery_format::path_segment::PATH_SEGMENT;
use percent_encoding::{percent_decode_str, utf8_percent_encode};

/// A path in the table's spelling.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Normalized {
    /// Begins with a slash, has no empty and no dot segments and, but for the root, no final slash.
    pub(super) path: String,
    /// Whether the request's path ended with a slash.
    pub(super) had_final_slash: bool,
}

/// The reason why a path has no normal form.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum PathError {
    /// Refused, for this reason.
    Malformed(&'static str),
    /// Well-formed, but no path of any site.
    Unroutable,
}

/// Decodes, drops empty and `.` segments, resolves `..`, drops the final slash, and encodes again.
pub(super) fn normalize(path: &str) -> Result<Normalized, PathError> {
    let mut segments = Vec::new();
    for segment in path.split('/') {
        let decoded = percent_decode_str(segment)
            .decode_utf8()
            .map_err(|_| PathError::Unroutable)?;
        match decoded.as_ref() {
            "" | "." => {}
            ".." => {
                let above = segments.pop();
                above.ok_or(PathError::Malformed("the path leads above the root"))?;
            }
            segment if has_control(segment) => {
                return Err(PathError::Malformed(
                    "control characters are not allowed in the path",
                ));
            }
            _ => segments.push(decoded),
        }
    }
    let mut normalized = String::with_capacity(path.len() + 8);
    for segment in &segments {
        normalized.push('/');
        normalized.extend(utf8_percent_encode(segment, PATH_SEGMENT));
    }
    if normalized.is_empty() {
        normalized.push('/');
    }
    Ok(Normalized {
        path: normalized,
        had_final_slash: path.ends_with('/'),
    })
}

/// Whether an ASCII control character occurs.
pub(super) fn has_control(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_control())
}

/// The paths of pages that a static host serves at this path: without `/index.html`, `/index` or `.html`.
pub(super) fn without_html_suffix(path: &str) -> impl Iterator<Item = &str> {
    let folder = path
        .strip_suffix("/index.html")
        .or_else(|| path.strip_suffix("/index"))
        .map(|folder| if folder.is_empty() { "/" } else { folder });
    let stem = path
        .strip_suffix(".html")
        .filter(|stem| !stem.ends_with('/'));
    folder.into_iter().chain(stem)
}

/// Whether an unknown path would be a file: one under `/assets/`, or with an extension other than `.html`.
///
/// An extension begins with a letter: `/blog/version-1.5` would be a page. The client's `isAssetPath` agrees.
pub(super) fn is_asset_path(path: &str, base_path: &str) -> bool {
    let is_under_assets = path
        .strip_prefix(base_path)
        .is_some_and(|rest| rest.starts_with("assets/"));
    let name = path.rsplit('/').next().unwrap_or_default();
    is_under_assets
        || name
            .rsplit_once('.')
            .is_some_and(|(_, extension)| is_file_extension(extension))
}

fn is_file_extension(extension: &str) -> bool {
    extension.starts_with(|first: char| first.is_ascii_alphabetic())
        && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && !extension.eq_ignore_ascii_case("html")
}
