//! The manifest: the routes of a site and the offset of the blob's index, passed from `build.rs` to the macros.
//!
//! The compiler writes it; `embed_site!()` and `route!()` read it. [`VERSION`] makes a macro of another version report an
//! error instead of misreading it. The offsets of bodies are only in the blob's index: the macros do not need them, and as
//! tokens they would take time to compile.

use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// The version of the format; every change increments it.
pub const VERSION: u32 = 2;

/// The file's name in `OUT_DIR`, which also contains the blob and the report.
pub const MANIFEST_NAME: &str = "site.manifest.json";

/// The blob's name in `OUT_DIR`.
pub const BLOB_NAME: &str = "site.blob";

/// The name in `OUT_DIR` of the file with the duration of the build.
pub const TIMINGS_NAME: &str = "site.timings.txt";

/// The data that the macros need.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// [`VERSION`].
    pub version: u32,
    /// Hash of all that is served, hexadecimal.
    pub content_hash: String,
    /// Begins and ends with a slash.
    pub base_path: String,
    /// First byte of the index inside the blob; the index ends the blob.
    pub index_offset: u64,
    /// All routes sorted by path.
    pub routes: Vec<Route>,
}

/// A path and its target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Route {
    /// The canonical path, percent-encoded, base path included.
    pub path: String,
    /// The target.
    #[serde(flatten)]
    pub target: RouteTarget,
}

/// The target of a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RouteTarget {
    /// A page with the ids that `route!("/path#id")` may name.
    Page(Vec<String>),
    /// A file.
    Asset(()),
    /// A redirect and the value of its `Location`.
    Redirect(String),
}

/// The version alone, which a manifest of any version has.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

impl Manifest {
    /// Reads the manifest at `path`.
    ///
    /// # Errors
    /// A sentence that names the command to run next.
    pub fn read(path: &Path) -> Result<Manifest, String> {
        let text = fs::read_to_string(path).map_err(|error| {
            format!(
                "cannot read the manifest `{}`: {error}; run `cargo build` to write it again",
                path.display()
            )
        })?;
        Manifest::parse(&text)
    }

    /// Parses a manifest.
    ///
    /// # Errors
    /// A sentence that names the command to run next.
    pub fn parse(text: &str) -> Result<Manifest, String> {
        let broken = |error: serde_json::Error| {
            format!(
                "the manifest is damaged: {error}; run `cargo clean -p bindery` and `cargo build`"
            )
        };
        let Versioned { version } = serde_json::from_str(text).map_err(broken)?;
        if version != VERSION {
            return Err(format!(
                "the manifest has version {version}, these macros read version {VERSION}; run `cargo clean -p bindery` and `cargo build`"
            ));
        }
        serde_json::from_str(text).map_err(broken)
    }

    /// The text of the file; ends with a line break.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = serde_json::to_string(self).expect("BUG: a manifest is plain data");
        text.push('\n');
        text
    }

    /// The route of exactly this path.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<&Route> {
        let at = self
            .routes
            .binary_search_by(|route| route.path.as_str().cmp(path));
        at.ok().map(|at| &self.routes[at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Manifest {
        Manifest {
            version: VERSION,
            content_hash: "00ff".to_owned(),
            base_path: "/".to_owned(),
            index_offset: 7,
            routes: vec![
                Route {
                    path: "/".to_owned(),
                    target: RouteTarget::Page(vec!["top".to_owned()]),
                },
                Route {
                    path: "/assets/a.css".to_owned(),
                    target: RouteTarget::Asset(()),
                },
                Route {
                    path: "/old".to_owned(),
                    target: RouteTarget::Redirect("/".to_owned()),
                },
            ],
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let manifest = sample();
        assert_eq!(Manifest::parse(&manifest.to_text()).unwrap(), manifest);
        assert!(manifest.find("/old").is_some());
        assert!(manifest.find("/older").is_none());
    }

    #[test]
    fn another_version_is_refused_with_the_next_command() {
        let text = r#"{"version":99,"something":"else"}"#;
        let error = Manifest::parse(text).unwrap_err();
        assert!(error.contains("version 99"), "{error}");
        assert!(error.contains("`cargo build`"), "{error}");
    }

    #[test]
    fn a_damaged_file_is_a_sentence() {
        assert!(Manifest::parse("{").unwrap_err().contains("damaged"));
        let missing = Manifest::read(Path::new("/nowhere/site.manifest.json")).unwrap_err();
        assert!(missing.contains("cargo build"), "{missing}");
    }
}
