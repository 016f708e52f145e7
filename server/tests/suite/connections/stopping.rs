//! Graceful stop: connections that open while the server stops, and signals that do not stop it.

use crate::cli::{ServerProcess, bindery};
use crate::connections::inheriting::inherit_listener;
use crate::connections::sockets::read_rest;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// How long a client waits for a response before the test fails.
const GUARD: Duration = Duration::from_secs(60);

const RESTARTS: usize = 4;
const CLIENTS: usize = 4;

fn start(listener: &TcpListener) -> ServerProcess {
    let mut command = bindery(&["serve", "--quiet", "--workers", "2"]);
    ServerProcess::start(inherit_listener(&mut command, listener, "web"))
}

/// Whether a new connection is answered.
fn is_answered(address: SocketAddr) -> bool {
    let Ok(mut stream) = TcpStream::connect(address) else {
        return false;
    };
    stream.set_read_timeout(Some(GUARD)).unwrap();
    let head = b"GET /guide HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    let mut response = Vec::new();
    let is_read = stream.write_all(head).is_ok() && stream.read_to_end(&mut response).is_ok();
    is_read && response.ends_with(b"<h1>Guide</h1>")
}

#[test]
fn no_new_connection_is_lost_when_a_socket_activated_server_restarts() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let mut served = start(&listener);
    let is_over = AtomicBool::new(false);
    let (answered, lost) = (AtomicU64::new(0), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    let count = if is_answered(address) {
                        &answered
                    } else {
                        &lost
                    };
                    count.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        for restart in 1..=RESTARTS {
            // The stop must come in the middle of the load.
            while answered.load(Ordering::Relaxed) < 200 * restart as u64 {
                std::thread::sleep(Duration::from_millis(5));
            }
            served.signal("-TERM");
            let old = std::mem::replace(&mut served, start(&listener));
            assert_eq!(old.finish().1, Some(0));
        }
        is_over.store(true, Ordering::Relaxed);
    });
    let counts = (answered.into_inner(), lost.into_inner());
    assert_eq!(counts.1, 0, "of {} connections", counts.0);
}

#[test]
fn a_hangup_does_not_stop_a_server_without_a_certificate() {
    let served = ServerProcess::start(&mut bindery(&["--port", "0", "--quiet"]));
    let mut held = served.connect();
    served.signal("-HUP");
    held.write_all(b"GET /guide HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
        .unwrap();
    assert!(read_rest(&mut held).ends_with("<h1>Guide</h1>"));
    served.signal("-HUP");
    served.signal("-TERM");
    assert_eq!(served.finish().1, Some(0));
}
