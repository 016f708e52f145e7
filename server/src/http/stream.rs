//! The streams of connections: their trait, the addresses of their peers, and how they are closed.

use actix_web::rt::net::{TcpStream, UnixStream};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::time::timeout;

/// Bytes that are read from a client after the last response.
const LINGER_BYTES: usize = 256 << 10;

/// A socket, or TLS on one.
pub(super) trait Stream: AsyncRead + AsyncWrite + Unpin + 'static {}
impl<T: AsyncRead + AsyncWrite + Unpin + 'static> Stream for T {}

/// Closes a connection after its last response. Reads what the client still sends for a short time: closing with unread
/// bytes resets the connection, and the reset can overtake the response (RFC 9112, section 9.6).
pub(super) async fn linger<T: Stream>(mut stream: T, linger_for: Duration) {
    let mut buffer = [0; 2048];
    let mut left = LINGER_BYTES;
    let _ = timeout(linger_for, async {
        // TLS ends with a `close_notify` alert.
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

/// The address of a TCP client.
pub(super) fn tcp_peer(stream: &TcpStream) -> Option<SocketAddr> {
    // Responses are written whole, so that waiting for more data would only delay them.
    let _ = stream.set_nodelay(true);
    stream.peer_addr().ok()
}

/// A client of a Unix socket has no address.
pub(super) fn unix_peer(_: &UnixStream) -> Option<SocketAddr> {
    None
}
