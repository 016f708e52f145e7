//! Writes the output of a process to a file of bounded size.

use std::fs::File;
use std::io::{self, PipeReader, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// How long the last bytes of a process that has ended may take to reach the log.
const LAST_BYTES: Duration = Duration::from_secs(30);

/// The treatment of output beyond the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Excess {
    /// Closes the pipe, so that further writes fail.
    Close,
    /// Reads and drops the output, so that the process continues.
    Discard,
}

/// A thread that copies a pipe to a file.
#[derive(Debug)]
pub(crate) struct BoundedLog {
    is_exceeded: Arc<AtomicBool>,
    done: Receiver<()>,
}

impl BoundedLog {
    /// Copies at most `max` bytes of `pipe` to a new file at `path`.
    ///
    /// # Errors
    /// When the file cannot be created.
    pub(crate) fn start(
        path: &Path,
        pipe: PipeReader,
        max: u64,
        excess: Excess,
    ) -> io::Result<Self> {
        let file = File::create(path)?;
        let is_exceeded = Arc::new(AtomicBool::new(false));
        let (sender, done) = mpsc::channel();
        let flag = Arc::clone(&is_exceeded);
        thread::Builder::new().spawn(move || {
            copy(pipe, file, max, excess, &flag);
            drop(sender);
        })?;
        Ok(BoundedLog { is_exceeded, done })
    }

    /// Whether there was more than the limit.
    pub(crate) fn is_exceeded(&self) -> bool {
        self.is_exceeded.load(Ordering::Acquire)
    }

    /// Waits until all output is in the file. The processes that write must have ended.
    pub(crate) fn finish(&self) {
        let _ = self.done.recv_timeout(LAST_BYTES);
    }
}

fn copy(pipe: PipeReader, mut file: File, max: u64, excess: Excess, is_exceeded: &AtomicBool) {
    let mut bounded = pipe.take(max);
    // A full disk shortens the log, which is no reason to fail.
    let _ = io::copy(&mut bounded, &mut file).and_then(|_| file.flush());
    let mut rest = bounded.into_inner();
    let mut next = [0; 4096];
    while let Ok(1..) = rest.read(&mut next) {
        is_exceeded.store(true, Ordering::Release);
        if excess == Excess::Close {
            return;
        }
    }
}
