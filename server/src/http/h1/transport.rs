//! Reads from and writes to the socket of one connection, within the timeouts.

use super::deadline::{DeadlineTimer, TaskWaker};
use super::reader::RequestReader;
use crate::http::stream::Stream;
use crate::http::worker::ConnectionState;
use std::future::poll_fn;
use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};
use tokio::io::ReadBuf;
use tokio::time::Instant;

/// The events that the server waits for; each has its own timeout.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum WaitingFor {
    FirstRequest,
    NextRequest,
    Head,
    Body,
}

/// The result of a read.
pub(super) enum ReadOutcome {
    Bytes(usize),
    EndOfStream,
    /// The timeout passed, or the server stops.
    TimedOut,
}

/// The stream of a connection with its timers.
pub(super) struct Transport<T> {
    pub(super) stream: T,
    state: Rc<ConnectionState>,
    read_timer: DeadlineTimer,
    write_timer: DeadlineTimer,
    /// Whether the connection waited for its client since this was last cleared.
    pub(super) has_waited: bool,
}

impl<T: Stream> Transport<T> {
    pub(super) fn new(stream: T, state: Rc<ConnectionState>) -> Transport<T> {
        Transport {
            stream,
            state,
            read_timer: DeadlineTimer::default(),
            write_timer: DeadlineTimer::default(),
            has_waited: false,
        }
    }

    /// Reads some bytes, within the timeout of `waiting`, counted from `since`.
    pub(super) async fn fill(
        &mut self,
        reader: &mut RequestReader,
        waiting: WaitingFor,
        since: Instant,
    ) -> io::Result<ReadOutcome> {
        poll_fn(|cx| self.poll_fill(reader, waiting, since, cx)).await
    }

    fn poll_fill(
        &mut self,
        reader: &mut RequestReader,
        waiting: WaitingFor,
        since: Instant,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<ReadOutcome>> {
        {
            let worker = self.state.worker();
            let mut buffer = worker.read_buffer.borrow_mut();
            let mut buffer = ReadBuf::new(&mut buffer);
            match Pin::new(&mut self.stream).poll_read(cx, &mut buffer) {
                Poll::Ready(Ok(())) if buffer.filled().is_empty() => {
                    return Poll::Ready(Ok(ReadOutcome::EndOfStream));
                }
                Poll::Ready(Ok(())) => {
                    reader.extend(buffer.filled());
                    return Poll::Ready(Ok(ReadOutcome::Bytes(buffer.filled().len())));
                }
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Pending => {}
            }
        }
        let limits = self.state.limits();
        let is_draining = self.state.is_draining();
        let time = match waiting {
            WaitingFor::NextRequest if is_draining => {
                return Poll::Ready(Ok(ReadOutcome::TimedOut));
            }
            WaitingFor::FirstRequest if is_draining => limits.linger.min(limits.silence),
            WaitingFor::FirstRequest => limits.silence,
            WaitingFor::NextRequest => limits.keep_alive,
            WaitingFor::Head | WaitingFor::Body => limits.request,
        };
        self.has_waited = true;
        let waker = match self.state.wake_on_drain(cx) {
            true => TaskWaker::Registered,
            false => TaskWaker::New,
        };
        ready!(self.read_timer.poll(since + time, waker, cx));
        Poll::Ready(Ok(ReadOutcome::TimedOut))
    }

    /// Writes all parts, in as few system calls as the socket allows.
    pub(super) async fn write_all(&mut self, parts: [&[u8]; 3]) -> io::Result<()> {
        let total: usize = parts.iter().map(|part| part.len()).sum();
        let mut written = 0;
        poll_fn(|cx| {
            while written < total {
                let slices = remaining(parts, written);
                match Pin::new(&mut self.stream).poll_write_vectored(cx, &slices) {
                    Poll::Ready(Ok(0)) => return Poll::Ready(Err(ErrorKind::WriteZero.into())),
                    Poll::Ready(Ok(len)) => {
                        written += len;
                        self.write_timer.clear();
                    }
                    Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                    Poll::Pending => return self.poll_write_timeout(cx),
                }
            }
            match Pin::new(&mut self.stream).poll_flush(cx) {
                Poll::Ready(flushed) => {
                    self.write_timer.clear();
                    Poll::Ready(flushed)
                }
                // With TLS, a client that reads nothing is noticed here.
                Poll::Pending => self.poll_write_timeout(cx),
            }
        })
        .await
    }

    /// Fails when the client has read nothing for too long.
    fn poll_write_timeout(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let time = self.state.limits().write;
        ready!(self.write_timer.poll_since_first(time, cx));
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }
}

/// The rest of `parts` after `written` bytes.
fn remaining<'a>(parts: [&'a [u8]; 3], mut written: usize) -> [IoSlice<'a>; 3] {
    parts.map(|part| {
        let skipped = written.min(part.len());
        written -= skipped;
        IoSlice::new(&part[skipped..])
    })
}

/// Lets the other tasks of the thread run once.
pub(super) async fn yield_turn() {
    let mut has_yielded = false;
    poll_fn(|cx| {
        if std::mem::replace(&mut has_yielded, true) {
            return Poll::Ready(());
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}
