//! Finds and reads the manifest.

use bindery_format::manifest::Manifest;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

/// The variable that the build script sets.
pub(crate) const VARIABLE: &str = "BINDERY_MANIFEST";

/// The manifest and its path.
#[derive(Clone)]
pub(crate) struct Input {
    pub(crate) path: PathBuf,
    pub(crate) manifest: Arc<Manifest>,
}

/// The value of [`VARIABLE`], if the build script of this crate set it.
pub(crate) fn manifest_variable() -> Option<String> {
    std::env::var(VARIABLE)
        .ok()
        .filter(|value| !value.is_empty())
}

/// Reads the manifest, once for all macros of a crate.
pub(crate) fn read_input(variable: Option<&str>) -> Result<Input, String> {
    let Some(variable) = variable else {
        return Err(format!(
            "`{VARIABLE}` is not set: the build script of this package must run `bindery_compiler::driver::build` and name its manifest; in Bindery itself, run `cargo build` from the package's root"
        ));
    };
    let path = Path::new(variable);
    // A language server runs this process for a long time, while the file changes.
    let changed = path.metadata().and_then(|meta| meta.modified()).ok();
    let mut cached = CACHE
        .lock()
        .map_err(|_| "BUG: a macro panicked".to_owned())?;
    if let Some((time, input)) = cached.as_ref()
        && input.path == path
        && *time == changed
    {
        return Ok(input.clone());
    }
    let input = Input {
        path: path.to_owned(),
        manifest: Arc::new(Manifest::read(path)?),
    };
    *cached = Some((changed, input.clone()));
    Ok(input)
}

static CACHE: Mutex<Option<(Option<SystemTime>, Input)>> = Mutex::new(None);
