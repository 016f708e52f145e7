//! A bundler that stays for the next bundle of a preview (`ui/bundler/preview/session.mjs`).

use super::inputs::interface_parts;
use super::{BUNDLER_HELP, BundleOptions, absolute};
use crate::error::BuildError;
use crate::html::escape::to_json;
use crate::render::install::INSTALL_NODE;
use crate::system::process::{self, BoundedLog, Excess, ProcessTree};
use crate::system::progress::{self, Stage};
use serde::Deserialize;
use serde_json::json;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

/// The script, below the interface's folder.
const SCRIPT: &str = "bundler/preview/session.mjs";

/// How long a bundle may take.
const DEADLINE: Duration = Duration::from_secs(1800);

/// The bundler's process, from the first bundle on. It is ended when this is dropped.
#[derive(Default)]
pub(super) struct BundlerSession {
    process: Option<Process>,
}

struct Process {
    tree: ProcessTree,
    input: ChildStdin,
    lines: Receiver<String>,
    messages: BoundedLog,
}

/// The answer to a job.
#[derive(Deserialize)]
struct Answer {
    error: Option<String>,
    /// Whether the process ends, because it would have to forget what it knows.
    #[serde(default)]
    stale: bool,
}

impl BundlerSession {
    /// Writes a bundle to `out`, and what the bundler prints to `log`. `node` starts the process where there is none.
    ///
    /// # Errors
    /// When Node is missing or ends, the sources cannot be bundled, or it takes too long.
    pub(super) fn make(
        &mut self,
        options: &BundleOptions<'_>,
        node: fn() -> Command,
        out: &Path,
        log: &Path,
    ) -> Result<(), BuildError> {
        progress::begin_long(Stage::Bundle);
        let job = job_line(options, out)?;
        if let Some(process) = self.process.as_mut()
            && let Ok(answer) = process.ask(&job)
            && !answer.stale
        {
            return to_result(answer);
        }
        // There was no process, or it has ended: before its answer, or with one that says so.
        self.process = None;
        let process = self
            .process
            .insert(Process::start(node(), options.ui, log)?);
        match process.ask(&job) {
            Ok(answer) => to_result(answer),
            Err(failure) => {
                process.stop();
                self.process = None;
                let message = format!("the bundler {failure}{}", process::tail(log));
                Err(BuildError::new(message, BUNDLER_HELP))
            }
        }
    }
}

fn to_result(answer: Answer) -> Result<(), BuildError> {
    match answer.error {
        None => Ok(()),
        Some(error) => {
            let message = format!("the bundler failed: {error}");
            Err(BuildError::new(message, BUNDLER_HELP))
        }
    }
}

/// A job as a line of JSON.
fn job_line(options: &BundleOptions<'_>, out: &Path) -> Result<String, BuildError> {
    let job = json!({
        "uiDir": absolute(options.ui),
        "outDir": absolute(out),
        "siteDir": absolute(options.components),
        "tree": absolute(options.tree),
        "partsDir": absolute(&interface_parts(options)?),
        "dev": options.dev,
    });
    let (modules, site) = (to_json(&options.modules), options.site);
    let input = format!(",\"input\":{{\"modules\":{modules},\"site\":{site}}}}}");
    Ok(to_json(&job).trim_end_matches('}').to_owned() + &input)
}

impl Process {
    fn start(mut command: Command, ui: &Path, log: &Path) -> Result<Process, BuildError> {
        let log_error = |error| BuildError::io("write", log, &error);
        fs::create_dir_all(log.parent().unwrap_or(Path::new("."))).map_err(log_error)?;
        let (messages, stderr) = std::io::pipe().map_err(log_error)?;
        command
            .arg(SCRIPT)
            .current_dir(ui)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(stderr);
        let mut tree = ProcessTree::spawn(&mut command)
            .map_err(|error| process::cannot_start("`node`", INSTALL_NODE, &error))?;
        let messages = BoundedLog::start(log, messages, process::MAX_OUTPUT, Excess::Discard);
        let input = tree.child.stdin.take().expect("BUG: stdin is a pipe");
        let output = tree.child.stdout.take().expect("BUG: stdout is a pipe");
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Process {
            tree,
            input,
            lines,
            messages: messages.map_err(log_error)?,
        })
    }

    /// The answer to a job, or what the process did instead.
    fn ask(&mut self, job: &str) -> Result<Answer, String> {
        writeln!(self.input, "{job}").map_err(|_| "ended early".to_owned())?;
        let line = self
            .lines
            .recv_timeout(DEADLINE)
            .map_err(|error| match error {
                mpsc::RecvTimeoutError::Timeout => {
                    format!("did not end within {} s", DEADLINE.as_secs())
                }
                mpsc::RecvTimeoutError::Disconnected => "ended early".to_owned(),
            })?;
        serde_json::from_str(&line).map_err(|_| format!("wrote a line that is no answer: {line}"))
    }

    fn stop(&mut self) {
        self.tree.kill();
        self.messages.finish();
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::interface;
    use super::*;
    use crate::system::files;

    /// Stands in for the bundler, as a script of `sh`: counts its starts, and does what the file `next` says.
    const SESSION: &str = r#"
echo start >> starts
while read -r job; do
    next=$(cat next)
    echo bundle > next
    out=$(printf '%s' "$job" | sed 's/.*"outDir":"\([^"]*\)".*/\1/')
    case "$next" in
        bundle) mkdir -p "$out" && printf '%s' "$job" > "$out/job" && echo '{}' ;;
        fail) echo '{"error":"no such export"}' ;;
        forget) echo '{"stale":true}'; exit ;;
        end) exit ;;
        always-end) echo always-end > next; echo 'out of memory' >&2; exit ;;
    esac
done
"#;

    #[test]
    fn one_process_makes_bundles_until_it_ends() {
        let folder = tempfile::tempdir().unwrap();
        let (ui, out) = (folder.path().join("ui"), folder.path().join("out"));
        interface(&ui);
        files::write_atomically(&ui.join(SCRIPT), SESSION.as_bytes()).unwrap();
        let options = BundleOptions {
            ui: &ui,
            components: Path::new("/nowhere"),
            tree: Path::new("/nowhere"),
            modules: &["@site/src/a.tsx".to_owned()],
            site: r#"{"title":"Site"}"#,
            cache: &folder.path().join("cache"),
            prebuilt: None,
            dev: Some("preview"),
        };
        let mut session = BundlerSession::default();
        let mut make = |next: &str| {
            fs::write(ui.join("next"), next).unwrap();
            let log = folder.path().join("logs/bundler.log");
            session.make(&options, || Command::new("sh"), &out, &log)
        };
        let starts = || {
            fs::read_to_string(ui.join("starts"))
                .unwrap()
                .lines()
                .count()
        };

        make("bundle").unwrap();
        let job = fs::read(out.join("job")).unwrap();
        let job: serde_json::Value = serde_json::from_slice(&job).unwrap();
        let input = json!({"modules": ["@site/src/a.tsx"], "site": {"title": "Site"}});
        assert_eq!((&job["input"], &job["dev"]), (&input, &json!("preview")));
        make("bundle").unwrap();
        let error = make("fail").unwrap_err().to_string();
        assert!(error.contains("no such export"), "{error}");
        assert_eq!(starts(), 1);
        make("forget").unwrap();
        make("end").unwrap();
        assert_eq!(starts(), 3);
        let error = make("always-end").unwrap_err().to_string();
        assert!(error.contains("out of memory"), "{error}");
        make("bundle").unwrap();
        assert_eq!(starts(), 5);
    }
}
