//! `bindery assets`: hands the hashed files of a release to the next one.

use super::other_executable;
use super::output::{print, print_error};
use super::{EXIT_FAILED, EXIT_USAGE};
use crate::export::{decoded, sorted_entries};
use crate::table::{CachePolicy, Site, Target};
use bindery_format::carried::{CarriedFile, CarriedList, LIST_NAME, is_carried_path};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The subcommands of `bindery assets`.
#[derive(Debug, clap::Subcommand)]
pub(super) enum AssetsCommand {
    /// Collect the hashed files of earlier releases, so that the next build also serves them
    Carry(CarryFlags),
    /// Write the hashed files of this executable to a folder; `carry` runs this command of each release
    Write {
        /// The folder to write to
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

/// The flags of `bindery assets carry`.
#[derive(Debug, clap::Args)]
pub(super) struct CarryFlags {
    /// Executables of earlier releases, the newest first
    #[arg(value_name = "OLD-BINARY", required = true)]
    old: Vec<PathBuf>,
    /// The folder to replace; the build reads `carried`, or the folder in `BINDERY_CARRY`
    #[arg(long, default_value = "carried", value_name = "DIR")]
    into: PathBuf,
    /// Number of releases for which a file is carried
    #[arg(long, default_value_t = 3, value_name = "NUMBER")]
    releases: u32,
}

pub(super) fn run_assets(site: &'static Site, command: &AssetsCommand) -> u8 {
    let done = match command {
        AssetsCommand::Write { folder } => write_assets(site, folder),
        AssetsCommand::Carry(flags) if !may_replace(&flags.into) => {
            let name = flags.into.display();
            print_error(&format!(
                "{name} was not written by this command; name another folder"
            ));
            return EXIT_USAGE;
        }
        AssetsCommand::Carry(flags) => carry(flags),
    };
    match done {
        Ok(line) => print(line.as_bytes()),
        Err(message) => {
            print_error(&message);
            EXIT_FAILED
        }
    }
}

/// Whether the folder is empty, or was written by this command.
fn may_replace(folder: &Path) -> bool {
    let is_empty = folder
        .read_dir()
        .map_or(true, |mut entries| entries.next().is_none());
    is_empty || folder.join(LIST_NAME).is_file()
}

/// Writes the files of this release, and those that it carries, with their ages.
fn write_assets(site: &'static Site, folder: &Path) -> Result<String, String> {
    let carried = carried_here(site);
    let mut list = CarriedList::default();
    for entry in sorted_entries(site) {
        let Target::Asset(resource) = &entry.target else {
            continue;
        };
        let path = decoded(entry.path);
        let path = path.strip_prefix(&decoded(site.base_path)).unwrap_or(&path);
        if resource.cache != CachePolicy::Immutable || !is_carried_path(path) {
            continue;
        }
        let bytes = site.bytes(resource, &resource.identity);
        let bytes = bytes.map_err(|error| error.to_string())?;
        put_file(&folder.join(path), &bytes)?;
        let file = CarriedFile {
            media_type: resource.media_type.to_owned(),
            hash: resource.identity.etag.trim_matches('"').to_owned(),
            age: carried.get(path).map_or(0, |file| file.age),
        };
        list.files.insert(path.to_owned(), file);
    }
    put_list(folder, &list)?;
    Ok(format!("Wrote {} hashed files\n", list.files.len()))
}

fn carried_here(site: &'static Site) -> BTreeMap<String, CarriedFile> {
    let path = format!("{}_bindery/{LIST_NAME}", site.base_path);
    let Some(Target::Asset(list)) = site.table.lookup(&path).map(|entry| &entry.target) else {
        return BTreeMap::new();
    };
    let bytes = site.bytes(list, &list.identity).unwrap_or_default();
    let list: Option<CarriedList> = serde_json::from_slice(&bytes).ok();
    list.unwrap_or_default().files
}

/// Collects the files of each release that are not too old.
fn carry(flags: &CarryFlags) -> Result<String, String> {
    let gathered = flags.into.with_extension("new");
    let _ = fs::remove_dir_all(&gathered);
    let (count, too_old) = gather(flags, &gathered).inspect_err(|_| {
        let _ = fs::remove_dir_all(&gathered);
    })?;
    let _ = fs::remove_dir_all(&flags.into);
    let name = flags.into.display();
    fs::rename(&gathered, &flags.into).map_err(|error| {
        let gathered = gathered.display();
        format!("cannot write {name}: {error}; the files are in {gathered}")
    })?;
    Ok(format!(
        "{name} holds {count} hashed files; {too_old} were too old\n"
    ))
}

/// Writes the files of all releases into a folder; gives how many they are, and how many were too old.
fn gather(flags: &CarryFlags, gathered: &Path) -> Result<(usize, usize), String> {
    let mut list = CarriedList::default();
    let mut too_old = 0;
    for (before, old) in (1..).zip(&flags.old) {
        let folder = gathered.join(format!("release-{before}"));
        for (path, mut file) in ask(old, &folder)?.files {
            file.age += before;
            let is_known = list
                .files
                .get(&path)
                .is_some_and(|known| known.age <= file.age);
            if file.age > flags.releases {
                too_old += 1;
            } else if is_carried_path(&path) && !is_known {
                let bytes = read(&folder.join(&path))?;
                put_file(&gathered.join(&path), &bytes)?;
                list.files.insert(path, file);
            }
        }
        fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
    }
    put_list(gathered, &list)?;
    Ok((list.files.len(), too_old))
}

fn ask(old: &Path, folder: &Path) -> Result<CarriedList, String> {
    let name = old.display();
    other_executable::run(old, "assets write", &[folder.as_os_str()])?;
    let text = read(&folder.join(LIST_NAME))?;
    serde_json::from_slice(&text).map_err(|error| format!("{name} wrote a damaged list: {error}"))
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

fn put_file(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let parent = path.parent().unwrap_or(path);
    let written = fs::create_dir_all(parent).and_then(|()| fs::write(path, bytes));
    written.map_err(|error| format!("cannot write {}: {error}", path.display()))
}

fn put_list(folder: &Path, list: &CarriedList) -> Result<(), String> {
    let text = serde_json::to_string_pretty(list).map_err(|error| error.to_string())?;
    put_file(&folder.join(LIST_NAME), (text + "\n").as_bytes())
}
