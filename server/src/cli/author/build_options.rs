//! The options of builds that the commands for authors make.

use bindery_compiler::driver::{BuildOptions, Timings};
use bindery_compiler::pack::compress::Effort;
use bindery_compiler::render::{Engine, EngineChoice};
use std::path::{Path, PathBuf};

/// The options of a build without compression, whose results stay in memory.
pub(super) fn preview_options(folder: &Path, ui: PathBuf) -> BuildOptions {
    let cache = cache_folder();
    BuildOptions {
        carried: None,
        content: folder.to_owned(),
        ui,
        out: cache.join("dev"),
        cache,
        static_files: None,
        effort: Effort::None,
        prebuilt: None,
        prebuilt_out: None,
        dev: None,
        engine: Engine {
            choice: EngineChoice::default(),
            embedded: None,
        },
        timings: Timings::Hidden,
    }
}

/// The cache of the builds that made this executable, else one among the temporary files.
fn cache_folder() -> PathBuf {
    let executable = std::env::current_exe().unwrap_or_default();
    let mut folders = executable.ancestors();
    let target = folders.find(|folder| folder.join("CACHEDIR.TAG").is_file());
    let target = target.map_or_else(std::env::temp_dir, Path::to_owned);
    target.join("bindery-cache")
}
