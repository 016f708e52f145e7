//! `bindery export-search`: the records of this site for a Typesense cluster.

use super::output::{print, print_error};
use super::{EXIT_DONE, EXIT_FAILED, EXIT_USAGE};
use crate::search::record::{Record, schema};
use crate::search::{Engine, LazyEngine};
use crate::table::Site;
use serde_json::{Map, Value, json};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Instructions to import the files into a cluster, with placeholders for the names of the collection.
const RECIPE: &str = include_str!("export_search/README.md");

/// The flags of `bindery export-search`.
#[derive(Debug, clap::Args)]
pub(super) struct ExportFlags {
    /// The folder to write to; it is created if needed
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub(super) fn run_export(site: &'static Site, flags: &ExportFlags) -> u8 {
    let lazy = LazyEngine::new(site);
    let engine = match lazy.open() {
        Ok(Some(engine)) => engine,
        Ok(None) => {
            print_error("this site has no search; give it a `page_path` in `[search]`");
            return EXIT_USAGE;
        }
        Err(error) => {
            print_error(&format!("the search index cannot be used: {error}"));
            return EXIT_FAILED;
        }
    };
    let alias = &engine.index.meta.collection;
    // Each content has a new collection name: the alias is switched once all records are imported.
    let name = format!("{alias}_{}", site.content_hash);
    let files = [
        ("schema.json", pretty(&schema(&name))),
        ("synonyms.json", pretty(&synonyms(engine))),
        (
            "README.md",
            RECIPE.replace("{name}", &name).replace("{alias}", alias),
        ),
    ];
    let texts = files
        .iter()
        .map(|(file, text)| (*file, write(&flags.folder, file, text)));
    let records = ("records.jsonl", write_records(&flags.folder, engine));
    for (file, written) in texts.chain([records]) {
        if let Err(error) = written {
            print_error(&format!(
                "cannot write `{file}` in {}: {error}",
                flags.folder.display()
            ));
            return EXIT_FAILED;
        }
    }
    let count = engine.index.len();
    print(
        format!(
            "Wrote {count} records for `{name}` to {}; README.md describes the next steps\n",
            flags.folder.display()
        )
        .as_bytes(),
    );
    EXIT_DONE
}

fn write(folder: &Path, name: &str, text: &str) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join(name), text)
}

/// Writes one record a line; the records of a large site are never in memory at once.
fn write_records(folder: &Path, engine: &Engine) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let mut file = BufWriter::new(File::create(folder.join("records.jsonl"))?);
    for number in 0..engine.index.len() as u32 {
        serde_json::to_writer(&mut file, &Record::whole(&engine.index, number))?;
        file.write_all(b"\n")?;
    }
    file.flush()
}

/// A set as `PUT /synonym_sets/…` takes it.
fn synonyms(engine: &Engine) -> Value {
    let lists = engine.index.meta.synonyms.iter();
    let items = lists.map(|words| {
        let id = words.first().map(|word| word.replace(' ', "-"));
        let mut item = Map::new();
        item.insert("id".to_owned(), id.into());
        item.insert("synonyms".to_owned(), json!(words));
        Value::Object(item)
    });
    json!({ "items": items.collect::<Vec<_>>() })
}

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}
