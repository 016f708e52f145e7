//! Evaluates a site's Docusaurus configuration in a Node process, and caches the answer until a file, folder or
//! variable that the configuration read has changed.

use crate::error::BuildError;
use crate::source::CONFIG_PATH;
use crate::system::cache::short_hash;
use crate::system::files;
use crate::system::process::{self, Run};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The script that Node runs.
const SCRIPT: &str = include_str!("evaluate.mjs");

/// The names of a configuration, in the order in which Docusaurus looks for them.
const CONFIG_NAMES: [&str; 6] = [
    "docusaurus.config.ts",
    "docusaurus.config.mts",
    "docusaurus.config.cts",
    "docusaurus.config.js",
    "docusaurus.config.mjs",
    "docusaurus.config.cjs",
];

/// How long the evaluation may take.
const DEADLINE: Duration = Duration::from_secs(60);

/// The folders of an evaluation.
#[derive(Clone, Copy, Debug)]
pub struct EvaluateOptions<'e> {
    /// The site's folder.
    pub content: &'e Path,
    /// The interface's folder, whose `node_modules` hold esbuild.
    pub ui: &'e Path,
    /// The folder of cached answers and logs; `None` turns caching off.
    pub cache: Option<&'e Path>,
}

/// The plain data of a configuration, and what it depends on.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Evaluated {
    /// The configuration's file, a path of the tree.
    pub path: String,
    /// The configuration as plain data; a value that is not data is a map whose one key begins with a dollar.
    pub config: Value,
    /// Label, direction and language tag of each locale, by its code.
    pub locales: BTreeMap<String, Value>,
    /// Sidebars by the `sidebarPath` that names them.
    pub sidebars: BTreeMap<String, Sidebars>,
    /// The reason why there is no configuration.
    pub error: Option<EvaluationError>,
    /// Messages about the parts that were left out because they could not be evaluated.
    pub warnings: Vec<String>,
    /// The files it depends on, as paths of this machine.
    pub(super) files: Vec<PathBuf>,
    /// The environment it depends on.
    pub(super) environment: BTreeMap<String, Option<String>>,
    /// The content hash of each of `files`, in the same order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) stamps: Vec<String>,
}

/// An evaluated sidebars file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sidebars {
    /// A path of the tree.
    pub file: String,
    /// Its default export.
    pub value: Option<Value>,
    /// The reason why `value` is missing.
    pub error: Option<EvaluationError>,
}

/// The reason why a file cannot be evaluated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvaluationError {
    /// One line.
    pub message: String,
    /// A path of the tree.
    pub file: Option<String>,
    /// From 1.
    pub line: Option<u32>,
    /// From 1.
    pub column: Option<u32>,
}

/// The name of the configuration of a Docusaurus site in this folder; none where there is a `site.toml`.
#[must_use]
pub fn find_config(content: &Path) -> Option<&'static str> {
    let exists = |name: &&str| content.join(name).is_file();
    if exists(&CONFIG_PATH) {
        return None;
    }
    CONFIG_NAMES.into_iter().find(exists)
}

/// Evaluates the configuration `name` of the site.
///
/// # Errors
/// When Node or esbuild is missing, or the configuration ends the process or does not end.
pub fn evaluate(options: EvaluateOptions<'_>, name: &str) -> Result<Evaluated, BuildError> {
    let site = fs::canonicalize(options.content)
        .map_err(|error| BuildError::io("read", options.content, &error))?;
    let cached = options.cache.map(|cache| {
        let inputs = format!("{}\n{name}\n{SCRIPT}", site.display());
        let key = short_hash(inputs.as_bytes(), 32);
        cache.join("docusaurus").join(format!("{key}.json"))
    });
    if let Some(evaluated) = cached.as_deref().and_then(read_cached) {
        return Ok(evaluated);
    }
    let mut evaluated = run_node(options, &site, name)?;
    name.clone_into(&mut evaluated.path);
    if let Some(path) = cached {
        evaluated.stamps = evaluated.files.iter().map(|path| stamp(path)).collect();
        let text = serde_json::to_vec(&evaluated).expect("BUG: plain data is JSON");
        files::write_atomically(&path, &text)?;
    }
    Ok(evaluated)
}

/// The cached answer, if all it depends on is unchanged.
fn read_cached(path: &Path) -> Option<Evaluated> {
    let evaluated: Evaluated = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
    let is_same_file = |(path, old): (&PathBuf, &String)| stamp(path) == *old;
    let is_same_variable =
        |(name, old): (&String, &Option<String>)| std::env::var(name).ok() == *old;
    let is_fresh = evaluated.stamps.len() == evaluated.files.len()
        && (evaluated.files.iter().zip(&evaluated.stamps)).all(is_same_file)
        && evaluated.environment.iter().all(is_same_variable);
    is_fresh.then_some(evaluated)
}

/// The hash of a file's content, or of the names in a folder.
fn stamp(path: &Path) -> String {
    if let Ok(bytes) = fs::read(path) {
        return short_hash(&bytes, 32);
    }
    let Ok(entries) = fs::read_dir(path) else {
        return String::new();
    };
    let entries = entries.flatten().map(|entry| entry.file_name());
    let mut names: Vec<_> = entries.collect();
    names.sort();
    short_hash(format!("{names:?}").as_bytes(), 32)
}

fn run_node(
    options: EvaluateOptions<'_>,
    site: &Path,
    name: &str,
) -> Result<Evaluated, BuildError> {
    let esbuild = options.ui.join("node_modules/esbuild/lib/main.js");
    let esbuild = fs::canonicalize(&esbuild).map_err(|_| {
        BuildError::new(
            format!(
                "esbuild, which reads `{name}`, is not at `{}`",
                esbuild.display()
            ),
            "run `npm ci` in ui/, or write a `site.toml`",
        )
    })?;
    let work = match options.cache {
        Some(cache) => cache.join("logs"),
        None => std::env::temp_dir(),
    };
    let out = files::temporary_beside(&work.join("docusaurus.json"));
    let log = match options.cache {
        Some(_) => work.join("docusaurus.log"),
        None => out.with_extension("log"),
    };
    let request = json!({
        "site": site,
        "config": site.join(name),
        "esbuild": esbuild,
        "out": std::path::absolute(&out).unwrap_or_else(|_| out.clone()),
    });
    let mut command = process::node();
    command
        .args(["--input-type=module", "--eval", SCRIPT, "--"])
        .arg(request.to_string())
        .current_dir(site);
    let run = Run {
        name: "the evaluation of the Docusaurus configuration",
        log: &log,
        deadline: DEADLINE,
        max_output: process::MAX_OUTPUT,
        help: "look at what it does besides describing the site, or write a `site.toml`",
        missing: "install Node 20 or newer, which evaluates a Docusaurus configuration, or write a `site.toml`",
    };
    let result = process::run(&mut command, &run).and_then(|()| read_answer(&out));
    let _ = fs::remove_file(&out);
    if options.cache.is_none() {
        let _ = fs::remove_file(&log);
    }
    result
}

fn read_answer(path: &Path) -> Result<Evaluated, BuildError> {
    let ended = || {
        BuildError::new(
            "the Docusaurus configuration ended the process that evaluates it",
            "remove the call of `process.exit`, or write a `site.toml`",
        )
    };
    let bytes = fs::read(path).map_err(|_| ended())?;
    serde_json::from_slice(&bytes).map_err(|_| ended())
}
