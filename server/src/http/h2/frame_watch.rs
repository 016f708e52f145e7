//! Observes the frames that a client of HTTP/2 sends, before the crate `h2` reads them.
//!
//! [`WatchedStream`] wraps the stream of a connection. It parses the headers of frames, and passes all bytes on unchanged.
//! It measures:
//!
//! - how long a client has been silent in the middle of a frame or of a request's head, or has not read its responses;
//! - whether a client has sent too many frames without making progress ([`FrameBudget`]).
//!
//! It also makes connections take turns: after about [`TURN_BYTES`] or [`TURN_FRAMES`], the worker polls its other
//! connections, even if this client has sent more.

use super::frame::{CONTINUATION, END_HEADERS, HEADERS};
use super::frame_budget::FrameBudget;
use crate::http::stream::Stream;
use std::cell::{Cell, RefCell};
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Instant;

/// Bytes of the connection preface, which comes before the first frame.
const PREFACE: usize = 24;

/// Bytes of a frame header: length (3), type, flags, stream (4).
const FRAME_HEADER: usize = 9;

/// Bytes that a connection reads in a turn, up to the end of the current read.
const TURN_BYTES: usize = 64 << 10;

/// The frames that a connection reads in a turn, up to the end of the current read.
const TURN_FRAMES: u64 = 512;

/// The state of a client's frames: what is incomplete, what is blocked, and which budget is left.
pub(super) struct FrameWatch {
    frames: RefCell<FrameParser>,
    budget: RefCell<FrameBudget>,
    turn: Cell<PollReads>,
    incomplete_since: Cell<Option<Instant>>,
    blocked_since: Cell<Option<Instant>>,
}

/// The amount that was read in a turn.
#[derive(Clone, Copy, Default)]
struct PollReads {
    bytes: usize,
    /// The number of frames on the connection when the turn began.
    first_frame: u64,
}

impl FrameWatch {
    pub(super) fn new(now: Instant) -> FrameWatch {
        FrameWatch {
            frames: RefCell::default(),
            budget: RefCell::new(FrameBudget::new(now)),
            turn: Cell::default(),
            incomplete_since: Cell::new(None),
            blocked_since: Cell::new(None),
        }
    }

    /// Begins the connection's next turn.
    pub(super) fn begin_turn(&self) {
        self.turn.set(PollReads {
            bytes: 0,
            first_frame: self.frames.borrow().count,
        });
    }

    /// Whether the connection has read enough for this turn.
    fn is_turn_over(&self) -> bool {
        let turn = self.turn.get();
        let frames = self.frames.borrow().count - turn.first_frame;
        turn.bytes >= TURN_BYTES || frames >= TURN_FRAMES
    }

    /// Whether the client sent more frames without progress than it may.
    pub(super) fn is_budget_exceeded(&self) -> bool {
        self.budget.borrow().is_exceeded()
    }

    /// Counts an answer as progress.
    pub(super) fn record_response(&self) {
        self.budget.borrow_mut().refill_for_response();
    }

    /// Counts bytes of an answer's body as progress.
    pub(super) fn record_sent(&self, bytes: usize) {
        self.budget.borrow_mut().refill_for_bytes(bytes);
    }

    /// When the incomplete frame or head began.
    pub(super) fn incomplete_since(&self) -> Option<Instant> {
        self.incomplete_since.get()
    }

    /// Since when the client has read nothing.
    pub(super) fn blocked_since(&self) -> Option<Instant> {
        self.blocked_since.get()
    }

    fn record_read(&self, piece: &[u8]) {
        if piece.is_empty() {
            return;
        }
        let now = Instant::now();
        let mut turn = self.turn.get();
        turn.bytes += piece.len();
        self.turn.set(turn);
        let mut frames = self.frames.borrow_mut();
        let mut budget = self.budget.borrow_mut();
        budget.refill(now);
        let seen = frames.boundaries;
        frames.feed(piece, &mut budget);
        let since = match frames.is_at_boundary() {
            true => None,
            // If anything ended in this piece, what is incomplete now also began in it.
            false if frames.boundaries != seen => Some(now),
            false => self.incomplete_since.get().or(Some(now)),
        };
        self.incomplete_since.set(since);
    }

    fn record_write<R>(&self, written: &Poll<R>) {
        match written {
            Poll::Ready(_) => self.blocked_since.set(None),
            Poll::Pending if self.blocked_since.get().is_none() => {
                self.blocked_since.set(Some(Instant::now()))
            }
            Poll::Pending => {}
        }
    }
}

/// Parses the headers of frames.
#[derive(Debug)]
struct FrameParser {
    /// Bytes of the preface or of a frame's payload that are still to come.
    left: usize,
    head: [u8; FRAME_HEADER],
    /// Bytes of `head` that have arrived.
    head_len: usize,
    is_in_head_block: bool,
    /// How often no frame or head was incomplete.
    boundaries: u64,
    /// Frames that have begun.
    count: u64,
}

impl Default for FrameParser {
    fn default() -> FrameParser {
        FrameParser {
            left: PREFACE,
            head: [0; FRAME_HEADER],
            head_len: 0,
            is_in_head_block: false,
            boundaries: 0,
            count: 0,
        }
    }
}

impl FrameParser {
    fn is_at_boundary(&self) -> bool {
        self.left == 0 && self.head_len == 0 && !self.is_in_head_block
    }

    fn feed(&mut self, mut piece: &[u8], budget: &mut FrameBudget) {
        while !piece.is_empty() {
            let skipped = self.left.min(piece.len());
            self.left -= skipped;
            piece = &piece[skipped..];
            let taken = (FRAME_HEADER - self.head_len).min(piece.len());
            self.head[self.head_len..self.head_len + taken].copy_from_slice(&piece[..taken]);
            self.head_len += taken;
            piece = &piece[taken..];
            if self.head_len == FRAME_HEADER {
                self.head_len = 0;
                self.begin(budget);
            }
            self.boundaries += u64::from(self.is_at_boundary());
        }
    }

    fn begin(&mut self, budget: &mut FrameBudget) {
        let [a, b, c, kind, flags, ..] = self.head;
        self.left = usize::from(a) << 16 | usize::from(b) << 8 | usize::from(c);
        self.count += 1;
        budget.spend(kind, flags, self.left);
        if kind == HEADERS || kind == CONTINUATION {
            self.is_in_head_block = flags & END_HEADERS == 0;
        }
    }
}

/// A stream whose incoming frames are observed.
pub(super) struct WatchedStream<T> {
    /// Present until this is dropped.
    stream: Option<T>,
    watch: Rc<FrameWatch>,
    /// Receives the stream when this is dropped.
    reclaimed: Rc<Cell<Option<T>>>,
}

impl<T: Stream> WatchedStream<T> {
    pub(super) fn new(
        stream: T,
        watch: Rc<FrameWatch>,
        reclaimed: Rc<Cell<Option<T>>>,
    ) -> WatchedStream<T> {
        WatchedStream {
            stream: Some(stream),
            watch,
            reclaimed,
        }
    }

    fn stream(&mut self) -> Pin<&mut T> {
        Pin::new(self.stream.as_mut().expect("BUG: taken before the end"))
    }
}

impl<T> Drop for WatchedStream<T> {
    fn drop(&mut self) {
        self.reclaimed.set(self.stream.take());
    }
}

impl<T: Stream> AsyncRead for WatchedStream<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.watch.is_budget_exceeded() {
            // The connection ends before it reads again, so nothing needs to wake it.
            return Poll::Pending;
        }
        if self.watch.is_turn_over() {
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        let before = buf.filled().len();
        let read = self.stream().poll_read(cx, buf);
        self.watch.record_read(&buf.filled()[before..]);
        read
    }
}

impl<T: Stream> AsyncWrite for WatchedStream<T> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = self.stream().poll_write(cx, buf);
        self.watch.record_write(&written);
        written
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = self.stream().poll_flush(cx);
        self.watch.record_write(&flushed);
        flushed
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let closed = self.stream().poll_shutdown(cx);
        self.watch.record_write(&closed);
        closed
    }
}

#[cfg(test)]
mod tests {
    use super::super::frame::DATA;
    use super::super::frame_budget::MAX_FRAMES;
    use super::*;
    use std::future::poll_fn;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::{Wake, Waker};

    const PRIORITY: u8 = 2;
    const PING: u8 = 6;
    const PREFACE_BYTES: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

    fn frame(kind: u8, flags: u8, payload: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0, 0, payload.len() as u8, kind, flags, 0, 0, 0, 1];
        bytes.extend_from_slice(payload);
        bytes
    }

    #[test]
    fn only_the_end_of_a_frame_or_a_head_is_a_boundary() {
        let mut bytes = PREFACE_BYTES.to_vec();
        let mut boundaries = vec![bytes.len()];
        for (kind, flags, payload, is_rest) in [
            (4, 0, vec![], true),
            (HEADERS, 1, vec![1, 2, 3], false),
            (CONTINUATION, 0, vec![], false),
            (CONTINUATION, END_HEADERS, vec![7; 200], true),
            (0, 0, vec![0; 3], true),
        ] {
            bytes.extend(frame(kind, flags, &payload));
            if is_rest {
                boundaries.push(bytes.len());
            }
        }
        for end in 1..=bytes.len() {
            for size in [1, 7, end] {
                let mut frames = FrameParser::default();
                let mut budget = FrameBudget::new(Instant::now());
                bytes[..end]
                    .chunks(size)
                    .for_each(|piece| frames.feed(piece, &mut budget));
                assert_eq!(
                    frames.is_at_boundary(),
                    boundaries.contains(&end),
                    "{end} by {size}"
                );
            }
        }
    }

    /// A client that sends the same bytes for ever, and a server's answers that go nowhere.
    struct Endless {
        first: Vec<u8>,
        bytes: Vec<u8>,
        at: usize,
    }

    impl AsyncRead for Endless {
        fn poll_read(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
            buf: &mut ReadBuf<'_>,
        ) -> Poll<io::Result<()>> {
            while buf.remaining() > 0 {
                let byte = match self.at.checked_sub(self.first.len()) {
                    None => self.first[self.at],
                    Some(at) => self.bytes[at % self.bytes.len()],
                };
                buf.put_slice(&[byte]);
                self.at += 1;
            }
            Poll::Ready(Ok(()))
        }
    }

    impl AsyncWrite for Endless {
        fn poll_write(
            self: Pin<&mut Self>,
            _: &mut Context<'_>,
            buf: &[u8],
        ) -> Poll<io::Result<usize>> {
            Poll::Ready(Ok(buf.len()))
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    #[derive(Default)]
    struct WakeCount(AtomicUsize);

    impl Wake for WakeCount {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    const READ: usize = 8 << 10;

    /// A connection whose client sends its preface, and then `bytes` for ever.
    fn endless(bytes: Vec<u8>) -> (WatchedStream<Endless>, Rc<FrameWatch>) {
        let watch = Rc::new(FrameWatch::new(Instant::now()));
        let stream = Endless {
            first: [PREFACE_BYTES, &[0, 0, 0, 4, 0, 0, 0, 0, 0]].concat(),
            bytes,
            at: 0,
        };
        (
            WatchedStream::new(stream, Rc::clone(&watch), Rc::default()),
            watch,
        )
    }

    /// Reads until the connection must wait; says how many bytes came, and how often the connection was woken.
    fn read_all(stream: &mut WatchedStream<Endless>) -> (usize, usize) {
        let wakes = Arc::new(WakeCount::default());
        let waker = Waker::from(Arc::clone(&wakes));
        let mut context = Context::from_waker(&waker);
        let mut bytes = 0;
        loop {
            let mut space = [0; READ];
            let mut buf = ReadBuf::new(&mut space);
            match Pin::new(&mut *stream).poll_read(&mut context, &mut buf) {
                Poll::Ready(read) => read.unwrap(),
                Poll::Pending => return (bytes, wakes.0.load(Ordering::Relaxed)),
            }
            bytes += buf.filled().len();
        }
    }

    #[test]
    fn a_connection_lets_others_go_first_after_so_many_bytes() {
        let (mut stream, watch) = endless(frame(DATA, 0, &[0; 200]));
        for turn in 0..3 {
            watch.begin_turn();
            let (bytes, wakes) = read_all(&mut stream);
            assert!((TURN_BYTES..TURN_BYTES + READ).contains(&bytes), "{bytes}");
            assert_eq!(wakes, 1, "turn {turn} goes on later");
            watch.record_sent(1 << 20);
        }
        assert_eq!(read_all(&mut stream).0, 0, "the turn is still over");
    }

    #[test]
    fn a_connection_lets_others_go_first_after_so_many_frames() {
        let (mut stream, watch) = endless(frame(HEADERS, END_HEADERS, &[0x82]));
        for _ in 0..3 {
            let before = watch.frames.borrow().count;
            watch.begin_turn();
            assert_eq!(read_all(&mut stream).1, 1);
            let count = watch.frames.borrow().count - before;
            assert!((TURN_FRAMES..TURN_FRAMES + READ as u64 / 10).contains(&count));
            watch.record_sent(1 << 20);
        }
    }

    /// Without turns, `h2` would read for ever and the first turn would never end.
    #[test]
    fn another_task_runs_between_the_turns_of_an_endless_client() {
        const TURNS: usize = 200;
        let (stream, watch) = endless(frame(PRIORITY, 0, &[0, 0, 0, 9, 9]));
        let served = Rc::new(Cell::new(0));
        let served_by_then = actix_web::rt::System::new().block_on(async {
            let honest = Rc::clone(&served);
            actix_web::rt::spawn(async move {
                loop {
                    honest.set(honest.get() + 1);
                    tokio::task::yield_now().await;
                }
            });
            let handshake = h2::server::handshake(stream);
            let mut connection = handshake.await.unwrap();
            let mut turns = 0;
            poll_fn(|cx| {
                watch.begin_turn();
                watch.record_sent(1 << 20);
                turns += 1;
                match connection.poll_accept(cx) {
                    Poll::Pending if turns < TURNS => Poll::Pending,
                    Poll::Pending => Poll::Ready(()),
                    Poll::Ready(_) => panic!("the connection ended"),
                }
            })
            .await;
            served.get()
        });
        assert!(served_by_then + 1 >= TURNS, "{served_by_then} of {TURNS}");
    }

    #[test]
    fn nothing_is_read_once_the_budget_is_exceeded() {
        let (mut stream, watch) = endless(frame(PING, 0, b"12345678"));
        while !watch.is_budget_exceeded() {
            watch.begin_turn();
            read_all(&mut stream);
        }
        watch.begin_turn();
        assert_eq!(read_all(&mut stream), (0, 0));
        let frames = watch.frames.borrow().count;
        let max = MAX_FRAMES + READ as u64 / 17 + 1;
        assert!(frames <= max, "{frames} frames passed, {max} may");
    }
}
