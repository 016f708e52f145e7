//! A Node process that stays for the next build of a preview: starting one takes longer than rendering what an edit changes.
//!
//! It renders with one module. Where it does not answer it is ended, and the caller renders with other processes, which find out
//! the reason.

use super::bundle::Bundle;
use super::worker::{Answer, Request, parse_answer, renderer};
use crate::system::process::{self, BoundedLog, Excess, ProcessTree};
use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

/// More requests than this are no edit of a page or two, and several processes may share them.
const MAX_REQUESTS: usize = 500;

/// The longest wait for an answer. Other processes then have the time that a busy machine needs.
const PATIENCE: Duration = Duration::from_secs(10);

/// The process for the bundle that rendered last, if there is one.
#[derive(Default)]
pub(super) struct ResidentWorker(Mutex<Option<Process>>);

impl fmt::Debug for ResidentWorker {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("ResidentWorker").finish()
    }
}

impl ResidentWorker {
    /// The answers to these requests; `None` if there are too many of them, or the process does not answer all.
    pub(super) fn render_all<'r>(
        &self,
        bundle: &Bundle,
        logs: &Path,
        requests: &[&'r Request],
    ) -> Option<Vec<(&'r Request, Answer)>> {
        let module = bundle.worker();
        let start = || Process::start(renderer(&module), &logs.join("render.log"));
        self.render_with(bundle.ssr_hash, start, requests)
    }

    /// The same with the process that `start` starts for the module with this hash.
    fn render_with<'r>(
        &self,
        module: blake3::Hash,
        start: impl Fn() -> io::Result<Process>,
        requests: &[&'r Request],
    ) -> Option<Vec<(&'r Request, Answer)>> {
        if requests.len() > MAX_REQUESTS {
            return None;
        }
        let mut known = self.0.lock().expect("BUG: a renderer panicked");
        let process = known.take().filter(|process| process.module == module);
        let mut process = match process {
            Some(process) => process,
            None => Process {
                module,
                ..start().ok()?
            },
        };
        let answers = process.ask(requests)?;
        *known = Some(process);
        Some(answers)
    }
}

/// A running process, ended when dropped.
struct Process {
    module: blake3::Hash,
    input: BufWriter<ChildStdin>,
    lines: Receiver<String>,
    _tree: ProcessTree,
    _messages: BoundedLog,
}

impl Process {
    fn start(mut command: Command, log: &Path) -> io::Result<Process> {
        fs::create_dir_all(log.parent().unwrap_or(Path::new(".")))?;
        let (messages, stderr) = io::pipe()?;
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(stderr);
        let mut tree = ProcessTree::spawn(&mut command)?;
        // The command holds an end of the pipe, which would stay open.
        command.stderr(Stdio::null());
        let messages = BoundedLog::start(log, messages, process::MAX_OUTPUT, Excess::Discard)?;
        let input = tree.child.stdin.take().expect("BUG: stdin is a pipe");
        let output = tree.child.stdout.take().expect("BUG: stdout is a pipe");
        let (sender, lines) = mpsc::channel();
        // Reads all the time, so that the process never waits for a full pipe.
        std::thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            for line in lines {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Process {
            module: blake3::hash(&[]),
            input: BufWriter::new(input),
            lines,
            _tree: tree,
            _messages: messages,
        })
    }

    fn ask<'r>(&mut self, requests: &[&'r Request]) -> Option<Vec<(&'r Request, Answer)>> {
        for (id, request) in requests.iter().enumerate() {
            writeln!(self.input, "{}", request.line(id)).ok()?;
        }
        self.input.flush().ok()?;
        let mut answers = HashMap::new();
        while answers.len() < requests.len() {
            let line = self.lines.recv_timeout(PATIENCE).ok()?;
            if !line.trim().is_empty() {
                let (id, answer) = parse_answer(&line)?;
                answers.insert(id, answer);
            }
        }
        let ordered = requests.iter().enumerate();
        ordered
            .map(|(id, request)| Some((*request, answers.remove(&id)?)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stands in for Node: counts its starts, answers each `echo` with its text, and ends at `end`.
    const RENDERER: &str = r#"echo start >> "$0"
while read -r line; do
    case "$line" in
        *'"op":"end"'*) exit ;;
        *) printf '%s\n' "$line" | sed 's/"op":"echo","text"/"html"/' ;;
    esac
done"#;

    #[test]
    fn one_process_renders_until_the_module_changes_or_it_fails() {
        let folder = tempfile::tempdir().unwrap();
        let starts = folder.path().join("starts");
        let worker = ResidentWorker::default();
        let render = |module: &str, bodies: &[&str]| {
            let start = || {
                let mut command = Command::new("sh");
                command.args(["-c", RENDERER]).arg(&starts);
                Process::start(command, &folder.path().join("log"))
            };
            let requests = bodies
                .iter()
                .map(|body| Request::new("/".to_owned(), format!("{body}}}")));
            let requests: Vec<Request> = requests.collect();
            let requests: Vec<&Request> = requests.iter().collect();
            let module = blake3::hash(module.as_bytes());
            let answers = worker.render_with(module, start, &requests)?;
            let html = answers.into_iter().map(|(_, answer)| match answer {
                Answer::Html(html) => html,
                Answer::Failed(reason) => reason.to_string(),
            });
            Some(html.collect::<Vec<_>>())
        };
        let started = || fs::read_to_string(&starts).unwrap().lines().count();
        let (a, b) = (r#""op":"echo","text":"a""#, r#""op":"echo","text":"b""#);
        assert_eq!(render("one", &[a, b]).unwrap(), ["a", "b"]);
        assert_eq!(render("one", &[b]).unwrap(), ["b"]);
        assert_eq!(started(), 1);
        assert_eq!(render("two", &[a]).unwrap(), ["a"]);
        assert_eq!(started(), 2);
        assert_eq!(render("two", &[a, r#""op":"end""#]), None);
        assert_eq!(render("two", &[b]).unwrap(), ["b"]);
        assert_eq!(started(), 3);
        assert_eq!(render("two", &[a; MAX_REQUESTS + 1]), None);
        assert_eq!(started(), 3);
    }
}
