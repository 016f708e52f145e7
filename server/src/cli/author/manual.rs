//! `bindery manual`: serves the manual, or prints a page of it.
//!
//! The executable holds the manual as Markdown, and binds it when it is asked for: it has the interface anyway, and a
//! second bound site would need another copy of the interface's files.

mod archive;

use super::build_options::{cache_folder, packed_options};
use crate::cli::output::{print, print_error};
use crate::cli::{AuthorTools, EXIT_FAILED, EXIT_USAGE, serve_manual};
use crate::table::Site;
use archive::ManualFile;
use bindery_compiler::diagnostic::Code;
use bindery_compiler::driver::{BuildOptions, build};
use bindery_compiler::pack::compress::Effort;
use bindery_compiler::system::files::write_if_changed;
use bindery_format::manifest::{BLOB_NAME, Manifest};
use std::fs;
use std::path::{Path, PathBuf};

/// The flags of `bindery manual`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct ManualFlags {
    /// A page to print as Markdown: a topic of `--list`, or a code of the diagnostics; without one the manual is served
    topic: Option<String>,
    /// List the topics
    #[arg(long, conflicts_with = "topic")]
    list: bool,
    /// Address to listen on
    #[arg(long, default_value = "127.0.0.1", value_name = "HOST")]
    host: String,
    /// Port to listen on; 0 takes any free one
    #[arg(long, default_value_t = 8080, value_name = "PORT")]
    port: u16,
}

pub(super) fn run_manual(flags: &ManualFlags, tools: AuthorTools) -> u8 {
    let files = archive::files();
    if flags.list {
        return print(list(&files).as_bytes());
    }
    let Some(topic) = &flags.topic else {
        return match bind(&files, tools) {
            Ok(site) => serve_manual(site, &flags.host, flags.port),
            Err(message) => {
                print_error(&message);
                EXIT_FAILED
            }
        };
    };
    if let Some(code) = Code::from_name(topic.trim_matches(['[', ']'])) {
        return print(code.explanation().page().as_bytes());
    }
    match archive::find(&files, topic) {
        Ok(page) => print(page.text().as_bytes()),
        Err(message) => {
            print_error(&message);
            EXIT_USAGE
        }
    }
}

/// A line for each page.
fn list(files: &[ManualFile]) -> String {
    let topics: Vec<_> = files
        .iter()
        .filter_map(|file| Some((file.topic()?, file.description())))
        .collect();
    let width = topics.iter().map(|(topic, _)| topic.len()).max();
    let width = width.unwrap_or_default();
    let lines = topics.iter();
    lines
        .map(|(topic, description)| format!("{topic:width$}  {description}\n"))
        .collect()
}

/// Binds the manual in the cache's folder, and opens it.
fn bind(files: &[ManualFile], tools: AuthorTools) -> Result<&'static Site, String> {
    if tools.interface.is_empty() || tools.render.is_none() {
        return Err(
            "this executable has no interface to serve the manual with; \
             `bindery manual --list` lists the pages that it can print"
                .to_owned(),
        );
    }
    let cache = cache_folder();
    let folder = cache.join(format!("manual-{}", std::process::id()));
    let opened = write(files, &folder).and_then(|()| open(&folder, cache, tools));
    let _ = fs::remove_dir_all(&folder);
    opened
}

fn write(files: &[ManualFile], folder: &Path) -> Result<(), String> {
    for file in files {
        let path = folder.join("tree").join(&file.path);
        write_if_changed(&path, &file.bytes).map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn open(folder: &Path, cache: PathBuf, tools: AuthorTools) -> Result<&'static Site, String> {
    let outcome = build(&BuildOptions {
        content: folder.join("tree"),
        out: folder.join("out"),
        cache,
        effort: Effort::Fast,
        ..packed_options(tools)
    });
    let fails = || match &outcome.error {
        Some(error) => error.to_string(),
        None => "BUG: the manual has errors".to_owned(),
    };
    let manifest = outcome.manifest.as_deref().ok_or_else(fails)?;
    let index = Manifest::read(manifest)?.index_offset;
    let blob = fs::read(manifest.with_file_name(BLOB_NAME));
    let blob = blob.map_err(|error| format!("cannot read the bound manual: {error}"))?;
    Ok(Box::leak(Box::new(Site::open(blob.leak(), index, ""))))
}
