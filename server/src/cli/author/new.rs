//! `bindery new`: writes a small content tree to begin with.

use crate::cli::output::{print, print_error};
use crate::cli::{EXIT_FAILED, EXIT_USAGE};
use include_dir::{Dir, DirEntry, include_dir};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The tree that is written.
static STARTER: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/starter");

/// The flags of `bindery new`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct NewFlags {
    /// The folder to write; it may exist when it is empty
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub(super) fn run_new(flags: &NewFlags) -> u8 {
    let folder = &flags.folder;
    let is_taken = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    if is_taken || folder.is_file() {
        print_error(&format!(
            "`{}` is not empty; name a new folder",
            folder.display()
        ));
        return EXIT_USAGE;
    }
    if let Err(error) = write(&STARTER, folder) {
        print_error(&format!("cannot write `{}`: {error}", folder.display()));
        return EXIT_FAILED;
    }
    let shown = folder.display();
    print(
        format!(
            "Wrote a site of a few pages to `{shown}`. Next:\n\
             \x20 bindery dev {shown}       look at it while you write\n\
             \x20 bindery build {shown}     make one executable that serves it\n"
        )
        .as_bytes(),
    )
}

fn write(dir: &Dir<'_>, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in dir.entries() {
        let name = entry.path().file_name().unwrap_or_default();
        match entry {
            DirEntry::Dir(inner) => write(inner, &to.join(name))?,
            DirEntry::File(file) => fs::write(to.join(name), file.contents())?,
        }
    }
    Ok(())
}
