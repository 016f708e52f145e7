//! Runs a Node script that lists the names of its cases in advance and prints their results as lines of JSON.

use serde::Deserialize;
use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Condvar, Mutex};

/// The result of one case.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) ok: bool,
    pub(crate) error: Option<String>,
}

#[derive(Default)]
struct State {
    lines: HashMap<String, Line>,
    /// The standard error of the runner, once it has ended.
    end: Option<String>,
}

/// A running script; cases wait for their own line.
#[derive(Clone)]
pub(crate) struct Runner {
    state: Arc<(Mutex<State>, Condvar)>,
}

impl Runner {
    /// Starts the command and collects its lines in the background.
    pub(crate) fn start(mut command: Command) -> Result<Self, String> {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| {
                format!("`node` could not be started ({error}); install Node 20 or newer")
            })?;
        let stdout = child.stdout.take().ok_or("BUG: stdout is piped")?;
        let stderr = child.stderr.take().ok_or("BUG: stderr is piped")?;
        let runner = Runner {
            state: Arc::default(),
        };
        let shared = runner.clone();
        let complaints =
            std::thread::spawn(move || std::io::read_to_string(stderr).unwrap_or_default());
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                shared.accept(&line);
            }
            let status = child
                .wait()
                .map_or_else(|error| error.to_string(), |status| status.to_string());
            shared.finish(format!(
                "{status}\n{}",
                complaints.join().unwrap_or_default()
            ));
        });
        Ok(runner)
    }

    fn accept(&self, text: &str) {
        let Ok(line) = serde_json::from_str::<Line>(text) else {
            return;
        };
        if let Ok(mut state) = self.state.0.lock() {
            state.lines.insert(line.name.clone(), line);
            self.state.1.notify_all();
        }
    }

    fn finish(&self, said: String) {
        if let Ok(mut state) = self.state.0.lock() {
            state.end = Some(said);
            self.state.1.notify_all();
        }
    }

    /// Waits for the case's line; an error when it failed or the runner ended without it.
    pub(crate) fn wait(&self, name: &str) -> Result<(), String> {
        let mut state = self.state.0.lock().map_err(|error| error.to_string())?;
        loop {
            if let Some(line) = state.lines.get(name) {
                let error = || {
                    line.error
                        .clone()
                        .unwrap_or_else(|| "failed without a message".to_owned())
                };
                return if line.ok { Ok(()) } else { Err(error()) };
            }
            if let Some(said) = &state.end {
                return Err(format!("the runner ended before this case: {said}"));
            }
            state = self
                .state
                .1
                .wait(state)
                .map_err(|error| error.to_string())?;
        }
    }
}

/// The names that a script prints for `--list` of a group of cases.
pub(crate) fn list(script: &Path, group: &str) -> Result<Vec<String>, String> {
    let output = Command::new("node")
        .arg(script)
        .args(["--list", group])
        .stdin(Stdio::null())
        .output()
        .map_err(|error| {
            format!("`node` could not be started ({error}); install Node 20 or newer")
        })?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(str::to_owned)
        .collect())
}

/// A case that fails with `error`, in place of a group that could not be listed.
pub(crate) fn broken_group(name: &str, error: String) -> Vec<libtest_mimic::Trial> {
    vec![libtest_mimic::Trial::test(name.to_owned(), move || {
        Err(error.into())
    })]
}
