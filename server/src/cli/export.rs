//! `bindery export`: the site as files, for other servers.

use super::output::{complain, print};
use super::{EXIT_FAILED, EXIT_USAGE};
use crate::export::{ExportFile, Host, export};
use crate::table::Site;
use std::io;
use std::path::{Path, PathBuf};

/// The flags of `bindery export`.
#[derive(Debug, clap::Args)]
pub(super) struct ExportFlags {
    /// The folder to write to; made when it is not there, refused when it is not empty
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Whose configuration to write beside the files
    #[arg(long = "for", default_value = "plain", value_name = "HOST")]
    host: Host,
}

pub(super) fn run_export(site: &'static Site, flags: &ExportFlags) -> u8 {
    let files = match export(site, flags.host) {
        Ok(files) => files,
        Err(fault) => {
            complain(&fault.0);
            return EXIT_FAILED;
        }
    };
    let folder = flags.folder.as_path();
    if folder
        .read_dir()
        .is_ok_and(|mut entries| entries.next().is_some())
    {
        complain(&format!(
            "{} is not empty; name another folder",
            folder.display()
        ));
        return EXIT_USAGE;
    }
    for file in &files {
        if let Err(fault) = write(folder, file) {
            complain(&format!("cannot write {}: {fault}", file.path));
            return EXIT_FAILED;
        }
    }
    let bytes: usize = files.iter().map(|file| file.bytes.len()).sum();
    let line = format!(
        "Wrote {} files, {bytes} bytes, to {}\n",
        files.len(),
        folder.display()
    );
    print(line.as_bytes())
}

fn write(folder: &Path, file: &ExportFile) -> io::Result<()> {
    let path = folder.join(&file.path);
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent)?;
    }
    std::fs::write(path, &file.bytes)
}
