//! Restarts a socket-activated server under load: every new connection must be answered.
//!
//! This process holds the listening socket, as systemd does, and hands it to one server after the other. Clients open
//! connections without pause, one request on each. A connection is lost if it ends without a complete response, from
//! whichever server.

use crate::harness::process;
use crate::harness::server::free_address;
use rustix::io::{FdFlags, fcntl_setfd};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::fd::{AsFd, AsRawFd};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// The size of a measurement.
#[derive(Clone, Copy, Debug)]
pub struct ActivationOptions {
    /// The number of restarts.
    pub restarts: u64,
    /// The minimum number of connections.
    pub connections: u64,
    /// The number of concurrent clients.
    pub clients: usize,
}

/// The outcomes of the clients' connections.
#[derive(Debug, Default)]
pub struct ClientStats {
    /// Connections with a complete response.
    pub answered: AtomicU64,
    /// Connections that ended without a byte.
    pub closed: AtomicU64,
    /// Connections that were refused or reset.
    pub reset: AtomicU64,
    /// Connections whose response was truncated.
    pub broken: AtomicU64,
}

impl ClientStats {
    /// Connections that were not answered.
    #[must_use]
    pub fn lost(&self) -> u64 {
        let lost = [&self.closed, &self.reset, &self.broken];
        lost.iter().map(|count| count.load(Ordering::Relaxed)).sum()
    }
}

/// Restarts a server under load and prints the outcomes of the clients' connections.
///
/// # Errors
/// When the server cannot be started, or does not end with 0.
pub fn measure(binary: &Path, options: ActivationOptions, path: &str) -> Result<(), String> {
    let stats = restart_under_load(binary, options, path)?;
    let [answered, closed, reset, broken] =
        [&stats.answered, &stats.closed, &stats.reset, &stats.broken]
            .map(|count| count.load(Ordering::Relaxed));
    println!(
        "{} restarts: {answered} connections answered; lost: {closed} closed without a byte, {reset} reset, {broken} broken off",
        options.restarts
    );
    println!(
        "{}",
        if stats.lost() == 0 {
            "PASS: no connection was lost"
        } else {
            "short: connections were lost"
        }
    );
    Ok(())
}

/// As [`measure`], without printing.
///
/// # Errors
/// See [`measure`].
pub fn restart_under_load(
    binary: &Path,
    options: ActivationOptions,
    path: &str,
) -> Result<ClientStats, String> {
    let binary = binary
        .canonicalize()
        .map_err(|error| format!("{}: {error}; build it first", binary.display()))?;
    let listener = TcpListener::bind(free_address()?).map_err(|error| error.to_string())?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let stats = ClientStats::default();
    let is_over = AtomicBool::new(false);
    let restarted = std::thread::scope(|scope| {
        for _ in 0..options.clients {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    request(address, path, &stats).fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let restarted = restart(&binary, &listener, options, &stats);
        is_over.store(true, Ordering::Relaxed);
        restarted
    });
    // The last server has answered all open connections by now.
    restarted.map(|_| stats)
}

/// Stops one server after the other in the middle of the load. Returns the last one.
fn restart(
    binary: &Path,
    listener: &TcpListener,
    options: ActivationOptions,
    stats: &ClientStats,
) -> Result<Running, String> {
    let mut running = start(binary, listener)?;
    for restart in 1..=options.restarts {
        // Each server must have answered some connections before it is stopped.
        let before = stats.answered.load(Ordering::Relaxed);
        let wanted = before + options.connections.div_ceil(options.restarts);
        while stats.answered.load(Ordering::Relaxed) < wanted {
            if let Ok(Some(status)) = running.0.try_wait() {
                return Err(format!("the server ended by itself: {status}"));
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let status = process::end(&mut running.0);
        if !status.is_some_and(|status| status.success()) {
            return Err(format!("stop {restart} ended with {status:?}"));
        }
        running = start(binary, listener)?;
    }
    Ok(running)
}

/// A server that is ended when dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        process::end(&mut self.0);
    }
}

/// Starts a server that inherits the socket, with the variables that systemd sets (`sd_listen_fds(3)`), and
/// `LISTEN_FDS_FIRST_FD` with the number of the descriptor in this process.
fn start(binary: &Path, listener: &TcpListener) -> Result<Running, String> {
    fcntl_setfd(listener.as_fd(), FdFlags::empty()).map_err(|error| error.to_string())?;
    let child = Command::new(binary)
        .args(["serve", "--quiet", "--workers", "2"])
        .env("LISTEN_FDS", "1")
        .env("LISTEN_FDNAMES", "web")
        .env("LISTEN_FDS_FIRST_FD", listener.as_raw_fd().to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    child
        .map(Running)
        .map_err(|error| format!("{}: {error}", binary.display()))
}

/// Sends one request on one connection. Returns the counter of its outcome.
fn request<'s>(address: SocketAddr, path: &str, stats: &'s ClientStats) -> &'s AtomicU64 {
    let Ok(mut stream) = TcpStream::connect(address) else {
        return &stats.reset;
    };
    let head = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    let _ = stream.set_read_timeout(Some(Duration::from_secs(60)));
    let mut response = Vec::new();
    let is_sent = stream.write_all(head.as_bytes()).is_ok();
    let is_read = stream.read_to_end(&mut response).is_ok();
    match is_complete(&response) {
        true => &stats.answered,
        false if !response.is_empty() => &stats.broken,
        false if is_sent && is_read => &stats.closed,
        false => &stats.reset,
    }
}

/// Whether a response has its whole body.
fn is_complete(response: &[u8]) -> bool {
    let end = response.windows(4).position(|window| window == b"\r\n\r\n");
    let Some(end) = end else {
        return false;
    };
    let head = String::from_utf8_lossy(&response[..end]).to_ascii_lowercase();
    let len = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length:"));
    let len = len.and_then(|len| len.trim().parse().ok());
    head.starts_with("http/1.1 200 ") && len == Some(response.len() - end - 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_response_is_complete_when_its_body_has_the_announced_length() {
        assert!(is_complete(
            b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab"
        ));
        assert!(!is_complete(
            b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab"
        ));
        assert!(!is_complete(
            b"HTTP/1.1 503 No\r\nContent-Length: 2\r\n\r\nab"
        ));
        assert!(!is_complete(b"HTTP/1.1 200 OK\r\n"));
    }
}
