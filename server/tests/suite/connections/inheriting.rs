//! Listening sockets that the server inherits, as from systemd.

use crate::cli::{ServerProcess, bindery, check};
use bindery_server::cli::EXIT_CANNOT_LISTEN;
use rustix::io::{FdFlags, fcntl_setfd};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::fd::{AsFd, AsRawFd};
use std::process::Command;

/// Passes a listening socket to a child process. `LISTEN_FDS_FIRST_FD` names the descriptor, because another file of the
/// test process may have number 3.
pub(crate) fn inherit_listener<'c>(
    command: &'c mut Command,
    socket: &(impl AsFd + AsRawFd),
    name: &str,
) -> &'c mut Command {
    fcntl_setfd(socket.as_fd(), FdFlags::empty()).unwrap();
    command
        .env("LISTEN_FDS", "1")
        .env("LISTEN_FDNAMES", name)
        .env("LISTEN_FDS_FIRST_FD", socket.as_raw_fd().to_string())
}

fn fetch(address: std::net::SocketAddr, target: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream
        .write_all(format!("GET {target} HTTP/1.0\r\nhost: localhost\r\n\r\n").as_bytes())
        .unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    response
}

#[test]
fn the_site_is_served_at_a_socket_that_was_handed_over() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    // A connection from before the start is served, too.
    let mut early = TcpStream::connect(address).unwrap();
    early.write_all(b"GET /guide HTTP/1.0\r\n\r\n").unwrap();
    let mut command = bindery(&["serve", "--quiet"]);
    let served = ServerProcess::start(inherit_listener(&mut command, &listener, "web"));
    drop(listener);
    let expected = format!("Serving http://127.0.0.1:{}/", address.port());
    assert!(
        served.listening_line().contains(&expected),
        "{}",
        served.listening_line()
    );
    let mut response = String::new();
    early.read_to_string(&mut response).unwrap();
    assert!(response.ends_with("<h1>Guide</h1>"), "{response}");
    assert!(fetch(address, "/guide").ends_with("<h1>Guide</h1>"));
}

#[test]
fn the_name_of_a_socket_says_what_it_is_for() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let mut command = bindery(&[
        "serve",
        "--quiet",
        "--port",
        "0",
        "--metrics",
        "127.0.0.1:1",
    ]);
    let _served = ServerProcess::start(inherit_listener(&mut command, &listener, "metrics"));
    let counters = fetch(address, "/metrics");
    assert!(counters.contains("bindery_"), "{counters}");
}

#[cfg(feature = "tls")]
#[test]
fn a_socket_named_http_speaks_http_even_where_there_is_a_certificate() {
    let (pem, key) = (
        crate::tls::https::file("one.pem"),
        crate::tls::https::file("one.key"),
    );
    let tls = [
        "--tls-cert",
        pem.to_str().unwrap(),
        "--tls-key",
        key.to_str().unwrap(),
    ];
    for (name, is_plain) in [("http", true), ("https", false)] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let mut command = bindery(&[&["serve", "--quiet"], &tls[..]].concat());
        let _served = ServerProcess::start(inherit_listener(&mut command, &listener, name));
        let response = fetch(address, "/guide");
        assert_eq!(
            response.starts_with("HTTP/1.0 200 OK\r\n"),
            is_plain,
            "{name}: {response}"
        );
        assert!(
            !response.contains("strict-transport-security"),
            "{response}"
        );
    }
}

#[test]
fn a_socket_that_cannot_be_used_is_a_clear_error() {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    let mut command = bindery(&["serve"]);
    let ran = check(
        inherit_listener(&mut command, &socket, "web"),
        EXIT_CANNOT_LISTEN,
    );
    assert!(ran.stderr.contains("socket 0 (`web`)"), "{}", ran.stderr);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut command = bindery(&["serve", "--port", "0"]);
    let ran = check(
        inherit_listener(&mut command, &listener, "redirect"),
        EXIT_CANNOT_LISTEN,
    );
    assert!(
        ran.stderr.contains("the socket `redirect` leads to HTTPS"),
        "{}",
        ran.stderr
    );
}
