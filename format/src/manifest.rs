//! The boundary between `build.rs` and the macros: which routes exist and where the blob's index lies.
//!
//! Written once by the compiler, read by `embed_site!()` and `route!()`. Carries [`VERSION`], so that a macro built
//! from other sources refuses it with a sentence instead of misreading it. The bodies' places are not here but in the
//! blob's own index: they would be tokens to compile, and the macros do not need them.

use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// Of this file's format; raised with every change of it.
pub const VERSION: u32 = 2;

/// The file's name inside `OUT_DIR`; the blob and the report lie beside it.
pub const MANIFEST_NAME: &str = "site.manifest.json";

/// The blob's name inside `OUT_DIR`.
pub const BLOB_NAME: &str = "site.blob";

/// The name inside `OUT_DIR` of the line with the build's seconds.
pub const TIMINGS_NAME: &str = "site.timings.txt";

/// What the macros must know.
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

/// A path and what answers it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Route {
    /// The canonical path, percent-encoded, base path included.
    pub path: String,
    /// What answers it.
    #[serde(flatten)]
    pub target: RouteTarget,
}

/// What answers a path.
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

/// Only the version, whatever else a manifest of another version holds.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

impl Manifest {
    /// The manifest in `path`.
    ///
    /// # Errors
    /// One sentence that names the next command.
    pub fn read(path: &Path) -> Result<Manifest, String> {
        let text = fs::read_to_string(path).map_err(|error| {
            format!(
                "cannot read the manifest `{}`: {error}; run `cargo build` to write it anew",
                path.display()
            )
        })?;
        Manifest::parse(&text)
    }

    /// The manifest a text holds.
    ///
    /// # Errors
    /// One sentence that names the next command.
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
