//! What every connection has, whatever is spoken on it: a stream, and a close that does not lose the last response.

use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::time::timeout;

/// Bytes that a client may still send after the last response.
const LINGER_BYTES: usize = 256 << 10;

/// A socket, or TLS on one.
pub(super) trait Stream: AsyncRead + AsyncWrite + Unpin + 'static {}
impl<T: AsyncRead + AsyncWrite + Unpin + 'static> Stream for T {}

/// Closes a connection after its last response. What the client still sends is read for a short time: a close with unread
/// bytes is a reset, which can overtake the response (RFC 9112, section 9.6).
pub(super) async fn linger<T: Stream>(mut stream: T, linger_for: Duration) {
    let mut buffer = [0; 2048];
    let mut left = LINGER_BYTES;
    let _ = timeout(linger_for, async {
        // TLS ends with a message of its own.
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
