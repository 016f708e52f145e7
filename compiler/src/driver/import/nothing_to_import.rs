//! The errors of a folder or an executable from which nothing can be imported.

use crate::docusaurus::{self, EvaluateOptions};
use crate::error::BuildError;
use crate::source::CONFIG_PATH;
use std::path::Path;

/// Says what the folder is instead, and what to do.
pub(super) fn nothing_to_import(folder: &Path) -> BuildError {
    let shown = folder.display();
    match folder.join(CONFIG_PATH).is_file() {
        true => BuildError::new(
            format!("`{shown}` has a `{CONFIG_PATH}` and no `docusaurus.config.js`"),
            "it is a site of Bindery already; `bindery check` looks for its problems",
        ),
        false => BuildError::new(
            format!("there is no `docusaurus.config.js` in `{shown}`"),
            "the folder of a Docusaurus site is the one with its `package.json`; \
             `bindery new` makes a site without Docusaurus",
        ),
    }
}

/// Refuses to import with an executable that cannot evaluate configurations.
pub(super) fn check_interface(reading: EvaluateOptions<'_>, name: &str) -> Result<(), BuildError> {
    if !reading.ui.as_os_str().is_empty() {
        return Ok(());
    }
    let help = "run this command in a clone of Bindery, once: the `site.toml` that it writes needs neither";
    Err(docusaurus::without_interface(name, help))
}
