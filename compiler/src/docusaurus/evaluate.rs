//! Evaluates a site's Docusaurus configuration in a Node process, calls its functions, and caches the answers until a
//! file, folder or variable that the configuration read has changed.

use crate::error::BuildError;
use crate::source::CONFIG_PATH;
use crate::system::cache::{content_stamp, is_changed_since, present_time, short_hash};
use crate::system::files;
use crate::system::process::{self, Run};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The script that Node runs.
const SCRIPT: &str = concat!(
    include_str!("evaluate.mjs"),
    include_str!("evaluate/data.mjs"),
    include_str!("evaluate/calls.mjs")
);

/// The module that loads the Markdown plugins of a configuration, in the threads that render documents.
pub const PLUGIN_SCRIPT: &str = concat!(
    include_str!("evaluate.mjs"),
    include_str!("evaluate/data.mjs"),
    include_str!("evaluate/plugins.mjs")
);

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
const DEADLINE: Duration = Duration::from_secs(300);

/// How long a failed answer is cached. Its cause may be no file, such as a service that does not answer; the edits of an
/// author need not wait for it each time.
const FAILED_FOR: Duration = Duration::from_secs(10);

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
    /// What it depends on.
    #[serde(flatten)]
    pub(super) dependencies: Dependencies,
}

impl Evaluated {
    /// Whether a part could not be evaluated.
    fn has_failed(&self) -> bool {
        let mut sidebars = self.sidebars.values();
        self.error.is_some() || sidebars.any(|sidebars| sidebars.error.is_some())
    }
}

/// What an answer of Node depends on.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Dependencies {
    /// The files, as paths of this machine.
    files: Vec<PathBuf>,
    /// The variables with their values.
    environment: BTreeMap<String, Option<String>>,
    /// The content hash of each of `files`, in the same order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stamps: Vec<String>,
}

impl Dependencies {
    fn stamp(&mut self) {
        self.stamps = self.files.iter().map(|path| content_stamp(path)).collect();
    }

    fn are_changed_since(&self, start: SystemTime) -> bool {
        self.files.iter().any(|path| is_changed_since(path, start))
    }

    fn are_unchanged(&self) -> bool {
        let is_same_file = |(path, old): (&PathBuf, &String)| content_stamp(path) == *old;
        let is_same_variable =
            |(name, old): (&String, &Option<String>)| std::env::var(name).ok() == *old;
        self.stamps.len() == self.files.len()
            && self.files.iter().zip(&self.stamps).all(is_same_file)
            && self.environment.iter().all(is_same_variable)
    }
}

/// The calls of one function of the configuration.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FunctionCalls {
    /// Where the configuration has the function.
    pub path: Value,
    /// The arguments of each call.
    pub arguments: Vec<Vec<Value>>,
    /// Whether it is a plugin, which is run.
    pub is_plugin: bool,
    /// For a generator of sidebar items instead: the sidebars and the documents of a version.
    #[serde(flatten)]
    pub sidebars: Option<GeneratorInput>,
}

/// What `sidebarItemsGenerator` works on.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GeneratorInput {
    /// The sidebars, whose `autogenerated` items are replaced.
    pub sidebars: Value,
    /// The version: `contentPath` and `versionName`.
    pub version: Value,
    /// The documents, in Docusaurus' form.
    pub docs: Vec<Value>,
    /// The content of the category files by their folders.
    pub categories: Value,
    /// Whether `01-` at the start of a name is a position.
    pub has_prefixes: bool,
}

/// The results of [`FunctionCalls`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FunctionResults {
    /// What each call returned, as plain data.
    Values(Vec<Value>),
    /// The reason why the first call failed that did.
    Error(EvaluationError),
}

/// The answer to calls.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Answers {
    results: Vec<FunctionResults>,
    error: Option<EvaluationError>,
    #[serde(flatten)]
    dependencies: Dependencies,
}

impl Answers {
    fn has_failed(&self) -> bool {
        let mut results = self.results.iter();
        results.any(|one| matches!(one, FunctionResults::Error(_)))
    }
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
    match exists(&CONFIG_PATH) {
        true => None,
        false => config_name(content),
    }
}

/// The name of the Docusaurus configuration in a folder, whether or not there is a `site.toml`.
#[must_use]
pub fn config_name(content: &Path) -> Option<&'static str> {
    let exists = |name: &&str| content.join(name).is_file();
    CONFIG_NAMES.into_iter().find(exists)
}

/// The text of a folder's `site.toml`, which decides how the tree is read.
#[must_use]
pub fn read_site_toml(content: &Path) -> Option<String> {
    fs::read_to_string(content.join(CONFIG_PATH)).ok()
}

/// Evaluates the configuration `name` of the site.
///
/// # Errors
/// When Node or esbuild is missing, or the configuration ends the process or does not end.
pub fn evaluate(options: EvaluateOptions<'_>, name: &str) -> Result<Evaluated, BuildError> {
    let site = canonical_site(options)?;
    let cached = cached_path(options, &site, name, &Value::Null);
    let parts = |one: &Evaluated| (one.dependencies.clone(), one.has_failed());
    let read = |path: &PathBuf| read_cached(path, parts);
    if let Some(evaluated) = cached.as_ref().and_then(read) {
        return Ok(evaluated);
    }
    let start = present_time();
    let mut evaluated: Evaluated = run_node(options, &site, name, &Value::Null)?;
    name.clone_into(&mut evaluated.path);
    if let Some(path) = cached.filter(|_| !evaluated.dependencies.are_changed_since(start)) {
        evaluated.dependencies.stamp();
        write_cached(&path, &evaluated)?;
    }
    Ok(evaluated)
}

/// Calls functions of the configuration `name`; gives the results of each in the same order.
///
/// # Errors
/// When Node or esbuild is missing, the configuration cannot be evaluated again, or a call does not end.
pub fn call_functions(
    options: EvaluateOptions<'_>,
    name: &str,
    calls: &[FunctionCalls],
) -> Result<Vec<FunctionResults>, BuildError> {
    let calls = serde_json::to_value(calls).expect("BUG: calls are JSON");
    let site = canonical_site(options)?;
    let cached = cached_path(options, &site, name, &calls);
    let parts = |one: &Answers| (one.dependencies.clone(), one.has_failed());
    let read = |path: &PathBuf| read_cached(path, parts);
    if let Some(answers) = cached.as_ref().and_then(read) {
        return Ok(answers.results);
    }
    let start = present_time();
    let mut answers: Answers = run_node(options, &site, name, &calls)?;
    if let Some(error) = answers.error {
        let help = "make the configuration the same each time that it is read";
        return Err(BuildError::new(error.message, help));
    }
    if let Some(path) = cached.filter(|_| !answers.dependencies.are_changed_since(start)) {
        answers.dependencies.stamp();
        write_cached(&path, &answers)?;
    }
    Ok(answers.results)
}

fn canonical_site(options: EvaluateOptions<'_>) -> Result<PathBuf, BuildError> {
    fs::canonicalize(options.content)
        .map_err(|error| BuildError::io("read", options.content, &error))
}

/// The file of a cached answer; none when caching is off.
fn cached_path(
    options: EvaluateOptions<'_>,
    site: &Path,
    name: &str,
    calls: &Value,
) -> Option<PathBuf> {
    let inputs = format!("{}\n{name}\n{SCRIPT}\n{calls}", site.display());
    let key = short_hash(inputs.as_bytes(), 32);
    let file = |cache: &Path| cache.join("docusaurus").join(format!("{key}.json"));
    options.cache.map(file)
}

/// The cached answer, if all it depends on is unchanged; `parts` are its dependencies and whether it has failed.
fn read_cached<T: DeserializeOwned>(
    path: &Path,
    parts: impl Fn(&T) -> (Dependencies, bool),
) -> Option<T> {
    let answer: T = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
    let (dependencies, has_failed) = parts(&answer);
    let is_valid = dependencies.are_unchanged() && !(has_failed && is_older(path, FAILED_FOR));
    is_valid.then_some(answer)
}

fn is_older(path: &Path, limit: Duration) -> bool {
    let modified = fs::metadata(path).and_then(|metadata| metadata.modified());
    let age = modified.ok().and_then(|modified| modified.elapsed().ok());
    age.is_none_or(|age| age > limit)
}

fn write_cached(path: &Path, answer: &impl Serialize) -> Result<(), BuildError> {
    let text = serde_json::to_vec(answer).expect("BUG: plain data is JSON");
    files::write_atomically(path, &text)?;
    Ok(())
}

/// The module that reads the configuration.
fn find_esbuild(ui: &Path, name: &str) -> Result<PathBuf, BuildError> {
    if ui.as_os_str().is_empty() {
        return Err(BuildError::new(
            format!(
                "Node reads `{name}` with the help of Bindery's `ui` folder, which this executable does not have"
            ),
            "run this in a copy of Bindery's sources; `bindery import DIR --write` makes a `site.toml` there, and that needs neither",
        ));
    }
    let esbuild = ui.join("node_modules/esbuild/lib/main.js");
    fs::canonicalize(&esbuild).map_err(|_| {
        BuildError::new(
            format!(
                "esbuild, which reads `{name}`, is not at `{}`",
                esbuild.display()
            ),
            "run `npm ci` in ui/",
        )
    })
}

fn run_node<T: DeserializeOwned>(
    options: EvaluateOptions<'_>,
    site: &Path,
    name: &str,
    calls: &Value,
) -> Result<T, BuildError> {
    let esbuild = find_esbuild(options.ui, name)?;
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
        "calls": calls,
    });
    // Calls may have more arguments than a command line can hold.
    let input = files::temporary_beside(&work.join("docusaurus-request.json"));
    let input = std::path::absolute(&input).unwrap_or(input);
    files::write_atomically(&input, request.to_string().as_bytes())?;
    let mut command = process::node();
    command
        .args(["--input-type=module", "--eval", SCRIPT, "--"])
        .arg(&input)
        .current_dir(site);
    let run = Run {
        name: "the evaluation of the Docusaurus configuration",
        log: &log,
        deadline: DEADLINE,
        max_output: process::MAX_OUTPUT,
        help: "look at what it does besides describing the site",
        missing: "install Node 20 or newer, which evaluates a Docusaurus configuration",
    };
    let result = process::run(&mut command, &run).and_then(|()| read_answer(&out));
    for file in [&out, &input] {
        let _ = fs::remove_file(file);
    }
    if options.cache.is_none() {
        let _ = fs::remove_file(&log);
    }
    result
}

fn read_answer<T: DeserializeOwned>(path: &Path) -> Result<T, BuildError> {
    let ended = || {
        BuildError::new(
            "the Docusaurus configuration ended the process that evaluates it",
            "remove the call of `process.exit`",
        )
    };
    let bytes = fs::read(path).map_err(|_| ended())?;
    serde_json::from_slice(&bytes).map_err(|_| ended())
}
