//! `bindery export`: the site as files, for other servers.

use super::output::{count, print, print_error};
use super::{EXIT_FAILED, EXIT_USAGE};
use crate::export::{ExportFile, Host, export};
use crate::table::Site;
use std::io;
use std::path::{Path, PathBuf};

/// The flags of `bindery export`.
#[derive(Debug, clap::Args)]
pub(super) struct ExportFlags {
    /// The folder to write to; it is created if needed, and must be empty
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The server to write a configuration for
    #[arg(long = "for", default_value = "plain", value_name = "HOST")]
    host: Host,
}

pub(super) fn run_export(site: &'static Site, flags: &ExportFlags) -> u8 {
    let files = match export(site, flags.host) {
        Ok(files) => files,
        Err(error) => {
            print_error(&error.0);
            return EXIT_FAILED;
        }
    };
    let folder = flags.folder.as_path();
    if folder
        .read_dir()
        .is_ok_and(|mut entries| entries.next().is_some())
    {
        print_error(&format!(
            "{} is not empty; name another folder",
            folder.display()
        ));
        return EXIT_USAGE;
    }
    if let Err(error) = std::fs::create_dir_all(folder) {
        print_error(&format!(
            "cannot make the folder {}: {error}; name another folder",
            folder.display()
        ));
        return EXIT_FAILED;
    }
    for file in &files {
        let path = folder.join(&file.path);
        if let Err(error) = write(&path, file) {
            print_error(&format!("cannot write {}: {error}", path.display()));
            return EXIT_FAILED;
        }
    }
    let bytes: usize = files.iter().map(|file| file.bytes.len()).sum();
    let line = format!(
        "Wrote {}, {bytes} bytes, to {}\n",
        count(files.len(), "file"),
        folder.display()
    );
    print(line.as_bytes())
}

fn write(path: &Path, file: &ExportFile) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent)?;
    }
    std::fs::write(path, &file.bytes)
}
