//! Makes `ui/node_modules` match `ui/package-lock.json`.
//!
//! npm records what it installed in `node_modules/.package-lock.json`. Comparing that file with the lock also
//! recognises an installation made by hand. A marker with the lock's hash makes the comparison unnecessary the next
//! time. A lock file beside `node_modules` prevents two cargo runs from installing at once.

use crate::error::BuildError;
use crate::system::cache;
use crate::system::files;
use crate::system::process::{self, Run};
use crate::system::progress::{self, Stage};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// The purpose of the packages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Bundling.
    Build,
    /// Bundling and the interface's own tests.
    Test,
}

/// The path of our marker in `node_modules`.
const MARKER: &str = ".bindery-install";

/// The help when Node is missing.
pub(crate) const INSTALL_NODE: &str =
    "install Node 20 or newer, or set BINDERY_PREBUILT=DIR to a bundle built elsewhere";

/// Installs what `purpose` needs, unless it is there.
///
/// # Errors
/// When npm is missing or fails, or the lock file cannot be read.
pub fn ensure_modules(ui: &Path, purpose: Purpose, log: &Path) -> Result<(), BuildError> {
    let lock_path = ui.join("package-lock.json");
    let lock = fs::read(&lock_path).map_err(|error| BuildError::io("read", &lock_path, &error))?;
    let _guard = lock_folder(ui)?;
    if is_installed(ui, &lock, purpose) {
        return Ok(());
    }
    progress::begin_long(Stage::Install);
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(ui).arg("ci");
    if purpose == Purpose::Build {
        command.arg("--omit=dev");
    }
    command.args(["--ignore-scripts", "--no-audit", "--no-fund"]);
    let run = Run {
        name: "`npm ci`",
        log,
        deadline: Duration::from_secs(600),
        max_output: process::MAX_OUTPUT,
        help: "run `npm ci` in ui/ and look at its messages, or set BINDERY_PREBUILT=DIR to a bundle built elsewhere",
        missing: INSTALL_NODE,
    };
    process::run(&mut command, &run)?;
    mark(ui, &lock, purpose)
}

fn lock_folder(ui: &Path) -> Result<fs::File, BuildError> {
    let path = ui.join(".install.lock");
    let file = fs::OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path);
    file.and_then(|file| file.lock().map(|()| file))
        .map_err(|error| BuildError::io("lock", &path, &error))
}

fn is_installed(ui: &Path, lock: &[u8], purpose: Purpose) -> bool {
    let modules = ui.join("node_modules");
    let marker = fs::read_to_string(modules.join(MARKER)).unwrap_or_default();
    if marker == marker_text(lock, Purpose::Test) || marker == marker_text(lock, purpose) {
        return true;
    }
    let installed = fs::read(modules.join(".package-lock.json")).unwrap_or_default();
    let is_match = matches_lock(lock, &installed, purpose);
    if is_match {
        // Only spares the comparison next time.
        let _ = mark(ui, lock, purpose);
    }
    is_match
}

fn mark(ui: &Path, lock: &[u8], purpose: Purpose) -> Result<(), BuildError> {
    let path = ui.join("node_modules").join(MARKER);
    files::write_atomically(&path, marker_text(lock, purpose).as_bytes())
}

fn marker_text(lock: &[u8], purpose: Purpose) -> String {
    let kind = match purpose {
        Purpose::Build => "build",
        Purpose::Test => "test",
    };
    format!("{kind} {}\n", cache::short_hash(lock, 32))
}

/// Whether all packages that `purpose` needs are installed in the lock's versions. Optional packages (binaries for
/// other platforms) may be missing.
fn matches_lock(lock: &[u8], installed: &[u8], purpose: Purpose) -> bool {
    let parse = |bytes| serde_json::from_slice::<Value>(bytes).ok();
    let (Some(lock), Some(installed)) = (parse(lock), parse(installed)) else {
        return false;
    };
    let (Some(wanted), Some(found)) = (
        lock["packages"].as_object(),
        installed["packages"].as_object(),
    ) else {
        return false;
    };
    let is_set = |package: &Value, key: &str| package[key].as_bool().unwrap_or(false);
    wanted
        .iter()
        .filter(|(path, package)| {
            let is_optional = is_set(package, "optional") || is_set(package, "devOptional");
            let is_unneeded = purpose == Purpose::Build && is_set(package, "dev");
            !path.is_empty() && !is_optional && !is_unneeded
        })
        .all(|(path, package)| {
            found
                .get(path)
                .is_some_and(|own| own["version"] == package["version"])
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: &str = r#"{"packages":{"":{},"node_modules/react":{"version":"19.0.0"},
        "node_modules/vitest":{"version":"4.0.0","dev":true},
        "node_modules/@rollup/other-os":{"version":"1.0.0","optional":true}}}"#;

    fn check(installed: &str, purpose: Purpose) -> bool {
        matches_lock(LOCK.as_bytes(), installed.as_bytes(), purpose)
    }

    #[test]
    fn an_installation_without_tests_is_enough_to_build() {
        let installed = r#"{"packages":{"node_modules/react":{"version":"19.0.0"}}}"#;
        assert!(check(installed, Purpose::Build));
        assert!(!check(installed, Purpose::Test));
    }

    #[test]
    fn another_version_or_none_is_no_match() {
        for installed in [
            r#"{"packages":{"node_modules/react":{"version":"18.0.0"}}}"#,
            r#"{"packages":{}}"#,
            "",
        ] {
            assert!(!check(installed, Purpose::Build));
        }
    }

    #[test]
    fn a_marker_for_tests_serves_the_build() {
        let ui = tempfile::tempdir().unwrap();
        fs::create_dir(ui.path().join("node_modules")).unwrap();
        mark(ui.path(), LOCK.as_bytes(), Purpose::Test).unwrap();
        assert!(is_installed(ui.path(), LOCK.as_bytes(), Purpose::Build));
        assert!(is_installed(ui.path(), LOCK.as_bytes(), Purpose::Test));
        assert!(!is_installed(ui.path(), b"{}", Purpose::Build));
    }
}
