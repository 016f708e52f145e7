//! Temporary folders of the cases. They stand in one folder, which is removed at the end, also if a case fails.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// The name of a suite's folder before the id of its process.
const PREFIX: &str = "bindery-suite-";

/// Where the cases, and the programs that they start, write temporary files.
pub(crate) fn temporary() -> Result<PathBuf, String> {
    let folder = std::env::temp_dir().join(format!("{PREFIX}{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

/// A new folder among the temporary files.
pub(crate) fn empty_folder() -> Result<PathBuf, String> {
    static COUNT: AtomicU32 = AtomicU32::new(1);
    let folder = temporary()?.join(COUNT.fetch_add(1, Ordering::Relaxed).to_string());
    std::fs::create_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

/// Removes the temporary files of this run, and those of runs that were ended before they could do so.
pub(crate) fn remove_temporary() {
    let Ok(entries) = std::fs::read_dir(std::env::temp_dir()) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let pid = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
        if pid.is_some_and(|pid| pid == std::process::id().to_string() || !is_running(pid)) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// Whether a process may have this id. Where the system has no `/proc`, it counts as running.
fn is_running(pid: &str) -> bool {
    let processes = Path::new("/proc");
    pid.parse::<u32>().is_err() || !processes.join("self").exists() || processes.join(pid).exists()
}
