//! Writes lines to standard output and standard error without blocking the threads that produce them.
//!
//! In: lines from any thread, through its [`LineBuffer`]. Out: the same lines on a file descriptor, written by one thread
//! for each of the two streams. A producing thread never waits for the stream: if the reader of a pipe stalls, the buffers
//! fill up, and further lines are dropped and counted.
//!
//! The streams of the standard library are not used: their locks are held during a write, and the process flushes standard
//! output when it ends. Both block while the pipe is not read.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

/// Bytes that one buffer holds; further lines are dropped.
const CAPACITY: usize = 1 << 20;

/// The writing thread pauses this long after each write, so that lines are written in batches.
const BATCH_PAUSE: Duration = Duration::from_millis(4);

/// How long the writing thread waits when a non-blocking stream is full.
const RETRY_PAUSE: Duration = Duration::from_millis(10);

/// The longest time that [`finish`] waits for unwritten lines.
pub const LAST_LINES: Duration = Duration::from_secs(1);

static STDOUT: OnceLock<Arc<LineQueue>> = OnceLock::new();
static STDERR: OnceLock<Arc<LineQueue>> = OnceLock::new();

/// The lines that wait for one stream, and the thread that writes them.
#[derive(Debug)]
pub struct LineQueue {
    buffers: Mutex<Vec<Arc<Mutex<Pending>>>>,
    /// Whether the writing thread waits for a line, and has to be woken.
    is_asleep: AtomicBool,
    thread: OnceLock<Thread>,
    flushes: Mutex<Vec<SyncSender<()>>>,
    dropped: AtomicU64,
}

/// Lines that are not written yet.
#[derive(Debug, Default)]
struct Pending {
    bytes: Vec<u8>,
    lines: u64,
}

impl LineQueue {
    /// The queue of standard output; the first call starts its thread.
    ///
    /// # Errors
    /// When the system gives the process no thread or no descriptor.
    pub fn stdout() -> io::Result<&'static Arc<LineQueue>> {
        start_once(&STDOUT, "stdout", &io::stdout())
    }

    /// The queue of standard error; the first call starts its thread.
    ///
    /// # Errors
    /// When the system gives the process no thread or no descriptor.
    pub fn stderr() -> io::Result<&'static Arc<LineQueue>> {
        start_once(&STDERR, "stderr", &io::stderr())
    }

    /// A queue whose lines are written to `out` by a thread of this name.
    pub(super) fn start(
        name: &str,
        out: impl Write + Send + 'static,
    ) -> io::Result<Arc<LineQueue>> {
        let queue = Arc::new(LineQueue {
            buffers: Mutex::default(),
            is_asleep: AtomicBool::new(false),
            thread: OnceLock::new(),
            flushes: Mutex::default(),
            dropped: AtomicU64::new(0),
        });
        let writing = Arc::clone(&queue);
        let handle = thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || writing.write_lines(out))?;
        let _ = queue.thread.set(handle.thread().clone());
        Ok(queue)
    }

    /// Creates a buffer for one thread, so that producing threads share no lock.
    #[must_use]
    pub fn buffer(self: &Arc<LineQueue>) -> LineBuffer {
        let pending = Arc::new(Mutex::default());
        locked(&self.buffers).push(Arc::clone(&pending));
        LineBuffer {
            pending,
            queue: Arc::clone(self),
        }
    }

    /// Lines that were not written: the buffer was full, or the stream refused them.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }

    fn wake(&self) {
        if let Some(thread) = self.thread.get() {
            thread.unpark();
        }
    }

    /// Returns a channel that receives a message once all lines so far are written.
    fn flush(&self) -> Receiver<()> {
        let (sender, receiver) = sync_channel(1);
        locked(&self.flushes).push(sender);
        self.wake();
        receiver
    }

    fn write_lines(&self, mut out: impl Write) {
        let mut batch = Pending::default();
        loop {
            // Taken before the lines, so that all lines pushed before a flush are in this batch.
            let flushes = std::mem::take(&mut *locked(&self.flushes));
            self.collect(&mut batch);
            if write_all(&mut out, &batch.bytes).is_err() {
                self.dropped.fetch_add(batch.lines, Ordering::Relaxed);
            }
            let was_idle = batch.lines == 0 && flushes.is_empty();
            batch.bytes.clear();
            batch.lines = 0;
            for flush in flushes {
                let _ = flush.try_send(());
            }
            match was_idle {
                true => self.sleep(),
                false => thread::park_timeout(BATCH_PAUSE),
            }
        }
    }

    /// Takes the lines of all buffers, and drops the buffers of threads that have ended.
    fn collect(&self, batch: &mut Pending) {
        locked(&self.buffers).retain(|buffer| {
            let mut pending = locked(buffer);
            batch.lines += pending.lines;
            pending.lines = 0;
            match batch.bytes.is_empty() {
                true => std::mem::swap(&mut batch.bytes, &mut pending.bytes),
                false => batch.bytes.append(&mut pending.bytes),
            }
            drop(pending);
            Arc::strong_count(buffer) > 1
        });
    }

    /// Waits for a line or a flush. A line that is pushed after the check below finds `is_asleep` set, because both the
    /// check and the push hold the buffer's lock.
    fn sleep(&self) {
        self.is_asleep.store(true, Ordering::Relaxed);
        let buffers = locked(&self.buffers).clone();
        if buffers.iter().all(|buffer| locked(buffer).lines == 0) {
            drop(buffers);
            thread::park();
        }
        self.is_asleep.store(false, Ordering::Relaxed);
    }
}

/// One thread's buffer of a [`LineQueue`].
#[derive(Debug)]
pub struct LineBuffer {
    pending: Arc<Mutex<Pending>>,
    queue: Arc<LineQueue>,
}

impl LineBuffer {
    /// Adds the line that `write` appends, with its line feed, or drops it if the buffer is full. Never blocks.
    pub fn push(&self, write: impl FnOnce(&mut Vec<u8>)) {
        let mut pending = locked(&self.pending);
        if pending.bytes.len() >= CAPACITY {
            self.queue.dropped.fetch_add(1, Ordering::Relaxed);
            return;
        }
        write(&mut pending.bytes);
        pending.lines += 1;
        drop(pending);
        if self.queue.is_asleep.load(Ordering::Relaxed)
            && self.queue.is_asleep.swap(false, Ordering::Relaxed)
        {
            self.queue.wake();
        }
    }
}

/// Lines for standard error that were not written.
#[must_use]
pub fn stderr_dropped() -> u64 {
    STDERR.get().map_or(0, |queue| queue.dropped())
}

/// Waits until the lines of both streams are written, at most [`LAST_LINES`].
pub fn finish() {
    let deadline = Instant::now() + LAST_LINES;
    let queues = [&STDOUT, &STDERR].into_iter().filter_map(OnceLock::get);
    let flushes: Vec<Receiver<()>> = queues.map(|queue| queue.flush()).collect();
    for flush in flushes {
        let _ = flush.recv_timeout(deadline.saturating_duration_since(Instant::now()));
    }
}

fn start_once(
    queue: &'static OnceLock<Arc<LineQueue>>,
    name: &str,
    stream: &impl AsFd,
) -> io::Result<&'static Arc<LineQueue>> {
    if let Some(started) = queue.get() {
        return Ok(started);
    }
    let out = File::from(stream.as_fd().try_clone_to_owned()?);
    let started = LineQueue::start(name, out)?;
    Ok(queue.get_or_init(|| started))
}

/// Writes all bytes. Waits if another program made the stream non-blocking, as a shell does with a terminal.
fn write_all(out: &mut impl Write, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match out.write(bytes) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(written) => bytes = &bytes[written..],
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(RETRY_PAUSE),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{PipeReader, Read, pipe};

    /// The longest time that a test waits for an event.
    const GUARD: Duration = Duration::from_secs(30);

    fn queue_into_pipe() -> (Arc<LineQueue>, PipeReader) {
        let (reader, writer) = pipe().unwrap();
        (LineQueue::start("test", writer).unwrap(), reader)
    }

    #[test]
    fn lines_of_one_buffer_arrive_in_their_order() {
        let (queue, mut reader) = queue_into_pipe();
        let buffer = queue.buffer();
        for number in 0..1000 {
            buffer.push(|line| writeln!(line, "{number:04}").unwrap());
        }
        let mut read = vec![0; 5000];
        reader.read_exact(&mut read).unwrap();
        let expected: String = (0..1000).map(|number| format!("{number:04}\n")).collect();
        assert_eq!(String::from_utf8(read).unwrap(), expected);
        assert_eq!(queue.dropped(), 0);
    }

    #[test]
    fn a_flush_ends_once_all_lines_are_written() {
        let (queue, mut reader) = queue_into_pipe();
        let buffer = queue.buffer();
        for _ in 0..3 {
            buffer.push(|line| line.extend_from_slice(b"line\n"));
            queue.flush().recv_timeout(GUARD).unwrap();
            let mut read = [0; 5];
            reader.read_exact(&mut read).unwrap();
            assert_eq!(&read, b"line\n");
        }
        drop(buffer);
        queue.flush().recv_timeout(GUARD).unwrap();
        assert!(
            locked(&queue.buffers).is_empty(),
            "the buffer's owner ended"
        );
    }

    #[test]
    fn a_pipe_that_nobody_reads_costs_lines_and_never_blocks() {
        let (queue, mut reader) = queue_into_pipe();
        let buffer = queue.buffer();
        let line = [b'x'; 1024];
        let pushed = 4 * CAPACITY / line.len();
        for _ in 0..pushed {
            buffer.push(|bytes| bytes.extend_from_slice(&line));
        }
        let dropped = queue.dropped();
        assert!(dropped > 0, "the buffer is bounded");
        let mut arrived = vec![0; (pushed - usize::try_from(dropped).unwrap()) * line.len()];
        reader.read_exact(&mut arrived).unwrap();
        buffer.push(|bytes| bytes.extend_from_slice(b"again"));
        let mut again = [0; 5];
        reader.read_exact(&mut again).unwrap();
        assert_eq!(&again, b"again", "it goes on when the reader does");
    }

    #[test]
    fn a_stream_that_refuses_lines_counts_them() {
        let (queue, reader) = queue_into_pipe();
        drop(reader);
        let buffer = queue.buffer();
        buffer.push(|line| line.extend_from_slice(b"line\n"));
        queue.flush().recv_timeout(GUARD).unwrap();
        assert_eq!(queue.dropped(), 1);
    }
}
