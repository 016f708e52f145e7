//! Canonical paths.

use bindery_format::path_segment::PATH_SEGMENT;
use serde::Serialize;
use std::fmt;

/// A canonical path: begins with a slash, percent-encoded as a browser sends it, base path included, no final slash
/// but for the home.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct RoutePath(String);

impl RoutePath {
    /// Canonicalises `path`: decodes, drops `.`/empty segments and a final slash, encodes again. `None` when it does
    /// not begin with a slash, holds `..` or a control character.
    #[must_use]
    pub fn parse(path: &str) -> Option<Self> {
        let decoded = percent_encoding::percent_decode_str(path)
            .decode_utf8()
            .ok()?;
        let rest = decoded.strip_prefix('/')?;
        let mut canonical = String::new();
        for segment in rest
            .split('/')
            .filter(|segment| !segment.is_empty() && *segment != ".")
        {
            if segment == ".." || segment.chars().any(|c| c.is_control() || c == '\\') {
                return None;
            }
            canonical.push('/');
            canonical.extend(percent_encoding::utf8_percent_encode(segment, PATH_SEGMENT));
        }
        if canonical.is_empty() {
            canonical.push('/');
        }
        Some(RoutePath(canonical))
    }

    /// The path of a site's home: its base path, with the final slash.
    #[must_use]
    pub fn home(base_path: &str) -> Option<Self> {
        let mut home = Self::parse(base_path)?;
        if !home.0.ends_with('/') {
            home.0.push('/');
        }
        Some(home)
    }

    /// The path as a browser sends it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The path with percent-encoding undone, for people.
    #[must_use]
    pub fn decoded(&self) -> String {
        percent_encoding::percent_decode_str(&self.0)
            .decode_utf8_lossy()
            .into_owned()
    }
}

impl fmt::Debug for RoutePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for RoutePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
