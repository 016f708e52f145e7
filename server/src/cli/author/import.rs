//! `bindery import`: a Docusaurus configuration as a `site.toml`.

use super::content_folder::{content_folder_or_report, find_ui_folder};
use crate::cli::output::{print, print_error};
use crate::cli::{EXIT_FAILED, EXIT_USAGE};
use bindery_compiler::docusaurus::EvaluateOptions;
use bindery_compiler::driver::import_config;
use bindery_compiler::source::CONFIG_PATH;
use bindery_compiler::system::files::write_if_changed;
use std::fs;
use std::path::{Path, PathBuf};

/// The flags of `bindery import`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct ImportFlags {
    /// The folder of the Docusaurus site [default: the nearest one with a `docusaurus.config.js`]
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Write the result to `site.toml`; an existing file with other content is not overwritten
    #[arg(long)]
    write: bool,
}

pub(super) fn run_import(flags: &ImportFlags) -> u8 {
    let Some(folder) = content_folder_or_report(flags.folder.as_deref()) else {
        return EXIT_USAGE;
    };
    let ui = find_ui_folder(&folder);
    let reading = EvaluateOptions {
        content: &folder,
        ui: ui.as_deref().unwrap_or(Path::new("")),
        cache: None,
    };
    let imported = match import_config(reading) {
        Ok(imported) => imported,
        Err(error) => {
            print_error(&error.to_string());
            return EXIT_USAGE;
        }
    };
    let report = imported.report();
    let path = folder.join(CONFIG_PATH);
    let shown = path.display();
    if !flags.write {
        let toml = &imported.toml;
        let text = format!("{report}\n`--write` writes this as `{shown}`:\n\n{toml}");
        return print(text.as_bytes());
    }
    let outcome = match fs::read_to_string(&path) {
        Ok(text) if text == imported.toml => format!("`{shown}` is up to date\n"),
        Ok(_) => {
            print_error(&format!(
                "`{shown}` exists and differs; move it away to write it again"
            ));
            return EXIT_USAGE;
        }
        Err(_) => match write_if_changed(&path, imported.toml.as_bytes()) {
            Ok(_) => format!("wrote `{shown}`\n"),
            Err(error) => {
                print_error(&error.to_string());
                return EXIT_FAILED;
            }
        },
    };
    print(format!("{report}\n{outcome}").as_bytes())
}
