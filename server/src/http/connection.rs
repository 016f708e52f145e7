//! A connection with manners: what actix-http's dispatcher leaves open is decided around its stream.
//!
//! - A head or a body that takes too long, or a head that is too large, is refused (the dispatcher times the first head
//!   of a connection only, and has one limit of 128 KB).
//! - A connection on which nothing was ever said is closed without a word: browsers open some in advance.
//! - What the dispatcher refuses with an empty answer gets one that says why, and time to be read.
//! - A client that takes nothing of its answer is let go.
//! - When the server is told to stop, a connection ends as soon as nothing is under way on it; a request that was half
//!   sent by then is answered.
//!
//! To make the dispatcher give up, one byte that cannot stand in a request ([`POISON`]) is read in place of the rest.

use super::meter::Meter;
use super::worker::{Conversation, Phase, Place};
use crate::respond::refusal::{Refusal, refusal_of};
#[cfg(feature = "tls")]
use actix_web::http::header::{HeaderValue, STRICT_TRANSPORT_SECURITY};
use std::future::Future;
use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until, timeout};

/// No part of a request may hold it.
const POISON: u8 = 0;

/// More bytes than the head of an empty answer of the dispatcher's has.
const BARE_ANSWER: usize = 160;

/// The most that a refused client may still send.
const LINGER_BYTES: usize = 256 << 10;

/// A stream between a client and the dispatcher.
pub(super) struct Connection<T: Stream> {
    /// Taken at the end only.
    stream: Option<T>,
    place: Option<Place>,
    conversation: Rc<Conversation>,
    meter: Meter,
    /// When the head or the body under way began; at first: when the connection did.
    since: Instant,
    timer: Option<Pin<Box<Sleep>>>,
    write_timer: Option<Pin<Box<Sleep>>>,
    refusal: Option<Refusal>,
    /// What is left of the answer in place of an empty one.
    answer: Vec<u8>,
    is_refused: bool,
    /// A line that each refusal has.
    line: String,
}

/// What a connection may be made of.
pub(super) trait Stream: AsyncRead + AsyncWrite + Unpin + 'static {}
impl<T: AsyncRead + AsyncWrite + Unpin + 'static> Stream for T {}

impl<T: Stream> Connection<T> {
    pub(super) fn new(stream: T, place: Place, conversation: Rc<Conversation>) -> Connection<T> {
        Connection {
            stream: Some(stream),
            place: Some(place),
            conversation,
            meter: Meter::default(),
            since: Instant::now(),
            timer: None,
            write_timer: None,
            refusal: None,
            answer: Vec::new(),
            is_refused: false,
            line: String::new(),
        }
    }

    /// One of HTTPS, which tells browsers to keep to it with refusals, too.
    #[cfg(feature = "tls")]
    pub(super) fn over_https(mut self, hsts: Option<&HeaderValue>) -> Connection<T> {
        if let Some(hsts) = hsts.and_then(|value| value.to_str().ok()) {
            self.line = format!("{STRICT_TRANSPORT_SECURITY}: {hsts}\r\n");
        }
        self
    }

    /// What the service of this connection's requests knows about it.
    pub(super) fn conversation(&self) -> Rc<Conversation> {
        Rc::clone(&self.conversation)
    }

    fn stream(&mut self) -> Pin<&mut T> {
        Pin::new(self.stream.as_mut().expect("BUG: taken before the end"))
    }

    /// Takes note of what was read, and puts the poison in its place when it breaks a limit.
    fn take_note(&mut self, buf: &mut ReadBuf<'_>, before: usize) {
        let phase = self.conversation.phase();
        if phase == Phase::Request {
            return;
        }
        if phase != Phase::Head {
            self.meter.reset();
            self.since = Instant::now();
            self.conversation.set_phase(Phase::Head);
        }
        let piece = &buf.filled()[before..];
        let refusal = self.meter.feed(piece, self.conversation.limits().head);
        self.conversation.remember(piece);
        if let Some(refusal) = refusal {
            self.refuse(refusal, buf, before);
        }
    }

    fn refuse(&mut self, refusal: Refusal, buf: &mut ReadBuf<'_>, before: usize) {
        self.refusal = Some(refusal);
        self.timer = None;
        buf.set_filled(before);
        buf.put_slice(&[POISON]);
    }

    /// The stream has nothing now: how long that may last, and what comes of it.
    fn poll_patience(&mut self, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<()> {
        let limits = self.conversation.limits();
        let phase = self.conversation.phase();
        let patience = match phase {
            Phase::Silent | Phase::Idle if self.conversation.is_draining() => {
                return Poll::Ready(());
            }
            Phase::Silent => limits.silence,
            Phase::Head | Phase::Request => limits.request,
            // The clock for those who take nothing runs.
            Phase::Idle if self.write_timer.is_some() => return Poll::Pending,
            Phase::Idle => limits.keep_alive,
        };
        let deadline = self.since + patience;
        let is_known = self.conversation.wake_on_drain(cx);
        ready!(poll_deadline(&mut self.timer, deadline, is_known, cx));
        if phase == Phase::Head {
            let before = buf.filled().len();
            self.refuse(Refusal::TooSlow, buf, before);
        }
        Poll::Ready(())
    }

    /// Sends what is left of our answer.
    fn poll_answer(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.answer.is_empty() {
            let answer = std::mem::take(&mut self.answer);
            let written = self.stream().poll_write(cx, &answer);
            self.answer = answer;
            let written = ready!(self.poll_progress(cx, written))?;
            if written == 0 {
                return Poll::Ready(Err(ErrorKind::WriteZero.into()));
            }
            self.answer.drain(..written);
        }
        Poll::Ready(Ok(()))
    }

    /// Starts or stops the clock for a client that takes nothing.
    fn poll_progress(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            if self.write_timer.take().is_some() {
                // A slow answer is no idleness.
                self.since = Instant::now();
            }
            return written;
        }
        let deadline = Instant::now() + self.conversation.limits().write;
        ready!(poll_timer(&mut self.write_timer, deadline, cx));
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }

    fn note_written(&self, written: &Poll<io::Result<usize>>, buf: &[u8]) {
        if matches!(written, Poll::Ready(Ok(written)) if *written == buf.len()) {
            self.conversation.set_clear();
        }
    }

    /// Our answer in place of an empty one, with that one's date.
    fn compose_answer(&mut self, bare: &str) {
        let date = bare
            .lines()
            .find(|line| line.starts_with("date: "))
            .map_or(String::new(), |line| format!("{line}\r\n"));
        let refusal = self.refusal.unwrap_or_else(|| match bare.get(9..12) {
            Some("431") => Refusal::HeadTooLarge,
            Some("408") => Refusal::TooSlow,
            _ => self.conversation.with_last_read(refusal_of),
        });
        self.answer = refusal.answer(&(date + &self.line));
        self.is_refused = true;
        self.conversation.count_refusal(refusal);
    }
}

/// Polls a timer that is made when it is first asked for.
fn poll_timer(
    timer: &mut Option<Pin<Box<Sleep>>>,
    deadline: Instant,
    cx: &mut Context<'_>,
) -> Poll<()> {
    let timer = timer.get_or_insert_with(|| Box::pin(sleep_until(deadline)));
    timer.as_mut().poll(cx)
}

/// Waits for a deadline that moves with each request. A timer that comes too early is left alone until then: setting it
/// anew for each request costs more than to look again once.
fn poll_deadline(
    timer: &mut Option<Pin<Box<Sleep>>>,
    deadline: Instant,
    is_same_waker: bool,
    cx: &mut Context<'_>,
) -> Poll<()> {
    let timer = match timer {
        Some(timer) if timer.deadline() <= deadline => {
            if is_same_waker && !timer.is_elapsed() {
                return Poll::Pending;
            }
            timer
        }
        timer => timer.insert(Box::pin(sleep_until(deadline))),
    };
    while timer.as_mut().poll(cx).is_ready() {
        if timer.deadline() == deadline || Instant::now() >= deadline {
            return Poll::Ready(());
        }
        timer.as_mut().reset(deadline);
    }
    Poll::Pending
}

impl<T: Stream> AsyncRead for Connection<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.refusal.is_some() {
            return Poll::Ready(Ok(()));
        }
        let before = buf.filled().len();
        match self.stream().poll_read(cx, buf) {
            Poll::Ready(Ok(())) if buf.filled().len() > before => self.take_note(buf, before),
            Poll::Pending => ready!(self.poll_patience(cx, buf)),
            ended => return ended,
        }
        Poll::Ready(Ok(()))
    }
}

impl<T: Stream> AsyncWrite for Connection<T> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        if let Some(mut aside) = self.conversation.take_aside() {
            let written = aside.poll_write(self.stream(), cx, buf);
            if !aside.is_sent() {
                self.conversation.put_back(aside);
            }
            let written = self.poll_progress(cx, written);
            self.note_written(&written, buf);
            return written;
        }
        match bare_refusal(buf) {
            Some((0, bare)) => {
                if !self.is_refused {
                    self.compose_answer(bare);
                }
                ready!(self.poll_answer(cx))?;
                Poll::Ready(Ok(buf.len()))
            }
            // Earlier answers of the pipeline go first.
            Some((begins, _)) => {
                let written = self.stream().poll_write(cx, &buf[..begins]);
                self.poll_progress(cx, written)
            }
            None => {
                let written = self.stream().poll_write(cx, buf);
                let written = self.poll_progress(cx, written);
                self.note_written(&written, buf);
                written
            }
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        // With TLS this is where a client that takes nothing shows.
        let flushed = self.stream().poll_flush(cx).map_ok(|()| 0);
        self.poll_progress(cx, flushed).map_ok(|_| ())
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream().poll_shutdown(cx)
    }
}

/// The empty refusal with which `buf` ends, and where it begins. Ours are never empty and have other fields.
fn bare_refusal(buf: &[u8]) -> Option<(usize, &str)> {
    if !buf.ends_with(b"\r\n\r\n") {
        return None;
    }
    let from = buf.len().saturating_sub(BARE_ANSWER);
    let mut places = (from..buf.len()).rev();
    let begins = places.find(|at| buf[*at..].starts_with(b"HTTP/1."))?;
    let bare = std::str::from_utf8(&buf[begins..]).ok()?;
    let (status_line, fields) = bare.split_once("\r\n")?;
    let is_refusal = ["400", "408", "431"].contains(&status_line.get(9..12)?);
    let is_bare = fields.lines().filter(|line| !line.is_empty()).all(|line| {
        line == "content-length: 0"
            || line.starts_with("date: ")
            || line.starts_with("connection: ")
    });
    (is_refusal && is_bare && fields.contains("content-length: 0\r\n")).then_some((begins, bare))
}

impl<T: Stream> Drop for Connection<T> {
    fn drop(&mut self) {
        let (stream, place) = (self.stream.take(), self.place.take());
        if let (true, Some(stream)) = (self.is_refused, stream) {
            let linger_for = self.conversation.limits().linger;
            actix_web::rt::spawn(async move {
                linger(stream, linger_for).await;
                drop(place);
            });
        }
    }
}

/// Reads what a client still sends after it was refused, for a short time: a close with unread bytes is a reset, which
/// can overtake the answer.
pub(super) async fn linger<T: Stream>(mut stream: T, linger_for: Duration) {
    let mut buffer = [0; 2048];
    let mut left = LINGER_BYTES;
    let _ = timeout(linger_for, async {
        // With TLS there is something to say at the end.
        let _ = stream.shutdown().await;
        while let Ok(read @ 1..) = stream.read(&mut buffer).await {
            left = left.saturating_sub(read);
            if left == 0 {
                break;
            }
        }
    })
    .await;
}

#[cfg(test)]
mod tests {
    use super::*;

    const BARE: &str = "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\ndate: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n";

    #[test]
    fn an_empty_refusal_is_found_at_the_end_and_no_other_answer_is() {
        assert_eq!(bare_refusal(BARE.as_bytes()), Some((0, BARE)));
        let after_another = format!("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nab{BARE}");
        assert_eq!(
            bare_refusal(after_another.as_bytes()).map(|(begins, _)| begins),
            Some(after_another.len() - BARE.len())
        );
        for other in [
            "HTTP/1.1 304 Not Modified\r\netag: \"a\"\r\n\r\n".to_owned(),
            "HTTP/1.1 308 Permanent Redirect\r\ncontent-length: 0\r\n\r\n".to_owned(),
            BARE.replace("date", "vary"),
            format!("{BARE}x"),
        ] {
            assert_eq!(bare_refusal(other.as_bytes()), None, "for {other}");
        }
    }
}
