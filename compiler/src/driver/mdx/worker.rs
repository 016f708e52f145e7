//! Runs the worker that evaluates documents: one Node process for all of them that the cache does not have.

use super::cache::EvaluatedCache;
use crate::diagnostic::{Code, Diagnostics};
use crate::docusaurus::EvaluateOptions;
use crate::driver::content;
use crate::driver::documents::{DocumentParser, ParsedPage};
use crate::error::BuildError;
use crate::markdown::AdmonitionKind;
use crate::markdown::document::nodes::{Evaluated, Node};
use crate::render::install::{self, Purpose};
use crate::source::{SourceFile, SourceTree};
use crate::system::files;
use crate::system::process::{self, Run};
use crate::value::parse_yaml;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// How long one document may take.
const DEADLINE: Duration = Duration::from_secs(20);

/// How long all documents may take.
const TOTAL_DEADLINE: Duration = Duration::from_secs(1800);

/// The documents to evaluate, and what they share.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) documents: Vec<Value>,
    pub(super) shared: Map<String, Value>,
    /// The values of data files by their paths. A document depends on those that it imports.
    data: Map<String, Value>,
}

/// The reason why a document could not be evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Failure {
    /// One line.
    pub(super) message: String,
    /// A path of the tree.
    pub(super) file: Option<String>,
    /// From 1.
    pub(super) line: Option<usize>,
    /// From 1.
    pub(super) column: Option<usize>,
    /// Whether the text is no MDX.
    pub(super) is_syntax: bool,
}

impl Job {
    pub(super) fn new<'p>(
        parser: &DocumentParser<'_>,
        pages: impl Iterator<Item = &'p ParsedPage>,
    ) -> Self {
        let documents = pages.map(|page| document(parser, page)).collect();
        let options = &parser.config.markdown;
        let kinds = AdmonitionKind::NAMES.iter().map(|name| (*name).to_owned());
        let admonitions: Vec<String> = kinds.chain(options.admonitions.clone()).collect();
        let aliases = options.aliases.iter();
        let aliases = aliases.map(|alias| {
            json!({
                "before": alias.before,
                "after": alias.after,
                "target": [alias.target.0, alias.target.1],
            })
        });
        let data = parser.data.paths().filter(|path| !path.ends_with(".json"));
        let data = data.filter_map(|path| {
            let value = parser.data.file(path)?;
            Some((path.to_owned(), (*value).clone()))
        });
        let site: Value = serde_json::from_str(&content::site_data(
            parser.config,
            &["@site/documents".to_owned()],
        ))
        .unwrap_or_default();
        let shared = json!({
            "admonitions": admonitions,
            "aliases": aliases.collect::<Vec<Value>>(),
            "hasMath": !options.is_math_off,
            "site": site,
            "deadline": u64::try_from(DEADLINE.as_millis()).unwrap_or(u64::MAX),
        });
        let Value::Object(shared) = shared else {
            unreachable!("BUG: it is a map")
        };
        Job {
            documents,
            shared,
            data: data.chain(yaml_values(parser.tree)).collect(),
        }
    }
}

/// The values of YAML files by their paths. As with the parser, only imports of a file read them.
fn yaml_values(tree: &SourceTree) -> impl Iterator<Item = (String, Value)> {
    let is_yaml = |file: &&SourceFile| file.has_extension("yaml") || file.has_extension("yml");
    tree.files.iter().filter(is_yaml).filter_map(|file| {
        let mut unreported = Diagnostics::new();
        let node = parse_yaml(file, 0..file.text.len(), Code::BadData, &mut unreported);
        unreported.discard();
        Some((file.path.clone(), node?.to_json()))
    })
}

fn document(parser: &DocumentParser<'_>, page: &ParsedPage) -> Value {
    let file = parser.tree.file(page.parsed.file);
    let document = &page.parsed.document;
    let front: String = file.text[..page.body]
        .chars()
        .filter(|c| *c == '\n')
        .collect();
    let headings = document.headings.iter().filter(|heading| heading.level > 1);
    let toc = headings
        .map(|heading| json!({"value": heading.html, "id": heading.id, "level": heading.level}));
    let title = page.parsed.front.title.clone();
    let title = title.or_else(|| document.content_title.clone());
    json!({
        "path": file.path,
        "text": format!("{front}{}", &file.text[page.body..]),
        "toc": toc.collect::<Vec<Value>>(),
        "frontMatter": page.parsed.front.value,
        "title": document.content_title,
        "metadata": {"title": title, "source": format!("@site/{}", file.path)},
    })
}

/// What the worker answers.
#[derive(Debug, Deserialize)]
struct Answer {
    documents: Vec<DocumentAnswer>,
}

/// What became of a document.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct DocumentAnswer {
    /// Its own file, and the others that places name.
    files: Vec<String>,
    #[serde(default)]
    nodes: Vec<Node>,
    #[serde(default, skip_serializing)]
    error: Option<AnsweredError>,
    /// The files and folders that decide what it becomes, relative to the tree; `None` for an answer that is not to be cached.
    #[serde(default, skip_serializing)]
    pub(super) dependencies: Option<Vec<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct AnsweredError {
    message: String,
    place: String,
    #[serde(default)]
    is_syntax: bool,
}

/// Evaluates the documents of a job, in their order.
///
/// # Errors
/// When Node or its packages are missing, or the worker does not end.
pub(super) fn run(
    job: &Job,
    reading: EvaluateOptions<'_>,
) -> Result<Vec<Result<Evaluated, Failure>>, BuildError> {
    let canonical =
        |path: &Path| fs::canonicalize(path).map_err(|error| BuildError::io("read", path, &error));
    let (ui, tree) = (canonical(reading.ui)?, canonical(reading.content)?);
    let cache = EvaluatedCache::open(job, reading, &ui, &tree);
    let cached = |document: &Value| cache.as_ref()?.get(document);
    let mut answers: Vec<Option<DocumentAnswer>> = job.documents.par_iter().map(cached).collect();
    let new: Vec<usize> = (0..answers.len())
        .filter(|at| answers[*at].is_none())
        .collect();
    if !new.is_empty() {
        let documents = new.iter().map(|at| job.documents[*at].clone()).collect();
        let answered = run_node(job, documents, reading, &ui, &tree)?;
        for (at, answer) in new.into_iter().zip(answered) {
            if let Some(cache) = &cache {
                cache.put(&job.documents[at], &answer);
            }
            answers[at] = Some(answer);
        }
    }
    let answers = answers.into_iter();
    Ok(answers
        .map(|one| result(one.expect("BUG: the worker answers for each document")))
        .collect())
}

/// Evaluates documents in Node.
fn run_node(
    job: &Job,
    documents: Vec<Value>,
    reading: EvaluateOptions<'_>,
    ui: &Path,
    tree: &Path,
) -> Result<Vec<DocumentAnswer>, BuildError> {
    let work = match reading.cache {
        Some(cache) => cache.join("logs"),
        None => std::env::temp_dir(),
    };
    let work = files::temporary_beside(&work.join("mdx"));
    let work = std::path::absolute(&work).unwrap_or(work);
    fs::create_dir_all(&work).map_err(|error| BuildError::io("create", &work, &error))?;
    install::ensure_modules(ui, Purpose::Build, &work.join("npm.log"))?;
    let mut request = job.shared.clone();
    let count = documents.len();
    request.insert("documents".to_owned(), documents.into());
    request.insert("data".to_owned(), job.data.clone().into());
    let out = work.join("answer.json");
    for (key, path) in [
        ("uiDir", ui),
        ("tree", tree),
        ("out", &out),
        ("workDir", &work),
    ] {
        request.insert(key.to_owned(), path.to_string_lossy().into_owned().into());
    }
    let input = work.join("request.json");
    files::write_atomically(&input, Value::Object(request).to_string().as_bytes())?;
    let mut command = process::node();
    command
        .arg(ui.join("bundler/mdx/worker.mjs"))
        .arg(&input)
        .current_dir(tree);
    let run = Run {
        name: "the evaluation of documents by MDX",
        log: &work.join("log"),
        deadline: TOTAL_DEADLINE,
        max_output: process::MAX_OUTPUT,
        help: "look at what the documents and their imports do besides rendering",
        missing: install::INSTALL_NODE,
    };
    let answer = process::run(&mut command, &run).and_then(|()| read_answer(&out, count));
    let _ = fs::remove_dir_all(&work);
    answer
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
    let answer: Answer = serde_json::from_slice(&bytes).map_err(|_| ended())?;
    match answer.documents.len() == count {
        true => Ok(answer.documents),
        false => Err(ended()),
    }
}

fn result(answer: DocumentAnswer) -> Result<Evaluated, Failure> {
    match answer.error {
        None => Ok(Evaluated {
            files: Arc::new(answer.files),
            own: 0,
            nodes: answer.nodes,
        }),
        Some(error) => Err(failure(error, &answer.files)),
    }
}

fn failure(error: AnsweredError, files: &[String]) -> Failure {
    let mut numbers = error
        .place
        .split(':')
        .map_while(|number| number.parse::<usize>().ok());
    let file = numbers.next().and_then(|at| files.get(at).cloned());
    Failure {
        message: error.message,
        file,
        line: numbers.next(),
        column: numbers.next(),
        is_syntax: error.is_syntax,
    }
}
