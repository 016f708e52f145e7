//! Finds the content folder and the `ui` folder that the commands for authors work on.

use crate::cli::output::print_error;
use bindery_compiler::docusaurus::is_content_folder;
use std::path::{Path, PathBuf};

/// Like [`find_content_folder`], with the message on standard error; `None` when there is no folder.
pub(super) fn content_folder_or_report(given: Option<&Path>) -> Option<PathBuf> {
    find_content_folder(given)
        .map_err(|message| print_error(&message))
        .ok()
}

/// The given folder, or the nearest content folder: the working folder, its `content` folder, or one above.
///
/// # Errors
/// The message for the user when there is none.
pub(super) fn find_content_folder(given: Option<&Path>) -> Result<PathBuf, String> {
    if let Some(folder) = given {
        return match folder.is_dir() {
            true => Ok(folder.to_owned()),
            false => Err(describe_no_folder(folder)),
        };
    }
    let here = [Path::new("."), Path::new("content")];
    if let Some(folder) = here.into_iter().find(|folder| is_content_folder(folder)) {
        return Ok(folder.to_owned());
    }
    let working = std::env::current_dir().map_err(|error| error.to_string())?;
    let mut folders = working
        .ancestors()
        .skip(1)
        .flat_map(|above| [above.to_owned(), above.join("content")]);
    folders.find(|folder| is_content_folder(folder)).ok_or_else(|| {
        "there is no `site.toml` or `docusaurus.config.js` here, in `content` or above; name the content folder"
            .to_owned()
    })
}

fn describe_no_folder(given: &Path) -> String {
    let shown = given.display();
    if given.is_file() {
        return format!("`{shown}` is a file; name the folder that holds the content");
    }
    format!("there is no folder `{shown}`; `bindery new {shown}` makes one to start from")
}

/// The nearest `ui` folder above the content folder, above the working folder or above the executable. Any content may use
/// its components. An executable in a clone's `target` finds that clone's folder wherever it is run.
pub(super) fn find_ui_folder(content: &Path) -> Option<PathBuf> {
    let executable = std::env::current_exe().and_then(|path| path.canonicalize());
    let starts = [
        content.canonicalize().ok(),
        std::env::current_dir().ok(),
        executable.ok(),
    ];
    let above = |start: PathBuf| {
        let mut folders = start.ancestors().map(|folder| folder.join("ui"));
        folders.find(|folder| folder.join("src/content").is_dir())
    };
    starts.into_iter().flatten().find_map(above)
}
