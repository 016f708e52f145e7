//! Whether a client of HTTP/2 stands still where it should not: in the middle of a frame, between the frames of one head,
//! or with its hands full.
//!
//! [`Paced`] stands between the connection and the crate `h2` and looks at the lengths and kinds of frames as they pass;
//! it changes nothing.

use super::super::connection::Stream;
use std::cell::{Cell, RefCell};
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Instant;

/// What a client of HTTP/2 sends before its first frame.
const PREFACE: usize = 24;

/// Length (3 bytes), kind, flags, stream (4).
const FRAME_HEAD: usize = 9;

const HEADERS: u8 = 1;
const CONTINUATION: u8 = 9;
const END_HEADERS: u8 = 4;

/// Since when a client stands still.
#[derive(Default)]
pub(super) struct Pace {
    frames: RefCell<Frames>,
    restless: Cell<Option<Instant>>,
    stuck: Cell<Option<Instant>>,
}

impl Pace {
    /// When the frame or the head under way began.
    pub(super) fn restless_since(&self) -> Option<Instant> {
        self.restless.get()
    }

    /// Since when the client takes nothing.
    pub(super) fn stuck_since(&self) -> Option<Instant> {
        self.stuck.get()
    }

    fn note_read(&self, piece: &[u8]) {
        if piece.is_empty() {
            return;
        }
        let mut frames = self.frames.borrow_mut();
        let seen = frames.rests;
        frames.feed(piece);
        let since = match frames.is_at_rest() {
            true => None,
            // What is under way now began with this piece, if anything ended in it.
            false if frames.rests != seen => Some(Instant::now()),
            false => self.restless.get().or_else(|| Some(Instant::now())),
        };
        self.restless.set(since);
    }

    fn note_write<R>(&self, written: &Poll<R>) {
        match written {
            Poll::Ready(_) => self.stuck.set(None),
            Poll::Pending if self.stuck.get().is_none() => self.stuck.set(Some(Instant::now())),
            Poll::Pending => {}
        }
    }
}

/// The frames that pass.
#[derive(Debug)]
struct Frames {
    /// Bytes of the preface or of a frame's payload that are still to come.
    left: usize,
    head: [u8; FRAME_HEAD],
    /// Bytes of `head` that are there.
    has: usize,
    is_in_head_block: bool,
    /// How often nothing was under way.
    rests: u64,
}

impl Default for Frames {
    fn default() -> Frames {
        Frames {
            left: PREFACE,
            head: [0; FRAME_HEAD],
            has: 0,
            is_in_head_block: false,
            rests: 0,
        }
    }
}

impl Frames {
    fn is_at_rest(&self) -> bool {
        self.left == 0 && self.has == 0 && !self.is_in_head_block
    }

    fn feed(&mut self, mut piece: &[u8]) {
        while !piece.is_empty() {
            let skipped = self.left.min(piece.len());
            self.left -= skipped;
            piece = &piece[skipped..];
            let taken = (FRAME_HEAD - self.has).min(piece.len());
            self.head[self.has..self.has + taken].copy_from_slice(&piece[..taken]);
            self.has += taken;
            piece = &piece[taken..];
            if self.has == FRAME_HEAD {
                self.has = 0;
                self.begin();
            }
            self.rests += u64::from(self.is_at_rest());
        }
    }

    fn begin(&mut self) {
        let [a, b, c, kind, flags, ..] = self.head;
        self.left = usize::from(a) << 16 | usize::from(b) << 8 | usize::from(c);
        if kind == HEADERS || kind == CONTINUATION {
            self.is_in_head_block = flags & END_HEADERS == 0;
        }
    }
}

/// A stream whose client is watched.
pub(super) struct Paced<T> {
    /// Taken at the end only.
    stream: Option<T>,
    pace: Rc<Pace>,
    /// Where the stream is put at the end.
    left: Rc<Cell<Option<T>>>,
}

impl<T: Stream> Paced<T> {
    pub(super) fn new(stream: T, pace: Rc<Pace>, left: Rc<Cell<Option<T>>>) -> Paced<T> {
        Paced {
            stream: Some(stream),
            pace,
            left,
        }
    }

    fn stream(&mut self) -> Pin<&mut T> {
        Pin::new(self.stream.as_mut().expect("BUG: taken before the end"))
    }
}

impl<T> Drop for Paced<T> {
    fn drop(&mut self) {
        self.left.set(self.stream.take());
    }
}

impl<T: Stream> AsyncRead for Paced<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let read = self.stream().poll_read(cx, buf);
        self.pace.note_read(&buf.filled()[before..]);
        read
    }
}

impl<T: Stream> AsyncWrite for Paced<T> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = self.stream().poll_write(cx, buf);
        self.pace.note_write(&written);
        written
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = self.stream().poll_flush(cx);
        self.pace.note_write(&flushed);
        flushed
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let closed = self.stream().poll_shutdown(cx);
        self.pace.note_write(&closed);
        closed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(kind: u8, flags: u8, payload: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0, 0, payload.len() as u8, kind, flags, 0, 0, 0, 1];
        bytes.extend_from_slice(payload);
        bytes
    }

    #[test]
    fn a_client_rests_between_frames_and_heads_only() {
        let mut bytes = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec();
        let mut rests = vec![bytes.len()];
        for (kind, flags, payload, is_rest) in [
            (4, 0, vec![], true),
            (HEADERS, 1, vec![1, 2, 3], false),
            (CONTINUATION, 0, vec![], false),
            (CONTINUATION, END_HEADERS, vec![7; 200], true),
            (0, 0, vec![0; 3], true),
        ] {
            bytes.extend(frame(kind, flags, &payload));
            if is_rest {
                rests.push(bytes.len());
            }
        }
        for end in 1..=bytes.len() {
            for size in [1, 7, end] {
                let mut frames = Frames::default();
                bytes[..end]
                    .chunks(size)
                    .for_each(|piece| frames.feed(piece));
                assert_eq!(frames.is_at_rest(), rests.contains(&end), "{end} by {size}");
            }
        }
    }
}
