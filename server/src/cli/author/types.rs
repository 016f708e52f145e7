//! `bindery types`: TypeScript declarations of a content folder.

use super::content_folder::{content_folder_or_report, find_ui_folder};
use crate::cli::output::{count, print, print_error};
use crate::cli::{EXIT_FAILED, EXIT_USAGE};
use bindery_compiler::driver::{check, declarations};
use bindery_compiler::system::files::write_if_changed;
use std::path::{Path, PathBuf};

/// The name of the file in the content folder.
const NAME: &str = "bindery.d.ts";

/// The flags of `bindery types`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct TypesFlags {
    /// The content folder [default: the nearest one with a `site.toml` or a `docusaurus.config.js`]
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
    /// The file to write [default: `bindery.d.ts` in the content folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run_types(flags: &TypesFlags) -> u8 {
    let Some(folder) = content_folder_or_report(flags.folder.as_deref()) else {
        return EXIT_USAGE;
    };
    let ui = find_ui_folder(&folder);
    let checked = check(&folder, ui.as_deref().unwrap_or(Path::new("")));
    if checked.site.pages.is_empty() {
        print_error("the site has no page; `bindery check` says why");
        return EXIT_FAILED;
    }
    let path = flags.out.clone().unwrap_or_else(|| folder.join(NAME));
    if let Some(above) = path.parent().filter(|above| !is_folder(above)) {
        let (shown, above) = (path.display(), above.display());
        print_error(&format!(
            "cannot write `{shown}`: there is no folder `{above}`; make it first"
        ));
        return EXIT_USAGE;
    }
    let text = declarations(&checked.site, &checked.tree);
    if let Err(error) = write_if_changed(&path, text.as_bytes()) {
        print_error(&error.to_string());
        return EXIT_FAILED;
    }
    let pages = count(checked.site.pages.len(), "page");
    print(format!("wrote `{}`: {pages}\n", path.display()).as_bytes())
}

/// Whether a folder exists. The path above a single name is empty.
fn is_folder(path: &Path) -> bool {
    path.as_os_str().is_empty() || path.is_dir()
}
