//! An answer that goes to the client beside the dispatcher's buffer.
//!
//! The dispatcher writes a head with the status and the fields of the connection only; where that head ends, the
//! remembered lines and the body are sent from where they lie, in the same system call. Nothing is copied, and a head is
//! not composed twice. The last line end of the dispatcher's head is taken for sent once all else is: until then the
//! dispatcher has something left to write, and knows that the answer is under way.

use crate::respond::kept::Written;
use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::AsyncWrite;

const LINE_END: &[u8] = b"\r\n";

/// The answer under way.
#[derive(Debug)]
pub(super) struct Aside {
    written: &'static Written,
    /// What is left of the dispatcher's head, its last line end not counted; nothing is known before the first write.
    head_left: Option<usize>,
    /// Bytes of lines and body that are sent.
    sent: usize,
}

impl Aside {
    pub(super) fn new(written: &'static Written) -> Aside {
        Aside {
            written,
            head_left: None,
            sent: 0,
        }
    }

    pub(super) fn is_sent(&self) -> bool {
        self.sent == self.written.lines.len() + self.written.body.len()
    }

    /// Writes for a buffer that begins with the dispatcher's head, or what is left of it. Out: the bytes of the buffer
    /// that are done with.
    pub(super) fn poll_write<T: AsyncWrite>(
        &mut self,
        mut stream: Pin<&mut T>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        let mut head_left = match self.head_left {
            Some(head_left) => head_left,
            None => head_len(buf)?,
        };
        loop {
            let (lines, body) = self.left();
            let head = &buf[..head_left];
            let parts = [head, lines, body].map(IoSlice::new);
            let written = ready!(stream.as_mut().poll_write_vectored(cx, &parts))?;
            if written == 0 {
                return Poll::Ready(Err(ErrorKind::WriteZero.into()));
            }
            let of_head = written.min(head_left);
            head_left -= of_head;
            self.head_left = Some(head_left);
            self.sent += written - of_head;
            if self.is_sent() {
                return Poll::Ready(Ok(of_head + LINE_END.len()));
            }
            if of_head > 0 {
                return Poll::Ready(Ok(of_head));
            }
        }
    }

    fn left(&self) -> (&[u8], &[u8]) {
        let Written { lines, body, .. } = self.written;
        let of_lines = self.sent.min(lines.len());
        (&lines[of_lines..], &body[self.sent - of_lines..])
    }
}

/// The length of the head at the beginning of `buf`, its last line end not counted.
fn head_len(buf: &[u8]) -> io::Result<usize> {
    let mut windows = buf.windows(2 * LINE_END.len());
    let end = windows.position(|window| window == b"\r\n\r\n");
    let end = end.ok_or_else(|| io::Error::other("BUG: an answer without an end of its head"))?;
    Ok(end + LINE_END.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::http::StatusCode;
    use std::task::Waker;

    const BUFFER: &[u8] = b"HTTP/1.1 200 OK\r\ndate: x\r\n\r\nHTTP/1.1 404 Not Found\r\n\r\n";
    const SENT: &[u8] =
        b"HTTP/1.1 200 OK\r\ndate: x\r\na: b\r\n\r\nbodyHTTP/1.1 404 Not Found\r\n\r\n";

    /// Takes a few bytes at a time, and nothing every other time.
    struct Narrow {
        width: usize,
        is_full: bool,
        taken: Vec<u8>,
    }

    impl AsyncWrite for Narrow {
        fn poll_write(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
            buf: &[u8],
        ) -> Poll<io::Result<usize>> {
            self.is_full = !self.is_full;
            if self.is_full {
                return Poll::Pending;
            }
            let taken = buf.len().min(self.width);
            self.taken.extend_from_slice(&buf[..taken]);
            Poll::Ready(Ok(taken))
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    #[test]
    fn the_parts_arrive_in_order_however_little_is_taken() {
        for width in 1..SENT.len() {
            let mut stream = Narrow {
                width,
                is_full: false,
                taken: Vec::new(),
            };
            let mut aside = Aside::new(Box::leak(Box::new(Written {
                status: StatusCode::OK,
                lines: b"a: b\r\n\r\n".to_vec(),
                body: "body".into(),
            })));
            let mut done = 0;
            while !aside.is_sent() {
                let mut cx = Context::from_waker(Waker::noop());
                match aside.poll_write(Pin::new(&mut stream), &mut cx, &BUFFER[done..]) {
                    Poll::Ready(written) => done += written.unwrap(),
                    Poll::Pending => {}
                }
            }
            stream.taken.extend_from_slice(&BUFFER[done..]);
            assert_eq!(stream.taken, SENT, "{width} bytes at a time");
        }
    }
}
