//! Long-lived Node processes that render: newline-delimited JSON in, newline-delimited JSON out, in any order.
//!
//! For each process, one thread writes requests and another reads answers, so that neither side waits for a full pipe. A
//! process that does not answer in time is killed.

mod render_error;

pub(super) use render_error::RenderError;

use crate::error::BuildError;
use crate::render::install::INSTALL_NODE;
use crate::system::cache::{self, Key};
use crate::system::process::{self, BoundedLog, Excess, ProcessTree};
use crate::system::progress::{Counter, Stage};
use serde::Deserialize;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// From this many requests on, a second process saves more time than its start takes.
const TWO_WORKERS_ABOVE: usize = 5_000;

/// So many requests in a row go to one process: neighbours share the site and the items of their sidebar.
const BLOCK: usize = 32;

/// The longest wait for an answer: a busy machine may be slow, and no working tag must fail there.
pub(super) const DEADLINE: Duration = Duration::from_secs(60);

/// After so many tags that do not end, the others are not tried.
const MAX_ENDLESS: usize = 5;

/// Something to be rendered.
#[derive(Clone, Debug)]
pub(super) struct Request {
    /// The page or component that messages name.
    pub(super) label: String,
    /// Hash of the body and of what it shares.
    pub(super) key: Key,
    /// The components of the tags in it.
    pub(super) components: BTreeSet<String>,
    /// The JSON object without its beginning, `{"id":1,`.
    body: String,
    /// JSON that other requests have as well.
    shared: Vec<Arc<str>>,
}

impl Request {
    pub(super) fn new(label: String, body: String) -> Self {
        let key = cache::key(&[body.as_bytes()]);
        Request {
            label,
            key,
            components: BTreeSet::new(),
            body,
            shared: Vec::new(),
        }
    }

    /// The same with JSON that other requests have as well.
    pub(super) fn with_shared(self, shared: Vec<Arc<str>>) -> Self {
        let parts = [self.body.as_str()].into_iter();
        let parts = parts.chain(shared.iter().map(AsRef::as_ref));
        let parts: Vec<&[u8]> = parts.map(str::as_bytes).collect();
        let key = cache::key(&parts);
        Request {
            key,
            shared,
            ..self
        }
    }

    /// The same with the components of the tags in it.
    pub(super) fn with_components(self, components: BTreeSet<String>) -> Self {
        Request { components, ..self }
    }

    /// The line that asks for it. What it shares is behind tabs, which JSON does not contain, so that the renderer need not read it
    /// again.
    pub(super) fn line(&self, id: usize) -> String {
        let mut line = format!("{{\"id\":{id},{}", self.body);
        for part in &self.shared {
            line.push('\t');
            line.push_str(part);
        }
        line
    }
}

/// The answer to a request.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    Html(String),
    Failed(RenderError),
}

#[derive(Deserialize)]
struct Line {
    id: Option<usize>,
    html: Option<String>,
    error: Option<RenderError>,
}

enum Event {
    Answered(usize, Answer),
    Garbled(String),
    Ended,
}

/// Whether `node` can be started.
pub fn is_node_installed() -> bool {
    let mut command = Command::new("node");
    command
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Renders all requests; starts no process when there are none. Tags that do not end within `deadline` fail.
///
/// # Errors
/// When Node is missing, a process ends early, or a page around its tags does not end.
pub(super) fn render_all<'r>(
    module: &Path,
    logs: &Path,
    requests: &[&'r Request],
    deadline: Duration,
) -> Result<Vec<(&'r Request, Answer)>, BuildError> {
    render_with(&|| renderer(module), logs, requests, deadline)
}

/// The command that renders with a module.
pub(super) fn renderer(module: &Path) -> Command {
    let mut command = process::node();
    command.arg(module).env("NODE_ENV", "production");
    command
}

/// Renders all requests with the program that `command` starts.
fn render_with<'r>(
    command: &dyn Fn() -> Command,
    logs: &Path,
    requests: &[&'r Request],
    deadline: Duration,
) -> Result<Vec<(&'r Request, Answer)>, BuildError> {
    let mut answers = Vec::new();
    let mut rest = requests.to_vec();
    let mut endless = 0;
    while !rest.is_empty() {
        let Rendered { answered, silence } = render_within(command, logs, &rest, deadline)?;
        let known: HashSet<Key> = answered.iter().map(|(request, _)| request.key).collect();
        rest.retain(|request| !known.contains(&request.key));
        answers.extend(answered);
        let Some(Silence { request, error }) = silence else {
            break;
        };
        endless += 1;
        if request.components.is_empty() || endless > MAX_ENDLESS {
            return Err(error);
        }
        let reason = RenderError::endless(&request.components, deadline);
        let has_same = |other: &&Request| other.components.is_superset(&request.components);
        let (same, others) = rest.into_iter().partition(has_same);
        let same: Vec<&Request> = same;
        let failed = same.into_iter();
        answers.extend(failed.map(|request| (request, Answer::Failed(reason.clone()))));
        rest = others;
    }
    Ok(answers)
}

/// What processes answered.
struct Rendered<'r> {
    answered: Vec<(&'r Request, Answer)>,
    silence: Option<Silence<'r>>,
}

/// The end of a process that did not answer in time.
struct Silence<'r> {
    /// The request without an answer.
    request: &'r Request,
    error: BuildError,
}

/// Renders requests until all are answered, or one is not answered within `deadline`.
fn render_within<'r>(
    command: &dyn Fn() -> Command,
    logs: &Path,
    requests: &[&'r Request],
    deadline: Duration,
) -> Result<Rendered<'r>, BuildError> {
    let count = 1 + usize::from(requests.len() > TWO_WORKERS_ABOVE);
    let mut workers: Vec<Worker> = (0..count)
        .map(|n| Worker::start(command(), &logs.join(format!("render-{n}.log")), requests))
        .collect::<Result<_, _>>()?;
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for (n, worker) in workers.iter_mut().enumerate() {
            let (input, output) = worker.pipes();
            scope.spawn(move || write_requests(input, requests, n, count));
            let sender = sender.clone();
            scope.spawn(move || read_answers(BufReader::new(output), &sender));
        }
        drop(sender);
        let counter = Counter::new(Stage::Render, requests.len());
        let mut answers: HashMap<usize, Answer> = HashMap::new();
        let mut silence = None;
        while answers.len() < requests.len() {
            let (failure, is_silent) = match receiver.recv_timeout(deadline) {
                Ok(Event::Answered(id, answer)) => {
                    answers.insert(id, answer);
                    counter.add_one();
                    continue;
                }
                // Another process may still be answering; the last one to end closes the channel.
                Ok(Event::Ended) => continue,
                Ok(Event::Garbled(line)) => {
                    (format!("wrote a line that is not an answer: {line}"), false)
                }
                Err(reason) => (
                    reason_of(reason, deadline),
                    reason == RecvTimeoutError::Timeout,
                ),
            };
            // The threads of this scope wait on the pipes until the processes are killed.
            workers.iter_mut().for_each(Worker::stop);
            let unanswered = (0..requests.len()).find(|id| !answers.contains_key(id));
            let error = worker_error(&workers, requests, unanswered, &failure);
            let request = unanswered.filter(|_| is_silent).map(|id| requests[id]);
            let Some(request) = request else {
                return Err(error);
            };
            silence = Some(Silence { request, error });
            break;
        }
        let ordered = requests.iter().enumerate();
        let answered = ordered
            .filter_map(|(id, request)| Some((*request, answers.remove(&id)?)))
            .collect();
        Ok(Rendered { answered, silence })
    })
}

/// What processes did that do not answer.
fn reason_of(reason: RecvTimeoutError, deadline: Duration) -> String {
    match reason {
        RecvTimeoutError::Timeout => format!("was silent for {} s", deadline.as_secs()),
        RecvTimeoutError::Disconnected => "ended early".to_owned(),
    }
}

fn worker_error(
    workers: &[Worker],
    requests: &[&Request],
    unanswered: Option<usize>,
    failure: &str,
) -> BuildError {
    let label = unanswered.map_or("", |id| requests[id].label.as_str());
    let log: String = workers
        .iter()
        .map(|worker| process::tail(&worker.log))
        .collect();
    BuildError::new(
        format!("the process that renders pages {failure}, at or after `{label}`{log}"),
        "look at the component it names; `node --stack-trace-limit=50` shows more",
    )
}

fn write_requests(input: ChildStdin, requests: &[&Request], first: usize, step: usize) {
    let mut input = BufWriter::new(input);
    let requests = requests.iter().enumerate();
    for (id, request) in requests.filter(|(id, _)| id / BLOCK % step == first) {
        if writeln!(input, "{}", request.line(id)).is_err() {
            // The process ended; the thread that reads its output reports it.
            return;
        }
    }
    let _ = input.flush();
}

fn read_answers(output: impl BufRead, sender: &Sender<Event>) {
    for line in output.lines() {
        let event = match line {
            Ok(line) if line.trim().is_empty() => continue,
            Ok(line) => match parse_answer(&line) {
                Some((id, answer)) => Event::Answered(id, answer),
                None => Event::Garbled(line.chars().take(200).collect()),
            },
            Err(error) => Event::Garbled(error.to_string()),
        };
        if sender.send(event).is_err() {
            return;
        }
    }
    let _ = sender.send(Event::Ended);
}

/// The number and the answer in a line, when it is one.
pub(super) fn parse_answer(line: &str) -> Option<(usize, Answer)> {
    match serde_json::from_str(line) {
        Ok(Line {
            id: Some(id),
            html: Some(html),
            ..
        }) => Some((id, Answer::Html(html))),
        Ok(Line {
            id: Some(id),
            error: Some(reason),
            ..
        }) => Some((id, Answer::Failed(reason))),
        _ => None,
    }
}

/// A process, ended when dropped together with what it started.
struct Worker {
    tree: ProcessTree,
    log: PathBuf,
    messages: BoundedLog,
}

impl Worker {
    fn start(
        mut command: Command,
        log: &Path,
        requests: &[&Request],
    ) -> Result<Worker, BuildError> {
        let log_error = |error| BuildError::io("write", log, &error);
        fs::create_dir_all(log.parent().unwrap_or(Path::new("."))).map_err(log_error)?;
        let (messages, stderr) = std::io::pipe().map_err(log_error)?;
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(stderr);
        let tree =
            ProcessTree::spawn(&mut command).map_err(|error| cannot_render(&error, requests))?;
        let messages = BoundedLog::start(log, messages, process::MAX_OUTPUT, Excess::Discard);
        Ok(Worker {
            tree,
            log: log.to_owned(),
            messages: messages.map_err(log_error)?,
        })
    }

    /// The process's input and output, which can be taken once.
    fn pipes(&mut self) -> (ChildStdin, ChildStdout) {
        let child = &mut self.tree.child;
        let input = child.stdin.take().expect("BUG: stdin is a pipe");
        let output = child.stdout.take().expect("BUG: stdout is a pipe");
        (input, output)
    }

    fn stop(&mut self) {
        self.tree.kill();
        self.messages.finish();
    }
}

fn cannot_render(error: &std::io::Error, requests: &[&Request]) -> BuildError {
    const NAMED: usize = 20;
    let mut labels: Vec<&str> = requests
        .iter()
        .map(|request| request.label.as_str())
        .collect();
    labels.dedup();
    let more = labels.len().saturating_sub(NAMED);
    labels.truncate(NAMED);
    let mut list = labels.join(", ");
    if more > 0 {
        list.push_str(&format!(" and {more} more"));
    }
    let help = format!(
        "{INSTALL_NODE}; a bundle with these parts is written by `BINDERY_PREBUILT_OUT=DIR cargo build` where Node is installed"
    );
    process::cannot_start(&format!("`node`, which must render {list}:"), &help, error)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stands in for Node and the UI's module: answers each `echo` with its text, and fails for each `fail`.
    const WORKER: &str = r#"exec sed \
        -e 's/"op":"echo","text"/"html"/' \
        -e 's/"op":"fail"/"error":{"message":"no","stack":"","causes":["rain"]}/'"#;

    /// Stops a test that hangs; no measure of speed.
    const GUARD: Duration = Duration::from_secs(120);

    fn check(script: &str, bodies: &[String]) -> Result<Vec<String>, BuildError> {
        check_within(script, bodies, GUARD)
    }

    fn check_within(
        script: &str,
        bodies: &[String],
        deadline: Duration,
    ) -> Result<Vec<String>, BuildError> {
        let folder = tempfile::tempdir().unwrap();
        let command = || {
            let mut command = Command::new("sh");
            command.args(["-c", script]);
            command
        };
        let requests: Vec<Request> = bodies
            .iter()
            .enumerate()
            .map(|(n, body)| Request::new(format!("/page-{n}"), body.clone()))
            .collect();
        let requests: Vec<&Request> = requests.iter().collect();
        let answers = render_with(&command, folder.path(), &requests, deadline)?;
        let text = |answer| match answer {
            Answer::Html(html) => html,
            Answer::Failed(reason) => format!("failed: {reason}"),
        };
        Ok(answers
            .into_iter()
            .map(|(_, answer)| text(answer))
            .collect())
    }

    fn echo(text: &str) -> String {
        format!("\"op\":\"echo\",\"text\":\"{text}\"}}")
    }

    #[test]
    fn much_text_in_both_directions_does_not_block() {
        let long = "x".repeat(100_000);
        let bodies: Vec<String> = (0..100).map(|n| echo(&format!("{n}{long}"))).collect();
        let answers = check(WORKER, &bodies).unwrap();
        assert_eq!(answers.len(), 100);
        assert!(answers[99].starts_with("99x"));
    }

    #[test]
    fn one_failure_leaves_the_others() {
        let bodies = [echo("a"), "\"op\":\"fail\"}".to_owned(), echo("b")];
        let answers = check(WORKER, &bodies).unwrap();
        assert_eq!(answers, ["a", "failed: no, because rain", "b"]);
    }

    #[test]
    fn an_early_end_shows_what_the_process_said() {
        let script =
            format!("read -r line; echo \"$line\" | ({WORKER}); echo out of luck >&2; exit 7");
        let error = check(&script, &[echo("a"), echo("b")]).unwrap_err();
        let text = error.to_string();
        assert!(
            text.contains("ended early") && text.contains("/page-1"),
            "{text}"
        );
        assert!(text.contains("out of luck"), "{text}");
    }

    #[test]
    fn silence_ends_the_build() {
        let error = check_within("exec sleep 1000", &[echo("a")], Duration::from_millis(50));
        let text = error.unwrap_err().to_string();
        assert!(text.contains("was silent"), "{text}");
    }

    /// Sleeps at each `sleep`, and answers each `echo`.
    const SLEEPER: &str = r#"while read -r line; do
        case "$line" in
            *sleep*) exec sleep 1000 ;;
            *) printf '%s\n' "$line" | sed -e 's/"op":"echo","text"/"html"/' ;;
        esac
    done"#;

    #[test]
    fn a_component_that_does_not_end_costs_its_own_tags() {
        let folder = tempfile::tempdir().unwrap();
        let command = || {
            let mut command = Command::new("sh");
            command.args(["-c", SLEEPER]);
            command
        };
        let request = |component: &str, text: &str| {
            Request::new("/page".to_owned(), echo(text))
                .with_components([component.to_owned()].into())
        };
        let requests = [
            request("Good", "a"),
            request("Endless", "sleep"),
            request("Endless", "b"),
            request("Good", "c"),
        ];
        let requests: Vec<&Request> = requests.iter().collect();
        let deadline = Duration::from_secs(2);
        let answers = render_with(&command, folder.path(), &requests, deadline).unwrap();
        let answered: Vec<String> = requests
            .iter()
            .map(|request| {
                let found = answers.iter().find(|(one, _)| one.key == request.key);
                match &found.unwrap().1 {
                    Answer::Html(html) => html.clone(),
                    Answer::Failed(error) => format!("{error} {}", error.is_endless()),
                }
            })
            .collect();
        let endless = "it does not end within 2 s true";
        assert_eq!(answered, ["a", endless, endless, "c"]);
    }

    #[test]
    fn rubbish_ends_the_build() {
        let error = check("echo hello; exec cat", &[echo("a")]).unwrap_err();
        assert!(error.to_string().contains("hello"), "{error}");
    }

    #[test]
    fn more_than_five_thousand_are_shared_by_two() {
        let bodies: Vec<String> = (0..=TWO_WORKERS_ABOVE)
            .map(|n| echo(&n.to_string()))
            .collect();
        let answers = check(WORKER, &bodies).unwrap();
        assert!((0..=TWO_WORKERS_ABOVE).all(|n| answers[n] == n.to_string()));
    }
}
