//! `bindery schema`: the JSON Schemas of the files that authors write.

use crate::cli::output::{print, print_error};
use crate::cli::{EXIT_FAILED, EXIT_USAGE};
use bindery_compiler::diagnostic::did_you_mean_or;
use bindery_compiler::driver::schemas;
use bindery_compiler::system::files::write_if_changed;
use std::path::PathBuf;

const AFTER_HELP: &str = "\
Editors find the schemas by a comment in the file, for example in `site.toml`:
  #:schema ./schemas/site.schema.json";

/// The flags of `bindery schema`.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct SchemaFlags {
    /// `site`, `front-matter` or `category`; without it they are listed
    name: Option<String>,
    /// Write all schemas to this folder
    #[arg(long, value_name = "DIR", conflicts_with = "name")]
    write: Option<PathBuf>,
}

pub(super) fn run_schema(flags: &SchemaFlags) -> u8 {
    let all = schemas();
    if let Some(folder) = &flags.write {
        let mut written = String::new();
        for one in &all {
            let path = folder.join(one.file);
            if let Err(error) = write_if_changed(&path, format!("{:#}\n", one.schema).as_bytes()) {
                print_error(&error.to_string());
                return EXIT_FAILED;
            }
            written.push_str(&format!("wrote `{}`\n", path.display()));
        }
        return print(written.as_bytes());
    }
    let Some(name) = &flags.name else {
        let lines = all.iter().map(|one| {
            let title = one.schema["title"].as_str().unwrap_or_default();
            format!("{:12}  {title}\n", one.name)
        });
        return print(lines.collect::<String>().as_bytes());
    };
    if let Some(one) = all.iter().find(|one| one.name == name) {
        return print(format!("{:#}\n", one.schema).as_bytes());
    }
    let names = all.iter().map(|one| one.name);
    let help = did_you_mean_or(name, names, "`bindery schema` lists all");
    print_error(&format!("there is no schema `{name}`; {help}"));
    EXIT_USAGE
}
