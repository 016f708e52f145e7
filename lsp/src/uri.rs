//! `file:` URIs and paths.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::path::{Component, Path, PathBuf};

/// What clients leave as it is in the path of a URI.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// The path of a `file:` URI, without `.` and `..`; `None` for other URIs.
pub(crate) fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = &rest[rest.find('/')?..];
    let path = path.split(['?', '#']).next().unwrap_or(path);
    let path = percent_decode_str(path).decode_utf8().ok()?;
    if path.contains('\0') {
        return None;
    }
    // `/C:/folder` on Windows.
    let drive = path.get(1..3).filter(|drive| {
        drive.ends_with(':') && drive.starts_with(|letter: char| letter.is_ascii_alphabetic())
    });
    let path = match drive {
        Some(_) if cfg!(windows) => &path[1..],
        _ => &*path,
    };
    Some(normalize(Path::new(path)))
}

/// The `file:` URI of an absolute path.
pub(crate) fn uri_of(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', "/");
    let slash = if text.starts_with('/') { "" } else { "/" };
    format!("file://{slash}{}", utf8_percent_encode(&text, ENCODED))
}

/// A path without `.` and `..`. Links on the disk are not followed, because clients compare texts.
pub(crate) fn normalize(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            other => normal.push(other),
        }
    }
    normal
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn uris_and_paths_are_turned_into_each_other() {
        let path = Path::new("/a b/é#?%/𝒳.md");
        let uri = uri_of(path);
        assert_eq!(uri, "file:///a%20b/%C3%A9%23%3F%25/%F0%9D%92%B3.md");
        assert_eq!(path_of(&uri).as_deref(), Some(path));
        assert_eq!(path_of("file://host/x/../y.md"), Some("/y.md".into()));
        for other in [
            "untitled:Untitled-1",
            "file://",
            "file:///%ff",
            "file:///a%00b",
            "",
        ] {
            assert_eq!(path_of(other), None, "{other}");
        }
    }
}
