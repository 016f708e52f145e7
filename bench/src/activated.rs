//! Restarts a socket-activated server under load: every new connection must be answered.
//!
//! This process holds the listening socket, as systemd does, and hands it to one server after the other. Clients open
//! connections without pause, one request on each. A connection is lost when it ends without a whole answer, whatever
//! server it reached.

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

/// What is measured.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Servers that are stopped.
    pub restarts: u64,
    /// Connections in all, at least.
    pub connections: u64,
    /// Clients at once.
    pub clients: usize,
}

/// What the clients saw.
#[derive(Debug, Default)]
pub struct Seen {
    /// Connections with a whole answer.
    pub answered: AtomicU64,
    /// Connections that ended without a byte.
    pub closed: AtomicU64,
    /// Connections that were refused or reset.
    pub reset: AtomicU64,
    /// Connections whose answer broke off.
    pub broken: AtomicU64,
}

impl Seen {
    /// Connections that were not answered.
    #[must_use]
    pub fn lost(&self) -> u64 {
        let lost = [&self.closed, &self.reset, &self.broken];
        lost.iter().map(|count| count.load(Ordering::Relaxed)).sum()
    }
}

/// Restarts a server under load and prints what the clients saw.
///
/// # Errors
/// When the server cannot be started, or does not end with 0.
pub fn measure(binary: &Path, plan: Plan, path: &str) -> Result<(), String> {
    let seen = restart_under_load(binary, plan, path)?;
    let [answered, closed, reset, broken] =
        [&seen.answered, &seen.closed, &seen.reset, &seen.broken]
            .map(|count| count.load(Ordering::Relaxed));
    println!(
        "{} restarts: {answered} connections answered; lost: {closed} closed without a byte, {reset} reset, {broken} broken off",
        plan.restarts
    );
    println!(
        "{}",
        if seen.lost() == 0 {
            "PASS: no connection was lost"
        } else {
            "short: connections were lost"
        }
    );
    Ok(())
}

/// The same without printing.
///
/// # Errors
/// See [`measure`].
pub fn restart_under_load(binary: &Path, plan: Plan, path: &str) -> Result<Seen, String> {
    let binary = binary
        .canonicalize()
        .map_err(|error| format!("{}: {error}; build it first", binary.display()))?;
    let listener = TcpListener::bind(free_address()?).map_err(|error| error.to_string())?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let seen = Seen::default();
    let is_over = AtomicBool::new(false);
    let restarted = std::thread::scope(|scope| {
        for _ in 0..plan.clients {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    ask(address, path, &seen).fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let restarted = restart(&binary, &listener, plan, &seen);
        is_over.store(true, Ordering::Relaxed);
        restarted
    });
    // The last server answered what was open until here.
    restarted.map(|_| seen)
}

/// Stops one server after the other in the middle of the load. Out: the last one.
fn restart(
    binary: &Path,
    listener: &TcpListener,
    plan: Plan,
    seen: &Seen,
) -> Result<Running, String> {
    let mut running = start(binary, listener)?;
    for restart in 1..=plan.restarts {
        // Counted from here: the new server must have answered before it is stopped, too.
        let before = seen.answered.load(Ordering::Relaxed);
        let wanted = before + plan.connections.div_ceil(plan.restarts);
        while seen.answered.load(Ordering::Relaxed) < wanted {
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

/// Starts a server that inherits the socket. What it is told is what systemd says (`sd_listen_fds(3)`), but for the
/// number of the descriptor, which is the one that it has here.
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

/// One connection with one request. Out: what it counts as.
fn ask<'s>(address: SocketAddr, path: &str, seen: &'s Seen) -> &'s AtomicU64 {
    let Ok(mut stream) = TcpStream::connect(address) else {
        return &seen.reset;
    };
    let head = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    let _ = stream.set_read_timeout(Some(Duration::from_secs(60)));
    let mut answer = Vec::new();
    let is_sent = stream.write_all(head.as_bytes()).is_ok();
    let is_read = stream.read_to_end(&mut answer).is_ok();
    match is_whole(&answer) {
        true => &seen.answered,
        false if !answer.is_empty() => &seen.broken,
        false if is_sent && is_read => &seen.closed,
        false => &seen.reset,
    }
}

/// Whether an answer has all of its body.
fn is_whole(answer: &[u8]) -> bool {
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n");
    let Some(end) = end else {
        return false;
    };
    let head = String::from_utf8_lossy(&answer[..end]).to_ascii_lowercase();
    let len = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length:"));
    let len = len.and_then(|len| len.trim().parse().ok());
    head.starts_with("http/1.1 200 ") && len == Some(answer.len() - end - 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_whole_when_its_body_has_the_length_it_says() {
        assert!(is_whole(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab"));
        assert!(!is_whole(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab"));
        assert!(!is_whole(b"HTTP/1.1 503 No\r\nContent-Length: 2\r\n\r\nab"));
        assert!(!is_whole(b"HTTP/1.1 200 OK\r\n"));
    }
}
