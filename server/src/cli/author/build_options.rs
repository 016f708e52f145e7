//! Build options for the authors' commands `build`, `check`, `dev` and `manual`.

use super::content_folder::find_ui_folder;
use crate::cli::AuthorTools;
use bindery_compiler::driver::{BuildOptions, Timings};
use bindery_compiler::pack::compress::Effort;
use bindery_compiler::render::{Engine, EngineChoice, Interface, is_node_installed};
use std::path::{Path, PathBuf};

/// The options of a build without compression, whose results stay in memory.
///
/// # Errors
/// A message when there is no interface: neither a `ui` folder that Node can bundle, nor one in the executable.
pub(super) fn preview_options(folder: &Path, tools: AuthorTools) -> Result<BuildOptions, String> {
    let cache = cache_folder();
    let (ui, interface) = find_interface(folder, tools)?;
    Ok(BuildOptions {
        content: folder.to_owned(),
        ui,
        interface,
        out: cache.join("dev"),
        cache,
        ..packed_options(tools)
    })
}

/// Options with the executable's interface and no compression; the folders are still empty.
pub(super) fn packed_options(tools: AuthorTools) -> BuildOptions {
    BuildOptions {
        carried: None,
        content: PathBuf::new(),
        ui: PathBuf::new(),
        interface: Interface::Packed(tools.interface),
        out: PathBuf::new(),
        cache: PathBuf::new(),
        static_files: None,
        effort: Effort::None,
        prebuilt: None,
        prebuilt_out: None,
        dev: None,
        engine: Engine {
            choice: EngineChoice::default(),
            embedded: tools.render,
        },
        timings: Timings::Hidden,
    }
}

/// The interface of a `ui` folder where Node is installed, else that of the executable.
fn find_interface(folder: &Path, tools: AuthorTools) -> Result<(PathBuf, Interface), String> {
    let has_own = !tools.interface.is_empty() && tools.render.is_some();
    match find_ui_folder(folder) {
        Some(ui) if !has_own || is_node_installed() => Ok((ui, Interface::Folder)),
        ui if has_own => Ok((ui.unwrap_or_default(), Interface::Packed(tools.interface))),
        _ => Err(
            "there is no `ui` folder beside or above the content; run this in Bindery's own folder"
                .to_owned(),
        ),
    }
}

/// The cache of the builds that made this executable, else one of the user, else one among the temporary files.
pub(super) fn cache_folder() -> PathBuf {
    let executable = std::env::current_exe().unwrap_or_default();
    let mut folders = executable.ancestors();
    let target = folders.find(|folder| folder.join("CACHEDIR.TAG").is_file());
    let variable = |name| std::env::var_os(name).map(PathBuf::from);
    let target = target.map(Path::to_owned);
    let target = target
        .or_else(|| variable("XDG_CACHE_HOME"))
        .or_else(|| variable("HOME").map(|home| home.join(".cache")))
        .or_else(|| variable("LOCALAPPDATA"));
    let is_usable = |folder: &PathBuf| folder.is_absolute();
    let target = target.filter(is_usable);
    target
        .unwrap_or_else(std::env::temp_dir)
        .join("bindery-cache")
}
