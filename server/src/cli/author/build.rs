//! `bindery build`: a copy of this executable with another site.

mod last_result;

use super::build_options::preview_options;
use super::content_folder::find_content_folder;
use super::progress::ProgressLines;
use crate::appended::{self, NewBlob};
use crate::cli::output::{print, print_diagnostics, print_error};
use crate::cli::{AuthorTools, EXIT_FAILED, EXIT_USAGE};
use crate::table::Site;
use bindery_compiler::diagnostic::explain_hint;
use bindery_compiler::driver::{BuildOptions, BuildOutcome, InputsHash, build_unless};
use bindery_compiler::pack::compress::Effort;
use bindery_compiler::pack::static_files::parse_setting;
use bindery_compiler::system::files::temporary_beside;
use bindery_format::manifest::{BLOB_NAME, Manifest};
use last_result::LastResult;
use std::cell::OnceCell;
use std::fs;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// The flags of `bindery build`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct BuildFlags {
    /// The content folder [default: the nearest one with a `site.toml` or a `docusaurus.config.js`]
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
    /// The executable to write [default: the name of the content folder with `-server`]
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How well pages are compressed; better takes longer
    #[arg(long, value_enum, default_value_t = EffortFlag::Good, value_name = "EFFORT")]
    effort: EffortFlag,
    /// Folder with hashed files of earlier releases that the new executable also serves; `bindery assets carry` writes it
    #[arg(long, value_name = "DIR")]
    carry: Option<PathBuf>,
}

/// How hard pages are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum EffortFlag {
    /// A quick build
    Fast,
    /// A few per cent larger than `best`, in a third of its time; of more than 2,000 pages an eighth larger, in a fortieth
    Good,
    /// As `good`, with any number of pages
    Full,
    /// The smallest pages
    Best,
}

impl From<EffortFlag> for Effort {
    fn from(flag: EffortFlag) -> Effort {
        match flag {
            EffortFlag::Fast => Effort::Fast,
            EffortFlag::Good => Effort::Good,
            EffortFlag::Full => Effort::Full,
            EffortFlag::Best => Effort::Best,
        }
    }
}

pub(super) fn run_build(flags: &BuildFlags, site: &Site, tools: AuthorTools) -> u8 {
    let progress = ProgressLines::start();
    let options = find_content_folder(flags.folder.as_deref())
        .and_then(|folder| preview_options(&folder, tools));
    let mut options = match options {
        Ok(options) => options,
        Err(message) => {
            print_error(&message);
            return EXIT_USAGE;
        }
    };
    let out = match &flags.out {
        Some(out) => out.clone(),
        None => default_name(&options.content),
    };
    if let Err(message) = check_target(&out) {
        print_error(&message);
        return EXIT_USAGE;
    }
    let setting = std::env::var("BINDERY_STATIC").unwrap_or_default();
    options.static_files = match parse_setting(&setting) {
        Ok(folder) => folder,
        Err(message) => {
            print_error(&message);
            return EXIT_USAGE;
        }
    };
    options.effort = flags.effort.into();
    options.carried.clone_from(&flags.carry);
    options.out = options.cache.join(format!("build-{}", std::process::id()));
    let written = write_site(&options, &out, site, progress);
    let _ = fs::remove_dir_all(&options.out);
    match written {
        Ok(text) => print((text + &files_note(&options)).as_bytes()),
        Err(message) => {
            print_error(&message);
            EXIT_FAILED
        }
    }
}

/// Builds the site into an executable, unless that is there; gives what to say about it.
fn write_site(
    options: &BuildOptions,
    out: &Path,
    site: &Site,
    progress: ProgressLines,
) -> Result<String, String> {
    let last = LastResult::of(out, &options.cache);
    let found = OnceCell::new();
    let is_current = |inputs: &InputsHash| {
        let current = last.find(inputs, out);
        current.is_some_and(|current| found.set(current).is_ok())
    };
    let outcome = build_unless(options, &is_current);
    drop(progress);
    let Some(outcome) = outcome else {
        let current = found.into_inner().unwrap_or_default();
        let reported = current.reported.iter();
        reported.for_each(|text| print_diagnostics(text));
        return Ok(success("Nothing changed in", out, current.bytes));
    };
    let notes = notes_of(&outcome);
    notes.iter().for_each(|text| print_diagnostics(text));
    let written = write_copy(manifest_of(&outcome)?, out, site)?;
    if let Some(inputs) = &outcome.inputs {
        last.store(inputs, written.hash, notes);
    }
    Ok(success("Wrote", out, written.len))
}

/// What else belongs to the executable.
fn files_note(options: &BuildOptions) -> String {
    let note = options.static_files.as_ref().map(|folder| {
        let shown = folder.display();
        format!("Copy `{shown}` with it, and start it with `--static-files {shown}`\n")
    });
    note.unwrap_or_default()
}

/// Refuses to replace what is no executable, such as a page of the tree.
fn check_target(out: &Path) -> Result<(), String> {
    let shown = out.display();
    if out.is_dir() {
        return Err(format!(
            "`{shown}` is a folder; name the executable with `--out FILE`"
        ));
    }
    let start = |path: &Path| {
        let mut bytes = [0; 2];
        let read = fs::File::open(path).and_then(|mut file| file.read_exact(&mut bytes));
        read.map(|()| bytes).ok()
    };
    let own = std::env::current_exe().ok();
    match out.exists() && start(out) != own.as_deref().and_then(start) {
        true => Err(format!(
            "`{shown}` exists and is no executable; name another file with `--out FILE`"
        )),
        false => Ok(()),
    }
}

/// `docs` gives `docs-server`, in the working folder.
fn default_name(content: &Path) -> PathBuf {
    let absolute = content.canonicalize().ok();
    let name = absolute.as_deref().and_then(Path::file_name);
    let name = name.map_or_else(|| "site".into(), |name| name.to_string_lossy());
    PathBuf::from(format!("{name}-server{}", std::env::consts::EXE_SUFFIX))
}

/// The problems of the content, and the pages by what these cost them.
fn notes_of(outcome: &BuildOutcome) -> Vec<String> {
    let groups = outcome.groups.iter();
    let groups = groups.map(|group| format!("{}\n", group.text));
    let summary = outcome.summary.iter().filter(|one| !one.is_right());
    let summary = summary.map(ToString::to_string);
    let hint = explain_hint(outcome.groups.iter().map(|group| group.code));
    groups.chain(summary).chain(hint).collect()
}

/// The manifest, if the site was built.
fn manifest_of(outcome: &BuildOutcome) -> Result<&Path, String> {
    if let Some(error) = &outcome.error {
        return Err(error.to_string());
    }
    let manifest = outcome.manifest.as_deref();
    manifest.ok_or_else(|| "nothing is written; correct the errors first".to_owned())
}

/// What was written.
struct WrittenFile {
    len: u64,
    hash: blake3::Hash,
}

/// Writes the copy of this executable, without the site that it serves.
fn write_copy(manifest: &Path, out: &Path, site: &Site) -> Result<WrittenFile, String> {
    let index = Manifest::read(manifest)?.index_offset;
    let blob = manifest.with_file_name(BLOB_NAME);
    let fails = |error: io::Error| format!("cannot write `{}`: {error}", out.display());
    let read = |blob: &fs::File| {
        let mut hasher = blake3::Hasher::new();
        hasher.update_reader(blob)?;
        Ok((blob.metadata()?.len(), hasher.finalize()))
    };
    let mut blob = fs::File::open(blob).map_err(fails)?;
    let (len, hash) = read(&blob).map_err(fails)?;
    let program = appended::program_for(NewBlob { len, hash, index }, site.blob)?;
    // A running executable cannot be written to, but replaced.
    let fresh = temporary_beside(out);
    let written = write_both(&fresh, &program, &mut blob)
        .and_then(|()| make_executable(&fresh))
        .and_then(|()| fs::rename(&fresh, out));
    if written.is_err() {
        let _ = fs::remove_file(&fresh);
    }
    let mut copy = blake3::Hasher::new();
    let hash = written.and_then(|()| blob.rewind()).and_then(|()| {
        copy.update(&program)
            .update_reader(&blob)
            .map(|all| all.finalize())
    });
    let len = program.len() as u64 + len;
    hash.map(|hash| WrittenFile { len, hash }).map_err(fails)
}

/// Writes the program and the blob behind it, which is not read into memory: it can have hundreds of megabytes.
fn write_both(path: &Path, program: &[u8], blob: &mut fs::File) -> io::Result<()> {
    blob.rewind()?;
    let mut file = fs::File::create(path)?;
    for chunk in program.chunks(64 * 1024) {
        // File systems store no zeros that are not written.
        match chunk.iter().all(|byte| *byte == 0) {
            true => file.seek_relative(i64::try_from(chunk.len()).unwrap_or_default())?,
            false => file.write_all(chunk)?,
        }
    }
    io::copy(blob, &mut file).map(|_| ())
}

fn make_executable(path: &Path) -> io::Result<()> {
    let own = std::env::current_exe().and_then(fs::metadata);
    match own {
        Ok(own) => fs::set_permissions(path, own.permissions()),
        Err(_) => Ok(()),
    }
}

fn success(verb: &str, out: &Path, bytes: u64) -> String {
    let shown = out.display();
    let start = match out.is_absolute() || out.components().count() > 1 {
        true => shown.to_string(),
        false => format!("./{shown}"),
    };
    let tenths = bytes / 100_000;
    format!(
        "{verb} `{shown}` ({}.{} MB). `{start}` serves the site\n",
        tenths / 10,
        tenths % 10
    )
}
