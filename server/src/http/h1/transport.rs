//! Bytes from and to the client of one connection, each within its time.

use super::deadline::{DeadlineTimer, TaskWaker};
use super::reader::RequestReader;
use crate::http::stream::Stream;
use crate::http::worker::Conversation;
use std::future::poll_fn;
use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};
use tokio::io::ReadBuf;
use tokio::time::Instant;

/// What the server waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Waiting {
    FirstRequest,
    NextRequest,
    Head,
    Body,
}

/// What came of waiting for bytes.
pub(super) enum Filled {
    Bytes(usize),
    EndOfStream,
    /// The time was over, or the server stops.
    TimedOut,
}

/// The stream of a connection with its timers.
pub(super) struct Transport<T> {
    pub(super) stream: T,
    conversation: Rc<Conversation>,
    read_timer: DeadlineTimer,
    write_timer: DeadlineTimer,
    /// Whether the connection waited for its client since this was last cleared.
    pub(super) has_waited: bool,
}

impl<T: Stream> Transport<T> {
    pub(super) fn new(stream: T, conversation: Rc<Conversation>) -> Transport<T> {
        Transport {
            stream,
            conversation,
            read_timer: DeadlineTimer::default(),
            write_timer: DeadlineTimer::default(),
            has_waited: false,
        }
    }

    /// Reads some bytes, within the time that `waiting` has, counted from `since`.
    pub(super) async fn fill(
        &mut self,
        reader: &mut RequestReader,
        waiting: Waiting,
        since: Instant,
    ) -> io::Result<Filled> {
        poll_fn(|cx| self.poll_fill(reader, waiting, since, cx)).await
    }

    fn poll_fill(
        &mut self,
        reader: &mut RequestReader,
        waiting: Waiting,
        since: Instant,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<Filled>> {
        {
            let worker = self.conversation.worker();
            let mut buffer = worker.read_buffer.borrow_mut();
            let mut buffer = ReadBuf::new(&mut buffer);
            match Pin::new(&mut self.stream).poll_read(cx, &mut buffer) {
                Poll::Ready(Ok(())) if buffer.filled().is_empty() => {
                    return Poll::Ready(Ok(Filled::EndOfStream));
                }
                Poll::Ready(Ok(())) => {
                    reader.extend(buffer.filled());
                    return Poll::Ready(Ok(Filled::Bytes(buffer.filled().len())));
                }
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Pending => {}
            }
        }
        let limits = self.conversation.limits();
        let is_draining = self.conversation.is_draining();
        let time = match waiting {
            Waiting::NextRequest if is_draining => return Poll::Ready(Ok(Filled::TimedOut)),
            Waiting::FirstRequest if is_draining => limits.linger.min(limits.silence),
            Waiting::FirstRequest => limits.silence,
            Waiting::NextRequest => limits.keep_alive,
            Waiting::Head | Waiting::Body => limits.request,
        };
        self.has_waited = true;
        let waker = match self.conversation.wake_on_drain(cx) {
            true => TaskWaker::Registered,
            false => TaskWaker::New,
        };
        ready!(self.read_timer.poll(since + time, waker, cx));
        Poll::Ready(Ok(Filled::TimedOut))
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
                // With TLS, a client that takes nothing shows here.
                Poll::Pending => self.poll_write_timeout(cx),
            }
        })
        .await
    }

    /// Fails when the client has taken nothing for too long.
    fn poll_write_timeout(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let time = self.conversation.limits().write;
        ready!(self.write_timer.poll_since_first(time, cx));
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }
}

/// What is left of `parts` after `written` bytes.
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
