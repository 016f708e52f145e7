//! Shows how far a build is, on standard error where that is a terminal. Elsewhere only the installation of packages is said,
//! which takes minutes.
//!
//! Each stage has a line, which is written again while the stage counts.

use bindery_compiler::system::progress::{Progress, Stage, listen};
use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The shortest time between two states of a line.
const INTERVAL: Duration = Duration::from_millis(80);

/// Goes to the start of the line and empties it.
const CLEAR: &str = "\r\x1b[K";

/// The line that is being written.
struct Line {
    stage: Stage,
    written: Instant,
    /// The state that was not written yet.
    waiting: Option<Progress>,
}

static LINE: Mutex<Option<Line>> = Mutex::new(None);

/// Shows the progress of a build until it is dropped.
#[derive(Debug)]
pub(super) struct ProgressLines;

impl ProgressLines {
    /// Begins with the first stage, so that something is said at once.
    pub(super) fn start() -> Self {
        if io::stderr().is_terminal() {
            listen(Some(show));
            show(Progress {
                stage: Stage::Read,
                done: 0,
                total: 0,
            });
        } else {
            listen(Some(say_installation));
        }
        ProgressLines
    }
}

/// Names the stage that takes minutes and is rare.
fn say_installation(progress: Progress) {
    if progress.stage == Stage::Install {
        write(&format!("{}\n", text_of(progress)));
    }
}

impl Drop for ProgressLines {
    fn drop(&mut self) {
        if io::stderr().is_terminal() {
            listen(None);
        }
        if let Ok(mut line) = LINE.lock()
            && let Some(line) = line.take()
        {
            write(&end_of(&line));
        }
    }
}

/// Writes a state, unless the last one was written just now.
fn show(progress: Progress) {
    let Ok(mut line) = LINE.lock() else {
        return;
    };
    let now = Instant::now();
    match line.as_mut() {
        Some(line) if line.stage == progress.stage => {
            if now.duration_since(line.written) < INTERVAL {
                line.waiting = Some(progress);
                return;
            }
            write(&format!("{CLEAR}{}", text_of(progress)));
            line.waiting = None;
            line.written = now;
        }
        other => {
            let end = other.map_or_else(String::new, |line| end_of(line));
            write(&format!("{end}{}", text_of(progress)));
            *line = Some(Line {
                stage: progress.stage,
                written: now,
                waiting: None,
            });
        }
    }
}

/// Ends a line with its last state.
fn end_of(line: &Line) -> String {
    let last = line.waiting.map(text_of);
    let last = last.map_or_else(String::new, |text| format!("{CLEAR}{text}"));
    last + "\n"
}

fn text_of(progress: Progress) -> String {
    let what = match progress.stage {
        Stage::Read => "Reading the tree",
        Stage::Compile => "Parsing the pages",
        Stage::Install => "Installing the interface's packages with `npm ci`",
        Stage::Bundle => "Bundling the interface and the components",
        Stage::Render => "Rendering",
        Stage::Compress => "Compressing",
    };
    match progress.total {
        0 => format!("{what} …"),
        total => format!("{what} {} of {total}", progress.done),
    }
}

fn write(text: &str) {
    let mut stderr = io::stderr().lock();
    let _ = stderr.write_all(text.as_bytes());
    let _ = stderr.flush();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_with_its_last_state() {
        let state = |done| Progress {
            stage: Stage::Render,
            done,
            total: 9,
        };
        assert_eq!(text_of(state(3)), "Rendering 3 of 9");
        let mut line = Line {
            stage: Stage::Render,
            written: Instant::now(),
            waiting: None,
        };
        assert_eq!(end_of(&line), "\n");
        line.waiting = Some(state(9));
        assert_eq!(end_of(&line), "\r\x1b[KRendering 9 of 9\n");
    }
}
