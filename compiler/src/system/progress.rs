//! Reports the progress of a build to one listener.
//!
//! A process has one listener, since stages of all layers report to it. Without a listener the two steps that can take
//! minutes are written on the terminal, where there is one: cargo hides the output of a build script.

use std::fs;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A part of a build that can take long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Reads the tree and its configuration.
    Read,
    /// Parses the texts and assembles the site.
    Compile,
    /// Installs the interface's packages.
    Install,
    /// Bundles the interface and the site's components.
    Bundle,
    /// Renders the pages.
    Render,
    /// Compresses everything served.
    Compress,
}

/// How far a build is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What the build does.
    pub stage: Stage,
    /// How many things the stage has done.
    pub done: usize,
    /// How many things the stage does; 0 when it does not count.
    pub total: usize,
}

/// Is called with each step, from any thread.
pub type Listener = fn(Progress);

static LISTENER: Mutex<Option<Listener>> = Mutex::new(None);

/// Sets the listener of the process; `None` for none.
pub fn listen(listener: Option<Listener>) {
    *LISTENER.lock().expect("BUG: a listener panicked") = listener;
}

/// Reports that a stage begins.
pub fn begin(stage: Stage) {
    send(stage, 0, 0);
}

/// Reports that a stage begins that takes long; without a listener on the terminal.
pub fn begin_long(stage: Stage) {
    if !send(stage, 0, 0) {
        write_on_terminal(stage);
    }
}

fn send(stage: Stage, done: usize, total: usize) -> bool {
    let listener = *LISTENER.lock().expect("BUG: a listener panicked");
    if let Some(listener) = listener {
        listener(Progress { stage, done, total });
    }
    listener.is_some()
}

fn write_on_terminal(stage: Stage) {
    let line = match stage {
        Stage::Install => {
            "installing ui/node_modules with `npm ci` (once for each package-lock.json)"
        }
        Stage::Bundle => "bundling ui/ with rollup",
        _ => return,
    };
    if let Ok(mut terminal) = fs::OpenOptions::new().write(true).open("/dev/tty") {
        let _ = writeln!(terminal, "     Bindery {line}");
    }
}

/// Counts what a stage has done.
#[derive(Debug)]
pub struct Counter {
    stage: Stage,
    done: AtomicUsize,
    total: usize,
}

impl Counter {
    /// A stage that does `total` things.
    #[must_use]
    pub fn new(stage: Stage, total: usize) -> Self {
        send(stage, 0, total);
        Counter {
            stage,
            done: AtomicUsize::new(0),
            total,
        }
    }

    /// Reports that another thing is done.
    pub fn add_one(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        send(self.stage, done, self.total);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_reports_each_step() {
        static SEEN: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());
        // Other tests of this process report to the listener, too, but none installs packages.
        listen(Some(|one| {
            if one.stage == Stage::Install {
                SEEN.lock().unwrap().push((one.done, one.total));
            }
        }));
        let counter = Counter::new(Stage::Install, 2);
        counter.add_one();
        counter.add_one();
        listen(None);
        counter.add_one();
        assert_eq!(*SEEN.lock().unwrap(), [(0, 2), (1, 2), (2, 2)]);
    }
}
