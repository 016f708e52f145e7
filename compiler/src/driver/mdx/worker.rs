//! Runs the worker that evaluates documents: one Node process for all of them.

use crate::docusaurus::EvaluateOptions;
use crate::driver::content;
use crate::driver::documents::{DocumentParser, ParsedPage};
use crate::error::BuildError;
use crate::markdown::AdmonitionKind;
use crate::markdown::document::nodes::{Evaluated, Node};
use crate::render::install::{self, Purpose};
use crate::system::files;
use crate::system::process::{self, Run};
use serde::Deserialize;
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
    documents: Vec<Value>,
    shared: Map<String, Value>,
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
            "data": data.collect::<Map<String, Value>>(),
            "site": site,
            "deadline": u64::try_from(DEADLINE.as_millis()).unwrap_or(u64::MAX),
        });
        let Value::Object(shared) = shared else {
            unreachable!("BUG: it is a map")
        };
        Job { documents, shared }
    }
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
    files: Vec<String>,
    documents: Vec<DocumentAnswer>,
}

#[derive(Debug, Deserialize)]
struct DocumentAnswer {
    #[serde(default)]
    nodes: Vec<Node>,
    error: Option<AnsweredError>,
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
    let ui = canonical(reading.ui)?;
    let tree = canonical(reading.content)?;
    let work = match reading.cache {
        Some(cache) => cache.join("logs"),
        None => std::env::temp_dir(),
    };
    let work = files::temporary_beside(&work.join("mdx"));
    let work = std::path::absolute(&work).unwrap_or(work);
    fs::create_dir_all(&work).map_err(|error| BuildError::io("create", &work, &error))?;
    install::ensure_modules(&ui, Purpose::Build, &work.join("npm.log"))?;
    let mut request = job.shared.clone();
    request.insert("documents".to_owned(), job.documents.clone().into());
    let out = work.join("answer.json");
    for (key, path) in [
        ("uiDir", &ui),
        ("tree", &tree),
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
        .current_dir(&tree);
    let run = Run {
        name: "the evaluation of documents by MDX",
        log: &work.join("log"),
        deadline: TOTAL_DEADLINE,
        max_output: process::MAX_OUTPUT,
        help: "look at what the documents and their imports do besides rendering",
        missing: install::INSTALL_NODE,
    };
    let answer = process::run(&mut command, &run).and_then(|()| read_answer(&out));
    let _ = fs::remove_dir_all(&work);
    answer.map(results)
}

fn read_answer(out: &Path) -> Result<Answer, BuildError> {
    let ended = || {
        BuildError::new(
            "the process ended without an answer",
            "a document may end it",
        )
    };
    let bytes = fs::read(out).map_err(|_| ended())?;
    serde_json::from_slice(&bytes).map_err(|_| ended())
}

fn results(answer: Answer) -> Vec<Result<Evaluated, Failure>> {
    let Answer { files, documents } = answer;
    let files = Arc::new(files);
    let results = documents.into_iter().enumerate();
    let results = results.map(|(own, document)| match document.error {
        None => Ok(Evaluated {
            files: Arc::clone(&files),
            own,
            nodes: document.nodes,
        }),
        Some(error) => Err(failure(error, &files)),
    });
    results.collect()
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
