//! Runs the worker that evaluates documents: one Node process for all of them that the cache does not have.
//!
//! If the process ends early, only the document that ended it fails: the documents that were being evaluated are repeated
//! with a process for each, and the remaining ones with another process.

use super::answer::{DocumentAnswer, EvaluatedDocument, Failure};
use super::cache::EvaluatedCache;
use super::job::Job;
use crate::docusaurus::{EvaluateOptions, PLUGIN_SCRIPT, config_name};
use crate::error::BuildError;
use crate::render::install::{self, Purpose};
use crate::system::cache::present_time;
use crate::system::files;
use crate::system::process::{self, Run};
use rayon::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long all documents may take.
const TOTAL_DEADLINE: Duration = Duration::from_secs(1800);

/// How many processes for many documents may be ended.
const MAX_ENDED: usize = 5;

/// What the worker answers.
#[derive(Debug, Deserialize)]
struct Answer {
    documents: Vec<DocumentAnswer>,
}

/// The folders of a run.
#[derive(Clone, Copy, Debug)]
struct Folders<'e> {
    reading: EvaluateOptions<'e>,
    ui: &'e Path,
    tree: &'e Path,
}

/// The reason why a process gave no answer.
#[derive(Debug)]
struct Ended {
    error: BuildError,
    /// The documents that it was evaluating, by their index among those that it was given.
    present: Vec<usize>,
}

/// Evaluates the documents of a job, in their order.
///
/// # Errors
/// When Node or its packages are missing, or the worker does not end.
pub(super) fn run(
    job: &Job,
    reading: EvaluateOptions<'_>,
) -> Result<Vec<Result<EvaluatedDocument, Failure>>, BuildError> {
    let canonical =
        |path: &Path| fs::canonicalize(path).map_err(|error| BuildError::io("read", path, &error));
    let (ui, tree) = (canonical(reading.ui)?, canonical(reading.content)?);
    let cache = EvaluatedCache::open(job, reading, &ui, &tree);
    let cached = |document: &Value| cache.as_ref()?.get(document);
    let mut answers: Vec<Option<DocumentAnswer>> = job.documents.par_iter().map(cached).collect();
    let new: Vec<usize> = (0..answers.len())
        .filter(|at| answers[*at].is_none())
        .collect();
    let folders = Folders {
        reading,
        ui: &ui,
        tree: &tree,
    };
    let start = present_time();
    for (at, answer) in evaluate(job, new, folders)? {
        if let Some(cache) = &cache {
            cache.put(&job.documents[at], &answer, start);
        }
        answers[at] = Some(answer);
    }
    if let Some(cache) = cache {
        cache.prune();
    }
    let answers = answers.into_iter();
    let answers = answers.map(|one| one.expect("BUG: each document is answered"));
    Ok(answers.map(DocumentAnswer::into_result).collect())
}

/// Evaluates the documents with these indices.
fn evaluate(
    job: &Job,
    mut left: Vec<usize>,
    folders: Folders<'_>,
) -> Result<Vec<(usize, DocumentAnswer)>, BuildError> {
    let mut answers = Vec::new();
    let mut count = 0;
    while !left.is_empty() {
        match run_node(job, &left, folders) {
            Ok(answered) => {
                answers.extend(left.into_iter().zip(answered));
                return Ok(answers);
            }
            Err(ended) if ended.present.is_empty() || count == MAX_ENDED => return Err(ended.error),
            Err(ended) => {
                let present: Vec<usize> = ended.present.iter().map(|at| left[*at]).collect();
                for at in &present {
                    answers.push((*at, evaluate_alone(job, *at, folders)));
                }
                left.retain(|at| !present.contains(at));
                count += 1;
            }
        }
    }
    Ok(answers)
}

/// Evaluates a document in a process for itself.
fn evaluate_alone(job: &Job, at: usize, folders: Folders<'_>) -> DocumentAnswer {
    let answered = run_node(job, &[at], folders);
    let answer = answered.ok().and_then(|answers| answers.into_iter().next());
    answer.unwrap_or_else(|| {
        let path = job.documents[at]["path"].as_str().unwrap_or_default();
        DocumentAnswer::failed(path, "it ends the process that evaluates it")
    })
}

/// Evaluates documents in Node.
fn run_node(
    job: &Job,
    documents: &[usize],
    folders: Folders<'_>,
) -> Result<Vec<DocumentAnswer>, Ended> {
    let work = match folders.reading.cache {
        Some(cache) => cache.join("logs"),
        None => std::env::temp_dir(),
    };
    let work = files::create_temporary_folder(&work).map_err(|error| Ended {
        error,
        present: Vec::new(),
    })?;
    let answer = write_request(job, documents, folders, &work)
        .and_then(|input| run_worker(&input, folders, &work))
        .and_then(|()| read_answer(&work.join("answer.json"), documents.len()));
    let answer = answer.map_err(|error| {
        let present = fs::read(work.join("present.json")).unwrap_or_default();
        let present: Vec<usize> = serde_json::from_slice(&present).unwrap_or_default();
        let is_known = |at: &usize| *at < documents.len();
        let present = present.into_iter().filter(is_known).collect();
        Ended { error, present }
    });
    let _ = fs::remove_dir_all(&work);
    answer
}

/// Writes what the worker is asked; gives the file.
fn write_request(
    job: &Job,
    documents: &[usize],
    folders: Folders<'_>,
    work: &Path,
) -> Result<PathBuf, BuildError> {
    let Folders { reading, ui, tree } = folders;
    install::ensure_modules(ui, Purpose::Build, &work.join("npm.log"))?;
    let mut request = job.shared.clone();
    let documents = documents.iter().map(|at| job.documents[*at].clone());
    request.insert("documents".to_owned(), documents.collect());
    request.insert("data".to_owned(), job.data.clone().into());
    request.insert("texts".to_owned(), job.texts.clone().into());
    let (out, present) = (work.join("answer.json"), work.join("present.json"));
    for (key, path) in [
        ("uiDir", ui),
        ("tree", tree),
        ("out", &out),
        ("present", &present),
        ("workDir", work),
    ] {
        request.insert(key.to_owned(), path.to_string_lossy().into_owned().into());
    }
    if let Some(lists) = request.remove("pluginLists")
        && let Some(name) = config_name(reading.content)
    {
        let script = work.join("plugins.mjs");
        files::write_atomically(&script, PLUGIN_SCRIPT.as_bytes())?;
        let own = json!({
            "site": tree,
            "config": tree.join(name),
            "ui": ui,
            "esbuild": ui.join("node_modules/esbuild/lib/main.js"),
            "plugins": {"thread": ui.join("bundler/mdx/thread.mjs"), "lists": lists},
        });
        let input = work.join("plugins.json");
        files::write_atomically(&input, own.to_string().as_bytes())?;
        let plugins = json!({"script": script, "request": input});
        request.insert("plugins".to_owned(), plugins);
    }
    let input = work.join("request.json");
    files::write_atomically(&input, Value::Object(request).to_string().as_bytes())?;
    Ok(input)
}

fn run_worker(input: &Path, folders: Folders<'_>, work: &Path) -> Result<(), BuildError> {
    let mut command = process::node();
    command
        .arg(folders.ui.join("bundler/mdx/worker.mjs"))
        .arg(input)
        .current_dir(folders.tree);
    let run = Run {
        name: "the evaluation of documents by MDX",
        log: &work.join("log"),
        deadline: TOTAL_DEADLINE,
        max_output: process::MAX_OUTPUT,
        help: "look at what the documents and their imports do besides rendering",
        missing: install::INSTALL_NODE,
    };
    process::run(&mut command, &run)
}

/// The answers for `count` documents.
fn read_answer(out: &Path, count: usize) -> Result<Vec<DocumentAnswer>, BuildError> {
    let ended = || {
        BuildError::new(
            "the process ended without an answer",
            "a document may end it",
        )
    };
    let bytes = fs::read(out).map_err(|_| ended())?;
    let answer: Answer = serde_json::from_slice(&bytes).map_err(|error| {
        let message = format!("the worker's answer cannot be read: {error}");
        BuildError::new(message, "report this with the document that makes it")
    })?;
    match answer.documents.len() == count {
        true => Ok(answer.documents),
        false => Err(ended()),
    }
}
